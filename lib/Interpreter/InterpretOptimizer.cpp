//===- InterpretOptimizer.cpp - Optimizer steps ---------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/OptimizerOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

/// `value`, or NaN where it is outside its range: then every element that
/// depends on it is NaN.
static double onlyIf(bool inRange, double value) {
  return inRange ? value : std::numeric_limits<double>::quiet_NaN();
}

/// Finite and not negative: learning rates, decay.
static double rate(double value) {
  return onlyIf(std::isfinite(value) && value >= 0.0, value);
}

/// In [0, 1): betas and momentum factors.
static double factor(double value) {
  return onlyIf(value >= 0.0 && value < 1.0, value);
}

LogicalResult AdamWStepOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  const HostTensor &param = operands[0], &m = operands[1], &v = operands[2],
                   &grad = operands[3];
  auto get = [&](Value value, Attribute attribute) {
    return getScalar(getOperation(), operands, value, attribute);
  };
  double lr = rate(get(getLrValue(), getLrAttr()));
  double beta1 = factor(get(getBeta1Value(), getBeta1Attr()));
  double beta2 = factor(get(getBeta2Value(), getBeta2Attr()));
  double epsilon = get(getEpsilonValue(), getEpsilonAttr());
  epsilon = onlyIf(std::isfinite(epsilon) && epsilon > 0.0, epsilon);
  double decay = rate(get(getWeightDecayValue(), getWeightDecayAttr()));
  double step = get(getStepValue(), getStepAttr());
  step = onlyIf(step >= 1.0, step);
  double correction1 = -std::expm1(step * std::log(beta1));
  double correction2 = -std::expm1(step * std::log(beta2));

  Type f32 = Float32Type::get(getContext());
  HostTensor newParam = context.makeTensor(param.getShape(), f32);
  HostTensor newM = context.makeTensor(param.getShape(), f32);
  HostTensor newV = context.makeTensor(param.getShape(), f32);
  for (int64_t i = 0, e = param.getNumElements(); i < e; ++i) {
    double p = param.getFloat(i), g = grad.getFloat(i);
    double mNew = beta1 * m.getFloat(i) + (1.0 - beta1) * g;
    double vNew = beta2 * v.getFloat(i) + (1.0 - beta2) * g * g;
    double move =
        (mNew / correction1) / (std::sqrt(vNew / correction2) + epsilon);
    newParam.setFloat(i, p - lr * decay * p - lr * move);
    newM.setFloat(i, mNew);
    newV.setFloat(i, vNew);
  }
  results.push_back(std::move(newParam));
  results.push_back(std::move(newM));
  results.push_back(std::move(newV));
  return success();
}

LogicalResult SgdStepOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  const HostTensor &param = operands[0];
  const HostTensor *momentum =
      findOperand(getOperation(), operands, getMomentum());
  const HostTensor &grad = *findOperand(getOperation(), operands, getGrad());
  auto get = [&](Value value, Attribute attribute) {
    return getScalar(getOperation(), operands, value, attribute);
  };
  double lr = rate(get(getLrValue(), getLrAttr()));
  double mu = factor(get(getMomentumFactorValue(), getMomentumFactorAttr()));
  double decay = rate(get(getWeightDecayValue(), getWeightDecayAttr()));

  Type f32 = Float32Type::get(getContext());
  HostTensor newParam = context.makeTensor(param.getShape(), f32);
  HostTensor newMomentum = momentum ? *momentum : HostTensor();
  bool plain = !momentum || mu == 0.0;
  for (int64_t i = 0, e = param.getNumElements(); i < e; ++i) {
    double p = param.getFloat(i), g = grad.getFloat(i);
    if (plain) {
      newParam.setFloat(i, p - lr * (g + decay * p));
      continue;
    }
    double b = mu * momentum->getFloat(i) + g;
    newParam.setFloat(i, p - lr * b - decay * p);
    newMomentum.setFloat(i, b);
  }
  results.push_back(std::move(newParam));
  if (momentum)
    results.push_back(std::move(newMomentum));
  return success();
}
