//===- LossAdjoints.cpp - Adjoint rules of losses -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossRules.h"

#include "mlir/IR/TypeUtilities.h"
#include "oaml/Dialect/OAML/IR/LossOps.h"

using namespace mlir;
using namespace oaml;

bool CrossEntropyOp::isDifferentiableOperand(unsigned operand) {
  return operand == 0;
}

SmallVector<Value> CrossEntropyOp::buildAdjoint(TensorBuilder &builder,
                                                ArrayRef<Value> cotangents) {
  // The same parts as in the decomposition, which common subexpression
  // elimination unites with those of the forward pass.
  CrossEntropyParts parts = buildCrossEntropyParts(
      builder, builder(getLogits()), builder(getTargets()));
  TensorExpr zero = builder.zeroLike(parts.total);
  TensorExpr onehot =
      builder.select(parts.isTarget, builder.scalarLike(1.0, zero), zero);
  TensorExpr difference = parts.exponentials / parts.total - onehot;
  TensorExpr result = difference * (parts.weight * builder(cotangents[0]));
  return {builder.cast(result, getElementTypeOrSelf(getLogits())), Value()};
}
