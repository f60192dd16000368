//===- DeviceImpl.h - An open device and its memory -------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_RUNTIME_DEVICEIMPL_H
#define OAML_LIB_RUNTIME_DEVICEIMPL_H

#include "Vulkan.h"

#include "oaml-rt/Buffer.h"
#include "oaml-rt/Device.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace oaml::rt::detail {

class BufferImpl;

/// Where a buffer lives.
enum class MemoryKind {
  /// What kernels work on: device-local, visible to the host where memory is
  /// unified.
  Device,
  /// Always mapped: launch records, staging.
  Host
};

/// Bytes of pattern on either side of a buffer when guard bands are on. More
/// than a tile's worth of stray writes, and a multiple of every alignment.
constexpr uint64_t kGuardSize = 4096;

/// The byte that a guard band holds at `position` (any numbering).
inline uint8_t getGuardByte(uint64_t position) {
  return static_cast<uint8_t>(0xa5 ^ (position * 0x9d >> 3));
}

/// Position of the first byte of a band of `size` bytes, numbered from `first`,
/// that is not its pattern; -1 where all are.
int64_t findGuardDamage(const uint8_t *band, uint64_t size, uint64_t first);

/// One logical device with one queue. All submissions are signalled on one
/// timeline and wait for the one before, which also makes its writes visible:
/// runs need no barriers between them.
class DeviceImpl {
public:
  static Expected<std::shared_ptr<DeviceImpl>>
  create(const DeviceOptions &options);
  ~DeviceImpl();
  DeviceImpl(const DeviceImpl &) = delete;
  DeviceImpl &operator=(const DeviceImpl &) = delete;

  /// Submits command buffers, each as a submission of its own, in this order.
  /// Returns the timeline's value that means the last one is finished; the
  /// first one's is that minus their number plus one.
  Expected<uint64_t> submit(const std::vector<VkCommandBuffer> &commands);

  /// Waits for a value of the timeline.
  Status wait(uint64_t value);

  /// The timeline's value now; what it was last known to be where the device
  /// is lost.
  uint64_t getCompletedValue();
  uint64_t getSubmittedValue();

  /// Records commands with `record`, submits them and waits.
  Status runNow(const std::function<void(VkCommandBuffer)> &record);

  /// Copies between the host and a buffer that the host cannot see, through a
  /// staging buffer. `offset` counts from the start of the VkBuffer.
  Status stage(const BufferImpl &buffer, uint64_t offset, void *read,
               const void *write, uint64_t size);

  /// Names an object for debuggers.
  void setName(VkObjectType type, uint64_t handle, const std::string &name);

  /// Position of the memory type to use among `typeBits`, or -1.
  int findMemoryType(uint32_t typeBits, MemoryKind kind) const;

  std::shared_ptr<Instance> instance;
  DeviceInfo info;
  DeviceOptions options;
  VolkDeviceTable vk{};
  VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  uint32_t queueFamily = 0;
  bool hasHostImport = false;
  VkPhysicalDeviceMemoryProperties memory{};
  std::atomic<bool> isLost{false};

private:
  DeviceImpl() = default;
  Status initialize();
  Status note(VkResult result, const std::string &what);

  VkQueue queue = VK_NULL_HANDLE;
  VkSemaphore timeline = VK_NULL_HANDLE;
  std::mutex queueMutex; // queue, submitted
  uint64_t submitted = 0;
  std::atomic<uint64_t> completed{0};

  std::mutex transferMutex; // pool, staging
  VkCommandPool transferPool = VK_NULL_HANDLE;
  std::shared_ptr<BufferImpl> staging;
};

/// A VkBuffer with memory of its own. Public offsets count from the first byte
/// of the payload, which guard bands or an import's page start precede.
class BufferImpl {
public:
  /// `device` may be a plain pointer's alias where the device owns the buffer.
  static Expected<std::shared_ptr<BufferImpl>>
  create(std::shared_ptr<DeviceImpl> device, uint64_t size,
         const std::string &name, MemoryKind kind);
  static Expected<std::shared_ptr<BufferImpl>>
  importHost(std::shared_ptr<DeviceImpl> device, void *data, uint64_t size,
             const std::string &name);
  ~BufferImpl();
  BufferImpl(const BufferImpl &) = delete;
  BufferImpl &operator=(const BufferImpl &) = delete;

  /// The payload as the host sees it, or null.
  uint8_t *getMapped() const { return mapped ? mapped + begin : nullptr; }
  uint64_t getAddress() const { return address + begin; }

  /// Copies from or to the payload at once: nobody may be using it.
  Status read(uint64_t offset, void *data, uint64_t bytes) const;
  Status write(uint64_t offset, const void *data, uint64_t bytes) const;
  /// Sets payload bytes to a value.
  Status fill(uint64_t offset, uint64_t bytes, uint8_t value) const;

  /// Looks at the bands on both sides; what happened, or nothing. Ok and no
  /// text without guard bands.
  Expected<std::string> checkGuards() const;

  std::shared_ptr<DeviceImpl> device;
  std::string name;
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory deviceMemory = VK_NULL_HANDLE;
  /// Payload bytes; bytes of the VkBuffer before and after them.
  uint64_t size = 0, begin = 0, end = 0;
  bool hasGuards = false, isImported = false;
  /// The timeline's value after the last submission that uses the buffer.
  std::atomic<uint64_t> lastUse{0};

private:
  BufferImpl() = default;
  Status writeGuards() const;
  Status access(uint64_t position, void *readInto, const void *writeFrom,
                uint64_t bytes) const;

  uint64_t address = 0;
  uint8_t *mapped = nullptr; // the whole VkBuffer
};

} // namespace oaml::rt::detail

#endif // OAML_LIB_RUNTIME_DEVICEIMPL_H
