//===- Buffer.cpp - Device memory -----------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceImpl.h"

#include <algorithm>
#include <cstring>

using namespace oaml::rt;
using namespace oaml::rt::detail;

int64_t detail::findGuardDamage(const uint8_t *band, uint64_t size,
                                uint64_t first) {
  for (uint64_t i = 0; i < size; ++i)
    if (band[i] != getGuardByte(first + i))
      return static_cast<int64_t>(i);
  return -1;
}

//===----------------------------------------------------------------------===//
// BufferImpl
//===----------------------------------------------------------------------===//

Expected<std::shared_ptr<BufferImpl>>
BufferImpl::create(std::shared_ptr<DeviceImpl> device, uint64_t size,
                   const std::string &name, MemoryKind kind) {
  std::shared_ptr<BufferImpl> self(new BufferImpl());
  self->device = std::move(device);
  self->name = name;
  self->size = size;
  DeviceImpl &owner = *self->device;
  auto describe = [&] {
    return std::to_string(size) + " bytes" +
           (name.empty() ? std::string() : " for '" + name + "'");
  };
  self->hasGuards = owner.options.guardBands;
  self->begin = self->end = self->hasGuards ? kGuardSize : 0;
  if (size > UINT64_MAX / 2 ||
      (owner.info.maxAllocation != 0 &&
       size + self->begin + self->end > owner.info.maxAllocation))
    return Status::error(ErrorCode::OutOfMemory,
                         "cannot allocate " + describe() + ": device '" +
                             owner.info.name + "' allows " +
                             std::to_string(owner.info.maxAllocation) +
                             " in one allocation");

  VkBufferCreateInfo bufferInfo{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  // An empty tensor still needs an address.
  bufferInfo.size = std::max<uint64_t>(size + self->begin + self->end, 16);
  bufferInfo.usage = kBufferUsage;
  VkResult result = owner.vk.vkCreateBuffer(owner.device, &bufferInfo, nullptr,
                                            &self->buffer);
  if (result != VK_SUCCESS)
    return makeError(result, "create a buffer of " + describe());
  VkMemoryRequirements needs;
  owner.vk.vkGetBufferMemoryRequirements(owner.device, self->buffer, &needs);
  int type = owner.findMemoryType(needs.memoryTypeBits, kind);
  if (type < 0)
    return Status::error(ErrorCode::Unsupported,
                         "device '" + owner.info.name +
                             "' has no memory that fits buffers");
  VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO};
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo memoryInfo{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  memoryInfo.pNext = &flags;
  memoryInfo.allocationSize = needs.size;
  memoryInfo.memoryTypeIndex = static_cast<uint32_t>(type);
  result = owner.vk.vkAllocateMemory(owner.device, &memoryInfo, nullptr,
                                     &self->deviceMemory);
  if (result != VK_SUCCESS)
    return makeError(result, "allocate " + describe());
  result = owner.vk.vkBindBufferMemory(owner.device, self->buffer,
                                       self->deviceMemory, 0);
  if (result != VK_SUCCESS)
    return makeError(result, "bind memory of " + describe());

  constexpr VkMemoryPropertyFlags visible =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkMemoryPropertyFlags has =
      owner.memory.memoryTypes[static_cast<size_t>(type)].propertyFlags;
  bool wantsMap = kind == MemoryKind::Host ||
                  (owner.info.unifiedMemory && !owner.options.forceStaging);
  if (wantsMap && (has & visible) == visible) {
    void *pointer = nullptr;
    result = owner.vk.vkMapMemory(owner.device, self->deviceMemory, 0,
                                  VK_WHOLE_SIZE, 0, &pointer);
    if (result != VK_SUCCESS)
      return makeError(result, "map " + describe());
    self->mapped = static_cast<uint8_t *>(pointer);
  }
  VkBufferDeviceAddressInfo addressInfo{
      VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO};
  addressInfo.buffer = self->buffer;
  self->address = owner.vk.vkGetBufferDeviceAddress(owner.device, &addressInfo);
  owner.setName(VK_OBJECT_TYPE_BUFFER, reinterpret_cast<uint64_t>(self->buffer),
                name);
  if (self->hasGuards)
    if (Status status = self->writeGuards())
      return status;
  return self;
}

Expected<std::shared_ptr<BufferImpl>>
BufferImpl::importHost(std::shared_ptr<DeviceImpl> device, void *data,
                       uint64_t size, const std::string &name) {
  auto refuse = [&](const std::string &why) {
    return Status::error(ErrorCode::Unsupported,
                         "cannot import host memory: " + why);
  };
  if (!device->hasHostImport)
    return refuse("the device has no VK_EXT_external_memory_host");
  if (device->options.guardBands)
    return refuse("guard bands are on");
  auto pointer = reinterpret_cast<uint64_t>(data);
  if (pointer % 16 != 0)
    return refuse("the array is not aligned to 16 bytes");
  uint64_t page = device->info.hostImportAlignment;
  // Pages that are mapped for the array are mapped as a whole; a larger
  // alignment could reach into memory that is not there.
  if (page > 4096)
    return refuse("the device wants an alignment of " + std::to_string(page));
  uint64_t first = pointer / page * page;
  uint64_t last =
      (pointer + std::max<uint64_t>(size, 1) + page - 1) / page * page;

  std::shared_ptr<BufferImpl> self(new BufferImpl());
  self->device = std::move(device);
  self->name = name;
  self->size = size;
  self->isImported = true;
  self->begin = pointer - first;
  DeviceImpl &owner = *self->device;
  constexpr VkExternalMemoryHandleTypeFlagBits handle =
      VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
  void *pages = reinterpret_cast<void *>(first);
  VkMemoryHostPointerPropertiesEXT properties{
      VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT};
  VkResult result = owner.vk.vkGetMemoryHostPointerPropertiesEXT(
      owner.device, handle, pages, &properties);
  if (result != VK_SUCCESS)
    return refuse("the driver refuses the pointer");

  VkExternalMemoryBufferCreateInfo external{
      VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO};
  external.handleTypes = handle;
  VkBufferCreateInfo bufferInfo{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  bufferInfo.pNext = &external;
  bufferInfo.size = last - first;
  bufferInfo.usage = kBufferUsage;
  result = owner.vk.vkCreateBuffer(owner.device, &bufferInfo, nullptr,
                                   &self->buffer);
  if (result != VK_SUCCESS)
    return refuse("the driver refuses the buffer");
  VkMemoryRequirements needs;
  owner.vk.vkGetBufferMemoryRequirements(owner.device, self->buffer, &needs);
  int type = owner.findMemoryType(
      needs.memoryTypeBits & properties.memoryTypeBits, MemoryKind::Host);
  if (type < 0 || needs.size > last - first)
    return refuse("the driver wants other memory");
  VkImportMemoryHostPointerInfoEXT importInfo{
      VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT};
  importInfo.handleType = handle;
  importInfo.pHostPointer = pages;
  VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO};
  flags.pNext = &importInfo;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo memoryInfo{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  memoryInfo.pNext = &flags;
  memoryInfo.allocationSize = last - first;
  memoryInfo.memoryTypeIndex = static_cast<uint32_t>(type);
  result = owner.vk.vkAllocateMemory(owner.device, &memoryInfo, nullptr,
                                     &self->deviceMemory);
  if (result != VK_SUCCESS)
    return refuse("the driver refuses the memory");
  result = owner.vk.vkBindBufferMemory(owner.device, self->buffer,
                                       self->deviceMemory, 0);
  if (result != VK_SUCCESS)
    return refuse("the driver refuses to bind the memory");
  VkBufferDeviceAddressInfo addressInfo{
      VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO};
  addressInfo.buffer = self->buffer;
  self->address = owner.vk.vkGetBufferDeviceAddress(owner.device, &addressInfo);
  self->mapped = static_cast<uint8_t *>(pages);
  owner.setName(VK_OBJECT_TYPE_BUFFER, reinterpret_cast<uint64_t>(self->buffer),
                name);
  return self;
}

BufferImpl::~BufferImpl() {
  if (lastUse > 0)
    (void)device->wait(lastUse).isOk(); // a lost device waits for nothing
  if (buffer)
    device->vk.vkDestroyBuffer(device->device, buffer, nullptr);
  if (deviceMemory)
    device->vk.vkFreeMemory(device->device, deviceMemory, nullptr);
}

Status BufferImpl::access(uint64_t position, void *readInto,
                          const void *writeFrom, uint64_t bytes) const {
  if (bytes == 0)
    return {};
  if (!mapped)
    return device->stage(*this, position, readInto, writeFrom, bytes);
  if (readInto)
    std::memcpy(readInto, mapped + position, bytes);
  else
    std::memcpy(mapped + position, writeFrom, bytes);
  return {};
}

Status BufferImpl::read(uint64_t offset, void *data, uint64_t bytes) const {
  return access(begin + offset, data, nullptr, bytes);
}

Status BufferImpl::write(uint64_t offset, const void *data,
                         uint64_t bytes) const {
  return access(begin + offset, nullptr, data, bytes);
}

Status BufferImpl::fill(uint64_t offset, uint64_t bytes, uint8_t value) const {
  if (mapped) {
    std::memset(mapped + begin + offset, value, bytes);
    return {};
  }
  std::vector<uint8_t> data(bytes, value);
  return write(offset, data.data(), bytes);
}

Status BufferImpl::writeGuards() const {
  std::vector<uint8_t> band(kGuardSize);
  for (uint64_t position : {uint64_t(0), begin + size}) {
    for (uint64_t i = 0; i < kGuardSize; ++i)
      band[i] = getGuardByte(position + i);
    if (Status status = access(position, nullptr, band.data(), kGuardSize))
      return status;
  }
  return {};
}

Expected<std::string> BufferImpl::checkGuards() const {
  if (!hasGuards)
    return std::string();
  std::vector<uint8_t> band(kGuardSize);
  if (Status status = access(0, band.data(), nullptr, kGuardSize))
    return status;
  int64_t damage = findGuardDamage(band.data(), kGuardSize, 0);
  if (damage >= 0)
    return std::to_string(kGuardSize - static_cast<uint64_t>(damage)) +
           " bytes before its start";
  if (Status status = access(begin + size, band.data(), nullptr, kGuardSize))
    return status;
  damage = findGuardDamage(band.data(), kGuardSize, begin + size);
  if (damage >= 0)
    return std::to_string(damage) + " bytes after its end";
  return std::string();
}

//===----------------------------------------------------------------------===//
// Buffer
//===----------------------------------------------------------------------===//

Expected<Buffer> Buffer::create(const Device &device, uint64_t size,
                                const std::string &name) {
  auto impl =
      BufferImpl::create(device.getImpl(), size, name, MemoryKind::Device);
  if (!impl)
    return impl.getStatus();
  return Buffer(std::move(*impl));
}

Expected<Buffer> Buffer::importHost(const Device &device, void *data,
                                    uint64_t size, const std::string &name) {
  auto impl = BufferImpl::importHost(device.getImpl(), data, size, name);
  if (!impl)
    return impl.getStatus();
  return Buffer(std::move(*impl));
}

uint64_t Buffer::getSize() const { return impl->size; }

uint64_t Buffer::getAddress() const { return impl->getAddress(); }

void *Buffer::map() const { return impl->getMapped(); }

/// Checks a range and waits for the runs that use the buffer.
static Status prepareAccess(const BufferImpl &buffer, uint64_t offset,
                            uint64_t size) {
  if (offset > buffer.size || size > buffer.size - offset)
    return Status::error(
        ErrorCode::InvalidArgument,
        "bytes " + std::to_string(offset) + " + " + std::to_string(size) +
            " stick out of a buffer of " + std::to_string(buffer.size));
  return buffer.device->wait(buffer.lastUse);
}

Status Buffer::read(uint64_t offset, void *data, uint64_t size) const {
  if (Status status = prepareAccess(*impl, offset, size))
    return status;
  return impl->read(offset, data, size);
}

Status Buffer::write(uint64_t offset, const void *data, uint64_t size) const {
  if (Status status = prepareAccess(*impl, offset, size))
    return status;
  return impl->write(offset, data, size);
}
