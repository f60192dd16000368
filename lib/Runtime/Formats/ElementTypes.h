//===- ElementTypes.h - Element types of foreign files ----------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_RUNTIME_FORMATS_ELEMENTTYPES_H
#define OAML_LIB_RUNTIME_FORMATS_ELEMENTTYPES_H

#include "oaml-rt/Types.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace oaml::rt::formats {

/// How a file format calls an element type.
struct ElementName {
  const char *name;
  DType dtype;
  unsigned size;
};

/// The entry of this name, or null. Where a type has several names, the first
/// one of the table is for writing.
template <unsigned count>
const ElementName *findName(const ElementName (&table)[count],
                            const std::string &name) {
  for (const ElementName &entry : table)
    if (name == entry.name)
      return &entry;
  return nullptr;
}

template <unsigned count>
const ElementName &findDType(const ElementName (&table)[count], DType dtype) {
  const ElementName *entry = table;
  while (entry->dtype != dtype)
    ++entry;
  return *entry;
}

/// Bytes of a tensor; nothing for negative extents or a size beyond 63 bits.
inline std::optional<uint64_t> getSize(const std::vector<int64_t> &shape,
                                       unsigned elementSize) {
  int64_t size = elementSize;
  bool isEmpty = false;
  for (int64_t extent : shape) {
    if (extent < 0)
      return std::nullopt;
    isEmpty |= extent == 0;
  }
  if (isEmpty)
    return 0;
  for (int64_t extent : shape)
    if (__builtin_mul_overflow(size, extent, &size))
      return std::nullopt;
  return static_cast<uint64_t>(size);
}

} // namespace oaml::rt::formats

#endif // OAML_LIB_RUNTIME_FORMATS_ELEMENTTYPES_H
