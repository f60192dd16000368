//===- KernelSignature.h - Arguments of a kernel as tile IR -----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CODEGEN_KERNELSIGNATURE_H
#define OAML_CODEGEN_KERNELSIGNATURE_H

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/OpDefinition.h"

namespace oaml {

/// What the arguments of a kernel are: memrefs, then one index per symbol.
class KernelSignature {
public:
  /// Reads and verifies the signature of `func`. Emits an error at `func` that
  /// names the argument and the rule when it is not as tile IR demands.
  static mlir::FailureOr<KernelSignature> get(mlir::gpu::GPUFuncOp func);

  /// The device that the kernel is compiled for.
  kernel::DeviceAttr getDevice() const { return device; }

  /// Number of workgroups as a map of the symbols.
  mlir::AffineMap getGrid() const { return grid; }

  /// Number of memref arguments. They come first.
  unsigned getNumBuffers() const { return numBuffers; }

  /// Names of the symbols in the order of their arguments.
  llvm::ArrayRef<llvm::StringRef> getSymbols() const { return symbols; }

  /// Extent of dimension `dim` of memref argument `buffer` as an expression of
  /// the symbols.
  mlir::AffineExpr getExtent(unsigned buffer, unsigned dim) const;

  /// The same where it is a constant.
  std::optional<int64_t> getStaticExtent(unsigned buffer, unsigned dim) const;

  /// Number of the argument that shares its memory with memref argument
  /// `buffer`, if there may be one.
  std::optional<unsigned> getAlias(unsigned buffer) const;

  /// May a store to memref argument `a` change what a load from `b` sees?
  bool mayAlias(unsigned a, unsigned b) const;

private:
  mutable mlir::gpu::GPUFuncOp func;
  kernel::DeviceAttr device;
  mlir::AffineMap grid;
  unsigned numBuffers = 0;
  llvm::SmallVector<llvm::StringRef> symbols;
};

} // namespace oaml

#endif // OAML_CODEGEN_KERNELSIGNATURE_H
