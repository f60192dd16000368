//===- Buffer.h - Device memory ---------------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_BUFFER_H
#define OAML_RT_BUFFER_H

#include "oaml-rt/Device.h"
#include "oaml-rt/Status.h"

#include <cstdint>
#include <memory>
#include <string>

namespace oaml::rt {

namespace detail {
class BufferImpl;
} // namespace detail

/// A piece of device memory. A cheap handle that may be copied; the memory is
/// freed with the last handle and invocation that hold it. An empty handle
/// (default constructed) may only be assigned, compared and tested.
class Buffer {
public:
  Buffer() = default;

  /// Allocates `size` bytes (0 is allowed), contents undefined. `name` is shown
  /// by debuggers and in errors. OutOfMemory, or Unsupported where one
  /// allocation may not be that large.
  OAML_RT_API static Expected<Buffer>
  create(const Device &device, uint64_t size, const std::string &name = {});

  /// Uses the caller's memory without a copy, by the pages that enclose it; it
  /// must stay mapped until the last handle is gone. Unsupported where the
  /// device cannot import it (no VK_EXT_external_memory_host, refused by the
  /// driver, `data` not aligned to 16 bytes, guard bands on): copy then.
  OAML_RT_API static Expected<Buffer> importHost(const Device &device,
                                                 void *data, uint64_t size,
                                                 const std::string &name = {});

  /// Bytes.
  OAML_RT_API uint64_t getSize() const;
  /// Device address of the first byte.
  OAML_RT_API uint64_t getAddress() const;

  /// The memory as the host sees it, or null where it cannot. Wait for runs
  /// that use the buffer before looking.
  OAML_RT_API void *map() const;

  /// Copies from or to the host, waiting for earlier runs that use the buffer.
  /// InvalidArgument where the range sticks out.
  OAML_RT_API Status read(uint64_t offset, void *data, uint64_t size) const;
  OAML_RT_API Status write(uint64_t offset, const void *data,
                           uint64_t size) const;

  explicit operator bool() const { return impl != nullptr; }
  /// The same memory (not equal contents).
  bool operator==(const Buffer &other) const { return impl == other.impl; }
  bool operator!=(const Buffer &other) const { return impl != other.impl; }

  /// For the runtime's own use.
  const std::shared_ptr<detail::BufferImpl> &getImpl() const { return impl; }
  explicit Buffer(std::shared_ptr<detail::BufferImpl> impl)
      : impl(std::move(impl)) {}

private:
  std::shared_ptr<detail::BufferImpl> impl;
};

} // namespace oaml::rt

#endif // OAML_RT_BUFFER_H
