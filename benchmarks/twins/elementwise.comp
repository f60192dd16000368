#version 450
//===- elementwise.comp - Long vectors, hand-written ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 4096 elements a workgroup of r = relu(x * y + z), or of r = x where COPY is
// defined: the rate at which the device copies.
//
//===----------------------------------------------------------------------===//

#ifdef COPY
#define TENSORS 2
#else
#define TENSORS 4
#endif
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"

/// Pairs of a lane between two steps of the loop.
const int kUnrolled = 8;

void main() {
  uint workgroup = getWorkgroup();
  if (workgroup >= record.workgroups)
    return;
  uint64_t offset = uint64_t(workgroup) * 16384 +
                    uint64_t(8 * gl_LocalInvocationID.x);
  uint64_t x = record.tensors[0] + offset;
  uint64_t result = record.tensors[TENSORS - 1] + offset;
#ifndef COPY
  uint64_t y = record.tensors[1] + offset, z = record.tensors[2] + offset;
#endif
  [[dont_unroll]] for (int i = 0; i < 4096; i += 16 * kUnrolled) {
    [[unroll]] for (int j = 0; j < kUnrolled; ++j) {
      vec2 value = loadPair(x, 64 * j);
#ifndef COPY
      value = max(value * loadPair(y, 64 * j) + loadPair(z, 64 * j), vec2(0));
#endif
      storePair(result, 64 * j, value);
    }
    x += uint64_t(64 * kUnrolled);
    result += uint64_t(64 * kUnrolled);
#ifndef COPY
    y += uint64_t(64 * kUnrolled);
    z += uint64_t(64 * kUnrolled);
#endif
  }
}
