//===- AtomicFile.h - Files that appear only when complete ------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_ATOMICFILE_H
#define OAML_RT_ATOMICFILE_H

#include "oaml-rt/Status.h"

#include <cstddef>
#include <cstdio>
#include <string>

namespace oaml::rt {

/// A file that is written beside `path` under a temporary name and takes its
/// place when it is complete: readers see the old file or the new one. Not
/// committed, it leaves nothing behind.
class AtomicFile {
public:
  /// Opens the temporary file. IO when the directory cannot be written.
  static Expected<AtomicFile> create(const std::string &path);

  AtomicFile(AtomicFile &&other);
  AtomicFile &operator=(AtomicFile &&other);
  ~AtomicFile();

  Status write(const void *data, size_t size);
  /// Flushes to the file system, so that `commit` can hardly fail any more.
  Status finish();
  /// Puts the file in its place; finishes it first.
  Status commit();

private:
  AtomicFile(std::string path, std::string temporary, std::FILE *file)
      : path(std::move(path)), temporary(std::move(temporary)), file(file) {}
  Status fail(const std::string &what);
  void discard();

  std::string path, temporary;
  std::FILE *file = nullptr;
};

} // namespace oaml::rt

#endif // OAML_RT_ATOMICFILE_H
