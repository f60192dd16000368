//===- Scalars.h - Verification of scalars ----------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A scalar is an attribute `x` or an operand `x_value`, exactly one of them.
// The attribute is checked when the op is verified; an operand outside of its
// range makes the results NaN when the op runs.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_DIALECT_OAML_IR_SCALARS_H
#define OAML_LIB_DIALECT_OAML_IR_SCALARS_H

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include <optional>

namespace oaml {

/// What a float scalar may be, besides finite.
struct ScalarRange {
  /// No bound if not given.
  std::optional<double> minimum = std::nullopt;
  /// The minimum itself is excluded.
  bool open = false;
  /// All values are below it, if given.
  std::optional<double> limit = std::nullopt;
  /// Infinity is too large.
  bool finite = true;
};

/// Finite and 0 or more: learning rates, decay.
inline constexpr ScalarRange nonNegative = {/*minimum=*/0.0};
/// Finite and above 0.
inline constexpr ScalarRange positive = {/*minimum=*/0.0, /*open=*/true};
/// 0 or more and below 1: betas, momentum factors, probabilities.
inline constexpr ScalarRange fraction = {/*minimum=*/0.0, /*open=*/false,
                                         /*limit=*/1.0};

/// Counts from 1.
inline constexpr ScalarRange countRange = {/*minimum=*/1.0, /*open=*/false,
                                           /*limit=*/std::nullopt,
                                           /*finite=*/false};

/// `x`, of f32, where it is in `range`, else NaN.
TensorExpr poisonOutside(TensorBuilder &builder, TensorExpr x,
                         ScalarRange range);

/// The scalar as a rank-0 tensor of f32; an operand outside `range` is NaN.
TensorExpr getScalarIn(TensorBuilder &builder, ScalarSource scalar,
                       ScalarRange range);

/// Verifies a scalar of f32 called `name`.
llvm::LogicalResult verifyScalar(mlir::Operation *op, llvm::StringRef name,
                                 ScalarSource scalar, ScalarRange range);

/// Verifies a scalar of i32 (with `allowFloat` also f32) called `name`.
llvm::LogicalResult verifyIntegerScalar(
    mlir::Operation *op, llvm::StringRef name, ScalarSource scalar,
    std::optional<int64_t> minimum = std::nullopt, bool allowFloat = false);

/// Checks a scalar that meets the elements of `x`: one of both forms, an
/// operand of f32 for floats and of i32 for integers, an attribute that i32 can
/// hold for integers. Any float is accepted.
llvm::LogicalResult verifyElementScalar(mlir::Operation *op,
                                        llvm::StringRef name,
                                        ScalarSource scalar, mlir::Value x);

/// A scalar that meets the elements of `x`, as a rank-0 tensor of the type in
/// which these are computed: f32 or an integer type.
TensorExpr getElementScalar(TensorBuilder &builder, ScalarSource scalar,
                            TensorExpr x);

} // namespace oaml

#endif // OAML_LIB_DIALECT_OAML_IR_SCALARS_H
