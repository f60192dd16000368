//===- MoeDecompositions.cpp - Mixtures of experts in other ops -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/MoeOps.h"

#include "Scalars.h"

#include "oaml/Dialect/OAML/IR/IndexingOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include <limits>

using namespace mlir;
using namespace oaml;

/// `x` with its elements in one dimension.
static TensorExpr flatten(TensorBuilder &builder, TensorExpr x) {
  return builder(ReshapeOp::create(builder, Value(x), ValueRange(),
                                   ArrayRef<int64_t>{-1}));
}

/// A list as the rows, or the columns, of a table.
static TensorExpr asRows(TensorBuilder &builder, TensorExpr list) {
  return builder.reshape(list,
                         {builder.extent(list, 0), builder.getIndexAttr(1)});
}
static TensorExpr asColumns(TensorBuilder &builder, TensorExpr list) {
  return builder.reshape(list,
                         {builder.getIndexAttr(1), builder.extent(list, 0)});
}

/// The sum of a table over rows (axis 0) or columns, as a list.
static TensorExpr sumAlong(TensorBuilder &builder, TensorExpr table,
                           int64_t axis) {
  TensorExpr sum = builder.reduce(ReductionKind::Sum, table, {axis});
  return builder.reshape(sum, {builder.extent(table, 1 - axis)});
}

SmallVector<Value> MoeExpertPlanOp::decompose(TensorBuilder &builder) {
  Type i32 = builder.getI32Type();
  TensorExpr indices = builder(getExpertIndices());
  int64_t numExperts = getNumExperts();
  TensorExpr experts = builder.scalar(numExperts, i32);
  TensorExpr tokens = builder.extentScalar(builder.extent(indices, 0), i32);
  TensorExpr routes = builder.numElements(indices, {0, 1}, i32);
  TensorExpr expert = flatten(builder, indices);
  TensorExpr live =
      builder.select(builder.compare(Comparison::GreaterEqual, expert, 0.0),
                     builder.compare(Comparison::Less, expert, experts),
                     builder.zeroLike(expert));
  // Routes that are not live come last.
  TensorExpr key = builder.select(live, expert, experts);
  TensorExpr number = builder.iotaLike(key, 0);

  // Counts of routes per expert, and of those of experts before.
  OpFoldResult one = builder.getIndexAttr(1);
  auto numbers = [&](int64_t count) {
    return builder.iota({one, builder.getIndexAttr(count)}, 1);
  };
  TensorExpr keyRows = asRows(builder, key);
  TensorExpr counts = sumAlong(
      builder, builder.compare(Comparison::Equal, keyRows, numbers(numExperts)),
      0);
  TensorExpr offsets = sumAlong(
      builder,
      builder.compare(Comparison::Less, keyRows, numbers(numExperts + 1)), 0);

  // A route's place is the number of live routes before it.
  TensorExpr keyColumns = asColumns(builder, key);
  TensorExpr numberRows = asRows(builder, number);
  TensorExpr numberColumns = asColumns(builder, number);
  TensorExpr before = builder.select(
      builder.compare(Comparison::Equal, keyColumns, keyRows),
      builder.compare(Comparison::Less, numberColumns, numberRows),
      builder.compare(Comparison::Less, keyColumns, keyRows));
  TensorExpr inverse =
      builder.select(live, sumAlong(builder, before, 1), routes);

  // At a place stands the route with that place.
  TensorExpr stands = builder.compare(Comparison::Equal,
                                      asColumns(builder, inverse), numberRows);
  TensorExpr isEmpty =
      builder.compare(Comparison::GreaterEqual, number,
                      builder.reduce(ReductionKind::Sum, live, {0}));
  auto pick = [&](TensorExpr perRoute, TensorExpr otherwise) {
    TensorExpr found =
        sumAlong(builder,
                 builder.select(stands, asColumns(builder, perRoute),
                                builder.zeroLike(perRoute)),
                 1);
    return builder.select(isEmpty, otherwise, found);
  };
  TensorExpr token = flatten(builder, builder.iotaLike(indices, 0));
  return {counts,
          offsets,
          pick(token, tokens),
          pick(key, experts),
          pick(number, routes),
          inverse};
}

SmallVector<Value> MoeRouteWeightsOp::decompose(TensorBuilder &builder) {
  TensorExpr picked = builder(
      GatherLastDimOp::create(builder, getProbabilities(), getExpertIndices()));
  TensorExpr total = builder.reduce(ReductionKind::Sum, picked, {1});
  TensorExpr isLive = builder.compare(Comparison::Greater, total, 0.0);
  // Not even a gradient divides by 0.
  TensorExpr divisor =
      builder.select(isLive, total, builder.scalarLike(1.0, total));
  return {builder.select(isLive, picked / divisor, builder.zeroLike(total))};
}

/// Rows of `table` by route, `[T, K, D]`; zeros for routes without one.
static TensorExpr takeRoutes(TensorBuilder &builder, TensorExpr table,
                             Value map, OpFoldResult tokens) {
  TensorExpr rows = builder(EmbeddingOp::create(builder, table, map));
  SmallVector<Value> dynamicShape;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults({tokens}, dynamicShape, shape);
  shape.push_back(-1);
  SmallVector<Value> width;
  SmallVector<int64_t> widthShape;
  dispatchIndexOpFoldResults({builder.extent(table, 1)}, width, widthShape);
  llvm::append_range(dynamicShape, width);
  llvm::append_range(shape, widthShape);
  return builder(ReshapeOp::create(builder, Value(rows), dynamicShape, shape));
}

SmallVector<Value> MoeGatherOp::decompose(TensorBuilder &builder) {
  return {EmbeddingOp::create(builder, getInput(), getPackedToken())};
}

bool MoeGatherOp::isDifferentiableOperand(unsigned operand) {
  return operand == 0;
}

SmallVector<Value> MoeGatherOp::buildAdjoint(TensorBuilder &builder,
                                             ArrayRef<Value> cotangents) {
  TensorExpr input = builder(getInput());
  TensorExpr routes = takeRoutes(builder, builder(cotangents[0]), getInverse(),
                                 builder.extent(input, 0));
  return {builder.reshapeLike(builder.reduce(ReductionKind::Sum, routes, {1}),
                              input),
          Value(), Value()};
}

namespace {
/// What value and gradient of a combination share.
struct CombineParts {
  CombineParts(TensorBuilder &builder, MoeCombineOp op);
  /// 0 where a route has no row.
  TensorExpr onlyLive(TensorBuilder &builder, TensorExpr x) {
    return builder.select(isLive, x, builder.zeroLike(x));
  }
  TensorExpr rows, gate, isLive;
};
} // namespace

CombineParts::CombineParts(TensorBuilder &builder, MoeCombineOp op) {
  TensorExpr routeGate = builder(op.getRouteGate());
  TensorExpr inverse = builder(op.getInverse());
  SmallVector<OpFoldResult> shape = builder.extents(routeGate);
  rows = takeRoutes(builder, builder(op.getPacked()), inverse, shape[0]);
  shape.push_back(builder.getIndexAttr(1));
  gate = builder.reshape(routeGate, shape);
  TensorExpr place = builder.reshape(inverse, shape);
  isLive =
      builder.select(builder.compare(Comparison::GreaterEqual, place, 0.0),
                     builder.compare(Comparison::Less, place,
                                     builder.numElements(routeGate, {0, 1},
                                                         builder.getI32Type())),
                     builder.zeroLike(place));
}

SmallVector<Value> MoeCombineOp::decompose(TensorBuilder &builder) {
  CombineParts parts(builder, *this);
  TensorExpr sum =
      builder.reduce(ReductionKind::Sum,
                     parts.onlyLive(builder, parts.rows * parts.gate), {1});
  return {builder.reshape(sum, {builder.extent(builder(getRouteGate()), 0),
                                builder.extent(builder(getPacked()), 1)})};
}

bool MoeCombineOp::isDifferentiableOperand(unsigned operand) {
  return operand < 2;
}

SmallVector<Value> MoeCombineOp::buildAdjoint(TensorBuilder &builder,
                                              ArrayRef<Value> cotangents) {
  CombineParts parts(builder, *this);
  TensorExpr packed = builder(getPacked()), routeGate = builder(getRouteGate());
  TensorExpr g =
      builder.reshape(builder(cotangents[0]),
                      {builder.extent(routeGate, 0), builder.getIndexAttr(1),
                       builder.extent(packed, 1)});
  TensorExpr perRoute = builder.reshapeLike(g * parts.gate, packed);
  Value packedGradient =
      EmbeddingOp::create(builder, perRoute, getPackedSlot());
  TensorExpr gateGradient = builder.reduce(
      ReductionKind::Sum, parts.onlyLive(builder, g * parts.rows), {2});
  return {packedGradient, builder.reshapeLike(gateGradient, routeGate), Value(),
          Value()};
}

SmallVector<Value> GroupedLinearMOp::decompose(TensorBuilder &builder) {
  TensorExpr product = builder(
      GroupedGemmMOp::create(builder, getInput(), getWeight(), getOffsets()));
  // A row's group is the number of groups that end before it.
  TensorExpr offsets = builder(getOffsets());
  TensorExpr ends = builder.slice(offsets, 0, builder.getIndexAttr(1),
                                  builder.extent(offsets, 0));
  TensorExpr row =
      builder.iota({builder.extent(product, 0), builder.getIndexAttr(1)}, 0);
  TensorExpr group = sumAlong(
      builder,
      builder.compare(Comparison::LessEqual, asColumns(builder, ends), row), 1);
  return {product + builder(EmbeddingOp::create(builder, getBias(), group))};
}

bool GroupedGemmMOp::isDifferentiableOperand(unsigned operand) {
  return operand < 2;
}

SmallVector<Value> GroupedGemmMOp::buildAdjoint(TensorBuilder &builder,
                                                ArrayRef<Value> cotangents) {
  Value transposed = builder.transpose(builder(getWeight()), 1, 2);
  return {
      GroupedGemmMOp::create(builder, cotangents[0], transposed, getOffsets()),
      GroupedOuterMOp::create(builder, cotangents[0], getInput(), getOffsets()),
      Value()};
}

bool GroupedOuterMOp::isDifferentiableOperand(unsigned operand) {
  return operand < 2;
}

SmallVector<Value> GroupedOuterMOp::buildAdjoint(TensorBuilder &builder,
                                                 ArrayRef<Value> cotangents) {
  Value transposed = builder.transpose(builder(cotangents[0]), 1, 2);
  return {
      GroupedGemmMOp::create(builder, getRight(), cotangents[0], getOffsets()),
      GroupedGemmMOp::create(builder, getLeft(), transposed, getOffsets()),
      Value()};
}

SmallVector<Value> MoeRoutingBiasUpdateOp::decompose(TensorBuilder &builder) {
  TensorExpr mask = builder(getSelectionMask());
  Type f32 = builder.getF32Type();
  TensorExpr gamma = getScalarIn(builder, getGammaScalar(), nonNegative);
  TensorExpr load = builder.reduce(ReductionKind::Sum, mask, {0});
  TensorExpr equal = builder.numElements(mask, {0}, f32) *
                     double(getExpertsPerToken()) /
                     builder.numElements(mask, {1}, f32);
  TensorExpr excess = load - equal;
  // What is neither above nor below is 0 or NaN.
  TensorExpr sign = builder.select(
      builder.compare(Comparison::Greater, excess, 0.0),
      builder.scalar(1.0, f32),
      builder.select(builder.compare(Comparison::Less, excess, 0.0),
                     builder.scalar(-1.0, f32), excess * 0.0));
  return {builder(getBias()) - gamma * sign};
}
