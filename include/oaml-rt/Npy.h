//===- Npy.h - Arrays in .npy files -----------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// NumPy's format for one array (https://numpy.org/doc/stable/reference/
// generated/numpy.lib.format.html), versions 1.0 to 3.0. Element types:
//
//   f32 <f4    f16 <f2    bf16 <V2 (as the Python package ml_dtypes writes it)
//   i32 <i4, read from <u4, too    i8 |i1    ui8 |u1, read from |b1, too
//
// 64-bit types are rejected rather than rounded. A file may hold several arrays
// one after another.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_NPY_H
#define OAML_RT_NPY_H

#include "oaml-rt/AtomicFile.h"
#include "oaml-rt/HostArray.h"
#include "oaml-rt/Status.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace oaml::rt {

/// Reads the arrays of a file, one after another.
class NpyReader {
public:
  /// NotFound or IO.
  static Expected<NpyReader> open(const std::string &path);

  /// The next array. InvalidArgument says what is wrong with the file:
  /// truncated, in Fortran order, big-endian, of a foreign element type.
  Expected<HostArray> read();

  /// No array is left.
  bool atEnd() const { return position >= size; }

private:
  struct Close {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };
  Status error(const std::string &message) const;
  Status readBytes(void *data, uint64_t count, const char *what);

  std::string path;
  std::unique_ptr<std::FILE, Close> file;
  uint64_t position = 0, size = 0;
  unsigned number = 0;
};

/// Reads the first array of a file.
Expected<HostArray> readNpy(const std::string &path);

/// Writes `array` in version 1.0.
Status writeNpy(AtomicFile &file, const HostArray &array);

/// Writes a file of one array, which replaces `path` when it is complete.
Status writeNpy(const std::string &path, const HostArray &array);

} // namespace oaml::rt

#endif // OAML_RT_NPY_H
