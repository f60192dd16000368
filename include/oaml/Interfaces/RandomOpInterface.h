//===- RandomOpInterface.h - Ops that draw random numbers -------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_RANDOMOPINTERFACE_H
#define OAML_INTERFACES_RANDOMOPINTERFACE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

#include "oaml/Interfaces/RandomOpInterface.h.inc"

#endif // OAML_INTERFACES_RANDOMOPINTERFACE_H
