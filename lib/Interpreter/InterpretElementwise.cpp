//===- InterpretElementwise.cpp - Meaning of element-wise ops -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

//===----------------------------------------------------------------------===//
// Arithmetic, with broadcasting
//===----------------------------------------------------------------------===//

/// A result for operands that broadcast; `set(result, i, left, right)` computes
/// its element `i` from the elements with these indices.
static HostTensor
broadcast(InterpreterContext &context, const HostTensor &left,
          const HostTensor &right, Type elementType,
          function_ref<void(HostTensor &, int64_t, int64_t, int64_t)> set) {
  SmallVector<int64_t> shape =
      getBroadcastShape({left.getShape(), right.getShape()});
  HostTensor result = context.makeTensor(shape, elementType);
  int64_t index = 0;
  forEachPosition(shape,
                  {getBroadcastStrides(left.getShape(), shape),
                   getBroadcastStrides(right.getShape(), shape)},
                  [&](ArrayRef<int64_t> offsets) {
                    set(result, index++, offsets[0], offsets[1]);
                  });
  return result;
}

/// An op on floats or on integers. Integers are computed modulo 2^64; writing
/// them takes them modulo 2^32.
static LogicalResult
interpretArithmetic(InterpreterContext &context, ArrayRef<HostTensor> operands,
                    Results &results,
                    function_ref<double(double, double)> onFloats,
                    function_ref<uint64_t(uint64_t, uint64_t)> onIntegers) {
  const HostTensor &left = operands[0], &right = operands[1];
  results.push_back(broadcast(
      context, left, right, left.getElementType(),
      [&](HostTensor &result, int64_t i, int64_t l, int64_t r) {
        if (left.isFloat())
          result.setFloat(i, onFloats(left.getFloat(l), right.getFloat(r)));
        else
          result.setInt(i, onIntegers(left.getInt(l), right.getInt(r)));
      }));
  return success();
}

LogicalResult AddOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretArithmetic(
      context, operands, results, [](double a, double b) { return a + b; },
      [](uint64_t a, uint64_t b) { return a + b; });
}

LogicalResult SubOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretArithmetic(
      context, operands, results, [](double a, double b) { return a - b; },
      [](uint64_t a, uint64_t b) { return a - b; });
}

LogicalResult MulOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretArithmetic(
      context, operands, results, [](double a, double b) { return a * b; },
      [](uint64_t a, uint64_t b) { return a * b; });
}

LogicalResult DivOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  const HostTensor &left = operands[0], &right = operands[1];
  results.push_back(
      broadcast(context, left, right, left.getElementType(),
                [&](HostTensor &result, int64_t i, int64_t l, int64_t r) {
                  result.setFloat(i, left.getFloat(l) / right.getFloat(r));
                }));
  return success();
}

//===----------------------------------------------------------------------===//
// Functions of one operand
//===----------------------------------------------------------------------===//

static LogicalResult interpretUnary(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results,
                                    function_ref<double(double)> function) {
  const HostTensor &x = operands[0];
  HostTensor result = context.makeTensor(x.getShape(), x.getElementType());
  for (int64_t i = 0, e = x.getNumElements(); i < e; ++i)
    result.setFloat(i, function(x.getFloat(i)));
  results.push_back(std::move(result));
  return success();
}

LogicalResult NegOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return -x; });
}

LogicalResult ExpOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return std::exp(x); });
}

LogicalResult Expm1Op::interpret(InterpreterContext &context,
                                 ArrayRef<HostTensor> operands,
                                 Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return std::expm1(x); });
}

LogicalResult LogOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return std::log(x); });
}

LogicalResult Log1pOp::interpret(InterpreterContext &context,
                                 ArrayRef<HostTensor> operands,
                                 Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return std::log1p(x); });
}

LogicalResult SqrtOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return std::sqrt(x); });
}

LogicalResult SigmoidOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return 1.0 / (1.0 + std::exp(-x)); });
}

LogicalResult TanhOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return std::tanh(x); });
}

LogicalResult ReluOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  // Not `x > 0 ? x : 0`, which would turn NaN into 0.
  return interpretUnary(context, operands, results,
                        [](double x) { return x <= 0.0 ? 0.0 : x; });
}

LogicalResult GeluOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  constexpr double c = 0.79788456080286535588; // sqrt(2 / pi)
  return interpretUnary(context, operands, results, [](double x) {
    return 0.5 * x * (1.0 + std::tanh(c * (x + 0.044715 * x * x * x)));
  });
}

LogicalResult AbsOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return std::fabs(x); });
}

LogicalResult SinOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return std::sin(x); });
}

LogicalResult CosOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return std::cos(x); });
}

LogicalResult ReciprocalOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return 1.0 / x; });
}

LogicalResult CopyOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  results.push_back(operands[0]);
  return success();
}

//===----------------------------------------------------------------------===//
// An element and a scalar
//===----------------------------------------------------------------------===//

/// The scalar of an op as it meets floats: in f32.
static double getFloatScalar(Operation *op, ArrayRef<HostTensor> operands,
                             Value value, Attribute attribute) {
  return static_cast<float>(getScalar(op, operands, value, attribute));
}

LogicalResult ScaleOp::interpret(InterpreterContext &context,
                                 ArrayRef<HostTensor> operands,
                                 Results &results) {
  double scalar =
      getFloatScalar(*this, operands, getFactorValue(), getFactorAttr());
  return interpretUnary(context, operands, results,
                        [&](double x) { return x * scalar; });
}

LogicalResult AddScalarOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  const HostTensor &x = operands[0];
  double scalar = getScalar(*this, operands, getValueValue(), getValueAttr());
  if (x.isFloat()) {
    scalar = static_cast<float>(scalar);
    return interpretUnary(context, operands, results,
                          [&](double x) { return x + scalar; });
  }
  // Writing takes sums modulo 2^32.
  HostTensor result = context.makeTensor(x.getShape(), x.getElementType());
  for (int64_t i = 0, e = x.getNumElements(); i < e; ++i)
    result.setInt(i, x.getInt(i) + static_cast<int64_t>(scalar));
  results.push_back(std::move(result));
  return success();
}

LogicalResult SubScalarOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  double scalar =
      getFloatScalar(*this, operands, getValueValue(), getValueAttr());
  return interpretUnary(context, operands, results,
                        [&](double x) { return x - scalar; });
}

LogicalResult DivScalarOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  double scalar =
      getFloatScalar(*this, operands, getValueValue(), getValueAttr());
  return interpretUnary(context, operands, results,
                        [&](double x) { return x / scalar; });
}

LogicalResult ClampMinOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  double scalar =
      getFloatScalar(*this, operands, getMinimumValue(), getMinimumAttr());
  return interpretUnary(context, operands, results,
                        [&](double x) { return x <= scalar ? scalar : x; });
}

LogicalResult ClampMaxOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  double scalar =
      getFloatScalar(*this, operands, getMaximumValue(), getMaximumAttr());
  return interpretUnary(context, operands, results,
                        [&](double x) { return x >= scalar ? scalar : x; });
}

LogicalResult PowOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  double scalar =
      getFloatScalar(*this, operands, getExponentValue(), getExponentAttr());
  return interpretUnary(context, operands, results,
                        [&](double x) { return std::pow(x, scalar); });
}

/// 1 where the comparison of an element with the scalar holds, else 0.
static LogicalResult interpretMask(InterpreterContext &context, Operation *op,
                                   ArrayRef<HostTensor> operands, double scalar,
                                   Results &results,
                                   function_ref<bool(double, double)> holds) {
  const HostTensor &x = operands[0];
  if (x.isFloat())
    scalar = static_cast<float>(scalar);
  HostTensor result = context.makeTensor(
      x.getShape(),
      cast<RankedTensorType>(op->getResult(0).getType()).getElementType());
  for (int64_t i = 0, e = x.getNumElements(); i < e; ++i)
    result.setFloat(i, holds(x.getNumber(i), scalar));
  results.push_back(std::move(result));
  return success();
}

LogicalResult EqualOp::interpret(InterpreterContext &context,
                                 ArrayRef<HostTensor> operands,
                                 Results &results) {
  double scalar = getScalar(*this, operands, getValueValue(), getValueAttr());
  return interpretMask(context, *this, operands, scalar, results,
                       [](double x, double value) { return x == value; });
}

LogicalResult GreaterEqualOp::interpret(InterpreterContext &context,
                                        ArrayRef<HostTensor> operands,
                                        Results &results) {
  double scalar = getScalar(*this, operands, getValueValue(), getValueAttr());
  return interpretMask(context, *this, operands, scalar, results,
                       [](double x, double value) { return x >= value; });
}

//===----------------------------------------------------------------------===//
// Comparison, selection, casts
//===----------------------------------------------------------------------===//

/// Every element type's numbers are exact as doubles.
static bool holds(Comparison comparison, double left, double right) {
  switch (comparison) {
  case Comparison::Equal:
    return left == right;
  case Comparison::NotEqual:
    return left != right;
  case Comparison::Less:
    return left < right;
  case Comparison::LessEqual:
    return left <= right;
  case Comparison::Greater:
    return left > right;
  case Comparison::GreaterEqual:
    return left >= right;
  }
  llvm_unreachable("unknown comparison");
}

LogicalResult CompareOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  const HostTensor &left = operands[0], &right = operands[1];
  results.push_back(
      broadcast(context, left, right, IntegerType::get(getContext(), 32),
                [&](HostTensor &result, int64_t i, int64_t l, int64_t r) {
                  result.setInt(i, holds(getComparison(), left.getNumber(l),
                                         right.getNumber(r)));
                }));
  return success();
}

LogicalResult SelectOp::interpret(InterpreterContext &context,
                                  ArrayRef<HostTensor> operands,
                                  Results &results) {
  const HostTensor &condition = operands[0];
  SmallVector<int64_t> shape = getBroadcastShape(
      {condition.getShape(), operands[1].getShape(), operands[2].getShape()});
  HostTensor result = context.makeTensor(shape, operands[1].getElementType());
  int64_t index = 0;
  forEachPosition(shape,
                  {getBroadcastStrides(condition.getShape(), shape),
                   getBroadcastStrides(operands[1].getShape(), shape),
                   getBroadcastStrides(operands[2].getShape(), shape)},
                  [&](ArrayRef<int64_t> offsets) {
                    // True of NaN, too.
                    bool first = condition.getNumber(offsets[0]) != 0.0;
                    const HostTensor &source = operands[first ? 1 : 2];
                    int64_t offset = offsets[first ? 1 : 2];
                    if (result.isFloat())
                      result.setFloat(index++, source.getFloat(offset));
                    else
                      result.setInt(index++, source.getInt(offset));
                  });
  results.push_back(std::move(result));
  return success();
}

/// Toward zero, saturating, NaN to 0.
static int64_t toInteger(double value, IntegerType type) {
  if (std::isnan(value))
    return 0;
  bool isUnsigned = type.isUnsigned();
  double low = isUnsigned ? 0.0 : -std::ldexp(1.0, type.getWidth() - 1);
  double high =
      std::ldexp(1.0, isUnsigned ? type.getWidth() : type.getWidth() - 1) - 1.0;
  return static_cast<int64_t>(std::min(std::max(std::trunc(value), low), high));
}

LogicalResult CastOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  const HostTensor &x = operands[0];
  HostTensor result = context.makeTensor(x.getShape(), getDtype());
  auto integerType = dyn_cast<IntegerType>(getDtype());
  for (int64_t i = 0, e = x.getNumElements(); i < e; ++i) {
    if (!integerType)
      result.setFloat(i, x.getNumber(i));
    else if (x.isFloat())
      result.setInt(i, toInteger(x.getFloat(i), integerType));
    else
      result.setInt(i, x.getInt(i));
  }
  results.push_back(std::move(result));
  return success();
}
