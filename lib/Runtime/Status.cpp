//===- Status.cpp - Errors and element types ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml-rt/Status.h"
#include "oaml-rt/Types.h"

#include <limits>

using namespace oaml::rt;

const char *oaml::rt::getName(ErrorCode code) {
  switch (code) {
  case ErrorCode::Ok:
    return "Ok";
  case ErrorCode::InvalidArgument:
    return "InvalidArgument";
  case ErrorCode::InvalidArtifact:
    return "InvalidArtifact";
  case ErrorCode::PredicateFailed:
    return "PredicateFailed";
  case ErrorCode::Unsupported:
    return "Unsupported";
  case ErrorCode::NotFound:
    return "NotFound";
  case ErrorCode::IO:
    return "IO";
  case ErrorCode::OutOfMemory:
    return "OutOfMemory";
  case ErrorCode::DeviceLost:
    return "DeviceLost";
  case ErrorCode::DeviceError:
    return "DeviceError";
  case ErrorCode::GuardViolation:
    return "GuardViolation";
  }
  return "Unknown";
}

std::string Status::toString() const {
  if (isOk())
    return "ok";
  std::string text;
  if (!location.empty())
    text += location + ": ";
  text += message;
  if (!vulkanResult.empty())
    text += " (" + vulkanResult + ")";
  return text;
}

size_t oaml::rt::getByteSize(DType dtype) {
  switch (dtype) {
  case DType::F32:
  case DType::I32:
    return 4;
  case DType::F16:
  case DType::BF16:
    return 2;
  case DType::I8:
  case DType::UI8:
    return 1;
  }
  return 0;
}

const char *oaml::rt::getName(DType dtype) {
  switch (dtype) {
  case DType::F32:
    return "f32";
  case DType::F16:
    return "f16";
  case DType::BF16:
    return "bf16";
  case DType::I32:
    return "i32";
  case DType::I8:
    return "i8";
  case DType::UI8:
    return "ui8";
  }
  return "unknown";
}

std::string oaml::rt::getTypeText(DType dtype,
                                  const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + getName(dtype);
}

Expected<uint64_t> oaml::rt::getByteSize(DType dtype,
                                         const std::vector<int64_t> &shape) {
  int64_t size = static_cast<int64_t>(getByteSize(dtype));
  bool empty = false;
  for (int64_t extent : shape) {
    if (extent < 0)
      return Status::error(ErrorCode::InvalidArgument,
                           "negative extent in " + getTypeText(dtype, shape));
    empty |= extent == 0;
  }
  if (empty)
    return uint64_t(0);
  for (int64_t extent : shape)
    if (__builtin_mul_overflow(size, extent, &size))
      return Status::error(ErrorCode::InvalidArgument,
                           "the size of " + getTypeText(dtype, shape) +
                               " does not fit in 63 bits");
  return static_cast<uint64_t>(size);
}
