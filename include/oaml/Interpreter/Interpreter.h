//===- Interpreter.h - Reference execution of programs ----------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERPRETER_INTERPRETER_H
#define OAML_INTERPRETER_INTERPRETER_H

#include "oaml/Interpreter/HostTensor.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <functional>

namespace oaml {
namespace plan {
class EntryOp;
} // namespace plan

/// How a program is interpreted.
struct InterpreterOptions {
  /// Keep every float value in double (for finite differences); arguments
  /// should be wide, too.
  bool wide = false;
  /// What hidden arguments (`oaml.run_seed`) get.
  int32_t runSeed = 0;
  /// Called with every tensor that an op or a block argument defines, in
  /// program order. It may put another tensor of the same shape in its place,
  /// with which the program goes on.
  std::function<void(mlir::Value, HostTensor &)> probe;
};

/// Runs `function`, whose body may hold ops of the oaml dialect, calls, and
/// arithmetic on index and integer scalars. `arguments` has a tensor per
/// argument that is not hidden. They are checked against the argument types and
/// `oaml.dims`; shape rules that the compiler could not decide are checked at
/// each op. Failure has been reported, at the function or at the op.
llvm::FailureOr<llvm::SmallVector<HostTensor>>
interpretFunction(mlir::FunctionOpInterface function,
                  llvm::ArrayRef<HostTensor> arguments,
                  const InterpreterOptions &options = {});

/// Runs a host program on bytes: buffers where the plan puts them, kernels by
/// their tensor bodies, which are in the same module. Besides the results this
/// judges the plan: extents and predicates, ranges that stick out, and barriers
/// that are missing are errors. `options.wide` has no effect.
llvm::FailureOr<llvm::SmallVector<HostTensor>>
interpretEntry(plan::EntryOp entry, llvm::ArrayRef<HostTensor> arguments,
               const InterpreterOptions &options = {});

} // namespace oaml

#endif // OAML_INTERPRETER_INTERPRETER_H
