//===- PipelineCache.h - Compiled pipelines on disk -------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_RUNTIME_PIPELINECACHE_H
#define OAML_LIB_RUNTIME_PIPELINECACHE_H

#include "oaml-rt/Device.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace oaml::rt::detail {

/// Keeps what a driver made of a kernel, one file per kernel and driver. A
/// convenience: whatever fails here fails silently, and a damaged file is as
/// good as none. Files appear by renaming, so that processes do not meet.
class PipelineCache {
public:
  /// `directory` as in DeviceOptions::cacheDirectory.
  PipelineCache(const DeviceInfo &device,
                const std::optional<std::string> &directory);

  bool isEnabled() const { return !root.empty(); }

  /// The blob of a kernel; empty where there is none.
  std::vector<uint8_t> load(uint64_t spirvHash, unsigned subgroupSize) const;

  /// Keeps a blob.
  void store(uint64_t spirvHash, unsigned subgroupSize,
             const std::vector<uint8_t> &blob) const;

private:
  std::string getPath(uint64_t spirvHash, unsigned subgroupSize) const;

  std::string root;   // directory, empty: no cache
  std::string prefix; // of file names: driver and cache UUIDs
};

} // namespace oaml::rt::detail

#endif // OAML_LIB_RUNTIME_PIPELINECACHE_H
