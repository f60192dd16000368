//===- InterpretPooling.cpp - Pooling and resampling ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/PoolingOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

namespace {
/// Cells of one axis with their weights.
using Weights = SmallVector<std::pair<int64_t, double>>;

/// How the positions of one axis are made of cells.
struct Rule {
  ResampleMode mode;
  int64_t kernel = 1, stride = 1, padding = 0, factor = 1;

  /// The number of positions for `cells`; not for adaptive.
  int64_t countPositions(int64_t cells) const;
  /// The cells of position `o` of `positions`.
  Weights getWeights(int64_t o, int64_t positions, int64_t cells) const;
};
} // namespace

int64_t Rule::countPositions(int64_t cells) const {
  if (mode == ResampleMode::Window)
    return (cells + 2 * padding - kernel) / stride + 1;
  return cells * factor;
}

/// Equal weights of the cells `begin … end - 1`.
static Weights getMean(int64_t begin, int64_t end) {
  Weights result;
  for (int64_t i = begin; i < end; ++i)
    result.push_back({i, 1.0 / static_cast<double>(end - begin)});
  return result;
}

Weights Rule::getWeights(int64_t o, int64_t positions, int64_t cells) const {
  switch (mode) {
  case ResampleMode::Window: {
    int64_t start = o * stride - padding;
    return getMean(std::max<int64_t>(start, 0),
                   std::min(start + kernel, cells));
  }
  case ResampleMode::Adaptive:
    return getMean(o * cells / positions,
                   ((o + 1) * cells + positions - 1) / positions);
  case ResampleMode::Nearest:
    return {{o / factor, 1.0}};
  case ResampleMode::Bilinear: {
    auto scale = static_cast<double>(factor);
    double u = (static_cast<double>(o) + 0.5) / scale - 0.5;
    u = std::min(std::max(u, 0.0), static_cast<double>(cells - 1));
    auto cell = static_cast<int64_t>(u);
    double f = u - static_cast<double>(cell);
    return {{cell, 1.0 - f}, {std::min(cell + 1, cells - 1), f}};
  }
  }
  llvm_unreachable("unknown mode");
}

LogicalResult ResampleOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  const HostTensor &input = operands[0];
  Rule rule{getMode(), static_cast<int64_t>(getKernelSize()),
            static_cast<int64_t>(getStride()),
            static_cast<int64_t>(getPadding()),
            static_cast<int64_t>(getScaleFactor())};
  SmallVector<int64_t> given(input.getShape().drop_front(2)), wanted;
  if (getShape().empty())
    for (int64_t cells : given)
      wanted.push_back(rule.countPositions(cells));
  else
    wanted = getMixedExtents(context, getShape(), getDynamicShape());
  ArrayRef<int64_t> cells = getTransposed() ? wanted : given;
  ArrayRef<int64_t> positions = getTransposed() ? given : wanted;
  SmallVector<Weights> rows, columns;
  for (int64_t y = 0; y < positions[0]; ++y)
    rows.push_back(rule.getWeights(y, positions[0], cells[0]));
  for (int64_t x = 0; x < positions[1]; ++x)
    columns.push_back(rule.getWeights(x, positions[1], cells[1]));

  SmallVector<int64_t> shape(input.getShape().take_front(2));
  llvm::append_range(shape, wanted);
  HostTensor result = context.makeTensor(shape, input.getElementType());
  std::vector<double> sums(result.getNumElements());
  for (int64_t plane = 0; plane < shape[0] * shape[1]; ++plane)
    for (int64_t y = 0; y < positions[0]; ++y)
      for (int64_t x = 0; x < positions[1]; ++x) {
        int64_t position = (plane * positions[0] + y) * positions[1] + x;
        for (auto [i, rowWeight] : rows[y])
          for (auto [j, columnWeight] : columns[x]) {
            int64_t cell = (plane * cells[0] + i) * cells[1] + j;
            int64_t from = getTransposed() ? position : cell;
            int64_t to = getTransposed() ? cell : position;
            sums[to] += rowWeight * columnWeight * input.getFloat(from);
          }
      }
  for (auto [i, sum] : llvm::enumerate(sums))
    result.setFloat(i, sum);
  results.push_back(std::move(result));
  return success();
}

/// A result for each window of the planes of `x`; `compute` gets the numbers of
/// plane and window, and the flat indices of the window's cells in order.
static SmallVector<int64_t> forEachWindow(
    ArrayRef<int64_t> shape, int64_t kernel, int64_t stride, int64_t padding,
    function_ref<void(int64_t window, ArrayRef<int64_t> cells)> body) {
  int64_t height = shape[2], width = shape[3];
  int64_t rows = (height + 2 * padding - kernel) / stride + 1;
  int64_t columns = (width + 2 * padding - kernel) / stride + 1;
  int64_t window = 0;
  for (int64_t plane = 0; plane < shape[0] * shape[1]; ++plane)
    for (int64_t oy = 0; oy < rows; ++oy)
      for (int64_t ox = 0; ox < columns; ++ox) {
        SmallVector<int64_t> cells;
        int64_t top = oy * stride - padding, left = ox * stride - padding;
        for (int64_t y = std::max<int64_t>(top, 0),
                     bottom = std::min(top + kernel, height);
             y < bottom; ++y)
          for (int64_t x = std::max<int64_t>(left, 0),
                       right = std::min(left + kernel, width);
               x < right; ++x)
            cells.push_back((plane * height + y) * width + x);
        body(window++, cells);
      }
  return {shape[0], shape[1], rows, columns};
}

/// Flat positions are unsigned.
static int64_t getPosition(const HostTensor &indices, int64_t i) {
  return static_cast<uint32_t>(indices.getInt(i));
}

LogicalResult AvgPool2dOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  const HostTensor &x = operands[0];
  std::vector<double> means;
  SmallVector<int64_t> shape = forEachWindow(
      x.getShape(), getKernelSize(), getStride(), getPadding(),
      [&](int64_t, ArrayRef<int64_t> cells) {
        double sum = 0.0;
        for (int64_t cell : cells)
          sum += x.getFloat(cell);
        means.push_back(
            cells.empty() ? 0.0 : sum / static_cast<double>(cells.size()));
      });
  HostTensor result = context.makeTensor(shape, x.getElementType());
  for (auto [i, mean] : llvm::enumerate(means))
    result.setFloat(i, mean);
  results.push_back(std::move(result));
  return success();
}

LogicalResult AdaptiveAvgPool2dOp::interpret(InterpreterContext &context,
                                             ArrayRef<HostTensor> operands,
                                             Results &results) {
  const HostTensor &x = operands[0];
  int64_t height = x.getShape()[2], width = x.getShape()[3];
  int64_t rows = getOutputHeight(), columns = getOutputWidth();
  HostTensor result = context.makeTensor(
      {x.getShape()[0], x.getShape()[1], rows, columns}, x.getElementType());
  for (int64_t window = 0, e = result.getNumElements(); window < e; ++window) {
    int64_t plane = window / (rows * columns);
    int64_t i = window / columns % rows, j = window % columns;
    int64_t top = i * height / rows;
    int64_t bottom = ((i + 1) * height + rows - 1) / rows;
    int64_t left = j * width / columns;
    int64_t right = ((j + 1) * width + columns - 1) / columns;
    double sum = 0.0;
    for (int64_t y = top; y < bottom; ++y)
      for (int64_t k = left; k < right; ++k)
        sum += x.getFloat((plane * height + y) * width + k);
    result.setFloat(window,
                    sum / static_cast<double>((bottom - top) * (right - left)));
  }
  results.push_back(std::move(result));
  return success();
}

LogicalResult Upsample2dOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  const HostTensor &x = operands[0];
  auto factor = static_cast<int64_t>(getScaleFactor());
  int64_t height = x.getShape()[2], width = x.getShape()[3];
  HostTensor result = context.makeTensor(
      {x.getShape()[0], x.getShape()[1], height * factor, width * factor},
      x.getElementType());
  Rule rule{ResampleMode::Bilinear};
  rule.factor = factor;
  int64_t columns = width * factor, rows = height * factor;
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    int64_t plane = i / (rows * columns) * height;
    int64_t oy = i / columns % rows, ox = i % columns;
    if (getMode() == UpsampleMode::Nearest) {
      result.setFloat(i,
                      x.getFloat((plane + oy / factor) * width + ox / factor));
      continue;
    }
    // Along columns, then along rows.
    double value = 0.0;
    for (auto [y, rowWeight] : rule.getWeights(oy, rows, height)) {
      double row = 0.0;
      for (auto [column, weight] : rule.getWeights(ox, columns, width))
        row += weight * x.getFloat((plane + y) * width + column);
      value += rowWeight * row;
    }
    result.setFloat(i, value);
  }
  results.push_back(std::move(result));
  return success();
}

LogicalResult MaxPool2dOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  const HostTensor &x = operands[0];
  std::vector<int64_t> winners;
  SmallVector<int64_t> shape = forEachWindow(
      x.getShape(), getKernelSize(), getStride(), getPadding(),
      [&](int64_t, ArrayRef<int64_t> cells) {
        int64_t winner = cells.empty() ? -1 : cells.front();
        for (int64_t cell : cells) {
          double value = x.getFloat(cell), best = x.getFloat(winner);
          if (value > best || (std::isnan(best) && !std::isnan(value)))
            winner = cell;
        }
        winners.push_back(winner);
      });
  HostTensor output = context.makeTensor(shape, x.getElementType());
  HostTensor indices =
      context.makeTensor(shape, IntegerType::get(getContext(), 32));
  for (auto [i, winner] : llvm::enumerate(winners)) {
    output.setFloat(i, winner < 0 ? -std::numeric_limits<float>::max()
                                  : x.getFloat(winner));
    indices.setInt(i, std::max<int64_t>(winner, 0));
  }
  results.push_back(std::move(output));
  results.push_back(std::move(indices));
  return success();
}

LogicalResult WindowGatherOp::interpret(InterpreterContext &context,
                                        ArrayRef<HostTensor> operands,
                                        Results &results) {
  const HostTensor &x = operands[0], &indices = operands[1];
  HostTensor result =
      context.makeTensor(indices.getShape(), x.getElementType());
  forEachWindow(x.getShape(), getKernelSize(), getStride(), getPadding(),
                [&](int64_t window, ArrayRef<int64_t> cells) {
                  int64_t position = getPosition(indices, window);
                  if (llvm::is_contained(cells, position))
                    result.setFloat(window, x.getFloat(position));
                });
  results.push_back(std::move(result));
  return success();
}

LogicalResult WindowScatterOp::interpret(InterpreterContext &context,
                                         ArrayRef<HostTensor> operands,
                                         Results &results) {
  const HostTensor &source = operands[0], &indices = operands[1];
  SmallVector<int64_t> shape(source.getShape().take_front(2));
  llvm::append_range(shape,
                     getMixedExtents(context, getShape(), getDynamicShape()));
  HostTensor result = context.makeTensor(shape, source.getElementType());
  std::vector<double> sums(result.getNumElements());
  forEachWindow(shape, getKernelSize(), getStride(), getPadding(),
                [&](int64_t window, ArrayRef<int64_t> cells) {
                  int64_t position = getPosition(indices, window);
                  if (llvm::is_contained(cells, position))
                    sums[position] += source.getFloat(window);
                });
  for (auto [i, sum] : llvm::enumerate(sums))
    result.setFloat(i, sum);
  results.push_back(std::move(result));
  return success();
}
