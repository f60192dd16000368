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

SmallVector<Value> ConcatOp::buildAdjoint(TensorBuilder &builder,
                                          ArrayRef<Value> cotangents) {
  TensorExpr g = builder(cotangents[0]);
  int64_t axis = getAxis();
  OpFoldResult start = builder.getIndexAttr(0);
  SmallVector<Value> result;
  for (Value operand : getParts()) {
    TensorExpr part = builder(operand);
    OpFoldResult extent = builder.extent(part, axis);
    OpFoldResult end = builder.addExtents(start, extent);
    // A slice has elements; an empty part has no gradient.
    if (isZeroInteger(extent) || !isDifferentiableOperand(result.size()))
      result.push_back(Value());
    else
      result.push_back(
          builder.conform(builder.slice(g, axis, start, end), part));
    start = end;
  }
  return result;
}

SmallVector<Value> SplitOp::buildAdjoint(TensorBuilder &builder,
                                         ArrayRef<Value> cotangents) {
  SmallVector<Value> parts;
  for (auto [result, cotangent] : llvm::zip_equal(getParts(), cotangents))
    parts.push_back(cotangent ? cotangent
                              : Value(builder.zerosLike(builder(result))));
  TensorExpr joined = builder(
      ConcatOp::create(builder, parts, static_cast<int64_t>(getAxis())));
  return {builder.conform(joined, builder(getX()))};
}
