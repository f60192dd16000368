//===- main.cpp - Trains a classifier of digits ---------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// embed-toyframework DATA [EPOCHS]: one batch is computed eagerly, what was
// done is compiled, and the compiled step is run on the rest.
//
//===----------------------------------------------------------------------===//

#include "Compile.h"

#include "../digits/Data.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>

using namespace toy;
using oaml::embed::Device;

namespace {

constexpr size_t kBatch = 32;
constexpr size_t kHidden = 32;

std::vector<float> drawWeights(size_t count, float bound,
                               std::mt19937_64 &generator) {
  std::vector<float> values(count);
  for (float &value : values)
    value = bound * (static_cast<float>(generator() >> 40) * 0x1p-23f - 1);
  return values;
}

/// How many images the logits classify right.
size_t countRight(const std::vector<float> &logits,
                  const std::vector<int32_t> &labels) {
  size_t right = 0;
  for (size_t i = 0; i < labels.size(); ++i) {
    const float *row = &logits[i * digits::kClasses];
    right += std::max_element(row, row + digits::kClasses) - row == labels[i];
  }
  return right;
}

int run(const std::string &directory, int epochs) {
  auto all = digits::readExamples(directory);
  if (!all) {
    std::fprintf(stderr, "embed-toyframework: error: %s\n",
                 all.getStatus().toString().c_str());
    return 1;
  }
  digits::Split split = digits::splitExamples(*all, /*seed=*/1);
  digits::Examples &train = split.train, &heldOut = split.heldOut;
  std::mt19937_64 generator(2);

  // Eager: the loss of the first batch is here, and how it came about is on the
  // tape.
  Tape tape;
  std::vector<size_t> order = digits::shuffledOrder(train.size(), generator);
  digits::Examples batch = train.select(order, 0, kBatch);
  Tensor x = input(tape, "x", {kBatch, digits::kPixels}, batch.images);
  Tensor targets = classes(tape, "targets", batch.labels);
  Tensor w1 =
      parameter(tape, "w1", {kHidden, digits::kPixels},
                drawWeights(kHidden * digits::kPixels, 0.125f, generator));
  Tensor b1 =
      parameter(tape, "b1", {kHidden}, std::vector<float>(kHidden, 0.0f));
  Tensor w2 =
      parameter(tape, "w2", {digits::kClasses, kHidden},
                drawWeights(digits::kClasses * kHidden, 0.17f, generator));
  Tensor b2 = parameter(tape, "b2", {digits::kClasses},
                        std::vector<float>(digits::kClasses, 0.0f));
  Tensor logits = linear(relu(linear(x, w1, b1)), w2, b2);
  Tensor loss = crossEntropy(logits, targets);

  // Compiled: the same, with gradients and the update, on the device.
  Trainer trainer(loss, logits, Device::create().value());
  for (const Tensor *weight : {&w1, &b1, &w2, &b2})
    trainer.setParameter(*weight);
  float eager = loss.getValues()[0];
  float compiled = trainer.step(batch.images, batch.labels, 0);
  std::printf("first batch: eager loss %.4f, compiled loss %.4f\n", eager,
              compiled);
  if (!(std::fabs(eager - compiled) < 1e-4f)) {
    std::fprintf(stderr, "embed-toyframework: error: they differ\n");
    return 1;
  }

  for (int epoch = 1; epoch <= epochs; ++epoch) {
    order = digits::shuffledOrder(train.size(), generator);
    float total = 0;
    for (size_t begin = 0; begin < train.size(); begin += kBatch) {
      size_t end = std::min(begin + kBatch, train.size());
      batch = train.select(order, begin, end);
      total += trainer.step(batch.images, batch.labels, 0.2f) *
               static_cast<float>(batch.size());
    }
    std::printf("epoch %d: loss %.4f\n", epoch,
                total / static_cast<float>(train.size()));
  }
  size_t right = countRight(trainer.predict(heldOut.images), heldOut.labels);
  std::printf("held-out accuracy: %.2f %% (%zu of %zu)\n",
              100.0 * static_cast<double>(right) /
                  static_cast<double>(heldOut.size()),
              right, heldOut.size());
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  int epochs = argc > 2 ? std::atoi(argv[2]) : 10;
  if (argc < 2 || argc > 3 || epochs < 1) {
    std::fprintf(stderr, "usage: embed-toyframework DATA [EPOCHS]\n");
    return 2;
  }
  try {
    return run(argv[1], epochs);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "embed-toyframework: error: %s\n", error.what());
    return 1;
  }
}
