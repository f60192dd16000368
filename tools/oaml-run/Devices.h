//===- Devices.h - What oaml-run says of devices ----------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_RUN_DEVICES_H
#define OAML_TOOLS_OAML_RUN_DEVICES_H

#include "ExitCode.h"

#include "oaml-rt/Device.h"

namespace oaml {

/// Prints one line per device of this system, unusable ones with the reason.
ExitCode listDevices();

/// Prints the device that `options` choose as one JSON object. Its keys include
/// the parameters of `#kernel.device`, so that the compiler can take the file
/// as a target.
ExitCode printDeviceInfo(const rt::DeviceOptions &options);

} // namespace oaml

#endif // OAML_TOOLS_OAML_RUN_DEVICES_H
