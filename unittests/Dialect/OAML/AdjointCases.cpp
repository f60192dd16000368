//===- AdjointCases.cpp - Functions that tests differentiate --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Pipelines/RegisterAll.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace oaml;

void oaml::addUnary(AdjointCases &cases, const std::string &op, double shift,
                    bool isCurved) {
  auto add = [&](const std::string &suffix, const std::string &type,
                 std::vector<int64_t> shape) {
    std::string body = "%c = oaml.constant dense<" + std::to_string(shift) +
                       "> : tensor<f32>\n"
                       "%z = oaml.add %x, %c : (" +
                       type + ", tensor<f32>) -> " + type + "\n%y = " + op +
                       " %z : (" + type + ") -> " + type + "\n";
    cases.push_back({op.substr(5) + suffix,
                     {{"x", type, std::move(shape), {}}},
                     body,
                     type,
                     isCurved});
  };
  add("", "tensor<7x1xf32>", {7, 1});
  add("_dynamic", "tensor<?x3xf32>", {5, 3});
}

const AdjointCases &oaml::getAdjointCases() {
  static const AdjointCases cases = [] {
    AdjointCases all;
#define FAMILY(name) add##name##AdjointCases(all);
#include "AdjointFamilies.inc"
#undef FAMILY
    return all;
  }();
  return cases;
}

std::string oaml::getAdjointProgram(const AdjointCase &test) {
  std::string declared, passed, types, wrt, directions, wanted, wantedTypes,
      products;
  const std::string &y = test.resultType;
  unsigned numFloats = 0;
  for (auto [number, argument] : llvm::enumerate(test.arguments)) {
    declared += "%" + argument.name + ": " + argument.type + ", ";
    passed += "%" + argument.name + ", ";
    types += argument.type + ", ";
    if (!argument.values.empty())
      continue;
    std::string n = std::to_string(numFloats++);
    const std::string &type = argument.type;
    wrt += (n == "0" ? ": " : ", ") + std::to_string(number);
    directions += ", %d" + n + ": " + type;
    wanted += (n == "0" ? "%g" : ", %g") + n;
    wantedTypes += (n == "0" ? "" : ", ") + type;
    products += "    %p" + n + " = oaml.mul %g" + n + ", %d" + n + " : (" +
                type + ", " + type + ") -> " + type + "\n    %s" + n +
                " = oaml.sum %p" + n + " : (" + type + ") -> tensor<1xf32>\n";
    products += n == "0" ? "    %t0 = oaml.add %s0, %zero : (tensor<1xf32>, "
                           "tensor<1xf32>) -> tensor<1xf32>\n"
                         : "    %t" + n + " = oaml.add %t" +
                               std::to_string(numFloats - 2) + ", %s" + n +
                               " : (tensor<1xf32>, tensor<1xf32>) -> "
                               "tensor<1xf32>\n";
  }
  std::string last = std::to_string(numFloats - 1);
  std::string gradient = wanted + " = oaml.grad @loss(" + passed +
                         "%w) {wrt = array<i64" + wrt + ">} : (" + types + y +
                         ") -> (" + wantedTypes + ")\n";
  std::string allDirections, directionTypes;
  for (unsigned i = 0; i < numFloats; ++i)
    allDirections += ", %d" + std::to_string(i);
  directionTypes = ", " + wantedTypes;
  std::string parameters = declared.substr(0, declared.size() - 2);
  return "func.func private @result(" + parameters + ") -> " + y + " {\n" +
         test.body + "    return %y : " + y +
         "\n}\n"
         "func.func private @loss(" +
         declared + "%w: " + y + ") -> tensor<1xf32> {\n" + test.body +
         "    %weighted = oaml.mul %y, %w : (" + y + ", " + y + ") -> " + y +
         "\n    %sum = oaml.sum %weighted : (" + y +
         ") -> tensor<1xf32>\n    return %sum : tensor<1xf32>\n}\n"
         "func.func @first(" +
         declared + "%w: " + y + ") -> (" + wantedTypes + ") {\n    " +
         gradient + "    return " + wanted + " : " + wantedTypes +
         "\n}\nfunc.func private @directional(" + declared + "%w: " + y +
         directions +
         ") -> tensor<1xf32> {\n"
         "    %zero = oaml.constant dense<0.0> : tensor<1xf32>\n    " +
         gradient + products + "    return %t" + last +
         " : tensor<1xf32>\n}\nfunc.func @second(" + declared + "%w: " + y +
         directions + ") -> (" + wantedTypes + ") {\n    " + wanted +
         " = oaml.grad @directional(" + passed + "%w" + allDirections +
         ") {wrt = array<i64" + wrt + ">} : (" + types + y + directionTypes +
         ") -> (" + wantedTypes + ")\n    return " + wanted + " : " +
         wantedTypes + "\n}\n";
}

void oaml::loadAdjointDialects(MLIRContext &context) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registry.insert<arith::ArithDialect, func::FuncDialect>();
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
}

OwningOpRef<ModuleOp> oaml::getDifferentiatedProgram(const AdjointCase &test,
                                                     MLIRContext &context) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(getAdjointProgram(test), &context);
  if (!module)
    return nullptr;
  PassManager passes(&context);
  passes.addPass(createDifferentiate());
  if (failed(passes.run(*module)))
    return nullptr;
  return module;
}
