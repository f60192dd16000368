//===- AccessWidth.h - How wide a transfer may be ---------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CODEGEN_ACCESSWIDTH_H
#define OAML_CODEGEN_ACCESSWIDTH_H

#include "oaml/Codegen/KernelSignature.h"

#include "mlir/Interfaces/VectorInterfaces.h"

namespace oaml {

/// Bytes that the start of every buffer is a multiple of. The runtime places
/// and checks buffers so.
constexpr int64_t kBufferAlignment = 16;

/// Elements that SPIR-V vectors have at most.
constexpr int64_t kMaxVectorElements = 4;

/// A number that surely divides the index `value` (0 where the value is 0).
int64_t getKnownDivisor(mlir::Value value);

/// Strides of memref argument `buffer`, in elements; nothing where a stride
/// depends on a symbol.
llvm::SmallVector<std::optional<int64_t>>
getStaticStrides(const KernelSignature &signature, mlir::MemRefType type,
                 unsigned buffer);

/// Whether accesses to elements of type `element` may go through pointers made
/// of other pointers. Not on devices without `pointer_views`, and not for
/// storage-only types: a shader that declares no arithmetic on 8- or 16-bit
/// types may only load, store and convert them (SPIR-V, universal validation
/// rules).
bool canCastPointers(kernel::DeviceAttr device, mlir::Type element);

/// The widest access in elements, a power of two, that the transfer may use
/// along the memref's last dimension: not more than the device likes, and
/// aligned at every multiple of it. 1 where the vector does not run along that
/// dimension or alignment is not proved.
int64_t getAccessWidth(const KernelSignature &signature,
                       mlir::VectorTransferOpInterface transfer);

} // namespace oaml

#endif // OAML_CODEGEN_ACCESSWIDTH_H
