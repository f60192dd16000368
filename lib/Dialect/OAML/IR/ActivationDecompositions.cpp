//===- ActivationDecompositions.cpp - Activations from core ops -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ActivationOps.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

using namespace mlir;
using namespace oaml;

/// What `compute` makes of `input` in f32, rounded to its type.
static SmallVector<Value>
decomposeInF32(TensorBuilder &builder, TensorExpr input,
               llvm::function_ref<TensorExpr(TensorExpr)> compute) {
  TensorExpr result = compute(builder.cast(input, builder.getF32Type()));
  return {builder.cast(result, input.getType().getElementType())};
}

SmallVector<Value> LeakyReluOp::decompose(TensorBuilder &builder) {
  double alpha = getAlpha().convertToDouble();
  return decomposeInF32(builder, builder(getInput()), [&](TensorExpr x) {
    return builder.select(builder.compare(Comparison::Greater, x, 0.0), x,
                          x * alpha);
  });
}

SmallVector<Value> EluOp::decompose(TensorBuilder &builder) {
  double alpha = getAlpha().convertToDouble();
  return decomposeInF32(builder, builder(getInput()), [&](TensorExpr x) {
    TensorExpr isAbove = builder.compare(Comparison::Greater, x, 0.0);
    // Where x is chosen, the exponential must not overflow: its gradient would
    // be 0 times infinity.
    TensorExpr below = builder.select(isAbove, builder.zeroLike(x), x);
    return builder.select(isAbove, x, builder.expm1(below) * alpha);
  });
}

SmallVector<Value> SiluOp::decompose(TensorBuilder &builder) {
  return decomposeInF32(builder, builder(getInput()), [&](TensorExpr x) {
    return x * builder(SigmoidOp::create(builder, x));
  });
}

SmallVector<Value> SoftplusOp::decompose(TensorBuilder &builder) {
  return decomposeInF32(builder, builder(getInput()), [&](TensorExpr x) {
    TensorExpr size = builder(AbsOp::create(builder, x));
    TensorExpr tail = builder(Log1pOp::create(builder, builder.exp(-size)));
    return builder(ReluOp::create(builder, x)) + tail;
  });
}

SmallVector<Value> MishOp::decompose(TensorBuilder &builder) {
  return decomposeInF32(builder, builder(getInput()), [&](TensorExpr x) {
    return x * builder.tanh(builder(SoftplusOp::create(builder, x)));
  });
}

SmallVector<Value> SwigluOp::decompose(TensorBuilder &builder) {
  return decomposeInF32(builder, builder(getGate()), [&](TensorExpr gate) {
    TensorExpr up = builder.cast(builder(getUp()), builder.getF32Type());
    return builder(SiluOp::create(builder, gate)) * up;
  });
}

SmallVector<Value> SiluMulOp::decompose(TensorBuilder &builder) {
  TensorExpr input = builder(getInput());
  int64_t size = getIntermediateSize(), axis = input.getRank() - 1;
  auto half = [&](int64_t start) {
    return builder.slice(input, axis, builder.getIndexAttr(start),
                         builder.getIndexAttr(start + size));
  };
  return {SwigluOp::create(builder, Value(half(0)), Value(half(size)))};
}
