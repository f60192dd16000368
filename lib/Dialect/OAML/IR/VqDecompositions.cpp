//===- VqDecompositions.cpp - Vector quantization in other ops ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/VqOps.h"

#include "Scalars.h"

#include "oaml/Dialect/OAML/IR/IndexingOps.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include <limits>

using namespace mlir;
using namespace oaml;

SmallVector<Value> VqAssignOp::decompose(TensorBuilder &builder) {
  Type f32 = builder.getF32Type();
  TensorExpr latent = builder(getLatent()), codebook = builder(getCodebook());
  OpFoldResult one = builder.getIndexAttr(1);
  OpFoldResult rows = builder.extent(latent, 0);
  OpFoldResult codes = builder.extent(codebook, 0);
  OpFoldResult width = builder.extent(latent, 1);
  // From the differences: equal codes are at equal distances.
  TensorExpr difference =
      builder.reshape(builder.cast(latent, f32), {rows, one, width}) -
      builder.reshape(builder.cast(codebook, f32), {one, codes, width});
  TensorExpr distance = builder.reshape(
      builder.reduce(ReductionKind::Sum, difference * difference, {2}),
      {rows, codes});
  TensorExpr mayWin = builder.compare(
      Comparison::Less, distance, double(std::numeric_limits<float>::max()));
  TensorExpr closeness = builder.select(
      mayWin, -distance,
      builder.scalar(-std::numeric_limits<double>::infinity(), f32));
  Value best =
      ArgmaxOp::create(builder, Value(closeness), builder.getI64IntegerAttr(1));
  TensorExpr indices = builder.reshape(builder(best), {rows});
  return {indices, EmbeddingOp::create(builder, codebook, indices)};
}

SmallVector<Value> VqLookupOp::decompose(TensorBuilder &builder) {
  return {EmbeddingOp::create(builder, getCodebook(), getIndices())};
}

SmallVector<Value> VqEmaUpdateOp::decompose(TensorBuilder &builder) {
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  TensorExpr latent = builder(getLatent());
  TensorExpr sums = builder(getEmbedSum()), sizes = builder(getClusterSize());
  OpFoldResult one = builder.getIndexAttr(1);
  OpFoldResult rows = builder.extent(latent, 0);
  OpFoldResult codes = builder.extent(sizes, 0);
  TensorExpr decay = getScalarIn(builder, getDecayScalar(), nonNegative);
  if (getDecayValue())
    decay = builder.select(
        builder.compare(Comparison::LessEqual, decay, 1.0), decay,
        builder.scalar(std::numeric_limits<double>::quiet_NaN(), f32));
  TensorExpr epsilon = getScalarIn(builder, getEpsilonScalar(), positive);
  TensorExpr threshold =
      getScalarIn(builder, getDeadThresholdScalar(), nonNegative);

  TensorExpr isMember = builder.compare(
      Comparison::Equal, builder.reshape(builder(getIndices()), {rows, one}),
      builder.iota({one, codes}, 1));
  TensorExpr members = builder.reshape(
      builder.cast(builder.reduce(ReductionKind::Sum, isMember, {0}), f32),
      {codes});
  SmallVector<Value> dynamicRows;
  SmallVector<int64_t> staticRows;
  dispatchIndexOpFoldResults({codes}, dynamicRows, staticRows);
  TensorExpr added = builder(ScatterAddRowsOp::create(
      builder, latent, getIndices(),
      dynamicRows.empty() ? Value() : dynamicRows.front(), staticRows.front()));
  TensorExpr size = decay * sizes + (1.0 - decay) * members;
  TensorExpr sum = decay * sums + (1.0 - decay) * added;
  TensorExpr sizeRows = builder.reshape(size, {codes, one});
  // What a scalar outside its range touches is NaN, which no comparison sees.
  auto doubt = [](TensorExpr x, Value operand, TensorExpr scalar) {
    return operand ? x + (scalar - scalar) : x;
  };
  // A NaN size stays one.
  TensorExpr isSmall = builder.compare(Comparison::Less, sizeRows, epsilon);
  TensorExpr code = doubt(sum, getEpsilonValue(), epsilon) /
                    builder.select(isSmall, epsilon, sizeRows);
  if (getNormalize()) {
    TensorExpr square = builder.reduce(ReductionKind::Sum, code * code, {1}) /
                        builder.numElements(code, {1}, f32);
    TensorExpr root = builder.sqrt(square);
    code = code /
           builder.select(builder.compare(Comparison::Greater, root, epsilon),
                          root, builder.scalarLike(1.0, root));
  }

  TensorExpr seed =
      getSeedValue()
          ? builder.reshape(builder(getSeedValue()), {})
          : builder.scalar(static_cast<int32_t>(getSeedAttr().getInt()), i32);
  TensorExpr revival =
      builder(VqRevivalRowOp::create(builder, builder.iota({codes}, 0), seed,
                                     builder.extentScalar(rows, i32)));
  TensorExpr revived = builder(EmbeddingOp::create(builder, latent, revival));
  TensorExpr isDead = builder.compare(Comparison::Less, size, threshold);
  TensorExpr isDeadRow = builder.reshape(isDead, {codes, one});
  auto orRevived = [&](TensorExpr isDead, TensorExpr revived, TensorExpr x) {
    return builder.select(isDead, revived,
                          doubt(x, getDeadThresholdValue(), threshold));
  };
  return {orRevived(isDeadRow, revived, sum),
          orRevived(isDead, builder.scalar(1.0, f32), size),
          orRevived(isDeadRow, revived, code)};
}
