//===- Passes.h - Passes of the plan dialect --------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_PLAN_TRANSFORMS_PASSES_H
#define OAML_DIALECT_PLAN_TRANSFORMS_PASSES_H

#include "oaml/Dialect/Plan/IR/PlanDialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace oaml::plan {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "oaml/Dialect/Plan/Transforms/Passes.h.inc"

} // namespace oaml::plan

#endif // OAML_DIALECT_PLAN_TRANSFORMS_PASSES_H
