//===- RecurrentDecompositions.cpp - Recurrent networks by steps ----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scan.h"

#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/Pullback.h"

using namespace mlir;
using namespace oaml;

/// Extends the body of a step: from gates of the input and the hidden state
/// before to that after.
using Cell = TensorExpr (*)(TensorBuilder &builder, TensorExpr gates,
                            TensorExpr hidden, TensorExpr weight,
                            TensorExpr bias);

static TensorExpr buildHiddenGates(TensorBuilder &builder, TensorExpr hidden,
                                   TensorExpr weight, TensorExpr bias) {
  TensorExpr product = builder.contract(hidden, weight, "bj,mj->bm");
  return bias ? product + bias : product;
}

static TensorExpr buildRnnCell(TensorBuilder &builder, TensorExpr gates,
                               TensorExpr hidden, TensorExpr weight,
                               TensorExpr bias) {
  return builder.tanh(gates + buildHiddenGates(builder, hidden, weight, bias));
}

static TensorExpr buildGruCell(TensorBuilder &builder, TensorExpr gates,
                               TensorExpr hidden, TensorExpr weight,
                               TensorExpr bias) {
  TensorExpr recurrent = buildHiddenGates(builder, hidden, weight, bias);
  OpFoldResult size = builder.extent(weight, 1);
  OpFoldResult twice = builder.addExtents(size, size);
  std::array<OpFoldResult, 4> bounds = {builder.getIndexAttr(0), size, twice,
                                        builder.addExtents(twice, size)};
  auto block = [&](TensorExpr x, unsigned i) {
    return builder.slice(x, 1, bounds[i], bounds[i + 1]);
  };
  auto sigmoid = [&](TensorExpr x) {
    return builder(SigmoidOp::create(builder, Value(x)));
  };
  TensorExpr reset = sigmoid(block(gates, 0) + block(recurrent, 0));
  TensorExpr update = sigmoid(block(gates, 1) + block(recurrent, 1));
  TensorExpr candidate =
      builder.tanh(block(gates, 2) + reset * block(recurrent, 2));
  return (1.0 - update) * candidate + update * hidden;
}

static TensorExpr wrap(TensorBuilder &builder, Value value) {
  return value ? builder(value) : TensorExpr();
}

template <typename Op>
static SmallVector<Value> decomposeCell(TensorBuilder &builder, Op op,
                                        Cell cell) {
  return {cell(builder, builder(op.getGatesI()), builder(op.getHidden()),
               builder(op.getWeightHh()), wrap(builder, op.getBiasHh()))};
}

template <typename Op>
static SmallVector<Value> decomposeScan(TensorBuilder &builder, Op op,
                                        Cell cell) {
  TensorExpr gates = builder(op.getGatesI());
  TensorExpr weight = builder(op.getWeightHh());
  ScanOperands operands;
  operands.axis = 1;
  operands.scanned = {gates};
  operands.captured = {weight};
  if (Value bias = op.getBiasHh())
    operands.captured.push_back(bias);
  operands.inits = {builder.broadcastTo(
      builder.zeroLike(gates),
      {builder.extent(gates, 0), builder.extent(weight, 1)})};
  ScanOp scan =
      buildScan(builder, operands,
                [&](ValueRange carried, ValueRange slices,
                    ValueRange captured) -> SmallVector<Value> {
                  return {cell(builder, builder(slices[0]), builder(carried[0]),
                               builder(captured[0]),
                               wrap(builder, captured.size() > 1 ? captured[1]
                                                                 : Value()))};
                });
  return {scan.getResult(0)};
}

SmallVector<Value> RnnCellOp::decompose(TensorBuilder &builder) {
  return decomposeCell(builder, *this, buildRnnCell);
}

SmallVector<Value> GruCellOp::decompose(TensorBuilder &builder) {
  return decomposeCell(builder, *this, buildGruCell);
}

SmallVector<Value> RnnScanOp::decompose(TensorBuilder &builder) {
  return decomposeScan(builder, *this, buildRnnCell);
}

SmallVector<Value> GruScanOp::decompose(TensorBuilder &builder) {
  return decomposeScan(builder, *this, buildGruCell);
}

/// The gradients of the operands of `ForwardOp`.
template <typename ForwardOp, typename Op>
static SmallVector<Value> decomposeBackward(TensorBuilder &builder, Op op) {
  return buildGradients(builder, op->getOperands().drop_front(),
                        op.getOutputGradient(), [&](ValueRange operands) {
                          return builder(ForwardOp::create(
                              builder, operands, ArrayRef<NamedAttribute>()));
                        });
}

SmallVector<Value> RnnCellBackwardOp::decompose(TensorBuilder &builder) {
  return decomposeBackward<RnnCellOp>(builder, *this);
}

SmallVector<Value> RnnScanBackwardOp::decompose(TensorBuilder &builder) {
  return decomposeBackward<RnnScanOp>(builder, *this);
}

SmallVector<Value> GruCellBackwardOp::decompose(TensorBuilder &builder) {
  return decomposeBackward<GruCellOp>(builder, *this);
}

SmallVector<Value> GruScanBackwardOp::decompose(TensorBuilder &builder) {
  return decomposeBackward<GruScanOp>(builder, *this);
}
