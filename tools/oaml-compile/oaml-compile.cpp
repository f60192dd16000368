//===- oaml-compile.cpp - The ahead-of-time compiler driver ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Support/HostDevice.h"

#include "oaml/Pipelines/Compile.h"

#include "oaml/Pipelines/RegisterAll.h"
#include "oaml/Target/Vulkan/Devices.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace oaml;
namespace cl = llvm::cl;

/// Exit statuses that all tools share.
enum ExitStatus { Done = 0, WrongInput = 1, WrongUsage = 2, SystemFailure = 3 };

static cl::OptionCategory category("Compilation");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("IN.mlir"),
                                      cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    outputFile("o",
               cl::desc("Output: an artifact, or the program after the "
                        "last phase; - is standard output"),
               cl::value_desc("file"), cl::init("-"), cl::cat(category));
static cl::opt<std::string> target(
    "target",
    cl::desc("Device: host (what would run here, the default), a profile "
             "(lavapipe, swiftshader, desktop, mobile), or a JSON file "
             "written by oaml-run --device-info"),
    cl::init("host"), cl::cat(category));
static cl::list<std::string>
    entries("entry",
            cl::desc("Function that can be run (repeatable; default: "
                     "every public one)"),
            cl::value_desc("name"), cl::cat(category));
static cl::opt<std::string> compileFrom("compile-from",
                                        cl::desc("First phase that runs"),
                                        cl::value_desc("phase"),
                                        cl::init("graph"), cl::cat(category));
static cl::opt<std::string>
    compileTo("compile-to",
              cl::desc("Last phase that runs: graph, "
                       "differentiate, fuse, kernels, codegen, "
                       "plan, artifact"),
              cl::value_desc("phase"), cl::init("artifact"), cl::cat(category));
static cl::opt<std::string>
    dumpPhases("dump-phases",
               cl::desc("Folder for the program after each phase and for the "
                        "stages of each kernel"),
               cl::value_desc("dir"), cl::cat(category));
static cl::opt<std::string> reportFile(
    "report", cl::ValueOptional,
    cl::desc("What the program costs, by kernel: as JSON to a file (- is "
             "standard output), or without one as text to standard error"),
    cl::value_desc("file"), cl::cat(category));
static cl::opt<char> level("O",
                           cl::desc("Optimization: -O0 a kernel per op, -O1 "
                                    "fusion, -O2 also kernels side by side"),
                           cl::Prefix, cl::init('2'), cl::cat(category));

/// The description of the device that `--target` names, or null after an error.
static kernel::DeviceAttr getTarget(MLIRContext &context, ExitStatus &status) {
  if (target == "host") {
    FailureOr<kernel::DeviceAttr> device = getHostDevice(&context);
    status = SystemFailure;
    return succeeded(device) ? *device : kernel::DeviceAttr();
  }
  if (kernel::DeviceAttr device = getDeviceProfile(&context, target))
    return device;
  status = WrongUsage;
  auto file = llvm::MemoryBuffer::getFile(target);
  if (!file) {
    llvm::errs() << "oaml-compile: error: unknown target " << target
                 << ": neither host nor a profile (";
    llvm::interleaveComma(getDeviceProfileNames(), llvm::errs());
    llvm::errs() << ") nor a file that can be read\n";
    return {};
  }
  status = WrongInput;
  llvm::Expected<llvm::json::Value> json =
      llvm::json::parse((*file)->getBuffer());
  if (!json) {
    llvm::errs() << target << ": error: " << json.takeError() << "\n";
    return {};
  }
  FailureOr<kernel::DeviceAttr> device = parseDevice(
      *json, FileLineColLoc::get(&context, target.getValue(), 1, 1));
  return succeeded(device) ? *device : kernel::DeviceAttr();
}

/// Writes to a temporary name, then renames: nothing is left half-written.
static bool writeOutput(const std::string &outputFile,
                        llvm::function_ref<void(raw_ostream &)> write) {
  if (outputFile == "-") {
    write(llvm::outs());
    llvm::outs().flush();
    return !llvm::outs().has_error();
  }
  if (llvm::Error error = llvm::writeToOutput(
          outputFile, [&](raw_ostream &stream) -> llvm::Error {
            write(stream);
            return llvm::Error::success();
          })) {
    llvm::errs() << outputFile
                 << ": error: cannot be written: " << std::move(error) << "\n";
    return false;
  }
  return true;
}

static bool writeReport(const Report &report) {
  if (reportFile.getNumOccurrences() == 0)
    return true;
  if (reportFile.empty()) {
    print(llvm::errs(), report);
    return true;
  }
  return writeOutput(reportFile, [&](raw_ostream &stream) {
    stream << llvm::formatv("{0:2}\n", toJSON(report));
  });
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  registerAsmPrinterCLOptions();
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "oaml-compile: compiles programs for Vulkan devices\n\n"
          "  oaml-compile IN.mlir -o OUT.oamlx\n",
          &llvm::errs()))
    return WrongUsage;

  std::optional<Phase> from = parsePhase(compileFrom),
                       to = parsePhase(compileTo);
  if (!from || !to || *from > *to) {
    llvm::errs() << "oaml-compile: error: --compile-from=" << compileFrom
                 << " --compile-to=" << compileTo
                 << ": the phases are, in order,";
    for (Phase phase : getPhases())
      llvm::errs() << " " << getName(phase);
    llvm::errs() << "\n";
    return WrongUsage;
  }
  if (level < '0' || level > '2') {
    llvm::errs() << "oaml-compile: error: -O" << level
                 << ": the levels are -O0, -O1 and -O2\n";
    return WrongUsage;
  }

  if (reportFile.getNumOccurrences() && *to < Phase::Plan) {
    llvm::errs() << "oaml-compile: error: --report needs the plan; "
                    "--compile-to="
                 << compileTo << " ends before it\n";
    return WrongUsage;
  }
  if (reportFile == "-" && outputFile == "-") {
    llvm::errs() << "oaml-compile: error: the report and the output cannot "
                    "both go to standard output: give -o or --report a file\n";
    return WrongUsage;
  }

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputFile, &message);
  if (!input) {
    llvm::errs() << "oaml-compile: error: " << message << "\n";
    return WrongInput;
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  // The device description is an attribute of a dialect that the program need
  // not mention.
  context.loadDialect<kernel::KernelDialect>();
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(*sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module)
    return WrongInput;

  ExitStatus status = WrongInput;
  CompileOptions options;
  options.device = getTarget(context, status);
  if (!options.device)
    return status;
  options.entries = entries;
  options.from = *from;
  options.to = *to;
  options.dumpDir = dumpPhases;
  options.pipeline.optimizationLevel = level - '0';
  options.configure = [](PassManager &manager) {
    (void)applyPassManagerCLOptions(manager);
  };

  if (!dumpPhases.empty())
    if (std::error_code error = llvm::sys::fs::create_directories(dumpPhases)) {
      llvm::errs() << dumpPhases
                   << ": error: cannot create the folder: " << error.message()
                   << "\n";
      return SystemFailure;
    }

  Report report;
  bool isWritten;
  if (*to != Phase::Artifact) {
    if (failed(runPhases(*module, options, &report)))
      return WrongInput;
    isWritten = writeOutput(outputFile, [&](raw_ostream &stream) {
      module->print(stream);
      stream << "\n";
    });
  } else {
    FailureOr<SmallVector<char>> artifact =
        compileToArtifact(*module, options, &report);
    if (failed(artifact))
      return WrongInput;
    isWritten = writeOutput(outputFile, [&](raw_ostream &stream) {
      stream.write(artifact->data(), artifact->size());
    });
  }
  return isWritten && writeReport(report) ? Done : SystemFailure;
}
