//===- Codegen.h - From tile IR to a compiled kernel ------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points for pipelines. Between them the IR prints, parses and can be
// fed back in.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CODEGEN_CODEGEN_H
#define OAML_CODEGEN_CODEGEN_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/Pass/PassManager.h"

#include <string>

namespace oaml {

/// A compiled kernel: what `kernel.binary` records.
struct KernelCode {
  /// Name of the entry point.
  std::string entry;
  /// The SPIR-V module, native words.
  llvm::SmallVector<uint32_t> words;
  /// Lanes of the subgroup, which is the whole workgroup. The pipeline must be
  /// created with this size required and full subgroups.
  int64_t subgroupSize = 0;
  /// Number of workgroups as a map of the symbols.
  mlir::AffineMap grid;
  /// Names of the symbols in the order of the launch record.
  llvm::SmallVector<std::string> symbols;
  /// For each buffer in the order of the launch record: the buffer whose memory
  /// it may share, or -1.
  llvm::SmallVector<int64_t> inPlace;
};

/// Appends the passes from tile IR to the code of one lane to `pm`, a manager
/// of `gpu.module` ops: oaml-check-tile-ir, oaml-assign-layouts,
/// oaml-distribute, oaml-check-distributed, and clean-up.
void buildDistributionPipeline(mlir::OpPassManager &pm);

/// Compiles a distributed kernel. Its body is used up: erase `func` (or the
/// module that holds it) afterwards. Emits errors at the ops concerned, among
/// them what the kernel needs and its device lacks.
mlir::FailureOr<KernelCode> compileKernel(mlir::gpu::GPUFuncOp func);

} // namespace oaml

#endif // OAML_CODEGEN_CODEGEN_H
