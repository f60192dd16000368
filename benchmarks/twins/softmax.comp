#version 450
//===- softmax.comp - Softmax of rows, hand-written ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Softmax of 1024 columns, four rows to a workgroup. A row stays in registers
// (64 pairs a lane) between the maximum, the exponentials and the division, so
// memory is read once and each exponential computed once.
//
//===----------------------------------------------------------------------===//

#define TENSORS 2
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"

const int kPairs = 64, kRows = 4;

void main() {
  uint workgroup = getWorkgroup();
  if (workgroup >= record.workgroups)
    return;
  uint64_t offset = uint64_t(workgroup) * (4096 * kRows) +
                    uint64_t(8 * gl_LocalInvocationID.x);
  uint64_t x = record.tensors[0] + offset, y = record.tensors[1] + offset;

  [[dont_unroll]] for (int row = 0; row < kRows; ++row) {
    vec2 values[kPairs];
    vec2 largest[4];
    [[unroll]] for (int i = 0; i < kPairs; ++i) {
      values[i] = loadPair(x, 64 * i);
      largest[i % 4] = i < 4 ? values[i] : max(largest[i % 4], values[i]);
    }
    vec2 pair = max(max(largest[0], largest[1]), max(largest[2], largest[3]));
    float top = max(pair.x, pair.y);
    [[unroll]] for (int distance = 1; distance < 8; distance *= 2)
      top = max(top, subgroupShuffleXor(top, distance));

    vec2 sums[4] = vec2[4](vec2(0), vec2(0), vec2(0), vec2(0));
    [[unroll]] for (int i = 0; i < kPairs; ++i) {
      values[i] = exp(values[i] - top);
      sums[i % 4] += values[i];
    }
    pair = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    float sum = pair.x + pair.y;
    [[unroll]] for (int distance = 1; distance < 8; distance *= 2)
      sum += subgroupShuffleXor(sum, distance);

    float factor = 1 / sum;
    [[unroll]] for (int i = 0; i < kPairs; ++i)
      storePair(y, 64 * i, values[i] * factor);
    x += uint64_t(4096);
    y += uint64_t(4096);
  }
}
