//===- AttentionAdjoints.cpp - Adjoints of attention ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "oaml/Dialect/OAML/IR/AttentionOps.h"

#include <limits>

using namespace mlir;
using namespace oaml;

static TensorExpr sumRows(TensorBuilder &builder, TensorExpr x) {
  TensorExpr sum = builder.reduce(ReductionKind::Sum, x, {x.getRank() - 1});
  SmallVector<OpFoldResult> shape = builder.extents(x);
  shape.pop_back();
  return builder.reshape(sum, shape);
}

SmallVector<Value> AttentionOp::buildAdjoint(TensorBuilder &builder,
                                             ArrayRef<Value> cotangents) {
  Type f32 = builder.getF32Type();
  TensorExpr result = builder(getResult());
  // Either result may have no cotangent.
  TensorExpr g =
      cotangents[0] ? builder(cotangents[0]) : builder.zerosLike(result);
  TensorExpr delta = builder.zerosLike(builder(getLambda()));
  if (cotangents[0])
    delta = sumRows(builder, builder.cast(g, f32) * builder.cast(result, f32));
  if (cotangents[1])
    delta = delta - builder(cotangents[1]);
  auto backward = AttentionBackwardOp::create(
      builder, getQuery(), getKey(), getValue(), Value(g), getLambda(),
      Value(delta), getAdditiveMask(), getScaleAttr(), getCausalAttr());
  SmallVector<Value> gradients(getNumOperands());
  for (unsigned i = 0; i < 3; ++i)
    gradients[i] =
        builder.conform(builder(backward.getResult(i)), builder(getOperand(i)));
  return gradients;
}

SmallVector<Value>
AttentionBackwardOp::buildAdjoint(TensorBuilder &builder,
                                  ArrayRef<Value> cotangents) {
  // On whole matrices of scores: second derivatives are rare. `a`, `b` and `c`
  // are the cotangents of the gradients of query, key and value.
  Type f32 = builder.getF32Type();
  auto widen = [&](Value x) { return builder.cast(builder(x), f32); };
  TensorExpr query = widen(getQuery()), key = widen(getKey()),
             value = widen(getValue()), g = widen(getOutputGradient());
  auto widenPresent = [&](Value x) { return x ? widen(x) : TensorExpr(); };
  TensorExpr a = widenPresent(cotangents[0]), b = widenPresent(cotangents[1]),
             c = widenPresent(cotangents[2]);

  SmallVector<OpFoldResult> rows = builder.extents(query);
  rows.back() = builder.getIndexAttr(1);
  TensorExpr lambda = builder.reshape(builder(getLambda()), rows);
  TensorExpr delta = builder.reshape(builder(getDelta()), rows);
  double scale = getScale().convertToDouble();
  TensorExpr logits = builder.contract(query, key, "nqd,nkd->nqk") * scale;
  if (getAdditiveMask())
    logits = logits + builder.detach(widen(getAdditiveMask()));
  if (getCausal()) {
    OpFoldResult one = builder.getIndexAttr(1), length = rows[1];
    TensorExpr isHidden =
        builder.compare(Comparison::Greater, builder.iota({one, length}, 1),
                        builder.iota({length, one}, 0));
    logits = builder.select(
        isHidden, builder.scalar(-std::numeric_limits<double>::infinity(), f32),
        logits);
  }
  TensorExpr p = builder.exp(logits - lambda);
  TensorExpr slope = builder.contract(g, value, "nqd,nkd->nqk") - delta;
  TensorExpr d = p * slope * scale;

  // A sum of what there is.
  auto add = [](TensorExpr x, TensorExpr y) {
    return x && y ? x + y : x ? x : y;
  };
  TensorExpr atScores, atP, atSlope;
  if (a)
    atScores = builder.contract(a, key, "nqd,nkd->nqk");
  if (b)
    atScores = add(atScores, builder.contract(query, b, "nqd,nkd->nqk"));
  if (atScores) {
    atScores = atScores * scale;
    atP = atScores * slope;
    atSlope = atScores * p;
  }
  if (c)
    atP = add(atP, builder.contract(g, c, "nqd,nkd->nqk"));
  TensorExpr atLogits = atP * p;

  TensorExpr ofQuery = builder.contract(atLogits, key, "nqk,nkd->nqd") * scale;
  TensorExpr ofKey = builder.contract(atLogits, query, "nqk,nqd->nkd") * scale;
  if (b)
    ofQuery = ofQuery + builder.contract(d, b, "nqk,nkd->nqd");
  if (a)
    ofKey = ofKey + builder.contract(d, a, "nqk,nqd->nkd");
  TensorExpr ofValue, ofGradient, ofDelta;
  if (atSlope) {
    ofValue = builder.contract(atSlope, g, "nqk,nqd->nkd");
    ofGradient = builder.contract(atSlope, value, "nqk,nkd->nqd");
    ofDelta = -sumRows(builder, atSlope);
  }
  if (c)
    ofGradient = add(ofGradient, builder.contract(p, c, "nqk,nkd->nqd"));
  TensorExpr ofLambda = -sumRows(builder, atLogits);

  SmallVector<Value> results(getNumOperands());
  const TensorExpr all[] = {ofQuery,    ofKey,    ofValue,
                            ofGradient, ofLambda, ofDelta};
  for (auto [number, result] : llvm::enumerate(all)) {
    if (!result)
      continue;
    TensorExpr like = builder(getOperand(number));
    results[number] = builder.conform(
        builder.cast(result, like.getType().getElementType()), like);
  }
  return results;
}
