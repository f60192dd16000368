//===- Safetensors.h - Named arrays in .safetensors files -------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The format of https://github.com/huggingface/safetensors: the size of a JSON
// header in 8 bytes, the header, then the elements of all arrays. Element
// types:
//
//   F32    F16    BF16    I32, read from U32, too    I8    U8, read from BOOL,
//   too
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_SAFETENSORS_H
#define OAML_RT_SAFETENSORS_H

#include "oaml-rt/HostArray.h"
#include "oaml-rt/Status.h"

#include <map>
#include <string>
#include <vector>

namespace oaml::rt {

/// The contents of a file. Names are unique; writing keeps the order, reading
/// gives the order of the data.
struct Safetensors {
  struct Entry {
    std::string name;
    HostArray array;
  };
  std::vector<Entry> entries;
  std::map<std::string, std::string> metadata;

  /// The array of this name, or null.
  const HostArray *find(const std::string &name) const;
};

/// NotFound, IO, or InvalidArgument with what is wrong with the file:
/// truncated, gaps or overlaps in the data, a foreign element type.
Expected<Safetensors> readSafetensors(const std::string &path);

/// Writes a file, which replaces `path` when it is complete. InvalidArgument
/// for a repeated name or an array whose bytes do not fit its shape.
Status writeSafetensors(const std::string &path, const Safetensors &contents);

} // namespace oaml::rt

#endif // OAML_RT_SAFETENSORS_H
