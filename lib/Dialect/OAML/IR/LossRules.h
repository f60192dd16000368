//===- LossRules.h - Parts that losses and their adjoints share -*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_DIALECT_OAML_IR_LOSSRULES_H
#define OAML_LIB_DIALECT_OAML_IR_LOSSRULES_H

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

namespace oaml {

/// What value and adjoint of a cross-entropy are made of; f32 unless stated.
struct CrossEntropyParts {
  /// logits minus the row's maximum, `[B, C]`.
  TensorExpr shifted;
  /// e^shifted, `[B, C]`, and its sum over the row, `[B, 1]`.
  TensorExpr exponentials, total;
  /// i32 `[B, C]`: whether the column is the row's target.
  TensorExpr isTarget;
  /// `[B, 1]`: the row's share, NaN where the target is not a column.
  TensorExpr weight;
};
/// `makeShare` gives the weight of each row, of rank 0.
CrossEntropyParts
buildCrossEntropyParts(TensorBuilder &builder, TensorExpr logits,
                       TensorExpr targets,
                       llvm::function_ref<TensorExpr()> makeShare);

/// Rows of the loss, `[B, 1]`, and its derivative in the logits times `g`,
/// `[B, C]`.
TensorExpr buildRowLosses(TensorBuilder &builder,
                          const CrossEntropyParts &parts);
TensorExpr buildLogitsGradient(TensorBuilder &builder,
                               const CrossEntropyParts &parts, TensorExpr g);

/// 1/B for logits `[B, C]`.
TensorExpr getMeanShare(TensorBuilder &builder, TensorExpr logits);
/// The parts of a loss of the rows whose `mask`, of B elements, is not 0: other
/// rows are as if logits and target were 0, so that nothing of them is in any
/// derivative. Each row weighs 1/`validCount`, NaN unless that is from 1 to B.
struct MaskedCrossEntropyParts : CrossEntropyParts {
  /// The mask as `[B, 1]`.
  TensorExpr mask;
};
MaskedCrossEntropyParts buildMaskedCrossEntropyParts(TensorBuilder &builder,
                                                     TensorExpr logits,
                                                     TensorExpr targets,
                                                     TensorExpr mask,
                                                     ScalarSource validCount);

/// A probability held inside the interval of `oaml.bce`, in f32; NaN stays.
TensorExpr holdProbability(TensorBuilder &builder, TensorExpr prediction);

} // namespace oaml

#endif // OAML_LIB_DIALECT_OAML_IR_LOSSRULES_H
