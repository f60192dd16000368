//===- NormRules.h - Parts of normalizations --------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_DIALECT_OAML_IR_NORMRULES_H
#define OAML_LIB_DIALECT_OAML_IR_NORMRULES_H

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

namespace oaml {

/// A tensor divided by its standard deviation, or by its root mean square,
/// along some axes. Statistics keep these with extent 1.
struct Normalized {
  TensorExpr unit;
  /// 1 / sqrt(variance + epsilon).
  TensorExpr inverse;
  /// Null if nothing was subtracted.
  TensorExpr mean;
  /// The mean of the squares, after `mean` was subtracted.
  TensorExpr variance;
  llvm::SmallVector<int64_t> axes;
};

/// Normalizes `x`, of f32, along `axes`; with `isCentred` its mean is
/// subtracted first.
Normalized normalize(TensorBuilder &builder, TensorExpr x,
                     llvm::ArrayRef<int64_t> axes, const llvm::APFloat &epsilon,
                     bool isCentred);

/// The cotangent of what was normalized, for the cotangent `q` of its `unit`:
/// inverse (q - mean(q) - unit mean(q unit)), without mean(q) if nothing was
/// subtracted.
TensorExpr buildNormAdjoint(TensorBuilder &builder, const Normalized &x,
                            TensorExpr q);

/// `tensor` in f32.
TensorExpr widen(TensorBuilder &builder, mlir::Value tensor);

/// `x` in the element type of `like`.
mlir::Value narrow(TensorBuilder &builder, TensorExpr x, mlir::Value like);

/// `x` summed to the shape of `like`, to which it broadcasts, in its type.
mlir::Value sumLike(TensorBuilder &builder, TensorExpr x, mlir::Value like);

/// The vector `[C]` in f32 for a tensor with channels at axis 1 and `trailing`
/// axes behind it.
TensorExpr viewChannels(TensorBuilder &builder, mlir::Value vector,
                        int64_t trailing);

/// `x`, whose only axis with more than one element is the channels', as a
/// vector of the type of `like`.
mlir::Value toChannelVector(TensorBuilder &builder, TensorExpr x,
                            mlir::Value like);

} // namespace oaml

#endif // OAML_LIB_DIALECT_OAML_IR_NORMRULES_H
