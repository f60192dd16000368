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

LogicalResult CrossEntropyOp::interpret(InterpreterContext &context,
                                        ArrayRef<HostTensor> operands,
                                        Results &results) {
  const HostTensor &logits = operands[0], &targets = operands[1];
  int64_t rows = logits.getShape()[0], classes = logits.getShape()[1];
  double total = 0.0;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t first = row * classes, target = targets.getInt(row);
    if (target < 0 || target >= classes) {
      total = std::numeric_limits<double>::quiet_NaN();
      continue;
    }
    double m = -std::numeric_limits<double>::infinity(), sum = 0.0;
    for (int64_t c = 0; c < classes; ++c)
      m = std::max(m, logits.getFloat(first + c));
    for (int64_t c = 0; c < classes; ++c)
      sum += std::exp(logits.getFloat(first + c) - m);
    total += m + std::log(sum) - logits.getFloat(first + target);
  }
  HostTensor result = context.makeTensor({1}, Float32Type::get(getContext()));
  result.setFloat(0, total / static_cast<double>(rows));
  results.push_back(std::move(result));
  return success();
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
