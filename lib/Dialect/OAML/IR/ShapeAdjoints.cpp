//===- ShapeAdjoints.cpp - Adjoint rules of movements of elements ---------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

using namespace mlir;
using namespace oaml;

SmallVector<Value> SliceOp::buildAdjoint(TensorBuilder &builder,
                                         ArrayRef<Value> cotangents) {
  TensorExpr x = builder(getX());
  OpFoldResult none = builder.getIndexAttr(0);
  SmallVector<OpFoldResult> low(x.getRank(), none), high(x.getRank(), none);
  low[getAxis()] = getMixedStart();
  high[getAxis()] =
      builder.subExtents(builder.extent(x, getAxis()), getMixedEnd());
  SmallVector<Value> result(getOperation()->getNumOperands());
  result[0] =
      builder.conform(builder.pad(builder(cotangents[0]), low, high, 0.0), x);
  return result;
}

SmallVector<Value> PadOp::buildAdjoint(TensorBuilder &builder,
                                       ArrayRef<Value> cotangents) {
  TensorExpr x = builder(getX()), part = builder(cotangents[0]);
  SmallVector<OpFoldResult> low = getMixedLow(), high = getMixedHigh();
  for (int64_t axis = 0; axis < x.getRank(); ++axis) {
    if (isZeroInteger(low[axis]) && isZeroInteger(high[axis]))
      continue;
    part =
        builder.slice(part, axis, low[axis],
                      builder.addExtents(low[axis], builder.extent(x, axis)));
  }
  SmallVector<Value> result(getOperation()->getNumOperands());
  result[0] = builder.conform(part, x);
  return result;
}
