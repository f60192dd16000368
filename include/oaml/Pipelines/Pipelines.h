//===- Pipelines.h - The phases of compilation ------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PIPELINES_PIPELINES_H
#define OAML_PIPELINES_PIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace oaml {

#define GEN_PASS_DECL
#include "oaml/Pipelines/Passes.h.inc"

/// The phases in their order. Each ends with a program that prints, parses and
/// can be fed back in, and is the pipeline `oaml-opt --oaml-<name>-pipeline`.
enum class Phase {
  /// Import: canonical form, seeds resolved, calls inlined.
  Graph,
  /// Requests for gradients expanded.
  Differentiate,
  /// Algebra, then composite ops in core ops.
  Fuse,
  /// Core ops grouped into kernels.
  Kernels,
  /// Kernels compiled to SPIR-V.
  Codegen,
  /// Host programs: order, memory, barriers.
  Plan,
  /// Bytes of a file; not a program any more.
  Artifact
};

/// "graph", "differentiate", "fuse", "kernels", "codegen", "plan", "artifact".
llvm::StringRef getName(Phase phase);
/// One line about what the phase does.
llvm::StringRef getDescription(Phase phase);
/// The inverse of `getName`.
std::optional<Phase> parsePhase(llvm::StringRef name);
/// All phases in order.
llvm::ArrayRef<Phase> getPhases();

/// What changes how a program is compiled.
struct PipelineOptions {
  /// 0: every op its own kernel and its own memory; 1: fusion and memory reuse;
  /// 2: also independent kernels side by side in one dispatch.
  int optimizationLevel = 2;
  /// Folder for the stages of every kernel; empty: none.
  std::string kernelDumpDir;
};

/// Adds the passes of `phase`, its check included, to `manager`, which runs on
/// modules. `Phase::Artifact` has none.
void buildPhase(mlir::OpPassManager &manager, Phase phase,
                const PipelineOptions &options);

/// Registers `--oaml-<phase>-pipeline` for all phases and
/// `--oaml-compile-pipeline` for all of them in order.
void registerPipelines();

/// Registers the passes of this library.
void registerPipelinePasses();

} // namespace oaml

#endif // OAML_PIPELINES_PIPELINES_H
