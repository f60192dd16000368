//===- MoeOps.cpp - Rules of mixtures of experts --------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "oaml/Dialect/OAML/IR/MoeOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/MoeOps.cpp.inc"

namespace oaml {
void registerMoeOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/MoeOps.cpp.inc"
      >();
}
} // namespace oaml

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

static Type getI32(ShapeContext &context) {
  return IntegerType::get(context.getContext(), 32);
}

LogicalResult
MoeExpertPlanOp::inferResults(ShapeContext &context, Adaptor adaptor,
                              SmallVectorImpl<ResultShape> &results) {
  NamedTensor indices = {"expert_indices", adaptor.getExpertIndices()};
  int64_t numExperts = adaptor.getNumExperts();
  if (numExperts < 1)
    return context.emitError(formatMessage(
        "requires 'num_experts' of at least 1, found ", numExperts));
  if (failed(requireRank(context, indices, 2)) ||
      failed(requireNonEmpty(context, {indices})))
    return failure();
  AffineExpr routes =
      multiplyExtents(context.getShape(indices.value), context.getContext());
  Type i32 = getI32(context);
  results.push_back({{context.getConstant(numExperts)}, i32});
  results.push_back({{context.getConstant(numExperts + 1)}, i32});
  for (int i = 0; i < 4; ++i)
    results.push_back({{routes}, i32});
  return success();
}

LogicalResult
MoeRouteWeightsOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                SmallVectorImpl<ResultShape> &results) {
  NamedTensor probabilities = {"probabilities", adaptor.getProbabilities()};
  NamedTensor indices = {"expert_indices", adaptor.getExpertIndices()};
  if (failed(requireRank(context, probabilities, 2)) ||
      failed(requireRank(context, indices, 2)) ||
      failed(requireNonEmpty(context, {probabilities, indices})))
    return failure();
  SymbolicShape shape = context.getShape(indices.value);
  SymbolicShape experts = context.getShape(probabilities.value);
  if (failed(context.requireEqual(
          shape[0], experts[0],
          "as many rows of expert_indices as of probabilities")) ||
      failed(context.require(shape[1], ExtentRelation::LessEqual, experts[1],
                             "at most as many slots as experts")))
    return failure();
  results.push_back({shape, getElement(probabilities.value)});
  return success();
}

/// Rejects maps of other ranks or lengths than `routes`.
static LogicalResult requireMaps(ShapeContext &context,
                                 ArrayRef<NamedTensor> maps, AffineExpr routes,
                                 StringRef rule) {
  for (const NamedTensor &map : maps)
    if (failed(requireRank(context, map, 1)) ||
        failed(requireNonEmpty(context, {map})) ||
        failed(context.requireEqual(context.getShape(map.value)[0], routes,
                                    formatMessage(map.name, " with ", rule))))
      return failure();
  return success();
}

LogicalResult MoeGatherOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  NamedTensor input = {"input", adaptor.getInput()};
  NamedTensor tokens = {"packed_token", adaptor.getPackedToken()};
  if (failed(requireRank(context, input, 2)) ||
      failed(requireNonEmpty(context, {input})) ||
      failed(requireRank(context, tokens, 1)))
    return failure();
  AffineExpr routes = context.getShape(tokens.value)[0];
  SymbolicShape shape = context.getShape(input.value);
  if (failed(requireMaps(context, {tokens, {"inverse", adaptor.getInverse()}},
                         routes, "an element per element of packed_token")) ||
      failed(context.requireEqual(
          routes, shape[0] * routes.floorDiv(shape[0]),
          "a number of routes that is a multiple of the rows of input")))
    return failure();
  shape[0] = routes;
  results.push_back({shape, getElement(input.value)});
  return success();
}

LogicalResult
MoeCombineOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  NamedTensor packed = {"packed", adaptor.getPacked()};
  NamedTensor gate = {"route_gate", adaptor.getRouteGate()};
  if (failed(requireSameElementType(context, {packed, gate})) ||
      failed(requireRank(context, packed, 2)) ||
      failed(requireRank(context, gate, 2)) ||
      failed(requireNonEmpty(context, {packed, gate})))
    return failure();
  SymbolicShape gates = context.getShape(gate.value);
  AffineExpr routes = multiplyExtents(gates, context.getContext());
  SymbolicShape shape = context.getShape(packed.value);
  if (failed(context.requireEqual(
          shape[0], routes, "a row of packed per element of route_gate")) ||
      failed(requireMaps(context,
                         {{"inverse", adaptor.getInverse()},
                          {"packed_slot", adaptor.getPackedSlot()}},
                         routes, "an element per element of route_gate")))
    return failure();
  shape[0] = gates[0];
  results.push_back({shape, getElement(packed.value)});
  return success();
}

/// input [R, K], weight [E, N, K], offsets [E + 1], bias [E, N] or absent.
static LogicalResult inferGrouped(ShapeContext &context, NamedTensor input,
                                  NamedTensor weight, Value bias, Value offsets,
                                  SmallVectorImpl<ResultShape> &results) {
  SmallVector<NamedTensor> floats = {input, weight};
  if (bias)
    floats.push_back({"bias", bias});
  if (failed(requireSameElementType(context, floats)) ||
      failed(requireRank(context, input, 2)) ||
      failed(requireRank(context, weight, 3)) ||
      (bias && failed(requireRank(context, floats[2], 2))) ||
      failed(requireRank(context, {"offsets", offsets}, 1)) ||
      failed(requireNonEmpty(context, floats)))
    return failure();
  SymbolicShape shape = context.getShape(input.value);
  SymbolicShape weights = context.getShape(weight.value);
  if (failed(context.requireEqual(
          shape[1], weights[2],
          "equal inner extents of input (axis 1) and weight (axis 2)")) ||
      failed(context.requireEqual(context.getShape(offsets)[0],
                                  weights[0] + context.getConstant(1),
                                  "an offset more than there are groups")))
    return failure();
  if (bias &&
      (failed(context.requireEqual(context.getShape(bias)[0], weights[0],
                                   "a row of bias per group")) ||
       failed(context.requireEqual(
           context.getShape(bias)[1], weights[1],
           "an element of bias per row of the group's weight"))))
    return failure();
  results.push_back({{shape[0], weights[1]}, getElement(input.value)});
  return success();
}

LogicalResult
GroupedGemmMOp::inferResults(ShapeContext &context, Adaptor adaptor,
                             SmallVectorImpl<ResultShape> &results) {
  return inferGrouped(context, {"input", adaptor.getInput()},
                      {"weight", adaptor.getWeight()}, Value(),
                      adaptor.getOffsets(), results);
}

LogicalResult
GroupedLinearMOp::inferResults(ShapeContext &context, Adaptor adaptor,
                               SmallVectorImpl<ResultShape> &results) {
  return inferGrouped(context, {"input", adaptor.getInput()},
                      {"weight", adaptor.getWeight()}, adaptor.getBias(),
                      adaptor.getOffsets(), results);
}

LogicalResult
GroupedOuterMOp::inferResults(ShapeContext &context, Adaptor adaptor,
                              SmallVectorImpl<ResultShape> &results) {
  NamedTensor left = {"left", adaptor.getLeft()};
  NamedTensor right = {"right", adaptor.getRight()};
  NamedTensor offsets = {"offsets", adaptor.getOffsets()};
  if (failed(requireSameElementType(context, {left, right})) ||
      failed(requireRank(context, left, 2)) ||
      failed(requireRank(context, right, 2)) ||
      failed(requireRank(context, offsets, 1)) ||
      failed(requireNonEmpty(context, {left, right})))
    return failure();
  SymbolicShape leftShape = context.getShape(left.value);
  SymbolicShape rightShape = context.getShape(right.value);
  AffineExpr numOffsets = context.getShape(offsets.value)[0];
  if (failed(context.requireEqual(leftShape[0], rightShape[0],
                                  "as many rows of left as of right")) ||
      failed(context.require(context.getConstant(2), ExtentRelation::LessEqual,
                             numOffsets, "at least 2 offsets")))
    return failure();
  results.push_back(
      {{numOffsets - context.getConstant(1), leftShape[1], rightShape[1]},
       getElement(left.value)});
  return success();
}

LogicalResult
MoeRoutingBiasUpdateOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  NamedTensor mask = {"selection_mask", adaptor.getSelectionMask()};
  NamedTensor bias = {"bias", adaptor.getBias()};
  if (failed(requireRank(context, mask, 2)) ||
      failed(requireRank(context, bias, 2)) ||
      failed(requireNonEmpty(context, {mask, bias})))
    return failure();
  AffineExpr experts = context.getShape(mask.value)[1];
  SymbolicShape shape = context.getShape(bias.value);
  AffineExpr one = context.getConstant(1);
  AffineExpr slots = context.getConstant(adaptor.getExpertsPerToken());
  if (failed(context.requireEqual(shape[0], one, "one row of bias")) ||
      failed(context.requireEqual(
          shape[1], experts,
          "a column of bias per column of selection_mask")) ||
      failed(context.require(one, ExtentRelation::LessEqual, slots,
                             "'experts_per_token' of at least 1")) ||
      failed(context.require(slots, ExtentRelation::LessEqual, experts,
                             "'experts_per_token' of at most the columns of "
                             "selection_mask")))
    return failure();
  results.push_back({shape, getElement(bias.value)});
  return success();
}

LogicalResult MoeRoutingBiasUpdateOp::verify() {
  return verifyScalar(*this, "gamma", getGammaScalar(), nonNegative);
}
