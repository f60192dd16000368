//===- ArtifactImpl.h - A loaded artifact -----------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_RUNTIME_ARTIFACTIMPL_H
#define OAML_LIB_RUNTIME_ARTIFACTIMPL_H

#include "oaml-rt/Artifact.h"
#include "oaml-rt/Artifact_generated.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace oaml::rt::detail {

static_assert(static_cast<int>(DType::UI8) ==
                  static_cast<int>(artifact::DType::UI8),
              "element types of API and schema differ");
static_assert(
    uint64_t(1) << static_cast<unsigned>(Feature::IntegerDotProduct) ==
        static_cast<uint64_t>(artifact::Feature::IntegerDotProduct),
    "features of API and schema differ");
static_assert(static_cast<uint64_t>(artifact::Feature::ANY) ==
                  (uint64_t(1) << kNumFeatures) - 1,
              "features of API and schema differ");

/// A private mapping of part of a file, or nothing.
class Mapping {
public:
  Mapping() = default;
  ~Mapping();
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;

  /// Maps `size` bytes from `offset` (a multiple of the page size) of `file`.
  /// False with errno set where that fails.
  bool map(int file, uint64_t offset, uint64_t size);

  /// Null where nothing is mapped.
  uint8_t *getData() const { return data; }

private:
  uint8_t *data = nullptr;
  size_t size = 0;
};

/// What Artifact points to. The FlatBuffer lies in memory of our own, so that a
/// file that changes behind our back cannot undo its verification; only the
/// constants, which nobody parses, are mapped.
class ArtifactImpl {
public:
  /// Verifies everything and describes it in `info`. `flat` (padded to whole
  /// words) holds the FlatBuffer with its prefix, `flatSize` bytes of it;
  /// `fileSize` is the size of the whole file, and `constants` points to its
  /// segment (`fileSize` minus the segment's begin bytes), null where the file
  /// ends before.
  Status initialize(std::vector<uint64_t> flat, uint64_t flatSize,
                    uint64_t fileSize, const uint8_t *constants);

  const artifact::Artifact &getRoot() const { return *root; }
  const ArtifactInfo &getInfo() const { return info; }
  /// The constant segment, `getInfo().constantBytes` long.
  const uint8_t *getConstants() const { return constants; }
  /// The string of a location, empty for none.
  std::string getLocation(uint32_t index) const;
  const artifact::Entry &getEntry(size_t index) const {
    return *root->entries()->Get(static_cast<uint32_t>(index));
  }
  const artifact::Kernel &getKernel(size_t index) const {
    return *root->kernels()->Get(static_cast<uint32_t>(index));
  }

  /// Keeps what `constants` points into.
  Mapping mapping;
  std::vector<uint64_t> copiedConstants;
  /// Where the constant segment may be imported from (a writable mapping of
  /// our own), else null.
  uint8_t *importable = nullptr;

private:
  std::vector<uint64_t> flat;
  const artifact::Artifact *root = nullptr;
  const uint8_t *constants = nullptr;
  ArtifactInfo info;
};

/// Semantic checks of a buffer that passed FlatBuffers' verifier; `flatSize`
/// bounds the work. Fills in each kernel's needs (declared and derived).
Status verifyArtifact(const artifact::Artifact &root, uint64_t flatSize,
                      std::vector<FeatureSet> &kernelNeeds);

/// Describes a verified artifact; `kernelNeeds` from verifyArtifact.
ArtifactInfo describeArtifact(const artifact::Artifact &root,
                              const std::vector<FeatureSet> &kernelNeeds);

/// Number of elements of an optional vector.
template <typename T>
size_t getSize(const flatbuffers::Vector<T> *vector) {
  return vector ? vector->size() : 0;
}

} // namespace oaml::rt::detail

#endif // OAML_LIB_RUNTIME_ARTIFACTIMPL_H
