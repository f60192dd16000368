//===- Device.h - Vulkan devices and their choice ---------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_DEVICE_H
#define OAML_RT_DEVICE_H

#include "oaml-rt/Status.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace oaml::rt {

namespace detail {
class DeviceImpl;
} // namespace detail

/// What a kernel can need of a device, in the order of the bits of the
/// artifact's `Feature`.
enum class Feature : uint8_t {
  Int64,
  Int16,
  Int8,
  Float64,
  Float16,
  Storage16,
  Storage8,
  SignedZeroInfNanPreserveF32,
  SignedZeroInfNanPreserveF16,
  RoundToNearestEvenF32,
  RoundToNearestEvenF16,
  SubgroupBasic,
  SubgroupVote,
  SubgroupArithmetic,
  SubgroupBallot,
  SubgroupShuffle,
  SubgroupShuffleRelative,
  VulkanMemoryModel,
  IntegerDotProduct
};
constexpr unsigned kNumFeatures = 19;

/// The schema's spelling: "Int64", "Storage16" and so on.
OAML_RT_API const char *getName(Feature feature);

/// A set of features.
struct FeatureSet {
  uint64_t bits = 0;

  bool has(Feature feature) const {
    return bits >> static_cast<unsigned>(feature) & 1;
  }
  void add(Feature feature) {
    bits |= uint64_t(1) << static_cast<unsigned>(feature);
  }
};

/// Vulkan's kinds of devices, in its order.
enum class DeviceKind : uint8_t { Other, Integrated, Discrete, Virtual, Cpu };

/// "integrated GPU", "CPU" and so on.
OAML_RT_API const char *getName(DeviceKind kind);

/// A snapshot of one physical device: everything that choice, code generation
/// and load checks want to know. Sizes are in bytes.
struct DeviceInfo {
  /// Position in the enumeration of this system.
  unsigned index = 0;
  /// "llvmpipe (LLVM 15.0.6, 256 bits)".
  std::string name;
  /// "llvmpipe", "Mesa 25.0.7 …": VkPhysicalDeviceDriverProperties.
  std::string driverName, driverInfo;
  /// Name of the compiler's profile that fits: "lavapipe", "swiftshader",
  /// "desktop" (discrete and virtual GPUs) or "mobile" (integrated ones).
  std::string profile;
  DeviceKind kind = DeviceKind::Other;
  uint32_t vendorID = 0, deviceID = 0, driverID = 0;
  /// VK_MAKE_API_VERSION of the device.
  uint32_t apiVersion = 0, driverVersion = 0;
  std::array<uint8_t, 16> driverUUID{}, deviceUUID{}, pipelineCacheUUID{};

  /// Why this runtime cannot use the device; empty where it can.
  std::string unusable;

  unsigned subgroupSize = 0, minSubgroupSize = 0, maxSubgroupSize = 0;
  /// Compute pipelines may require a subgroup size, and full subgroups.
  bool subgroupSizeControl = false, fullSubgroups = false;

  uint64_t maxWorkgroupInvocations = 0;
  std::array<uint32_t, 3> maxWorkgroupSize{}, maxWorkgroupCount{};
  uint64_t maxSharedMemory = 0;
  uint64_t maxPushConstants = 0;
  uint64_t maxAllocation = 0;
  /// The largest device-local heap.
  uint64_t deviceMemory = 0;
  /// Alignment that an import of host memory wants; 0: no import.
  uint64_t hostImportAlignment = 0;
  /// Device-local memory is visible to the host.
  bool unifiedMemory = false;
  /// Nanoseconds per timestamp tick; 0: no timestamps.
  double timestampPeriod = 0;

  FeatureSet features;

  /// Judged, not queried. Workgroups that run at once: hardware threads of a
  /// CPU device (LP_NUM_THREADS is heeded on lavapipe), 0 where unknown.
  unsigned parallelWorkgroups = 0;
  /// Widest memory access that pays, in bits: 64 on lavapipe (one masked gather
  /// of pairs), 32 on SwiftShader, else 128.
  unsigned loadBits = 0;
  /// A pointer made of another one by OpBitcast works: not on SwiftShader,
  /// which dies on it.
  bool pointerViews = false;
};

/// How to open a device.
struct DeviceOptions {
  /// An index ("0"), a profile ("lavapipe", "swiftshader") or a part of the
  /// name (any case). Empty: the environment's OAML_DEVICE, or the best device.
  std::string device;
  /// Khronos validation layer on, messages collected. OAML_VALIDATE=1 does the
  /// same.
  bool validate = false;
  /// Put patterned bytes around every buffer and look at them after each run.
  /// OAML_GUARD=1 does the same. Slow; for tests.
  bool guardBands = false;
  /// Treat device memory as invisible to the host, as on discrete GPUs, so that
  /// transfers go through staging buffers. For tests.
  bool forceStaging = false;
  /// Directory of pipeline caches. Unset: OAML_CACHE_DIR, else
  /// $XDG_CACHE_HOME/oaml, else ~/.cache/oaml. Empty string in either: none.
  std::optional<std::string> cacheDirectory;
};

/// Picks a device among snapshots; a pure function. `preference` as in
/// DeviceOptions::device; when empty: discrete before integrated before virtual
/// GPUs before CPU devices, among CPU devices lavapipe first, ties to the lower
/// index. Unusable devices are only ever reported. Returns a position in
/// `devices`. Errors (NotFound, Unsupported) list what there is.
OAML_RT_API Expected<size_t>
selectDevice(const std::vector<DeviceInfo> &devices,
             const std::string &preference);

/// An open device: one logical Vulkan device with one compute queue. A cheap
/// handle that may be copied; the device closes with the last handle, buffer,
/// program and invocation that use it. Safe to use from several threads.
class Device {
public:
  /// Snapshots of all devices that the Vulkan loader reports, unusable ones
  /// included. NotFound when there is no loader or no driver.
  OAML_RT_API static Expected<std::vector<DeviceInfo>> enumerate();

  /// Opens a device.
  OAML_RT_API static Expected<Device> create(const DeviceOptions &options = {});

  OAML_RT_API const DeviceInfo &getInfo() const;
  OAML_RT_API const DeviceOptions &getOptions() const;

  /// Waits until everything submitted so far is finished.
  OAML_RT_API Status waitIdle() const;

  /// Warnings and errors of the validation layer since the device was opened.
  OAML_RT_API std::vector<std::string> getValidationMessages() const;

  /// For the runtime's own use.
  const std::shared_ptr<detail::DeviceImpl> &getImpl() const { return impl; }
  explicit Device(std::shared_ptr<detail::DeviceImpl> impl)
      : impl(std::move(impl)) {}

private:
  std::shared_ptr<detail::DeviceImpl> impl;
};

} // namespace oaml::rt

#endif // OAML_RT_DEVICE_H
