//===- Tensor.cpp - Eager tensors that remember what was done -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

using namespace toy;

Tensor::Tensor(Tape &tape, Record record, std::vector<float> values)
    : tape(&tape), position(tape.size()), shape(record.shape),
      values(std::move(values)) {
  size_t count = 1;
  for (int64_t extent : shape)
    count *= static_cast<size_t>(extent);
  if (count != this->values.size())
    throw std::invalid_argument("a tensor of " + std::to_string(count) +
                                " numbers was given " +
                                std::to_string(this->values.size()));
  tape.push_back(std::move(record));
}

Tensor toy::input(Tape &tape, const std::string &name, Shape shape,
                  std::vector<float> values) {
  return Tensor(tape, {{}, {}, std::move(shape), name, false, false},
                std::move(values));
}

Tensor toy::classes(Tape &tape, const std::string &name,
                    const std::vector<int32_t> &values) {
  return Tensor(
      tape, {{}, {}, {static_cast<int64_t>(values.size())}, name, true, false},
      std::vector<float>(values.begin(), values.end()));
}

Tensor toy::parameter(Tape &tape, const std::string &name, Shape shape,
                      std::vector<float> values) {
  return Tensor(tape, {{}, {}, std::move(shape), name, false, true},
                std::move(values));
}

static void require(bool holds, const char *what) {
  if (!holds)
    throw std::invalid_argument(what);
}

/// The value of an operation, which is written down.
static Tensor record(const char *op, std::vector<const Tensor *> operands,
                     Shape shape, std::vector<float> values) {
  Record made{op, {}, std::move(shape), {}, false, false};
  for (const Tensor *operand : operands) {
    require(&operand->getTape() == &operands[0]->getTape(),
            "operands of one operation want to be on one tape");
    made.operands.push_back(operand->getPosition());
  }
  return Tensor(operands[0]->getTape(), std::move(made), std::move(values));
}

Tensor toy::linear(const Tensor &x, const Tensor &weight, const Tensor &bias) {
  require(x.getShape().size() == 2 && weight.getShape().size() == 2 &&
              x.getShape()[1] == weight.getShape()[1] &&
              bias.getShape() == Shape{weight.getShape()[0]},
          "linear wants x [B, K], weight [N, K] and bias [N]");
  auto rows = static_cast<size_t>(x.getShape()[0]);
  auto inner = static_cast<size_t>(x.getShape()[1]);
  auto columns = static_cast<size_t>(weight.getShape()[0]);
  std::vector<float> values(rows * columns);
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j) {
      float sum = bias.getValues()[j];
      for (size_t k = 0; k < inner; ++k)
        sum += x.getValues()[i * inner + k] * weight.getValues()[j * inner + k];
      values[i * columns + j] = sum;
    }
  return record("linear", {&x, &weight, &bias},
                {x.getShape()[0], weight.getShape()[0]}, std::move(values));
}

Tensor toy::relu(const Tensor &x) {
  std::vector<float> values = x.getValues();
  for (float &value : values)
    value = std::max(value, 0.0f);
  return record("relu", {&x}, x.getShape(), std::move(values));
}

Tensor toy::crossEntropy(const Tensor &logits, const Tensor &targets) {
  require(logits.getShape().size() == 2 &&
              targets.getShape() == Shape{logits.getShape()[0]},
          "crossEntropy wants logits [B, C] and targets [B]");
  auto rows = static_cast<size_t>(logits.getShape()[0]);
  auto columns = static_cast<size_t>(logits.getShape()[1]);
  float total = 0;
  for (size_t i = 0; i < rows; ++i) {
    const float *row = &logits.getValues()[i * columns];
    float largest = *std::max_element(row, row + columns), sum = 0;
    for (size_t j = 0; j < columns; ++j)
      sum += std::exp(row[j] - largest);
    auto target = static_cast<size_t>(targets.getValues()[i]);
    require(target < columns, "crossEntropy wants targets below C");
    total += largest + std::log(sum) - row[target];
  }
  return record("cross_entropy", {&logits, &targets}, {1},
                {total / static_cast<float>(rows)});
}
