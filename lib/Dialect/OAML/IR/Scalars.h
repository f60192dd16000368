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

namespace oaml {

/// What a float scalar may be, besides finite.
struct ScalarRange {
  /// No bound if not given.
  std::optional<double> minimum = std::nullopt;
  /// The minimum itself is excluded.
  bool open = false;
  /// All values are below it, if given.
  std::optional<double> limit = std::nullopt;
};

/// Verifies a scalar of f32 called `name`.
llvm::LogicalResult verifyScalar(mlir::Operation *op, llvm::StringRef name,
                                 ScalarSource scalar, ScalarRange range);

/// Verifies a scalar of i32 (with `allowFloat` also f32) called `name`.
llvm::LogicalResult verifyIntegerScalar(
    mlir::Operation *op, llvm::StringRef name, ScalarSource scalar,
    std::optional<int64_t> minimum = std::nullopt, bool allowFloat = false);

} // namespace oaml

#endif // OAML_LIB_DIALECT_OAML_IR_SCALARS_H
