//===- Cases.cpp - What is measured ---------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace oaml::bench;

/// Uniform in [-0.5, 0.5).
static HostTensor createRandom(std::vector<int64_t> shape, unsigned seed) {
  HostTensor tensor{std::move(shape), {}};
  size_t size = 1;
  for (int64_t extent : tensor.shape)
    size *= extent;
  tensor.values.resize(size);
  std::mt19937 generator(seed);
  for (float &value : tensor.values)
    value = (generator() >> 8) * 0x1p-24f - 0.5f;
  return tensor;
}

/// A product of square matrices; the right one is transposed where `nt`.
static Reference multiply(const std::vector<HostTensor> &inputs, bool nt) {
  int64_t size = inputs[0].shape[0];
  const std::vector<float> &a = inputs[0].values;
  std::vector<double> b(inputs[1].values.begin(), inputs[1].values.end());
  if (nt)
    for (int64_t i = 0; i < size; ++i)
      for (int64_t j = 0; j < i; ++j)
        std::swap(b[i * size + j], b[j * size + i]);
  Reference reference;
  reference.values.assign(size * size, 0);
  for (int64_t m = 0; m < size; ++m) {
    double *row = &reference.values[m * size];
    for (int64_t k = 0; k < size; ++k) {
      double factor = a[m * size + k];
      for (int64_t n = 0; n < size; ++n)
        row[n] += factor * b[k * size + n];
    }
  }
  // Sums of `size` products below 1/4: far above f32's rounding in any order,
  // far below a product that is missing or doubled.
  reference.tolerance.assign(size * size, 1e-7 * size);
  return reference;
}

static Case createProduct(bool nt, int64_t size, bool dynamic) {
  std::string form = nt ? "nt" : "nn", suffix = std::to_string(size);
  std::string file = "sgemm_" + form + "_" + suffix;
  Case result;
  result.name = "sgemm-" + form + "-" + suffix;
  result.flops = 2.0 * size * size * size;
  result.bytes = 3.0 * 4 * size * size;
  result.variants = {
      {Variant::Kind::Generated, "generated", file, 0},
      {Variant::Kind::Twin, "twin", file, size / 32 * (size / 64)}};
  if (dynamic) {
    result.variants.push_back({Variant::Kind::Generated, "dynamic-mn",
                               "sgemm_" + form + "_dynamic_mn", 0});
    result.variants.push_back(
        {Variant::Kind::Generated, "dynamic", "sgemm_" + form + "_dynamic", 0});
  }
  result.createInputs = [size] {
    return std::vector<HostTensor>{createRandom({size, size}, 1),
                                   createRandom({size, size}, 2)};
  };
  result.resultShape = {size, size};
  result.computeReference = [nt](const std::vector<HostTensor> &inputs) {
    return multiply(inputs, nt);
  };
  return result;
}

static Case createSoftmax() {
  constexpr int64_t rows = 4096, columns = 1024;
  Case result;
  result.name = "softmax-4096x1024";
  result.bytes = 2.0 * 4 * rows * columns;
  result.variants = {
      {Variant::Kind::Generated, "generated", "softmax_4096x1024", 0},
      {Variant::Kind::Twin, "twin", "softmax_4096x1024", rows / 4}};
  result.createInputs = [] {
    HostTensor x = createRandom({rows, columns}, 3);
    for (float &value : x.values)
      value *= 16;
    return std::vector<HostTensor>{std::move(x)};
  };
  result.resultShape = {rows, columns};
  result.computeReference = [](const std::vector<HostTensor> &inputs) {
    Reference reference;
    for (int64_t row = 0; row < rows; ++row) {
      const float *x = &inputs[0].values[row * columns];
      double largest = *std::max_element(x, x + columns), sum = 0;
      for (int64_t i = 0; i < columns; ++i)
        sum += std::exp(x[i] - largest);
      for (int64_t i = 0; i < columns; ++i) {
        double value = std::exp(x[i] - largest) / sum;
        reference.values.push_back(value);
        // The twin uses the device's exp: 27 ulp on lavapipe.
        reference.tolerance.push_back(1e-5 * value);
      }
    }
    return reference;
  };
  return result;
}

/// layer_norm where `centred`, else rms_norm.
static Case createNorm(bool centred) {
  constexpr int64_t rows = 4096, columns = 1024;
  std::string file = centred ? "layer_norm_4096x1024" : "rms_norm_4096x1024";
  Case result;
  result.name = centred ? "layer-norm-4096x1024" : "rms-norm-4096x1024";
  result.bytes = 2.0 * 4 * rows * columns;
  result.variants = {
      {Variant::Kind::Generated, "generated", file, 0},
      {Variant::Kind::Twin, "twin", file, rows / 8},
      {Variant::Kind::Copy, "copy", "copy", rows * columns / 4096}};
  result.createInputs = [centred] {
    std::vector<HostTensor> inputs = {createRandom({rows, columns}, 7),
                                      createRandom({columns}, 8)};
    if (centred)
      inputs.push_back(createRandom({columns}, 9));
    return inputs;
  };
  result.resultShape = {rows, columns};
  result.computeReference = [centred](const std::vector<HostTensor> &inputs) {
    Reference reference;
    for (int64_t row = 0; row < rows; ++row) {
      const float *x = &inputs[0].values[row * columns];
      double mean = 0, variance = 0;
      for (int64_t i = 0; centred && i < columns; ++i)
        mean += x[i] / double(columns);
      for (int64_t i = 0; i < columns; ++i)
        variance += (x[i] - mean) * (x[i] - mean) / columns;
      double scale = 1 / std::sqrt(variance + (centred ? 1e-5 : 1e-6));
      for (int64_t i = 0; i < columns; ++i) {
        double product = (x[i] - mean) * scale * inputs[1].values[i];
        double term = centred ? inputs[2].values[i] : 0;
        reference.values.push_back(product + term);
        // Some roundings of each factor; the mean's error is absolute.
        reference.tolerance.push_back(1e-6 * (1 + std::abs(product)));
      }
    }
    return reference;
  };
  return result;
}

/// Sums of `rows` rows, or of all elements where the result is one element.
static Case createSum(std::string name, std::string file, int64_t rows,
                      int64_t columns, bool full) {
  Case result;
  result.name = std::move(name);
  result.bytes = 4.0 * rows * columns;
  result.variants = {
      {Variant::Kind::Generated, "generated", file, 0},
      {Variant::Kind::Copy, "copy", "copy", rows * columns / 4096}};
  if (!full)
    result.variants.push_back(
        {Variant::Kind::Twin, "twin", file, columns / 16});
  else
    result.variants.push_back(
        {Variant::Kind::Generated, "dynamic", "sum_dynamic", 0});
  result.createInputs = [=] {
    return std::vector<HostTensor>{createRandom({rows, columns}, 10)};
  };
  result.resultShape =
      full ? std::vector<int64_t>{1} : std::vector<int64_t>{1, columns};
  result.computeReference = [=](const std::vector<HostTensor> &inputs) {
    Reference reference;
    int64_t width = full ? 1 : columns;
    reference.values.assign(width, 0);
    for (size_t i = 0; i < inputs[0].values.size(); ++i)
      reference.values[i % width] += inputs[0].values[i];
    // Far above the rounding of partial sums, far below a block left out.
    reference.tolerance.assign(width, 1e-5 * std::sqrt(rows * columns));
    return reference;
  };
  return result;
}

static Case createElementwise() {
  constexpr int64_t size = 4 << 20;
  Case result;
  result.name = "relu-xy+z-4M";
  result.bytes = 4.0 * 4 * size;
  result.variants = {{Variant::Kind::Generated, "generated", "relu_fma_4m", 0},
                     {Variant::Kind::Twin, "twin", "relu_fma", size / 4096},
                     {Variant::Kind::Copy, "copy", "copy", size / 4096}};
  result.createInputs = [] {
    return std::vector<HostTensor>{createRandom({size}, 4),
                                   createRandom({size}, 5),
                                   createRandom({size}, 6)};
  };
  result.resultShape = {size};
  result.computeReference = [](const std::vector<HostTensor> &inputs) {
    Reference reference;
    for (int64_t i = 0; i < size; ++i) {
      double x = inputs[0].values[i], y = inputs[1].values[i],
             z = inputs[2].values[i];
      reference.values.push_back(std::max(x * y + z, 0.0));
      // One rounding or two.
      reference.tolerance.push_back(0x1p-23 * (std::abs(x * y) + std::abs(z)));
    }
    return reference;
  };
  return result;
}

std::vector<Case> oaml::bench::getCases() {
  return {createProduct(false, 512, true),
          createProduct(false, 1024, false),
          createProduct(true, 512, true),
          createProduct(true, 1024, false),
          createSoftmax(),
          createNorm(/*centred=*/true),
          createNorm(/*centred=*/false),
          createSum("column-sum-1024x256", "column_sum_1024x256", 1024, 256,
                    /*full=*/false),
          createSum("column-sum-16384x256", "column_sum_16384x256", 16384, 256,
                    /*full=*/false),
          createSum("sum-4M", "sum_4m", 2048, 2048, /*full=*/true),
          createElementwise()};
}

Reference oaml::bench::getCopyReference(const HostTensor &input) {
  return {{input.values.begin(), input.values.end()},
          std::vector<double>(input.values.size(), 0)};
}

double oaml::bench::getLargestError(const std::vector<float> &values,
                                    const Reference &reference) {
  double largest = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    double error = std::abs(values[i] - reference.values[i]);
    if (error == 0)
      continue;
    double relative = error / reference.tolerance[i];
    if (std::isnan(relative))
      return std::numeric_limits<double>::infinity();
    largest = std::max(largest, relative);
  }
  return largest;
}
