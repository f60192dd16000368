//===- LowerAttention.cpp - Attention -------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/AttentionOps.h"
using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

Results TurnCosineOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                    ValueRange operands) {
  return SmallVector<Value>{createElementwise(
      b, operands, b.getF32Type(),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        // In units of 2^-32 turns, modulo one turn; less than one is dropped.
        Value high = arith::MulUIExtendedOp::create(b, x[0], x[2]).getHigh();
        Value turns = arith::AddIOp::create(
            b, arith::MulIOp::create(b, x[0], x[1]), high);
        // The nearest quarter, and the rest from -1/8 to 1/8 of a turn.
        Value middle =
            arith::AddIOp::create(b, turns, createInt(b, int64_t(1) << 29));
        Value quarter = arith::ShRUIOp::create(b, middle, createInt(b, 30));
        Value rest = arith::SubIOp::create(
            b, turns, arith::ShLIOp::create(b, quarter, createInt(b, 30)));
        rest = arith::MulFOp::create(
            b, arith::SIToFPOp::create(b, b.getF32Type(), rest),
            createFloat(b, 0x1p-32));
        quarter =
            b.createOrFold<arith::AddIOp>(quarter, createInt(b, getQuarters()));
        return createCosineOfTurns(b, quarter, rest);
      })};
}
