//===- DeviceSelection.cpp - Choice of a device and its checks ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Pure functions of snapshots: no Vulkan call happens here.
//
//===----------------------------------------------------------------------===//

#include "oaml-rt/Artifact.h"
#include "oaml-rt/Device.h"

#include <algorithm>
#include <cctype>
#include <tuple>

using namespace oaml::rt;

const char *oaml::rt::getName(DeviceKind kind) {
  switch (kind) {
  case DeviceKind::Integrated:
    return "integrated GPU";
  case DeviceKind::Discrete:
    return "discrete GPU";
  case DeviceKind::Virtual:
    return "virtual GPU";
  case DeviceKind::Cpu:
    return "CPU";
  case DeviceKind::Other:
    break;
  }
  return "other";
}

const char *oaml::rt::getName(Feature feature) {
  static const char *const names[kNumFeatures] = {"Int64",
                                                  "Int16",
                                                  "Int8",
                                                  "Float64",
                                                  "Float16",
                                                  "Storage16",
                                                  "Storage8",
                                                  "SignedZeroInfNanPreserveF32",
                                                  "SignedZeroInfNanPreserveF16",
                                                  "RoundToNearestEvenF32",
                                                  "RoundToNearestEvenF16",
                                                  "SubgroupBasic",
                                                  "SubgroupVote",
                                                  "SubgroupArithmetic",
                                                  "SubgroupBallot",
                                                  "SubgroupShuffle",
                                                  "SubgroupShuffleRelative",
                                                  "VulkanMemoryModel",
                                                  "IntegerDotProduct"};
  auto index = static_cast<unsigned>(feature);
  return index < kNumFeatures ? names[index] : "unknown";
}

static std::string toLower(std::string text) {
  for (char &c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// "; devices: 0 'llvmpipe …', 1 '…'".
static std::string listDevices(const std::vector<DeviceInfo> &devices) {
  if (devices.empty())
    return "; there is no Vulkan device";
  std::string text = "; devices:";
  for (const DeviceInfo &device : devices) {
    text += &device == &devices.front() ? " " : ", ";
    text += std::to_string(device.index) + " '" + device.name + "'";
    if (!device.unusable.empty())
      text += " (unusable: " + device.unusable + ")";
  }
  return text;
}

/// Order of preference, less is better.
static std::tuple<int, int, unsigned> getOrder(const DeviceInfo &device) {
  int kind = 5;
  switch (device.kind) {
  case DeviceKind::Discrete:
    kind = 0;
    break;
  case DeviceKind::Integrated:
    kind = 1;
    break;
  case DeviceKind::Virtual:
    kind = 2;
    break;
  case DeviceKind::Other:
    kind = 3;
    break;
  case DeviceKind::Cpu:
    kind = 4;
    break;
  }
  return {kind, device.profile == "lavapipe" ? 0 : 1, device.index};
}

Expected<size_t> oaml::rt::selectDevice(const std::vector<DeviceInfo> &devices,
                                        const std::string &preference) {
  std::string wanted = toLower(preference);
  bool isIndex = !wanted.empty() && wanted.size() < 9 &&
                 std::all_of(
                     wanted.begin(), wanted.end(),
                     [](char c) {
                       return std::isdigit(static_cast<unsigned char>(c)) != 0;
                     });
  std::vector<size_t> found;
  // A profile's name wins over parts of names: llvmpipe calls itself lavapipe
  // nowhere, and "SwiftShader Device" may not be the only one with that word.
  for (int byProfile = 1; byProfile >= 0 && found.empty(); --byProfile)
    for (size_t i = 0; i < devices.size(); ++i) {
      bool matches;
      if (wanted.empty())
        matches = true;
      else if (isIndex)
        matches = devices[i].index == std::stoul(wanted);
      else if (byProfile)
        matches = devices[i].profile == wanted;
      else
        matches = toLower(devices[i].name).find(wanted) != std::string::npos;
      if (matches)
        found.push_back(i);
    }
  if (found.empty())
    return Status::error(ErrorCode::NotFound,
                         wanted.empty()
                             ? "no Vulkan device on this system"
                             : "no Vulkan device matches '" + preference + "'" +
                                   listDevices(devices));
  std::vector<size_t> usable;
  for (size_t i : found)
    if (devices[i].unusable.empty())
      usable.push_back(i);
  if (usable.empty())
    return Status::error(ErrorCode::Unsupported,
                         (wanted.empty()
                              ? std::string("no device can be used")
                              : "device '" + preference + "' cannot be used") +
                             listDevices(devices));
  return *std::min_element(usable.begin(), usable.end(),
                           [&](size_t a, size_t b) {
                             return getOrder(devices[a]) < getOrder(devices[b]);
                           });
}

//===----------------------------------------------------------------------===//
// Needs of an artifact
//===----------------------------------------------------------------------===//

/// "1.2".
static std::string printVersion(uint32_t version) {
  return std::to_string(version >> 22 & 0x7f) + "." +
         std::to_string(version >> 12 & 0x3ff);
}

Status Artifact::checkNeeds(const DeviceInfo &device) const {
  const ArtifactInfo &info = getInfo();
  auto fail = [&](const std::string &what) {
    return Status::error(ErrorCode::Unsupported,
                         "the artifact was compiled for '" + info.target +
                             "' and does not run on '" + device.name +
                             "': " + what);
  };
  if (!device.unusable.empty())
    return fail(device.unusable);
  if (device.apiVersion < info.vulkanVersion)
    return fail("it needs Vulkan " + printVersion(info.vulkanVersion) +
                ", the device has " + printVersion(device.apiVersion));
  for (const KernelInfo &kernel : info.kernels) {
    auto failKernel = [&](const std::string &what) {
      Status status = fail("kernel '" + kernel.name + "' needs " + what);
      return Status::error(status.getCode(), status.getMessage(),
                           kernel.location);
    };
    for (unsigned i = 0; i < kNumFeatures; ++i) {
      auto feature = static_cast<Feature>(i);
      if (kernel.needs.has(feature) && !device.features.has(feature))
        return failKernel(std::string("feature ") + getName(feature));
    }
    if (kernel.subgroupSize != device.subgroupSize &&
        (!device.subgroupSizeControl ||
         kernel.subgroupSize < device.minSubgroupSize ||
         kernel.subgroupSize > device.maxSubgroupSize))
      return failKernel(
          "subgroups of " + std::to_string(kernel.subgroupSize) +
          " lanes, the device has " +
          (device.subgroupSizeControl &&
                   device.minSubgroupSize != device.maxSubgroupSize
               ? std::to_string(device.minSubgroupSize) + " to " +
                     std::to_string(device.maxSubgroupSize)
               : std::to_string(device.subgroupSize)));
    if (device.minSubgroupSize != device.maxSubgroupSize &&
        !device.subgroupSizeControl)
      return failKernel("a fixed subgroup size, the device cannot promise one");
    uint64_t most = std::min<uint64_t>(device.maxWorkgroupInvocations,
                                       device.maxWorkgroupSize[0]);
    if (kernel.workgroupSize > most)
      return failKernel(
          "workgroups of " + std::to_string(kernel.workgroupSize) +
          " invocations, the device allows " + std::to_string(most));
    if (kernel.sharedMemory > device.maxSharedMemory)
      return failKernel(std::to_string(kernel.sharedMemory) +
                        " bytes of shared memory, the device has " +
                        std::to_string(device.maxSharedMemory));
  }
  return {};
}
