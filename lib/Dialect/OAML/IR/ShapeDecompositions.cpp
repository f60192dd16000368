//===- ShapeDecompositions.cpp - Shape ops from core ops ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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

/// The product of `extents`.
static OpFoldResult multiply(TensorBuilder &builder,
                             ArrayRef<OpFoldResult> extents) {
  int64_t known = 1;
  Value product;
  for (OpFoldResult extent : extents) {
    if (std::optional<int64_t> constant = getConstantIntValue(extent)) {
      known *= *constant;
      continue;
    }
    Value factor = cast<Value>(extent);
    product = product
                  ? arith::MulIOp::create(builder, product, factor).getResult()
                  : factor;
  }
  if (!product)
    return builder.getIndexAttr(known);
  if (known == 1)
    return product;
  return arith::MulIOp::create(builder, product,
                               arith::ConstantIndexOp::create(builder, known))
      .getResult();
}

SmallVector<Value> RepeatInterleaveOp::decompose(TensorBuilder &builder) {
  // The axes before and after the repeated one are joined, so that one more
  // stays within the greatest rank.
  TensorExpr x = builder(getX());
  int64_t axis = getAxis();
  SmallVector<OpFoldResult> extents = builder.extents(x);
  OpFoldResult outer = multiply(builder, ArrayRef(extents).take_front(axis));
  OpFoldResult inner =
      multiply(builder, ArrayRef(extents).drop_front(axis + 1));
  OpFoldResult extent = extents[axis];
  OpFoldResult repeats = builder.getIndexAttr(getRepeats());
  TensorExpr apart =
      builder.reshape(x, {outer, extent, builder.getIndexAttr(1), inner});
  TensorExpr repeated =
      builder.broadcastTo(apart, {outer, extent, repeats, inner});
  extents[axis] = multiply(builder, {extent, repeats});
  return {builder.reshape(repeated, extents)};
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
