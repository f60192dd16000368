//===- ConvolutionDecompositions.cpp - Convolutions in terms of one -------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ConvolutionOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace oaml;

/// `x` plus `bias` along axis 1, in the type of `result`.
static Value addBias(TensorBuilder &builder, TensorExpr x, Value bias,
                     Value result) {
  TensorExpr vector = builder(bias);
  SmallVector<OpFoldResult> shape(x.getRank() - 1, builder.getIndexAttr(1));
  shape[0] = builder.extent(vector, 0);
  return builder.conform(x + builder.reshape(vector, shape), builder(result));
}

static TensorExpr convolve(TensorBuilder &builder, Value input, Value weight,
                           int64_t stride, int64_t padding, int64_t dilation,
                           int64_t groups) {
  size_t numAxes = cast<RankedTensorType>(input.getType()).getRank() - 2;
  SmallVector<int64_t> paddings(numAxes, padding);
  Value result = ConvolutionOp::create(
      builder, ConvolutionTarget::Output, input, weight,
      /*dynamic_shape=*/ValueRange(), /*shape=*/ArrayRef<int64_t>(),
      SmallVector<int64_t>(numAxes, stride), paddings, paddings,
      SmallVector<int64_t>(numAxes, dilation),
      /*input_dilations=*/ArrayRef<int64_t>(), groups);
  return builder(result);
}

SmallVector<Value> Conv1dOp::decompose(TensorBuilder &builder) {
  TensorExpr product = convolve(builder, getInput(), getWeight(), getStride(),
                                getPadding(), getDilation(), /*groups=*/1);
  return {addBias(builder, product, getBias(), getResult())};
}

SmallVector<Value> Conv2dOp::decompose(TensorBuilder &builder) {
  TensorExpr product =
      convolve(builder, getInput(), getWeight(), getStride(), getPadding(),
               /*dilation=*/1, getGroups());
  return {addBias(builder, product, getBias(), getResult())};
}

/// The adjoint of a convolution whose output is `input`.
static TensorExpr convolveTransposed(TensorBuilder &builder, Value input,
                                     Value weight, RankedTensorType type,
                                     int64_t stride, int64_t padding,
                                     int64_t dilation) {
  // Extents of the result: (E - 1) stride - 2 padding + dilation (K - 1) + 1.
  SmallVector<OpFoldResult> spatial;
  for (int64_t axis = 2; axis < type.getRank(); ++axis) {
    if (!type.isDynamicDim(axis)) {
      spatial.push_back(builder.getIndexAttr(type.getDimSize(axis)));
      continue;
    }
    auto scale = [&](Value tensor, int64_t factor) -> OpFoldResult {
      OpFoldResult extent = builder.extent(builder(tensor), axis);
      if (std::optional<int64_t> constant = getConstantIntValue(extent))
        return builder.getIndexAttr(*constant * factor);
      return builder.createOrFold<arith::MulIOp>(
          cast<Value>(extent),
          arith::ConstantIndexOp::create(builder, factor).getResult());
    };
    spatial.push_back(builder.addExtents(
        builder.addExtents(scale(input, stride), scale(weight, dilation)),
        builder.getIndexAttr(1 - stride - dilation - 2 * padding)));
  }
  SmallVector<Value> dynamicShape;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults(spatial, dynamicShape, shape);
  SmallVector<int64_t> paddings(shape.size(), padding);
  Value result = ConvolutionOp::create(
      builder, ConvolutionTarget::Input, input, weight, dynamicShape, shape,
      SmallVector<int64_t>(shape.size(), stride), paddings, paddings,
      SmallVector<int64_t>(shape.size(), dilation),
      /*input_dilations=*/ArrayRef<int64_t>());
  return builder(result);
}

SmallVector<Value> ConvTranspose1dOp::decompose(TensorBuilder &builder) {
  TensorExpr product = convolveTransposed(
      builder, getInput(), getWeight(), cast<RankedTensorType>(getType()),
      getStride(), getPadding(), getDilation());
  return {builder.conform(product, builder(getResult()))};
}

SmallVector<Value> ConvTranspose2dOp::decompose(TensorBuilder &builder) {
  TensorExpr product = convolveTransposed(
      builder, getInput(), getWeight(), cast<RankedTensorType>(getType()),
      getStride(), getPadding(), /*dilation=*/1);
  return {addBias(builder, product, getBias(), getResult())};
}
