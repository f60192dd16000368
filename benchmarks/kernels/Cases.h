//===- Cases.h - What is measured -------------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_BENCHMARKS_KERNELS_CASES_H
#define OAML_BENCHMARKS_KERNELS_CASES_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace oaml::bench {

/// An f32 tensor on the host.
struct HostTensor {
  std::vector<int64_t> shape;
  std::vector<float> values;
};

/// What a result must be: each element within `tolerance` of `values`.
struct Reference {
  std::vector<double> values;
  /// Absolute, an element each.
  std::vector<double> tolerance;
};

/// A kernel of a case that can be run.
struct Variant {
  enum class Kind : uint8_t {
    /// Compiled: the file `<file>.oamlx`.
    Generated,
    /// Written by hand for the same task: the file `<file>.spv`.
    Twin,
    /// Copies the first argument: the rate the device has at best.
    Copy
  } kind = Kind::Generated;
  /// "generated", "dynamic-mn", "dynamic", "twin", "copy".
  std::string name;
  /// Name of the file without directory and suffix.
  std::string file;
  /// Twins and copies: workgroups in all.
  int64_t grid = 0;
};

/// A task on fixed inputs, done by several variants that are timed in turn.
struct Case {
  /// "sgemm-nn-512".
  std::string name;
  /// Per run: floating-point operations (0: not what counts), and bytes read
  /// and written at least once.
  double flops = 0, bytes = 0;
  std::vector<Variant> variants;
  /// Makes the inputs, always the same ones.
  std::function<std::vector<HostTensor>()> createInputs;
  std::vector<int64_t> resultShape;
  /// Computes the expected result in double.
  std::function<Reference(const std::vector<HostTensor> &)> computeReference;
};

/// Every case, in the order of reports.
std::vector<Case> getCases();

/// The expected result of a copy.
Reference getCopyReference(const HostTensor &input);

/// The largest |value - expected| / tolerance over all elements; above 1 (or
/// infinite, for a NaN that is not expected) the result is wrong.
double getLargestError(const std::vector<float> &values,
                       const Reference &reference);

} // namespace oaml::bench

#endif // OAML_BENCHMARKS_KERNELS_CASES_H
