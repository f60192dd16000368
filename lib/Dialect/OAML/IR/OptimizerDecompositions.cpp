//===- OptimizerDecompositions.cpp - Decomposition of steps ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "oaml/Dialect/OAML/IR/OptimizerOps.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace oaml;

namespace {
/// The range that a scalar must lie in.
enum class ScalarRange {
  /// Finite and 0 or more.
  NonNegative,
  /// Finite and above 0.
  Positive,
  /// 0 or more and below 1.
  UnitInterval,
  /// 1 or more.
  Count
};

/// A scalar of an optimizer step: a number where it is known at compile time,
/// on which arithmetic is done in double, else a rank-0 f32 tensor that is NaN
/// outside its range.
class StepScalar {
public:
  StepScalar(TensorBuilder &builder, double number)
      : builder(&builder), number(number) {}
  StepScalar(TensorBuilder &builder, TensorExpr tensor)
      : builder(&builder), tensor(tensor) {}
  StepScalar(TensorBuilder &builder, ScalarSource source, ScalarRange range)
      : builder(&builder) {
    if (source.value)
      tensor = checkRange(source.get(builder), range);
    else
      number = source.getConstant();
  }

  bool isConstant() const { return !tensor; }
  bool isZero() const { return isConstant() && number == 0.0; }
  TensorExpr get() const {
    return tensor ? tensor : builder->scalar(number, builder->getF32Type());
  }

  StepScalar operator*(const StepScalar &other) const {
    if (isConstant() && other.isConstant())
      return {*builder, number * other.number};
    return {*builder, get() * other.get()};
  }
  StepScalar operator/(const StepScalar &other) const {
    if (isConstant() && other.isConstant())
      return {*builder, number / other.number};
    return {*builder, get() / other.get()};
  }
  /// 1 minus the scalar.
  StepScalar complement() const {
    if (isConstant())
      return {*builder, 1.0 - number};
    return {*builder, 1.0 - tensor};
  }
  /// 1 - beta^step as -expm1(step ln beta), accurate where beta is near 1.
  static StepScalar correction(const StepScalar &beta, const StepScalar &step) {
    TensorBuilder &builder = *beta.builder;
    if (beta.isZero())
      return (step * beta).complement();
    if (beta.isConstant() && step.isConstant())
      return {builder, -std::expm1(step.number * std::log(beta.number))};
    TensorExpr logarithm =
        beta.isConstant()
            ? builder.scalar(std::log(beta.number), builder.getF32Type())
            : builder.log(beta.get());
    return {builder, -builder.expm1(step.get() * logarithm)};
  }

private:
  TensorExpr checkRange(TensorExpr x, ScalarRange range) {
    double least = range == ScalarRange::Count ? 1.0 : 0.0;
    TensorExpr bad =
        builder->scalarLike(std::numeric_limits<double>::quiet_NaN(), x);
    Comparison low = range == ScalarRange::Positive ? Comparison::Greater
                                                    : Comparison::GreaterEqual;
    // A NaN fails every comparison.
    TensorExpr isLow = builder->compare(low, x, least);
    if (range == ScalarRange::Count)
      return builder->select(isLow, x, bad);
    TensorExpr isHigh =
        range == ScalarRange::UnitInterval
            ? builder->compare(Comparison::Less, x, 1.0)
            : builder->compare(Comparison::LessEqual, x,
                               std::numeric_limits<float>::max());
    return builder->select(isLow, builder->select(isHigh, x, bad), bad);
  }

  TensorBuilder *builder;
  double number = 0.0;
  TensorExpr tensor;
};
} // namespace

/// `x - factor param`; `factor` may be known to be 0.
static TensorExpr decay(TensorExpr x, const StepScalar &factor,
                        TensorExpr param) {
  return factor.isZero() ? x : x - factor.get() * param;
}

SmallVector<Value> AdamWStepOp::decompose(TensorBuilder &builder) {
  StepScalar lr(builder, getLrScalar(), ScalarRange::NonNegative);
  StepScalar beta1(builder, getBeta1Scalar(), ScalarRange::UnitInterval);
  StepScalar beta2(builder, getBeta2Scalar(), ScalarRange::UnitInterval);
  StepScalar epsilon(builder, getEpsilonScalar(), ScalarRange::Positive);
  StepScalar weightDecay(builder, getWeightDecayScalar(),
                         ScalarRange::NonNegative);
  StepScalar step(builder, getStepScalar(), ScalarRange::Count);
  StepScalar one(builder, 1.0);

  TensorExpr param = builder(getParam()), grad = builder(getGrad());
  TensorExpr m =
      builder(getM()) * beta1.get() + grad * beta1.complement().get();
  TensorExpr v =
      builder(getV()) * beta2.get() + grad * grad * beta2.complement().get();
  // The scalars of one step are formed once, not per element.
  StepScalar rate = lr / StepScalar::correction(beta1, step);
  StepScalar scale = one / StepScalar::correction(beta2, step);
  TensorExpr move = m / (builder.sqrt(v * scale.get()) + epsilon.get());
  TensorExpr next = decay(param, lr * weightDecay, param) - rate.get() * move;
  return {next, m, v};
}

SmallVector<Value> SgdStepOp::decompose(TensorBuilder &builder) {
  StepScalar lr(builder, getLrScalar(), ScalarRange::NonNegative);
  StepScalar factor(builder, getMomentumFactorScalar(),
                    ScalarRange::UnitInterval);
  StepScalar weightDecay(builder, getWeightDecayScalar(),
                         ScalarRange::NonNegative);
  TensorExpr param = builder(getParam()), grad = builder(getGrad());
  TensorExpr decayed =
      weightDecay.isZero() ? grad : grad + weightDecay.get() * param;
  TensorExpr plain = param - lr.get() * decayed;
  if (!getMomentum())
    return {plain};
  TensorExpr momentum = builder(getMomentum());
  if (factor.isZero())
    return {plain, momentum};
  TensorExpr moved = factor.get() * momentum + grad;
  TensorExpr next = decay(param - lr.get() * moved, weightDecay, param);
  if (factor.isConstant())
    return {next, moved};
  TensorExpr off = builder.compare(Comparison::Equal, factor.get(), 0.0);
  return {builder.select(off, plain, next),
          builder.select(off, momentum, moved)};
}
