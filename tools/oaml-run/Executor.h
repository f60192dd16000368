//===- Executor.h - What runs a function ------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_RUN_EXECUTOR_H
#define OAML_TOOLS_OAML_RUN_EXECUTOR_H

#include "ExitCode.h"

#include "oaml-rt/HostArray.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <memory>

namespace oaml {

/// A function, ready to be run again and again.
class Executor {
public:
  virtual ~Executor();

  /// How many results the function has.
  virtual size_t getNumResults() const = 0;

  /// Runs the function. A donated argument of the run before goes on from the
  /// result that took it over. Errors have been printed.
  virtual ExitCode run() = 0;

  /// The results of the last run.
  virtual ExitCode
  getResults(llvm::SmallVectorImpl<rt::HostArray> &results) = 0;

  /// After the last run: what is to be written or said about it.
  virtual ExitCode finish() { return Done; }
};

/// Finds the function `name`, or the only public one where it is empty: a
/// func.func with a body, or a plan.entry.
ExitCode findEntry(mlir::ModuleOp module, llvm::StringRef name,
                   mlir::Operation *&entry);

/// Brings random ops and gradients into the form that the interpreter knows.
llvm::LogicalResult prepareForInterpretation(mlir::ModuleOp module);

/// Interprets function `name` of `module` (the only public one where it is
/// empty) on `arguments`.
ExitCode createInterpreter(mlir::ModuleOp module, llvm::StringRef name,
                           llvm::ArrayRef<rt::HostArray> arguments,
                           uint64_t seed, std::unique_ptr<Executor> &executor);

} // namespace oaml

#endif // OAML_TOOLS_OAML_RUN_EXECUTOR_H
