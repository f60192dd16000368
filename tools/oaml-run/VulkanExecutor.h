//===- VulkanExecutor.h - Running an entry on a device ----------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_RUN_VULKANEXECUTOR_H
#define OAML_TOOLS_OAML_RUN_VULKANEXECUTOR_H

#include "Executor.h"

#include "oaml-rt/Artifact.h"
#include "oaml-rt/Device.h"

#include <string>

namespace oaml {

/// How an artifact is run.
struct VulkanOptions {
  rt::DeviceOptions device;
  uint64_t seed = 0;
  /// File for a trace of the last run; empty: none.
  std::string profile;
};

/// Runs entry `name` of `artifact` (the only one where it is empty) on
/// `arguments`.
ExitCode createVulkanExecutor(const rt::Artifact &artifact,
                              llvm::StringRef name,
                              llvm::ArrayRef<rt::HostArray> arguments,
                              const VulkanOptions &options,
                              std::unique_ptr<Executor> &executor);

} // namespace oaml

#endif // OAML_TOOLS_OAML_RUN_VULKANEXECUTOR_H
