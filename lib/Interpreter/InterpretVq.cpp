//===- InterpretVq.cpp - Vector quantization ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/VqOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

/// Row `row` of `table`, or zeros where there is none, as row `to` of `result`.
static void copyRow(HostTensor &result, int64_t to, const HostTensor &table,
                    int64_t row) {
  int64_t width = table.getShape()[1];
  bool exists = row >= 0 && row < table.getShape()[0];
  for (int64_t d = 0; d < width; ++d)
    result.setFloat(to * width + d,
                    exists ? table.getFloat(row * width + d) : 0.0);
}

/// Squared distance in single precision: what ties are ties of.
static float getDistance(const HostTensor &latent, int64_t row,
                         const HostTensor &codebook, int64_t code) {
  float sum = 0.0f;
  int64_t width = latent.getShape()[1];
  for (int64_t d = 0; d < width; ++d) {
    float difference = static_cast<float>(latent.getFloat(row * width + d)) -
                       static_cast<float>(codebook.getFloat(code * width + d));
    float square = difference * difference;
    sum += square;
  }
  return sum;
}

LogicalResult VqAssignOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  const HostTensor &latent = operands[0], &codebook = operands[1];
  int64_t rows = latent.getShape()[0];
  HostTensor indices =
      context.makeTensor({rows}, IntegerType::get(getContext(), 32));
  HostTensor quantized =
      context.makeTensor(latent.getShape(), latent.getElementType());
  for (int64_t n = 0; n < rows; ++n) {
    int64_t best = 0;
    float least = std::numeric_limits<float>::max();
    for (int64_t k = 0, e = codebook.getShape()[0]; k < e; ++k) {
      float distance = getDistance(latent, n, codebook, k);
      if (distance < least) {
        least = distance;
        best = k;
      }
    }
    indices.setInt(n, best);
    copyRow(quantized, n, codebook, best);
  }
  results.push_back(std::move(indices));
  results.push_back(std::move(quantized));
  return success();
}

LogicalResult VqLookupOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  const HostTensor &codebook = operands[0], &indices = operands[1];
  HostTensor result =
      context.makeTensor({indices.getShape()[0], codebook.getShape()[1]},
                         codebook.getElementType());
  for (int64_t n = 0, e = indices.getNumElements(); n < e; ++n)
    copyRow(result, n, codebook, indices.getInt(n));
  results.push_back(std::move(result));
  return success();
}

static uint32_t getRevivalRow(uint32_t code, uint32_t seed, uint32_t rows) {
  uint32_t h = ((code + 1) * 2654435761u) ^ (seed * 2246822519u) ^ (seed >> 15);
  h ^= h >> 13;
  h *= 3266489917u;
  h ^= h >> 16;
  return h % rows;
}

LogicalResult VqRevivalRowOp::interpret(InterpreterContext &context,
                                        ArrayRef<HostTensor> operands,
                                        Results &results) {
  HostTensor result =
      context.makeTensor(operands[0].getShape(), operands[0].getElementType());
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i)
    result.setInt(i,
                  getRevivalRow(operands[0].getInt(i), operands[1].getInt(0),
                                std::max<uint32_t>(1, operands[2].getInt(0))));
  results.push_back(std::move(result));
  return success();
}

LogicalResult VqEmaUpdateOp::interpret(InterpreterContext &context,
                                       ArrayRef<HostTensor> operands,
                                       Results &results) {
  const HostTensor &latent = operands[0], &indices = operands[1],
                   &embedSum = operands[2], &clusterSize = operands[3];
  auto get = [&](Value value, Attribute attribute) {
    return getScalar(getOperation(), operands, value, attribute);
  };
  auto onlyIf = [](bool inRange, double value) {
    return inRange ? value : std::numeric_limits<double>::quiet_NaN();
  };
  double decay = get(getDecayValue(), getDecayAttr());
  decay = onlyIf(decay >= 0.0 && decay <= 1.0, decay);
  double epsilon = get(getEpsilonValue(), getEpsilonAttr());
  epsilon = onlyIf(std::isfinite(epsilon) && epsilon > 0.0, epsilon);
  double threshold = get(getDeadThresholdValue(), getDeadThresholdAttr());
  threshold = onlyIf(std::isfinite(threshold) && threshold >= 0.0, threshold);
  auto seed = static_cast<uint32_t>(
      static_cast<int64_t>(get(getSeedValue(), getSeedAttr())));

  int64_t rows = latent.getShape()[0], width = latent.getShape()[1];
  int64_t codes = clusterSize.getNumElements();
  Type f32 = Float32Type::get(getContext());
  HostTensor newSum = context.makeTensor({codes, width}, f32);
  HostTensor newSize = context.makeTensor({codes}, f32);
  HostTensor newCodebook = context.makeTensor({codes, width}, f32);
  for (int64_t k = 0; k < codes; ++k) {
    double members = 0.0;
    SmallVector<double> sums(width, 0.0);
    for (int64_t n = 0; n < rows; ++n) {
      if (indices.getInt(n) != k)
        continue;
      members += 1.0;
      for (int64_t d = 0; d < width; ++d)
        sums[d] += latent.getFloat(n * width + d);
    }
    double size = decay * clusterSize.getFloat(k) + (1.0 - decay) * members;
    if (size < threshold) {
      int64_t row = getRevivalRow(k, seed, rows);
      copyRow(newSum, k, latent, row);
      copyRow(newCodebook, k, latent, row);
      newSize.setFloat(k, 1.0);
      continue;
    }
    double doubt = threshold - threshold;
    double divisor = size < epsilon || std::isnan(epsilon) ? epsilon : size;
    double square = 0.0;
    SmallVector<double> code;
    for (int64_t d = 0; d < width; ++d) {
      double sum =
          decay * embedSum.getFloat(k * width + d) + (1.0 - decay) * sums[d];
      newSum.setFloat(k * width + d, sum + doubt);
      code.push_back(sum / divisor);
      square += code.back() * code.back();
    }
    double root = std::sqrt(square / double(width));
    double scale = getNormalize() && root > epsilon ? root : 1.0;
    for (int64_t d = 0; d < width; ++d)
      newCodebook.setFloat(k * width + d, code[d] / scale + doubt);
    newSize.setFloat(k, size + doubt);
  }
  results.push_back(std::move(newSum));
  results.push_back(std::move(newSize));
  results.push_back(std::move(newCodebook));
  return success();
}
