//===- Descriptions.cpp - Devices and artifacts as C structs --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <algorithm>

using namespace oaml::rt;
using namespace oaml::rt::capi;

/// The device as the compiler wants it described: the keys of `#kernel.device`.
static std::string describeForCompiler(const DeviceInfo &info) {
  std::string text = "{\"name\":\"" + info.profile + "\"";
  auto addNumber = [&](const char *key, uint64_t value) {
    text += std::string(",\"") + key + "\":" + std::to_string(value);
  };
  auto addFlag = [&](const char *key, bool value) {
    text += std::string(",\"") + key + "\":" + (value ? "true" : "false");
  };
  addNumber("subgroup_size", info.subgroupSize);
  addNumber("max_invocations", info.maxWorkgroupInvocations);
  addNumber("max_workgroups", info.maxWorkgroupCount[0]);
  addNumber("shared_memory", info.maxSharedMemory);
  addNumber("parallel_workgroups", std::max(1u, info.parallelWorkgroups));
  addNumber("load_bits", info.loadBits);
  addFlag("pointer_views", info.pointerViews);
  addFlag("int64", info.features.has(Feature::Int64));
  addFlag("float16", info.features.has(Feature::Float16));
  addFlag("storage16", info.features.has(Feature::Storage16));
  addFlag("storage8", info.features.has(Feature::Storage8));
  addFlag("signed_zero_inf_nan",
          info.features.has(Feature::SignedZeroInfNanPreserveF32));
  return text + "}";
}

DeviceText::DeviceText(const DeviceInfo &device)
    : source(device), description(describeForCompiler(device)) {
  info.index = source.index;
  info.name = source.name.c_str();
  info.driver = source.driverName.c_str();
  info.profile = source.profile.c_str();
  info.kind = static_cast<OamlDeviceKind>(source.kind);
  info.unusable = source.unusable.c_str();
  info.memory = source.deviceMemory;
  info.maxAllocation = source.maxAllocation;
  info.hasUnifiedMemory = source.unifiedMemory;
  info.hasTimestamps = source.timestampPeriod != 0;
  info.description = description.c_str();
}

/// A list of pointers to the members of an array.
template <typename T>
static std::unique_ptr<const T *[]> listMembers(const T *array, size_t count) {
  auto list = std::make_unique<const T *[]>(count);
  for (size_t i = 0; i < count; ++i)
    list[i] = array + i;
  return list;
}

ArtifactText::ArtifactText(const Artifact &source) : artifact(source) {
  const ArtifactInfo &from = artifact.getInfo();
  info.schemaMajor = from.schemaMajor;
  info.schemaMinor = from.schemaMinor;
  info.compiler = from.compiler.c_str();
  info.target = from.target.c_str();
  info.fileBytes = from.fileBytes;
  info.constantBytes = from.constantBytes;
  info.numEntries = from.entries.size();
  entries = std::make_unique<OamlEntryInfo[]>(from.entries.size());
  for (size_t i = 0; i < from.entries.size(); ++i)
    describe(from.entries[i], entries[i]);
  entryList = listMembers(entries.get(), from.entries.size());
  info.entries = entryList.get();
}

void ArtifactText::describe(const EntryInfo &source, OamlEntryInfo &entry) {
  entry.name = source.name.c_str();
  entry.location = source.location.c_str();
  entry.numArguments = source.arguments.size();
  entry.arguments = describe(source.arguments);
  entry.numResults = source.results.size();
  entry.results = describe(source.results);
  size_t count = source.commands.size();
  auto steps = std::make_unique<OamlCommandInfo[]>(count);
  for (size_t i = 0; i < count; ++i) {
    const CommandInfo &from = source.commands[i];
    OamlCommandInfo &to = steps[i];
    to.kind = static_cast<OamlCommandKind>(from.kind);
    to.kernel = from.kind == CommandInfo::Kind::Launch
                    ? artifact.getInfo().kernels[from.kernel].name.c_str()
                    : "";
    to.label = from.label.c_str();
    to.location = from.location.c_str();
  }
  entry.numCommands = count;
  commandLists.push_back(listMembers(steps.get(), count));
  entry.commands = commandLists.back().get();
  commands.push_back(std::move(steps));
}

const OamlTensorInfo *const *
ArtifactText::describe(const std::vector<TensorInfo> &sources) {
  auto list = std::make_unique<OamlTensorInfo[]>(sources.size());
  for (size_t i = 0; i < sources.size(); ++i) {
    const TensorInfo &from = sources[i];
    OamlTensorInfo &to = list[i];
    auto extents = std::make_unique<OamlDimInfo[]>(from.dims.size());
    for (size_t d = 0; d < from.dims.size(); ++d)
      extents[d] = {from.dims[d].value.value_or(-1), from.dims[d].text.c_str()};
    typeTexts.push_back(std::make_unique<std::string>(from.getTypeText()));
    to.name = from.name.c_str();
    to.dtype = static_cast<OamlDType>(from.dtype);
    to.rank = from.dims.size();
    to.dims = extents.get();
    to.donated = from.donated;
    to.isHidden = from.hidden;
    to.typeText = typeTexts.back()->c_str();
    to.location = from.location.c_str();
    dims.push_back(std::move(extents));
  }
  tensorLists.push_back(listMembers(list.get(), sources.size()));
  tensors.push_back(std::move(list));
  return tensorLists.back().get();
}
