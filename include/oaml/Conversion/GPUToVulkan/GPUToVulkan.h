//===- GPUToVulkan.h - From distributed kernels to SPIR-V ------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CONVERSION_GPUTOVULKAN_GPUTOVULKAN_H
#define OAML_CONVERSION_GPUTOVULKAN_GPUTOVULKAN_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"

namespace oaml {

#define GEN_PASS_DECL
#include "oaml/Conversion/GPUToVulkan/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "oaml/Conversion/GPUToVulkan/Passes.h.inc"

/// Makes a `spirv.module` of a distributed kernel before the op that holds the
/// kernel, see the description of `oaml-gpu-to-vulkan`. The kernel's body moves
/// into it: erase `func` afterwards. Emits errors at the ops concerned.
mlir::FailureOr<mlir::spirv::ModuleOp>
convertKernelToSPIRV(mlir::gpu::GPUFuncOp func);

/// The words of a module that `convertKernelToSPIRV` made. Emits an error when
/// serialization fails.
mlir::FailureOr<llvm::SmallVector<uint32_t>>
serializeKernel(mlir::spirv::ModuleOp module);

} // namespace oaml

#endif // OAML_CONVERSION_GPUTOVULKAN_GPUTOVULKAN_H
