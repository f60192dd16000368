//===- oaml-run.cpp - Running programs ------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Executor.h"
#include "ExitCode.h"

#include "oaml/Pipelines/RegisterAll.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace oaml;
namespace cl = llvm::cl;

namespace {

enum class ExecutorKind { Interpreter };

cl::OptionCategory programCategory("Program");
cl::OptionCategory executionCategory("Execution");

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

cl::opt<ExecutorKind>
    executorKind("executor", cl::desc("What runs the program"),
                 cl::values(clEnumValN(ExecutorKind::Interpreter, "interpreter",
                                       "the reference: slow and obvious")),
                 cl::init(ExecutorKind::Interpreter),
                 cl::cat(executionCategory));
cl::opt<uint64_t>
    seed("seed", cl::value_desc("number"),
         cl::desc("Start of the generator of run seeds, for random ops whose "
                  "own seed is 0 (default: 0)"),
         cl::init(0), cl::cat(executionCategory));
cl::opt<unsigned>
    repeat("repeat", cl::value_desc("number"),
           cl::desc("Run so many times and give the last results; donated "
                    "arguments go on from the run before"),
           cl::init(1), cl::cat(executionCategory));

} // namespace

/// Reads the program; errors have been printed.
static mlir::OwningOpRef<mlir::ModuleOp> readProgram(mlir::MLIRContext &context,
                                                     llvm::SourceMgr &sources) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      mlir::openInputFile(file, &error);
  if (!buffer) {
    fail(WrongInput, error);
    return nullptr;
  }
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
}

static ExitCode runProgram() {
  if (ExitCode code = checkOutputs(outputs))
    return code;
  if (repeat == 0)
    return fail(WrongUsage, "--repeat requires a positive number, found 0");
  llvm::SmallVector<rt::HostArray> arguments, results;
  if (ExitCode code = readInputs(inputs, arguments))
    return code;

  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect>();
  mlir::MLIRContext context(registry);
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler diagnostics(sources, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module = readProgram(context, sources);
  if (!module)
    return WrongInput;

  std::unique_ptr<Executor> executor;
  if (ExitCode code =
          createInterpreter(*module, function, arguments, seed, executor))
    return code;
  for (unsigned i = 0; i < repeat; ++i)
    if (ExitCode code = executor->run())
      return code;
  if (ExitCode code = executor->getResults(results))
    return code;
  return writeOutputs(outputs, results);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions({&programCategory, &executionCategory});
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Runs a function of an OAML program\n", &llvm::errs()))
    return WrongUsage;
  if (file.empty())
    return fail(WrongUsage, "requires a FILE: a program as .mlir or .mlirbc, "
                            "- for standard input");
  return runProgram();
}
