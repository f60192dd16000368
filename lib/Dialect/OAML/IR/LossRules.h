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
  /// `[B, 1]`: 1/B, NaN where the target is not a column.
  TensorExpr weight;
};
CrossEntropyParts buildCrossEntropyParts(TensorBuilder &builder,
                                         TensorExpr logits, TensorExpr targets);

} // namespace oaml

#endif // OAML_LIB_DIALECT_OAML_IR_LOSSRULES_H
