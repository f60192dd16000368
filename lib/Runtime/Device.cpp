//===- Device.cpp - Open devices ------------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceImpl.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace oaml::rt;
using namespace oaml::rt::detail;

/// Whether an environment variable asks for something.
static bool isEnabled(const char *variable) {
  const char *text = std::getenv(variable);
  return text && *text && std::strcmp(text, "0") != 0;
}

Expected<std::shared_ptr<DeviceImpl>>
DeviceImpl::create(const DeviceOptions &options) {
  std::shared_ptr<DeviceImpl> self(new DeviceImpl());
  self->options = options;
  self->options.validate |= isEnabled("OAML_VALIDATE");
  self->options.guardBands |= isEnabled("OAML_GUARD");
  if (const char *wanted = std::getenv("OAML_DEVICE");
      wanted && self->options.device.empty())
    self->options.device = wanted;

  auto instance = Instance::create(self->options.validate);
  if (!instance)
    return instance.getStatus();
  self->instance = *instance;
  auto devices = self->instance->getPhysicalDevices();
  if (!devices)
    return devices.getStatus();
  std::vector<DeviceInfo> infos;
  for (size_t i = 0; i < devices->size(); ++i)
    infos.push_back(
        self->instance->getInfo((*devices)[i], static_cast<unsigned>(i)));
  Expected<size_t> chosen = selectDevice(infos, self->options.device);
  if (!chosen)
    return chosen.getStatus();
  self->physicalDevice = (*devices)[*chosen];
  self->info = infos[*chosen];
  if (Status status = self->initialize())
    return status;
  return self;
}

Status DeviceImpl::initialize() {
  queueFamily =
      static_cast<uint32_t>(chooseQueueFamily(*instance, physicalDevice));
  instance->vkGetPhysicalDeviceMemoryProperties(physicalDevice, &memory);
  hasHostImport = info.hostImportAlignment != 0;

  // Everything that a kernel might need and the device has: which of it a
  // program uses is known only when one is loaded.
  FeatureSet has = info.features;
  VkPhysicalDeviceFeatures2 features{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  VkPhysicalDeviceVulkan11Features features11{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
  VkPhysicalDeviceVulkan12Features features12{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceSubgroupSizeControlFeatures subgroup{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
  VkPhysicalDeviceShaderIntegerDotProductFeatures dot{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES};
  features.pNext = &features11;
  features11.pNext = &features12;
  features.features.shaderInt64 = has.has(Feature::Int64);
  features.features.shaderInt16 = has.has(Feature::Int16);
  features.features.shaderFloat64 = has.has(Feature::Float64);
  features11.storageBuffer16BitAccess = has.has(Feature::Storage16);
  features12.storageBuffer8BitAccess = has.has(Feature::Storage8);
  features12.shaderInt8 = has.has(Feature::Int8);
  features12.shaderFloat16 = has.has(Feature::Float16);
  // With the model on, atomics of device scope need a feature of their own.
  features12.vulkanMemoryModel = has.has(Feature::VulkanMemoryModel);
  features12.vulkanMemoryModelDeviceScope = features12.vulkanMemoryModel;
  features12.bufferDeviceAddress = VK_TRUE;
  features12.timelineSemaphore = VK_TRUE;

  std::vector<const char *> extensions;
  std::vector<std::string> available = getExtensions(*instance, physicalDevice);
  auto enable = [&](const char *name) {
    if (std::find(available.begin(), available.end(), name) != available.end())
      extensions.push_back(name);
  };
  if (info.subgroupSizeControl) {
    subgroup.subgroupSizeControl = VK_TRUE;
    subgroup.computeFullSubgroups = info.fullSubgroups;
    subgroup.pNext = features.pNext;
    features.pNext = &subgroup;
    if (info.apiVersion < VK_API_VERSION_1_3)
      enable(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
  }
  if (has.has(Feature::IntegerDotProduct)) {
    dot.shaderIntegerDotProduct = VK_TRUE;
    dot.pNext = features.pNext;
    features.pNext = &dot;
    if (info.apiVersion < VK_API_VERSION_1_3)
      enable(VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME);
  }
  if (hasHostImport)
    enable(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  // An implementation on top of another API asks for this where it has it.
  enable("VK_KHR_portability_subset");

  float priority = 1.0f;
  VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queueInfo.queueFamilyIndex = queueFamily;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;
  VkDeviceCreateInfo deviceInfo{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  deviceInfo.pNext = &features;
  deviceInfo.queueCreateInfoCount = 1;
  deviceInfo.pQueueCreateInfos = &queueInfo;
  deviceInfo.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  deviceInfo.ppEnabledExtensionNames = extensions.data();
  VkResult result =
      instance->vkCreateDevice(physicalDevice, &deviceInfo, nullptr, &device);
  if (result != VK_SUCCESS)
    return makeError(result, "open device '" + info.name + "'");
  volkLoadDeviceTable(&vk, device);
  vk.vkGetDeviceQueue(device, queueFamily, 0, &queue);

  VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo semaphoreInfo{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  semaphoreInfo.pNext = &type;
  result = vk.vkCreateSemaphore(device, &semaphoreInfo, nullptr, &timeline);
  if (result != VK_SUCCESS)
    return makeError(result, "create a timeline semaphore");
  setName(VK_OBJECT_TYPE_SEMAPHORE, reinterpret_cast<uint64_t>(timeline),
          "timeline");

  VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  poolInfo.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
  poolInfo.queueFamilyIndex = queueFamily;
  result = vk.vkCreateCommandPool(device, &poolInfo, nullptr, &transferPool);
  if (result != VK_SUCCESS)
    return makeError(result, "create a command pool");
  return {};
}

DeviceImpl::~DeviceImpl() {
  if (!device)
    return;
  vk.vkDeviceWaitIdle(device);
  staging.reset();
  vk.vkDestroyCommandPool(device, transferPool, nullptr);
  vk.vkDestroySemaphore(device, timeline, nullptr);
  vk.vkDestroyDevice(device, nullptr);
}

/// The error for a failed call on the device; remembers its loss.
Status DeviceImpl::note(VkResult result, const std::string &what) {
  if (result == VK_ERROR_DEVICE_LOST)
    isLost = true;
  return makeError(result, what);
}

//===----------------------------------------------------------------------===//
// Submission
//===----------------------------------------------------------------------===//

Expected<uint64_t>
DeviceImpl::submit(const std::vector<VkCommandBuffer> &commands) {
  std::lock_guard<std::mutex> lock(queueMutex);
  for (VkCommandBuffer command : commands) {
    uint64_t waitValue = submitted, signalValue = submitted + 1;
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkTimelineSemaphoreSubmitInfo values{
        VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
    values.waitSemaphoreValueCount = 1;
    values.pWaitSemaphoreValues = &waitValue;
    values.signalSemaphoreValueCount = 1;
    values.pSignalSemaphoreValues = &signalValue;
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.pNext = &values;
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &timeline;
    info.pWaitDstStageMask = &stage;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &command;
    info.signalSemaphoreCount = 1;
    info.pSignalSemaphores = &timeline;
    VkResult result = vk.vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE);
    if (result != VK_SUCCESS)
      return note(result, "submit to device '" + this->info.name + "'");
    submitted = signalValue;
  }
  return submitted;
}

Status DeviceImpl::wait(uint64_t value) {
  if (completed >= value)
    return {};
  VkSemaphoreWaitInfo waitInfo{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
  waitInfo.semaphoreCount = 1;
  waitInfo.pSemaphores = &timeline;
  waitInfo.pValues = &value;
  VkResult result = vk.vkWaitSemaphores(device, &waitInfo, UINT64_MAX);
  if (result != VK_SUCCESS)
    return note(result, "wait for device '" + info.name + "'");
  uint64_t seen = completed;
  while (seen < value && !completed.compare_exchange_weak(seen, value)) {
  }
  return {};
}

uint64_t DeviceImpl::getCompletedValue() {
  uint64_t value = 0;
  if (vk.vkGetSemaphoreCounterValue(device, timeline, &value) == VK_SUCCESS)
    return value;
  return completed;
}

uint64_t DeviceImpl::getSubmittedValue() {
  std::lock_guard<std::mutex> lock(queueMutex);
  return submitted;
}

Status DeviceImpl::runNow(const std::function<void(VkCommandBuffer)> &record) {
  VkCommandBufferAllocateInfo allocateInfo{
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  allocateInfo.commandPool = transferPool;
  allocateInfo.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocateInfo.commandBufferCount = 1;
  VkCommandBuffer command;
  VkResult result =
      vk.vkAllocateCommandBuffers(device, &allocateInfo, &command);
  if (result != VK_SUCCESS)
    return note(result, "allocate a command buffer");
  VkCommandBufferBeginInfo beginInfo{
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  beginInfo.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  vk.vkBeginCommandBuffer(command, &beginInfo);
  record(command);
  VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vk.vkCmdPipelineBarrier(command, VK_PIPELINE_STAGE_TRANSFER_BIT,
                          VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                          nullptr, 0, nullptr);
  result = vk.vkEndCommandBuffer(command);
  Status status;
  if (result != VK_SUCCESS) {
    status = note(result, "record a transfer");
  } else {
    Expected<uint64_t> value = submit({command});
    status = value ? wait(*value) : value.getStatus();
  }
  vk.vkFreeCommandBuffers(device, transferPool, 1, &command);
  return status;
}

Status DeviceImpl::stage(const BufferImpl &buffer, uint64_t offset, void *read,
                         const void *write, uint64_t size) {
  constexpr uint64_t chunk = uint64_t(8) << 20;
  std::lock_guard<std::mutex> lock(transferMutex);
  if (!staging) {
    // Owned by the device, so it must not own the device in turn.
    std::shared_ptr<DeviceImpl> self(std::shared_ptr<DeviceImpl>(), this);
    auto created = BufferImpl::create(self, chunk, "staging", MemoryKind::Host);
    if (!created)
      return created.getStatus();
    staging = std::move(*created);
  }
  for (uint64_t done = 0; done < size;) {
    uint64_t now = std::min(chunk, size - done);
    VkBufferCopy outward{staging->begin, offset + done, now};
    VkBufferCopy inward{offset + done, staging->begin, now};
    if (write)
      std::memcpy(staging->getMapped(),
                  static_cast<const uint8_t *>(write) + done, now);
    if (Status status = runNow([&](VkCommandBuffer command) {
          if (write)
            vk.vkCmdCopyBuffer(command, staging->buffer, buffer.buffer, 1,
                               &outward);
          else
            vk.vkCmdCopyBuffer(command, buffer.buffer, staging->buffer, 1,
                               &inward);
        }))
      return status;
    if (read)
      std::memcpy(static_cast<uint8_t *>(read) + done, staging->getMapped(),
                  now);
    done += now;
  }
  return {};
}

void DeviceImpl::setName(VkObjectType type, uint64_t handle,
                         const std::string &name) {
  if (!instance->vkSetDebugUtilsObjectName || name.empty())
    return;
  VkDebugUtilsObjectNameInfoEXT nameInfo{
      VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
  nameInfo.objectType = type;
  nameInfo.objectHandle = handle;
  nameInfo.pObjectName = name.c_str();
  instance->vkSetDebugUtilsObjectName(device, &nameInfo);
}

int DeviceImpl::findMemoryType(uint32_t typeBits, MemoryKind kind) const {
  constexpr VkMemoryPropertyFlags visible =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  constexpr VkMemoryPropertyFlags local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
  std::vector<VkMemoryPropertyFlags> wishes;
  if (kind == MemoryKind::Device && info.unifiedMemory)
    wishes = {local | visible, local, 0};
  else if (kind == MemoryKind::Device)
    wishes = {local, 0};
  else
    wishes = {local | visible, visible};
  for (VkMemoryPropertyFlags wish : wishes)
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i)
      if ((typeBits >> i & 1) &&
          (memory.memoryTypes[i].propertyFlags & wish) == wish)
        return static_cast<int>(i);
  return -1;
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

Expected<std::vector<DeviceInfo>> Device::enumerate() {
  auto instance = Instance::create(/*validate=*/false);
  if (!instance)
    return instance.getStatus();
  auto devices = (*instance)->getPhysicalDevices();
  if (!devices)
    return devices.getStatus();
  std::vector<DeviceInfo> infos;
  for (size_t i = 0; i < devices->size(); ++i)
    infos.push_back(
        (*instance)->getInfo((*devices)[i], static_cast<unsigned>(i)));
  return infos;
}

Expected<Device> Device::create(const DeviceOptions &options) {
  auto impl = DeviceImpl::create(options);
  if (!impl)
    return impl.getStatus();
  return Device(std::move(*impl));
}

const DeviceInfo &Device::getInfo() const { return impl->info; }

const DeviceOptions &Device::getOptions() const { return impl->options; }

Status Device::waitIdle() const {
  return impl->wait(impl->getSubmittedValue());
}

std::vector<std::string> Device::getValidationMessages() const {
  return impl->instance->getMessages();
}
