//===- InterpretReduction.cpp - Reductions, softmax, argmax ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

/// The larger of both, NaN if one is.
static double maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  return a < b ? b : a;
}

LogicalResult ReduceOp::interpret(InterpreterContext &context,
                                  ArrayRef<HostTensor> operands,
                                  Results &results) {
  const HostTensor &x = operands[0];
  bool isSum = getKind() == ReductionKind::Sum;
  bool ignoresNaN = getKind() == ReductionKind::MaxNumber;
  SmallVector<int64_t> shape(x.getShape());
  for (int64_t axis : getAxes())
    shape[axis] = 1;
  HostTensor result = context.makeTensor(shape, x.getElementType());

  // Sums and maxima by result element; reading `x` in order visits each of its
  // elements once.
  SmallVector<SmallVector<int64_t>> strides = {
      getBroadcastStrides(shape, x.getShape())};
  int64_t index = 0;
  if (x.isFloat()) {
    double start = isSum ? 0.0 : -std::numeric_limits<double>::infinity();
    std::vector<double> totals(result.getNumElements(), start);
    forEachPosition(x.getShape(), strides, [&](ArrayRef<int64_t> offsets) {
      double &total = totals[offsets[0]], value = x.getFloat(index++);
      if (isSum)
        total += value;
      else if (!ignoresNaN || !std::isnan(value))
        total = maximum(total, value);
    });
    for (auto [i, total] : llvm::enumerate(totals))
      result.setFloat(i, total);
  } else {
    int64_t start = isSum ? 0 : std::numeric_limits<int64_t>::min();
    std::vector<int64_t> totals(result.getNumElements(), start);
    forEachPosition(x.getShape(), strides, [&](ArrayRef<int64_t> offsets) {
      int64_t &total = totals[offsets[0]], value = x.getInt(index++);
      total = isSum ? total + value : std::max(total, value);
    });
    for (auto [i, total] : llvm::enumerate(totals))
      result.setInt(i, total);
  }
  results.push_back(std::move(result));
  return success();
}

namespace {
/// `x` seen as [outer, extent, inner] around the reduced axis; one axis of all
/// elements where there is none.
struct AxisReduction {
  AxisReduction(const HostTensor &x, std::optional<uint64_t> axis,
                Type resultType)
      : view(axis ? AxisView(x.getShape(), *axis)
                  : AxisView(x.getNumElements(), 0)) {
    if (axis) {
      llvm::append_range(shape, x.getShape());
      shape[*axis] = 1;
    } else {
      shape.assign(cast<RankedTensorType>(resultType).getRank(), 1);
    }
  }
  AxisView view;
  SmallVector<int64_t> shape;
};
} // namespace

/// Combines all elements along the axis; `finish` gets the number combined.
static LogicalResult
interpretAxisReduction(InterpreterContext &context, const HostTensor &x,
                       std::optional<uint64_t> axis, Type resultType,
                       Results &results, double start,
                       function_ref<double(double, double)> combine,
                       function_ref<double(double, int64_t)> finish) {
  AxisReduction reduction(x, axis, resultType);
  const AxisView &view = reduction.view;
  HostTensor result = context.makeTensor(reduction.shape, x.getElementType());
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t n = 0; n < view.inner; ++n) {
      double total = start;
      for (int64_t i = 0; i < view.extent; ++i)
        total = combine(total, x.getFloat(view(o, i, n)));
      result.setFloat(o * view.inner + n, finish(total, view.extent));
    }
  results.push_back(std::move(result));
  return success();
}

LogicalResult SumOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretAxisReduction(
      context, operands[0], getAxis(), getType(), results, 0.0,
      [](double total, double x) { return total + x; },
      [](double total, int64_t) { return total; });
}

LogicalResult MeanOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  return interpretAxisReduction(
      context, operands[0], getAxis(), getType(), results, 0.0,
      [](double total, double x) { return total + x; },
      [](double total, int64_t count) {
        return total / static_cast<double>(count);
      });
}

LogicalResult MaxOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretAxisReduction(
      context, operands[0], getAxis(), getType(), results,
      -std::numeric_limits<double>::infinity(), maximum,
      [](double total, int64_t) { return total; });
}

LogicalResult ArgmaxOp::interpret(InterpreterContext &context,
                                  ArrayRef<HostTensor> operands,
                                  Results &results) {
  const HostTensor &x = operands[0];
  AxisReduction reduction(x, getAxis(), getType());
  const AxisView &view = reduction.view;
  HostTensor result =
      context.makeTensor(reduction.shape, IntegerType::get(getContext(), 32));
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t n = 0; n < view.inner; ++n)
      result.setInt(o * view.inner + n,
                    findLargest(x, view(o, 0, n), view.inner, view.extent));
  results.push_back(std::move(result));
  return success();
}

LogicalResult SoftmaxOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  const HostTensor &x = operands[0];
  HostTensor result = context.makeTensor(x.getShape(), x.getElementType());
  AxisView view(x.getShape(), getAxis());
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t n = 0; n < view.inner; ++n) {
      double m = -std::numeric_limits<double>::infinity(), total = 0.0;
      for (int64_t i = 0; i < view.extent; ++i)
        m = maximum(m, x.getFloat(view(o, i, n)));
      for (int64_t i = 0; i < view.extent; ++i)
        total += std::exp(x.getFloat(view(o, i, n)) - m);
      for (int64_t i = 0; i < view.extent; ++i) {
        int64_t index = view(o, i, n);
        result.setFloat(index, std::exp(x.getFloat(index) - m) / total);
      }
    }
  results.push_back(std::move(result));
  return success();
}

LogicalResult LogSoftmaxOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  const HostTensor &x = operands[0];
  HostTensor result = context.makeTensor(x.getShape(), x.getElementType());
  AxisView view(x.getShape(), getAxis());
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t n = 0; n < view.inner; ++n) {
      double m = -std::numeric_limits<double>::infinity(), total = 0.0;
      for (int64_t i = 0; i < view.extent; ++i)
        m = maximum(m, x.getFloat(view(o, i, n)));
      for (int64_t i = 0; i < view.extent; ++i)
        total += std::exp(x.getFloat(view(o, i, n)) - m);
      for (int64_t i = 0; i < view.extent; ++i) {
        int64_t index = view(o, i, n);
        result.setFloat(index, x.getFloat(index) - m - std::log(total));
      }
    }
  results.push_back(std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

LogicalResult TopKOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  const HostTensor &x = operands[0];
  SmallVector<int64_t> shape(x.getShape());
  int64_t extent = shape.back();
  int64_t k = std::min<int64_t>(getK(), extent);
  shape.back() = k;
  HostTensor values = context.makeTensor(shape, x.getElementType());
  HostTensor indices =
      context.makeTensor(shape, IntegerType::get(getContext(), 32));
  for (int64_t row = 0, e = x.getNumElements() / extent; row < e; ++row) {
    auto get = [&](int64_t i) { return x.getFloat(row * extent + i); };
    std::vector<int64_t> order(extent);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      // A number comes before a NaN.
      return std::isnan(get(b)) ? !std::isnan(get(a)) : get(a) > get(b);
    });
    for (int64_t i = 0; i < k; ++i) {
      values.setFloat(row * k + i, get(order[i]));
      indices.setInt(row * k + i, order[i]);
    }
  }
  results.push_back(std::move(values));
  results.push_back(std::move(indices));
  return success();
}

LogicalResult TopKMaskOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  const HostTensor &indices = operands[0];
  int64_t count = indices.getShape()[1], columns = getNumExperts();
  HostTensor result = context.makeTensor({indices.getShape()[0], columns},
                                         Float32Type::get(getContext()));
  for (int64_t i = 0, e = indices.getNumElements(); i < e; ++i) {
    int64_t column = indices.getInt(i);
    if (column >= 0 && column < columns)
      result.setFloat(i / count * columns + column, 1.0);
  }
  results.push_back(std::move(result));
  return success();
}
