//===- ElementwiseAdjoints.cpp - Adjoint rules of element-wise ops --------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseRules.h"

#include "mlir/IR/TypeUtilities.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"

using namespace mlir;
using namespace oaml;

SmallVector<Value> GeluOp::buildAdjoint(TensorBuilder &builder,
                                        ArrayRef<Value> cotangents) {
  // (1 + t)/2 + x/2 (1 - t^2) scale (1 + 3 cubic x^2); beyond the bound 1 - t^2
  // is 0, so that there the bounded operand serves for x.
  Type type = getInput().getType().getElementType();
  Type f32 = builder.getF32Type();
  TensorExpr g = builder.cast(builder(cotangents[0]), f32);
  GeluParts parts =
      buildGeluParts(builder, builder.cast(builder(getInput()), f32));
  TensorExpr slope =
      parts.bounded * (1.0 - parts.tanh * parts.tanh) *
      (parts.square * (1.5 * geluScale * geluCubic) + 0.5 * geluScale);
  TensorExpr result = g * (parts.tanh * 0.5 + 0.5 + slope);
  return {builder.cast(result, type)};
}

bool SelectOp::isDifferentiableOperand(unsigned operand) {
  return operand != 0 && isa<FloatType>(getElementTypeOrSelf(getResult()));
}

SmallVector<Value> CastOp::buildAdjoint(TensorBuilder &builder,
                                        ArrayRef<Value> cotangents) {
  Type type = getElementTypeOrSelf(getX());
  if (!isa<FloatType>(type))
    return {Value()};
  return {builder.cast(builder(cotangents[0]), type)};
}
