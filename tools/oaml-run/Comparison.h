//===- Comparison.h - Comparing a device with the interpreter ---*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// --compare=interpreter works on the form of a program in which kernels are
// formed and not yet compiled. Every value that crosses a kernel is made a
// result of the program, so that the device gives it out and no memory is used
// twice. The interpreter then runs each kernel on what the device had computed
// before it: a difference belongs to the kernel at which it is reported.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_RUN_COMPARISON_H
#define OAML_TOOLS_OAML_RUN_COMPARISON_H

#include "ExitCode.h"

#include "oaml-rt/HostArray.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace oaml {

/// Appends the results of all dispatches of `function` to its results.
void exposeKernelResults(mlir::func::FuncOp function);

/// What is compared.
struct Comparison {
  /// The function after seeds are resolved and gradients expanded.
  mlir::func::FuncOp source;
  /// The same after kernels are formed, by `exposeKernelResults`.
  mlir::func::FuncOp kernels;
  /// Arguments that are not hidden.
  llvm::ArrayRef<rt::HostArray> arguments;
  /// What the device gave for `kernels`.
  llvm::ArrayRef<rt::HostArray> results;
  int32_t runSeed = 0;
  /// How much an f32 may differ, relative to its size and to that of the
  /// largest element of its tensor; f16 and bf16 may differ as much more as
  /// they are coarser.
  double tolerance = 0;
};

/// Compares, phase by phase and kernel by kernel, and reports the first
/// difference: kernel, ops, location, index and both values. WrongInput if
/// there is one.
ExitCode compareWithInterpreter(const Comparison &comparison);

} // namespace oaml

#endif // OAML_TOOLS_OAML_RUN_COMPARISON_H
