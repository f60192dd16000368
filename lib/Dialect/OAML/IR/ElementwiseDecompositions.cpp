//===- ElementwiseDecompositions.cpp - Activations in terms of core ops ---===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseRules.h"
#include "Scalars.h"

#include "mlir/IR/TypeUtilities.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"

using namespace mlir;
using namespace oaml;

SmallVector<Value> ReluOp::decompose(TensorBuilder &builder) {
  // A NaN compares false and passes.
  TensorExpr x = builder(getInput());
  return {builder.select(builder.compare(Comparison::LessEqual, x, 0.0),
                         builder.zeroLike(x), x)};
}

GeluParts oaml::buildGeluParts(TensorBuilder &builder, TensorExpr x) {
  GeluParts parts;
  parts.bounded = builder.select(
      builder.compare(Comparison::Greater, x, geluBound),
      builder.scalarLike(geluBound, x),
      builder.select(builder.compare(Comparison::Less, x, -geluBound),
                     builder.scalarLike(-geluBound, x), x));
  parts.square = parts.bounded * parts.bounded;
  parts.tanh = builder.tanh(
      parts.bounded * (parts.square * (geluScale * geluCubic) + geluScale));
  return parts;
}

SmallVector<Value> GeluOp::decompose(TensorBuilder &builder) {
  TensorExpr input = builder(getInput());
  TensorExpr x = builder.cast(input, builder.getF32Type());
  GeluParts parts = buildGeluParts(builder, x);
  TensorExpr result = x * 0.5 * (parts.tanh + 1.0);
  return {builder.cast(result, input.getType().getElementType())};
}

//===----------------------------------------------------------------------===//
// An element and a scalar
//===----------------------------------------------------------------------===//

/// What `compute` makes of `x` and a scalar: floats in f32, rounded at the end.
static SmallVector<Value> decomposeWithScalar(
    TensorBuilder &builder, TensorExpr x, ScalarSource scalar,
    llvm::function_ref<TensorExpr(TensorExpr, TensorExpr)> compute) {
  Type element = x.getType().getElementType();
  TensorExpr wide =
      isa<FloatType>(element) ? builder.cast(x, builder.getF32Type()) : x;
  TensorExpr result = compute(wide, getElementScalar(builder, scalar, x));
  return {builder.cast(result, element)};
}

SmallVector<Value> ScaleOp::decompose(TensorBuilder &builder) {
  return decomposeWithScalar(
      builder, builder(getX()), getFactorScalar(),
      [](TensorExpr x, TensorExpr factor) { return x * factor; });
}

SmallVector<Value> AddScalarOp::decompose(TensorBuilder &builder) {
  return decomposeWithScalar(
      builder, builder(getX()), getValueScalar(),
      [](TensorExpr x, TensorExpr value) { return x + value; });
}

SmallVector<Value> SubScalarOp::decompose(TensorBuilder &builder) {
  return decomposeWithScalar(
      builder, builder(getX()), getValueScalar(),
      [](TensorExpr x, TensorExpr value) { return x - value; });
}

SmallVector<Value> DivScalarOp::decompose(TensorBuilder &builder) {
  return decomposeWithScalar(
      builder, builder(getX()), getValueScalar(),
      [](TensorExpr x, TensorExpr value) { return x / value; });
}

SmallVector<Value> ClampMinOp::decompose(TensorBuilder &builder) {
  return decomposeWithScalar(
      builder, builder(getX()), getMinimumScalar(),
      [&](TensorExpr x, TensorExpr minimum) {
        return builder.select(
            builder.compare(Comparison::LessEqual, x, minimum), minimum, x);
      });
}

SmallVector<Value> ClampMaxOp::decompose(TensorBuilder &builder) {
  return decomposeWithScalar(
      builder, builder(getX()), getMaximumScalar(),
      [&](TensorExpr x, TensorExpr maximum) {
        return builder.select(
            builder.compare(Comparison::GreaterEqual, x, maximum), maximum, x);
      });
}

/// 1 where the comparison of `x` with the scalar holds, else 0.
static SmallVector<Value> decomposeMask(TensorBuilder &builder, TensorExpr x,
                                        ScalarSource scalar,
                                        Comparison comparison, Value result) {
  Type element = x.getType().getElementType();
  if (isa<FloatType>(element))
    x = builder.cast(x, builder.getF32Type());
  TensorExpr holds =
      builder.compare(comparison, x, getElementScalar(builder, scalar, x));
  return {builder.cast(holds, getElementTypeOrSelf(result))};
}

SmallVector<Value> EqualOp::decompose(TensorBuilder &builder) {
  return decomposeMask(builder, builder(getX()), getValueScalar(),
                       Comparison::Equal, getResult());
}

SmallVector<Value> GreaterEqualOp::decompose(TensorBuilder &builder) {
  return decomposeMask(builder, builder(getX()), getValueScalar(),
                       Comparison::GreaterEqual, getResult());
}

SmallVector<Value> ReciprocalOp::decompose(TensorBuilder &builder) {
  TensorExpr x = builder(getX());
  return {builder.scalarLike(1.0, x) / x};
}

SmallVector<Value> CopyOp::decompose(TensorBuilder &builder) {
  return {getX()};
}
