//===- ConvolutionOps.cpp - Rules of convolutions -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ConvolutionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#include <limits>

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/ConvolutionOps.cpp.inc"

namespace oaml {
void registerConvolutionOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/ConvolutionOps.cpp.inc"
      >();
}
} // namespace oaml

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

static int64_t getRank(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getRank();
}

/// (taps - 1) dilation + 1, or the same of cells.
static AffineExpr dilate(AffineExpr count, int64_t dilation) {
  return normalizeExtent((count - 1) * dilation + 1);
}

/// Requires that `groups` divides a number of channels.
static LogicalResult requireGroups(ShapeContext &context, AffineExpr channels,
                                   int64_t groups, const Twine &what) {
  return context.requireEqual(
      normalizeExtent(channels % groups), context.getConstant(0),
      "'groups' that divide the number of " + what + " (rest 0)");
}

//===----------------------------------------------------------------------===//
// convolution
//===----------------------------------------------------------------------===//

int64_t ConvolutionOp::getNumSpatialAxes() {
  return cast<RankedTensorType>(getLeft().getType()).getRank() - 2;
}

/// Entry `axis` of a list that may be left out.
static int64_t getEntry(ArrayRef<int64_t> list, size_t axis,
                        int64_t otherwise) {
  return list.empty() ? otherwise : list[axis];
}

template <typename OpOrAdaptor>
static SmallVector<ConvolutionOp::Axis> getAxes(OpOrAdaptor op, int64_t count) {
  SmallVector<ConvolutionOp::Axis> axes;
  for (int64_t axis = 0; axis < count; ++axis)
    axes.push_back({getEntry(op.getStrides(), axis, 1),
                    getEntry(op.getPaddingLow(), axis, 0),
                    getEntry(op.getPaddingHigh(), axis, 0),
                    getEntry(op.getDilations(), axis, 1),
                    getEntry(op.getInputDilations(), axis, 1)});
  return axes;
}

SmallVector<ConvolutionOp::Axis> ConvolutionOp::getSpatialAxes() {
  return getAxes(*this, getNumSpatialAxes());
}

/// Checks the attributes of a convolution with `numAxes` spatial axes.
static LogicalResult requireAttributes(ShapeContext &context,
                                       ConvolutionOp::Adaptor adaptor,
                                       size_t numAxes) {
  struct List {
    StringRef name;
    ArrayRef<int64_t> entries;
    int64_t minimum;
  };
  for (const List &list :
       {List{"strides", adaptor.getStrides(), 1},
        List{"padding_low", adaptor.getPaddingLow(), 0},
        List{"padding_high", adaptor.getPaddingHigh(), 0},
        List{"dilations", adaptor.getDilations(), 1},
        List{"input_dilations", adaptor.getInputDilations(), 1}}) {
    if (!list.entries.empty() && list.entries.size() != numAxes)
      return context.emitError(formatMessage(
          "requires no entry of '", list.name, "' or one per spatial axis (",
          numAxes, "), found ", list.entries.size()));
    for (int64_t entry : list.entries)
      if (failed(requireSize(context, entry, list.minimum, list.name)))
        return failure();
  }
  if (failed(requireSize(context, adaptor.getGroups(), 1, "groups")))
    return failure();
  size_t wanted =
      adaptor.getTarget() == ConvolutionTarget::Output ? 0 : numAxes;
  if (adaptor.getShape().size() != wanted)
    return context.emitError(
        formatMessage("requires a 'shape' of ", wanted, " extents for target ",
                      stringifyConvolutionTarget(adaptor.getTarget()),
                      ", found ", adaptor.getShape().size()));
  if (!adaptor.getPadded())
    return success();
  bool isInput = adaptor.getTarget() == ConvolutionTarget::Input;
  ArrayRef<int64_t> steps =
      isInput ? adaptor.getStrides() : adaptor.getInputDilations();
  if (llvm::all_of(steps, [](int64_t step) { return step == 1; }))
    return success();
  return context.emitError(
      formatMessage("requires '", isInput ? "strides" : "input_dilations",
                    "' of 1 with 'padded', found others"));
}

namespace {
/// The extents of input, weight and output; those of the target are empty.
struct ConvolutionShapes {
  SymbolicShape input, weight, output;
};
} // namespace

/// Batch and channels must fit; completes those of the target.
static LogicalResult inferChannels(ShapeContext &context,
                                   ConvolutionTarget target, int64_t groups,
                                   ConvolutionShapes &shapes) {
  SymbolicShape &x = shapes.input, &w = shapes.weight, &y = shapes.output;
  if (target != ConvolutionTarget::Input &&
      failed(requireGroups(context, x[1], groups, "input channels")))
    return failure();
  AffineExpr outputChannels = target == ConvolutionTarget::Weight ? y[1] : w[0];
  if (failed(requireGroups(context, outputChannels, groups, "output channels")))
    return failure();
  switch (target) {
  case ConvolutionTarget::Output:
    y = {x[0], w[0]};
    return context.requireEqual(
        normalizeExtent(x[1].floorDiv(groups)), w[1],
        "equal input channels per group of input (axis 1) and weight (axis 1)");
  case ConvolutionTarget::Input:
    x = {y[0], normalizeExtent(w[1] * groups)};
    return context.requireEqual(
        y[1], w[0],
        "equal output channels of output (axis 1) and weight (axis 0)");
  case ConvolutionTarget::Weight:
    w = {y[1], normalizeExtent(x[1].floorDiv(groups))};
    return context.requireEqual(x[0], y[0],
                                "equal batch extents of input and output");
  }
  llvm_unreachable("unknown target");
}

LogicalResult
ConvolutionOp::inferResults(ShapeContext &context, Adaptor adaptor,
                            SmallVectorImpl<ResultShape> &results) {
  NamedTensor left = {"left", adaptor.getLeft()};
  NamedTensor right = {"right", adaptor.getRight()};
  int64_t rank = getRank(left.value);
  if (rank < 3 || rank > 5)
    return context.emitError(formatMessage(
        "requires left of rank 3 to 5, found ", left.value.getType()));
  size_t numAxes = rank - 2;
  if (failed(requireRank(context, right, rank)) ||
      failed(requireSameElementType(context, {left, right})) ||
      failed(requireNonEmpty(context, {left, right})) ||
      failed(requireAttributes(context, adaptor, numAxes)))
    return failure();
  FailureOr<SymbolicShape> shape =
      inferRequestedShape(context, adaptor.getShape(),
                          adaptor.getDynamicShape(), "shape", /*minimum=*/1);
  if (failed(shape))
    return failure();

  ConvolutionTarget target = adaptor.getTarget();
  ConvolutionShapes shapes;
  SymbolicShape &leftShape =
      target == ConvolutionTarget::Input ? shapes.output : shapes.input;
  leftShape = context.getShape(left.value);
  (target == ConvolutionTarget::Weight ? shapes.output : shapes.weight) =
      context.getShape(right.value);
  if (failed(inferChannels(context, target, adaptor.getGroups(), shapes)))
    return failure();

  for (auto [axis, window] : llvm::enumerate(getAxes(adaptor, numAxes))) {
    std::string name = formatMessage("spatial axis ", axis);
    auto extend = [&](SymbolicShape &tensor) {
      if (tensor.size() == axis + 2)
        tensor.push_back((*shape)[axis]);
      return tensor[axis + 2];
    };
    AffineExpr taps = extend(shapes.weight);
    AffineExpr span = dilate(taps, window.dilation);
    if (adaptor.getPadded()) {
      // What the operand holds around its own cells.
      AffineExpr low = context.getConstant(window.low);
      AffineExpr high = context.getConstant(window.high);
      if (target == ConvolutionTarget::Input) {
        low = span - 1 - low;
        high = span - 1 - high;
        for (AffineExpr amount : {low, high})
          if (failed(context.require(
                  context.getConstant(0), ExtentRelation::LessEqual,
                  normalizeExtent(amount),
                  formatMessage("padding below the extent of a window with "
                                "'padded', along ",
                                name))))
            return failure();
      }
      AffineExpr &stored = leftShape[axis + 2];
      stored = normalizeExtent(stored - low - high);
      if (failed(context.require(
              context.getConstant(1), ExtentRelation::LessEqual, stored,
              formatMessage("cells of left inside of its padding, along ",
                            name))))
        return failure();
    }
    if (target == ConvolutionTarget::Input)
      extend(shapes.input);
    AffineExpr cells = dilate(shapes.input[axis + 2], window.inputDilation);
    FailureOr<AffineExpr> windows = inferWindows(
        context, cells + window.low + window.high, span, window.stride, name);
    if (failed(windows))
      return failure();
    if (target == ConvolutionTarget::Output)
      shapes.output.push_back(*windows);
    else if (failed(context.requireEqual(
                 shapes.output[axis + 2], *windows,
                 formatMessage("as many positions of the output as windows, "
                               "along ",
                               name))))
      return failure();
  }
  SymbolicShape result = target == ConvolutionTarget::Output  ? shapes.output
                         : target == ConvolutionTarget::Input ? shapes.input
                                                              : shapes.weight;
  results.push_back({result, getElement(left.value)});
  return success();
}

//===----------------------------------------------------------------------===//
// Forms of the contract
//===----------------------------------------------------------------------===//

/// Ranks, element types, no empty operand; `bias` may be null.
static LogicalResult requireOperands(ShapeContext &context, Value input,
                                     Value weight, Value bias, int64_t rank) {
  NamedTensor x = {"input", input}, w = {"weight", weight}, b = {"bias", bias};
  SmallVector<NamedTensor> tensors = {x, w};
  if (bias)
    tensors.push_back(b);
  if (failed(requireRank(context, x, rank)) ||
      failed(requireRank(context, w, rank)) ||
      (bias && failed(requireRank(context, b, 1))) ||
      failed(requireSameElementType(context, tensors)))
    return failure();
  return requireNonEmpty(context, tensors);
}

static LogicalResult requireSteps(ShapeContext &context, int64_t stride,
                                  int64_t padding, int64_t dilation) {
  if (failed(requireSize(context, stride, 1, "stride")) ||
      failed(requireSize(context, padding, 0, "padding")))
    return failure();
  return requireSize(context, dilation, 1, "dilation");
}

static LogicalResult requireSquare(ShapeContext &context,
                                   ArrayRef<AffineExpr> weight) {
  return context.requireEqual(weight[2], weight[3],
                              "a square kernel (axes 2 and 3 of weight)");
}

LogicalResult Conv1dOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  Value input = adaptor.getInput(), weight = adaptor.getWeight();
  int64_t padding = adaptor.getPadding();
  if (failed(requireOperands(context, input, weight, adaptor.getBias(), 3)) ||
      failed(requireSteps(context, adaptor.getStride(), padding,
                          adaptor.getDilation())))
    return failure();
  SymbolicShape x = context.getShape(input), w = context.getShape(weight);
  if (failed(context.requireEqual(
          x[1], w[1],
          "equal input channels of input (axis 1) and weight (axis 1)")) ||
      failed(requireVector(context, {"bias", adaptor.getBias()}, w[0],
                           "output channel (axis 0 of weight)")))
    return failure();
  FailureOr<AffineExpr> windows = inferWindows(
      context, x[2] + 2 * padding, dilate(w[2], adaptor.getDilation()),
      adaptor.getStride(), "length");
  if (failed(windows))
    return failure();
  results.push_back({{x[0], w[0], *windows}, getElement(input)});
  return success();
}

LogicalResult Conv2dOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  Value input = adaptor.getInput(), weight = adaptor.getWeight();
  int64_t padding = adaptor.getPadding(), groups = adaptor.getGroups();
  if (failed(requireOperands(context, input, weight, adaptor.getBias(), 4)) ||
      failed(requireSteps(context, adaptor.getStride(), padding,
                          /*dilation=*/1)) ||
      failed(requireSize(context, groups, 1, "groups")))
    return failure();
  SymbolicShape x = context.getShape(input), w = context.getShape(weight);
  if (failed(requireGroups(context, x[1], groups, "input channels")) ||
      failed(requireGroups(context, w[0], groups, "output channels")) ||
      failed(context.requireEqual(
          normalizeExtent(x[1].floorDiv(groups)), w[1],
          "equal input channels per group of input (axis 1) and weight "
          "(axis 1)")) ||
      failed(requireSquare(context, w)) ||
      failed(requireVector(context, {"bias", adaptor.getBias()}, w[0],
                           "output channel (axis 0 of weight)")))
    return failure();
  SymbolicShape shape = {x[0], w[0]};
  for (auto [axis, name] : {std::pair(2, "height"), std::pair(3, "width")}) {
    FailureOr<AffineExpr> windows = inferWindows(
        context, x[axis] + 2 * padding, w[axis], adaptor.getStride(), name);
    if (failed(windows))
      return failure();
    shape.push_back(*windows);
  }
  results.push_back({shape, getElement(input)});
  return success();
}

/// The result of a transposed convolution; `bias` may be null.
static LogicalResult inferTransposed(ShapeContext &context, Value input,
                                     Value weight, Value bias, int64_t rank,
                                     int64_t stride, int64_t padding,
                                     int64_t dilation,
                                     SmallVectorImpl<ResultShape> &results) {
  if (failed(requireOperands(context, input, weight, bias, rank)) ||
      failed(requireSteps(context, stride, padding, dilation)))
    return failure();
  SymbolicShape x = context.getShape(input), w = context.getShape(weight);
  if (failed(context.requireEqual(
          x[1], w[0],
          "equal input channels of input (axis 1) and weight (axis 0)")) ||
      (rank == 4 && failed(requireSquare(context, w))) ||
      (bias && failed(requireVector(context, {"bias", bias}, w[1],
                                    "output channel (axis 1 of weight)"))))
    return failure();
  SymbolicShape shape = {x[0], w[1]};
  for (int64_t axis = 2; axis < rank; ++axis) {
    AffineExpr extent = normalizeExtent((x[axis] - 1) * stride - 2 * padding +
                                        dilate(w[axis], dilation));
    if (failed(context.require(
            context.getConstant(1), ExtentRelation::LessEqual, extent,
            formatMessage("a result with positions along spatial axis ",
                          axis - 2))) ||
        failed(context.require(
            extent, ExtentRelation::LessEqual,
            context.getConstant(std::numeric_limits<uint32_t>::max()),
            formatMessage("an extent of the result that fits 32 bits, along "
                          "spatial axis ",
                          axis - 2))))
      return failure();
    shape.push_back(extent);
  }
  results.push_back({shape, getElement(input)});
  return success();
}

LogicalResult
ConvTranspose1dOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                SmallVectorImpl<ResultShape> &results) {
  return inferTransposed(context, adaptor.getInput(), adaptor.getWeight(),
                         /*bias=*/Value(), 3, adaptor.getStride(),
                         adaptor.getPadding(), adaptor.getDilation(), results);
}

LogicalResult
ConvTranspose2dOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                SmallVectorImpl<ResultShape> &results) {
  return inferTransposed(context, adaptor.getInput(), adaptor.getWeight(),
                         adaptor.getBias(), 4, adaptor.getStride(),
                         adaptor.getPadding(), /*dilation=*/1, results);
}
