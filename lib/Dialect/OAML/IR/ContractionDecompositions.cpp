//===- ContractionDecompositions.cpp - Decomposition of products ----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "oaml/Dialect/OAML/IR/ContractionOps.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace oaml;

/// `[..., K]` times `[N, K]` transposed, for any number of leading axes.
static TensorExpr buildMatmulNT(TensorBuilder &builder, Value left,
                                Value right) {
  MLIRContext *context = builder.getContext();
  unsigned leading = cast<RankedTensorType>(left.getType()).getRank() - 1;
  unsigned n = leading, k = leading + 1, rank = leading + 2;
  auto rows = llvm::to_vector(llvm::seq(leading));
  auto makeMap = [&](ArrayRef<unsigned> head, unsigned last) {
    SmallVector<unsigned> targets(head);
    targets.push_back(last);
    return AffineMap::getMultiDimMapWithTargets(rank, targets, context);
  };
  return builder.contract(builder(left), builder(right), makeMap(rows, k),
                          makeMap({n}, k), makeMap(rows, n));
}

SmallVector<Value> MatmulNTOp::decompose(TensorBuilder &builder) {
  return {buildMatmulNT(builder, getLeft(), getRight())};
}

SmallVector<Value> BmmOp::decompose(TensorBuilder &builder) {
  return {builder.contract(builder(getLeft()), builder(getRight()),
                           "bmk,bkn->bmn")};
}

SmallVector<Value> BmmNTOp::decompose(TensorBuilder &builder) {
  return {builder.contract(builder(getLeft()), builder(getRight()),
                           "bmk,bnk->bmn")};
}

SmallVector<Value> BmmTNOp::decompose(TensorBuilder &builder) {
  return {builder.contract(builder(getLeft()), builder(getRight()),
                           "bkm,bkn->bmn")};
}

SmallVector<Value> LinearOp::decompose(TensorBuilder &builder) {
  TensorExpr product = buildMatmulNT(builder, getX(), getWeight());
  if (!getBias())
    return {product};
  return {product + builder(getBias())};
}

SmallVector<Value> LinearReluOp::decompose(TensorBuilder &builder) {
  TensorExpr product = buildMatmulNT(builder, getX(), getWeight());
  Value sum = product + builder(getBias());
  return {ReluOp::create(builder, sum)};
}

SmallVector<Value> LinearGeluOp::decompose(TensorBuilder &builder) {
  TensorExpr product = buildMatmulNT(builder, getX(), getWeight());
  Value sum = product + builder(getBias());
  return {GeluOp::create(builder, sum)};
}

SmallVector<Value> PackedLinearOp::decompose(TensorBuilder &builder) {
  // Each part is widened by zeros to the whole result, of which it is a slice:
  // the sum of all parts is the result.
  SmallVector<TensorExpr> parts;
  SmallVector<OpFoldResult> starts = {builder.getIndexAttr(0)};
  for (auto [i, weight] : llvm::enumerate(getWeights())) {
    TensorExpr part = buildMatmulNT(builder, getX(), weight);
    if (!getBiases().empty())
      part = part + builder(getBiases()[i]);
    parts.push_back(part);
    starts.push_back(
        builder.addExtents(starts.back(), builder.extent(part, 1)));
  }
  OpFoldResult none = builder.getIndexAttr(0);
  TensorExpr total;
  for (auto [i, part] : llvm::enumerate(parts)) {
    OpFoldResult after = builder.subExtents(starts.back(), starts[i + 1]);
    TensorExpr wide =
        builder.pad(part, {none, starts[i]}, {none, after}, /*value=*/0.0);
    total = total ? total + wide : wide;
  }
  return {builder.conform(total, builder(getResult()))};
}

SmallVector<Value> BiasAddOp::decompose(TensorBuilder &builder) {
  return {builder(getX()) + builder(getBias())};
}
