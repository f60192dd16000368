//===- SelectionDecompositions.cpp - The largest of each row --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/IndexingOps.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace oaml;

namespace {
struct Selection {
  /// [T, k]
  TensorExpr values, indices;
};
} // namespace

/// The `k` largest of each row of `x`, which is [T, E]: the place of an element
/// is the number of elements that come before it, and the element at place p is
/// found by its place.
static Selection selectByRank(TensorBuilder &builder, TensorExpr x, int64_t k) {
  OpFoldResult rows = builder.extent(x, 0), extent = builder.extent(x, 1);
  OpFoldResult one = builder.getIndexAttr(1);
  Type i32 = builder.getI32Type();
  // Each element against all others of its row, which run along the last axis.
  TensorExpr self = builder.reshape(x, {rows, extent, one});
  TensorExpr other = builder.reshape(x, {rows, one, extent});
  TensorExpr place = builder.iota({extent, one}, 0);
  TensorExpr otherPlace = builder.iota({one, extent}, 1);
  TensorExpr isEarlier = builder.compare(Comparison::Less, otherPlace, place);
  TensorExpr selfIsNaN = builder.compare(Comparison::NotEqual, self, self);
  TensorExpr otherIsNaN = builder.compare(Comparison::NotEqual, other, other);
  TensorExpr isEqual = builder.compare(Comparison::Equal, other, self);
  TensorExpr isGreater = builder.compare(Comparison::Greater, other, self);
  TensorExpr zero = builder.scalar(0.0, i32);
  TensorExpr comesBefore = builder.select(
      otherIsNaN, builder.select(selfIsNaN, isEarlier, zero),
      builder.select(selfIsNaN, builder.scalar(1.0, i32),
                     builder.select(isEqual, isEarlier, isGreater)));
  TensorExpr rank = builder.reduce(ReductionKind::Sum, comesBefore, {2});

  rank = builder.reshape(rank, {rows, one, extent});
  TensorExpr wanted = builder.iota({builder.getIndexAttr(k), one}, 0);
  TensorExpr isWanted = builder.compare(Comparison::Equal, rank, wanted);
  TensorExpr found = builder.select(isWanted, otherPlace, zero);
  TensorExpr indices =
      builder.reshape(builder.reduce(ReductionKind::Sum, found, {2}),
                      {rows, builder.getIndexAttr(k)});
  return {builder(GatherLastDimOp::create(builder, x, indices)), indices};
}

/// The same for long rows: each is cut into chunks of `chunk` elements, whose
/// `k` largest are the candidates. These stand in the order of the row where
/// they are equal, so that ties stay ties by index.
static Selection selectByChunks(TensorBuilder &builder, TensorExpr x, int64_t k,
                                int64_t chunk) {
  int64_t extent = x.getType().getDimSize(1);
  int64_t count = llvm::divideCeil(extent, chunk);
  OpFoldResult rows = builder.extent(x, 0), none = builder.getIndexAttr(0);
  auto index = [&](int64_t value) -> OpFoldResult {
    return builder.getIndexAttr(value);
  };
  // Behind the row, a NaN comes after everything.
  x = builder.pad(x, {none, none}, {none, index(count * chunk - extent)},
                  std::numeric_limits<double>::quiet_NaN());
  // [T * count, chunk]; only one of the extents may be unknown.
  std::optional<int64_t> known = getConstantIntValue(rows);
  auto parts = TopKOp::create(
      builder,
      Value(builder.reshape(
          x, {index(known ? *known * count : -1), index(chunk)})),
      k);
  TensorExpr start = builder.iota({index(count), index(1)}, 0) *
                     builder.scalar(chunk, builder.getI32Type());
  TensorExpr places = builder.reshape(builder(parts.getIndices()),
                                      {rows, index(count), index(k)}) +
                      start;
  SmallVector<OpFoldResult> shape = {rows, index(count * k)};
  auto best = TopKOp::create(
      builder, Value(builder.reshape(builder(parts.getValues()), shape)), k);
  TensorExpr indices = builder(GatherLastDimOp::create(
      builder, builder.reshape(places, shape), best.getIndices()));
  return {builder(best.getValues()), indices};
}

SmallVector<Value> TopKOp::decompose(TensorBuilder &builder) {
  TensorExpr x = builder(getX());
  int64_t rank = x.getRank(), k = getIndices().getType().getShape().back();
  if (ShapedType::isDynamic(k))
    k = getK();
  if (rank == 1)
    x = builder.reshape(x, {builder.getIndexAttr(1), builder.extent(x, 0)});
  int64_t extent = x.getType().getDimSize(1);
  int64_t chunk = std::max<int64_t>(1024, llvm::PowerOf2Ceil(4 * k));
  Selection selection = !ShapedType::isDynamic(extent) && extent > 2 * chunk
                            ? selectByChunks(builder, x, k, chunk)
                            : selectByRank(builder, x, k);
  if (rank == 1)
    for (TensorExpr *result : {&selection.values, &selection.indices})
      *result = builder.reshape(*result, {builder.getIndexAttr(k)});
  return {selection.values, selection.indices};
}

SmallVector<Value> TopKMaskOp::decompose(TensorBuilder &builder) {
  TensorExpr indices = builder(getIndices());
  OpFoldResult rows = builder.extent(indices, 0);
  OpFoldResult one = builder.getIndexAttr(1);
  OpFoldResult count = builder.getIndexAttr(getNumExperts());
  TensorExpr listed =
      builder.reshape(indices, {rows, builder.extent(indices, 1), one});
  TensorExpr isListed =
      builder.compare(Comparison::Equal, listed, builder.iota({one, count}, 1));
  TensorExpr any = builder.reduce(ReductionKind::Max, isListed, {1});
  return {
      builder.cast(builder.reshape(any, {rows, count}), builder.getF32Type())};
}
