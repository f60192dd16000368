//===- ContractionAdjoints.cpp - Adjoint rules of matrix products ---------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "oaml/Dialect/OAML/IR/ContractionOps.h"
using namespace mlir;
using namespace oaml;

SmallVector<Value> ContractionOp::buildAdjoint(TensorBuilder &builder,
                                               ArrayRef<Value> cotangents) {
  // Every dimension is in two of the three maps, so each operand's cotangent is
  // the contraction of the other two tensors with the same maps.
  TensorExpr g = builder(cotangents[0]);
  TensorExpr left = builder(getLeft()), right = builder(getRight());
  AffineMap a = getMap(0), b = getMap(1), c = getMap(2);
  return {builder.conform(builder.contract(g, right, c, b, a), left),
          builder.conform(builder.contract(g, left, c, a, b), right)};
}
