//===- ConvolutionAdjoints.cpp - Adjoint rules of convolutions ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ConvolutionOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace oaml;

/// The same convolution for another target, of the shape and type of `like`.
static TensorExpr retarget(TensorBuilder &builder, ConvolutionOp op,
                           ConvolutionTarget target, TensorExpr left,
                           TensorExpr right, TensorExpr like) {
  SmallVector<OpFoldResult> spatial;
  if (target != ConvolutionTarget::Output)
    llvm::append_range(spatial, ArrayRef(builder.extents(like)).drop_front(2));
  SmallVector<Value> dynamicShape;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults(spatial, dynamicShape, shape);
  Value result = ConvolutionOp::create(
      builder, target, Value(left), Value(right), dynamicShape, shape,
      op.getStrides(), op.getPaddingLow(), op.getPaddingHigh(),
      op.getDilations(), op.getInputDilations(), op.getGroups());
  return builder.conform(builder(result), like);
}

/// How far the last tap of `weight` along `axis` is from the first.
static OpFoldResult getReach(TensorBuilder &builder, TensorExpr weight,
                             int64_t axis, int64_t dilation) {
  OpFoldResult last =
      builder.subExtents(builder.extent(weight, axis), builder.getIndexAttr(1));
  if (std::optional<int64_t> constant = getConstantIntValue(last))
    return builder.getIndexAttr(*constant * dilation);
  return builder.createOrFold<arith::MulIOp>(
      cast<Value>(last),
      arith::ConstantIndexOp::create(builder, dilation).getResult());
}

SmallVector<Value> ConvolutionOp::buildAdjoint(TensorBuilder &builder,
                                               ArrayRef<Value> cotangents) {
  TensorExpr g = builder(cotangents[0]);
  TensorExpr left = builder(getLeft()), right = builder(getRight());
  SmallVector<OpFoldResult> low(left.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> high(low);
  if (getPadded()) {
    // The operand without its padding; what that gets is 0.
    for (auto [i, axis] : llvm::enumerate(getSpatialAxes())) {
      OpFoldResult before = builder.getIndexAttr(axis.low);
      OpFoldResult behind = builder.getIndexAttr(axis.high);
      if (getTarget() == ConvolutionTarget::Input) {
        OpFoldResult reach = getReach(builder, right, i + 2, axis.dilation);
        before = builder.subExtents(reach, before);
        behind = builder.subExtents(reach, behind);
      }
      low[i + 2] = before;
      high[i + 2] = behind;
      left = builder.slice(
          left, i + 2, before,
          builder.subExtents(builder.extent(left, i + 2), behind));
    }
  }
  TensorExpr first, second;
  switch (getTarget()) {
  case ConvolutionTarget::Output:
    first = retarget(builder, *this, ConvolutionTarget::Input, g, right, left);
    second =
        retarget(builder, *this, ConvolutionTarget::Weight, left, g, right);
    break;
  case ConvolutionTarget::Input:
    first = retarget(builder, *this, ConvolutionTarget::Output, g, right, left);
    second =
        retarget(builder, *this, ConvolutionTarget::Weight, g, left, right);
    break;
  case ConvolutionTarget::Weight:
    first = retarget(builder, *this, ConvolutionTarget::Input, right, g, left);
    second =
        retarget(builder, *this, ConvolutionTarget::Output, left, g, right);
    break;
  }
  SmallVector<Value> result(getOperation()->getNumOperands());
  result[0] =
      builder.conform(builder.pad(first, low, high, 0.0), builder(getLeft()));
  result[1] = second;
  return result;
}
