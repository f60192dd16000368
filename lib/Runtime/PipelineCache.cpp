//===- PipelineCache.cpp - Compiled pipelines on disk ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineCache.h"

#include "oaml-rt/ArtifactFormat.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace oaml::rt;
using namespace oaml::rt::detail;

namespace {
/// Start of a cache file.
struct Header {
  char magic[8];
  uint64_t size;
  uint64_t hash;
};
} // namespace

static constexpr char kMagic[8] = {'O', 'A', 'M', 'L', 'P', 'C', '0', '1'};
/// More than any driver's blob of one pipeline; stops a damaged size.
static constexpr uint64_t kMaxBlob = uint64_t(256) << 20;

static std::string
chooseDirectory(const std::optional<std::string> &directory) {
  if (directory)
    return *directory;
  if (const char *path = std::getenv("OAML_CACHE_DIR"))
    return path;
  if (const char *path = std::getenv("XDG_CACHE_HOME"); path && *path == '/')
    return std::string(path) + "/oaml";
  if (const char *path = std::getenv("HOME"); path && *path == '/')
    return std::string(path) + "/.cache/oaml";
  return {};
}

static std::string printHex(const uint8_t *bytes, size_t size) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < size; ++i) {
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text;
}

PipelineCache::PipelineCache(const DeviceInfo &device,
                             const std::optional<std::string> &directory)
    : root(chooseDirectory(directory)),
      prefix(printHex(device.driverUUID.data(), device.driverUUID.size()) +
             "-" +
             printHex(device.pipelineCacheUUID.data(),
                      device.pipelineCacheUUID.size())) {}

std::string PipelineCache::getPath(uint64_t spirvHash,
                                   unsigned subgroupSize) const {
  char name[48];
  std::snprintf(name, sizeof(name), "-%016llx-%u.bin",
                static_cast<unsigned long long>(spirvHash), subgroupSize);
  return root + "/" + prefix + name;
}

/// Writes or reads all of a range; false where that fails.
static bool writeAll(int file, const void *data, size_t size) {
  const auto *bytes = static_cast<const uint8_t *>(data);
  while (size > 0) {
    ssize_t count = write(file, bytes, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes += count;
    size -= static_cast<size_t>(count);
  }
  return true;
}

static bool readAll(int file, void *data, size_t size) {
  auto *bytes = static_cast<uint8_t *>(data);
  while (size > 0) {
    ssize_t count = read(file, bytes, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes += count;
    size -= static_cast<size_t>(count);
  }
  return true;
}

std::vector<uint8_t> PipelineCache::load(uint64_t spirvHash,
                                         unsigned subgroupSize) const {
  std::vector<uint8_t> blob;
  if (!isEnabled())
    return blob;
  int file =
      open(getPath(spirvHash, subgroupSize).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return blob;
  Header header;
  struct stat status;
  if (readAll(file, &header, sizeof(header)) &&
      std::memcmp(header.magic, kMagic, sizeof(kMagic)) == 0 &&
      header.size <= kMaxBlob && fstat(file, &status) == 0 &&
      static_cast<uint64_t>(status.st_size) == sizeof(header) + header.size) {
    blob.resize(header.size);
    if (!readAll(file, blob.data(), blob.size()) ||
        hashBytes(blob.data(), blob.size()) != header.hash)
      blob.clear();
  }
  close(file);
  return blob;
}

/// Makes a directory and those above it, readable by the user alone.
static void makeDirectory(const std::string &path) {
  for (size_t i = 1; i <= path.size(); ++i)
    if (i == path.size() || path[i] == '/')
      mkdir(path.substr(0, i).c_str(), 0700);
}

void PipelineCache::store(uint64_t spirvHash, unsigned subgroupSize,
                          const std::vector<uint8_t> &blob) const {
  if (!isEnabled() || blob.empty() || blob.size() > kMaxBlob)
    return;
  makeDirectory(root);
  std::string path = getPath(spirvHash, subgroupSize);
  std::string temporary = path + ".XXXXXX";
  int file = mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0)
    return;
  Header header;
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.size = blob.size();
  header.hash = hashBytes(blob.data(), blob.size());
  bool isWritten = writeAll(file, &header, sizeof(header)) &&
                   writeAll(file, blob.data(), blob.size());
  isWritten &= close(file) == 0;
  if (!isWritten || rename(temporary.c_str(), path.c_str()) != 0)
    unlink(temporary.c_str());
}
