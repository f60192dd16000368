//===- Compilation.cpp - Compiling a program in memory --------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

#include "../Support/HostDevice.h"
#include "Comparison.h"

#include "oaml-rt/SeedSequence.h"

using namespace mlir;
using namespace oaml;

ExitCode oaml::getCompileOptions(MLIRContext *context, StringRef name,
                                 const std::string &device,
                                 int optimizationLevel,
                                 CompileOptions &options) {
  context->loadDialect<kernel::KernelDialect>(); // before its attributes
  FailureOr<kernel::DeviceAttr> target = getHostDevice(context, device);
  if (failed(target))
    return SystemFailure;
  options.device = *target;
  options.entries = {name.str()};
  options.pipeline.optimizationLevel = optimizationLevel;
  return Done;
}

ExitCode oaml::compileAndLoad(ModuleOp module, StringRef name,
                              ArrayRef<rt::HostArray> arguments,
                              const CompileOptions &compileOptions,
                              const VulkanOptions &options,
                              std::unique_ptr<Executor> &executor) {
  FailureOr<SmallVector<char>> bytes =
      compileToArtifact(module, compileOptions);
  if (failed(bytes))
    return WrongInput;
  rt::Expected<rt::Artifact> artifact =
      rt::Artifact::fromMemory(bytes->data(), bytes->size());
  if (!artifact)
    return fail(SystemFailure, "the compiler made an artifact that does not "
                               "pass the checks of loading: " +
                                   artifact.getStatus().toString());
  return createVulkanExecutor(*artifact, name, arguments, options, executor);
}

ExitCode oaml::runAndCompare(ModuleOp module, StringRef name,
                             ArrayRef<rt::HostArray> arguments,
                             const CompileOptions &compileOptions,
                             const VulkanOptions &options, double tolerance,
                             SmallVectorImpl<rt::HostArray> &results) {
  OwningOpRef<ModuleOp> source(module.clone()), kernels(module.clone());
  if (failed(prepareForInterpretation(*source)))
    return WrongInput;
  CompileOptions phases = compileOptions;
  phases.to = Phase::Kernels;
  if (failed(runPhases(*kernels, phases)))
    return WrongInput;
  Comparison comparison;
  comparison.source = source->lookupSymbol<func::FuncOp>(name);
  comparison.kernels = kernels->lookupSymbol<func::FuncOp>(name);
  exposeKernelResults(comparison.kernels);

  OwningOpRef<ModuleOp> compiled(kernels->clone());
  phases.from = Phase::Codegen;
  phases.to = Phase::Artifact;
  std::unique_ptr<Executor> executor;
  SmallVector<rt::HostArray> all;
  if (ExitCode code =
          compileAndLoad(*compiled, name, arguments, phases, options, executor))
    return code;
  if (ExitCode code = executor->run())
    return code;
  if (ExitCode code = executor->getResults(all))
    return code;
  if (ExitCode code = executor->finish())
    return code;
  comparison.arguments = arguments;
  comparison.results = all;
  comparison.runSeed = rt::SeedSequence(options.seed).next();
  comparison.tolerance = tolerance;
  if (ExitCode code = compareWithInterpreter(comparison))
    return code;
  results.assign(all.begin(), all.begin() + comparison.source.getNumResults());
  return Done;
}
