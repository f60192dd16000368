//===- Predicates.h - Shape rules that only run time decides ----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_PLAN_TRANSFORMS_PREDICATES_H
#define OAML_DIALECT_PLAN_TRANSFORMS_PREDICATES_H

#include "oaml/Dialect/OAML/Transforms/SymbolicShapes.h"
#include "oaml/Dialect/Plan/IR/PlanDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace oaml::plan {

/// On functions: `#plan.predicate`s that hold when the function is run,
/// recorded while its ops were still those of the source.
inline constexpr llvm::StringLiteral predicatesAttrName = "plan.predicates";

/// The predicates recorded on `function`, then those of its present ops, each
/// relation once. `shapes` are those of `function`.
llvm::SmallVector<mlir::Attribute>
collectPredicates(mlir::func::FuncOp function, const SymbolicShapes &shapes);

} // namespace oaml::plan

#endif // OAML_DIALECT_PLAN_TRANSFORMS_PREDICATES_H
