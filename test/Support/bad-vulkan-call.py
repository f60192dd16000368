#!/usr/bin/env python3
"""Makes a Vulkan instance and, with --bad, one call that breaks a rule.

The test of the validation wrapper: with --bad the layer has to complain,
without it has to be silent.
"""

import ctypes
import sys


class ApplicationInfo(ctypes.Structure):
    _fields_ = [("sType", ctypes.c_int), ("pNext", ctypes.c_void_p),
                ("name", ctypes.c_char_p), ("version", ctypes.c_uint32),
                ("engine", ctypes.c_char_p), ("engineVersion", ctypes.c_uint32),
                ("apiVersion", ctypes.c_uint32)]


class InstanceCreateInfo(ctypes.Structure):
    _fields_ = [("sType", ctypes.c_int), ("pNext", ctypes.c_void_p),
                ("flags", ctypes.c_uint32), ("application", ctypes.c_void_p),
                ("layerCount", ctypes.c_uint32), ("layers", ctypes.c_void_p),
                ("extensionCount", ctypes.c_uint32),
                ("extensions", ctypes.c_void_p)]


def main():
    vulkan = ctypes.CDLL("libvulkan.so.1")
    application = ApplicationInfo(sType=0, apiVersion=(1 << 22) | (1 << 12))
    info = InstanceCreateInfo(
        sType=1, application=ctypes.cast(ctypes.pointer(application),
                                         ctypes.c_void_p))
    instance = ctypes.c_void_p()
    if vulkan.vkCreateInstance(ctypes.byref(info), None, ctypes.byref(instance)):
        sys.exit("vkCreateInstance failed")
    count = ctypes.c_uint32(1)
    device = ctypes.c_void_p()
    if vulkan.vkEnumeratePhysicalDevices(instance, ctypes.byref(count),
                                         ctypes.byref(device)):
        sys.exit("vkEnumeratePhysicalDevices failed")
    if "--bad" in sys.argv:
        # The structure to fill says that it is of another type.
        properties = (ctypes.c_uint32 * 1024)()
        vulkan.vkGetPhysicalDeviceProperties2(device, properties)
    vulkan.vkDestroyInstance(instance, None)


if __name__ == "__main__":
    main()
