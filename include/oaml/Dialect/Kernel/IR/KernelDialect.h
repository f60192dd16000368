//===- KernelDialect.h - The kernel dialect ---------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_KERNEL_IR_KERNELDIALECT_H
#define OAML_DIALECT_KERNEL_IR_KERNELDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "oaml/Interfaces/ShapeRuleOpInterface.h"
#include "oaml/Interfaces/SignatureAttributes.h"

#include "oaml/Dialect/Kernel/IR/KernelDialect.h.inc"
#include "oaml/Dialect/Kernel/IR/KernelEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "oaml/Dialect/Kernel/IR/KernelAttributes.h.inc"

#define GET_OP_CLASSES
#include "oaml/Dialect/Kernel/IR/KernelOps.h.inc"

namespace oaml::kernel {

using oaml::symbolAttrName;

/// Attributes of functions and modules that hold kernels.
inline constexpr llvm::StringLiteral deviceAttrName = "kernel.device";
/// `#kernel.schedule`, or an array of them; informative after tiling.
inline constexpr llvm::StringLiteral scheduleAttrName = "kernel.schedule";
/// Names of the source ops that a kernel computes (array of strings).
inline constexpr llvm::StringLiteral opsAttrName = "kernel.ops";
/// Why ops outside of a kernel, or it and its neighbours, are not one kernel
/// (array of strings).
inline constexpr llvm::StringLiteral unfusedAttrName = "kernel.unfused";
/// On results: the number of the tensor argument whose memory they may take.
inline constexpr llvm::StringLiteral inPlaceAttrName = "kernel.inplace";
/// Unit attribute of a `math.exp`: its operand is at most 0, or NaN.
inline constexpr llvm::StringLiteral nonpositiveAttrName = "kernel.nonpositive";

/// Attributes of the `gpu.func` that a kernel is between tiling and SPIR-V:
/// affine maps from the symbols to the number of workgroups, and to the
/// floating-point operations of the whole grid.
inline constexpr llvm::StringLiteral gridAttrName = "kernel.grid";
inline constexpr llvm::StringLiteral flopsAttrName = "kernel.flops";
/// Array on a memref argument in place of `oaml.dims`, where some dynamic
/// extent is no plain symbol: integers, names, and affine maps of the symbols.
inline constexpr llvm::StringLiteral extentsAttrName = "kernel.extents";
/// Array of `#kernel.layout` on an op: the layouts of its vector results,
/// `unit` for other results.
inline constexpr llvm::StringLiteral layoutsAttrName = "kernel.layouts";

} // namespace oaml::kernel

#endif // OAML_DIALECT_KERNEL_IR_KERNELDIALECT_H
