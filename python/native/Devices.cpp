//===- Devices.cpp - Devices of this process ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Devices.h"

#include <cstdlib>

using namespace oaml;
using namespace oaml::python;

rt::Device &Device::get() {
  std::lock_guard<std::mutex> lock(mutex);
  if (closed)
    raise("DeviceError", "device '" + info.name + "' is closed");
  if (interpreter)
    raise("DeviceError", "the interpreter is not a Vulkan device");
  if (!device) {
    rt::DeviceOptions options;
    options.device = std::to_string(info.index);
    device = check(rt::Device::create(options));
  }
  return *device;
}

void Device::close() {
  std::lock_guard<std::mutex> lock(mutex);
  if (interpreter)
    return;
  device.reset();
  closed = true;
}

/// All state that lives as long as the process; used with the GIL held.
namespace {
struct Registry {
  bool isEnumerated = false;
  /// Why there are none.
  rt::Status failure;
  std::vector<rt::DeviceInfo> infos;
  std::vector<DevicePtr> devices;
  DevicePtr interpreter = std::make_shared<Device>();
  DevicePtr chosen;
};
} // namespace

static Registry &getRegistry() {
  // Never destroyed: arrays may be freed while the interpreter shuts down.
  static auto *registry = new Registry();
  return *registry;
}

static Registry &enumerate() {
  Registry &registry = getRegistry();
  if (!registry.isEnumerated) {
    registry.isEnumerated = true;
    if (auto infos = rt::Device::enumerate())
      registry.infos = *infos;
    else
      registry.failure = infos.getStatus();
    for (const rt::DeviceInfo &info : registry.infos)
      registry.devices.push_back(std::make_shared<Device>(info));
  }
  for (size_t i = 0; i < registry.devices.size(); ++i)
    if (registry.devices[i]->isClosed())
      registry.devices[i] = std::make_shared<Device>(registry.infos[i]);
  return registry;
}

std::vector<DevicePtr> python::getDevices() { return enumerate().devices; }

static DevicePtr select(const std::string &name) {
  if (name == "interpreter")
    return getRegistry().interpreter;
  Registry &registry = enumerate();
  check(registry.failure);
  size_t index = check(rt::selectDevice(registry.infos, name));
  return registry.devices[index];
}

DevicePtr python::resolveDevice(nb::handle device) {
  if (device.is_none()) {
    Registry &registry = getRegistry();
    if (registry.chosen && !registry.chosen->isClosed())
      return registry.chosen;
    const char *environment = std::getenv("OAML_DEVICE");
    return select(environment ? environment : "");
  }
  if (nb::isinstance<nb::str>(device))
    return select(nb::cast<std::string>(device));
  if (nb::isinstance<nb::int_>(device))
    return select(nb::cast<std::string>(nb::str(device)));
  DevicePtr result;
  if (!nb::try_cast(device, result) || !result)
    raise(PyExc_TypeError, "device: expected an oaml.Device, its name or its "
                           "index, found " +
                               describeType(device));
  return result;
}

DevicePtr python::getDefaultDevice() {
  Registry &registry = getRegistry();
  if (registry.chosen && !registry.chosen->isClosed())
    return registry.chosen;
  const char *environment = std::getenv("OAML_DEVICE");
  if (!environment && enumerate().devices.empty())
    return nullptr;
  return resolveDevice(nb::none());
}

void python::setDefaultDevice(nb::handle device) {
  DevicePtr chosen;
  if (!device.is_none())
    chosen = resolveDevice(device);
  getRegistry().chosen = chosen;
}

void python::bindDevices(nb::module_ &module) {
  nb::class_<Device>(module, "Device",
                     "A device that runs programs: one of Vulkan's, or the "
                     "reference interpreter on the host.")
      .def_prop_ro("name", [](const Device &d) { return d.getInfo().name; })
      .def_prop_ro("index", [](const Device &d) { return d.getInfo().index; })
      .def_prop_ro(
          "profile", [](const Device &d) { return d.getInfo().profile; },
          "Name of the compiler's profile that fits.")
      .def_prop_ro("kind",
                   [](const Device &d) {
                     return d.isInterpreter() ? "interpreter"
                                              : getName(d.getInfo().kind);
                   })
      .def_prop_ro("closed", &Device::isClosed)
      .def_prop_ro(
          "unusable", [](const Device &d) { return d.getInfo().unusable; },
          "Why the device cannot be used; empty where it can.")
      .def("close", &Device::close,
           "Closes the device; arrays and programs on it are of no use then.")
      .def("__repr__", [](const Device &d) {
        return "Device('" + d.getInfo().name + "'" +
               (d.isClosed() ? ", closed)" : ")");
      });
  module.def("devices", &getDevices,
             "The devices that Vulkan reports, unusable ones included.");
  module.def("set_default_device", &setDefaultDevice, nb::arg("device").none(),
             "Sets the device on which arrays are made and functions run where "
             "nothing else is said: a Device, an index, a profile or a part of "
             "a name, 'interpreter', or None for the environment's OAML_DEVICE "
             "or else the best one.");
  module.def(
      "default_device", [] { return resolveDevice(nb::none()); },
      "The device that is used where nothing else is said.");
}
