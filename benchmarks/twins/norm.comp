#version 450
//===- norm.comp - Normalised rows, hand-written -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rms_norm of rows of 1024 columns, or layer_norm where CENTRED is defined.
// Eight rows to a workgroup share what they load of the weights; they are read
// once for each sum and once for the result, in blocks of a pair per lane.
//
//===----------------------------------------------------------------------===//

#ifdef CENTRED
#define TENSORS 4
#else
#define TENSORS 3
#endif
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"

const int kRows = 8, kColumns = 1024;
/// Bytes of a row, and of a block.
const int kRowBytes = 4 * kColumns, kBlockBytes = 64;

/// The sum of what all lanes hold.
float sumLanes(vec2 pair) {
  float sum = pair.x + pair.y;
  [[unroll]] for (int distance = 1; distance < 8; distance *= 2)
    sum += subgroupShuffleXor(sum, distance);
  return sum;
}

void main() {
  uint workgroup = getWorkgroup();
  if (workgroup >= record.workgroups)
    return;
  uint64_t lane = uint64_t(8 * gl_LocalInvocationID.x);
  uint64_t offset = uint64_t(workgroup) * (kRowBytes * kRows) + lane;
  uint64_t x = record.tensors[0] + offset;
  uint64_t y = record.tensors[TENSORS - 1] + offset;

  vec2 sums[kRows];
  float means[kRows], scales[kRows];
#ifdef CENTRED
  [[unroll]] for (int row = 0; row < kRows; ++row)
    sums[row] = vec2(0);
  uint64_t from = x;
  [[dont_unroll]] for (int i = 0; i < kRowBytes; i += kBlockBytes) {
    [[unroll]] for (int row = 0; row < kRows; ++row)
      sums[row] += loadPair(from, kRowBytes * row);
    from += uint64_t(kBlockBytes);
  }
  [[unroll]] for (int row = 0; row < kRows; ++row)
    means[row] = sumLanes(sums[row]) * (1.0 / kColumns);
  const float kEpsilon = 1e-5;
#else
  [[unroll]] for (int row = 0; row < kRows; ++row)
    means[row] = 0;
  const float kEpsilon = 1e-6;
#endif

  [[unroll]] for (int row = 0; row < kRows; ++row)
    sums[row] = vec2(0);
  uint64_t again = x;
  [[dont_unroll]] for (int i = 0; i < kRowBytes; i += kBlockBytes) {
    [[unroll]] for (int row = 0; row < kRows; ++row) {
      vec2 pair = loadPair(again, kRowBytes * row) - means[row];
      sums[row] += pair * pair;
    }
    again += uint64_t(kBlockBytes);
  }
  [[unroll]] for (int row = 0; row < kRows; ++row)
    scales[row] =
        1.0 / sqrt(sumLanes(sums[row]) * (1.0 / kColumns) + kEpsilon);

  uint64_t weight = record.tensors[1] + lane;
#ifdef CENTRED
  uint64_t bias = record.tensors[2] + lane;
#endif
  [[dont_unroll]] for (int i = 0; i < kRowBytes; i += kBlockBytes) {
    vec2 factor = loadPair(weight, 0), term = vec2(0);
#ifdef CENTRED
    term = loadPair(bias, 0);
    bias += uint64_t(kBlockBytes);
#endif
    [[unroll]] for (int row = 0; row < kRows; ++row) {
      vec2 pair = loadPair(x, kRowBytes * row) - means[row];
      storePair(y, kRowBytes * row, pair * scales[row] * factor + term);
    }
    weight += uint64_t(kBlockBytes);
    x += uint64_t(kBlockBytes);
    y += uint64_t(kBlockBytes);
  }
}
