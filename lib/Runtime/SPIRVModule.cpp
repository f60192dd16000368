//===- SPIRVModule.cpp - Checks of SPIR-V modules -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Numbers of instructions, capabilities and modes are those of the SPIR-V
// specification, section 3.
//
//===----------------------------------------------------------------------===//

#include "SPIRVModule.h"

#include <cstring>
#include <optional>
#include <unordered_map>

using namespace oaml::rt;
using namespace oaml::rt::detail;

namespace {

enum : uint32_t {
  kMagic = 0x07230203,
  // The least bound that every implementation accepts (universal limits).
  kMaxBound = 0x3fffff,
  kHeaderWords = 5,

  OpMemoryModel = 14,
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpCapability = 17,
  OpFunction = 54,
  OpFunctionEnd = 56,
  OpDecorate = 71,

  ExecutionModelGLCompute = 5,
  AddressingPhysicalStorageBuffer64 = 5348,
  ModeLocalSize = 17,
  ModeSignedZeroInfNanPreserve = 4461,
  ModeRoundingModeRTE = 4462,
  DecorationBinding = 33,
  DecorationDescriptorSet = 34,
  CapabilityPhysicalStorageBufferAddresses = 5347
};

/// A capability: the feature it needs, or none beyond the baseline.
struct Capability {
  uint32_t number;
  std::optional<Feature> feature;
};

} // namespace

static const Capability kCapabilities[] = {
    {0, std::nullopt}, // Matrix
    {1, std::nullopt}, // Shader
    {9, Feature::Float16},
    {10, Feature::Float64},
    {11, Feature::Int64},
    {22, Feature::Int16},
    {39, Feature::Int8},
    {61, Feature::SubgroupBasic},
    {62, Feature::SubgroupVote},
    {63, Feature::SubgroupArithmetic},
    {64, Feature::SubgroupBallot},
    {65, Feature::SubgroupShuffle},
    {66, Feature::SubgroupShuffleRelative},
    {4433, Feature::Storage16}, // StorageBuffer16BitAccess
    {4448, Feature::Storage8},  // StorageBuffer8BitAccess
    {4466, std::nullopt},       // SignedZeroInfNanPreserve: by its modes
    {4467, std::nullopt},       // RoundingModeRTE: by its modes
    {5345, Feature::VulkanMemoryModel},
    {CapabilityPhysicalStorageBufferAddresses, std::nullopt},
    {6016, Feature::IntegerDotProduct}, // DotProductInputAll
    {6017, Feature::IntegerDotProduct}, // DotProductInput4x8Bit
    {6018, Feature::IntegerDotProduct}, // DotProductInput4x8BitPacked
    {6019, Feature::IntegerDotProduct}, // DotProduct
};

static Status fail(const std::string &what) {
  return Status::error(ErrorCode::InvalidArtifact, "SPIR-V: " + what);
}

/// Reads the literal string in words [begin, end); nothing if it has no end.
static std::optional<std::string> readString(const uint32_t *words,
                                             size_t begin, size_t end) {
  const char *text = reinterpret_cast<const char *>(words + begin);
  size_t room = (end - begin) * 4;
  const void *zero = std::memchr(text, 0, room);
  if (!zero)
    return std::nullopt;
  return std::string(text, static_cast<const char *>(zero));
}

/// The feature that float control mode `mode` at `width` bits needs; nothing
/// where the runtime knows none.
static std::optional<Feature> getFloatControl(uint32_t mode, uint32_t width) {
  bool preserve = mode == ModeSignedZeroInfNanPreserve;
  if (width == 32)
    return preserve ? Feature::SignedZeroInfNanPreserveF32
                    : Feature::RoundToNearestEvenF32;
  if (width == 16)
    return preserve ? Feature::SignedZeroInfNanPreserveF16
                    : Feature::RoundToNearestEvenF16;
  return std::nullopt;
}

Expected<SPIRVModule> detail::readSPIRV(const uint32_t *words, size_t numWords,
                                        const std::string &entryPoint) {
  SPIRVModule module;
  if (numWords < kHeaderWords)
    return fail("a module of " + std::to_string(numWords) +
                " words has no header");
  if (words[0] != kMagic)
    return fail("wrong magic number");
  module.minorVersion = words[1] >> 8 & 0xff;
  if ((words[1] & 0xff0000ffu) != 0 || (words[1] >> 16 & 0xff) != 1 ||
      module.minorVersion > 6)
    return fail("unknown version word " + std::to_string(words[1]));
  uint32_t bound = words[3];
  if (bound == 0 || bound > kMaxBound)
    return fail("id bound " + std::to_string(bound) +
                " is outside of 1 to 4194303");
  if (words[4] != 0)
    return fail("the reserved word of the header is not 0");

  bool physical = false, addresses = false, isInFunction = false;
  std::optional<uint32_t> entryId;
  std::unordered_map<uint32_t, std::array<uint32_t, 3>> localSizes;
  for (size_t i = kHeaderWords; i < numWords;) {
    uint32_t opcode = words[i] & 0xffff, length = words[i] >> 16;
    if (length == 0 || length > numWords - i)
      return fail("the instruction at word " + std::to_string(i) +
                  " passes the end of the module");
    size_t end = i + length;
    auto operand = [&](unsigned index) { return words[i + 1 + index]; };
    unsigned numOperands = length - 1;
    switch (opcode) {
    case OpCapability: {
      if (numOperands != 1)
        return fail("malformed OpCapability");
      const Capability *found = nullptr;
      for (const Capability &capability : kCapabilities)
        if (capability.number == operand(0))
          found = &capability;
      if (!found)
        return fail("capability " + std::to_string(operand(0)) +
                    " is not one that this runtime can check");
      addresses |= found->number == CapabilityPhysicalStorageBufferAddresses;
      if (found->feature)
        module.needs.add(*found->feature);
      break;
    }
    case OpMemoryModel:
      if (numOperands != 2)
        return fail("malformed OpMemoryModel");
      physical = operand(0) == AddressingPhysicalStorageBuffer64;
      break;
    case OpEntryPoint: {
      if (numOperands < 3)
        return fail("malformed OpEntryPoint");
      std::optional<std::string> name = readString(words, i + 3, end);
      if (!name)
        return fail("the name of an entry point has no end");
      if (operand(0) != ExecutionModelGLCompute || *name != entryPoint)
        break;
      if (entryId)
        return fail("two entry points '" + entryPoint + "'");
      if (operand(1) == 0 || operand(1) >= bound)
        return fail("entry point id out of bounds");
      entryId = operand(1);
      break;
    }
    case OpExecutionMode: {
      if (numOperands < 2)
        return fail("malformed OpExecutionMode");
      uint32_t mode = operand(1);
      if (mode == ModeLocalSize) {
        if (numOperands != 5)
          return fail("malformed LocalSize");
        localSizes[operand(0)] = {operand(2), operand(3), operand(4)};
      } else if (mode == ModeSignedZeroInfNanPreserve ||
                 mode == ModeRoundingModeRTE) {
        if (numOperands != 3)
          return fail("malformed float control");
        std::optional<Feature> feature = getFloatControl(mode, operand(2));
        if (!feature)
          return fail("float control for a width of " +
                      std::to_string(operand(2)) + " bits");
        module.needs.add(*feature);
      } else {
        return fail("execution mode " + std::to_string(mode) +
                    " is not one that this runtime can check");
      }
      break;
    }
    case OpFunction:
    case OpFunctionEnd:
      if (isInFunction == (opcode == OpFunction))
        return fail("functions do not begin and end in turn");
      isInFunction = !isInFunction;
      break;
    case OpDecorate:
      if (numOperands < 2)
        return fail("malformed OpDecorate");
      if (operand(1) == DecorationBinding ||
          operand(1) == DecorationDescriptorSet)
        return fail("a kernel may not use descriptors");
      break;
    default:
      break;
    }
    i = end;
  }
  if (isInFunction)
    return fail("the last function has no end");
  if (!physical || !addresses)
    return fail("the module does not address physical storage buffers");
  if (!entryId)
    return fail("no compute entry point '" + entryPoint + "'");
  auto size = localSizes.find(*entryId);
  if (size == localSizes.end())
    return fail("entry point '" + entryPoint + "' has no LocalSize");
  module.localSize = size->second;
  return module;
}
