//===- NormDecompositions.cpp - Normalizations in terms of core ops -------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormRules.h"

#include "mlir/IR/TypeUtilities.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/NormOps.h"

using namespace mlir;
using namespace oaml;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static TensorExpr buildMean(TensorBuilder &builder, TensorExpr x,
                            ArrayRef<int64_t> axes) {
  Type f32 = builder.getF32Type();
  return builder.reduce(ReductionKind::Sum, x, axes) *
         (builder.scalar(1.0, f32) / builder.numElements(x, axes, f32));
}

Normalized oaml::normalize(TensorBuilder &builder, TensorExpr x,
                           ArrayRef<int64_t> axes, const APFloat &epsilon,
                           bool isCentred) {
  Normalized result;
  result.axes.assign(axes.begin(), axes.end());
  if (isCentred) {
    result.mean = buildMean(builder, x, axes);
    x = x - result.mean;
  }
  result.variance = buildMean(builder, x * x, axes);
  result.inverse = builder.scalar(1.0, builder.getF32Type()) /
                   builder.sqrt(result.variance + epsilon.convertToDouble());
  result.unit = x * result.inverse;
  return result;
}

TensorExpr oaml::buildNormAdjoint(TensorBuilder &builder, const Normalized &x,
                                  TensorExpr q) {
  TensorExpr along = x.unit * buildMean(builder, q * x.unit, x.axes);
  if (x.mean)
    q = q - buildMean(builder, q, x.axes);
  return x.inverse * (q - along);
}

TensorExpr oaml::widen(TensorBuilder &builder, Value tensor) {
  return builder.cast(builder(tensor), builder.getF32Type());
}

Value oaml::narrow(TensorBuilder &builder, TensorExpr x, Value like) {
  return builder.conform(builder.cast(x, getElementTypeOrSelf(like)),
                         builder(like));
}

Value oaml::sumLike(TensorBuilder &builder, TensorExpr x, Value like) {
  TensorExpr target = builder(like);
  // Summed in f32, then rounded once.
  ArrayRef<int64_t> shape = target.getType().getShape();
  int64_t leading = x.getRank() - target.getRank();
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < x.getRank(); ++axis)
    if (axis < leading || shape[axis - leading] == 1)
      axes.push_back(axis);
  return narrow(builder, builder.reduce(ReductionKind::Sum, x, axes), like);
}

TensorExpr oaml::viewChannels(TensorBuilder &builder, Value vector,
                              int64_t trailing) {
  TensorExpr x = widen(builder, vector);
  SmallVector<OpFoldResult> shape(trailing + 1, builder.getIndexAttr(1));
  shape[0] = builder.extent(x, 0);
  return builder.reshape(x, shape);
}

Value oaml::toChannelVector(TensorBuilder &builder, TensorExpr x, Value like) {
  return narrow(builder, builder.reshape(x, {builder.extent(x, 1)}), like);
}

//===----------------------------------------------------------------------===//
// Over batch and plane, over channels
//===----------------------------------------------------------------------===//

SmallVector<Value> BatchNorm2dOp::decompose(TensorBuilder &builder) {
  TensorExpr x = widen(builder, getInput());
  Normalized parts =
      normalize(builder, x, {0, 2, 3}, getEpsilon(), /*isCentred=*/true);
  TensorExpr output = parts.unit * viewChannels(builder, getWeight(), 2) +
                      viewChannels(builder, getBias(), 2);
  return {narrow(builder, output, getOutput()),
          toChannelVector(builder, parts.mean, getMean()),
          toChannelVector(builder, parts.variance, getVariance())};
}

SmallVector<Value> BatchNorm2dWithStatsOp::decompose(TensorBuilder &builder) {
  TensorExpr variance = viewChannels(builder, getVariance(), 2);
  TensorExpr deviation =
      builder.sqrt(variance + getEpsilon().convertToDouble());
  TensorExpr centred =
      widen(builder, getInput()) - viewChannels(builder, getMean(), 2);
  TensorExpr scale = viewChannels(builder, getWeight(), 2) / deviation;
  return {narrow(builder, centred * scale + viewChannels(builder, getBias(), 2),
                 getOutput())};
}

static TensorExpr buildChannelNorm(TensorBuilder &builder, Value input,
                                   Value weight, Value bias,
                                   const APFloat &epsilon) {
  Normalized parts = normalize(builder, widen(builder, input), {1}, epsilon,
                               /*isCentred=*/true);
  return parts.unit * viewChannels(builder, weight, 1) +
         viewChannels(builder, bias, 1);
}

SmallVector<Value> ChannelNormOp::decompose(TensorBuilder &builder) {
  TensorExpr output = buildChannelNorm(builder, getInput(), getWeight(),
                                       getBias(), getEpsilon());
  return {narrow(builder, output, getOutput())};
}

SmallVector<Value> ChannelNormReluOp::decompose(TensorBuilder &builder) {
  Value output = buildChannelNorm(builder, getInput(), getWeight(), getBias(),
                                  getEpsilon());
  return {
      narrow(builder, builder(ReluOp::create(builder, output)), getOutput())};
}

/// The three results for the cotangent `g`, in f32, of channel_norm.
static SmallVector<Value> buildChannelNormBackward(TensorBuilder &builder,
                                                   Value input, Value weight,
                                                   TensorExpr g,
                                                   const APFloat &epsilon,
                                                   ValueRange results) {
  Normalized parts = normalize(builder, widen(builder, input), {1}, epsilon,
                               /*isCentred=*/true);
  TensorExpr x =
      buildNormAdjoint(builder, parts, g * viewChannels(builder, weight, 1));
  TensorExpr w = builder.reduce(ReductionKind::Sum, g * parts.unit, {0, 2});
  TensorExpr b = builder.reduce(ReductionKind::Sum, g, {0, 2});
  return {narrow(builder, x, results[0]),
          toChannelVector(builder, w, results[1]),
          toChannelVector(builder, b, results[2])};
}

SmallVector<Value> ChannelNormBackwardOp::decompose(TensorBuilder &builder) {
  return buildChannelNormBackward(builder, getInput(), getWeight(),
                                  widen(builder, getOutputGradient()),
                                  getEpsilon(), getResults());
}

SmallVector<Value>
ChannelNormReluBackwardOp::decompose(TensorBuilder &builder) {
  TensorExpr g = widen(builder, getOutputGradient());
  TensorExpr isOpen =
      builder.compare(Comparison::Greater, builder(getForwardOutput()), 0.0);
  return buildChannelNormBackward(
      builder, getInput(), getWeight(),
      builder.select(isOpen, g, builder.zeroLike(g)), getEpsilon(),
      getResults());
}

//===----------------------------------------------------------------------===//
// Over the last axis
//===----------------------------------------------------------------------===//

SmallVector<Value> LayerNormOp::decompose(TensorBuilder &builder) {
  TensorExpr x = widen(builder, getX());
  Normalized parts = normalize(builder, x, {x.getRank() - 1}, getEpsilon(),
                               /*isCentred=*/true);
  TensorExpr result =
      parts.unit * widen(builder, getWeight()) + widen(builder, getBias());
  return {narrow(builder, result, getResult())};
}

SmallVector<Value> RmsNormOp::decompose(TensorBuilder &builder) {
  TensorExpr x = widen(builder, getInput());
  Normalized parts = normalize(builder, x, {x.getRank() - 1}, getEpsilon(),
                               /*isCentred=*/false);
  return {
      narrow(builder, parts.unit * widen(builder, getWeight()), getOutput())};
}

SmallVector<Value> ResidualRmsNormOp::decompose(TensorBuilder &builder) {
  TensorExpr sum = widen(builder, getA()) + widen(builder, getB());
  Normalized parts = normalize(builder, sum, {sum.getRank() - 1}, getEpsilon(),
                               /*isCentred=*/false);
  return {narrow(builder, parts.unit * widen(builder, getWeight()), getOut()),
          narrow(builder, sum, getResidual())};
}

/// Whether affine row i mod A is found by broadcasting.
static bool isTrailing(RankedTensorType affine, RankedTensorType type) {
  if (affine.getRank() > type.getRank())
    return false;
  ArrayRef<int64_t> shape = affine.getShape().drop_back();
  ArrayRef<int64_t> target =
      type.getShape().drop_back().take_back(shape.size());
  while (!shape.empty() && shape.front() == 1) {
    shape = shape.drop_front();
    target = target.drop_front();
  }
  return shape == target && !ShapedType::isDynamicShape(shape);
}

namespace {
/// rms_norm_gated in f32, with weight and bias in shapes that broadcast.
struct GatedParts {
  GatedParts(TensorBuilder &builder, Value input, Value weight, Value bias,
             Value gate, const APFloat &epsilon);

  /// A tensor of the input's shape as the parts are: as it is, or with its rows
  /// as [rows / A, A].
  TensorExpr view(Value tensor) {
    TensorExpr x = widen(builder, tensor);
    return shape.empty() ? x : builder.reshape(x, shape);
  }

  TensorBuilder &builder;
  SmallVector<OpFoldResult> shape;
  TensorExpr weight, gate, sigmoid;
  Normalized x;
  /// The normalized rows after weight and bias.
  TensorExpr affine;
};
} // namespace

GatedParts::GatedParts(TensorBuilder &builder, Value input, Value weightOperand,
                       Value biasOperand, Value gateOperand,
                       const APFloat &epsilon)
    : builder(builder) {
  auto type = cast<RankedTensorType>(input.getType());
  auto affineType = cast<RankedTensorType>(weightOperand.getType());
  weight = widen(builder, weightOperand);
  TensorExpr bias = biasOperand ? widen(builder, biasOperand) : TensorExpr();
  if (!isTrailing(affineType, type)) {
    OpFoldResult width = builder.extent(weight, weight.getRank() - 1);
    OpFoldResult unknown = builder.getIndexAttr(-1);
    auto divide = [&](RankedTensorType type, int64_t divisor) -> OpFoldResult {
      if (!type.hasStaticShape() || divisor < 1)
        return unknown;
      return builder.getIndexAttr(type.getNumElements() / divisor);
    };
    int64_t columns = affineType.getShape().back();
    weight = builder.reshape(weight, {divide(affineType, columns), width});
    if (bias)
      bias = builder.reshape(bias, {divide(affineType, columns), width});
    OpFoldResult repeats = divide(
        type, affineType.hasStaticShape() ? affineType.getNumElements() : -1);
    shape = {repeats, builder.extent(weight, 0), width};
  }
  TensorExpr rows = view(input);
  x = normalize(builder, rows, {rows.getRank() - 1}, epsilon,
                /*isCentred=*/false);
  affine = x.unit * weight;
  if (bias)
    affine = affine + bias;
  gate = view(gateOperand);
  sigmoid = builder(SigmoidOp::create(builder, Value(gate)));
}

/// `x`, in the shape of the parts, in the shape and type of `like`.
static Value toShapeOf(TensorBuilder &builder, TensorExpr x, Value like) {
  return narrow(builder, builder.reshapeLike(x, builder(like)), like);
}

SmallVector<Value> RmsNormGatedOp::decompose(TensorBuilder &builder) {
  GatedParts parts(builder, getInput(), getWeight(), getBias(), getGate(),
                   getEpsilon());
  TensorExpr output = parts.affine * (parts.gate * parts.sigmoid);
  return {toShapeOf(builder, output, getInput())};
}

SmallVector<Value> RmsNormGatedBackwardOp::decompose(TensorBuilder &builder) {
  GatedParts parts(builder, getInput(), getWeight(), getBias(), getGate(),
                   getEpsilon());
  TensorExpr g = parts.view(getOutputGradient());
  TensorExpr s = parts.sigmoid, z = parts.gate;
  TensorExpr d = g * (z * s);
  TensorExpr x = buildNormAdjoint(builder, parts.x, d * parts.weight);
  TensorExpr gate = g * parts.affine * (s * (z * (1.0 - s) + 1.0));
  auto sum = [&](TensorExpr terms, Value like) -> Value {
    return toShapeOf(builder, builder.sumTo(terms, parts.weight), like);
  };
  SmallVector<Value> results = {toShapeOf(builder, x, getInput()),
                                sum(d * parts.x.unit, getWeight())};
  if (getBias())
    results.push_back(sum(d, getBias()));
  results.push_back(toShapeOf(builder, gate, getInput()));
  return results;
}
