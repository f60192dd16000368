//===- Data.cpp - The images, their split and batches ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Data.h"

#include "oaml-rt/Npy.h"

#include <algorithm>

using namespace digits;
using namespace oaml::rt;

/// An integer in 0 … bound - 1. The bias, below bound / 2^64, does not matter.
static size_t drawBelow(size_t bound, std::mt19937_64 &generator) {
  return generator() % bound;
}

/// A number in [0, 1): 24 random bits, which float holds exactly.
static float drawUniform(std::mt19937_64 &generator) {
  return static_cast<float>(generator() >> 40) * 0x1p-24f;
}

std::vector<size_t> digits::shuffledOrder(size_t count,
                                          std::mt19937_64 &generator) {
  std::vector<size_t> order(count);
  for (size_t i = 0; i < count; ++i)
    order[i] = i;
  for (size_t i = count; i > 1; --i)
    std::swap(order[i - 1], order[drawBelow(i, generator)]);
  return order;
}

Examples Examples::select(const std::vector<size_t> &rows, size_t begin,
                          size_t end) const {
  Examples chosen;
  chosen.images.reserve((end - begin) * kPixels);
  chosen.labels.reserve(end - begin);
  for (size_t i = begin; i < end; ++i) {
    auto first = images.begin() + rows[i] * kPixels;
    chosen.images.insert(chosen.images.end(), first, first + kPixels);
    chosen.labels.push_back(labels[rows[i]]);
  }
  return chosen;
}

/// An array of bytes whose shape is `[N]` followed by `rest`; `wanted` is that
/// in words.
static Expected<HostArray> readBytes(const std::string &path,
                                     const std::vector<int64_t> &rest,
                                     const char *wanted) {
  Expected<HostArray> array = readNpy(path);
  if (!array)
    return array;
  const std::vector<int64_t> &shape = array->shape;
  if (array->dtype != DType::UI8 || shape.size() != 1 + rest.size() ||
      !std::equal(rest.begin(), rest.end(), shape.begin() + 1))
    return Status::error(ErrorCode::InvalidArgument,
                         path + ": requires " + wanted + ", found " +
                             getTypeText(array->dtype, shape));
  return array;
}

/// An error unless all of `bytes` are at most `largest`; `what` is one of them.
static Status checkRange(const std::string &path,
                         const std::vector<char> &bytes, unsigned largest,
                         const char *what) {
  for (size_t i = 0; i < bytes.size(); ++i)
    if (unsigned value = static_cast<unsigned char>(bytes[i]); value > largest)
      return Status::error(ErrorCode::InvalidArgument,
                           path + ": requires " + what + " in 0.." +
                               std::to_string(largest) + ", found " +
                               std::to_string(value) + " at element " +
                               std::to_string(i));
  return {};
}

Expected<Examples> digits::readExamples(const std::string &directory) {
  constexpr unsigned kFullInk = 16;
  std::string imagesPath = directory + "/images.npy";
  std::string labelsPath = directory + "/labels.npy";
  Expected<HostArray> images =
      readBytes(imagesPath, {kSide, kSide}, "ui8 of shape [N, 8, 8]");
  if (!images)
    return images.getStatus();
  Expected<HostArray> labels = readBytes(labelsPath, {}, "ui8 of shape [N]");
  if (!labels)
    return labels.getStatus();
  if (Status s = checkRange(imagesPath, images->bytes, kFullInk, "ink"))
    return s;
  if (Status s = checkRange(labelsPath, labels->bytes, kClasses - 1, "digits"))
    return s;
  if (images->shape[0] != labels->shape[0])
    return Status::error(ErrorCode::InvalidArgument,
                         labelsPath + ": requires a label for each of " +
                             std::to_string(images->shape[0]) +
                             " images, found " +
                             std::to_string(labels->shape[0]));
  // Both parts of a split need an image.
  if (images->shape[0] < 2)
    return Status::error(ErrorCode::InvalidArgument,
                         imagesPath + ": requires 2 images or more, found " +
                             std::to_string(images->shape[0]));

  Examples examples;
  examples.images.reserve(images->bytes.size());
  for (char ink : images->bytes)
    examples.images.push_back(static_cast<float>(ink) / kFullInk);
  examples.labels.assign(labels->bytes.begin(), labels->bytes.end());
  return examples;
}

Split digits::splitExamples(const Examples &all, uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::vector<size_t> order = shuffledOrder(all.size(), generator);
  size_t numTrain = all.size() * 4 / 5;
  return {all.select(order, 0, numTrain),
          all.select(order, numTrain, all.size())};
}

/// Moves an image by `down` and `right` pixels; what comes in is blank.
static void shiftImage(float *image, int down, int right) {
  constexpr int side = kSide;
  float moved[kPixels] = {};
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      int fromRow = row - down, fromColumn = column - right;
      if (fromRow >= 0 && fromRow < side && fromColumn >= 0 &&
          fromColumn < side)
        moved[row * side + column] = image[fromRow * side + fromColumn];
    }
  std::copy(std::begin(moved), std::end(moved), image);
}

void Augmentation::apply(Examples &batch, std::mt19937_64 &generator) const {
  for (size_t i = 0; i < batch.size(); ++i) {
    float *image = &batch.images[i * kPixels];
    if (drawUniform(generator) < shiftedPart) {
      int down = static_cast<int>(drawBelow(3, generator)) - 1;
      int right = static_cast<int>(drawBelow(3, generator)) - 1;
      shiftImage(image, down, right);
    }
    for (size_t pixel = 0; pixel < kPixels; ++pixel)
      image[pixel] += noise * (2 * drawUniform(generator) - 1);
  }
}
