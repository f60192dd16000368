//===- Data.h - The images, their split and batches -------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_EXAMPLES_DIGITS_DATA_H
#define OAML_EXAMPLES_DIGITS_DATA_H

#include "oaml-rt/Status.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace digits {

/// Pixels of an image: 8 rows of 8.
constexpr size_t kSide = 8;
constexpr size_t kPixels = kSide * kSide;
/// Digits 0 to 9.
constexpr size_t kClasses = 10;

/// A shuffled order of 0 … count - 1. The standard says bit for bit what the
/// generator draws, but not what std::shuffle makes of it: hence this one, so
/// that a seed means the same split with every library.
std::vector<size_t> shuffledOrder(size_t count, std::mt19937_64 &generator);

/// Images and what they show.
struct Examples {
  /// Ink in 0..1, kPixels per image.
  std::vector<float> images;
  /// 0 … kClasses - 1, one per image.
  std::vector<int32_t> labels;

  size_t size() const { return labels.size(); }

  /// The images numbered by `rows[begin]` … `rows[end - 1]`, in that order.
  Examples select(const std::vector<size_t> &rows, size_t begin,
                  size_t end) const;
};

/// Reads images.npy (ui8 [N, 8, 8], ink in 0..16) and labels.npy (ui8 [N]) of a
/// directory. Errors name the file, what is wanted and what was found.
oaml::rt::Expected<Examples> readExamples(const std::string &directory);

/// Four fifths of the examples (rounded down) to train on, the others held out.
struct Split {
  Examples train, heldOut;
};
Split splitExamples(const Examples &all, uint64_t seed);

/// Changes images a little, so that a model does not learn them by heart: of
/// all images the part `shiftedPart` is moved by up to a pixel in each
/// direction, and noise, uniform in -noise … noise, is put on all pixels.
struct Augmentation {
  float shiftedPart = 0.3f;
  float noise = 0.3f;

  void apply(Examples &batch, std::mt19937_64 &generator) const;
};

} // namespace digits

#endif // OAML_EXAMPLES_DIGITS_DATA_H
