//===- Requirements.cpp - What a module needs of its device ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace oaml;

namespace {
/// What the walk over a module finds.
struct Uses {
  llvm::SetVector<spirv::Capability> capabilities;
  llvm::SetVector<spirv::Extension> extensions;
};
} // namespace

/// Does `op` use 16-bit floats in a way that storage alone allows?
static bool isStorageOnly(Operation *op) {
  return isa<spirv::LoadOp, spirv::StoreOp, spirv::FConvertOp,
             spirv::AccessChainOp>(op);
}

/// `type` is the pointee of a pointer, or a part of it: what the buffers of the
/// launch record hold counts, used or not.
static LogicalResult collectFromMemory(Operation *op, Type type,
                                       kernel::DeviceAttr device, Uses &uses) {
  auto recurse = [&](Type part) {
    return collectFromMemory(op, part, device, uses);
  };
  if (auto pointer = dyn_cast<spirv::PointerType>(type))
    return recurse(pointer.getPointeeType());
  if (auto array = dyn_cast<spirv::RuntimeArrayType>(type))
    return recurse(array.getElementType());
  if (auto record = dyn_cast<spirv::StructType>(type)) {
    for (Type member : record.getElementTypes())
      if (failed(recurse(member)))
        return failure();
    return success();
  }
  type = getElementTypeOrSelf(type);
  if (!type.isIntOrFloat())
    return success();
  auto lacks = [&](StringRef what) {
    return op->emitError() << "kernel needs " << what << ", which device '"
                           << device.getName() << "' lacks";
  };
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
    if (!device.getStorage8())
      return lacks("8-bit storage");
    uses.capabilities.insert(spirv::Capability::StorageBuffer8BitAccess);
    uses.extensions.insert(spirv::Extension::SPV_KHR_8bit_storage);
    break;
  case 16:
    if (!device.getStorage16())
      return lacks("16-bit storage");
    uses.capabilities.insert(spirv::Capability::StorageBuffer16BitAccess);
    uses.extensions.insert(spirv::Extension::SPV_KHR_16bit_storage);
    break;
  }
  return success();
}

static LogicalResult collectFromOp(Operation *op, kernel::DeviceAttr device,
                                   Uses &uses) {
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    if (isa<spirv::PointerType>(type)) {
      if (failed(collectFromMemory(op, type, device, uses)))
        return failure();
      continue;
    }
    Type element = getElementTypeOrSelf(type);
    if (element.isInteger(64)) {
      if (!device.getInt64())
        return op->emitError() << "kernel needs 64-bit integers, which device '"
                               << device.getName() << "' lacks";
      uses.capabilities.insert(spirv::Capability::Int64);
    }
    if (element.isF16() && !isStorageOnly(op)) {
      if (!device.getFloat16())
        return op->emitError()
               << "kernel needs 16-bit float arithmetic, which device '"
               << device.getName() << "' lacks";
      uses.capabilities.insert(spirv::Capability::Float16);
    }
  }
  if (isa<spirv::GroupNonUniformShuffleOp, spirv::GroupNonUniformShuffleXorOp>(
          op))
    uses.capabilities.insert(spirv::Capability::GroupNonUniformShuffle);
  return success();
}

FailureOr<spirv::VerCapExtAttr>
oaml::getRequirements(spirv::ModuleOp module, kernel::DeviceAttr device) {
  Uses uses;
  for (spirv::Capability capability :
       {spirv::Capability::Shader,
        spirv::Capability::PhysicalStorageBufferAddresses,
        spirv::Capability::GroupNonUniform})
    uses.capabilities.insert(capability);
  for (spirv::Extension extension :
       {spirv::Extension::SPV_KHR_physical_storage_buffer,
        spirv::Extension::SPV_KHR_storage_buffer_storage_class})
    uses.extensions.insert(extension);
  if (device.getSignedZeroInfNan()) {
    uses.capabilities.insert(spirv::Capability::SignedZeroInfNanPreserve);
    uses.extensions.insert(spirv::Extension::SPV_KHR_float_controls);
  }
  WalkResult walk = module.walk([&](Operation *op) {
    return failed(collectFromOp(op, device, uses)) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  // 1.3 is the first version with subgroup operations. Later ones list all
  // global variables in the interface of the entry point, and bring nothing.
  return spirv::VerCapExtAttr::get(
      spirv::Version::V_1_3, uses.capabilities.getArrayRef(),
      uses.extensions.getArrayRef(), module.getContext());
}
