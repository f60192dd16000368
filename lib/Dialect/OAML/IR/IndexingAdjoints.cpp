//===- IndexingAdjoints.cpp - Adjoints of gathers and sums ----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/IndexingOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace oaml;

/// Indices are detached.
static bool isFloatSource(Operation *op, unsigned operand) {
  return operand == 0 &&
         isa<FloatType>(getElementTypeOrSelf(op->getOperand(0)));
}

bool EmbeddingOp::isDifferentiableOperand(unsigned operand) {
  return isFloatSource(*this, operand);
}
bool GatherLastDimOp::isDifferentiableOperand(unsigned operand) {
  return isFloatSource(*this, operand);
}
bool AccumulateRowsOp::isDifferentiableOperand(unsigned operand) {
  return isFloatSource(*this, operand);
}
bool AccumulateLastDimOp::isDifferentiableOperand(unsigned operand) {
  return isFloatSource(*this, operand);
}

/// An extent as an op takes it: a value, or an attribute.
static std::pair<Value, int64_t> splitExtent(OpFoldResult extent) {
  if (std::optional<int64_t> constant = getConstantIntValue(extent))
    return {Value(), *constant};
  return {cast<Value>(extent), ShapedType::kDynamic};
}

SmallVector<Value> EmbeddingOp::buildAdjoint(TensorBuilder &builder,
                                             ArrayRef<Value> cotangents) {
  if (!isDifferentiableOperand(0))
    return {Value(), Value()};
  TensorExpr table = builder(getTable()), g = builder(cotangents[0]);
  TensorExpr list =
      builder.reshape(builder(getIndices()), {builder.extent(g, 0)});
  auto [rows, staticRows] = splitExtent(builder.extent(table, 0));
  TensorExpr sums =
      builder(ScatterAddRowsOp::create(builder, g, list, rows, staticRows));
  return {builder.conform(sums, table), Value()};
}

SmallVector<Value> GatherLastDimOp::buildAdjoint(TensorBuilder &builder,
                                                 ArrayRef<Value> cotangents) {
  if (!isDifferentiableOperand(0))
    return {Value(), Value()};
  TensorExpr x = builder(getX());
  auto [size, staticSize] = splitExtent(builder.extent(x, 1));
  TensorExpr g = builder.cast(builder(cotangents[0]), builder.getF32Type());
  TensorExpr sums = builder(
      AccumulateLastDimOp::create(builder, g, getIndices(), size, staticSize));
  return {builder.conform(builder.cast(sums, x.getType().getElementType()), x),
          Value()};
}

SmallVector<Value> AccumulateRowsOp::buildAdjoint(TensorBuilder &builder,
                                                  ArrayRef<Value> cotangents) {
  SmallVector<Value> result(getOperation()->getNumOperands());
  result[0] = builder.conform(
      builder(EmbeddingOp::create(builder, cotangents[0], getIndices())),
      builder(getSource()));
  return result;
}

SmallVector<Value>
AccumulateLastDimOp::buildAdjoint(TensorBuilder &builder,
                                  ArrayRef<Value> cotangents) {
  SmallVector<Value> result(getOperation()->getNumOperands());
  result[0] = builder.conform(
      builder(GatherLastDimOp::create(builder, cotangents[0], getIndices())),
      builder(getSource()));
  return result;
}
