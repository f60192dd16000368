//===- InterpretLoss.cpp - Losses and scores ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/LossOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

/// `value` as the result [1] of a loss.
static LogicalResult finish(InterpreterContext &context, Operation *op,
                            double value, Results &results) {
  HostTensor result =
      context.makeTensor({1}, Float32Type::get(op->getContext()));
  result.setFloat(0, value);
  results.push_back(std::move(result));
  return success();
}

/// logsumexp(l) - l[target] of one row; NaN for a target that is no class.
static double getRowLoss(const HostTensor &logits, const HostTensor &targets,
                         int64_t row) {
  int64_t classes = logits.getShape()[1];
  int64_t first = row * classes, target = targets.getInt(row);
  if (target < 0 || target >= classes)
    return std::numeric_limits<double>::quiet_NaN();
  double m = -std::numeric_limits<double>::infinity(), sum = 0.0;
  for (int64_t c = 0; c < classes; ++c)
    m = std::max(m, logits.getFloat(first + c));
  for (int64_t c = 0; c < classes; ++c)
    sum += std::exp(logits.getFloat(first + c) - m);
  return m + std::log(sum) - logits.getFloat(first + target);
}

LogicalResult CrossEntropyOp::interpret(InterpreterContext &context,
                                        ArrayRef<HostTensor> operands,
                                        Results &results) {
  int64_t rows = operands[0].getShape()[0];
  double total = 0.0;
  for (int64_t row = 0; row < rows; ++row)
    total += getRowLoss(operands[0], operands[1], row);
  return finish(context, *this, total / static_cast<double>(rows), results);
}

LogicalResult MaskedCrossEntropyOp::interpret(InterpreterContext &context,
                                              ArrayRef<HostTensor> operands,
                                              Results &results) {
  auto rows = static_cast<double>(operands[0].getShape()[0]);
  double count = getScalar(getOperation(), operands, getValidCountValue(),
                           getValidCountAttr());
  if (!(count >= 1.0 && count <= rows))
    count = std::numeric_limits<double>::quiet_NaN();
  // Rows without a share stay 0, also for a bad count.
  double total = 0.0;
  for (int64_t row = 0; row < rows; ++row)
    if (operands[2].getFloat(row) != 0.0)
      total += getRowLoss(operands[0], operands[1], row) / count;
  return finish(context, *this, total, results);
}

/// The mean of `loss(prediction, target)` over all elements.
static LogicalResult
interpretPairLoss(InterpreterContext &context, Operation *op,
                  ArrayRef<HostTensor> operands, Results &results,
                  function_ref<double(double, double)> loss) {
  int64_t count = operands[0].getNumElements();
  double total = 0.0;
  for (int64_t i = 0; i < count; ++i)
    total += loss(operands[0].getFloat(i), operands[1].getFloat(i));
  return finish(context, op, total / static_cast<double>(count), results);
}

LogicalResult MseOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretPairLoss(
      context, *this, operands, results,
      [](double p, double t) { return (p - t) * (p - t); });
}

LogicalResult L1Op::interpret(InterpreterContext &context,
                              ArrayRef<HostTensor> operands, Results &results) {
  return interpretPairLoss(context, *this, operands, results,
                           [](double p, double t) { return std::fabs(p - t); });
}

LogicalResult SmoothL1Op::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  return interpretPairLoss(context, *this, operands, results,
                           [](double p, double t) {
                             double size = std::fabs(p - t);
                             return size < 1.0 ? 0.5 * size * size : size - 0.5;
                           });
}

LogicalResult BceOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretPairLoss(
      context, *this, operands, results, [](double p, double t) {
        // Both bounds are numbers of f32.
        double c = p < 1e-7f ? 1e-7f : p > 1.0 - 0x1p-23 ? 1.0 - 0x1p-23 : p;
        return -(t * std::log(c) + (1.0 - t) * std::log1p(-c));
      });
}

LogicalResult MaskedMseOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  const HostTensor &prediction = operands[0], &target = operands[1],
                   &mask = operands[2];
  double total = 0.0, weight = 0.0;
  int64_t i = 0;
  forEachPosition(prediction.getShape(),
                  {getBroadcastStrides(mask.getShape(), prediction.getShape())},
                  [&](ArrayRef<int64_t> place) {
                    double w = mask.getFloat(place[0]);
                    double d = prediction.getFloat(i) - target.getFloat(i);
                    total += w * d * d;
                    weight += w;
                    ++i;
                  });
  return finish(context, *this, total / (weight <= 1.0 ? 1.0 : weight),
                results);
}

LogicalResult AccuracyCountOp::interpret(InterpreterContext &context,
                                         ArrayRef<HostTensor> operands,
                                         Results &results) {
  const HostTensor &logits = operands[0], &labels = operands[1];
  const HostTensor *mask = getMask() ? &operands[2] : nullptr;
  int64_t classes = logits.getShape().back(), count = 0;
  for (int64_t row = 0, rows = labels.getNumElements(); row < rows; ++row) {
    if (mask && mask->getNumber(row) == 0.0)
      continue;
    if (findLargest(logits, row * classes, 1, classes) == labels.getInt(row))
      ++count;
  }
  HostTensor result =
      context.makeTensor({1}, IntegerType::get(getContext(), 32));
  result.setInt(0, count);
  results.push_back(std::move(result));
  return success();
}
