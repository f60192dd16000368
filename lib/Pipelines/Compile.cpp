//===- Compile.cpp - From a module to the bytes of an artifact ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Pipelines/Compile.h"

#include "oaml/Target/Vulkan/ArtifactWriter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

#include <chrono>

using namespace mlir;
using namespace oaml;

/// Makes the named functions public and all others private.
static LogicalResult selectEntries(ModuleOp module,
                                   ArrayRef<std::string> entries) {
  SmallVector<StringRef> names;
  for (auto function : module.getOps<func::FuncOp>())
    names.push_back(function.getSymName());
  for (StringRef entry : entries)
    if (!llvm::is_contained(names, entry))
      return module.emitError() << "there is no function @" << entry
                                << "; there are: " << llvm::join(names, ", ");
  if (!entries.empty())
    for (auto function : module.getOps<func::FuncOp>())
      function.setVisibility(llvm::is_contained(entries, function.getSymName())
                                 ? SymbolTable::Visibility::Public
                                 : SymbolTable::Visibility::Private);
  bool hasEntry =
      llvm::any_of(module.getOps<func::FuncOp>(),
                   [](func::FuncOp function) { return function.isPublic(); });
  if (!hasEntry)
    return module.emitError("has no public function: nothing could be run");
  return success();
}

static LogicalResult dumpModule(ModuleOp module, StringRef dir, Phase phase) {
  if (std::error_code error = llvm::sys::fs::create_directories(dir))
    return module.emitError()
           << "cannot create folder " << dir << ": " << error.message();
  SmallString<128> path(dir);
  llvm::sys::path::append(path, Twine(static_cast<int>(phase) + 1) + "-" +
                                    getName(phase) + ".mlir");
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &message);
  if (!file)
    return module.emitError(message);
  module.print(file->os(), OpPrintingFlags().enableDebugInfo());
  file->keep();
  return success();
}

namespace {

/// Adds the time of its life to a report.
class PhaseTimer {
public:
  PhaseTimer(Report *report, Phase phase)
      : report(report), phase(phase), begin(std::chrono::steady_clock::now()) {}
  ~PhaseTimer() {
    std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - begin;
    if (report)
      report->phases.push_back({phase, time.count()});
  }

private:
  Report *report;
  Phase phase;
  std::chrono::steady_clock::time_point begin;
};

} // namespace

LogicalResult oaml::runPhases(ModuleOp module, const CompileOptions &options,
                              Report *report) {
  if (options.device)
    module->setAttr(kernel::deviceAttrName, options.device);
  if (options.from <= Phase::Kernels &&
      failed(selectEntries(module, options.entries)))
    return failure();
  PipelineOptions pipeline = options.pipeline;
  if (!options.dumpDir.empty()) {
    SmallString<128> path(options.dumpDir);
    llvm::sys::path::append(path, "kernels");
    pipeline.kernelDumpDir = path.str().str();
  }
  for (Phase phase : getPhases()) {
    if (phase < options.from || phase > options.to || phase == Phase::Artifact)
      continue;
    PassManager manager(module.getContext(), ModuleOp::getOperationName());
    if (options.configure)
      options.configure(manager);
    buildPhase(manager, phase, pipeline);
    {
      PhaseTimer timer(report, phase);
      if (failed(manager.run(module)))
        return failure();
    }
    if (!options.dumpDir.empty() &&
        failed(dumpModule(module, options.dumpDir, phase)))
      return failure();
  }
  if (report && options.to >= Phase::Plan)
    describeProgram(module, *report);
  return success();
}

FailureOr<SmallVector<char>>
oaml::compileToArtifact(ModuleOp module, const CompileOptions &options,
                        Report *report) {
  if (failed(runPhases(module, options, report)))
    return failure();
  PhaseTimer timer(report, Phase::Artifact);
  FailureOr<SmallVector<char>> artifact = writeArtifact(module);
  if (report && succeeded(artifact))
    report->artifactBytes = artifact->size();
  return artifact;
}
