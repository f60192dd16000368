//===- TileScatter.cpp - Sums by index ------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of terms at rows that data decide, in the order of the terms and without
// atomics: a workgroup owns a range of rows and lanes own the elements within a
// row. It walks through all terms and adds those whose row it owns to the
// result in memory. Each workgroup reads all indices, but only its own terms,
// so that the work does not grow with the number of rows for each term.
//
//===----------------------------------------------------------------------===//

#include "TileEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

LogicalResult TileEvaluator::emitScatter(linalg::GenericOp op, unsigned number,
                                         ArrayRef<TileDim> tile) {
  Scatter match = *matchScatter(op);
  FailureOr<ArrayRef<AffineExpr>> extents = program.getLoopExtents(op);
  if (failed(extents))
    return failure();
  Tile loops(op.getNumLoops(), TileDim{getIndex(0), 1, false});
  SmallVector<unsigned> kept;
  AffineMap map = op.getIndexingMapMatchingResult(op->getResult(0));
  for (auto [dim, expr] : llvm::zip_equal(tile, map.getResults())) {
    kept.push_back(cast<AffineDimExpr>(expr).getPosition());
    loops[kept.back()] = dim;
  }
  TileDim rows = loops[match.rowLoop];
  OpFoldResult count = getIndex(rows.size);
  if (rows.sticksOut)
    count =
        emitIndex(IndexOp::Min, count,
                  emitIndex(IndexOp::Sub, emitExpr((*extents)[match.rowLoop]),
                            rows.offset));
  Value buffer =
      kernel.getArgument(program.getTensorArguments().size() + number);
  auto isBelow = [&](Value index, OpFoldResult end) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index,
                                 asValue(end));
  };

  // The first steps set the rows to their initial values, the others add a term
  // each. It is one loop with one store, so that an element is written and read
  // again by the same lane.
  auto runStep = [&](OpFoldResult number) -> LogicalResult {
    Value step = asValue(number), first = asValue(rows.offset);
    Value isStart = isBelow(step, count);
    Value zero = asValue(getIndex(0));
    Value position = arith::SelectOp::create(
        builder, loc, isStart, zero,
        arith::SubIOp::create(builder, loc, step, asValue(count)));
    loops[match.reductionLoop] = {position, 1, false};
    SmallVector<unsigned> alone = {match.reductionLoop};
    auto readAlone = [&](OpOperand &operand) {
      return readOperand(op, operand, loops, alone);
    };
    auto getPosition = [&](unsigned loop) {
      return getLoopIndex(loop, loops, alone, {1});
    };
    int64_t one = 1;
    BodyEvaluator index(*this, op, one, readAlone, getPosition);
    FailureOr<Value> place = index.getVector(match.index);
    if (failed(place))
      return failure();
    Value row = arith::IndexCastUIOp::create(
        builder, loc, builder.getIndexType(),
        vector::ExtractOp::create(builder, loc, *place, 0));
    row = arith::SelectOp::create(
        builder, loc, isStart, arith::AddIOp::create(builder, loc, first, step),
        row);
    Value isMine =
        isBelow(arith::SubIOp::create(builder, loc, row, first), count);

    return emitIf(
        loc, isMine,
        [&]() -> LogicalResult {
          raiseFloor();
          loops[match.rowLoop] = {row, 1, false};
          SmallVector<int64_t> shape;
          SmallVector<Value> offsets;
          SmallVector<bool> inBounds;
          for (unsigned loop : kept) {
            shape.push_back(loops[loop].size);
            offsets.push_back(asValue(loops[loop].offset));
            inBounds.push_back(!loops[loop].sticksOut);
          }
          auto read = [&](OpOperand &operand) {
            return readOperand(op, operand, loops, kept);
          };
          auto getIndexOf = [&](unsigned loop) {
            return getLoopIndex(loop, loops, kept, shape);
          };
          BodyEvaluator body(*this, op, shape, read, getIndexOf);
          FailureOr<Value> term = body.getVector(match.term);
          FailureOr<Value> init =
              readOperand(op, op.getDpsInitsMutable()[0], loops, kept);
          if (failed(term) || failed(init))
            return failure();
          Type element = cast<MemRefType>(buffer.getType()).getElementType();
          Value old = vector::TransferReadOp::create(
              builder, loc, VectorType::get(shape, element), buffer, offsets,
              getZero(element), ArrayRef<bool>(inBounds));
          Operation *add = builder.clone(*match.add);
          bool accFirst = match.add->getOperand(1) == match.term;
          add->setOperands({accFirst ? old : *term, accFirst ? *term : old});
          add->getResult(0).setType(old.getType());
          Value value =
              arith::SelectOp::create(builder, loc, broadcast(isStart, shape),
                                      *init, add->getResult(0));
          vector::TransferWriteOp::create(builder, loc, value, buffer, offsets,
                                          ArrayRef<bool>(inBounds));
          return success();
        },
        nullptr);
  };
  OpFoldResult steps =
      emitIndex(IndexOp::Add, count, emitExpr((*extents)[match.reductionLoop]));
  return success(succeeded(emitLoop(
      loc, getIndex(0), steps, 1, {},
      [&](OpFoldResult step, ValueRange) -> FailureOr<SmallVector<Value>> {
        unsigned floor = raiseFloor();
        LogicalResult done = runStep(step);
        setFloor(floor);
        if (failed(done))
          return failure();
        return SmallVector<Value>();
      })));
}
