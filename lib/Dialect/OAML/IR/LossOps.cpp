//===- LossOps.cpp - Rules of losses and scores ---------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "oaml/Dialect/OAML/IR/LossOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

/// A loss f32 [1] of operands of one shape.
static LogicalResult inferPairLoss(ShapeContext &context, Value prediction,
                                   Value target,
                                   SmallVectorImpl<ResultShape> &results) {
  SmallVector<NamedTensor> tensors = {{"prediction", prediction},
                                      {"target", target}};
  if (failed(requireSameElementType(context, tensors)) ||
      failed(requireSameShape(context, tensors)) ||
      failed(requireNonEmpty(context, tensors)))
    return failure();
  results.push_back(
      {{context.getConstant(1)}, Float32Type::get(context.getContext())});
  return success();
}

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/LossOps.cpp.inc"

namespace oaml {
void registerLossOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/LossOps.cpp.inc"
      >();
}
} // namespace oaml

/// logits [B, C] and targets [B]; the loss is f32 [1].
static LogicalResult inferCrossEntropy(ShapeContext &context,
                                       NamedTensor logits, NamedTensor targets,
                                       SmallVectorImpl<ResultShape> &results) {
  if (failed(requireRank(context, logits, 2)) ||
      failed(requireRank(context, targets, 1)) ||
      failed(requireNonEmpty(context, {logits, targets})) ||
      failed(context.requireEqual(context.getShape(targets.value)[0],
                                  context.getShape(logits.value)[0],
                                  "one element of targets per row of logits")))
    return failure();
  results.push_back(
      {{context.getConstant(1)}, Float32Type::get(context.getContext())});
  return success();
}

LogicalResult
CrossEntropyOp::inferResults(ShapeContext &context, Adaptor adaptor,
                             SmallVectorImpl<ResultShape> &results) {
  return inferCrossEntropy(context, {"logits", adaptor.getLogits()},
                           {"targets", adaptor.getTargets()}, results);
}

LogicalResult
MaskedCrossEntropyOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                   SmallVectorImpl<ResultShape> &results) {
  NamedTensor logits = {"logits", adaptor.getLogits()};
  NamedTensor mask = {"mask", adaptor.getMask()};
  if (failed(inferCrossEntropy(context, logits,
                               {"targets", adaptor.getTargets()}, results)) ||
      failed(requireSameElementType(context, {logits, mask})) ||
      failed(requireNonEmpty(context, {mask})))
    return failure();
  AffineExpr rows = context.getShape(logits.value)[0];
  if (failed(context.requireEqual(
          multiplyExtents(context.getShape(mask.value), context.getContext()),
          rows, "one element of mask per row of logits")))
    return failure();
  if (IntegerAttr count = adaptor.getValidCountAttr())
    return context.require(context.getConstant(count.getInt()),
                           ExtentRelation::LessEqual, rows,
                           "'valid_count' up to the number of rows of logits");
  return success();
}

LogicalResult MaskedCrossEntropyOp::verify() {
  return verifyIntegerScalar(*this, "valid_count", getValidCountScalar(),
                             /*minimum=*/1, /*allowFloat=*/true);
}

LogicalResult MaskedMseOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  NamedTensor prediction = {"prediction", adaptor.getPrediction()};
  NamedTensor mask = {"mask", adaptor.getMask()};
  if (failed(inferPairLoss(context, prediction.value, adaptor.getTarget(),
                           results)) ||
      failed(requireSameElementType(context, {prediction, mask})) ||
      failed(requireNonEmpty(context, {mask})))
    return failure();
  SymbolicShape shape = context.getShape(prediction.value);
  FailureOr<SymbolicShape> common =
      inferBroadcast(context, {shape, context.getShape(mask.value)},
                     {prediction.name, mask.name});
  if (failed(common))
    return failure();
  // The mask may repeat, but not the prediction.
  if (common->size() != shape.size())
    return context.emitError(formatMessage(
        "requires a mask of at most the rank of prediction, found "
        "ranks ",
        common->size(), " and ", shape.size()));
  for (auto [axis, extents] : llvm::enumerate(llvm::zip_equal(shape, *common)))
    if (failed(context.requireEqual(
            std::get<0>(extents), std::get<1>(extents),
            formatMessage("a mask that broadcasts to prediction along axis ",
                          axis))))
      return failure();
  return success();
}

LogicalResult
AccuracyCountOp::inferResults(ShapeContext &context, Adaptor adaptor,
                              SmallVectorImpl<ResultShape> &results) {
  NamedTensor logits = {"logits", adaptor.getLogits()};
  SmallVector<NamedTensor> perRow = {{"labels", adaptor.getLabels()}};
  if (Value mask = adaptor.getMask())
    perRow.push_back({"mask", mask});
  if (failed(requireRankAtLeast(context, logits, 2)) ||
      failed(requireRankAtLeast(context, perRow.front(), 1)) ||
      failed(requireNonEmpty(context, {logits})) ||
      failed(requireNonEmpty(context, perRow)))
    return failure();
  AffineExpr rows =
      multiplyExtents(ArrayRef(context.getShape(logits.value)).drop_back(),
                      context.getContext());
  for (const NamedTensor &tensor : perRow)
    if (failed(
            context.requireEqual(multiplyExtents(context.getShape(tensor.value),
                                                 context.getContext()),
                                 rows,
                                 formatMessage("one element of ", tensor.name,
                                               " per row of logits"))))
      return failure();
  results.push_back(
      {{context.getConstant(1)}, IntegerType::get(context.getContext(), 32)});
  return success();
}
