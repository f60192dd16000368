//===- TwinArtifact.h - Artifacts of hand-written kernels -------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_BENCHMARKS_KERNELS_TWINARTIFACT_H
#define OAML_BENCHMARKS_KERNELS_TWINARTIFACT_H

#include "oaml-rt/Artifact.h"

#include <cstdint>
#include <string>
#include <vector>

namespace oaml::bench {

/// A hand-written kernel: a module whose entry point is "main", with the launch
/// record of generated kernels (the addresses of arguments, then results, no
/// further values), for subgroups of 8 lanes.
struct TwinKernel {
  std::string name;
  /// Path of the SPIR-V file.
  std::string path;
  /// Shapes (f32) of the arguments and results.
  std::vector<std::vector<int64_t>> arguments, results;
  /// Workgroups in all.
  int64_t grid = 0;
};

/// Wraps a kernel into an artifact with one entry of one launch, so that twins
/// and generated kernels take the same path through the runtime. NotFound or IO
/// where the file cannot be read; InvalidArtifact where the runtime refuses it.
rt::Expected<rt::Artifact> createTwinArtifact(const TwinKernel &kernel);

} // namespace oaml::bench

#endif // OAML_BENCHMARKS_KERNELS_TWINARTIFACT_H
