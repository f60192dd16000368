//===- ElementwiseDecompositions.cpp - Activations in terms of core ops ---===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseRules.h"

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
