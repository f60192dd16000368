//===- PlanDialect.h - The plan dialect -------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_PLAN_IR_PLANDIALECT_H
#define OAML_DIALECT_PLAN_IR_PLANDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "oaml-rt/ArtifactFormat.h"

#include "oaml/Dialect/Plan/IR/PlanDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "oaml/Dialect/Plan/IR/PlanTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "oaml/Dialect/Plan/IR/PlanAttributes.h.inc"

#define GET_OP_CLASSES
#include "oaml/Dialect/Plan/IR/PlanOps.h.inc"

namespace oaml::plan {

/// Offsets of buffers in the arena are multiples of this many bytes.
inline constexpr int64_t arenaAlignment = rt::kBufferAlignment;

} // namespace oaml::plan

#endif // OAML_DIALECT_PLAN_IR_PLANDIALECT_H
