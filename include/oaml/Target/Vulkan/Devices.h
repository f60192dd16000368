//===- Devices.h - Descriptions of devices ----------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TARGET_VULKAN_DEVICES_H
#define OAML_TARGET_VULKAN_DEVICES_H

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"

#include "llvm/Support/JSON.h"

namespace oaml {

/// Names of the built-in profiles, sorted.
llvm::ArrayRef<llvm::StringLiteral> getDeviceProfileNames();

/// The built-in profile `name`: "lavapipe", "swiftshader", "desktop" or
/// "mobile". Null for any other name.
kernel::DeviceAttr getDeviceProfile(mlir::MLIRContext *context,
                                    llvm::StringRef name);

/// Reads a description from JSON: an object with the parameters of
/// `#kernel.device` as keys, as `oaml-run --device-info` writes them (other
/// keys are ignored). Emits an error at `location` that names the key.
mlir::FailureOr<kernel::DeviceAttr>
parseDevice(const llvm::json::Value &description, mlir::Location location);

/// The inverse of `parseDevice`.
llvm::json::Object toJSON(kernel::DeviceAttr device);

} // namespace oaml

#endif // OAML_TARGET_VULKAN_DEVICES_H
