//===- InterpreterTest.cpp - Reference execution of programs --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Interpreter/Interpreter.h"

#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Pipelines/RegisterAll.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace oaml;

namespace {

class InterpreterTest : public ::testing::Test {
protected:
  InterpreterTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<arith::ArithDialect, func::FuncDialect>();
    context.appendDialectRegistry(registry);
  }

  func::FuncOp parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return *module->getOps<func::FuncOp>().begin();
  }

  HostTensor tensor(ArrayRef<int64_t> shape, ArrayRef<double> values,
                    bool wide = false) {
    HostTensor result(RankedTensorType::get(shape, Float32Type::get(&context)),
                      wide);
    for (auto [i, value] : llvm::enumerate(values))
      result.setFloat(i, value);
    return result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr StringRef squared = R"(
  func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    %y = oaml.mul %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %z = oaml.neg %y : (tensor<2xf32>) -> tensor<2xf32>
    return %z : tensor<2xf32>
  })";

TEST_F(InterpreterTest, roundsAfterEachOpUnlessWide) {
  func::FuncOp function = parse(squared);
  double x = 1.0 + 1.0 / (1 << 20);
  auto narrow = interpretFunction(function, {tensor({2}, {x, 3.0})});
  ASSERT_TRUE(succeeded(narrow));
  EXPECT_EQ((*narrow)[0].getFloat(0), -static_cast<double>(float(x * x)));
  EXPECT_EQ((*narrow)[0].getFloat(1), -9.0);

  InterpreterOptions options;
  options.wide = true;
  auto wide =
      interpretFunction(function, {tensor({2}, {0.1, 3.0}, true)}, options);
  ASSERT_TRUE(succeeded(wide));
  EXPECT_EQ((*wide)[0].getFloat(0), -(0.1 * 0.1));
}

TEST_F(InterpreterTest, probesEveryValueInOrder) {
  func::FuncOp function = parse(squared);
  SmallVector<std::string> seen;
  InterpreterOptions options;
  options.probe = [&](Value value, HostTensor &tensor) {
    Operation *op = value.getDefiningOp();
    seen.push_back((op ? op->getName().getStringRef() : "argument").str() +
                   " " + std::to_string(int(tensor.getFloat(1))));
  };
  ASSERT_TRUE(succeeded(
      interpretFunction(function, {tensor({2}, {1.0, 3.0})}, options)));
  EXPECT_EQ(seen, (SmallVector<std::string>{"argument 3", "oaml.mul 9",
                                            "oaml.neg -9"}));
}

TEST_F(InterpreterTest, goesOnWithWhatTheProbePutIn) {
  func::FuncOp function = parse(squared);
  InterpreterOptions options;
  options.probe = [&](Value value, HostTensor &found) {
    if (isa_and_nonnull<MulOp>(value.getDefiningOp()))
      found = tensor({2}, {5.0, 6.0});
  };
  auto results =
      interpretFunction(function, {tensor({2}, {1.0, 3.0})}, options);
  ASSERT_TRUE(succeeded(results));
  EXPECT_EQ((*results)[0].getFloat(1), -6.0);
}

TEST_F(InterpreterTest, fillsHiddenArguments) {
  func::FuncOp function = parse(R"(
    func.func @f(%a: tensor<i32>, %run: tensor<i32> {oaml.run_seed})
        -> (tensor<i32>, tensor<i32>) {
      return %a, %run : tensor<i32>, tensor<i32>
    })");
  HostTensor a(RankedTensorType::get({}, IntegerType::get(&context, 32)));
  InterpreterOptions options;
  options.runSeed = -7;
  auto results = interpretFunction(function, {a}, options);
  ASSERT_TRUE(succeeded(results));
  EXPECT_EQ((*results)[1].getInt(0), -7);
}

} // namespace
