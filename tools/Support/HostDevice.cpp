//===- HostDevice.cpp - The device that would run here --------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostDevice.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"

#include <cstdlib>

using namespace mlir;
using namespace oaml;
using namespace oaml::kernel;

DeviceAttr oaml::getDeviceAttr(MLIRContext *context,
                               const rt::DeviceInfo &info) {
  auto has = [&](rt::Feature feature) { return info.features.has(feature); };
  return DeviceAttr::get(
      context, info.profile, info.subgroupSize, info.maxWorkgroupInvocations,
      info.maxWorkgroupCount[0], info.maxSharedMemory,
      std::max(1u, info.parallelWorkgroups), info.loadBits, info.pointerViews,
      has(rt::Feature::Int64), has(rt::Feature::Float16),
      has(rt::Feature::Storage16), has(rt::Feature::Storage8),
      has(rt::Feature::SignedZeroInfNanPreserveF32));
}

FailureOr<DeviceAttr> oaml::getHostDevice(MLIRContext *context,
                                          const std::string &preference) {
  Location location = UnknownLoc::get(context);
  auto devices = rt::Device::enumerate();
  if (!devices)
    return emitError(location) << devices.getStatus().toString();
  std::string wanted = preference;
  if (const char *environment = std::getenv("OAML_DEVICE");
      wanted.empty() && environment)
    wanted = environment;
  auto chosen = rt::selectDevice(*devices, wanted);
  if (!chosen)
    return emitError(location) << chosen.getStatus().toString();
  return getDeviceAttr(context, (*devices)[*chosen]);
}
