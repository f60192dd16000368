//===- SPIRVModule.h - Checks of SPIR-V modules -----------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_RUNTIME_SPIRVMODULE_H
#define OAML_LIB_RUNTIME_SPIRVMODULE_H

#include "oaml-rt/Device.h"
#include "oaml-rt/Status.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace oaml::rt::detail {

/// What the runtime reads from a module before a driver may see it.
struct SPIRVModule {
  /// Minor version; the major one is 1.
  unsigned minorVersion = 0;
  /// Device features behind the module's capabilities and execution modes.
  FeatureSet needs;
  /// LocalSize of the entry point.
  std::array<uint32_t, 3> localSize{};
};

/// Reads a module: header, the length of every instruction, capabilities (only
/// those that the runtime can check against a device are accepted), the compute
/// entry point `entryPoint` with its LocalSize, addressing by physical storage
/// buffers, no descriptors. What functions do inside is not looked at: that is
/// the compiler's part, and spirv-val's in its tests. InvalidArtifact on
/// anything else.
Expected<SPIRVModule> readSPIRV(const uint32_t *words, size_t numWords,
                                const std::string &entryPoint);

} // namespace oaml::rt::detail

#endif // OAML_LIB_RUNTIME_SPIRVMODULE_H
