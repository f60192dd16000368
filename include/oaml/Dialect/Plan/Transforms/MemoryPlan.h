//===- MemoryPlan.h - Placement of buffers in an arena ----------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_PLAN_TRANSFORMS_MEMORYPLAN_H
#define OAML_DIALECT_PLAN_TRANSFORMS_MEMORYPLAN_H

#include "oaml/Dialect/Plan/IR/PlanDialect.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace oaml::plan {

/// A buffer that wants a place.
struct MemoryRequest {
  /// Bytes, an expression of symbols that are at least 0.
  mlir::AffineExpr size;
  /// The steps at which it is first written and last used.
  int64_t first = 0;
  int64_t last = 0;
};

/// Where the buffers of a program are.
struct MemoryPlan {
  /// Bytes, one per request, multiples of `arenaAlignment`.
  llvm::SmallVector<mlir::AffineExpr> offsets;
  /// The first byte behind what is set aside for each request: its aligned
  /// size, or that of the slot that it shares with larger ones.
  llvm::SmallVector<mlir::AffineExpr> ends;
  /// Bytes of the arena.
  mlir::AffineExpr size;
  /// The largest sum of the aligned sizes of buffers live at one step, for
  /// symbols of value `symbolForBound`.
  int64_t lowerBound = 0;
  /// `size` for the same symbols.
  int64_t sizeForBound = 0;
  /// The lower bound as an expression: the sum at that step.
  mlir::AffineExpr lowerBoundExpr;
};

/// The value of all symbols for which bounds of dynamic programs are told.
inline constexpr int64_t symbolForBound = 64;

/// Places `requests` so that those live at the same step do not overlap. With
/// `reuse` false every buffer has bytes of its own. Buffers of constant size
/// are placed best-fit by decreasing size; those of dynamic size share slots
/// with buffers whose size is at least as large for all symbols.
MemoryPlan planMemory(llvm::ArrayRef<MemoryRequest> requests, bool reuse,
                      mlir::MLIRContext *context);

/// Whether `a <= b` for all symbols that are at least 0, as far as the
/// coefficients of both as polynomials show.
bool isKnownAtMost(mlir::AffineExpr a, mlir::AffineExpr b);

/// `size` rounded up to a multiple of `arenaAlignment`.
mlir::AffineExpr alignToArena(mlir::AffineExpr size);

/// The value of `expr` where all symbols are `value`.
int64_t evaluateAt(mlir::AffineExpr expr, int64_t value);

} // namespace oaml::plan

#endif // OAML_DIALECT_PLAN_TRANSFORMS_MEMORYPLAN_H
