//===- AtomicFile.cpp - Files that appear only when complete --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml-rt/AtomicFile.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace oaml::rt;

/// "<path>: <what>: No such file or directory".
static Status systemError(const std::string &path, const std::string &what) {
  return Status::error(ErrorCode::IO,
                       path + ": " + what + ": " + std::strerror(errno));
}

Expected<AtomicFile> AtomicFile::create(const std::string &path) {
  struct stat status;
  if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    return systemError(path, "cannot be written");
  }
  std::string temporary = path + ".XXXXXX";
  int descriptor = mkstemp(temporary.data());
  if (descriptor < 0)
    return systemError(path, "cannot be written");
  // mkstemp makes private files; a result is as open as any other new file.
  mode_t mask = umask(0);
  umask(mask);
  std::FILE *file = nullptr;
  if (fchmod(descriptor, 0666 & ~mask) == 0)
    file = fdopen(descriptor, "wb");
  if (!file) {
    Status error = systemError(path, "cannot be written");
    close(descriptor);
    unlink(temporary.c_str());
    return error;
  }
  return AtomicFile(path, std::move(temporary), file);
}

AtomicFile::AtomicFile(AtomicFile &&other)
    : path(std::move(other.path)), temporary(std::move(other.temporary)),
      file(std::exchange(other.file, nullptr)) {
  other.temporary.clear();
}

AtomicFile &AtomicFile::operator=(AtomicFile &&other) {
  discard();
  path = std::move(other.path);
  temporary = std::move(other.temporary);
  other.temporary.clear();
  file = std::exchange(other.file, nullptr);
  return *this;
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() {
  if (file)
    std::fclose(file);
  file = nullptr;
  if (!temporary.empty())
    unlink(temporary.c_str());
  temporary.clear();
}

Status AtomicFile::fail(const std::string &what) {
  Status error = systemError(path, what);
  discard();
  return error;
}

Status AtomicFile::write(const void *data, size_t size) {
  if (!file)
    return Status::error(ErrorCode::IO, path + ": is closed");
  if (size > 0 && std::fwrite(data, size, 1, file) != 1)
    return fail("cannot be written");
  return {};
}

Status AtomicFile::finish() {
  if (!file)
    return {};
  std::FILE *open = std::exchange(file, nullptr);
  bool flushed = std::fflush(open) == 0;
  bool closed = std::fclose(open) == 0;
  if (!flushed || !closed)
    return fail("cannot be written");
  return {};
}

Status AtomicFile::commit() {
  if (Status error = finish())
    return error;
  if (temporary.empty())
    return Status::error(ErrorCode::IO, path + ": was given up");
  if (std::rename(temporary.c_str(), path.c_str()) != 0)
    return fail("cannot be replaced");
  temporary.clear();
  return {};
}
