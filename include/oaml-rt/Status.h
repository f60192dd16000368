//===- Status.h - Errors of the runtime -------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_STATUS_H
#define OAML_RT_STATUS_H

#include <cassert>
#include <optional>
#include <string>
#include <utility>

/// Marks what liboaml-rt.so exports; everything else in it is hidden.
#define OAML_RT_API __attribute__((visibility("default")))

namespace oaml::rt {

/// What kind of thing went wrong.
enum class ErrorCode {
  Ok,
  /// The caller passed something that does not fit: wrong dtype, rank, extent,
  /// size, name or order of calls.
  InvalidArgument,
  /// The artifact is damaged, truncated, hostile or of another format version.
  InvalidArtifact,
  /// A shape rule of the program does not hold for the bound arguments.
  PredicateFailed,
  /// The device, the driver or this system lacks what was asked for.
  Unsupported,
  /// No such file, device, entry, argument or layer.
  NotFound,
  /// A file could not be read or written.
  IO,
  /// Host or device memory is exhausted.
  OutOfMemory,
  /// The device was lost; the Device object is of no use any more.
  DeviceLost,
  /// Another Vulkan call failed; `getVulkanResult` has its result.
  DeviceError,
  /// A kernel wrote outside of its buffers (guard bands were on).
  GuardViolation
};

/// "InvalidArgument" and so on.
OAML_RT_API const char *getName(ErrorCode code);

/// Success, or an error with a code, a message, where it applies the location
/// ("model.mlir:12:8") and the name ("oaml.add") of the source op, and the name
/// of Vulkan's result ("VK_ERROR_DEVICE_LOST").
class [[nodiscard]] Status {
public:
  /// Success.
  Status() = default;

  /// An error. `code` must not be Ok.
  static Status error(ErrorCode code, std::string message,
                      std::string location = {}, std::string vulkanResult = {},
                      std::string op = {}) {
    assert(code != ErrorCode::Ok && "an error needs a code");
    Status status;
    status.code = code;
    status.message = std::move(message);
    status.location = std::move(location);
    status.vulkanResult = std::move(vulkanResult);
    status.op = std::move(op);
    return status;
  }

  bool isOk() const { return code == ErrorCode::Ok; }
  /// True on an error: `if (Status s = run()) return s;`.
  explicit operator bool() const { return !isOk(); }

  ErrorCode getCode() const { return code; }
  const std::string &getMessage() const { return message; }
  const std::string &getLocation() const { return location; }
  const std::string &getVulkanResult() const { return vulkanResult; }
  const std::string &getOp() const { return op; }

  /// One line for people: "model.mlir:12:8: message (VK_ERROR_…)".
  OAML_RT_API std::string toString() const;

private:
  ErrorCode code = ErrorCode::Ok;
  std::string message, location, vulkanResult, op;
};

/// A value, or the Status that tells why there is none.
template <typename T>
class [[nodiscard]] Expected {
public:
  Expected(T value) : value(std::move(value)) {}
  Expected(Status error) : status(std::move(error)) {
    assert(!status.isOk() && "an Expected without a value needs an error");
  }

  /// True when there is a value.
  explicit operator bool() const { return value.has_value(); }

  T &operator*() { return *value; }
  const T &operator*() const { return *value; }
  T *operator->() { return &*value; }
  const T *operator->() const { return &*value; }

  /// The error; Ok when there is a value.
  const Status &getStatus() const { return status; }

private:
  std::optional<T> value;
  Status status;
};

} // namespace oaml::rt

#endif // OAML_RT_STATUS_H
