//===- RandomDecompositions.cpp - Initial values in terms of core ops -----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "oaml/Dialect/OAML/IR/RandomOps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

namespace {
/// A number, or a rank-0 f32 tensor where extents are not known.
struct Number {
  double constant = 0.0;
  TensorExpr value;
};
} // namespace

/// `sqrt(numerator / sum)`, the sum that of a matrix's extents along `axes`;
/// `otherwise` for other ranks.
template <typename Op>
static Number getScale(TensorBuilder &builder, Op op, double numerator,
                       ArrayRef<int64_t> axes, double otherwise) {
  SmallVector<OpFoldResult> shape = op.getMixedShape();
  if (shape.size() != 2)
    return {otherwise, {}};
  OpFoldResult sum = shape[axes.front()];
  for (int64_t axis : axes.drop_front())
    sum = builder.addExtents(sum, shape[axis]);
  if (std::optional<int64_t> extent = getConstantIntValue(sum))
    return {std::sqrt(numerator / static_cast<double>(*extent)), {}};
  Type f32 = builder.getF32Type();
  return {0.0, builder.sqrt(builder.scalar(numerator, f32) /
                            builder.extentScalar(sum, f32))};
}

/// Uniform numbers in [-bound, bound).
template <typename Op>
static SmallVector<Value> buildBounded(TensorBuilder &builder, Op op,
                                       Number bound) {
  if (op.getBound())
    bound = {op.getBound()->convertToDouble(), {}};
  Value low, high;
  FloatAttr lowAttr, highAttr;
  if (bound.value) {
    low = -bound.value;
    high = bound.value;
  } else {
    lowAttr = builder.getF64FloatAttr(-bound.constant);
    highAttr = builder.getF64FloatAttr(bound.constant);
  }
  Value result = PhiloxUniformOp::create(
      builder, op.getDynamicShape(), low, high, op.getSeedValue(),
      op.getShapeAttr(), lowAttr, highAttr, op.getSeedAttr());
  return {result};
}

// The bound and the deviation for ranks other than 2 are the contract's.

SmallVector<Value> RandXavierOp::decompose(TensorBuilder &builder) {
  return buildBounded(builder, *this, getScale(builder, *this, 1.0, {1}, 0.1));
}

SmallVector<Value> RandGlorotUniformOp::decompose(TensorBuilder &builder) {
  return buildBounded(builder, *this,
                      getScale(builder, *this, 6.0, {0, 1}, 0.1));
}

SmallVector<Value> RandKaimingUniformOp::decompose(TensorBuilder &builder) {
  return buildBounded(builder, *this, getScale(builder, *this, 6.0, {1}, 0.1));
}

SmallVector<Value> RandOp::decompose(TensorBuilder &builder) {
  Value result = PhiloxUniformOp::create(
      builder, getDynamicShape(), /*low_value=*/Value(), /*high_value=*/Value(),
      getSeedValue(), getShapeAttr(), builder.getF64FloatAttr(0.0),
      builder.getF64FloatAttr(1.0), getSeedAttr());
  return {result};
}

SmallVector<Value> RandNOp::decompose(TensorBuilder &builder) {
  Number deviation = getScale(builder, *this, 2.0, {1}, 0.02);
  FloatAttr deviationAttr;
  if (!deviation.value)
    deviationAttr = builder.getF64FloatAttr(deviation.constant);
  Value result = PhiloxNormalOp::create(
      builder, getDynamicShape(), /*mean_value=*/Value(), deviation.value,
      getSeedValue(), getShapeAttr(), builder.getF64FloatAttr(0.0),
      deviationAttr, getSeedAttr());
  return {result};
}

SmallVector<Value> DropoutOp::decompose(TensorBuilder &builder) {
  TensorExpr x = builder(getX());
  if (getProbability() && getProbability()->isZero())
    return {x};
  Type f32 = builder.getF32Type();
  TensorExpr probability =
      getScalarIn(builder, getProbabilityScalar(), fraction);
  if (getProbabilityValue())
    probability = builder.detach(probability);
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicShape;
  dispatchIndexOpFoldResults(builder.extents(x), dynamicShape, shape);
  TensorExpr uniform = builder(PhiloxUniformOp::create(
      builder, dynamicShape, /*low_value=*/Value(), /*high_value=*/Value(),
      getSeedValue(), builder.getDenseI64ArrayAttr(shape),
      builder.getF64FloatAttr(0.0), builder.getF64FloatAttr(1.0),
      getSeedAttr()));
  TensorExpr isDropped =
      builder.compare(Comparison::Less, uniform, probability);
  // A probability outside its range is NaN, compares false, and scales all.
  TensorExpr factor =
      builder.select(isDropped, builder.scalar(0.0, f32),
                     builder.scalar(1.0, f32) / (1.0 - probability));
  TensorExpr y = builder.cast(x, f32) * factor;
  return {builder.conform(builder.cast(y, x.getType().getElementType()), x)};
}
