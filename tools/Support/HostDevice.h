//===- HostDevice.h - The device that would run here ------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_SUPPORT_HOSTDEVICE_H
#define OAML_TOOLS_SUPPORT_HOSTDEVICE_H

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"

#include "oaml-rt/Device.h"

#include <string>

namespace oaml {

/// What code generation reads of a device that the runtime has seen. The name
/// is that of the profile that fits, so that equal devices give equal
/// artifacts.
kernel::DeviceAttr getDeviceAttr(mlir::MLIRContext *context,
                                 const rt::DeviceInfo &info);

/// The description of the device that would run here: the one `preference`
/// names (as `--device` of oaml-run), else OAML_DEVICE, else the best. Failure
/// has been reported.
mlir::FailureOr<kernel::DeviceAttr>
getHostDevice(mlir::MLIRContext *context, const std::string &preference = {});

} // namespace oaml

#endif // OAML_TOOLS_SUPPORT_HOSTDEVICE_H
