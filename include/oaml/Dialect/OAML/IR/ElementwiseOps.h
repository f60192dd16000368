//===- ElementwiseOps.h - Element-wise ops ----------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_ELEMENTWISEOPS_H
#define OAML_DIALECT_OAML_IR_ELEMENTWISEOPS_H

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

#include "mlir/IR/PatternMatch.h"

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h.inc"

#endif // OAML_DIALECT_OAML_IR_ELEMENTWISEOPS_H
