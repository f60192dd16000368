//===- InterpretShape.cpp - Constants and movement of elements ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

static void copyElement(HostTensor &to, int64_t toIndex, const HostTensor &from,
                        int64_t fromIndex) {
  if (to.isFloat())
    to.setFloat(toIndex, from.getFloat(fromIndex));
  else
    to.setInt(toIndex, from.getInt(fromIndex));
}

/// A result of `shape` whose element at a position is that of `x` at `start`
/// plus the dot product of the position with `strides`.
static HostTensor gather(InterpreterContext &context, const HostTensor &x,
                         ArrayRef<int64_t> shape, int64_t start,
                         const SmallVector<int64_t> &strides) {
  HostTensor result = context.makeTensor(shape, x.getElementType());
  int64_t index = 0;
  forEachPosition(shape, {strides}, [&](ArrayRef<int64_t> offsets) {
    copyElement(result, index++, x, start + offsets[0]);
  });
  return result;
}

LogicalResult ConstantOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  FailureOr<HostTensor> value =
      readElements(*this, getValue(), context.isWide());
  if (failed(value))
    return failure();
  results.push_back(std::move(*value));
  return success();
}

LogicalResult FromIndexOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  HostTensor result =
      context.makeTensor({}, IntegerType::get(getContext(), 32));
  result.setInt(0, context.getIndex(getIndex()));
  results.push_back(std::move(result));
  return success();
}

LogicalResult BroadcastToOp::interpret(InterpreterContext &context,
                                       ArrayRef<HostTensor> operands,
                                       Results &results) {
  const HostTensor &x = operands[0];
  SmallVector<int64_t> shape =
      getMixedExtents(context, getShape(), getDynamicShape());
  results.push_back(
      gather(context, x, shape, 0, getBroadcastStrides(x.getShape(), shape)));
  return success();
}

LogicalResult ReshapeOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  const HostTensor &x = operands[0];
  SmallVector<int64_t> shape =
      getMixedExtents(context, getShape(), getDynamicShape());
  int64_t known = 1;
  for (int64_t extent : shape)
    known *= extent == -1 ? 1 : extent;
  for (int64_t &extent : shape)
    if (extent == -1)
      extent = known == 0 ? 0 : x.getNumElements() / known;
  results.push_back(x.reshaped(shape));
  return success();
}

LogicalResult TransposeOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  const HostTensor &x = operands[0];
  SmallVector<int64_t> shape(x.getShape()), strides = getStrides(shape);
  std::swap(shape[getAxis0()], shape[getAxis1()]);
  std::swap(strides[getAxis0()], strides[getAxis1()]);
  results.push_back(gather(context, x, shape, 0, strides));
  return success();
}

LogicalResult SliceOp::interpret(InterpreterContext &context,
                                 ArrayRef<HostTensor> operands,
                                 Results &results) {
  const HostTensor &x = operands[0];
  auto getBound = [&](Value dynamic, int64_t constant) {
    return dynamic ? context.getIndex(dynamic) : constant;
  };
  int64_t start = getBound(getDynamicStart(), getStart());
  int64_t end = getBound(getDynamicEnd(), getEnd());
  SmallVector<int64_t> shape(x.getShape()), strides = getStrides(shape);
  shape[getAxis()] = end - start;
  results.push_back(
      gather(context, x, shape, start * strides[getAxis()], strides));
  return success();
}

LogicalResult PadOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  const HostTensor &x = operands[0];
  SmallVector<int64_t> low =
      getMixedExtents(context, getLow(), getDynamicLow());
  SmallVector<int64_t> high =
      getMixedExtents(context, getHigh(), getDynamicHigh());
  SmallVector<int64_t> shape(x.getShape());
  for (auto [axis, extent] : llvm::enumerate(shape))
    extent += low[axis] + high[axis];
  HostTensor result = context.makeTensor(shape, x.getElementType());
  double value = getValue().convertToDouble();
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    if (result.isFloat())
      result.setFloat(i, value);
    else
      result.setInt(i, static_cast<int64_t>(value));
  }
  SmallVector<int64_t> strides = getStrides(shape);
  int64_t start = 0;
  for (auto [amount, stride] : llvm::zip(low, strides))
    start += amount * stride;
  int64_t index = 0;
  forEachPosition(x.getShape(), {strides}, [&](ArrayRef<int64_t> offsets) {
    copyElement(result, start + offsets[0], x, index++);
  });
  results.push_back(std::move(result));
  return success();
}

LogicalResult IotaOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  SmallVector<int64_t> shape =
      getMixedExtents(context, getShape(), getDynamicShape());
  HostTensor result =
      context.makeTensor(shape, IntegerType::get(getContext(), 32));
  AxisView view(shape, getAxis());
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t i = 0; i < view.extent; ++i)
      for (int64_t n = 0; n < view.inner; ++n)
        result.setInt(view(o, i, n), i);
  results.push_back(std::move(result));
  return success();
}

LogicalResult DetachOp::interpret(InterpreterContext &context,
                                  ArrayRef<HostTensor> operands,
                                  Results &results) {
  results.push_back(operands[0]);
  return success();
}

//===----------------------------------------------------------------------===//
// Joining and splitting
//===----------------------------------------------------------------------===//

LogicalResult ConcatOp::interpret(InterpreterContext &context,
                                  ArrayRef<HostTensor> operands,
                                  Results &results) {
  SmallVector<int64_t> shape(operands[0].getShape());
  shape[getAxis()] = 0;
  for (const HostTensor &part : operands)
    shape[getAxis()] += part.getShape()[getAxis()];
  HostTensor result = context.makeTensor(shape, operands[0].getElementType());
  AxisView to(shape, getAxis());
  int64_t start = 0;
  for (const HostTensor &part : operands) {
    AxisView from(part.getShape(), getAxis());
    for (int64_t o = 0; o < from.outer; ++o)
      for (int64_t i = 0; i < from.extent; ++i)
        for (int64_t n = 0; n < from.inner; ++n)
          copyElement(result, to(o, start + i, n), part, from(o, i, n));
    start += from.extent;
  }
  results.push_back(std::move(result));
  return success();
}

LogicalResult SplitOp::interpret(InterpreterContext &context,
                                 ArrayRef<HostTensor> operands,
                                 Results &results) {
  const HostTensor &x = operands[0];
  SmallVector<int64_t> shape(x.getShape()), strides = getStrides(shape);
  int64_t start = 0;
  for (int64_t size : getSizes()) {
    shape[getAxis()] = size;
    results.push_back(
        gather(context, x, shape, start * strides[getAxis()], strides));
    start += size;
  }
  return success();
}

LogicalResult RepeatInterleaveOp::interpret(InterpreterContext &context,
                                            ArrayRef<HostTensor> operands,
                                            Results &results) {
  const HostTensor &x = operands[0];
  int64_t repeats = getRepeats();
  SmallVector<int64_t> shape(x.getShape());
  shape[getAxis()] *= repeats;
  HostTensor result = context.makeTensor(shape, x.getElementType());
  AxisView from(x.getShape(), getAxis()), to(shape, getAxis());
  for (int64_t o = 0; o < to.outer; ++o)
    for (int64_t i = 0; i < to.extent; ++i)
      for (int64_t n = 0; n < to.inner; ++n)
        copyElement(result, to(o, i, n), x, from(o, i / repeats, n));
  results.push_back(std::move(result));
  return success();
}

LogicalResult CausalMaskOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  SmallVector<int64_t> shape;
  if (getScores())
    llvm::append_range(shape, operands[0].getShape());
  else
    shape.assign(2, *getSize());
  HostTensor result = context.makeTensor(
      shape, cast<RankedTensorType>(getType()).getElementType());
  int64_t columns = shape.back(), rows = shape[shape.size() - 2];
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    bool isLater = i % columns > i / columns % rows;
    result.setFloat(i, isLater       ? -1e9
                       : getScores() ? operands[0].getFloat(i)
                                     : 0.0);
  }
  results.push_back(std::move(result));
  return success();
}
