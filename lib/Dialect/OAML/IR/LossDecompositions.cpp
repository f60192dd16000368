//===- LossDecompositions.cpp - Losses and scores in terms of core ops ----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossRules.h"
#include "Scalars.h"

#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/LossOps.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "llvm/ADT/Sequence.h"

#include <limits>

using namespace mlir;
using namespace oaml;

CrossEntropyParts
oaml::buildCrossEntropyParts(TensorBuilder &builder, TensorExpr logits,
                             TensorExpr targets,
                             llvm::function_ref<TensorExpr()> makeShare) {
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  OpFoldResult one = builder.getIndexAttr(1);
  OpFoldResult rows = builder.extent(logits, 0);
  OpFoldResult columns = builder.extent(logits, 1);
  CrossEntropyParts parts;
  TensorExpr x = builder.cast(logits, f32);
  // A NaN makes the sum NaN; the maximum need not tell of it.
  parts.shifted = x - builder.reduce(ReductionKind::MaxNumber, x, {1});
  parts.exponentials = builder.exp(parts.shifted);
  parts.total = builder.reduce(ReductionKind::Sum, parts.exponentials, {1});
  TensorExpr target = builder.reshape(builder.cast(targets, i32), {rows, one});
  parts.isTarget = builder.compare(Comparison::Equal,
                                   builder.iota({one, columns}, 1), target);
  TensorExpr share = makeShare();
  TensorExpr bad =
      builder.scalar(std::numeric_limits<double>::quiet_NaN(), f32);
  TensorExpr inRange =
      builder.select(builder.compare(Comparison::Less, target,
                                     builder.extentScalar(columns, i32)),
                     share, bad);
  parts.weight = builder.select(
      builder.compare(Comparison::GreaterEqual, target, 0.0), inRange, bad);
  return parts;
}

TensorExpr oaml::buildRowLosses(TensorBuilder &builder,
                                const CrossEntropyParts &parts) {
  TensorExpr picked =
      builder.reduce(ReductionKind::Sum,
                     builder.select(parts.isTarget, parts.shifted,
                                    builder.zeroLike(parts.shifted)),
                     {1});
  return (builder.log(parts.total) - picked) * parts.weight;
}

TensorExpr oaml::getMeanShare(TensorBuilder &builder, TensorExpr logits) {
  Type f32 = builder.getF32Type();
  return builder.scalar(1.0, f32) / builder.numElements(logits, {0}, f32);
}

MaskedCrossEntropyParts
oaml::buildMaskedCrossEntropyParts(TensorBuilder &builder, TensorExpr logits,
                                   TensorExpr targets, TensorExpr mask,
                                   ScalarSource validCount) {
  Type f32 = builder.getF32Type();
  TensorExpr number = getScalarIn(builder, validCount, countRange);
  if (validCount.value) {
    TensorExpr isInRange = builder.compare(
        Comparison::LessEqual, number, builder.numElements(logits, {0}, f32));
    number = builder.select(
        isInRange, number,
        builder.scalar(std::numeric_limits<double>::quiet_NaN(), f32));
  }
  OpFoldResult rows = builder.extent(logits, 0);
  TensorExpr rowMask = builder.reshape(mask, {rows, builder.getIndexAttr(1)});
  logits = builder.select(rowMask, logits, builder.zeroLike(logits));
  targets = builder.cast(targets, builder.getI32Type());
  targets = builder.select(builder.reshape(mask, {rows}), targets,
                           builder.zeroLike(targets));
  return {
      buildCrossEntropyParts(builder, logits, targets,
                             [&] { return builder.scalar(1.0, f32) / number; }),
      rowMask};
}

/// The sum of all elements, as [1].
static Value sumAll(TensorBuilder &builder, TensorExpr x) {
  TensorExpr total = builder.reduce(
      ReductionKind::Sum, x, llvm::to_vector(llvm::seq<int64_t>(x.getRank())));
  return builder.reshape(total, {builder.getIndexAttr(1)});
}

/// The mean of all elements, as [1].
static Value meanAll(TensorBuilder &builder, TensorExpr x) {
  return MeanOp::create(builder, Value(x), /*axis=*/IntegerAttr());
}

SmallVector<Value> CrossEntropyOp::decompose(TensorBuilder &builder) {
  TensorExpr logits = builder(getLogits());
  CrossEntropyParts parts =
      buildCrossEntropyParts(builder, logits, builder(getTargets()),
                             [&] { return getMeanShare(builder, logits); });
  return {sumAll(builder, buildRowLosses(builder, parts))};
}

SmallVector<Value> MaskedCrossEntropyOp::decompose(TensorBuilder &builder) {
  MaskedCrossEntropyParts parts = buildMaskedCrossEntropyParts(
      builder, builder(getLogits()), builder(getTargets()), builder(getMask()),
      getValidCountScalar());
  TensorExpr rows = buildRowLosses(builder, parts);
  return {sumAll(builder,
                 builder.select(parts.mask, rows, builder.zeroLike(rows)))};
}

//===----------------------------------------------------------------------===//
// Losses of a prediction and a target
//===----------------------------------------------------------------------===//

/// prediction - target in f32; the target is detached.
static TensorExpr getDifference(TensorBuilder &builder, Value prediction,
                                Value target) {
  Type f32 = builder.getF32Type();
  return builder.cast(builder(prediction), f32) -
         builder.detach(builder.cast(builder(target), f32));
}

/// |x| with the derivative 0 at 0; NaN stays.
static TensorExpr getMagnitude(TensorBuilder &builder, TensorExpr x) {
  TensorExpr positive = builder.compare(Comparison::Greater, x, 0.0);
  TensorExpr negative = builder.compare(Comparison::Less, x, 0.0);
  return builder.select(positive, x, builder.select(negative, -x, x * 0.0));
}

SmallVector<Value> MseOp::decompose(TensorBuilder &builder) {
  TensorExpr d = getDifference(builder, getPrediction(), getTarget());
  return {meanAll(builder, d * d)};
}

SmallVector<Value> L1Op::decompose(TensorBuilder &builder) {
  TensorExpr d = getDifference(builder, getPrediction(), getTarget());
  return {meanAll(builder, getMagnitude(builder, d))};
}

SmallVector<Value> SmoothL1Op::decompose(TensorBuilder &builder) {
  TensorExpr d = getDifference(builder, getPrediction(), getTarget());
  TensorExpr size = getMagnitude(builder, d);
  TensorExpr isNear = builder.compare(Comparison::Less, size, 1.0);
  return {meanAll(builder, builder.select(isNear, d * d * 0.5, size - 0.5))};
}

TensorExpr oaml::holdProbability(TensorBuilder &builder,
                                 TensorExpr prediction) {
  TensorExpr p = builder.cast(prediction, builder.getF32Type());
  // The upper bound is the largest f32 not above 1 - 1e-7.
  TensorExpr least = builder.scalarLike(1e-7, p);
  TensorExpr most = builder.scalarLike(1.0 - 0x1p-23, p);
  return builder.select(
      builder.compare(Comparison::Less, p, least), least,
      builder.select(builder.compare(Comparison::Greater, p, most), most, p));
}

SmallVector<Value> BceOp::decompose(TensorBuilder &builder) {
  TensorExpr c = holdProbability(builder, builder(getPrediction()));
  TensorExpr t = builder.cast(builder(getTarget()), builder.getF32Type());
  TensorExpr rest = builder(Log1pOp::create(builder, Value(-c)));
  return {meanAll(builder, -(t * builder.log(c) + (1.0 - t) * rest))};
}

SmallVector<Value> MaskedMseOp::decompose(TensorBuilder &builder) {
  TensorExpr d = getDifference(builder, getPrediction(), getTarget());
  TensorExpr w = builder.broadcastLike(
      builder.detach(builder.cast(builder(getMask()), builder.getF32Type())),
      d);
  TensorExpr total = builder(sumAll(builder, w));
  TensorExpr one = builder.scalarLike(1.0, total);
  TensorExpr weight = builder.select(
      builder.compare(Comparison::LessEqual, total, one), one, total);
  return {builder(sumAll(builder, d * d * w)) / weight};
}

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

SmallVector<Value> AccuracyCountOp::decompose(TensorBuilder &builder) {
  TensorExpr logits = builder(getLogits());
  Type i32 = builder.getI32Type();
  Value best = ArgmaxOp::create(
      builder, Value(logits), builder.getI64IntegerAttr(logits.getRank() - 1));
  TensorExpr found = builder(best);
  TensorExpr labels =
      builder.reshapeLike(builder.cast(builder(getLabels()), i32), found);
  TensorExpr hits = builder.compare(Comparison::Equal, found, labels);
  if (getMask()) {
    TensorExpr mask = builder.reshapeLike(builder(getMask()), found);
    hits = builder.select(mask, hits, builder.zeroLike(hits));
  }
  TensorExpr count =
      builder.reduce(ReductionKind::Sum, hits,
                     llvm::to_vector(llvm::seq<int64_t>(logits.getRank())));
  return {builder.reshape(count, {builder.getIndexAttr(1)})};
}
