//===- ArtifactReader.cpp - Loading artifacts -----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArtifactImpl.h"

#include "oaml-rt/ArtifactFormat.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace oaml::rt;
using namespace oaml::rt::detail;

//===----------------------------------------------------------------------===//
// Mapping
//===----------------------------------------------------------------------===//

Mapping::~Mapping() {
  if (data)
    munmap(data, size);
}

bool Mapping::map(int file, uint64_t offset, uint64_t bytes) {
  // Writable and private: a device may want to import the pages.
  void *address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE,
                       file, static_cast<off_t>(offset));
  if (address == MAP_FAILED)
    return false;
  data = static_cast<uint8_t *>(address);
  size = bytes;
  return true;
}

//===----------------------------------------------------------------------===//
// ArtifactImpl
//===----------------------------------------------------------------------===//

static Status bad(const std::string &what) {
  return Status::error(ErrorCode::InvalidArtifact, what);
}

/// Reads the size prefix; `size` bytes of the file are known to exist.
static Expected<uint64_t> readPrefix(const uint8_t *bytes, uint64_t available,
                                     uint64_t fileSize) {
  // Prefix, root offset and identifier are the least that can be.
  if (fileSize < 12 || available < 12)
    return bad("not an OAML artifact: the file has only " +
               std::to_string(fileSize) + " bytes");
  if (std::memcmp(bytes + 8, artifact::ArtifactIdentifier(), 4) != 0)
    return bad("not an OAML artifact: the file identifier is missing");
  uint64_t flatSize =
      uint64_t(4) + flatbuffers::ReadScalar<flatbuffers::uoffset_t>(bytes);
  if (flatSize > fileSize)
    return bad("truncated artifact: " + std::to_string(flatSize) +
               " bytes announced, the file has " + std::to_string(fileSize));
  if (flatSize < 12 || flatSize >= FLATBUFFERS_MAX_BUFFER_SIZE)
    return bad("impossible size prefix of " + std::to_string(flatSize - 4));
  return flatSize;
}

Status ArtifactImpl::initialize(std::vector<uint64_t> words, uint64_t flatSize,
                                uint64_t fileSize, const uint8_t *segment) {
  flat = std::move(words);
  const auto *bytes = reinterpret_cast<const uint8_t *>(flat.data());
  // No honest file has more tables than words; more are visited only where
  // tables are shared again and again to make us work.
  flatbuffers::Verifier verifier(
      bytes, flatSize, /*_max_depth=*/16,
      static_cast<flatbuffers::uoffset_t>(flatSize / 4 + 1024));
  if (!artifact::VerifySizePrefixedArtifactBuffer(verifier))
    return bad("damaged artifact: its FlatBuffer does not verify");
  root = artifact::GetSizePrefixedArtifact(bytes);
  if (root->schema_major() != kSchemaMajor ||
      root->schema_minor() > kSchemaMinor)
    return bad("the artifact has schema version " +
               std::to_string(root->schema_major()) + "." +
               std::to_string(root->schema_minor()) +
               ", this runtime reads versions " + std::to_string(kSchemaMajor) +
               ".0 to " + std::to_string(kSchemaMajor) + "." +
               std::to_string(kSchemaMinor));

  uint64_t begin = getConstantSegmentBegin(flatSize);
  uint64_t length = root->constant_length();
  if (length == 0 ? fileSize != flatSize
                  : fileSize < begin || fileSize - begin != length)
    return bad("the file has " + std::to_string(fileSize) +
               " bytes where its header of " + std::to_string(flatSize) +
               " bytes announces " + std::to_string(length) +
               " bytes of constants");
  if (root->constant_alignment() != kConstantSegmentAlignment)
    return bad("constant segment aligned to " +
               std::to_string(root->constant_alignment()) + " bytes, not 4096");
  constants = segment;
  if (hashBytes(constants, length) != root->constant_hash())
    return bad("damaged artifact: the constants do not match their hash");

  std::vector<FeatureSet> needs;
  if (Status status = verifyArtifact(*root, flatSize, needs))
    return status;
  info = describeArtifact(*root, needs);
  info.fileBytes = fileSize;
  return {};
}

std::string ArtifactImpl::getLocation(uint32_t index) const {
  if (index >= getSize(root->locations()))
    return {};
  return root->locations()->Get(index)->str();
}

//===----------------------------------------------------------------------===//
// Artifact
//===----------------------------------------------------------------------===//

namespace {
/// Closes a file descriptor at the end of a scope.
struct FileCloser {
  int file;
  ~FileCloser() { close(file); }
};
} // namespace

/// Reads exactly `size` bytes from `offset`; what is wrong, or nothing.
static std::string readExactly(int file, void *data, uint64_t size,
                               uint64_t offset) {
  auto *bytes = static_cast<uint8_t *>(data);
  while (size > 0) {
    ssize_t got = pread(file, bytes, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return std::strerror(errno);
    if (got == 0)
      return "the file became shorter";
    bytes += got;
    offset += static_cast<uint64_t>(got);
    size -= static_cast<uint64_t>(got);
  }
  return {};
}

Expected<Artifact> Artifact::load(const std::string &path) {
  auto fail = [&](ErrorCode code, const std::string &what) {
    return Status::error(code, "cannot load '" + path + "': " + what);
  };
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return fail(errno == ENOENT ? ErrorCode::NotFound : ErrorCode::IO,
                std::strerror(errno));
  FileCloser closer{file};
  struct stat status;
  if (fstat(file, &status) != 0)
    return fail(ErrorCode::IO, std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return fail(ErrorCode::IO, "not a regular file");
  uint64_t fileSize = static_cast<uint64_t>(status.st_size);

  uint8_t head[12] = {};
  uint64_t headSize = std::min<uint64_t>(fileSize, sizeof(head));
  if (std::string what = readExactly(file, head, headSize, 0); !what.empty())
    return fail(ErrorCode::IO, what);
  Expected<uint64_t> flatSize = readPrefix(head, headSize, fileSize);
  if (!flatSize)
    return fail(flatSize.getStatus().getCode(),
                flatSize.getStatus().getMessage());
  std::vector<uint64_t> flat(*flatSize / 8 + 1);
  if (std::string what = readExactly(file, flat.data(), *flatSize, 0);
      !what.empty())
    return fail(ErrorCode::IO, what);
  if (std::memcmp(flat.data(), head, sizeof(head)) != 0)
    return fail(ErrorCode::IO, "the file changes while it is read");

  auto impl = std::make_shared<ArtifactImpl>();
  uint64_t begin = getConstantSegmentBegin(*flatSize);
  if (fileSize > begin && !impl->mapping.map(file, begin, fileSize - begin))
    return fail(ErrorCode::IO, std::strerror(errno));
  if (Status status = impl->initialize(std::move(flat), *flatSize, fileSize,
                                       impl->mapping.getData()))
    return fail(status.getCode(), status.getMessage());
  impl->importable = impl->mapping.getData();
  return Artifact(std::shared_ptr<const ArtifactImpl>(std::move(impl)));
}

Expected<Artifact> Artifact::fromMemory(const void *data, size_t size) {
  const auto *bytes = static_cast<const uint8_t *>(data);
  Expected<uint64_t> flatSize = readPrefix(bytes, size, size);
  if (!flatSize)
    return flatSize.getStatus();
  std::vector<uint64_t> flat(*flatSize / 8 + 1);
  std::memcpy(flat.data(), bytes, *flatSize);
  auto impl = std::make_shared<ArtifactImpl>();
  uint64_t begin = getConstantSegmentBegin(*flatSize);
  if (size > begin) {
    impl->copiedConstants.resize((size - begin + 7) / 8);
    std::memcpy(impl->copiedConstants.data(), bytes + begin, size - begin);
  }
  if (Status status = impl->initialize(
          std::move(flat), *flatSize, size,
          reinterpret_cast<const uint8_t *>(impl->copiedConstants.data())))
    return status;
  return Artifact(std::shared_ptr<const ArtifactImpl>(std::move(impl)));
}

const ArtifactInfo &Artifact::getInfo() const { return impl->getInfo(); }

std::vector<uint32_t> Artifact::getSPIRV(unsigned kernel) const {
  const auto &words = *impl->getKernel(kernel).spirv();
  return std::vector<uint32_t>(words.begin(), words.end());
}
