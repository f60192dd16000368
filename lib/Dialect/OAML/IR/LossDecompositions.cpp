//===- LossDecompositions.cpp - Losses and scores in terms of core ops ----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossRules.h"

#include "oaml/Dialect/OAML/IR/LossOps.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "llvm/ADT/Sequence.h"

#include <limits>

using namespace mlir;
using namespace oaml;

CrossEntropyParts oaml::buildCrossEntropyParts(TensorBuilder &builder,
                                               TensorExpr logits,
                                               TensorExpr targets) {
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  OpFoldResult one = builder.getIndexAttr(1);
  OpFoldResult rows = builder.extent(logits, 0);
  OpFoldResult columns = builder.extent(logits, 1);
  CrossEntropyParts parts;
  TensorExpr x = builder.cast(logits, f32);
  parts.shifted = x - builder.reduce(ReductionKind::Max, x, {1});
  parts.exponentials = builder.exp(parts.shifted);
  parts.total = builder.reduce(ReductionKind::Sum, parts.exponentials, {1});
  TensorExpr target = builder.reshape(builder.cast(targets, i32), {rows, one});
  parts.isTarget = builder.compare(Comparison::Equal,
                                   builder.iota({one, columns}, 1), target);
  TensorExpr share =
      builder.scalar(1.0, f32) / builder.numElements(logits, {0}, f32);
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

SmallVector<Value> CrossEntropyOp::decompose(TensorBuilder &builder) {
  CrossEntropyParts parts = buildCrossEntropyParts(
      builder, builder(getLogits()), builder(getTargets()));
  TensorExpr picked =
      builder.reduce(ReductionKind::Sum,
                     builder.select(parts.isTarget, parts.shifted,
                                    builder.zeroLike(parts.shifted)),
                     {1});
  TensorExpr rows = (builder.log(parts.total) - picked) * parts.weight;
  TensorExpr total = builder.reduce(ReductionKind::Sum, rows, {0});
  return {builder.reshape(total, {builder.getIndexAttr(1)})};
}

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
