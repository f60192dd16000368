//===- PlanDialect.cpp - The plan dialect ---------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Plan/IR/PlanDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace oaml::plan;

#include "oaml/Dialect/Plan/IR/PlanDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "oaml/Dialect/Plan/IR/PlanTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "oaml/Dialect/Plan/IR/PlanAttributes.cpp.inc"

#define GET_OP_CLASSES
#include "oaml/Dialect/Plan/IR/PlanOps.cpp.inc"

void PlanDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "oaml/Dialect/Plan/IR/PlanTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "oaml/Dialect/Plan/IR/PlanAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "oaml/Dialect/Plan/IR/PlanOps.cpp.inc"
      >();
}
