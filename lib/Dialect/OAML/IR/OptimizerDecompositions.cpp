//===- OptimizerDecompositions.cpp - Decomposition of steps ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "oaml/Dialect/OAML/IR/OptimizerOps.h"
#include "llvm/ADT/Sequence.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

namespace {
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
      tensor = getScalarIn(builder, source, range);
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

/// A step of Adam for an op with its scalars but for the decay.
template <typename Op>
static SmallVector<Value> buildAdam(TensorBuilder &builder, Op op,
                                    const StepScalar &weightDecay) {
  StepScalar lr(builder, op.getLrScalar(), nonNegative);
  StepScalar beta1(builder, op.getBeta1Scalar(), fraction);
  StepScalar beta2(builder, op.getBeta2Scalar(), fraction);
  StepScalar epsilon(builder, op.getEpsilonScalar(), positive);
  StepScalar step(builder, op.getStepScalar(), countRange);
  StepScalar one(builder, 1.0);

  TensorExpr param = builder(op.getParam()), grad = builder(op.getGrad());
  TensorExpr m =
      builder(op.getM()) * beta1.get() + grad * beta1.complement().get();
  TensorExpr v =
      builder(op.getV()) * beta2.get() + grad * grad * beta2.complement().get();
  // The scalars of one step are formed once, not per element.
  StepScalar rate = lr / StepScalar::correction(beta1, step);
  StepScalar scale = one / StepScalar::correction(beta2, step);
  TensorExpr move = m / (builder.sqrt(v * scale.get()) + epsilon.get());
  TensorExpr next = decay(param, lr * weightDecay, param) - rate.get() * move;
  return {next, m, v};
}

SmallVector<Value> AdamWStepOp::decompose(TensorBuilder &builder) {
  return buildAdam(builder, *this,
                   {builder, getWeightDecayScalar(), nonNegative});
}

SmallVector<Value> AdamStepOp::decompose(TensorBuilder &builder) {
  return buildAdam(builder, *this, {builder, 0.0});
}

SmallVector<Value> SgdStepOp::decompose(TensorBuilder &builder) {
  StepScalar lr(builder, getLrScalar(), nonNegative);
  StepScalar factor(builder, getMomentumFactorScalar(), fraction);
  StepScalar weightDecay(builder, getWeightDecayScalar(), nonNegative);
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

/// The singular values of `u`, a matrix, brought close to 1 by Newton-Schulz
/// iterations. The Gram matrix is that of the shorter side, where known: both
/// give the same polynomial in the singular values.
static TensorExpr orthogonalize(TensorBuilder &builder, TensorExpr u,
                                TensorExpr epsilon, uint64_t iterations) {
  bool isTall = !u.getType().isDynamicDim(0) && !u.getType().isDynamicDim(1) &&
                u.getType().getDimSize(0) > u.getType().getDimSize(1);
  TensorExpr norm =
      builder.sqrt(builder.reduce(ReductionKind::Sum, u * u, {0, 1}) + epsilon);
  TensorExpr z = u / norm;
  for (uint64_t i = 0; i < iterations; ++i) {
    TensorExpr gram =
        builder.contract(z, z, isTall ? "km,kn->mn" : "mk,nk->mn");
    TensorExpr polynomial =
        gram * -4.7750 + builder.contract(gram, gram, "mk,kn->mn") * 2.0315;
    TensorExpr moved = isTall ? builder.contract(z, polynomial, "mk,kn->mn")
                              : builder.contract(polynomial, z, "mk,kn->mn");
    z = z * 3.4445 + moved;
  }
  return z;
}

SmallVector<Value> MuonStepOp::decompose(TensorBuilder &builder) {
  StepScalar lr(builder, getLrScalar(), nonNegative);
  StepScalar beta(builder, getBetaScalar(), fraction);
  StepScalar weightDecay(builder, getWeightDecayScalar(), nonNegative);
  StepScalar epsilon(builder, getEpsilonScalar(), nonNegative);
  TensorExpr param = builder(getParam()), grad = builder(getGrad());
  TensorExpr added = grad * beta.complement().get();
  TensorExpr momentum = builder(getMomentum()) * beta.get() + added;
  TensorExpr update = added + momentum * beta.get();
  if (param.getRank() == 2 && getIterations() > 0) {
    Type f32 = builder.getF32Type();
    TensorExpr rows = builder.extentScalar(builder.extent(param, 0), f32);
    TensorExpr columns = builder.extentScalar(builder.extent(param, 1), f32);
    TensorExpr longest = builder.select(
        builder.compare(Comparison::Greater, rows, columns), rows, columns);
    update = orthogonalize(builder, update, epsilon.get(), getIterations()) *
             (builder.sqrt(longest) * 0.2);
  }
  TensorExpr next = decay(param, lr * weightDecay, param) - lr.get() * update;
  return {builder.conform(next, param), builder.conform(momentum, param)};
}

SmallVector<Value> ClipGradNormOp::decompose(TensorBuilder &builder) {
  StepScalar limit(builder, getMaxNormScalar(), positive);
  TensorExpr total;
  for (Value value : getGrads()) {
    TensorExpr grad = builder(value);
    TensorExpr squares = builder.reshape(
        builder.reduce(ReductionKind::Sum, grad * grad,
                       llvm::to_vector(llvm::seq<int64_t>(grad.getRank()))),
        {});
    total = total ? total + squares : squares;
  }
  TensorExpr norm = builder.sqrt(total), maximum = limit.get();
  // A limit outside its range is NaN and compares false.
  TensorExpr isAbove = builder.compare(Comparison::Greater, norm, maximum);
  TensorExpr factor =
      builder.select(isAbove, maximum / norm, builder.scalarLike(1.0, norm));
  if (!limit.isConstant())
    factor = builder.select(
        builder.compare(Comparison::Equal, maximum, maximum), factor, maximum);
  SmallVector<Value> results;
  for (Value grad : getGrads())
    results.push_back(builder(grad) * factor);
  return results;
}
