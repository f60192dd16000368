//===- Devices.h - Devices of this process ----------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PYTHON_NATIVE_DEVICES_H
#define OAML_PYTHON_NATIVE_DEVICES_H

#include "Errors.h"

#include "oaml-rt/Device.h"

#include <memory>
#include <mutex>
#include <optional>

namespace oaml::python {

/// A device as Python sees it: opened when first used, closed for good.
/// The interpreter is a device, too: its memory is the host's.
class Device {
public:
  /// The interpreter.
  Device() : interpreter(true) { info.name = "interpreter"; }
  explicit Device(rt::DeviceInfo info) : info(std::move(info)) {}

  const rt::DeviceInfo &getInfo() const { return info; }
  bool isInterpreter() const { return interpreter; }
  bool isClosed() const { return closed; }
  bool isOpen() const { return device.has_value(); }
  /// Memory of the host is used in place, by its address.
  bool sharesHostMemory() const { return info.kind == rt::DeviceKind::Cpu; }

  /// Opens the device if need be; DeviceError when it is closed.
  rt::Device &get();
  void close();

private:
  rt::DeviceInfo info;
  std::mutex mutex;
  std::optional<rt::Device> device;
  bool interpreter = false;
  bool closed = false;
};

using DevicePtr = std::shared_ptr<Device>;

/// Those that the Vulkan loader reports; closed ones are replaced by new ones.
/// Empty without a loader or a driver.
std::vector<DevicePtr> getDevices();

/// What `device=` names: None (the default device), a Device, or a text that
/// selects one ("interpreter", an index, a profile, a part of the name).
DevicePtr resolveDevice(nb::handle device);

/// As resolveDevice(None), but null where there is no device at all.
DevicePtr getDefaultDevice();

void setDefaultDevice(nb::handle device);

void bindDevices(nb::module_ &module);

} // namespace oaml::python

#endif // OAML_PYTHON_NATIVE_DEVICES_H
