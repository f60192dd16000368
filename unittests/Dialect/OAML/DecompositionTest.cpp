//===- DecompositionTest.cpp - Decompositions against what ops mean -------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Interpreter/Interpreter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <random>

using namespace mlir;
using namespace oaml;

namespace {
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double qnan = std::numeric_limits<double>::quiet_NaN();

struct CompositeCase {
  std::string name;
  /// `@f`, of one op.
  std::string program;
  /// Elements of the arguments in order; empty: numbers in [-3, 3] are drawn.
  std::vector<std::vector<double>> arguments;
  /// What dynamic extents are.
  int64_t dynamicExtent = 3;
};

void PrintTo(const CompositeCase &test, std::ostream *stream) {
  *stream << test.name;
}

class Decomposition : public testing::TestWithParam<CompositeCase> {};
} // namespace

/// A function of one op whose operands and results are named by their types.
static std::string
makeProgram(const std::string &op, const std::string &arguments,
            const std::string &operands, const std::string &attributes,
            const std::string &types, const std::string &results,
            const std::string &names = "%r") {
  return "func.func @f(" + arguments + ") -> (" + results + ") {\n  " + names +
         " = " + op + " " + operands + " " + attributes + " : (" + types +
         ") -> (" + results + ")\n  return " + names + " : " + results +
         "\n}\n";
}

static std::string makeUnary(const std::string &op, const std::string &type,
                             const std::string &result,
                             const std::string &attributes = "") {
  return makeProgram(op, "%x: " + type, "%x", attributes, type, result);
}

static std::string makeAdamW(const std::string &arguments,
                             const std::string &operands,
                             const std::string &types,
                             const std::string &attributes) {
  const std::string t = "tensor<5xf32>";
  return makeProgram("oaml.adamw_step",
                     "%p: " + t + ", %m: " + t + ", %v: " + t + ", %g: " + t +
                         arguments,
                     "%p, %m, %v, %g " + operands, attributes,
                     t + ", " + t + ", " + t + ", " + t + types,
                     t + ", " + t + ", " + t, "%a, %b, %c");
}

static std::string makeSgd(const std::string &arguments,
                           const std::string &operands,
                           const std::string &types,
                           const std::string &attributes) {
  const std::string t = "tensor<5xf32>";
  return makeProgram("oaml.sgd_step",
                     "%p: " + t + ", %b: " + t + ", %g: " + t + arguments,
                     "%p, momentum(%b), %g " + operands, attributes,
                     t + ", " + t + ", " + t + types, t + ", " + t, "%q, %c");
}

static std::vector<CompositeCase> makeCases() {
  const std::vector<double> special = {qnan, infinite, -infinite, 0.0,
                                       -0.0, 1.0,      3e4,       -3e4,
                                       1e-3, -2.5,     30.0,      -30.0};
  std::vector<CompositeCase> cases = {
      {"relu",
       makeUnary("oaml.relu", "tensor<12xf32>", "tensor<12xf32>"),
       {special}},
      {"relu_f16",
       makeUnary("oaml.relu", "tensor<12xf16>", "tensor<12xf16>"),
       {special}},
      // Minus infinity is free.
      {"gelu",
       makeUnary("oaml.gelu", "tensor<6xf32>", "tensor<6xf32>"),
       {{qnan, infinite, 1e30, -1e4, 0.5, -3.0}}},
      {"gelu_bf16",
       makeUnary("oaml.gelu", "tensor<?x5xbf16>", "tensor<?x5xbf16>"),
       {}},
      {"sum", makeUnary("oaml.sum", "tensor<3x4xf32>", "tensor<1xf32>"), {}},
      {"sum_axis",
       makeUnary("oaml.sum", "tensor<?x4xf16>", "tensor<?x1xf16>",
                 "{axis = 1}"),
       {}},
      {"sum_scalar", makeUnary("oaml.sum", "tensor<f32>", "tensor<1xf32>"), {}},
      // The sum is out of the range of f16, the mean is not.
      {"mean_f16",
       makeUnary("oaml.mean", "tensor<4xf16>", "tensor<1xf16>"),
       {{6e4, 6e4, 5e4, 5.5e4}}},
      {"mean_dynamic",
       makeUnary("oaml.mean", "tensor<?x4xf32>", "tensor<1xf32>"),
       {}},
      {"max",
       makeUnary("oaml.max", "tensor<12xf32>", "tensor<1xf32>"),
       {special}},
      {"max_infinite",
       makeUnary("oaml.max", "tensor<3xf32>", "tensor<1xf32>"),
       {{-infinite, infinite, 0.0}}},
      {"max_axis",
       makeUnary("oaml.max", "tensor<3x4xf32>", "tensor<1x4xf32>",
                 "{axis = 0}"),
       {}},
      {"softmax",
       makeUnary("oaml.softmax", "tensor<4x3xf32>", "tensor<4x3xf32>",
                 "{axis = 1}"),
       {{-infinite, -infinite, -infinite, 1e4, -1e4, 0.0, qnan, 1.0, 2.0,
         -infinite, 1.0, 1.0}}},
      {"softmax_f16",
       makeUnary("oaml.softmax", "tensor<?x4xf16>", "tensor<?x4xf16>",
                 "{axis = 0}"),
       {}},
      {"matmul_nt",
       makeProgram("oaml.matmul_nt",
                   "%a: tensor<2x?x5xf32>, %b: tensor<4x5xf32>", "%a, %b", "",
                   "tensor<2x?x5xf32>, tensor<4x5xf32>", "tensor<2x?x4xf32>"),
       {}},
      {"bmm",
       makeProgram("oaml.bmm", "%a: tensor<2x3x5xf32>, %b: tensor<2x5x4xf32>",
                   "%a, %b", "", "tensor<2x3x5xf32>, tensor<2x5x4xf32>",
                   "tensor<2x3x4xf32>"),
       {}},
      {"linear",
       makeProgram("oaml.linear", "%x: tensor<3x5xf32>, %w: tensor<4x5xf32>",
                   "%x, %w", "", "tensor<3x5xf32>, tensor<4x5xf32>",
                   "tensor<3x4xf32>"),
       {}},
      {"linear_relu",
       makeProgram(
           "oaml.linear_relu",
           "%x: tensor<1x2xf32>, %w: tensor<3x2xf32>, %b: tensor<3xf32>",
           "%x, %w, %b", "", "tensor<1x2xf32>, tensor<3x2xf32>, tensor<3xf32>",
           "tensor<1x3xf32>"),
       {{1.0, 2.0}, {1.0, 1.0, -1.0, -1.0, qnan, 0.0}, {0.5, 0.5, 0.5}}},
      {"cross_entropy",
       makeProgram("oaml.cross_entropy",
                   "%x: tensor<?x4xf32>, %t: tensor<?xi32>", "%x, %t", "",
                   "tensor<?x4xf32>, tensor<?xi32>", "tensor<1xf32>"),
       {{1.0, -1e4, 3.0, 1e4, 0.0, 0.0, 0.0, 0.0, -infinite, 1.0, 2.0, 3.0},
        {3, 0, 1}}},
      {"cross_entropy_bad_target",
       makeProgram("oaml.cross_entropy",
                   "%x: tensor<2x4xf32>, %t: tensor<2xi32>", "%x, %t", "",
                   "tensor<2x4xf32>, tensor<2xi32>", "tensor<1xf32>"),
       {{}, {4, 0}}},
      {"cross_entropy_negative_target",
       makeProgram("oaml.cross_entropy",
                   "%x: tensor<2x4xf16>, %t: tensor<2xi32>", "%x, %t", "",
                   "tensor<2x4xf16>, tensor<2xi32>", "tensor<1xf32>"),
       {{}, {1, -1}}},
      {"accuracy_count",
       makeProgram(
           "oaml.accuracy_count",
           "%x: tensor<2x?x3xf32>, %t: tensor<?xui8>, %m: tensor<?xf32>",
           "%x, %t, %m", "", "tensor<2x?x3xf32>, tensor<?xui8>, tensor<?xf32>",
           "tensor<1xi32>"),
       // Right; ties; NaN never wins; all NaN; masked; wrong.
       {{1.0, 2.0, 0.0, 5.0, 5.0, 5.0, qnan, 1.0, 2.0, qnan, qnan, qnan, 3.0,
         2.0, 1.0, 1.0, 2.0, 3.0},
        {1, 0, 2, 0, 0, 0},
        {1.0, 0.5, qnan, 1.0, 0.0, 1.0}}},
      {"adamw_attributes",
       makeAdamW("", "", "",
                 "{lr = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, "
                 "weight_decay = 0.1, step = 3}"),
       {{}, {}, {0.1, 0.2, 0.3, 0.4, 0.0}, {}}},
      {"adamw_zero_betas",
       makeAdamW("", "", "",
                 "{lr = 0.01, beta1 = 0.0, beta2 = 0.0, epsilon = 1.0e-8, "
                 "weight_decay = 0.0, step = 1}"),
       {{}, {}, {0.1, 0.2, 0.3, 0.4, 0.0}, {}}}};

  // Every scalar as an operand, in range and out of it.
  struct Scalar {
    const char *name, *type;
    std::vector<double> values;
  };
  const Scalar scalars[] = {
      {"lr", "tensor<f32>", {0.0, 0.25, -1.0, infinite, qnan}},
      {"beta1", "tensor<1xf32>", {0.0, 0.5, 1.0, -0.5, qnan}},
      {"beta2", "tensor<f32>", {0.0, 0.75, 1.0, -0.5, qnan}},
      {"epsilon", "tensor<f32>", {0.5, 0.0, -1.0, infinite, qnan}},
      {"weight_decay", "tensor<f32>", {0.0, 0.5, -0.5, infinite, qnan}},
      {"step", "tensor<f32>", {1.0, 7.0, 0.0, infinite, qnan}},
      {"step", "tensor<i32>", {1.0, 1000000.0, 0.0, -3.0}}};
  for (const Scalar &scalar : scalars) {
    std::string attributes = "{";
    for (auto [name, value] :
         {std::pair("lr", "0.01"), std::pair("beta1", "0.9"),
          std::pair("beta2", "0.999"), std::pair("epsilon", "1.0e-8"),
          std::pair("weight_decay", "0.1"), std::pair("step", "3")})
      if (StringRef(name) != scalar.name)
        attributes += (attributes.size() > 1 ? ", " : "") + std::string(name) +
                      " = " + value;
    std::string type = scalar.type;
    for (size_t i = 0; i < scalar.values.size(); ++i)
      cases.push_back(
          {"adamw_" + std::string(scalar.name) +
               (type == "tensor<i32>" ? "_int_" : "_") + std::to_string(i),
           makeAdamW(", %s: " + type, std::string(scalar.name) + "(%s)",
                     ", " + type, attributes + "}"),
           {{}, {}, {0.1, 0.2, 0.3, 0.4, 0.5}, {}, {scalar.values[i]}}});
  }
  for (double factor : {0.0, 0.5, 1.0, qnan})
    cases.push_back(
        {"sgd_factor_" + std::to_string(cases.size()),
         makeSgd(", %s: tensor<f32>", "momentum_factor(%s)", ", tensor<f32>",
                 "{lr = 0.1, weight_decay = 0.25}"),
         {{}, {}, {}, {factor}}});
  cases.push_back({"sgd_lr",
                   makeSgd(", %s: tensor<f32>", "lr(%s)", ", tensor<f32>",
                           "{momentum_factor = 0.5, "
                           "weight_decay = 0.25}"),
                   {{}, {}, {}, {-1.0}}});
  cases.push_back(
      {"sgd_plain",
       makeProgram("oaml.sgd_step", "%p: tensor<?xf32>, %g: tensor<?xf32>",
                   "%p, %g",
                   "{lr = 0.1, momentum_factor = 0.5, weight_decay = 0.25}",
                   "tensor<?xf32>, tensor<?xf32>", "tensor<?xf32>"),
       {}});
  for (const char *shape : {"[4, 9]", "[7]", "[2, 3, 5]"}) {
    std::string text = shape, extents;
    for (char c : text.substr(1, text.size() - 2))
      extents += c == ',' ? "x" : c == ' ' ? "" : std::string(1, c);
    cases.push_back(
        {"rand_xavier_" + extents,
         makeProgram("oaml.rand_xavier", "%s: tensor<i32>", text + " seed(%s)",
                     "", "tensor<i32>", "tensor<" + extents + "xf32>"),
         {{42}}});
  }
  cases.push_back({"rand_xavier_dynamic",
                   "func.func @f(%x: tensor<?xf32>) -> tensor<4x?xf32> {\n"
                   "  %n = oaml.dim %x {axis = 0} : tensor<?xf32>\n"
                   "  %r = oaml.rand_xavier [4, %n] {seed = 5} : (index) -> "
                   "tensor<4x?xf32>\n  return %r : tensor<4x?xf32>\n}\n",
                   {}});
  return cases;
}

static const std::vector<CompositeCase> &getCases() {
  static const std::vector<CompositeCase> cases = makeCases();
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

  auto expected = interpretFunction(function, arguments);
  ASSERT_TRUE(succeeded(expected)) << test.program;
  PassManager passes(&context);
  passes.addPass(createDecompose());
  ASSERT_TRUE(succeeded(passes.run(*module)));
  function.walk([](Operation *op) {
    EXPECT_FALSE(isa<DecomposableOpInterface>(op))
        << op->getName().getStringRef().str() << " is left";
  });
  auto actual = interpretFunction(function, arguments);
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
