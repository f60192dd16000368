//===- oaml-opt.cpp - The modular optimizer driver --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/OpDescriptors.h"
#include "oaml/Pipelines/RegisterAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

namespace {
enum class ListFormat { None, Names, Json };
} // namespace

static llvm::cl::opt<ListFormat> listOps(
    "oaml-list-ops", llvm::cl::ValueOptional, llvm::cl::init(ListFormat::None),
    llvm::cl::desc("List the ops of the oaml dialect; reads no input"),
    llvm::cl::values(clEnumValN(ListFormat::Names, "", "names, one a line"),
                     clEnumValN(ListFormat::Json, "json",
                                "an array with an object per op")));

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  oaml::registerAllDialects(registry);
  oaml::registerAllPasses();

  llvm::InitLLVM init(argc, argv);
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "OAML's modular optimizer driver\n", registry);
  if (listOps == ListFormat::Names) {
    oaml::printOpNames(llvm::outs());
    return 0;
  }
  if (listOps == ListFormat::Json) {
    oaml::printOpDescriptors(llvm::outs());
    return 0;
  }
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}
