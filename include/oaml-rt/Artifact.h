//===- Artifact.h - Reading compiled programs -------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An artifact as a value: loaded, verified, and described in plain structures.
// Needs no device. Nothing of FlatBuffers shows here.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_ARTIFACT_H
#define OAML_RT_ARTIFACT_H

#include "oaml-rt/Device.h"
#include "oaml-rt/Status.h"
#include "oaml-rt/Types.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace oaml::rt {

namespace detail {
class ArtifactImpl;
} // namespace detail

/// One extent of a tensor of the signature.
struct DimInfo {
  /// "B" for a named extent, else empty.
  std::string name;
  /// The expression: "64", "B", "B * 2".
  std::string text;
  /// The value where it is a constant.
  std::optional<int64_t> value;
};

/// An argument or a result.
struct TensorInfo {
  std::string name;
  DType dtype = DType::F32;
  std::vector<DimInfo> dims;
  /// Arguments: the result that takes over the buffer, or -1.
  int donated = -1;
  /// Arguments: filled by the runtime (the seed of the run); bind nothing.
  bool hidden = false;
  /// Source location, or empty.
  std::string location;

  /// "Bx64xf32".
  OAML_RT_API std::string getTypeText() const;
};

/// A dynamic extent: that of dimension `dimension` of argument `argument`.
struct SymbolInfo {
  std::string name;
  unsigned argument = 0, dimension = 0;
};

/// A shape rule that is checked when arguments are bound.
struct PredicateInfo {
  std::string op, rule;
  /// "B <= 128".
  std::string text;
  std::string location;
};

/// One step of an entry.
struct CommandInfo {
  enum class Kind : uint8_t { Launch, Barrier, Copy } kind = Kind::Launch;
  /// Launches: position in ArtifactInfo::kernels.
  unsigned kernel = 0;
  /// Launches: number of workgroups; copies: bytes. As expressions.
  std::string text;
  /// Source ops: "linear, relu".
  std::string label;
  std::string location;
};

/// A function of the program.
struct EntryInfo {
  std::string name;
  std::vector<TensorInfo> arguments, results;
  std::vector<SymbolInfo> symbols;
  std::vector<PredicateInfo> predicates;
  std::vector<CommandInfo> commands;
  /// Bytes, as expressions; the bound is empty where the artifact has none.
  std::string arenaSize, arenaLowerBound;
  std::string location;

  /// Positions by name, or -1.
  OAML_RT_API int findArgument(const std::string &name) const;
  OAML_RT_API int findResult(const std::string &name) const;
};

/// A compute shader.
struct KernelInfo {
  std::string name, entryPoint;
  std::vector<std::string> ops;
  unsigned subgroupSize = 0, workgroupSize = 0, sharedMemory = 0;
  unsigned recordSize = 0;
  /// Declared needs and those of the module's own capabilities.
  FeatureSet needs;
  uint64_t contentHash = 0, spirvHash = 0;
  /// Bytes of SPIR-V.
  uint64_t spirvSize = 0;
  std::string location;
};

/// A constant tensor: bytes of the constant segment.
struct ConstantInfo {
  std::string name;
  uint64_t offset = 0, size = 0;
};

/// Everything in an artifact that people ask about.
struct ArtifactInfo {
  unsigned schemaMajor = 0, schemaMinor = 0;
  std::string compiler, target;
  /// VK_MAKE_API_VERSION.
  uint32_t vulkanVersion = 0;
  std::vector<KernelInfo> kernels;
  std::vector<EntryInfo> entries;
  std::vector<ConstantInfo> constants;
  uint64_t constantBytes = 0;
  /// Bytes of the whole file.
  uint64_t fileBytes = 0;

  /// Position by name, or -1.
  OAML_RT_API int findEntry(const std::string &name) const;
};

/// A verified artifact. A cheap handle that may be copied.
class Artifact {
public:
  /// Maps and verifies a file. NotFound, IO, or InvalidArtifact with what is
  /// wrong. The file must not be changed while a handle lives.
  OAML_RT_API static Expected<Artifact> load(const std::string &path);

  /// Verifies a copy of `size` bytes at `data`.
  OAML_RT_API static Expected<Artifact> fromMemory(const void *data,
                                                   size_t size);

  OAML_RT_API const ArtifactInfo &getInfo() const;

  /// The SPIR-V words of a kernel.
  OAML_RT_API std::vector<uint32_t> getSPIRV(unsigned kernel) const;

  /// Checks that a device offers what the artifact and all its kernels need:
  /// version, features, subgroup size, limits. Unsupported names the kernel,
  /// the need and what the device has.
  OAML_RT_API Status checkNeeds(const DeviceInfo &device) const;

  /// For the runtime's own use.
  const std::shared_ptr<const detail::ArtifactImpl> &getImpl() const {
    return impl;
  }
  explicit Artifact(std::shared_ptr<const detail::ArtifactImpl> impl)
      : impl(std::move(impl)) {}

private:
  std::shared_ptr<const detail::ArtifactImpl> impl;
};

} // namespace oaml::rt

#endif // OAML_RT_ARTIFACT_H
