//===- ProgramImpl.h - A program on a device --------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_RUNTIME_PROGRAMIMPL_H
#define OAML_LIB_RUNTIME_PROGRAMIMPL_H

#include "ArtifactImpl.h"
#include "DeviceImpl.h"
#include "PipelineCache.h"

#include "oaml-rt/Program.h"
#include "oaml-rt/SeedSequence.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace oaml::rt::detail {

/// Bytes of the push constant: the address of the launch's record.
constexpr uint32_t kPushConstantSize = 8;

/// Host arrays below this are cheaper to copy than to import, in bytes.
constexpr uint64_t kLeastImport = uint64_t(64) << 10;

/// What Program points to; shared by its invocations.
class ProgramImpl {
public:
  ProgramImpl(const Device &device, const Artifact &artifact,
              const ProgramOptions &options);
  ~ProgramImpl();
  ProgramImpl(const ProgramImpl &) = delete;
  ProgramImpl &operator=(const ProgramImpl &) = delete;

  Status initialize();

  /// Makes those pipelines among `kernels` that do not exist yet, in parallel.
  Status makePipelines(const std::vector<unsigned> &kernels);

  /// The kernels of an entry.
  std::vector<unsigned> getKernels(unsigned entry) const;

  /// The arena with at least `size` bytes. A larger one takes the place of a
  /// smaller one, which lives on with the invocations that use it. Sets
  /// `grown` where memory was allocated.
  Expected<std::shared_ptr<BufferImpl>> getArena(uint64_t size, bool &grown);

  /// The next seed of a run.
  int32_t drawSeed();
  void setSeed(uint64_t seed);

  const ArtifactImpl &getArtifact() const { return *artifact.getImpl(); }
  const ArtifactInfo &getInfo() const { return artifact.getInfo(); }
  DeviceImpl &getDeviceImpl() const { return *device.getImpl(); }

  Device device;
  Artifact artifact;
  ProgramOptions options;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  /// By kernel. Written under the mutex, before any invocation that reads them
  /// exists.
  std::vector<VkPipeline> pipelines;
  /// The constant segment, or null.
  std::shared_ptr<BufferImpl> constants;

private:
  Status makePipeline(unsigned kernel, const PipelineCache &cache);

  std::mutex mutex;
  std::shared_ptr<BufferImpl> arena;
  SeedSequence seeds;
};

} // namespace oaml::rt::detail

#endif // OAML_LIB_RUNTIME_PROGRAMIMPL_H
