//===- Tile.h - From a kernel's linalg program to tile IR -------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CODEGEN_TILE_H
#define OAML_CODEGEN_TILE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace oaml {

/// Compiles the tensor program of `func` to tile IR: a `gpu.module` with one
/// kernel, both named like `func`, inserted after it. `func` stays as it is; a
/// caller that keeps the module in the same symbol table must erase or rename
/// it.
///
/// `func` takes and returns ranked tensors, has one block and holds linalg ops
/// on tensors, tensor reshapes and subsets, and scalar arithmetic. Each dynamic
/// extent of an argument is named by the argument attribute `oaml.dims`; the
/// extents of results follow. Attributes read from `func`: `kernel.schedule`
/// (`#kernel.schedule`, or an array of them, one for each group of results
/// that shares an iteration space, in the order of their first results) and
/// `kernel.device`, which may also be on an enclosing op.
///
/// Emits an error at the op that cannot be compiled.
mlir::FailureOr<mlir::gpu::GPUModuleOp>
tileKernel(mlir::FunctionOpInterface func);

/// Sets `kernel.schedule` of `func` for its device (`kernel.device` on it or an
/// enclosing op). A schedule that is there is checked and kept. The iteration
/// spaces are those after dimensions of extent 1 were dropped and dimensions
/// that every op walks through together collapsed; a schedule written by hand
/// may also be for the loops as they stand.
mlir::LogicalResult chooseSchedule(mlir::FunctionOpInterface func);

/// Tells the attribute `kernel.schedule` of `func` as remarks of the category
/// `schedule`, one per schedule. Remarks have no order of their own: not to be
/// called from several threads.
void remarkSchedule(mlir::FunctionOpInterface func);

} // namespace oaml

#endif // OAML_CODEGEN_TILE_H
