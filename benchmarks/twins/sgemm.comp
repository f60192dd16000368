#version 450
//===- sgemm.comp - Matrix product, hand-written -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[SIZE, SIZE] = A * B with A row-major; B row-major (nn), or transposed where
// B_TRANSPOSED is defined (nt): a matrix of weights [N, K].
//
// A workgroup owns 32x64 elements of C in registers and takes K in blocks of
// 16. Lanes lie over N. nn: each lane owns four pairs of adjacent columns. nt:
// lane l owns the columns 8 j + l and reads pairs along K. Rows of A lie over
// the lanes, two elements of K each, and are broadcast by shuffles with
// constant lanes. An accumulator takes its whole block of K before the next one
// begins: a chain of 16 fused multiply-adds that stays in one register.
//
//===----------------------------------------------------------------------===//

#define TENSORS 3
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"

const int kRows = 32, kColumns = 64, kBlock = 16;
const int kPerLane = kColumns / 8;
const int kRowBytes = 4 * SIZE;

void main() {
  uint workgroup = getWorkgroup();
  if (workgroup >= record.workgroups)
    return;
  uint lane = gl_LocalInvocationID.x;
  uint row = workgroup / (SIZE / kColumns) * kRows;
  uint column = workgroup % (SIZE / kColumns) * kColumns;

  uint64_t a = record.tensors[0] + uint64_t(kRowBytes * row + 8 * lane);
#ifdef B_TRANSPOSED
  uint64_t b = record.tensors[1] + uint64_t(kRowBytes * (column + lane));
#else
  uint64_t b = record.tensors[1] + uint64_t(4 * column + 8 * lane);
#endif

  float c[kRows][kPerLane];
  [[unroll]] for (int m = 0; m < kRows; ++m)
    [[unroll]] for (int n = 0; n < kPerLane; ++n)
      c[m][n] = 0;

  [[dont_unroll]] for (int k0 = 0; k0 < SIZE; k0 += kBlock) {
    float bs[kBlock][kPerLane];
    [[unroll]] for (int m = 0; m < kRows; ++m) {
      vec2 as = loadPair(a, m * kRowBytes);
      float values[kBlock];
      [[unroll]] for (int k = 0; k < kBlock; k += 2) {
        values[k] = subgroupShuffle(as.x, k / 2);
        values[k + 1] = subgroupShuffle(as.y, k / 2);
      }
      [[unroll]] for (int n = 0; n < kPerLane; ++n) {
        // The first row loads B where it needs it.
#ifdef B_TRANSPOSED
        [[unroll]] for (int k = 0; m == 0 && k < kBlock; k += 2) {
          vec2 pair = loadPair(b, 8 * n * kRowBytes + 4 * k);
          bs[k][n] = pair.x;
          bs[k + 1][n] = pair.y;
        }
#else
        [[unroll]] for (int k = 0; m == 0 && n % 2 == 0 && k < kBlock; ++k) {
          vec2 pair = loadPair(b, k * kRowBytes + 32 * n);
          bs[k][n] = pair.x;
          bs[k][n + 1] = pair.y;
        }
#endif
        [[unroll]] for (int k = 0; k < kBlock; ++k)
          c[m][n] = fma(values[k], bs[k][n], c[m][n]);
      }
    }
    a += uint64_t(4 * kBlock);
#ifdef B_TRANSPOSED
    b += uint64_t(4 * kBlock);
#else
    b += uint64_t(kRowBytes * kBlock);
#endif
  }

#ifdef B_TRANSPOSED
  uint64_t result = record.tensors[2] +
                    uint64_t(kRowBytes * row + 4 * (column + lane));
  [[unroll]] for (int m = 0; m < kRows; ++m)
    [[unroll]] for (int n = 0; n < kPerLane; ++n)
      storeSingle(result, m * kRowBytes + 32 * n, c[m][n]);
#else
  uint64_t result = record.tensors[2] +
                    uint64_t(kRowBytes * row + 4 * column + 8 * lane);
  [[unroll]] for (int m = 0; m < kRows; ++m)
    [[unroll]] for (int n = 0; n < kPerLane; n += 2)
      storePair(result, m * kRowBytes + 32 * n, vec2(c[m][n], c[m][n + 1]));
#endif
}
