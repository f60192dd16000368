//===- NormOps.cpp - Rules of normalizations ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/NormOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/NormOps.cpp.inc"

namespace oaml {
void registerNormOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/NormOps.cpp.inc"
      >();
}
} // namespace oaml

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

/// What all rules demand: one element type, no empty tensor, a good epsilon.
static LogicalResult requireCommon(ShapeContext &context,
                                   ArrayRef<NamedTensor> tensors,
                                   const APFloat &epsilon) {
  if (failed(requireSameElementType(context, tensors)) ||
      failed(requireNonEmpty(context, tensors)))
    return failure();
  return requireEpsilon(context, epsilon);
}

/// Vectors with one element per channel, axis 1 of input.
static LogicalResult requireChannelVectors(ShapeContext &context,
                                           NamedTensor input,
                                           ArrayRef<NamedTensor> vectors) {
  AffineExpr channels = context.getShape(input.value)[1];
  for (const NamedTensor &vector : vectors)
    if (failed(requireVector(context, vector, channels,
                             "channel of input (axis 1)")))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Over batch and plane, over channels
//===----------------------------------------------------------------------===//

LogicalResult
BatchNorm2dOp::inferResults(ShapeContext &context, Adaptor adaptor,
                            SmallVectorImpl<ResultShape> &results) {
  NamedTensor input = {"input", adaptor.getInput()};
  NamedTensor weight = {"weight", adaptor.getWeight()};
  NamedTensor bias = {"bias", adaptor.getBias()};
  if (failed(requireRank(context, input, 4)) ||
      failed(requireCommon(context, {input, weight, bias},
                           adaptor.getEpsilon())) ||
      failed(requireChannelVectors(context, input, {weight, bias})) ||
      failed(inferUnary(context, input.value, results)))
    return failure();
  ResultShape statistic = {{results[0].extents[1]},
                           Float32Type::get(context.getContext())};
  results.append(2, statistic);
  return success();
}

LogicalResult
BatchNorm2dWithStatsOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  NamedTensor input = {"input", adaptor.getInput()};
  NamedTensor mean = {"mean", adaptor.getMean()};
  NamedTensor variance = {"variance", adaptor.getVariance()};
  NamedTensor weight = {"weight", adaptor.getWeight()};
  NamedTensor bias = {"bias", adaptor.getBias()};
  if (failed(requireRank(context, input, 4)) ||
      failed(requireCommon(context, {input, weight, bias},
                           adaptor.getEpsilon())) ||
      failed(requireNonEmpty(context, {mean, variance})) ||
      failed(requireChannelVectors(context, input,
                                   {mean, variance, weight, bias})))
    return failure();
  return inferUnary(context, input.value, results);
}

static LogicalResult inferChannelNorm(ShapeContext &context, Value input,
                                      Value weight, Value bias,
                                      const APFloat &epsilon,
                                      SmallVectorImpl<ResultShape> &results) {
  NamedTensor x = {"input", input};
  SmallVector<NamedTensor> vectors = {{"weight", weight}, {"bias", bias}};
  if (failed(requireRank(context, x, 3)) ||
      failed(requireCommon(context, {x, vectors[0], vectors[1]}, epsilon)) ||
      failed(requireChannelVectors(context, x, vectors)))
    return failure();
  return inferUnary(context, input, results);
}

LogicalResult
ChannelNormOp::inferResults(ShapeContext &context, Adaptor adaptor,
                            SmallVectorImpl<ResultShape> &results) {
  return inferChannelNorm(context, adaptor.getInput(), adaptor.getWeight(),
                          adaptor.getBias(), adaptor.getEpsilon(), results);
}

LogicalResult
ChannelNormReluOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                SmallVectorImpl<ResultShape> &results) {
  return inferChannelNorm(context, adaptor.getInput(), adaptor.getWeight(),
                          adaptor.getBias(), adaptor.getEpsilon(), results);
}

/// `others` have the shape of input.
static LogicalResult
inferChannelNormBackward(ShapeContext &context, Value input, Value weight,
                         ArrayRef<NamedTensor> others, const APFloat &epsilon,
                         SmallVectorImpl<ResultShape> &results) {
  NamedTensor x = {"input", input}, w = {"weight", weight};
  SmallVector<NamedTensor> all = {x, w}, alike = {x};
  llvm::append_range(all, others);
  llvm::append_range(alike, others);
  if (failed(requireRank(context, x, 3)) ||
      failed(requireCommon(context, all, epsilon)) ||
      failed(requireSameShape(context, alike)) ||
      failed(requireChannelVectors(context, x, {w})) ||
      failed(inferUnary(context, input, results)))
    return failure();
  results.append(2, {context.getShape(weight), getElement(weight)});
  return success();
}

LogicalResult
ChannelNormBackwardOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                    SmallVectorImpl<ResultShape> &results) {
  return inferChannelNormBackward(
      context, adaptor.getInput(), adaptor.getWeight(),
      {{"output_gradient", adaptor.getOutputGradient()}}, adaptor.getEpsilon(),
      results);
}

LogicalResult
ChannelNormReluBackwardOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  return inferChannelNormBackward(
      context, adaptor.getInput(), adaptor.getWeight(),
      {{"forward_output", adaptor.getForwardOutput()},
       {"output_gradient", adaptor.getOutputGradient()}},
      adaptor.getEpsilon(), results);
}

//===----------------------------------------------------------------------===//
// Over the last axis
//===----------------------------------------------------------------------===//

/// `vectors` have one element per column of `x`, `alike` the shape of `x`.
static LogicalResult inferRowNorm(ShapeContext &context, NamedTensor x,
                                  ArrayRef<NamedTensor> vectors,
                                  ArrayRef<NamedTensor> alike,
                                  const APFloat &epsilon,
                                  SmallVectorImpl<ResultShape> &results) {
  SmallVector<NamedTensor> all = {x}, equal = {x};
  llvm::append_range(all, vectors);
  llvm::append_range(all, alike);
  llvm::append_range(equal, alike);
  if (failed(requireRankAtLeast(context, x, 1)) ||
      failed(requireCommon(context, all, epsilon)) ||
      failed(requireSameShape(context, equal)))
    return failure();
  AffineExpr width = context.getShape(x.value).back();
  std::string what = formatMessage("column of ", x.name, " (last axis)");
  for (const NamedTensor &vector : vectors)
    if (failed(requireVector(context, vector, width, what)))
      return failure();
  return inferUnary(context, x.value, results);
}

LogicalResult LayerNormOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  return inferRowNorm(
      context, {"x", adaptor.getX()},
      {{"weight", adaptor.getWeight()}, {"bias", adaptor.getBias()}}, {},
      adaptor.getEpsilon(), results);
}

LogicalResult RmsNormOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  return inferRowNorm(context, {"input", adaptor.getInput()},
                      {{"weight", adaptor.getWeight()}}, {},
                      adaptor.getEpsilon(), results);
}

LogicalResult
ResidualRmsNormOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                SmallVectorImpl<ResultShape> &results) {
  if (failed(inferRowNorm(
          context, {"a", adaptor.getA()}, {{"weight", adaptor.getWeight()}},
          {{"b", adaptor.getB()}}, adaptor.getEpsilon(), results)))
    return failure();
  return inferUnary(context, adaptor.getA(), results);
}

/// Checks the operands of rms_norm_gated; `alike` have the shape of input.
static LogicalResult requireGated(ShapeContext &context, Value input,
                                  Value weight, Value bias,
                                  ArrayRef<NamedTensor> alike,
                                  const APFloat &epsilon) {
  NamedTensor x = {"input", input}, w = {"weight", weight}, b = {"bias", bias};
  SmallVector<NamedTensor> all = {x, w}, equal = {x};
  if (bias)
    all.push_back(b);
  llvm::append_range(all, alike);
  llvm::append_range(equal, alike);
  if (failed(requireRankAtLeast(context, x, 1)) ||
      failed(requireRankAtLeast(context, w, 1)) ||
      failed(requireCommon(context, all, epsilon)) ||
      failed(requireSameShape(context, equal)) ||
      (bias && failed(requireSameShape(context, {w, b}))))
    return failure();
  SymbolicShape rows = context.getShape(input);
  SymbolicShape affineRows = context.getShape(weight);
  if (failed(context.requireEqual(affineRows.pop_back_val(),
                                  rows.pop_back_val(),
                                  "equal last extents of weight and input")))
    return failure();
  MLIRContext *ctx = context.getContext();
  AffineExpr rest = normalizeExtent(multiplyExtents(rows, ctx) %
                                    multiplyExtents(affineRows, ctx));
  return context.requireEqual(rest, context.getConstant(0),
                              "a number of rows of input that the number of "
                              "rows of weight divides (rest 0)");
}

LogicalResult
RmsNormGatedOp::inferResults(ShapeContext &context, Adaptor adaptor,
                             SmallVectorImpl<ResultShape> &results) {
  if (failed(requireGated(context, adaptor.getInput(), adaptor.getWeight(),
                          adaptor.getBias(), {{"gate", adaptor.getGate()}},
                          adaptor.getEpsilon())))
    return failure();
  return inferUnary(context, adaptor.getInput(), results);
}

LogicalResult
RmsNormGatedBackwardOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  if (failed(requireGated(context, adaptor.getInput(), adaptor.getWeight(),
                          adaptor.getBias(),
                          {{"gate", adaptor.getGate()},
                           {"output_gradient", adaptor.getOutputGradient()}},
                          adaptor.getEpsilon())) ||
      failed(inferUnary(context, adaptor.getInput(), results)) ||
      failed(inferUnary(context, adaptor.getWeight(), results)) ||
      (adaptor.getBias() &&
       failed(inferUnary(context, adaptor.getBias(), results))))
    return failure();
  return inferUnary(context, adaptor.getGate(), results);
}
