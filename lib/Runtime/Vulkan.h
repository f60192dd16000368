//===- Vulkan.h - Vulkan through volk ---------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_RUNTIME_VULKAN_H
#define OAML_LIB_RUNTIME_VULKAN_H

#include "oaml-rt/Device.h"
#include "oaml-rt/Status.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>
#include <volk.h>

namespace oaml::rt::detail {

/// "VK_ERROR_DEVICE_LOST".
std::string getResultName(VkResult result);

/// The error for a failed call: "cannot `what`", with the code that fits.
Status makeError(VkResult result, const std::string &what);

/// A Vulkan instance. Every Device has its own; functions of instance level are
/// kept here and not in volk's globals, so that threads do not meet there.
class Instance {
public:
  /// Loads the Vulkan loader and makes an instance, with the Khronos validation
  /// layer if `validate`.
  static Expected<std::shared_ptr<Instance>> create(bool validate);
  ~Instance();
  Instance(const Instance &) = delete;
  Instance &operator=(const Instance &) = delete;

  /// All physical devices, in the loader's order.
  Expected<std::vector<VkPhysicalDevice>> getPhysicalDevices() const;

  /// Describes a physical device.
  DeviceInfo getInfo(VkPhysicalDevice device, unsigned index) const;

  std::vector<std::string> getMessages() const;

  VkInstance instance = VK_NULL_HANDLE;
  bool hasDebugUtils = false;
  PFN_vkDestroyInstance vkDestroyInstance = nullptr;
  PFN_vkEnumeratePhysicalDevices vkEnumeratePhysicalDevices = nullptr;
  PFN_vkGetPhysicalDeviceProperties2 vkGetPhysicalDeviceProperties2 = nullptr;
  PFN_vkGetPhysicalDeviceFeatures2 vkGetPhysicalDeviceFeatures2 = nullptr;
  PFN_vkGetPhysicalDeviceMemoryProperties vkGetPhysicalDeviceMemoryProperties =
      nullptr;
  PFN_vkGetPhysicalDeviceQueueFamilyProperties
      vkGetPhysicalDeviceQueueFamilyProperties = nullptr;
  PFN_vkGetPhysicalDeviceExternalBufferProperties
      vkGetPhysicalDeviceExternalBufferProperties = nullptr;
  PFN_vkEnumerateDeviceExtensionProperties
      vkEnumerateDeviceExtensionProperties = nullptr;
  PFN_vkCreateDevice vkCreateDevice = nullptr;
  PFN_vkCreateDebugUtilsMessengerEXT vkCreateDebugUtilsMessenger = nullptr;
  PFN_vkDestroyDebugUtilsMessengerEXT vkDestroyDebugUtilsMessenger = nullptr;
  PFN_vkSetDebugUtilsObjectNameEXT vkSetDebugUtilsObjectName = nullptr;
  PFN_vkCmdBeginDebugUtilsLabelEXT vkCmdBeginDebugUtilsLabel = nullptr;
  PFN_vkCmdEndDebugUtilsLabelEXT vkCmdEndDebugUtilsLabel = nullptr;

private:
  Instance() = default;
  static VKAPI_ATTR VkBool32 VKAPI_CALL
  collect(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
          VkDebugUtilsMessageTypeFlagsEXT types,
          const VkDebugUtilsMessengerCallbackDataEXT *data, void *user);

  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  mutable std::mutex messagesMutex;
  std::vector<std::string> messages;
};

/// Names of a device's extensions.
std::vector<std::string> getExtensions(const Instance &instance,
                                       VkPhysicalDevice device);

/// What every buffer may be used for: kernels reach it by its address.
constexpr VkBufferUsageFlags kBufferUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
    VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
    VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;

/// The queue family that the runtime would use: one with compute, without
/// graphics where there is a choice. -1: none.
int chooseQueueFamily(const Instance &instance, VkPhysicalDevice device);

} // namespace oaml::rt::detail

#endif // OAML_LIB_RUNTIME_VULKAN_H
