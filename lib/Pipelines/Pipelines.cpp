//===- Pipelines.cpp - The phases of compilation --------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Pipelines/Pipelines.h"

#include "oaml/Dialect/Kernel/Transforms/Passes.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Dialect/Plan/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace oaml;

namespace {

struct PhaseInfo {
  Phase phase;
  StringLiteral name;
  StringLiteral description;
};

} // namespace

static constexpr PhaseInfo phaseTable[] = {
    {Phase::Graph, "graph", "canonical form, seeds resolved, calls inlined"},
    {Phase::Differentiate, "differentiate", "requests for gradients expanded"},
    {Phase::Fuse, "fuse", "algebra, then composite ops in core ops"},
    {Phase::Kernels, "kernels", "core ops grouped into kernels"},
    {Phase::Codegen, "codegen", "kernels compiled to SPIR-V"},
    {Phase::Plan, "plan", "host programs: order, memory, barriers"},
    {Phase::Artifact, "artifact", "the bytes of a .oamlx file"},
};

StringRef oaml::getName(Phase phase) {
  return phaseTable[static_cast<int>(phase)].name;
}

StringRef oaml::getDescription(Phase phase) {
  return phaseTable[static_cast<int>(phase)].description;
}

std::optional<Phase> oaml::parsePhase(StringRef name) {
  for (const PhaseInfo &info : phaseTable)
    if (info.name == name)
      return info.phase;
  return std::nullopt;
}

ArrayRef<Phase> oaml::getPhases() {
  static const SmallVector<Phase> phases = llvm::map_to_vector(
      phaseTable, [](const PhaseInfo &info) { return info.phase; });
  return phases;
}

void oaml::buildPhase(OpPassManager &manager, Phase phase,
                      const PipelineOptions &options) {
  bool optimize = options.optimizationLevel > 0;
  switch (phase) {
  case Phase::Graph:
    manager.addPass(createResolveSeeds());
    break;
  case Phase::Differentiate:
    manager.addPass(createDifferentiate());
    // Nothing drops an op before its rules are recorded: inlining does not
    // simplify.
    manager.addPass(createInlinerPass({}, nullptr));
    manager.addPass(createSymbolDCEPass());
    manager.addPass(plan::createRecordPredicatesPass());
    break;
  case Phase::Fuse:
    if (optimize)
      manager.addNestedPass<func::FuncOp>(createSimplify());
    manager.addNestedPass<func::FuncOp>(createDecompose());
    manager.addPass(createCanonicalizerPass());
    if (optimize) {
      manager.addNestedPass<func::FuncOp>(createSimplify());
      manager.addNestedPass<func::FuncOp>(createPadConvolutions());
    }
    manager.addPass(createCSEPass());
    break;
  case Phase::Kernels: {
    kernel::FormKernelsPassOptions form;
    form.fuse = optimize;
    form.mergeParts = options.optimizationLevel > 1;
    if (optimize) {
      manager.addPass(kernel::createSplitReductionsPass());
      manager.addPass(createCSEPass());
    }
    manager.addPass(kernel::createFormKernelsPass(form));
    break;
  }
  case Phase::Codegen: {
    CompileKernelsOptions compile;
    compile.dumpDir = options.kernelDumpDir;
    manager.addPass(createCompileKernels(compile));
    break;
  }
  case Phase::Plan: {
    plan::PlanEntriesPassOptions planOptions;
    planOptions.reuse = optimize;
    manager.addPass(plan::createPlanEntriesPass(planOptions));
    break;
  }
  case Phase::Artifact:
    return;
  }
  VerifyPhaseOptions verify;
  verify.phase = getName(phase).str();
  manager.addPass(createVerifyPhase(verify));
}

namespace {

/// The options of a phase as text.
struct TextOptions : PassPipelineOptions<TextOptions> {
  Option<int> level{*this, "opt-level",
                    llvm::cl::desc("Optimization level: 0, 1 or 2"),
                    llvm::cl::init(2)};
  Option<std::string> kernelDumpDir{
      *this, "kernel-dump-dir",
      llvm::cl::desc("Folder for the stages of every kernel")};

  PipelineOptions get() const { return {level, kernelDumpDir}; }
};

} // namespace

namespace oaml {
#define GEN_PASS_REGISTRATION
#include "oaml/Pipelines/Passes.h.inc"
} // namespace oaml

void oaml::registerPipelinePasses() { registerPipelinesPasses(); }

void oaml::registerPipelines() {
  for (Phase phase : getPhases()) {
    if (phase == Phase::Artifact)
      continue;
    PassPipelineRegistration<TextOptions>(
        ("oaml-" + getName(phase) + "-pipeline").str(),
        ("Phase: " + getDescription(phase)).str(),
        [phase](OpPassManager &manager, const TextOptions &options) {
          buildPhase(manager, phase, options.get());
        });
  }
  PassPipelineRegistration<TextOptions>(
      "oaml-compile-pipeline", "All phases up to the plan, in order",
      [](OpPassManager &manager, const TextOptions &options) {
        for (Phase phase : getPhases())
          buildPhase(manager, phase, options.get());
      });
}
