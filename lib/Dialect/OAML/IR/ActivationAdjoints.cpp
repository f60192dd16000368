//===- ActivationAdjoints.cpp - Adjoints of activations -----------------===//
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

/// The cotangent times what `getSlope` makes of `input` in f32.
static SmallVector<Value>
multiplyBySlope(TensorBuilder &builder, TensorExpr input, Value cotangent,
                llvm::function_ref<TensorExpr(TensorExpr)> getSlope) {
  Type f32 = builder.getF32Type();
  TensorExpr slope = getSlope(builder.cast(input, f32));
  TensorExpr g = builder.cast(builder(cotangent), f32);
  return {builder.cast(g * slope, input.getType().getElementType())};
}

// Both are bracketed so that the factor that vanishes for large x meets x
// itself, and not its product with the cotangent, which may be infinite.

SmallVector<Value> SiluOp::buildAdjoint(TensorBuilder &builder,
                                        ArrayRef<Value> cotangents) {
  return multiplyBySlope(
      builder, builder(getInput()), cotangents[0], [&](TensorExpr x) {
        TensorExpr s = builder(SigmoidOp::create(builder, x));
        return s * (x * (1.0 - s) + 1.0);
      });
}

SmallVector<Value> MishOp::buildAdjoint(TensorBuilder &builder,
                                        ArrayRef<Value> cotangents) {
  return multiplyBySlope(
      builder, builder(getInput()), cotangents[0], [&](TensorExpr x) {
        TensorExpr t = builder.tanh(builder(SoftplusOp::create(builder, x)));
        TensorExpr s = builder(SigmoidOp::create(builder, x));
        return t + x * (s * (1.0 - t * t));
      });
}
