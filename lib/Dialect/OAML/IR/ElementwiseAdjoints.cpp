//===- ElementwiseAdjoints.cpp - Adjoint rules of element-wise ops --------===//
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

//===----------------------------------------------------------------------===//
// An element and a scalar
//===----------------------------------------------------------------------===//

// The scalar takes no gradient.
bool ClampMinOp::isDifferentiableOperand(unsigned operand) {
  return operand == 0;
}
bool ClampMaxOp::isDifferentiableOperand(unsigned operand) {
  return operand == 0;
}
bool PowOp::isDifferentiableOperand(unsigned operand) { return operand == 0; }

/// `cotangent` where the comparison of `x` with the scalar holds, else 0; for
/// all operands of `op`.
static SmallVector<Value> passWhere(TensorBuilder &builder, Operation *op,
                                    Comparison comparison, ScalarSource scalar,
                                    Value cotangent) {
  TensorExpr x = builder(op->getOperand(0)), g = builder(cotangent);
  TensorExpr passes =
      builder.compare(comparison, builder.cast(x, builder.getF32Type()),
                      getElementScalar(builder, scalar, x));
  SmallVector<Value> result(op->getNumOperands());
  result[0] = builder.select(passes, g, builder.zeroLike(g));
  return result;
}

SmallVector<Value> ClampMinOp::buildAdjoint(TensorBuilder &builder,
                                            ArrayRef<Value> cotangents) {
  return passWhere(builder, *this, Comparison::Greater, getMinimumScalar(),
                   cotangents[0]);
}

SmallVector<Value> ClampMaxOp::buildAdjoint(TensorBuilder &builder,
                                            ArrayRef<Value> cotangents) {
  return passWhere(builder, *this, Comparison::Less, getMaximumScalar(),
                   cotangents[0]);
}

SmallVector<Value> PowOp::buildAdjoint(TensorBuilder &builder,
                                       ArrayRef<Value> cotangents) {
  Type type = getElementTypeOrSelf(getX());
  Type f32 = builder.getF32Type();
  TensorExpr x = builder.cast(builder(getX()), f32);
  TensorExpr g = builder.cast(builder(cotangents[0]), f32);
  TensorExpr exponent = getElementScalar(builder, getExponentScalar(), x);
  SmallVector<Value> result(getOperation()->getNumOperands());
  TensorExpr power;
  if (getExponentValue()) {
    power = builder(PowOp::create(builder, x, Value(exponent - 1.0),
                                  /*exponent=*/FloatAttr()));
  } else {
    double number = getExponentScalar().getConstant();
    if (number == 0.0)
      return {Value(builder.zerosLike(builder(getX())))};
    // With the exponent 1 nothing is left of x, not even a NaN.
    power = builder(PowOp::create(builder, x, /*exponent_value=*/Value(),
                                  builder.getF64FloatAttr(number - 1.0)));
  }
  TensorExpr slope = g * exponent * power;
  // 0 times the infinity at 0 would be no number.
  if (getExponentValue())
    slope = builder.select(builder.compare(Comparison::Equal, exponent, 0.0),
                           builder.zeroLike(slope), slope);
  result[0] = builder.cast(slope, type);
  return result;
}
