//===- Instance.cpp - Vulkan instances and device snapshots ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Vulkan.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

using namespace oaml::rt;
using namespace oaml::rt::detail;

static const char kValidationLayer[] = "VK_LAYER_KHRONOS_validation";

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

std::string detail::getResultName(VkResult result) {
  switch (result) {
#define CASE(name)                                                             \
  case name:                                                                   \
    return #name;
    CASE(VK_SUCCESS)
    CASE(VK_NOT_READY)
    CASE(VK_TIMEOUT)
    CASE(VK_INCOMPLETE)
    CASE(VK_ERROR_OUT_OF_HOST_MEMORY)
    CASE(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    CASE(VK_ERROR_INITIALIZATION_FAILED)
    CASE(VK_ERROR_DEVICE_LOST)
    CASE(VK_ERROR_MEMORY_MAP_FAILED)
    CASE(VK_ERROR_LAYER_NOT_PRESENT)
    CASE(VK_ERROR_EXTENSION_NOT_PRESENT)
    CASE(VK_ERROR_FEATURE_NOT_PRESENT)
    CASE(VK_ERROR_INCOMPATIBLE_DRIVER)
    CASE(VK_ERROR_TOO_MANY_OBJECTS)
    CASE(VK_ERROR_FRAGMENTED_POOL)
    CASE(VK_ERROR_OUT_OF_POOL_MEMORY)
    CASE(VK_ERROR_INVALID_EXTERNAL_HANDLE)
    CASE(VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS)
    CASE(VK_PIPELINE_COMPILE_REQUIRED)
    CASE(VK_ERROR_INVALID_SHADER_NV)
    CASE(VK_ERROR_UNKNOWN)
#undef CASE
  default:
    return "VkResult " + std::to_string(static_cast<int>(result));
  }
}

Status detail::makeError(VkResult result, const std::string &what) {
  ErrorCode code = ErrorCode::DeviceError;
  switch (result) {
  case VK_ERROR_OUT_OF_HOST_MEMORY:
  case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    code = ErrorCode::OutOfMemory;
    break;
  case VK_ERROR_DEVICE_LOST:
    code = ErrorCode::DeviceLost;
    break;
  case VK_ERROR_LAYER_NOT_PRESENT:
  case VK_ERROR_EXTENSION_NOT_PRESENT:
  case VK_ERROR_FEATURE_NOT_PRESENT:
  case VK_ERROR_INCOMPATIBLE_DRIVER:
    code = ErrorCode::Unsupported;
    break;
  default:
    break;
  }
  return Status::error(code, "cannot " + what, {}, getResultName(result));
}

//===----------------------------------------------------------------------===//
// Instances
//===----------------------------------------------------------------------===//

/// Loads libvulkan once per process.
static VkResult loadVulkan() {
  static const VkResult result = volkInitialize();
  return result;
}

/// volk takes the functions of device level from a global of its own, which the
/// first instance sets for all: it is the loader's entry point.
static void loadDeviceEntryPoint(VkInstance instance) {
  static std::once_flag once;
  std::call_once(once, [&] { volkLoadInstanceOnly(instance); });
}

VKAPI_ATTR VkBool32 VKAPI_CALL Instance::collect(
    VkDebugUtilsMessageSeverityFlagBitsEXT severity,
    VkDebugUtilsMessageTypeFlagsEXT types,
    const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
  auto &self = *static_cast<Instance *>(user);
  std::lock_guard<std::mutex> lock(self.messagesMutex);
  self.messages.push_back(data->pMessage ? data->pMessage : "");
  return VK_FALSE;
}

Expected<std::shared_ptr<Instance>> Instance::create(bool validate) {
  if (loadVulkan() != VK_SUCCESS)
    return Status::error(ErrorCode::NotFound,
                         "no Vulkan loader (libvulkan.so.1) on this system");
  std::shared_ptr<Instance> self(new Instance());

  if (validate) {
    uint32_t count = 0;
    vkEnumerateInstanceLayerProperties(&count, nullptr);
    std::vector<VkLayerProperties> layers(count);
    vkEnumerateInstanceLayerProperties(&count, layers.data());
    layers.resize(count);
    if (std::none_of(layers.begin(), layers.end(),
                     [](const VkLayerProperties &layer) {
                       return !std::strcmp(layer.layerName, kValidationLayer);
                     }))
      return Status::error(ErrorCode::NotFound,
                           std::string("no layer ") + kValidationLayer +
                               "; VK_ADD_LAYER_PATH names the directory of its "
                               "manifest");
  }

  uint32_t count = 0;
  vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> available(count);
  vkEnumerateInstanceExtensionProperties(nullptr, &count, available.data());
  available.resize(count);
  auto has = [&](const char *name) {
    return std::any_of(available.begin(), available.end(),
                       [&](const VkExtensionProperties &extension) {
                         return !std::strcmp(extension.extensionName, name);
                       });
  };
  std::vector<const char *> extensions;
  self->hasDebugUtils = has(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  if (self->hasDebugUtils)
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  if (has(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
    extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    info.flags |= VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
  }

  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.pEngineName = "OAML";
  application.apiVersion = VK_API_VERSION_1_3;
  info.pApplicationInfo = &application;
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  const char *layer = kValidationLayer;
  if (validate) {
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &layer;
  }
  VkResult result = vkCreateInstance(&info, nullptr, &self->instance);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
    return Status::error(ErrorCode::NotFound, "no Vulkan driver on this system",
                         {}, getResultName(result));
  if (result != VK_SUCCESS)
    return makeError(result, "create a Vulkan instance");
  loadDeviceEntryPoint(self->instance);

  auto load = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
        vkGetInstanceProcAddr(self->instance, name));
  };
  load(self->vkDestroyInstance, "vkDestroyInstance");
  load(self->vkEnumeratePhysicalDevices, "vkEnumeratePhysicalDevices");
  load(self->vkGetPhysicalDeviceProperties2, "vkGetPhysicalDeviceProperties2");
  load(self->vkGetPhysicalDeviceFeatures2, "vkGetPhysicalDeviceFeatures2");
  load(self->vkGetPhysicalDeviceMemoryProperties,
       "vkGetPhysicalDeviceMemoryProperties");
  load(self->vkGetPhysicalDeviceQueueFamilyProperties,
       "vkGetPhysicalDeviceQueueFamilyProperties");
  load(self->vkGetPhysicalDeviceExternalBufferProperties,
       "vkGetPhysicalDeviceExternalBufferProperties");
  load(self->vkEnumerateDeviceExtensionProperties,
       "vkEnumerateDeviceExtensionProperties");
  load(self->vkCreateDevice, "vkCreateDevice");
  if (self->hasDebugUtils) {
    load(self->vkCreateDebugUtilsMessenger, "vkCreateDebugUtilsMessengerEXT");
    load(self->vkDestroyDebugUtilsMessenger, "vkDestroyDebugUtilsMessengerEXT");
    load(self->vkSetDebugUtilsObjectName, "vkSetDebugUtilsObjectNameEXT");
    load(self->vkCmdBeginDebugUtilsLabel, "vkCmdBeginDebugUtilsLabelEXT");
    load(self->vkCmdEndDebugUtilsLabel, "vkCmdEndDebugUtilsLabelEXT");
  }
  if (!self->vkDestroyInstance || !self->vkGetPhysicalDeviceProperties2 ||
      !self->vkGetPhysicalDeviceFeatures2)
    return Status::error(ErrorCode::Unsupported,
                         "the Vulkan loader is older than version 1.1");

  if (validate && self->vkCreateDebugUtilsMessenger) {
    VkDebugUtilsMessengerCreateInfoEXT messenger{
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    messenger.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    // Not GENERAL: the loader reports there on other drivers and layers.
    messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                            VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
    messenger.pfnUserCallback = collect;
    messenger.pUserData = self.get();
    result = self->vkCreateDebugUtilsMessenger(self->instance, &messenger,
                                               nullptr, &self->messenger);
    if (result != VK_SUCCESS)
      return makeError(result, "listen to the validation layer");
  }
  return self;
}

Instance::~Instance() {
  if (messenger)
    vkDestroyDebugUtilsMessenger(instance, messenger, nullptr);
  if (instance && vkDestroyInstance)
    vkDestroyInstance(instance, nullptr);
}

Expected<std::vector<VkPhysicalDevice>> Instance::getPhysicalDevices() const {
  uint32_t count = 0;
  VkResult result = vkEnumeratePhysicalDevices(instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  if (result == VK_SUCCESS && count > 0)
    result = vkEnumeratePhysicalDevices(instance, &count, devices.data());
  devices.resize(count);
  if (result < VK_SUCCESS && result != VK_ERROR_INITIALIZATION_FAILED)
    return makeError(result, "enumerate Vulkan devices");
  if (devices.empty())
    return Status::error(ErrorCode::NotFound, "no Vulkan device on this system",
                         {}, getResultName(result));
  return devices;
}

std::vector<std::string> Instance::getMessages() const {
  std::lock_guard<std::mutex> lock(messagesMutex);
  return messages;
}

//===----------------------------------------------------------------------===//
// Snapshots
//===----------------------------------------------------------------------===//

std::vector<std::string> detail::getExtensions(const Instance &instance,
                                               VkPhysicalDevice device) {
  uint32_t count = 0;
  instance.vkEnumerateDeviceExtensionProperties(device, nullptr, &count,
                                                nullptr);
  std::vector<VkExtensionProperties> properties(count);
  instance.vkEnumerateDeviceExtensionProperties(device, nullptr, &count,
                                                properties.data());
  std::vector<std::string> names;
  for (uint32_t i = 0; i < count; ++i)
    names.push_back(properties[i].extensionName);
  return names;
}

int detail::chooseQueueFamily(const Instance &instance,
                              VkPhysicalDevice device) {
  uint32_t count = 0;
  instance.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  instance.vkGetPhysicalDeviceQueueFamilyProperties(device, &count,
                                                    families.data());
  int best = -1;
  for (uint32_t i = 0; i < count; ++i) {
    VkQueueFlags flags = families[i].queueFlags;
    if (!(flags & VK_QUEUE_COMPUTE_BIT) || families[i].queueCount == 0)
      continue;
    if (!(flags & VK_QUEUE_GRAPHICS_BIT))
      return static_cast<int>(i);
    if (best < 0)
      best = static_cast<int>(i);
  }
  return best;
}

/// Threads that run workgroups of a CPU device.
static unsigned getCpuThreads(bool isLavapipe) {
  if (const char *text = std::getenv("LP_NUM_THREADS"); isLavapipe && text)
    return static_cast<unsigned>(
        std::clamp(std::strtol(text, nullptr, 10), 1l, 256l));
  return std::max(1u, std::thread::hardware_concurrency());
}

/// The judged fields and the profile's name.
static void judge(DeviceInfo &info) {
  bool isLavapipe = info.driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
  bool isSwiftShader = info.driverID == VK_DRIVER_ID_GOOGLE_SWIFTSHADER;
  if (isLavapipe)
    info.profile = "lavapipe";
  else if (isSwiftShader)
    info.profile = "swiftshader";
  else if (info.kind == DeviceKind::Integrated)
    info.profile = "mobile";
  else
    info.profile = "desktop";
  if (info.kind == DeviceKind::Cpu)
    info.parallelWorkgroups = getCpuThreads(isLavapipe);
  info.loadBits = isLavapipe ? 64 : isSwiftShader ? 32 : 128;
  info.pointerViews = !isSwiftShader;
}

DeviceInfo Instance::getInfo(VkPhysicalDevice device, unsigned index) const {
  DeviceInfo info;
  info.index = index;
  std::vector<std::string> extensions = getExtensions(*this, device);
  auto has = [&](const char *name) {
    return std::find(extensions.begin(), extensions.end(), name) !=
           extensions.end();
  };

  VkPhysicalDeviceProperties2 properties{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  vkGetPhysicalDeviceProperties2(device, &properties);
  info.apiVersion = properties.properties.apiVersion;
  // Structures that a device does not know must not be chained.
  bool is12 = info.apiVersion >= VK_API_VERSION_1_2;
  bool is13 = info.apiVersion >= VK_API_VERSION_1_3;
  bool hasSubgroupSize =
      is13 || has(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
  bool hasHostImport = has(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  bool hasDotProduct =
      is13 || has(VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME);

  VkPhysicalDeviceVulkan11Properties properties11{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES};
  VkPhysicalDeviceVulkan12Properties properties12{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES};
  VkPhysicalDeviceSubgroupSizeControlProperties subgroup{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
  VkPhysicalDeviceExternalMemoryHostPropertiesEXT hostImport{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT};
  VkPhysicalDeviceFeatures2 features{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  VkPhysicalDeviceVulkan11Features features11{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
  VkPhysicalDeviceVulkan12Features features12{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceSubgroupSizeControlFeatures subgroupFeatures{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
  VkPhysicalDeviceShaderIntegerDotProductFeatures dotFeatures{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES};
  auto chain = [](auto &head, auto &next) {
    next.pNext = head.pNext;
    head.pNext = &next;
  };
  if (is12) {
    chain(properties, properties11);
    chain(properties, properties12);
    chain(features, features11);
    chain(features, features12);
  }
  if (hasSubgroupSize) {
    chain(properties, subgroup);
    chain(features, subgroupFeatures);
  }
  if (hasHostImport)
    chain(properties, hostImport);
  if (hasDotProduct)
    chain(features, dotFeatures);
  vkGetPhysicalDeviceProperties2(device, &properties);
  vkGetPhysicalDeviceFeatures2(device, &features);

  const VkPhysicalDeviceProperties &base = properties.properties;
  const VkPhysicalDeviceLimits &limits = base.limits;
  info.name = base.deviceName;
  info.vendorID = base.vendorID;
  info.deviceID = base.deviceID;
  info.driverVersion = base.driverVersion;
  info.kind = base.deviceType <= VK_PHYSICAL_DEVICE_TYPE_CPU
                  ? static_cast<DeviceKind>(base.deviceType)
                  : DeviceKind::Other;
  std::copy_n(base.pipelineCacheUUID, 16, info.pipelineCacheUUID.begin());
  info.maxWorkgroupInvocations = limits.maxComputeWorkGroupInvocations;
  std::copy_n(limits.maxComputeWorkGroupSize, 3, info.maxWorkgroupSize.begin());
  std::copy_n(limits.maxComputeWorkGroupCount, 3,
              info.maxWorkgroupCount.begin());
  info.maxSharedMemory = limits.maxComputeSharedMemorySize;
  info.maxPushConstants = limits.maxPushConstantsSize;

  int family = chooseQueueFamily(*this, device);
  if (!is12)
    info.unusable = "Vulkan 1.2 is needed";
  else if (!features12.bufferDeviceAddress)
    info.unusable = "buffer device addresses are needed";
  else if (!features12.timelineSemaphore)
    info.unusable = "timeline semaphores are needed";
  else if (family < 0)
    info.unusable = "a compute queue is needed";

  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(device, &memory);
  for (uint32_t i = 0; i < memory.memoryHeapCount; ++i)
    if (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)
      info.deviceMemory =
          std::max<uint64_t>(info.deviceMemory, memory.memoryHeaps[i].size);
  // A discrete GPU's visible memory is slow to read and often small.
  constexpr VkMemoryPropertyFlags unified =
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT |
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  if (info.kind == DeviceKind::Cpu || info.kind == DeviceKind::Integrated)
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i)
      info.unifiedMemory |=
          (memory.memoryTypes[i].propertyFlags & unified) == unified;
  if (!is12) {
    judge(info);
    return info;
  }

  info.driverName = properties12.driverName;
  info.driverInfo = properties12.driverInfo;
  info.driverID = static_cast<uint32_t>(properties12.driverID);
  std::copy_n(properties11.driverUUID, 16, info.driverUUID.begin());
  std::copy_n(properties11.deviceUUID, 16, info.deviceUUID.begin());
  info.maxAllocation = properties11.maxMemoryAllocationSize;
  info.subgroupSize = info.minSubgroupSize = info.maxSubgroupSize =
      properties11.subgroupSize;
  if (hasSubgroupSize && subgroupFeatures.subgroupSizeControl) {
    info.minSubgroupSize = subgroup.minSubgroupSize;
    info.maxSubgroupSize = subgroup.maxSubgroupSize;
    info.subgroupSizeControl =
        subgroup.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT;
    info.fullSubgroups = subgroupFeatures.computeFullSubgroups;
  }
  // Having the extension is one thing, importing buffers another: SwiftShader
  // reports the first and not the second.
  if (hasHostImport) {
    VkPhysicalDeviceExternalBufferInfo bufferInfo{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO};
    bufferInfo.usage = kBufferUsage;
    bufferInfo.handleType =
        VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
    VkExternalBufferProperties bufferProperties{
        VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES};
    vkGetPhysicalDeviceExternalBufferProperties(device, &bufferInfo,
                                                &bufferProperties);
    if (bufferProperties.externalMemoryProperties.externalMemoryFeatures &
        VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT)
      info.hostImportAlignment = hostImport.minImportedHostPointerAlignment;
  }
  if (family >= 0 && limits.timestampComputeAndGraphics)
    info.timestampPeriod = limits.timestampPeriod;

  auto add = [&](VkBool32 present, Feature feature) {
    if (present)
      info.features.add(feature);
  };
  const VkPhysicalDeviceFeatures &core = features.features;
  add(core.shaderInt64, Feature::Int64);
  add(core.shaderInt16, Feature::Int16);
  add(features12.shaderInt8, Feature::Int8);
  add(core.shaderFloat64, Feature::Float64);
  add(features12.shaderFloat16, Feature::Float16);
  add(features11.storageBuffer16BitAccess, Feature::Storage16);
  add(features12.storageBuffer8BitAccess, Feature::Storage8);
  add(properties12.shaderSignedZeroInfNanPreserveFloat32,
      Feature::SignedZeroInfNanPreserveF32);
  add(properties12.shaderSignedZeroInfNanPreserveFloat16,
      Feature::SignedZeroInfNanPreserveF16);
  add(properties12.shaderRoundingModeRTEFloat32,
      Feature::RoundToNearestEvenF32);
  add(properties12.shaderRoundingModeRTEFloat16,
      Feature::RoundToNearestEvenF16);
  add(features12.vulkanMemoryModel && features12.vulkanMemoryModelDeviceScope,
      Feature::VulkanMemoryModel);
  add(hasDotProduct && dotFeatures.shaderIntegerDotProduct,
      Feature::IntegerDotProduct);
  if (properties11.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) {
    VkSubgroupFeatureFlags subgroups = properties11.subgroupSupportedOperations;
    add(subgroups & VK_SUBGROUP_FEATURE_BASIC_BIT, Feature::SubgroupBasic);
    add(subgroups & VK_SUBGROUP_FEATURE_VOTE_BIT, Feature::SubgroupVote);
    add(subgroups & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT,
        Feature::SubgroupArithmetic);
    add(subgroups & VK_SUBGROUP_FEATURE_BALLOT_BIT, Feature::SubgroupBallot);
    add(subgroups & VK_SUBGROUP_FEATURE_SHUFFLE_BIT, Feature::SubgroupShuffle);
    add(subgroups & VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT,
        Feature::SubgroupShuffleRelative);
  }
  judge(info);
  return info;
}
