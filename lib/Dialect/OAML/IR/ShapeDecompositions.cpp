//===- ShapeDecompositions.cpp - Shape ops from core ops ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace oaml;

SmallVector<Value> SplitOp::decompose(TensorBuilder &builder) {
  TensorExpr x = builder(getX());
  SmallVector<Value> parts;
  int64_t start = 0;
  for (int64_t size : getSizes()) {
    parts.push_back(builder.slice(x, getAxis(), builder.getIndexAttr(start),
                                  builder.getIndexAttr(start + size)));
    start += size;
  }
  return parts;
}

SmallVector<Value> RepeatInterleaveOp::decompose(TensorBuilder &builder) {
  // The axes before and after the repeated one are joined, so that one more
  // stays within the greatest rank.
  TensorExpr x = builder(getX()), result = builder(getResult());
  int64_t axis = getAxis(), rank = x.getRank();
  SmallVector<OpFoldResult> wanted = builder.extents(x);
  auto join = [&](int64_t first, int64_t last) -> OpFoldResult {
    int64_t product = 1;
    SmallVector<Value> unknown;
    for (int64_t i = first; i < last; ++i) {
      if (std::optional<int64_t> extent = getConstantIntValue(wanted[i]))
        product *= *extent;
      else
        unknown.push_back(cast<Value>(wanted[i]));
    }
    if (unknown.empty())
      return builder.getIndexAttr(product);
    Value total = arith::ConstantIndexOp::create(builder, product);
    for (Value extent : unknown)
      total = arith::MulIOp::create(builder, total, extent);
    return total;
  };
  OpFoldResult outer = join(0, axis), inner = join(axis + 1, rank);
  OpFoldResult one = builder.getIndexAttr(1);
  OpFoldResult repeats = builder.getIndexAttr(getRepeats());
  TensorExpr apart = builder.reshape(x, {outer, wanted[axis], one, inner});
  TensorExpr repeated =
      builder.broadcastTo(apart, {outer, wanted[axis], repeats, inner});
  return {builder.reshapeLike(repeated, result)};
}

SmallVector<Value> CausalMaskOp::decompose(TensorBuilder &builder) {
  TensorExpr scores = getScores() ? builder(getScores())
                                  : builder.splat(0.0, getResult().getType());
  int64_t rank = scores.getRank();
  SmallVector<OpFoldResult> matrix = {builder.extent(scores, rank - 2),
                                      builder.extent(scores, rank - 1)};
  TensorExpr isLater = builder.compare(
      Comparison::Greater, builder.iota(matrix, 1), builder.iota(matrix, 0));
  return {builder.select(isLater, builder.scalarLike(-1e9, scores), scores)};
}
