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
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace oaml;

bool CrossEntropyOp::isDifferentiableOperand(unsigned operand) {
  return operand == 0;
}

TensorExpr oaml::buildLogitsGradient(TensorBuilder &builder,
                                     const CrossEntropyParts &parts,
                                     TensorExpr g) {
  TensorExpr zero = builder.zeroLike(parts.total);
  TensorExpr onehot =
      builder.select(parts.isTarget, builder.scalarLike(1.0, zero), zero);
  TensorExpr difference = parts.exponentials / parts.total - onehot;
  return difference * (parts.weight * g);
}

// The same parts as in the decompositions, which common subexpression
// elimination unites with those of the forward pass.

SmallVector<Value> CrossEntropyOp::buildAdjoint(TensorBuilder &builder,
                                                ArrayRef<Value> cotangents) {
  TensorExpr logits = builder(getLogits());
  CrossEntropyParts parts =
      buildCrossEntropyParts(builder, logits, builder(getTargets()),
                             [&] { return getMeanShare(builder, logits); });
  TensorExpr result =
      buildLogitsGradient(builder, parts, builder(cotangents[0]));
  return {builder.cast(result, getElementTypeOrSelf(getLogits())), Value()};
}

bool MaskedCrossEntropyOp::isDifferentiableOperand(unsigned operand) {
  return operand == 0;
}

SmallVector<Value>
MaskedCrossEntropyOp::buildAdjoint(TensorBuilder &builder,
                                   ArrayRef<Value> cotangents) {
  MaskedCrossEntropyParts parts = buildMaskedCrossEntropyParts(
      builder, builder(getLogits()), builder(getTargets()), builder(getMask()),
      getValidCountScalar());
  TensorExpr result =
      buildLogitsGradient(builder, parts, builder(cotangents[0]));
  result = builder.select(parts.mask, result, builder.zeroLike(result));
  SmallVector<Value> results(getNumOperands());
  results[0] = builder.cast(result, getElementTypeOrSelf(getLogits()));
  return results;
}

bool BceOp::isDifferentiableOperand(unsigned operand) { return operand == 0; }

SmallVector<Value> BceOp::buildAdjoint(TensorBuilder &builder,
                                       ArrayRef<Value> cotangents) {
  Type f32 = builder.getF32Type();
  TensorExpr p = builder.cast(builder(getPrediction()), f32);
  TensorExpr t = builder.detach(builder.cast(builder(getTarget()), f32));
  // Held numbers pass gradients on as if they had not been held, in second
  // order, too: the added term is 0, and its derivative 1.
  TensorExpr passed = p - builder.detach(p);
  TensorExpr zero = builder.zeroLike(p);
  TensorExpr isFinite = builder.compare(Comparison::Equal, passed, zero);
  TensorExpr c = builder.detach(holdProbability(builder, p)) +
                 builder.select(isFinite, passed, zero);
  TensorExpr share =
      builder.scalar(1.0, f32) /
      builder.numElements(p, llvm::to_vector(llvm::seq<int64_t>(p.getRank())),
                          f32);
  TensorExpr g = builder(cotangents[0]) * share;
  TensorExpr slope = (c - t) / (c * (1.0 - c));
  TensorExpr result = builder.conform(slope * builder.reshape(g, {}), p);
  return {builder.cast(result, getElementTypeOrSelf(getPrediction())), Value()};
}
