//===- Devices.cpp - What oaml-run says of devices ------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Devices.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace oaml;

/// "1.3.250", of a number made by VK_MAKE_API_VERSION.
static std::string getVersionText(uint32_t version) {
  return (llvm::Twine(version >> 22 & 0x7f) + "." +
          llvm::Twine(version >> 12 & 0x3ff) + "." +
          llvm::Twine(version & 0xfff))
      .str();
}

ExitCode oaml::listDevices() {
  rt::Expected<std::vector<rt::DeviceInfo>> devices = rt::Device::enumerate();
  if (!devices)
    return fail(devices.getStatus());
  for (const rt::DeviceInfo &device : *devices) {
    llvm::outs() << device.index << ": " << device.name;
    if (!device.profile.empty())
      llvm::outs() << " [" << device.profile << "]";
    llvm::outs() << ", " << getName(device.kind) << ", Vulkan "
                 << getVersionText(device.apiVersion) << ", subgroups of "
                 << device.subgroupSize;
    if (!device.unusable.empty())
      llvm::outs() << "; unusable: " << device.unusable;
    llvm::outs() << '\n';
  }
  return Done;
}

template <typename Range>
static llvm::json::Array toArray(const Range &range) {
  llvm::json::Array array;
  for (uint64_t value : range)
    array.push_back(value);
  return array;
}

static std::string toHex(const std::array<uint8_t, 16> &uuid) {
  return llvm::toHex(uuid, /*LowerCase=*/true);
}

ExitCode oaml::printDeviceInfo(const rt::DeviceOptions &options) {
  rt::Expected<rt::Device> device = rt::Device::create(options);
  if (!device)
    return fail(device.getStatus());
  const rt::DeviceInfo &info = device->getInfo();
  auto has = [&](rt::Feature feature) { return info.features.has(feature); };
  llvm::json::Array features;
  for (unsigned i = 0; i < rt::kNumFeatures; ++i)
    if (has(static_cast<rt::Feature>(i)))
      features.push_back(getName(static_cast<rt::Feature>(i)));

  llvm::json::OStream json(llvm::outs(), /*IndentSize=*/2);
  json.object([&] {
    json.attribute("name", info.name);
    json.attribute("profile", info.profile);
    json.attribute("kind", getName(info.kind));
    json.attribute("driver_name", info.driverName);
    json.attribute("driver_info", info.driverInfo);
    json.attribute("vulkan_version", getVersionText(info.apiVersion));
    json.attribute("vendor_id", info.vendorID);
    json.attribute("device_id", info.deviceID);
    json.attribute("driver_id", info.driverID);
    json.attribute("driver_version", info.driverVersion);
    json.attribute("driver_uuid", toHex(info.driverUUID));
    json.attribute("device_uuid", toHex(info.deviceUUID));
    json.attribute("pipeline_cache_uuid", toHex(info.pipelineCacheUUID));
    // What the compiler reads: the parameters of #kernel.device.
    json.attribute("subgroup_size", info.subgroupSize);
    json.attribute("max_invocations", info.maxWorkgroupInvocations);
    json.attribute("max_workgroups", info.maxWorkgroupCount[0]);
    json.attribute("shared_memory", info.maxSharedMemory);
    json.attribute("parallel_workgroups", info.parallelWorkgroups);
    json.attribute("load_bits", info.loadBits);
    json.attribute("pointer_views", info.pointerViews);
    json.attribute("int64", has(rt::Feature::Int64));
    json.attribute("float16", has(rt::Feature::Float16));
    json.attribute("storage16", has(rt::Feature::Storage16));
    json.attribute("storage8", has(rt::Feature::Storage8));
    json.attribute("signed_zero_inf_nan",
                   has(rt::Feature::SignedZeroInfNanPreserveF32));
    // The rest is for people.
    json.attribute("min_subgroup_size", info.minSubgroupSize);
    json.attribute("max_subgroup_size", info.maxSubgroupSize);
    json.attribute("subgroup_size_control", info.subgroupSizeControl);
    json.attribute("full_subgroups", info.fullSubgroups);
    json.attribute("max_workgroup_size", toArray(info.maxWorkgroupSize));
    json.attribute("max_workgroup_count", toArray(info.maxWorkgroupCount));
    json.attribute("max_push_constants", info.maxPushConstants);
    json.attribute("max_allocation", info.maxAllocation);
    json.attribute("device_memory", info.deviceMemory);
    json.attribute("host_import_alignment", info.hostImportAlignment);
    json.attribute("unified_memory", info.unifiedMemory);
    json.attribute("timestamp_period", info.timestampPeriod);
    json.attribute("features", std::move(features));
  });
  llvm::outs() << '\n';
  return Done;
}
