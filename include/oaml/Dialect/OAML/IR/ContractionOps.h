//===- ContractionOps.h - Products ------------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_CONTRACTIONOPS_H
#define OAML_DIALECT_OAML_IR_CONTRACTIONOPS_H

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/ContractionOps.h.inc"

#endif // OAML_DIALECT_OAML_IR_CONTRACTIONOPS_H
