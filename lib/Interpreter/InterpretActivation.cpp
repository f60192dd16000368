//===- InterpretActivation.cpp - Activations ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/ActivationOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

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

static double silu(double x) { return x / (1.0 + std::exp(-x)); }

static double softplus(double x) {
  return (x < 0.0 ? 0.0 : x) + std::log1p(std::exp(-std::fabs(x)));
}

LogicalResult LeakyReluOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  double alpha = getAlpha().convertToDouble();
  return interpretUnary(context, operands, results,
                        [&](double x) { return x > 0.0 ? x : alpha * x; });
}

LogicalResult EluOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  double alpha = getAlpha().convertToDouble();
  return interpretUnary(context, operands, results, [&](double x) {
    return x > 0.0 ? x : alpha * std::expm1(x);
  });
}

LogicalResult SiluOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return silu(x); });
}

LogicalResult SoftplusOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return softplus(x); });
}

LogicalResult MishOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  return interpretUnary(context, operands, results,
                        [](double x) { return x * std::tanh(softplus(x)); });
}

LogicalResult SwigluOp::interpret(InterpreterContext &context,
                                  ArrayRef<HostTensor> operands,
                                  Results &results) {
  const HostTensor &gate = operands[0], &up = operands[1];
  HostTensor result =
      context.makeTensor(gate.getShape(), gate.getElementType());
  for (int64_t i = 0, e = gate.getNumElements(); i < e; ++i)
    result.setFloat(i, silu(gate.getFloat(i)) * up.getFloat(i));
  results.push_back(std::move(result));
  return success();
}

LogicalResult SiluMulOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  const HostTensor &input = operands[0];
  int64_t size = getIntermediateSize();
  SmallVector<int64_t> shape(input.getShape());
  shape.back() = size;
  HostTensor result = context.makeTensor(shape, input.getElementType());
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    int64_t first = i / size * 2 * size + i % size;
    result.setFloat(i,
                    silu(input.getFloat(first)) * input.getFloat(first + size));
  }
  results.push_back(std::move(result));
  return success();
}
