//===- ShapeRules.cpp - Shape rules that op families share ----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ShapeRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>

using namespace mlir;
using namespace oaml;

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

static int64_t getRank(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getRank();
}

LogicalResult oaml::inferUnary(ShapeContext &context, Value x,
                               SmallVectorImpl<ResultShape> &results) {
  results.push_back({context.getShape(x), getElement(x)});
  return success();
}

LogicalResult oaml::inferBinary(ShapeContext &context, Value left, Value right,
                                SmallVectorImpl<ResultShape> &results) {
  if (failed(
          requireSameElementType(context, {{"left", left}, {"right", right}})))
    return failure();
  FailureOr<SymbolicShape> shape =
      inferBroadcast(context, {context.getShape(left), context.getShape(right)},
                     {"left", "right"});
  if (failed(shape))
    return failure();
  results.push_back({*shape, getElement(left)});
  return success();
}

LogicalResult oaml::inferAxisReduction(ShapeContext &context, Value x,
                                       std::optional<uint64_t> axis,
                                       SmallVectorImpl<ResultShape> &results,
                                       bool allowEmpty) {
  if (axis && failed(requireAxis(context, *axis, getRank(x), "axis")))
    return failure();
  if (!allowEmpty && failed(requireNonEmpty(context, {{"x", x}})))
    return failure();
  AffineExpr one = context.getConstant(1);
  SymbolicShape shape = {one};
  if (axis) {
    shape = context.getShape(x);
    shape[*axis] = one;
  }
  results.push_back({shape, getElement(x)});
  return success();
}

FailureOr<SymbolicShape> oaml::inferRequestedShape(
    ShapeContext &context, ArrayRef<int64_t> staticExtents,
    ValueRange dynamicExtents, StringRef name, int64_t minimum) {
  if (staticExtents.size() > 8)
    return context.emitError(formatMessage("requires '", name,
                                           "' of rank at most 8, found rank ",
                                           staticExtents.size()));
  FailureOr<SymbolicShape> extents =
      context.getMixedExtents(staticExtents, dynamicExtents, name);
  if (failed(extents))
    return failure();
  for (auto [axis, extent] : llvm::enumerate(*extents))
    if (failed(context.require(
            context.getConstant(minimum), ExtentRelation::LessEqual, extent,
            formatMessage("'", name, "' with extents of at least ", minimum,
                          " at axis ", axis))))
      return failure();
  return extents;
}

LogicalResult oaml::requireAxis(ShapeContext &context, int64_t axis,
                                int64_t rank, StringRef name) {
  if (axis >= 0 && axis < rank)
    return success();
  return context.emitError(formatMessage("requires '", name,
                                         "' from 0 to rank-1, found ", axis,
                                         " and rank ", rank));
}

LogicalResult oaml::requireSameElementType(ShapeContext &context,
                                           ArrayRef<NamedTensor> tensors) {
  for (const NamedTensor &tensor : tensors.drop_front())
    if (getElement(tensor.value) != getElement(tensors.front().value))
      return context.emitError(formatMessage(
          "requires one element type for ", tensors.front().name, " and ",
          tensor.name, ", found ", getElement(tensors.front().value), " and ",
          getElement(tensor.value)));
  return success();
}

LogicalResult oaml::requireSameShape(ShapeContext &context,
                                     ArrayRef<NamedTensor> tensors) {
  SymbolicShape first = context.getShape(tensors.front().value);
  for (const NamedTensor &tensor : tensors.drop_front()) {
    SymbolicShape shape = context.getShape(tensor.value);
    if (shape.size() != first.size())
      return context.emitError(formatMessage(
          "requires one shape for ", tensors.front().name, " and ", tensor.name,
          ", found ranks ", first.size(), " and ", shape.size()));
    for (auto [axis, extents] : llvm::enumerate(llvm::zip_equal(first, shape)))
      if (failed(context.requireEqual(
              std::get<0>(extents), std::get<1>(extents),
              formatMessage("equal extents of ", tensors.front().name, " and ",
                            tensor.name, " along axis ", axis))))
        return failure();
  }
  return success();
}

LogicalResult oaml::requireRank(ShapeContext &context, NamedTensor tensor,
                                int64_t rank) {
  if (getRank(tensor.value) == rank)
    return success();
  return context.emitError(formatMessage("requires ", tensor.name, " of rank ",
                                         rank, ", found ",
                                         tensor.value.getType()));
}

LogicalResult oaml::requireRankAtLeast(ShapeContext &context,
                                       NamedTensor tensor, int64_t rank) {
  if (getRank(tensor.value) >= rank)
    return success();
  return context.emitError(formatMessage("requires ", tensor.name, " of rank ",
                                         rank, " or more, found ",
                                         tensor.value.getType()));
}

LogicalResult oaml::requireNonEmpty(ShapeContext &context,
                                    ArrayRef<NamedTensor> tensors) {
  for (const NamedTensor &tensor : tensors)
    for (auto [axis, extent] : llvm::enumerate(context.getShape(tensor.value)))
      if (failed(context.require(
              context.getConstant(1), ExtentRelation::LessEqual, extent,
              formatMessage("elements in ", tensor.name, " (extent of axis ",
                            axis, " at least 1)"))))
        return failure();
  return success();
}

/// The largest size that fits 32 bits.
static constexpr int64_t maximum = std::numeric_limits<uint32_t>::max();

LogicalResult oaml::requireSize(ShapeContext &context, int64_t value,
                                int64_t minimum, StringRef name) {
  if (value >= minimum && value <= maximum)
    return success();
  return context.emitError(formatMessage("requires '", name, "' from ", minimum,
                                         " to ", maximum, ", found ", value));
}

LogicalResult oaml::requireEpsilon(ShapeContext &context,
                                   const APFloat &epsilon) {
  if (epsilon.isFinite() && !epsilon.isNegative() && !epsilon.isZero())
    return success();
  SmallString<16> text;
  epsilon.toString(text);
  return context.emitError(
      formatMessage("requires a finite 'epsilon' above 0, found ", text));
}

LogicalResult oaml::requireVector(ShapeContext &context, NamedTensor vector,
                                  AffineExpr extent, StringRef what) {
  if (failed(requireRank(context, vector, 1)))
    return failure();
  return context.requireEqual(
      context.getShape(vector.value)[0], extent,
      formatMessage("one element of ", vector.name, " per ", what));
}

FailureOr<AffineExpr> oaml::inferWindows(ShapeContext &context,
                                         AffineExpr padded, AffineExpr kernel,
                                         int64_t stride, StringRef name) {
  padded = normalizeExtent(padded);
  kernel = normalizeExtent(kernel);
  if (failed(context.require(
          padded, ExtentRelation::LessEqual, context.getConstant(maximum),
          formatMessage("a ", name, " that fits 32 bits with its padding"))) ||
      failed(context.require(
          kernel, ExtentRelation::LessEqual, padded,
          formatMessage("windows no larger than the padded ", name))))
    return failure();
  return normalizeExtent((padded - kernel).floorDiv(stride) + 1);
}

AffineExpr oaml::inferIndex(Operation *op,
                            llvm::function_ref<SymbolicShape(Value)> getShape,
                            llvm::function_ref<AffineExpr(Value)> getIndex) {
  if (std::optional<int64_t> constant = getConstantIntValue(op->getResult(0)))
    return getAffineConstantExpr(*constant, op->getContext());
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op)) {
    std::optional<int64_t> axis = getConstantIntValue(dim.getDimension());
    SymbolicShape shape = getShape(dim.getShapedValue());
    if (axis && *axis >= 0 && *axis < static_cast<int64_t>(shape.size()))
      return shape[*axis];
  }
  if (op->getNumOperands() != 2)
    return {};
  AffineExpr left = getIndex(op->getOperand(0));
  AffineExpr right = getIndex(op->getOperand(1));
  if (!left || !right)
    return {};
  AffineExpr value =
      llvm::TypeSwitch<Operation *, AffineExpr>(op)
          .Case([&](arith::AddIOp) { return left + right; })
          .Case([&](arith::SubIOp) { return left - right; })
          .Case([&](arith::MulIOp) { return left * right; })
          .Case<arith::FloorDivSIOp, arith::DivSIOp, arith::DivUIOp>(
              [&](Operation *) { return left.floorDiv(right); })
          .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>(
              [&](Operation *) { return left.ceilDiv(right); })
          .Case<arith::RemSIOp, arith::RemUIOp>(
              [&](Operation *) { return left % right; })
          .Default([](Operation *) { return AffineExpr(); });
  return value ? normalizeExtent(value) : AffineExpr();
}
