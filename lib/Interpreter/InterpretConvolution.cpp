//===- InterpretConvolution.cpp - Convolutions ----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/ConvolutionOps.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

namespace {
/// Shapes and axes of a convolution.
struct Convolution {
  SmallVector<int64_t> input, weight, output;
  SmallVector<ConvolutionOp::Axis> axes;
  int64_t groups = 1;

  /// Calls `body` with flat indices into input, weight and output for each
  /// three elements that belong together.
  void
  forEachTerm(function_ref<void(int64_t x, int64_t w, int64_t y)> body) const;
};
} // namespace

void Convolution::forEachTerm(
    function_ref<void(int64_t x, int64_t w, int64_t y)> body) const {
  int64_t outputs = output[1] / groups, inputs = weight[1];
  SmallVector<int64_t> places;
  llvm::append_range(places, ArrayRef(output).drop_front(2));
  llvm::append_range(places, ArrayRef(weight).drop_front(2));
  size_t numAxes = axes.size();
  // Window and tap along each axis: the flat positions in the planes.
  forEachPosition(places, {getStrides(places)}, [&](ArrayRef<int64_t> flat) {
    SmallVector<int64_t> position(places.size());
    int64_t rest = flat[0];
    for (size_t i = places.size(); i-- > 0;) {
      position[i] = rest % places[i];
      rest /= places[i];
    }
    int64_t x = 0, w = 0, y = 0;
    for (auto [i, axis] : llvm::enumerate(axes)) {
      int64_t window = position[i], tap = position[numAxes + i];
      int64_t place = window * axis.stride + tap * axis.dilation - axis.low;
      if (place < 0 || place % axis.inputDilation != 0)
        return;
      int64_t cell = place / axis.inputDilation;
      if (cell >= input[i + 2])
        return;
      x = x * input[i + 2] + cell;
      w = w * weight[i + 2] + tap;
      y = y * output[i + 2] + window;
    }
    auto getPlane = [&](ArrayRef<int64_t> shape) {
      int64_t size = 1;
      for (int64_t extent : shape.drop_front(2))
        size *= extent;
      return size;
    };
    for (int64_t n = 0; n < input[0]; ++n)
      for (int64_t o = 0; o < output[1]; ++o)
        for (int64_t c = 0; c < inputs; ++c) {
          int64_t channel = o / outputs * inputs + c;
          body((n * input[1] + channel) * getPlane(input) + x,
               (o * inputs + c) * getPlane(weight) + w,
               (n * output[1] + o) * getPlane(output) + y);
        }
  });
}

/// `x` without `low` and `high` elements at the ends of its spatial axes.
static HostTensor crop(InterpreterContext &context, const HostTensor &x,
                       ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  SmallVector<int64_t> shape(x.getShape());
  SmallVector<int64_t> strides = getStrides(shape);
  int64_t start = 0, index = 0;
  for (size_t axis = 0; axis < low.size(); ++axis) {
    shape[axis + 2] -= low[axis] + high[axis];
    start += low[axis] * strides[axis + 2];
  }
  HostTensor result = context.makeTensor(shape, x.getElementType());
  forEachPosition(shape, {strides}, [&](ArrayRef<int64_t> offsets) {
    result.setFloat(index++, x.getFloat(start + offsets[0]));
  });
  return result;
}

LogicalResult ConvolutionOp::interpret(InterpreterContext &context,
                                       ArrayRef<HostTensor> operands,
                                       Results &results) {
  HostTensor left = operands[0];
  const HostTensor &right = operands[1];
  Convolution convolution;
  convolution.axes = getSpatialAxes();
  convolution.groups = getGroups();
  SmallVector<int64_t> wanted =
      getMixedExtents(context, getShape(), getDynamicShape());
  auto getSpan = [](const Axis &axis, int64_t taps) {
    return (taps - 1) * axis.dilation + 1;
  };
  if (getPadded()) {
    SmallVector<int64_t> low, high;
    for (auto [i, axis] : llvm::enumerate(convolution.axes)) {
      bool isInput = getTarget() == ConvolutionTarget::Input;
      int64_t reach = isInput ? getSpan(axis, right.getShape()[i + 2]) - 1 : 0;
      low.push_back(isInput ? reach - axis.low : axis.low);
      high.push_back(isInput ? reach - axis.high : axis.high);
    }
    left = crop(context, left, low, high);
  }

  ArrayRef<int64_t> a = left.getShape(), b = right.getShape();
  SmallVector<int64_t> shape;
  switch (getTarget()) {
  case ConvolutionTarget::Output:
    shape = {a[0], b[0]};
    for (auto [i, axis] : llvm::enumerate(convolution.axes)) {
      int64_t cells = (a[i + 2] - 1) * axis.inputDilation + 1;
      int64_t room = cells + axis.low + axis.high - getSpan(axis, b[i + 2]);
      shape.push_back(room / axis.stride + 1);
    }
    convolution.input.assign(a.begin(), a.end());
    convolution.weight.assign(b.begin(), b.end());
    convolution.output = shape;
    break;
  case ConvolutionTarget::Input:
    shape = {a[0], b[1] * convolution.groups};
    llvm::append_range(shape, wanted);
    convolution.input = shape;
    convolution.weight.assign(b.begin(), b.end());
    convolution.output.assign(a.begin(), a.end());
    break;
  case ConvolutionTarget::Weight:
    shape = {b[1], a[1] / convolution.groups};
    llvm::append_range(shape, wanted);
    convolution.input.assign(a.begin(), a.end());
    convolution.weight = shape;
    convolution.output.assign(b.begin(), b.end());
    break;
  }
  HostTensor result = context.makeTensor(shape, left.getElementType());
  std::vector<double> sums(result.getNumElements());
  convolution.forEachTerm([&](int64_t x, int64_t w, int64_t y) {
    switch (getTarget()) {
    case ConvolutionTarget::Output:
      sums[y] += left.getFloat(x) * right.getFloat(w);
      break;
    case ConvolutionTarget::Input:
      sums[x] += left.getFloat(y) * right.getFloat(w);
      break;
    case ConvolutionTarget::Weight:
      sums[w] += left.getFloat(x) * right.getFloat(y);
      break;
    }
  });
  for (auto [i, sum] : llvm::enumerate(sums))
    result.setFloat(i, sum);
  results.push_back(std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Forms of the contract
//===----------------------------------------------------------------------===//

/// A convolution with equal numbers for all axes.
static Convolution makeConvolution(const HostTensor &x, const HostTensor &w,
                                   int64_t stride, int64_t padding,
                                   int64_t dilation, int64_t groups) {
  Convolution result;
  size_t numAxes = x.getRank() - 2;
  result.axes.assign(numAxes, {stride, padding, padding, dilation, 1});
  result.groups = groups;
  result.weight.assign(w.getShape().begin(), w.getShape().end());
  return result;
}

/// The sums of a convolution, or of a transposed one, plus a bias (or null).
static HostTensor finish(InterpreterContext &context, const HostTensor &x,
                         const HostTensor &w, const HostTensor *bias,
                         const Convolution &convolution, bool isTransposed) {
  HostTensor result =
      context.makeTensor(isTransposed ? convolution.input : convolution.output,
                         x.getElementType());
  std::vector<double> sums(result.getNumElements());
  convolution.forEachTerm([&](int64_t input, int64_t weight, int64_t output) {
    if (isTransposed)
      sums[input] += w.getFloat(weight) * x.getFloat(output);
    else
      sums[output] += w.getFloat(weight) * x.getFloat(input);
  });
  AxisView view(result.getShape(), 1);
  for (int64_t n = 0; n < view.outer; ++n)
    for (int64_t o = 0; o < view.extent; ++o)
      for (int64_t i = 0; i < view.inner; ++i) {
        int64_t index = view(n, o, i);
        result.setFloat(index, sums[index] + (bias ? bias->getFloat(o) : 0.0));
      }
  return result;
}

static HostTensor interpretConvolution(InterpreterContext &context,
                                       ArrayRef<HostTensor> operands,
                                       int64_t stride, int64_t padding,
                                       int64_t dilation, int64_t groups) {
  const HostTensor &x = operands[0], &w = operands[1];
  Convolution convolution =
      makeConvolution(x, w, stride, padding, dilation, groups);
  convolution.input.assign(x.getShape().begin(), x.getShape().end());
  convolution.output = {x.getShape()[0], w.getShape()[0]};
  for (int64_t axis = 2; axis < x.getRank(); ++axis) {
    int64_t span = dilation * (w.getShape()[axis] - 1) + 1;
    convolution.output.push_back(
        (x.getShape()[axis] + 2 * padding - span) / stride + 1);
  }
  return finish(context, x, w, &operands[2], convolution,
                /*isTransposed=*/false);
}

static HostTensor interpretTransposed(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      int64_t stride, int64_t padding,
                                      int64_t dilation) {
  const HostTensor &x = operands[0], &w = operands[1];
  Convolution convolution =
      makeConvolution(x, w, stride, padding, dilation, /*groups=*/1);
  convolution.output.assign(x.getShape().begin(), x.getShape().end());
  convolution.input = {x.getShape()[0], w.getShape()[1]};
  for (int64_t axis = 2; axis < x.getRank(); ++axis) {
    int64_t span = dilation * (w.getShape()[axis] - 1) + 1;
    convolution.input.push_back((x.getShape()[axis] - 1) * stride -
                                2 * padding + span);
  }
  return finish(context, x, w, operands.size() > 2 ? &operands[2] : nullptr,
                convolution, /*isTransposed=*/true);
}

LogicalResult Conv1dOp::interpret(InterpreterContext &context,
                                  ArrayRef<HostTensor> operands,
                                  Results &results) {
  results.push_back(interpretConvolution(context, operands, getStride(),
                                         getPadding(), getDilation(),
                                         /*groups=*/1));
  return success();
}

LogicalResult Conv2dOp::interpret(InterpreterContext &context,
                                  ArrayRef<HostTensor> operands,
                                  Results &results) {
  results.push_back(interpretConvolution(context, operands, getStride(),
                                         getPadding(), /*dilation=*/1,
                                         getGroups()));
  return success();
}

LogicalResult ConvTranspose1dOp::interpret(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results) {
  results.push_back(interpretTransposed(context, operands, getStride(),
                                        getPadding(), getDilation()));
  return success();
}

LogicalResult ConvTranspose2dOp::interpret(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results) {
  results.push_back(interpretTransposed(context, operands, getStride(),
                                        getPadding(), /*dilation=*/1));
  return success();
}
