#version 450
//===- column_sum.comp - Sums of columns, hand-written -------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sums of ROWS rows of 256 columns: two columns to a lane, all rows in one
// workgroup, in four sums.
//
//===----------------------------------------------------------------------===//

#define TENSORS 2
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"

const int kRowBytes = 1024, kUnrolled = 16;

void main() {
  uint workgroup = getWorkgroup();
  if (workgroup >= record.workgroups)
    return;
  uint64_t offset =
      uint64_t(workgroup) * 64 + uint64_t(8 * gl_LocalInvocationID.x);
  uint64_t x = record.tensors[0] + offset;
  vec2 sums[4] = vec2[4](vec2(0), vec2(0), vec2(0), vec2(0));
  [[dont_unroll]] for (int row = 0; row < ROWS; row += kUnrolled) {
    [[unroll]] for (int j = 0; j < kUnrolled; ++j)
      sums[j % 4] += loadPair(x, kRowBytes * j);
    x += uint64_t(kRowBytes * kUnrolled);
  }
  storePair(record.tensors[1] + offset, 0,
            (sums[0] + sums[1]) + (sums[2] + sums[3]));
}
