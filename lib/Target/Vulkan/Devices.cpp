//===- Devices.cpp - Descriptions of devices ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Target/Vulkan/Devices.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::kernel;

namespace {

/// One row per built-in profile.
struct Profile {
  StringLiteral name;
  int64_t subgroupSize, maxInvocations, maxWorkgroups, sharedMemory;
  int64_t parallelWorkgroups, loadBits;
  bool pointerViews, int64, float16, storage16, storage8, signedZeroInfNan;
};

} // namespace

// lavapipe: Mesa 25.0.7 on x86-64 with 256-bit vectors; a masked gather of
// pairs is as dear as one of single words. swiftshader: Chromium 156's build,
// which dies on pointer-to-pointer bitcasts. desktop: what NVIDIA, AMD and
// Intel GPUs of the last years have in common with a subgroup size of 32.
// mobile: Vulkan's guaranteed limits and a subgroup size of 16, as Arm's GPUs
// have it.
static constexpr Profile profiles[] = {
    {"desktop", 32, 1024, 65535, 32768, 64, 128, true, true, true, true, true,
     true},
    {"lavapipe", 8, 1024, 65535, 32768, 2, 64, true, true, true, true, true,
     true},
    {"mobile", 16, 128, 65535, 16384, 8, 64, true, false, true, true, true,
     false},
    {"swiftshader", 4, 256, 65535, 32768, 2, 32, false, false, false, false,
     false, true},
};

ArrayRef<StringLiteral> oaml::getDeviceProfileNames() {
  static const SmallVector<StringLiteral> names = llvm::map_to_vector(
      profiles, [](const Profile &profile) { return profile.name; });
  return names;
}

DeviceAttr oaml::getDeviceProfile(MLIRContext *context, StringRef name) {
  for (const Profile &p : profiles)
    if (p.name == name)
      return DeviceAttr::get(
          context, p.name, p.subgroupSize, p.maxInvocations, p.maxWorkgroups,
          p.sharedMemory, p.parallelWorkgroups, p.loadBits, p.pointerViews,
          p.int64, p.float16, p.storage16, p.storage8, p.signedZeroInfNan);
  return {};
}

FailureOr<DeviceAttr> oaml::parseDevice(const llvm::json::Value &description,
                                        Location location) {
  const llvm::json::Object *object = description.getAsObject();
  if (!object)
    return emitError(location, "requires a JSON object to describe a device");
  bool isComplete = true;
  auto getNumber = [&](StringRef key) -> int64_t {
    if (std::optional<int64_t> value = object->getInteger(key))
      return *value;
    emitError(location) << "the description of a device requires the integer \""
                        << key << "\"";
    isComplete = false;
    return 0;
  };
  auto getFlag = [&](StringRef key) {
    if (std::optional<bool> value = object->getBoolean(key))
      return *value;
    emitError(location) << "the description of a device requires the boolean \""
                        << key << "\"";
    isComplete = false;
    return false;
  };
  std::optional<StringRef> name = object->getString("name");
  if (!name)
    return emitError(location, "the description of a device requires the "
                               "string \"name\"");
  int64_t subgroupSize = getNumber("subgroup_size");
  int64_t maxInvocations = getNumber("max_invocations");
  int64_t maxWorkgroups = getNumber("max_workgroups");
  int64_t sharedMemory = getNumber("shared_memory");
  int64_t parallelWorkgroups = getNumber("parallel_workgroups");
  int64_t loadBits = getNumber("load_bits");
  bool pointerViews = getFlag("pointer_views");
  bool int64 = getFlag("int64");
  bool float16 = getFlag("float16");
  bool storage16 = getFlag("storage16");
  bool storage8 = getFlag("storage8");
  bool signedZeroInfNan = getFlag("signed_zero_inf_nan");
  if (!isComplete)
    return failure();
  DeviceAttr device = DeviceAttr::getChecked(
      [&] { return emitError(location); }, location.getContext(), *name,
      subgroupSize, maxInvocations, maxWorkgroups, sharedMemory,
      parallelWorkgroups, loadBits, pointerViews, int64, float16, storage16,
      storage8, signedZeroInfNan);
  if (!device)
    return failure();
  return device;
}

llvm::json::Object oaml::toJSON(DeviceAttr device) {
  return llvm::json::Object{
      {"name", device.getName()},
      {"subgroup_size", device.getSubgroupSize()},
      {"max_invocations", device.getMaxInvocations()},
      {"max_workgroups", device.getMaxWorkgroups()},
      {"shared_memory", device.getSharedMemory()},
      {"parallel_workgroups", device.getParallelWorkgroups()},
      {"load_bits", device.getLoadBits()},
      {"pointer_views", device.getPointerViews()},
      {"int64", device.getInt64()},
      {"float16", device.getFloat16()},
      {"storage16", device.getStorage16()},
      {"storage8", device.getStorage8()},
      {"signed_zero_inf_nan", device.getSignedZeroInfNan()}};
}
