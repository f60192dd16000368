//===- SsmDecompositions.cpp - Preprocessing in other ops -----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/SsmOps.h"

#include "oaml/Dialect/OAML/IR/ActivationOps.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

using namespace mlir;
using namespace oaml;

static TensorExpr invert(TensorExpr x) {
  return x.getBuilder().scalarLike(1.0, x) / x;
}

namespace {
/// What values and gradients of a packed row share.
class PreprocessParts {
public:
  PreprocessParts(TensorBuilder &builder, Value projected, Value bias,
                  Mamba3PreprocessConfigAttr config);

  /// A slice of the packed rows; slices come in the order of the row.
  TensorExpr takeSlice(int64_t width);

  /// Runs of `N` elements, as `[rows, R G, N]`.
  TensorExpr asRuns(TensorExpr x) {
    return b.reshape(
        x, {b.extent(x, 0),
            b.getIndexAttr(config.getNumGroups() * config.getMimoRank()),
            b.getIndexAttr(config.getStateSize())});
  }
  /// 1 over the root mean square of each run.
  TensorExpr getScale(TensorExpr runs) {
    TensorExpr square = b.reduce(ReductionKind::Sum, runs * runs, {2}) /
                        double(config.getStateSize());
    return invert(b.sqrt(square + config.getEpsilon().convertToDouble()));
  }
  TensorExpr normalize(TensorExpr x) {
    TensorExpr runs = asRuns(x);
    return b.reshapeLike(runs * getScale(runs), x);
  }

  TensorBuilder &b;
  Mamba3PreprocessConfigAttr config;
  TensorExpr packed;
  TensorExpr z, x, rawB, rawC, trap, angle;
  /// The raw time step plus its bias; its softplus; that between its bounds.
  TensorExpr biased, unbounded, dt;
  /// The raw decay; where it is not negative; its magnitude, also as bounded.
  TensorExpr rawA, isPositive, magnitude, rate;
  TensorExpr isBelow, isAbove, isFree;

private:
  int64_t next = 0;
};
} // namespace

PreprocessParts::PreprocessParts(TensorBuilder &b, Value projected, Value bias,
                                 Mamba3PreprocessConfigAttr config)
    : b(b), config(config) {
  Type f32 = b.getF32Type();
  packed = b.cast(b(projected), f32);
  z = takeSlice(config.getInnerSize());
  x = takeSlice(config.getInnerSize());
  rawB = takeSlice(config.getBcWidth());
  rawC = takeSlice(config.getBcWidth());
  biased = takeSlice(config.getNumHeads()) + b.cast(b(bias), f32);
  rawA = takeSlice(config.getNumHeads());
  trap = takeSlice(config.getNumHeads());
  angle = takeSlice(config.getNumRopeAngles());

  double low = config.getDtMin().convertToDouble();
  double high = config.getDtMax().convertToDouble();
  double floor = config.getAFloor().convertToDouble();
  unbounded = b(SoftplusOp::create(b, Value(biased)));
  isBelow = b.compare(Comparison::Less, unbounded, low);
  isAbove = b.compare(Comparison::Greater, unbounded, high);
  dt = b.select(isBelow, b.scalarLike(low, unbounded),
                b.select(isAbove, b.scalarLike(high, unbounded), unbounded));
  isPositive = b.compare(Comparison::GreaterEqual, rawA, 0.0);
  // No lane divides by 0, chosen or not.
  TensorExpr negative = b.select(isPositive, b.zeroLike(rawA), rawA);
  magnitude = b.select(isPositive, rawA + 1.0, invert(1.0 - negative));
  isFree = b.compare(Comparison::Greater, magnitude, floor);
  // A NaN is no magnitude that the floor could stand for.
  TensorExpr isHeld = b.compare(Comparison::LessEqual, magnitude, floor);
  rate = b.select(isHeld, b.scalarLike(floor, magnitude), magnitude);
}

TensorExpr PreprocessParts::takeSlice(int64_t width) {
  int64_t start = next;
  next += width;
  if (width)
    return b.slice(packed, 1, b.getIndexAttr(start), b.getIndexAttr(next));
  return b.broadcastTo(b.zeroLike(packed),
                       {b.extent(packed, 0), b.getIndexAttr(0)});
}

SmallVector<Value> Mamba3PreprocessOp::decompose(TensorBuilder &builder) {
  PreprocessParts parts(builder, getProjected(), getDtBias(), getConfig());
  SmallVector<Value> values;
  Type element = getProjected().getType().getElementType();
  for (TensorExpr value : {parts.x, parts.z, parts.normalize(parts.rawB),
                           parts.normalize(parts.rawC), parts.dt,
                           -(parts.rate * parts.dt), parts.trap, parts.angle})
    values.push_back(builder.cast(value, element));
  return values;
}

SmallVector<Value>
Mamba3PreprocessOp::buildAdjoint(TensorBuilder &builder,
                                 ArrayRef<Value> cotangents) {
  SmallVector<Value> gradients;
  for (auto [cotangent, result] : llvm::zip_equal(cotangents, getResults()))
    gradients.push_back(cotangent ? cotangent
                                  : Value(builder.zerosLike(builder(result))));
  auto backward = Mamba3PreprocessBackwardOp::create(
      builder, getProjected(), getDtBias(), gradients[0], gradients[1],
      gradients[2], gradients[3], gradients[4], gradients[5], gradients[6],
      gradients[7], getConfig());
  return {backward.getDProjected(), backward.getDDtBias()};
}

SmallVector<Value>
Mamba3PreprocessBackwardOp::decompose(TensorBuilder &builder) {
  TensorBuilder &b = builder;
  PreprocessParts parts(b, getProjected(), getDtBias(), getConfig());
  auto get = [&](Value gradient) {
    return b.cast(b(gradient), b.getF32Type());
  };
  auto runGradient = [&](TensorExpr raw, Value gradient) {
    TensorExpr v = parts.asRuns(raw), w = parts.asRuns(get(gradient));
    TensorExpr scale = parts.getScale(v);
    TensorExpr mean = b.reduce(ReductionKind::Sum, v * w, {2}) /
                      double(getConfig().getStateSize());
    return b.reshapeLike(scale * w - v * (scale * scale * scale * mean), raw);
  };
  TensorExpr zero = b.zeroLike(parts.dt), adt = get(getAdt());
  // dt is a result and a factor of adt.
  TensorExpr e = get(getDt()) - adt * parts.rate;
  TensorExpr slope = b(SigmoidOp::create(b, Value(parts.biased)));
  TensorExpr rawDt =
      b.select(parts.isBelow, zero, b.select(parts.isAbove, zero, e * slope));
  TensorExpr growth = b.select(parts.isPositive, b.scalarLike(1.0, parts.rawA),
                               parts.magnitude * parts.magnitude);
  TensorExpr rawA = b.select(parts.isFree, -(adt * parts.dt * growth), zero);
  SmallVector<Value> slices = {get(getZ()),
                               get(getX()),
                               runGradient(parts.rawB, getBh()),
                               runGradient(parts.rawC, getCh()),
                               rawDt,
                               rawA,
                               get(getTrap())};
  if (getConfig().getNumRopeAngles())
    slices.push_back(get(getAngle()));
  TensorExpr projected = b(ConcatOp::create(b, slices, /*axis=*/1));
  TensorExpr bias = b.reshape(b.reduce(ReductionKind::Sum, rawDt, {0}),
                              {b.getIndexAttr(getConfig().getNumHeads())});
  Type element = getProjected().getType().getElementType();
  return {b.cast(projected, element), b.cast(bias, element)};
}
