//===- SerializeKernel.cpp - The words of a kernel's module ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's serializer does the work. One thing is added: a forward
// declaration of every pointer to a buffer of narrow elements. The rules for
// 8-bit and 16-bit types without arithmetic of that width look through pointers
// (spirv-val refuses a pointer to such a buffer in push constants, and casts of
// it), though they mean the values; they do not look through pointers that are
// declared before their type is known.
//
//===----------------------------------------------------------------------===//

#include "oaml/Conversion/GPUToVulkan/GPUToVulkan.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Target/SPIRV/Serialization.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace oaml;

/// Words of a module before its first instruction.
static constexpr size_t kHeaderWords = 5;

/// Inserts the forward declarations.
static SmallVector<uint32_t> declarePointers(ArrayRef<uint32_t> words) {
  using spirv::Opcode;
  DenseSet<uint32_t> narrow, structs;
  SmallVector<uint32_t> pointers;
  size_t firstArray = words.size();
  for (size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16) {
    ArrayRef<uint32_t> operands = words.slice(at + 1, (words[at] >> 16) - 1);
    auto isNarrow = [&](uint32_t id) { return narrow.contains(id); };
    switch (static_cast<Opcode>(words[at] & 0xffff)) {
    case Opcode::OpTypeInt:
    case Opcode::OpTypeFloat:
      if (operands[1] < 32)
        narrow.insert(operands[0]);
      break;
    case Opcode::OpTypeRuntimeArray:
      firstArray = std::min(firstArray, at);
      if (isNarrow(operands[1]))
        narrow.insert(operands[0]);
      break;
    case Opcode::OpTypeStruct:
      if (llvm::any_of(operands.drop_front(), isNarrow))
        structs.insert(operands[0]);
      break;
    case Opcode::OpTypePointer:
      if (static_cast<spirv::StorageClass>(operands[1]) ==
              spirv::StorageClass::PhysicalStorageBuffer &&
          structs.contains(operands[2]))
        pointers.push_back(operands[0]);
      break;
    default:
      break;
    }
  }
  SmallVector<uint32_t> result(words.take_front(firstArray));
  for (uint32_t pointer : pointers)
    result.append(
        {uint32_t(3) << 16 |
             static_cast<uint32_t>(Opcode::OpTypeForwardPointer),
         pointer,
         static_cast<uint32_t>(spirv::StorageClass::PhysicalStorageBuffer)});
  llvm::append_range(result, words.drop_front(firstArray));
  return result;
}

FailureOr<SmallVector<uint32_t>> oaml::serializeKernel(spirv::ModuleOp module) {
  SmallVector<uint32_t> words;
  spirv::SerializationOptions options;
  options.emitSymbolName = false;
  // The serializer rewires the values of loops and branches in the module.
  OwningOpRef<spirv::ModuleOp> copy(module.clone());
  if (failed(spirv::serialize(*copy, words, options)))
    return module.emitOpError("cannot be serialized to SPIR-V");
  return declarePointers(words);
}
