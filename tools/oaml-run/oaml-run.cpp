//===- oaml-run.cpp - Running programs ------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Compilation.h"
#include "Describe.h"
#include "Devices.h"
#include "Executor.h"
#include "ExitCode.h"
#include "VulkanExecutor.h"

#include "oaml/Pipelines/RegisterAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

#include <chrono>

using namespace oaml;
using llvm::Twine;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

namespace {

enum class ExecutorKind { Vulkan, Interpreter };
enum class Reference { None, Interpreter };

cl::OptionCategory programCategory("Program");
cl::OptionCategory executionCategory("Execution");
cl::OptionCategory deviceCategory("Devices");

cl::opt<std::string> file(cl::Positional, cl::desc("FILE"),
                          cl::cat(programCategory));
cl::opt<std::string>
    function("function", cl::value_desc("name"),
             cl::desc("The function to run; may be left out where there is one "
                      "public function"),
             cl::cat(programCategory));
cl::list<std::string> inputs(
    "input", cl::value_desc("tensor"),
    cl::desc("An argument, once for each: 2x3xf32=1 2 3 4 5 6, 4xi32=0 (all "
             "elements), f32=0.5, @x.npy, +@x.npy (the next array of that "
             "file)"),
    cl::cat(programCategory));
cl::list<std::string>
    outputs("output", cl::value_desc("@file.npy"),
            cl::desc("Where a result goes, once for each; - or nothing: "
                     "printed as --input reads it"),
            cl::cat(programCategory));
cl::opt<std::string> describeMode(
    "describe", cl::ValueOptional, cl::value_desc("json"),
    cl::desc("Only say what is in an .oamlx file, after all checks "
             "of loading; needs no device"),
    cl::cat(programCategory));

cl::opt<ExecutorKind>
    executorKind("executor", cl::desc("What runs the program"),
                 cl::values(clEnumValN(ExecutorKind::Vulkan, "vulkan",
                                       "a Vulkan device (default)"),
                            clEnumValN(ExecutorKind::Interpreter, "interpreter",
                                       "the reference: slow and obvious")),
                 cl::init(ExecutorKind::Vulkan), cl::cat(executionCategory));
cl::opt<Reference> compare(
    "compare",
    cl::desc("Also compare every value that crosses a kernel, and name the "
             "first difference"),
    cl::values(clEnumValN(Reference::Interpreter, "interpreter",
                          "with what the interpreter makes of the same kernel "
                          "and values")),
    cl::init(Reference::None), cl::cat(executionCategory));
cl::opt<double> tolerance(
    "tolerance", cl::value_desc("number"),
    cl::desc("How much --compare lets an f32 differ, relative to its size and "
             "to that of the largest element of its tensor (default: 1e-5); "
             "f16 and bf16 so much more as they are coarser"),
    cl::init(1e-5), cl::cat(executionCategory));
cl::opt<char> level("O",
                    cl::desc("How a program is compiled: -O0 a kernel per op, "
                             "-O1 fusion, -O2 also kernels side by side "
                             "(default)"),
                    cl::Prefix, cl::init('2'), cl::cat(executionCategory));
cl::opt<uint64_t>
    seed("seed", cl::value_desc("number"),
         cl::desc("Start of the generator of run seeds, for random ops whose "
                  "own seed is 0 (default: 0)"),
         cl::init(0), cl::cat(executionCategory));
cl::opt<unsigned>
    repeat("repeat", cl::value_desc("number"),
           cl::desc("Run so many times, give the last results and say how long "
                    "it took; donated arguments go on from the run before"),
           cl::init(1), cl::cat(executionCategory));
cl::opt<std::string>
    profile("profile", cl::value_desc("file"),
            cl::desc("Write when each launch of the last run ran, as a trace "
                     "for Perfetto or chrome://tracing"),
            cl::cat(executionCategory));

cl::opt<std::string>
    device("device", cl::value_desc("device"),
           cl::desc("A number of --list-devices, a profile (lavapipe, "
                    "swiftshader) or a part of the name; default: OAML_DEVICE "
                    "of the environment, or the best device"),
           cl::cat(deviceCategory));
cl::opt<bool> validate("validate",
                       cl::desc("Run under the Khronos validation layer; any "
                                "message of it is an error"),
                       cl::cat(deviceCategory));
cl::opt<bool> listDevicesFlag("list-devices",
                              cl::desc("Only list the devices there are"),
                              cl::cat(deviceCategory));
cl::opt<bool> deviceInfoFlag(
    "device-info",
    cl::desc("Only print the chosen device as JSON, which oaml-compile takes "
             "as --target"),
    cl::cat(deviceCategory));

} // namespace

static VulkanOptions getVulkanOptions() {
  VulkanOptions options;
  options.device.device = device;
  options.device.validate = validate;
  options.seed = seed;
  options.profile = profile;
  return options;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

namespace {

/// What FILE holds: an artifact, or a module.
struct Program {
  std::optional<rt::Artifact> artifact;
  llvm::SourceMgr sources;
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace

/// An artifact is known by its name or by its FlatBuffers identifier.
static bool isArtifact(llvm::StringRef contents) {
  return llvm::StringRef(file).ends_with(".oamlx") ||
         contents.drop_front(std::min<size_t>(8, contents.size()))
             .starts_with("OAMX");
}

static ExitCode readProgram(Program &program) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      mlir::openInputFile(file, &error);
  if (!buffer)
    return fail(WrongInput, error);
  if (isArtifact(buffer->getBuffer())) {
    rt::Expected<rt::Artifact> artifact =
        file == "-" ? rt::Artifact::fromMemory(buffer->getBufferStart(),
                                               buffer->getBufferSize())
                    : rt::Artifact::load(file);
    if (!artifact)
      return fail(WrongInput, artifact.getStatus().toString());
    program.artifact = *artifact;
    return Done;
  }
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  program.context = std::make_unique<mlir::MLIRContext>(registry);
  program.sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  program.diagnostics = std::make_unique<mlir::SourceMgrDiagnosticHandler>(
      program.sources, program.context.get());
  program.module = mlir::parseSourceFile<mlir::ModuleOp>(program.sources,
                                                         program.context.get());
  return program.module ? Done : WrongInput;
}

static ExitCode describeProgram() {
  if (!describeMode.empty() && describeMode != "json")
    return fail(WrongUsage,
                "--describe=" + describeMode + ": requires nothing or json");
  Program program;
  if (ExitCode code = readProgram(program))
    return code;
  if (!program.artifact)
    return fail(WrongInput, file +
                                ": --describe requires an artifact (.oamlx); "
                                "oaml-compile makes one");
  if (describeMode == "json")
    describeAsJSON(llvm::outs(), program.artifact->getInfo());
  else
    describe(llvm::outs(), program.artifact->getInfo());
  return Done;
}

/// What is there when a program is to be compiled: its function's name.
static ExitCode getFunctionName(Program &program, std::string &name) {
  mlir::Operation *entry;
  if (ExitCode code = findEntry(*program.module, function, entry))
    return code;
  if (!mlir::isa<mlir::func::FuncOp>(entry))
    return fail(WrongInput, file + ": a planned program runs on the "
                                   "interpreter only; oaml-compile makes an "
                                   "artifact of it");
  name = mlir::SymbolTable::getSymbolName(entry).str();
  return Done;
}

static ExitCode createExecutor(Program &program,
                               llvm::ArrayRef<rt::HostArray> arguments,
                               std::unique_ptr<Executor> &executor) {
  if (executorKind == ExecutorKind::Interpreter) {
    if (!profile.empty())
      return fail(WrongUsage, "--profile requires --executor=vulkan");
    if (!program.module)
      return fail(WrongInput,
                  file + ": the interpreter requires a program as .mlir or "
                         ".mlirbc, found an artifact");
    return createInterpreter(*program.module, function, arguments, seed,
                             executor);
  }
  if (program.artifact)
    return createVulkanExecutor(*program.artifact, function, arguments,
                                getVulkanOptions(), executor);
  std::string name;
  CompileOptions options;
  if (ExitCode code = getFunctionName(program, name))
    return code;
  if (ExitCode code = getCompileOptions(program.context.get(), name, device,
                                        level - '0', options))
    return code;
  return compileAndLoad(*program.module, name, arguments, options,
                        getVulkanOptions(), executor);
}

/// Runs as often as wanted; says how long it took where that is more than once.
static ExitCode runRepeatedly(Executor &executor) {
  std::vector<double> seconds;
  for (unsigned i = 0; i < repeat; ++i) {
    auto begin = std::chrono::steady_clock::now();
    if (ExitCode code = executor.run())
      return code;
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - begin;
    seconds.push_back(time.count());
  }
  if (repeat > 1) {
    llvm::sort(seconds);
    llvm::errs() << llvm::format(
        "oaml-run: %u runs, fastest %.3f ms, median %.3f ms\n",
        repeat.getValue(), seconds.front() * 1e3,
        seconds[seconds.size() / 2] * 1e3);
  }
  return Done;
}

/// --compare: runs once, and compares.
static ExitCode compareProgram(Program &program,
                               llvm::ArrayRef<rt::HostArray> arguments,
                               llvm::SmallVectorImpl<rt::HostArray> &results) {
  if (executorKind != ExecutorKind::Vulkan || repeat != 1)
    return fail(WrongUsage, "--compare requires --executor=vulkan and one run");
  if (!program.module)
    return fail(WrongInput,
                file + ": --compare requires a program as .mlir or .mlirbc, "
                       "found an artifact");
  std::string name;
  CompileOptions options;
  if (ExitCode code = getFunctionName(program, name))
    return code;
  if (ExitCode code = getCompileOptions(program.context.get(), name, device,
                                        level - '0', options))
    return code;
  return runAndCompare(*program.module, name, arguments, options,
                       getVulkanOptions(), tolerance, results);
}

static ExitCode runProgram() {
  if (ExitCode code = checkOutputs(outputs))
    return code;
  if (repeat == 0)
    return fail(WrongUsage, "--repeat requires a positive number, found 0");
  if (level < '0' || level > '2')
    return fail(WrongUsage, Twine("-O") +
                                llvm::StringRef(&level.getValue(), 1) +
                                ": the levels are -O0, -O1 and -O2");
  if (!(tolerance >= 0))
    return fail(WrongUsage, "--tolerance requires a number that is not "
                            "negative");
  llvm::SmallVector<rt::HostArray> arguments, results;
  if (ExitCode code = readInputs(inputs, arguments))
    return code;
  Program program;
  if (ExitCode code = readProgram(program))
    return code;
  if (compare == Reference::Interpreter) {
    if (ExitCode code = compareProgram(program, arguments, results))
      return code;
    if (ExitCode code = checkNumOutputs(outputs, results.size()))
      return code;
    return writeOutputs(outputs, results);
  }
  std::unique_ptr<Executor> executor;
  if (ExitCode code = createExecutor(program, arguments, executor))
    return code;
  if (ExitCode code = checkNumOutputs(outputs, executor->getNumResults()))
    return code;
  if (ExitCode code = runRepeatedly(*executor))
    return code;
  if (ExitCode code = executor->getResults(results))
    return code;
  if (ExitCode code = executor->finish())
    return code;
  return writeOutputs(outputs, results);
}

int main(int argc, char **argv) {
  llvm::setBugReportMsg("oaml-run has failed; please report this with the "
                        "program and the command line.\n");
  llvm::InitLLVM init(argc, argv);
  cl::SetVersionPrinter([](llvm::raw_ostream &stream) {
    stream << "oaml-run " OAML_VERSION "\n";
  });
  cl::HideUnrelatedOptions(
      {&programCategory, &executionCategory, &deviceCategory});
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Runs a function of an OAML program\n", &llvm::errs()))
    return WrongUsage;
  if (listDevicesFlag)
    return listDevices();
  if (deviceInfoFlag)
    return printDeviceInfo(getVulkanOptions().device);
  if (file.empty())
    return fail(WrongUsage,
                "requires a FILE: a program as .mlir, .mlirbc or .oamlx; - is "
                "standard input");
  if (describeMode.getNumOccurrences() > 0)
    return describeProgram();
  return runProgram();
}
