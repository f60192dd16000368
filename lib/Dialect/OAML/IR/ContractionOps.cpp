//===- ContractionOps.cpp - Rules of matrix products ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ContractionOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/ContractionOps.cpp.inc"

namespace oaml {
void registerContractionOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/ContractionOps.cpp.inc"
      >();
}
} // namespace oaml

//===----------------------------------------------------------------------===//
// contraction
//===----------------------------------------------------------------------===//

/// Rejects maps that are no projected permutations of one iteration space in
/// which every dimension is used at least twice.
static LogicalResult checkMaps(ShapeContext &context,
                               ArrayRef<AffineMap> maps) {
  if (maps.size() != 3)
    return context.emitError(
        formatMessage("requires 3 indexing_maps, found ", maps.size()));
  unsigned numDims = maps.front().getNumDims();
  SmallVector<unsigned> uses(numDims, 0);
  for (auto [number, map] : llvm::enumerate(maps)) {
    if (map.getNumDims() != numDims || map.getNumSymbols() != 0)
      return context.emitError(formatMessage(
          "requires indexing_maps of one iteration space without symbols, "
          "found ",
          maps.front(), " and ", map));
    if (!map.isProjectedPermutation())
      return context.emitError(formatMessage(
          "requires indexing_maps that are projected permutations, found ", map,
          " as map ", number));
    for (AffineExpr expr : map.getResults())
      ++uses[cast<AffineDimExpr>(expr).getPosition()];
  }
  for (auto [dimension, count] : llvm::enumerate(uses))
    if (count < 2)
      return context.emitError(
          formatMessage("requires each iteration dimension in at least two "
                        "indexing_maps, found d",
                        dimension, " in ", count));
  return success();
}

LogicalResult
ContractionOp::inferResults(ShapeContext &context, Adaptor adaptor,
                            SmallVectorImpl<ResultShape> &results) {
  NamedTensor left = {"left", adaptor.getLeft()};
  NamedTensor right = {"right", adaptor.getRight()};
  SmallVector<AffineMap> maps = llvm::to_vector(
      adaptor.getIndexingMaps().getAsValueRange<AffineMapAttr>());
  if (failed(checkMaps(context, maps)) ||
      failed(requireSameElementType(context, {left, right})) ||
      failed(requireNonEmpty(context, {left, right})))
    return failure();

  SmallVector<AffineExpr> extents(maps.front().getNumDims());
  for (const NamedTensor &tensor : {left, right}) {
    AffineMap map = maps[tensor.name == "left" ? 0 : 1];
    if (failed(requireRank(context, tensor, map.getNumResults())))
      return failure();
    SymbolicShape shape = context.getShape(tensor.value);
    for (auto [axis, extent] : llvm::enumerate(shape)) {
      unsigned dimension = map.getDimPosition(axis);
      AffineExpr &known = extents[dimension];
      if (!known) {
        known = extent;
        continue;
      }
      if (failed(context.requireEqual(
              known, extent,
              formatMessage("equal extents of left and right along iteration "
                            "dimension d",
                            dimension))))
        return failure();
      if (isa<AffineConstantExpr>(extent))
        known = extent;
    }
  }
  // A dimension of the result is in an operand, as each is in two maps.
  SymbolicShape shape;
  for (unsigned i = 0; i < maps[2].getNumResults(); ++i)
    shape.push_back(extents[maps[2].getDimPosition(i)]);
  if (shape.size() > 8)
    return context.emitError(formatMessage(
        "requires a result of rank at most 8, found rank ", shape.size()));
  Type element = cast<RankedTensorType>(left.value.getType()).getElementType();
  results.push_back({shape, element});
  return success();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// x [..., K] times weight [N, K] transposed: [..., N], with a bias [N] or
/// none.
static LogicalResult inferLinear(ShapeContext &context, NamedTensor x,
                                 NamedTensor weight, NamedTensor bias,
                                 SmallVectorImpl<ResultShape> &results) {
  SmallVector<NamedTensor> tensors = {x, weight};
  if (bias.value)
    tensors.push_back(bias);
  if (failed(requireSameElementType(context, tensors)) ||
      failed(requireRankAtLeast(context, x, 2)) ||
      failed(requireRank(context, weight, 2)) ||
      (bias.value && failed(requireRank(context, bias, 1))) ||
      failed(requireNonEmpty(context, tensors)))
    return failure();
  SymbolicShape shape = context.getShape(x.value);
  SymbolicShape weightShape = context.getShape(weight.value);
  if (failed(context.requireEqual(shape.back(), weightShape[1],
                                  formatMessage("equal inner extents of ",
                                                x.name, " (last axis) and ",
                                                weight.name, " (axis 1)"))))
    return failure();
  if (bias.value && failed(context.requireEqual(
                        context.getShape(bias.value)[0], weightShape[0],
                        formatMessage("one element of ", bias.name,
                                      " per row of ", weight.name))))
    return failure();
  shape.back() = weightShape[0];
  results.push_back(
      {shape, cast<RankedTensorType>(x.value.getType()).getElementType()});
  return success();
}

LogicalResult MatmulNTOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                       SmallVectorImpl<ResultShape> &results) {
  return inferLinear(context, {"left", adaptor.getLeft()},
                     {"right", adaptor.getRight()}, {"bias", Value()}, results);
}

LogicalResult LinearOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  return inferLinear(context, {"x", adaptor.getX()},
                     {"weight", adaptor.getWeight()},
                     {"bias", adaptor.getBias()}, results);
}

LogicalResult
LinearReluOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  return inferLinear(context, {"x", adaptor.getX()},
                     {"weight", adaptor.getWeight()},
                     {"bias", adaptor.getBias()}, results);
}

LogicalResult
LinearGeluOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  return inferLinear(context, {"x", adaptor.getX()},
                     {"weight", adaptor.getWeight()},
                     {"bias", adaptor.getBias()}, results);
}

LogicalResult
PackedLinearOp::inferResults(ShapeContext &context, Adaptor adaptor,
                             SmallVectorImpl<ResultShape> &results) {
  ValueRange weights = adaptor.getWeights(), biases = adaptor.getBiases();
  if (weights.size() != 2 && weights.size() != 3)
    return context.emitError(
        formatMessage("requires two or three weights, found ", weights.size()));
  if (!biases.empty() && biases.size() != weights.size())
    return context.emitError(
        formatMessage("requires no biases or one per weight, found ",
                      biases.size(), " and ", weights.size(), " weights"));
  NamedTensor x = {"x", adaptor.getX()};
  if (failed(requireRank(context, x, 2)))
    return failure();
  AffineExpr width = context.getConstant(0);
  SmallVector<ResultShape> parts;
  for (auto [i, weight] : llvm::enumerate(weights)) {
    std::string suffix = "[" + std::to_string(i) + "]";
    std::string weightName = "weights" + suffix, biasName = "biases" + suffix;
    if (failed(inferLinear(context, x, {weightName, weight},
                           {biasName, biases.empty() ? Value() : biases[i]},
                           parts)))
      return failure();
    width = width + parts.back().extents[1];
  }
  results.push_back({{parts.front().extents[0], normalizeExtent(width)},
                     parts.front().elementType});
  return success();
}

LogicalResult BiasAddOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  NamedTensor x = {"x", adaptor.getX()};
  NamedTensor bias = {"bias", adaptor.getBias()};
  if (failed(requireSameElementType(context, {x, bias})) ||
      failed(requireRankAtLeast(context, x, 1)) ||
      failed(requireRank(context, bias, 1)) ||
      failed(requireNonEmpty(context, {x, bias})) ||
      failed(context.requireEqual(
          context.getShape(bias.value)[0], context.getShape(x.value).back(),
          "one element of bias per element of the last axis of x")))
    return failure();
  return inferUnary(context, x.value, results);
}

/// A batched product of left and right whose inner extents are their axes
/// `leftInner` and `rightInner`, 1 or 2; the others are the result's.
static LogicalResult inferBmm(ShapeContext &context, Value leftValue,
                              Value rightValue, unsigned leftInner,
                              unsigned rightInner,
                              SmallVectorImpl<ResultShape> &results) {
  NamedTensor left = {"left", leftValue}, right = {"right", rightValue};
  if (failed(requireSameElementType(context, {left, right})) ||
      failed(requireRank(context, left, 3)) ||
      failed(requireRank(context, right, 3)) ||
      failed(requireNonEmpty(context, {left, right})))
    return failure();
  SymbolicShape leftShape = context.getShape(left.value);
  SymbolicShape rightShape = context.getShape(right.value);
  if (failed(context.requireEqual(leftShape[0], rightShape[0],
                                  "equal batch extents of left and right")) ||
      failed(context.requireEqual(
          leftShape[leftInner], rightShape[rightInner],
          formatMessage("equal inner extents of left (axis ", leftInner,
                        ") and right (axis ", rightInner, ")"))))
    return failure();
  results.push_back(
      {{leftShape[0], leftShape[3 - leftInner], rightShape[3 - rightInner]},
       cast<RankedTensorType>(leftValue.getType()).getElementType()});
  return success();
}

LogicalResult BmmOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                  SmallVectorImpl<ResultShape> &results) {
  return inferBmm(context, adaptor.getLeft(), adaptor.getRight(), 2, 1,
                  results);
}

LogicalResult BmmNTOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                    SmallVectorImpl<ResultShape> &results) {
  return inferBmm(context, adaptor.getLeft(), adaptor.getRight(), 2, 2,
                  results);
}

LogicalResult BmmTNOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                    SmallVectorImpl<ResultShape> &results) {
  return inferBmm(context, adaptor.getLeft(), adaptor.getRight(), 1, 1,
                  results);
}
