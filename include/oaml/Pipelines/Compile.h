//===- Compile.h - From a module to the bytes of an artifact ----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PIPELINES_COMPILE_H
#define OAML_PIPELINES_COMPILE_H

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Pipelines/Pipelines.h"
#include "oaml/Pipelines/Report.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace oaml {

/// How a module is compiled.
struct CompileOptions {
  /// For what. Null: what the module carries as `kernel.device`; an error if it
  /// carries none.
  kernel::DeviceAttr device;
  /// The functions that can be run; empty: every public one.
  std::vector<std::string> entries;
  /// The first and the last phase that run.
  Phase from = Phase::Graph;
  Phase to = Phase::Artifact;
  /// Folder for the module after each phase, `1-graph.mlir` and so on, and for
  /// the stages of kernels; empty: none.
  std::string dumpDir;
  PipelineOptions pipeline;
  /// Called with each pass manager before it runs, for instrumentation.
  std::function<void(mlir::PassManager &)> configure;
};

/// Runs the phases `from` … `to` on `module`, the artifact's bytes excepted.
/// Entries that are named but missing are an error that lists those there are.
/// `report`, if given, gets the times of the phases and, where the plan is
/// made, the description of the program.
llvm::LogicalResult runPhases(mlir::ModuleOp module,
                              const CompileOptions &options,
                              Report *report = nullptr);

/// Compiles `module` to the bytes of an artifact; `options.to` is
/// `Phase::Artifact`. The module is left as its plan. Fills `report`, if given.
mlir::FailureOr<llvm::SmallVector<char>>
compileToArtifact(mlir::ModuleOp module, const CompileOptions &options,
                  Report *report = nullptr);

} // namespace oaml

#endif // OAML_PIPELINES_COMPILE_H
