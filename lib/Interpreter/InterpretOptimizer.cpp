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

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

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

/// Finite and above 0.
static double above(double value) {
  return onlyIf(std::isfinite(value) && value > 0.0, value);
}

/// A step of Adam for an op with its scalars but for the decay.
template <typename Op>
static LogicalResult interpretAdam(InterpreterContext &context, Op op,
                                   ArrayRef<HostTensor> operands, double decay,
                                   Results &results) {
  const HostTensor &param = operands[0], &m = operands[1], &v = operands[2],
                   &grad = operands[3];
  auto get = [&](Value value, Attribute attribute) {
    return getScalar(op, operands, value, attribute);
  };
  double lr = rate(get(op.getLrValue(), op.getLrAttr()));
  double beta1 = factor(get(op.getBeta1Value(), op.getBeta1Attr()));
  double beta2 = factor(get(op.getBeta2Value(), op.getBeta2Attr()));
  double epsilon = above(get(op.getEpsilonValue(), op.getEpsilonAttr()));
  double step = get(op.getStepValue(), op.getStepAttr());
  step = onlyIf(step >= 1.0, step);
  double correction1 = -std::expm1(step * std::log(beta1));
  double correction2 = -std::expm1(step * std::log(beta2));

  Type f32 = Float32Type::get(op.getContext());
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

LogicalResult AdamWStepOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  double decay = rate(getScalar(getOperation(), operands, getWeightDecayValue(),
                                getWeightDecayAttr()));
  return interpretAdam(context, *this, operands, decay, results);
}

LogicalResult AdamStepOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  return interpretAdam(context, *this, operands, /*decay=*/0.0, results);
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

namespace {
/// A matrix in double, row by row.
struct Matrix {
  Matrix(int64_t rows, int64_t columns)
      : rows(rows), columns(columns), elements(rows * columns, 0.0) {}
  double &operator()(int64_t row, int64_t column) {
    return elements[row * columns + column];
  }
  double operator()(int64_t row, int64_t column) const {
    return elements[row * columns + column];
  }
  Matrix transposed() const {
    Matrix result(columns, rows);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        result(j, i) = (*this)(i, j);
    return result;
  }
  friend Matrix operator*(const Matrix &a, const Matrix &b) {
    Matrix result(a.rows, b.columns);
    for (int64_t i = 0; i < a.rows; ++i)
      for (int64_t k = 0; k < a.columns; ++k)
        for (int64_t j = 0; j < b.columns; ++j)
          result(i, j) += a(i, k) * b(k, j);
    return result;
  }

  int64_t rows, columns;
  std::vector<double> elements;
};
} // namespace

static Matrix newtonSchulz(const Matrix &u, int64_t iterations,
                           double epsilon) {
  bool isTall = u.rows > u.columns;
  Matrix z = isTall ? u.transposed() : u;
  double total = epsilon;
  for (double x : z.elements)
    total += x * x;
  for (double &x : z.elements)
    x /= std::sqrt(total);
  for (int64_t i = 0; i < iterations; ++i) {
    Matrix gram = z * z.transposed();
    Matrix polynomial = gram * gram;
    for (auto [p, g] : llvm::zip_equal(polynomial.elements, gram.elements))
      p = -4.7750 * g + 2.0315 * p;
    Matrix moved = polynomial * z;
    for (auto [x, m] : llvm::zip_equal(z.elements, moved.elements))
      x = 3.4445 * x + m;
  }
  return isTall ? z.transposed() : z;
}

LogicalResult MuonStepOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  const HostTensor &param = operands[0], &momentum = operands[1],
                   &grad = operands[2];
  auto get = [&](Value value, Attribute attribute) {
    return getScalar(getOperation(), operands, value, attribute);
  };
  double lr = rate(get(getLrValue(), getLrAttr()));
  double beta = factor(get(getBetaValue(), getBetaAttr()));
  double decay = rate(get(getWeightDecayValue(), getWeightDecayAttr()));
  double epsilon = rate(get(getEpsilonValue(), getEpsilonAttr()));

  Type f32 = Float32Type::get(getContext());
  HostTensor newParam = context.makeTensor(param.getShape(), f32);
  HostTensor newMomentum = context.makeTensor(param.getShape(), f32);
  int64_t count = param.getNumElements();
  bool isMatrix = param.getRank() == 2 && getIterations() > 0;
  Matrix update(isMatrix ? param.getShape()[0] : 1,
                isMatrix ? param.getShape()[1] : count);
  for (int64_t i = 0; i < count; ++i) {
    double b = beta * momentum.getFloat(i) + (1.0 - beta) * grad.getFloat(i);
    newMomentum.setFloat(i, b);
    update.elements[i] = (1.0 - beta) * grad.getFloat(i) + beta * b;
  }
  double factor = 1.0;
  if (isMatrix) {
    factor = 0.2 * std::sqrt(std::max(update.rows, update.columns));
    update = newtonSchulz(update, getIterations(), epsilon);
  }
  for (int64_t i = 0; i < count; ++i)
    newParam.setFloat(i, (1.0 - lr * decay) * param.getFloat(i) -
                             lr * factor * update.elements[i]);
  results.push_back(std::move(newParam));
  results.push_back(std::move(newMomentum));
  return success();
}

LogicalResult ClipGradNormOp::interpret(InterpreterContext &context,
                                        ArrayRef<HostTensor> operands,
                                        Results &results) {
  double limit = above(
      getScalar(getOperation(), operands, getMaxNormValue(), getMaxNormAttr()));
  double total = 0.0;
  ArrayRef<HostTensor> grads = operands.take_front(getGrads().size());
  for (const HostTensor &grad : grads)
    for (int64_t i = 0, e = grad.getNumElements(); i < e; ++i)
      total += grad.getFloat(i) * grad.getFloat(i);
  double norm = std::sqrt(total), factor = 1.0;
  if (norm > limit || std::isnan(limit))
    factor = limit / norm;
  for (const HostTensor &grad : grads) {
    HostTensor result = grad;
    for (int64_t i = 0, e = grad.getNumElements(); i < e; ++i)
      result.setFloat(i, grad.getFloat(i) * factor);
    results.push_back(std::move(result));
  }
  return success();
}
