//===- Handles.h - What the handles of the C interface hold -----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_CAPI_RUNTIME_HANDLES_H
#define OAML_LIB_CAPI_RUNTIME_HANDLES_H

#include "oaml-c/Runtime.h"
#include "oaml-rt/Program.h"

#include <memory>
#include <string>
#include <vector>

namespace oaml::rt::capi {

/// The C struct about a device, and the texts it points to.
struct DeviceText {
  explicit DeviceText(const DeviceInfo &info);
  DeviceText(const DeviceText &) = delete;
  DeviceText &operator=(const DeviceText &) = delete;

  /// The first member: its address is that of the whole.
  OamlDeviceInfo info{};
  DeviceInfo source;
  std::string description;
};

/// The C structs about an artifact; their texts are those of the artifact,
/// which this keeps alive.
struct ArtifactText {
  explicit ArtifactText(const Artifact &artifact);
  ArtifactText(const ArtifactText &) = delete;
  ArtifactText &operator=(const ArtifactText &) = delete;

  Artifact artifact;
  OamlArtifactInfo info{};

private:
  void describe(const EntryInfo &source, OamlEntryInfo &entry);
  const OamlTensorInfo *const *describe(const std::vector<TensorInfo> &sources);

  // Each member of a list is one allocation, so that pointers stay.
  std::vector<std::unique_ptr<OamlTensorInfo[]>> tensors;
  std::vector<std::unique_ptr<const OamlTensorInfo *[]>> tensorLists;
  std::vector<std::unique_ptr<OamlCommandInfo[]>> commands;
  std::vector<std::unique_ptr<const OamlCommandInfo *[]>> commandLists;
  std::vector<std::unique_ptr<OamlDimInfo[]>> dims;
  std::vector<std::unique_ptr<std::string>> typeTexts;
  std::unique_ptr<OamlEntryInfo[]> entries;
  std::unique_ptr<const OamlEntryInfo *[]> entryList;
};

} // namespace oaml::rt::capi

struct OamlDevice {
  oaml::rt::Device device;
  oaml::rt::capi::DeviceText text;
};

struct OamlArtifact {
  std::shared_ptr<const oaml::rt::capi::ArtifactText> text;
};

struct OamlProgram {
  oaml::rt::Program program;
  std::shared_ptr<const oaml::rt::capi::ArtifactText> text;
};

struct OamlInvocation {
  oaml::rt::Invocation invocation;
  std::shared_ptr<const oaml::rt::capi::ArtifactText> text;
  const OamlEntryInfo *entry = nullptr;
  /// What the last call of oamlInvocationGetTimings gave.
  mutable std::vector<OamlTiming> timings;
};

struct OamlBuffer {
  oaml::rt::Buffer buffer;
};

#endif // OAML_LIB_CAPI_RUNTIME_HANDLES_H
