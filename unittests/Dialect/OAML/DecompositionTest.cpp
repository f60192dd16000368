//===- DecompositionTest.cpp - Decompositions against what ops mean -------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"
#include "DecompositionCases.h"

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Interpreter/Interpreter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace oaml;

namespace {
class Decomposition : public testing::TestWithParam<CompositeCase> {};
} // namespace

std::string
oaml::makeProgram(const std::string &op, const std::string &arguments,
                  const std::string &operands, const std::string &attributes,
                  const std::string &types, const std::string &results,
                  const std::string &names) {
  return "func.func @f(" + arguments + ") -> (" + results + ") {\n  " + names +
         " = " + op + " " + operands + " " + attributes + " : (" + types +
         ") -> (" + results + ")\n  return " + names + " : " + results +
         "\n}\n";
}

std::string oaml::makeUnary(const std::string &op, const std::string &type,
                            const std::string &result,
                            const std::string &attributes) {
  return makeProgram(op, "%x: " + type, "%x", attributes, type, result);
}

std::vector<double> oaml::getSpecialNumbers() {
  return {qnan, infinite, -infinite, 0.0,  -0.0, 1.0,
          3e4,  -3e4,     1e-3,      -2.5, 30.0, -30.0};
}

static const CompositeCases &getCases() {
  static const CompositeCases cases = [] {
    CompositeCases all;
#define FAMILY(name) add##name##DecompositionCases(all);
#include "DecompositionFamilies.inc"
#undef FAMILY
    return all;
  }();
  return cases;
}

TEST(DecompositionCoverage, CasesCoverEveryCompositeOp) {
  MLIRContext context;
  loadAdjointDialects(context);
  llvm::StringSet<> covered;
  for (const CompositeCase &test : getCases())
    for (size_t at = test.program.find("oaml."); at != std::string::npos;
         at = test.program.find("oaml.", at + 1))
      covered.insert(
          test.program.substr(at, test.program.find_first_of(" \n", at) - at));
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (name.hasInterface<DecomposableOpInterface>())
      EXPECT_TRUE(covered.contains(name.getStringRef()))
          << name.getStringRef().str() << " is composite and has no case";
}

TEST_P(Decomposition, MeansWhatTheOpMeans) {
  const CompositeCase &test = GetParam();
  MLIRContext context;
  loadAdjointDialects(context);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(test.program, &context);
  ASSERT_TRUE(module) << test.program;
  auto function = module->lookupSymbol<func::FuncOp>("f");

  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-3.0, 3.0);
  SmallVector<HostTensor> arguments;
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensor = cast<RankedTensorType>(type);
    std::vector<double> values;
    if (number < test.arguments.size())
      values = test.arguments[number];
    SmallVector<int64_t> shape(tensor.getShape());
    int64_t known = 1;
    for (int64_t extent : shape)
      known *= ShapedType::isDynamic(extent) ? 1 : extent;
    for (int64_t &extent : shape)
      if (ShapedType::isDynamic(extent))
        extent = values.empty() ? test.dynamicExtent
                                : static_cast<int64_t>(values.size()) / known;
    HostTensor argument(tensor.clone(shape));
    for (int64_t i = 0; i < argument.getNumElements(); ++i) {
      double value = values.empty() ? uniform(generator) : values[i];
      if (argument.isFloat())
        argument.setFloat(i, value);
      else
        argument.setInt(i, static_cast<int64_t>(value));
    }
    arguments.push_back(std::move(argument));
  }

  InterpreterOptions options;
  options.wide = test.wide;
  auto expected = interpretFunction(function, arguments, options);
  ASSERT_TRUE(succeeded(expected)) << test.program;
  PassManager passes(&context);
  passes.addPass(createDecompose());
  ASSERT_TRUE(succeeded(passes.run(*module)));
  function.walk([](Operation *op) {
    EXPECT_FALSE(isa<DecomposableOpInterface>(op))
        << op->getName().getStringRef().str() << " is left";
  });
  auto actual = interpretFunction(function, arguments, options);
  ASSERT_TRUE(succeeded(actual)) << test.program;

  ASSERT_EQ(actual->size(), expected->size());
  for (size_t number = 0; number < expected->size(); ++number) {
    const HostTensor &left = (*actual)[number], &right = (*expected)[number];
    ASSERT_EQ(left.getType(), right.getType());
    // A few units in the last place of the result's type: every step rounds.
    double epsilon = right.getElementType().isBF16()  ? 1.0 / 128
                     : right.getElementType().isF16() ? 1.0 / 1024
                                                      : 1e-6;
    for (int64_t i = 0; i < right.getNumElements(); ++i) {
      double x = left.getNumber(i), y = right.getNumber(i);
      if (std::isnan(y) || std::isinf(y))
        EXPECT_TRUE(x == y || (std::isnan(x) && std::isnan(y)))
            << x << " for " << y << " in result " << number << ", element "
            << i;
      else
        EXPECT_NEAR(x, y, epsilon * std::max(1.0, std::abs(y)))
            << "in result " << number << ", element " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Decomposition, testing::ValuesIn(getCases()),
                         [](const auto &info) { return info.param.name; });
