//===- NormAdjoints.cpp - Adjoint rules of normalizations -----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormRules.h"

#include "oaml/Dialect/OAML/IR/NormOps.h"

using namespace mlir;
using namespace oaml;

SmallVector<Value> BatchNorm2dOp::buildAdjoint(TensorBuilder &builder,
                                               ArrayRef<Value> cotangents) {
  // The statistics are detached.
  if (!cotangents[0])
    return SmallVector<Value>(3);
  const int64_t axes[] = {0, 2, 3};
  TensorExpr g = widen(builder, cotangents[0]);
  Normalized x = normalize(builder, widen(builder, getInput()), axes,
                           getEpsilon(), /*isCentred=*/true);
  // The weight is the same along the axes: it is taken out of the means, which
  // then share their sums with the other two.
  TensorExpr input =
      buildNormAdjoint(builder, x, g) * viewChannels(builder, getWeight(), 2);
  TensorExpr weight = builder.reduce(ReductionKind::Sum, g * x.unit, axes);
  TensorExpr bias = builder.reduce(ReductionKind::Sum, g, axes);
  return {narrow(builder, input, getInput()),
          toChannelVector(builder, weight, getWeight()),
          toChannelVector(builder, bias, getBias())};
}

SmallVector<Value> ChannelNormOp::buildAdjoint(TensorBuilder &builder,
                                               ArrayRef<Value> cotangents) {
  auto backward = ChannelNormBackwardOp::create(
      builder, getInput(), getWeight(), cotangents[0], getEpsilonAttr());
  return {narrow(builder, builder(backward.getNewInput()), getInput()),
          narrow(builder, builder(backward.getNewWeight()), getWeight()),
          narrow(builder, builder(backward.getNewBias()), getBias())};
}

SmallVector<Value> ChannelNormReluOp::buildAdjoint(TensorBuilder &builder,
                                                   ArrayRef<Value> cotangents) {
  auto backward = ChannelNormReluBackwardOp::create(
      builder, getInput(), getWeight(), getOutput(), cotangents[0],
      getEpsilonAttr());
  return {narrow(builder, builder(backward.getNewInput()), getInput()),
          narrow(builder, builder(backward.getNewWeight()), getWeight()),
          narrow(builder, builder(backward.getNewBias()), getBias())};
}

SmallVector<Value> LayerNormOp::buildAdjoint(TensorBuilder &builder,
                                             ArrayRef<Value> cotangents) {
  TensorExpr g = widen(builder, cotangents[0]);
  Normalized x = normalize(builder, widen(builder, getX()), {g.getRank() - 1},
                           getEpsilon(), /*isCentred=*/true);
  TensorExpr q = g * widen(builder, getWeight());
  return {narrow(builder, buildNormAdjoint(builder, x, q), getX()),
          sumLike(builder, g * x.unit, getWeight()),
          sumLike(builder, g, getBias())};
}

SmallVector<Value> RmsNormOp::buildAdjoint(TensorBuilder &builder,
                                           ArrayRef<Value> cotangents) {
  TensorExpr g = widen(builder, cotangents[0]);
  Normalized x =
      normalize(builder, widen(builder, getInput()), {g.getRank() - 1},
                getEpsilon(), /*isCentred=*/false);
  TensorExpr q = g * widen(builder, getWeight());
  return {narrow(builder, buildNormAdjoint(builder, x, q), getInput()),
          sumLike(builder, g * x.unit, getWeight())};
}

SmallVector<Value> ResidualRmsNormOp::buildAdjoint(TensorBuilder &builder,
                                                   ArrayRef<Value> cotangents) {
  SmallVector<Value> result(3);
  TensorExpr total;
  if (cotangents[1])
    total = widen(builder, cotangents[1]);
  if (cotangents[0]) {
    TensorExpr g = widen(builder, cotangents[0]);
    Normalized x =
        normalize(builder, widen(builder, getResidual()), {g.getRank() - 1},
                  getEpsilon(), /*isCentred=*/false);
    TensorExpr q = g * widen(builder, getWeight());
    TensorExpr part = buildNormAdjoint(builder, x, q);
    total = total ? total + part : part;
    result[2] = sumLike(builder, g * x.unit, getWeight());
  }
  result[0] = narrow(builder, total, getA());
  result[1] = narrow(builder, total, getB());
  return result;
}

SmallVector<Value> RmsNormGatedOp::buildAdjoint(TensorBuilder &builder,
                                                ArrayRef<Value> cotangents) {
  auto backward = RmsNormGatedBackwardOp::create(
      builder, getInput(), getWeight(), getBias(), getGate(), cotangents[0],
      getEpsilonAttr());
  SmallVector<Value> result = {backward.getNewInput(), backward.getNewWeight()};
  if (getBias())
    result.push_back(backward.getNewBias());
  result.push_back(backward.getNewGate());
  for (auto [value, operand] : llvm::zip_equal(result, getOperands()))
    value = narrow(builder, builder(value), operand);
  return result;
}
