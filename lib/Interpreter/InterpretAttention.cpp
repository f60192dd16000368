//===- InterpretAttention.cpp - Attention ---------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/AttentionOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

/// Replaces `row` by its softmax.
static void applySoftmax(std::vector<double> &row) {
  double m = -std::numeric_limits<double>::infinity(), sum = 0.0;
  for (double x : row)
    m = std::max(m, x);
  for (double &x : row) {
    x = std::exp(x - m);
    sum += x;
  }
  for (double &x : row)
    x /= sum;
}

LogicalResult SoftmaxScaledMaskedOp::interpret(InterpreterContext &context,
                                               ArrayRef<HostTensor> operands,
                                               Results &results) {
  const HostTensor &scores = operands[0], &mask = operands[1];
  double scale = getScale().convertToDouble();
  HostTensor result = scores;
  int64_t width = scores.getShape().back();
  for (int64_t start = 0; start < scores.getNumElements(); start += width) {
    std::vector<double> row(width);
    for (int64_t i = 0; i < width; ++i)
      row[i] = scores.getFloat(start + i) * scale +
               mask.getFloat((start + i) % mask.getNumElements());
    applySoftmax(row);
    for (int64_t i = 0; i < width; ++i)
      result.setFloat(start + i, row[i]);
  }
  results.push_back(std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Heads
//===----------------------------------------------------------------------===//

/// Calls `body(row, plane)` with the flat places of each element in
/// `[batch length, heads width]` and in `[batch heads, length, width]`.
static void forEachHead(int64_t batch, int64_t length, int64_t heads,
                        int64_t width,
                        function_ref<void(int64_t, int64_t)> body) {
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t s = 0; s < length; ++s)
      for (int64_t h = 0; h < heads; ++h)
        for (int64_t p = 0; p < width; ++p)
          body(((b * length + s) * heads + h) * width + p,
               ((b * heads + h) * length + s) * width + p);
}

LogicalResult SplitHeadsOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  int64_t batch = getBatch(), length = getSequenceLength(),
          heads = getNumHeads(), width = operands[0].getShape()[1] / heads;
  HostTensor result = context.makeTensor({batch * heads, length, width},
                                         operands[0].getElementType());
  forEachHead(batch, length, heads, width, [&](int64_t row, int64_t plane) {
    result.setFloat(plane, operands[0].getFloat(row));
  });
  results.push_back(std::move(result));
  return success();
}

LogicalResult MergeHeadsOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  int64_t batch = getBatch(), length = getSequenceLength(),
          heads = getNumHeads(), width = operands[0].getShape()[2];
  HostTensor result = context.makeTensor({batch * length, heads * width},
                                         operands[0].getElementType());
  forEachHead(batch, length, heads, width, [&](int64_t row, int64_t plane) {
    result.setFloat(row, operands[0].getFloat(plane));
  });
  results.push_back(std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Rotation
//===----------------------------------------------------------------------===//

LogicalResult TurnCosineOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  SmallVector<ArrayRef<int64_t>> shapes;
  for (const HostTensor &operand : operands)
    shapes.push_back(operand.getShape());
  SmallVector<int64_t> shape = getBroadcastShape(shapes);
  SmallVector<SmallVector<int64_t>> strides;
  for (ArrayRef<int64_t> operand : shapes)
    strides.push_back(getBroadcastStrides(operand, shape));
  HostTensor result = context.makeTensor(shape, Float32Type::get(getContext()));
  int64_t i = 0;
  forEachPosition(shape, strides, [&](ArrayRef<int64_t> places) {
    auto getWord = [&](unsigned number) -> uint64_t {
      return static_cast<uint32_t>(operands[number].getInt(places[number]));
    };
    // Whole turns leave the 64 bits.
    uint64_t turns = getWord(0) * (getWord(1) << 32 | getWord(2));
    turns += static_cast<uint64_t>(getQuarters()) << 62;
    double part =
        std::ldexp(static_cast<double>(static_cast<int64_t>(turns)), -64);
    result.setFloat(i++, std::cos(2.0 * M_PI * part));
  });
  results.push_back(std::move(result));
  return success();
}

LogicalResult RopeOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  const HostTensor &input = operands[0];
  auto heads = static_cast<int64_t>(getNumHeads()),
       width = static_cast<int64_t>(getHeadDim());
  double offset = std::max(0.0, getScalar(getOperation(), operands,
                                          getPositionOffsetValue(),
                                          getPositionOffsetAttr()));
  double base = getThetaBase().convertToDouble();
  HostTensor result = input;
  for (int64_t row = 0; row < input.getShape()[0]; ++row)
    for (int64_t i = 0; i < width / 2; ++i) {
      double power = -2.0 * static_cast<double>(i) / static_cast<double>(width);
      double angle =
          (static_cast<double>(row) + offset) * std::pow(base, power);
      double cosine = std::cos(angle), sine = std::sin(angle);
      for (int64_t head = 0; head < heads; ++head) {
        int64_t first = (row * heads + head) * width + i;
        int64_t second = first + width / 2;
        double a = input.getFloat(first), b = input.getFloat(second);
        result.setFloat(first, a * cosine - b * sine);
        result.setFloat(second, a * sine + b * cosine);
      }
    }
  results.push_back(std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

namespace {
/// Where query, key, value and result have the elements of one plane: element
/// `p` of row `s` is at `start + s * rowStride + p`.
struct Plane {
  int64_t start, rowStride, length, width;
};
} // namespace

/// Attention of one plane; `getMask(query, key)` is added to the logits.
static void attend(ArrayRef<HostTensor> operands, const Plane &plane,
                   double scale, bool causal,
                   function_ref<double(int64_t, int64_t)> getMask,
                   HostTensor &result) {
  auto at = [&](int64_t row, int64_t p) {
    return plane.start + row * plane.rowStride + p;
  };
  for (int64_t i = 0; i < plane.length; ++i) {
    int64_t visible = causal ? i + 1 : plane.length;
    std::vector<double> row(visible);
    for (int64_t j = 0; j < visible; ++j) {
      double product = 0.0;
      for (int64_t p = 0; p < plane.width; ++p)
        product +=
            operands[0].getFloat(at(i, p)) * operands[1].getFloat(at(j, p));
      row[j] = product * scale + getMask(i, j);
    }
    applySoftmax(row);
    for (int64_t p = 0; p < plane.width; ++p) {
      double total = 0.0;
      for (int64_t j = 0; j < visible; ++j)
        total += row[j] * operands[2].getFloat(at(j, p));
      result.setFloat(at(i, p), total);
    }
  }
}

/// Attention of operands `[N, S, P]`.
static LogicalResult
interpretAttention(ArrayRef<HostTensor> operands, double scale, bool causal,
                   function_ref<double(int64_t, int64_t)> getMask,
                   Results &results) {
  HostTensor result = operands[0];
  int64_t length = result.getShape()[1], width = result.getShape()[2];
  for (int64_t n = 0; n < result.getShape()[0]; ++n)
    attend(
        operands, {n * length * width, width, length, width}, scale, causal,
        [&](int64_t i, int64_t j) { return getMask(n * length + i, j); },
        result);
  results.push_back(std::move(result));
  return success();
}

static double noMask(int64_t, int64_t) { return 0.0; }

LogicalResult
ScaledDotProductAttentionOp::interpret(InterpreterContext &context,
                                       ArrayRef<HostTensor> operands,
                                       Results &results) {
  double scale = getScale().convertToDouble();
  if (!getAdditiveMask())
    return interpretAttention(operands, scale, getCausal(), noMask, results);
  const HostTensor &mask = operands[3];
  return interpretAttention(
      operands, scale, getCausal(),
      [&](int64_t row, int64_t j) {
        // A mask of one plane serves all.
        int64_t place = row * mask.getShape().back() + j;
        return mask.getFloat(place % mask.getNumElements());
      },
      results);
}

LogicalResult FlashAttentionCausalOp::interpret(InterpreterContext &context,
                                                ArrayRef<HostTensor> operands,
                                                Results &results) {
  return interpretAttention(operands, getScale().convertToDouble(),
                            /*causal=*/true, noMask, results);
}

LogicalResult
ScaledDotProductAttentionCausalOp::interpret(InterpreterContext &context,
                                             ArrayRef<HostTensor> operands,
                                             Results &results) {
  HostTensor result = operands[0];
  int64_t length = getSequenceLength(), heads = getNumHeads();
  int64_t rowWidth = result.getShape()[1], width = rowWidth / heads;
  double scale = 1.0 / std::sqrt(static_cast<double>(width));
  for (int64_t b = 0; b < result.getShape()[0] / length; ++b)
    for (int64_t h = 0; h < heads; ++h)
      attend(operands,
             {b * length * rowWidth + h * width, rowWidth, length, width},
             scale, /*causal=*/true, noMask, result);
  results.push_back(std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// What the forms of attention become
//===----------------------------------------------------------------------===//

namespace {
/// Logits and what else an op on `[N, S, P]` wants to know of its scores.
struct Scores {
  Scores(ArrayRef<HostTensor> operands, const HostTensor *mask, double scale,
         bool causal)
      : query(operands[0]), key(operands[1]), mask(mask), scale(scale),
        causal(causal), planes(query.getShape()[0]),
        length(query.getShape()[1]), width(query.getShape()[2]) {}

  /// The place of element `p` of row `s` in a tensor `[N, S, P]`.
  int64_t at(int64_t n, int64_t s, int64_t p) const {
    return (n * length + s) * width + p;
  }
  /// The number of keys that query `i` sees.
  int64_t getVisible(int64_t i) const { return causal ? i + 1 : length; }
  double getLogit(int64_t n, int64_t i, int64_t j) const {
    double product = 0.0;
    for (int64_t p = 0; p < width; ++p)
      product += query.getFloat(at(n, i, p)) * key.getFloat(at(n, j, p));
    product *= scale;
    if (mask)
      product += mask->getFloat(((n * length + i) * length + j) %
                                mask->getNumElements());
    return product;
  }

  const HostTensor &query, &key;
  const HostTensor *mask;
  double scale;
  bool causal;
  int64_t planes, length, width;
};
} // namespace

LogicalResult AttentionOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  Scores scores(operands, getAdditiveMask() ? &operands[3] : nullptr,
                getScale().convertToDouble(), getCausal());
  HostTensor result = operands[0];
  HostTensor lambda = context.makeTensor({scores.planes, scores.length},
                                         Float32Type::get(getContext()));
  for (int64_t n = 0; n < scores.planes; ++n)
    for (int64_t i = 0; i < scores.length; ++i) {
      std::vector<double> row;
      for (int64_t j = 0; j < scores.getVisible(i); ++j)
        row.push_back(scores.getLogit(n, i, j));
      double m = *llvm::max_element(row), sum = 0.0;
      for (double logit : row)
        sum += std::exp(logit - m);
      lambda.setFloat(n * scores.length + i, m + std::log(sum));
      applySoftmax(row);
      for (int64_t p = 0; p < scores.width; ++p) {
        double total = 0.0;
        for (auto [j, weight] : llvm::enumerate(row))
          total += weight * operands[2].getFloat(scores.at(n, j, p));
        result.setFloat(scores.at(n, i, p), total);
      }
    }
  results.push_back(std::move(result));
  results.push_back(std::move(lambda));
  return success();
}

LogicalResult AttentionBackwardOp::interpret(InterpreterContext &context,
                                             ArrayRef<HostTensor> operands,
                                             Results &results) {
  const HostTensor &value = operands[2], &gradient = operands[3],
                   &lambda = operands[4], &delta = operands[5];
  Scores scores(operands, getAdditiveMask() ? &operands[6] : nullptr,
                getScale().convertToDouble(), getCausal());
  std::vector<std::vector<double>> sums(
      3, std::vector<double>(operands[0].getNumElements(), 0.0));
  for (int64_t n = 0; n < scores.planes; ++n)
    for (int64_t i = 0; i < scores.length; ++i)
      for (int64_t j = 0; j < scores.getVisible(i); ++j) {
        int64_t row = n * scores.length + i;
        double p = std::exp(scores.getLogit(n, i, j) - lambda.getFloat(row));
        double slope = -delta.getFloat(row);
        for (int64_t e = 0; e < scores.width; ++e)
          slope += gradient.getFloat(scores.at(n, i, e)) *
                   value.getFloat(scores.at(n, j, e));
        double d = p * slope * scores.scale;
        for (int64_t e = 0; e < scores.width; ++e) {
          int64_t ofQuery = scores.at(n, i, e), ofKey = scores.at(n, j, e);
          sums[0][ofQuery] += d * scores.key.getFloat(ofKey);
          sums[1][ofKey] += d * scores.query.getFloat(ofQuery);
          sums[2][ofKey] += p * gradient.getFloat(ofQuery);
        }
      }
  for (const std::vector<double> &sum : sums) {
    HostTensor result = operands[0];
    for (auto [i, number] : llvm::enumerate(sum))
      result.setFloat(i, number);
    results.push_back(std::move(result));
  }
  return success();
}
