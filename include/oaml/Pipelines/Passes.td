//===- Passes.td - Passes between phases -------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PIPELINES_PASSES_TD
#define OAML_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def CompileKernels : Pass<"oaml-compile-kernels", "::mlir::ModuleOp"> {
  let summary = "Compile every kernel.func to a kernel.binary";
  let description = [{
    Adds a `kernel.binary` beside each `kernel.func` that has none. Each kernel is
    compiled alone, in parallel with the others: lowered to linalg, given a
    schedule where it has none, tiled, its functions expanded, its vectors
    distributed over lanes, converted to SPIR-V and serialized. The module
    carries `kernel.device`. The chosen schedule is noted at the `kernel.func`,
    and is a remark of the category `schedule`.
  }];
  let options = [
    Option<"dumpDir", "dump-dir", "std::string", "\"\"",
           "Write the stages of every kernel to files in this folder">
  ];
  let statistics = [
    Statistic<"numCompiled", "compiled", "Kernels compiled">
  ];
}

def VerifyPhase : Pass<"oaml-verify-phase", "::mlir::ModuleOp"> {
  let summary = "Check what a phase promises of the program it leaves";
  let description = [{
    Reports ops that do not belong in the program after `phase`, by their cause:
    after `differentiate` no request for a gradient is left; after `kernels` public
    functions hold only dispatches, views, constants and index arithmetic, and
    kernels only core ops; after `codegen` every kernel has a binary; after `plan`
    there are no functions.
  }];
  let options = [
    Option<"phase", "phase", "std::string", "\"\"", "Name of the phase">
  ];
}

#endif // OAML_PIPELINES_PASSES_TD
