//===- ArtifactFormat.h - Arithmetic of the artifact file -------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What writer and reader of an artifact (see Artifact.fbs) must agree on and a
// FlatBuffers schema cannot say. Header-only; needs neither FlatBuffers nor
// Vulkan.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_ARTIFACTFORMAT_H
#define OAML_RT_ARTIFACTFORMAT_H

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace oaml::rt {

/// Version of the schema that this source tree writes. A reader accepts files
/// of its major version with a smaller or equal minor version.
constexpr uint16_t kSchemaMajor = 1;
constexpr uint16_t kSchemaMinor = 0;

/// Alignment of the constant segment in a file: the page size that both CPU
/// devices want for an import without a copy.
constexpr uint64_t kConstantSegmentAlignment = 4096;

/// Alignment of each constant in the segment and of each buffer in the arena,
/// in bytes: the largest minStorageBufferOffsetAlignment that Vulkan allows.
constexpr uint64_t kBufferAlignment = 256;

/// Largest number of workgroups in x of a dispatch; the rest goes to y. Vulkan
/// guarantees this much.
constexpr uint64_t kMaxGridX = 65535;

/// Where a FlatBuffer of `prefixedSize` bytes (size prefix included) is
/// followed by constants: the byte at which they begin in the file.
constexpr uint64_t getConstantSegmentBegin(uint64_t prefixedSize) {
  return (prefixedSize + kConstantSegmentAlignment - 1) /
         kConstantSegmentAlignment * kConstantSegmentAlignment;
}

/// Bytes of a launch record with `numAddresses` addresses and `numValues` u32
/// values, the number of workgroups after them, and padding.
constexpr uint64_t getRecordSize(uint64_t numAddresses, uint64_t numValues) {
  return (8 * numAddresses + 4 * (numValues + 1) + 7) / 8 * 8;
}

/// The hash of artifacts: FNV-1a over little-endian 64-bit words (the last one
/// filled up with zeros), then the length, then a finalizer (the one of
/// splitmix64). It finds damage; it is no defence against an adversary.
inline uint64_t hashBytes(const void *data, size_t size) {
  const auto *bytes = static_cast<const unsigned char *>(data);
  uint64_t hash = 0xcbf29ce484222325ull;
  for (size_t i = 0; i < size; i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
    hash = (hash ^ word) * 0x100000001b3ull;
    hash ^= hash >> 32; // high bits of a word must reach low bits of the hash
  }
  hash ^= size;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ull;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebull;
  return hash ^ (hash >> 31);
}

} // namespace oaml::rt

#endif // OAML_RT_ARTIFACTFORMAT_H
