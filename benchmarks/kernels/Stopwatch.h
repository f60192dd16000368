//===- Stopwatch.h - Wall and processor time --------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_BENCHMARKS_KERNELS_STOPWATCH_H
#define OAML_BENCHMARKS_KERNELS_STOPWATCH_H

#include <algorithm>
#include <ctime>
#include <vector>

namespace oaml::bench {

/// Nanoseconds by the wall clock and of processor time of this process, all its
/// threads counted: on a CPU device that is the work of the kernel, and hardly
/// changes with what else the machine does.
struct Duration {
  double wallNs = 0, cpuNs = 0;
};

/// Measures from its construction on.
class Stopwatch {
public:
  Stopwatch() : begin(now()) {}

  Duration getElapsed() const {
    Duration end = now();
    return {end.wallNs - begin.wallNs, end.cpuNs - begin.cpuNs};
  }

private:
  static double read(clockid_t clock) {
    timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
  }
  static Duration now() {
    return {read(CLOCK_MONOTONIC), read(CLOCK_PROCESS_CPUTIME_ID)};
  }

  Duration begin;
};

/// The least and the middle one of samples, of which there is at least one.
struct Summary {
  double least = 0, median = 0;

  static Summary of(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    return {samples.front(), samples[samples.size() / 2]};
  }
};

} // namespace oaml::bench

#endif // OAML_BENCHMARKS_KERNELS_STOPWATCH_H
