//===- FiniteDifferencesTest.cpp - Adjoints against differences of values -===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

#include "oaml/Interpreter/Interpreter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "gtest/gtest.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace oaml;

namespace {
/// The step of central differences in double: their error is about step^2 from
/// the third derivative and 1e-16/step from rounding.
constexpr double step = 1e-5;
/// Allowed error, relative to the larger of 1 and the value.
constexpr double tolerance = 1e-7;

using Tensors = SmallVector<HostTensor>;

class FiniteDifferences : public testing::TestWithParam<AdjointCase> {
protected:
  void SetUp() override {
    loadAdjointDialects(context);
    module = getDifferentiatedProgram(GetParam(), context);
    ASSERT_TRUE(module) << getAdjointProgram(GetParam());
    for (const AdjointArgument &argument : GetParam().arguments) {
      bool isFloat = argument.values.empty();
      arguments.push_back(isFloat ? draw(argument.shape)
                                  : makeInteger(argument));
      if (isFloat)
        floats.push_back(arguments.size() - 1);
    }
    Tensors result = run("result", arguments);
    ASSERT_EQ(result.size(), 1u);
    arguments.push_back(draw(result[0].getShape()));
  }

  /// Numbers in [-2, 2], no two of them closer than the steps of a difference
  /// and none close to 0: no kink and no tie is met.
  HostTensor draw(ArrayRef<int64_t> shape) {
    HostTensor tensor(RankedTensorType::get(shape, Float32Type::get(&context)),
                      /*wide=*/true);
    std::uniform_real_distribution<double> magnitude(0.1, 2.0);
    for (int64_t i = 0; i < tensor.getNumElements(); ++i)
      tensor.setFloat(i, generator() % 2 ? magnitude(generator)
                                         : -magnitude(generator));
    return tensor;
  }

  HostTensor makeInteger(const AdjointArgument &argument) {
    auto function = module->lookupSymbol<func::FuncOp>("loss");
    Type elementType =
        cast<RankedTensorType>(function.getArgumentTypes()[arguments.size()])
            .getElementType();
    HostTensor tensor(RankedTensorType::get(argument.shape, elementType));
    for (auto [i, value] : llvm::enumerate(argument.values))
      tensor.setInt(i, value);
    return tensor;
  }

  Tensors run(StringRef name, ArrayRef<HostTensor> operands) {
    InterpreterOptions options;
    options.wide = true;
    FailureOr<Tensors> results = interpretFunction(
        module->lookupSymbol<func::FuncOp>(name), operands, options);
    EXPECT_TRUE(succeeded(results)) << getAdjointProgram(GetParam());
    return succeeded(results) ? *results : Tensors();
  }

  /// `arguments` with element `index` of float argument `number` moved by
  /// `amount`.
  Tensors moved(size_t number, int64_t index, double amount) {
    Tensors result = arguments;
    HostTensor &tensor = result[floats[number]];
    tensor.setFloat(index, tensor.getFloat(index) + amount);
    return result;
  }

  static void expectNear(double actual, double expected, const char *what,
                         size_t number, int64_t index) {
    EXPECT_NEAR(actual, expected, tolerance * std::max(1.0, std::abs(expected)))
        << what << " in float argument " << number << ", element " << index;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::mt19937 generator{20260};
  /// Arguments of `@loss`, wide.
  Tensors arguments;
  /// Numbers of the float arguments but the weights.
  SmallVector<size_t> floats;
};
} // namespace

TEST_P(FiniteDifferences, FirstOrder) {
  Tensors gradients = run("first", arguments);
  ASSERT_EQ(gradients.size(), floats.size());
  for (size_t number = 0; number < floats.size(); ++number)
    for (int64_t i = 0; i < gradients[number].getNumElements(); ++i) {
      Tensors above = run("loss", moved(number, i, step));
      Tensors below = run("loss", moved(number, i, -step));
      expectNear(gradients[number].getFloat(i),
                 (above[0].getFloat(0) - below[0].getFloat(0)) / (2 * step),
                 "gradient", number, i);
    }
}

TEST_P(FiniteDifferences, HessianVectorProduct) {
  // The Hessian is symmetric, so that the gradient of gradient times direction
  // is the change of the gradient along the direction.
  Tensors directions, above = arguments, below = arguments;
  for (size_t number : floats) {
    HostTensor direction = draw(arguments[number].getShape());
    for (int64_t i = 0; i < direction.getNumElements(); ++i) {
      double x = arguments[number].getFloat(i);
      above[number].setFloat(i, x + step * direction.getFloat(i));
      below[number].setFloat(i, x - step * direction.getFloat(i));
    }
    directions.push_back(direction);
  }
  Tensors operands = arguments;
  llvm::append_range(operands, directions);
  Tensors products = run("second", operands);
  Tensors gradientsAbove = run("first", above);
  Tensors gradientsBelow = run("first", below);
  ASSERT_EQ(products.size(), floats.size());
  // Differences along one direction are as wrong in small elements of the
  // product as in large ones.
  auto getDifference = [&](size_t number, int64_t i) {
    return (gradientsAbove[number].getFloat(i) -
            gradientsBelow[number].getFloat(i)) /
           (2 * step);
  };
  double size = 1.0;
  for (size_t number = 0; number < floats.size(); ++number)
    for (int64_t i = 0; i < products[number].getNumElements(); ++i)
      size = std::max(size, std::abs(getDifference(number, i)));
  bool isZero = true;
  for (size_t number = 0; number < floats.size(); ++number)
    for (int64_t i = 0; i < products[number].getNumElements(); ++i) {
      double actual = products[number].getFloat(i);
      isZero &= actual == 0.0;
      EXPECT_NEAR(actual, getDifference(number, i), tolerance * size)
          << "Hessian-vector product in float argument " << number
          << ", element " << i;
    }
  EXPECT_EQ(isZero, !GetParam().isCurved);
}

INSTANTIATE_TEST_SUITE_P(All, FiniteDifferences,
                         testing::ValuesIn(getAdjointCases()),
                         [](const auto &info) { return info.param.name; });
