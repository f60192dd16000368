//===- KernelDialect.cpp - The kernel dialect -------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace oaml::kernel;

#include "oaml/Dialect/Kernel/IR/KernelDialect.cpp.inc"
#include "oaml/Dialect/Kernel/IR/KernelEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "oaml/Dialect/Kernel/IR/KernelAttributes.cpp.inc"

#define GET_OP_CLASSES
#include "oaml/Dialect/Kernel/IR/KernelOps.cpp.inc"

void KernelDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "oaml/Dialect/Kernel/IR/KernelAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "oaml/Dialect/Kernel/IR/KernelOps.cpp.inc"
      >();
}
