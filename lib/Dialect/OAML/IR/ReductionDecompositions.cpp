//===- ReductionDecompositions.cpp - Decomposition of reductions ----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/IR/TypeUtilities.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace oaml;

/// The axes that an op with an optional `axis` reduces.
static SmallVector<int64_t> getReducedAxes(TensorExpr x,
                                           std::optional<uint64_t> axis) {
  if (axis)
    return {static_cast<int64_t>(*axis)};
  return llvm::to_vector(llvm::seq<int64_t>(x.getRank()));
}

/// Gives `reduced` the shape of the result: [1] for a full reduction.
static Value finish(TensorBuilder &builder, TensorExpr reduced, Value result) {
  return builder.conform(reduced, builder(result));
}

SmallVector<Value> SumOp::decompose(TensorBuilder &builder) {
  TensorExpr x = builder(getX());
  TensorExpr total =
      builder.reduce(ReductionKind::Sum, x, getReducedAxes(x, getAxis()));
  return {finish(builder, total, getResult())};
}

SmallVector<Value> MeanOp::decompose(TensorBuilder &builder) {
  TensorExpr x = builder(getX());
  Type type = x.getType().getElementType();
  Type f32 = builder.getF32Type();
  SmallVector<int64_t> axes = getReducedAxes(x, getAxis());
  // In f32 throughout: the sum may leave the range of f16 where the mean does
  // not.
  TensorExpr total =
      builder.reduce(ReductionKind::Sum, builder.cast(x, f32), axes);
  TensorExpr share =
      builder.scalar(1.0, f32) / builder.numElements(x, axes, f32);
  return {finish(builder, builder.cast(total * share, type), getResult())};
}

SmallVector<Value> MaxOp::decompose(TensorBuilder &builder) {
  TensorExpr x = builder(getX());
  TensorExpr largest =
      builder.reduce(ReductionKind::Max, x, getReducedAxes(x, getAxis()));
  return {finish(builder, largest, getResult())};
}

SmallVector<Value> SoftmaxOp::decompose(TensorBuilder &builder) {
  Type type = getElementTypeOrSelf(getX());
  int64_t axis = getAxis();
  TensorExpr x = builder.cast(builder(getX()), builder.getF32Type());
  // A row of -inf only gives -inf - -inf, which is the NaN that is wanted. One
  // NaN makes the sum NaN, and so the row; the maximum need not tell of it.
  TensorExpr e =
      builder.exp(x - builder.reduce(ReductionKind::MaxNumber, x, {axis}));
  // The sum is at least 1, and at most the extent: its inverse is accurate, and
  // one division serves a row.
  TensorExpr sum = builder.reduce(ReductionKind::Sum, e, {axis});
  TensorExpr result = e * (builder.scalar(1.0, builder.getF32Type()) / sum);
  return {builder.cast(result, type)};
}

SmallVector<Value> LogSoftmaxOp::decompose(TensorBuilder &builder) {
  Type type = getElementTypeOrSelf(getX());
  int64_t axis = getAxis();
  TensorExpr x = builder.cast(builder(getX()), builder.getF32Type());
  TensorExpr shifted = x - builder.reduce(ReductionKind::Max, x, {axis});
  TensorExpr total =
      builder.reduce(ReductionKind::Sum, builder.exp(shifted), {axis});
  return {builder.cast(shifted - builder.log(total), type)};
}
