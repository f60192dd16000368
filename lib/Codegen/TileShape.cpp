//===- TileShape.cpp - Tiles of reshapes and subsets ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These ops only move indices. Where a box of the result is a box of the
// source, the source is asked for that box; otherwise it is asked for a list of
// points.
//
//===----------------------------------------------------------------------===//

#include "TileEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

/// The scalar that a pad op writes around its source; null if it is not the
/// same everywhere.
static Value getPadding(tensor::PadOp pad) {
  Value value = pad.getConstantPaddingValue();
  return value;
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

FailureOr<OpFoldResult> TileEvaluator::evaluateIndex(OpFoldResult index) {
  // Static sizes and offsets of ops are 64-bit attributes.
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return getIndex(*constant);
  auto value = cast<Value>(index);
  if (AffineExpr expr = program.getIndexExpr(value))
    return emitExpr(expr);
  FailureOr<Value> scalar = evaluateScalar(value);
  if (failed(scalar))
    return failure();
  if (isa<VectorType>(scalar->getType()))
    return emitError(value.getLoc())
           << "an offset or size must be known without reading a tensor";
  return OpFoldResult(*scalar);
}

FailureOr<std::optional<Tile>>
TileEvaluator::getSliceBox(tensor::ExtractSliceOp op, ArrayRef<TileDim> tile) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  Tile source;
  unsigned d = 0;
  for (auto [i, offset, stride] :
       llvm::enumerate(op.getMixedOffsets(), op.getMixedStrides())) {
    FailureOr<OpFoldResult> start = evaluateIndex(offset);
    if (failed(start))
      return failure();
    if (dropped.test(i)) {
      source.push_back({*start, 1, false});
      continue;
    }
    const TileDim &dim = tile[d++];
    OpFoldResult index = dim.offset;
    if (getConstantIntValue(stride) != 1) {
      FailureOr<OpFoldResult> step = evaluateIndex(stride);
      if (failed(step))
        return failure();
      if (dim.size != 1)
        return std::optional<Tile>();
      index = emitIndex(IndexOp::Mul, index, *step);
    }
    source.push_back(
        {emitIndex(IndexOp::Add, index, *start), dim.size, dim.sticksOut});
  }
  return std::optional<Tile>(source);
}

std::optional<Tile> TileEvaluator::getExpandBox(tensor::ExpandShapeOp op,
                                                ArrayRef<TileDim> tile) {
  ArrayRef<AffineExpr> extents = *program.getExtents(op.getResult());
  Tile source;
  for (const auto &group : op.getReassociationIndices()) {
    TileDim box{getIndex(0), 1, false};
    for (int64_t d : group) {
      const TileDim &dim = tile[d];
      std::optional<int64_t> extent = tile::getConstant(extents[d]);
      if (extent == 1)
        continue;
      // A wide dimension must be the last that is not of extent 1.
      if (box.size != 1)
        return std::nullopt;
      box.offset =
          emitIndex(IndexOp::Add,
                    emitIndex(IndexOp::Mul, box.offset, emitExpr(extents[d])),
                    dim.offset);
      box.size = dim.size;
      box.sticksOut |= dim.sticksOut;
    }
    source.push_back(box);
  }
  return source;
}

std::optional<Tile> TileEvaluator::getCollapseBox(tensor::CollapseShapeOp op,
                                                  ArrayRef<TileDim> tile) {
  ArrayRef<AffineExpr> extents = *program.getExtents(op.getSrc());
  Tile source(extents.size(), TileDim{getIndex(0), 1, false});
  for (auto [d, group] : llvm::enumerate(op.getReassociationIndices())) {
    const TileDim &dim = tile[d];
    SmallVector<int64_t> wide;
    for (int64_t i : group)
      if (tile::getConstant(extents[i]) != 1)
        wide.push_back(i);
    if (wide.empty())
      continue;
    if (wide.size() == 1) {
      source[wide.front()] = dim;
      continue;
    }
    // The tile must not cross a row of the innermost dimension.
    std::optional<int64_t> inner = tile::getConstant(extents[wide.back()]);
    if (dim.size != 1 && (!inner || *inner % dim.size != 0 ||
                          getDivisor(dim.offset) % dim.size != 0))
      return std::nullopt;
    OpFoldResult rest = dim.offset;
    for (int64_t i : llvm::reverse(ArrayRef(wide).drop_front())) {
      OpFoldResult extent = emitExpr(extents[i]);
      source[i].offset = emitIndex(IndexOp::Rem, rest, extent);
      rest = emitIndex(IndexOp::Div, rest, extent);
    }
    source[wide.back()].size = dim.size;
    source[wide.front()].offset = rest;
    // A whole row may lie outside.
    source[wide.front()].sticksOut = dim.sticksOut;
  }
  return source;
}

FailureOr<Value> TileEvaluator::computeShape(Operation *op,
                                             ArrayRef<TileDim> tile) {
  Value tensor = op->getResult(0);
  SmallVector<int64_t> shape;
  for (const TileDim &dim : tile)
    shape.push_back(dim.size);
  auto read = [&](Value source, ArrayRef<TileDim> box) -> FailureOr<Value> {
    FailureOr<Value> value = evaluate(source, box);
    if (failed(value))
      return failure();
    return reshape(*value, shape);
  };
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return read(cast.getSource(), tile);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    FailureOr<std::optional<Tile>> box = getSliceBox(slice, tile);
    if (failed(box))
      return failure();
    if (*box)
      return read(slice.getSource(), **box);
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    if (std::optional<Tile> box = getExpandBox(expand, tile))
      return read(expand.getSrc(), *box);
  } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    if (std::optional<Tile> box = getCollapseBox(collapse, tile))
      return read(collapse.getSrc(), *box);
  } else if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    // Padding at the end is a tile that sticks out of the source.
    bool atEnd = llvm::all_of(pad.getMixedLowPad(), [](OpFoldResult low) {
      return getConstantIntValue(low) == 0;
    });
    if (atEnd)
      return computeEndPadding(pad, tile);
  } else if (!isa<tensor::ConcatOp, tensor::InsertSliceOp>(op)) {
    return op->emitOpError("is not supported in a kernel");
  }
  return computeByPoints(tensor, tile);
}

FailureOr<Value> TileEvaluator::computeEndPadding(tensor::PadOp pad,
                                                  ArrayRef<TileDim> tile) {
  Value scalar = getPadding(pad);
  if (!scalar)
    return pad.emitOpError("in a kernel must pad with one value");
  ArrayRef<AffineExpr> extents = *program.getExtents(pad.getSource());
  Tile box(tile);
  SmallVector<int64_t> shape;
  for (const TileDim &dim : tile)
    shape.push_back(dim.size);
  SmallVector<unsigned> all =
      llvm::to_vector(llvm::seq<unsigned>(0, tile.size()));
  Value inside;
  for (auto [d, high] : llvm::enumerate(pad.getMixedHighPad())) {
    if (getConstantIntValue(high) == 0)
      continue;
    TileDim &dim = box[d];
    std::optional<int64_t> extent = tile::getConstant(extents[d]);
    std::optional<int64_t> offset = getConstantIntValue(dim.offset);
    if (extent && offset && *offset + dim.size <= *extent)
      continue;
    dim.sticksOut = true;
    inside = combineMasks(inside, align(getInside(dim, extents[d]),
                                        {static_cast<int64_t>(d)}, all, shape));
  }
  FailureOr<Value> value = evaluate(pad.getSource(), box);
  FailureOr<Value> padding = evaluateScalar(scalar);
  if (failed(value) || failed(padding))
    return failure();
  if (!inside)
    return value;
  return arith::SelectOp::create(builder, loc, inside, *value,
                                 broadcast(*padding, shape))
      .getResult();
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

Value TileEvaluator::emitPointIndex(IndexOp op, Value a, Value b,
                                    ArrayRef<int64_t> shape) {
  if (!isa<VectorType>(a.getType()) && !isa<VectorType>(b.getType()))
    return asValue(emitIndex(op, getAsOpFoldResult(a), getAsOpFoldResult(b)));
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if ((op == IndexOp::Add && y == 0) || (op == IndexOp::Sub && y == 0) ||
      (op == IndexOp::Mul && y == 1) || (op == IndexOp::Div && y == 1))
    return a;
  if ((op == IndexOp::Add && x == 0) || (op == IndexOp::Mul && x == 1))
    return b;
  a = broadcast(a, shape);
  b = broadcast(b, shape);
  switch (op) {
  case IndexOp::Add:
    return arith::AddIOp::create(builder, loc, a, b);
  case IndexOp::Sub:
    return arith::SubIOp::create(builder, loc, a, b);
  case IndexOp::Mul:
    return arith::MulIOp::create(builder, loc, a, b);
  case IndexOp::Div:
    return arith::DivUIOp::create(builder, loc, a, b);
  case IndexOp::Rem:
    return arith::RemUIOp::create(builder, loc, a, b);
  case IndexOp::Min:
    return arith::MinUIOp::create(builder, loc, a, b);
  }
  llvm_unreachable("all cases return");
}

Value TileEvaluator::getPointsInside(Value index, Value end,
                                     ArrayRef<int64_t> shape) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                               broadcast(index, shape), broadcast(end, shape));
}

FailureOr<Value> TileEvaluator::computeShapeAt(Operation *op,
                                               const Points &points) {
  ArrayRef<int64_t> shape = points.shape;
  Points source;
  source.shape = points.shape;
  source.mask = points.mask;
  auto index = [&](OpFoldResult value) -> FailureOr<Value> {
    FailureOr<OpFoldResult> result = evaluateIndex(value);
    if (failed(result))
      return failure();
    return asValue(*result);
  };

  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return evaluateAt(cast.getSource(), points);

  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    unsigned d = 0;
    for (auto [i, offset, stride] :
         llvm::enumerate(slice.getMixedOffsets(), slice.getMixedStrides())) {
      FailureOr<Value> start = index(offset), step = index(stride);
      if (failed(start) || failed(step))
        return failure();
      if (dropped.test(i)) {
        source.indices.push_back(*start);
        continue;
      }
      source.indices.push_back(emitPointIndex(
          IndexOp::Add,
          emitPointIndex(IndexOp::Mul, points.indices[d++], *step, shape),
          *start, shape));
    }
    return evaluateAt(slice.getSource(), source);
  }

  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    ArrayRef<AffineExpr> extents = *program.getExtents(expand.getResult());
    for (const auto &group : expand.getReassociationIndices()) {
      Value linear;
      for (int64_t d : group) {
        if (!linear) {
          linear = points.indices[d];
          continue;
        }
        linear = emitPointIndex(IndexOp::Mul, linear,
                                asValue(emitExpr(extents[d])), shape);
        linear = emitPointIndex(IndexOp::Add, linear, points.indices[d], shape);
      }
      source.indices.push_back(linear);
    }
    // A scalar has no groups; its result has extents of one.
    return evaluateAt(expand.getSrc(), source);
  }

  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    ArrayRef<AffineExpr> extents = *program.getExtents(collapse.getSrc());
    source.indices.assign(extents.size(), asValue(getIndex(0)));
    for (auto [d, group] :
         llvm::enumerate(collapse.getReassociationIndices())) {
      Value rest = points.indices[d];
      for (int64_t i : llvm::reverse(ArrayRef(group).drop_front())) {
        if (tile::getConstant(extents[i]) == 1)
          continue;
        Value extent = asValue(emitExpr(extents[i]));
        source.indices[i] = emitPointIndex(IndexOp::Rem, rest, extent, shape);
        rest = emitPointIndex(IndexOp::Div, rest, extent, shape);
      }
      source.indices[group.front()] = rest;
    }
    return evaluateAt(collapse.getSrc(), source);
  }

  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Value scalar = getPadding(pad);
    if (!scalar)
      return op->emitOpError("in a kernel must pad with one value");
    ArrayRef<AffineExpr> extents = *program.getExtents(pad.getSource());
    Value inside;
    for (auto [d, low] : llvm::enumerate(pad.getMixedLowPad())) {
      FailureOr<Value> start = index(low);
      if (failed(start))
        return failure();
      // Places before the source wrap around to large numbers.
      Value moved =
          emitPointIndex(IndexOp::Sub, points.indices[d], *start, shape);
      source.indices.push_back(moved);
      if (getConstantIntValue(low) != 0 ||
          getConstantIntValue(pad.getMixedHighPad()[d]) != 0)
        inside = combineMasks(
            inside,
            getPointsInside(moved, asValue(emitExpr(extents[d])), shape));
    }
    source.mask = combineMasks(source.mask, inside);
    FailureOr<Value> value = evaluateAt(pad.getSource(), source);
    FailureOr<Value> padding = evaluateScalar(scalar);
    if (failed(value) || failed(padding))
      return failure();
    if (!inside)
      return value;
    return arith::SelectOp::create(builder, loc, inside, *value,
                                   broadcast(*padding, shape))
        .getResult();
  }

  if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    unsigned dim = concat.getDim();
    source.indices = points.indices;
    AffineExpr start = getAffineConstantExpr(0, builder.getContext());
    Value result;
    for (Value input : concat.getInputs()) {
      AffineExpr extent = (*program.getExtents(input))[dim];
      Value moved = emitPointIndex(IndexOp::Sub, points.indices[dim],
                                   asValue(emitExpr(start)), shape);
      Value inside = getPointsInside(moved, asValue(emitExpr(extent)), shape);
      source.indices[dim] = moved;
      source.mask = combineMasks(points.mask, inside);
      FailureOr<Value> value = evaluateAt(input, source);
      if (failed(value))
        return failure();
      result =
          result ? arith::SelectOp::create(builder, loc, inside, *value, result)
                       .getResult()
                 : *value;
      start = start + extent;
    }
    return result;
  }

  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    llvm::SmallBitVector dropped = insert.getDroppedDims();
    Value inside;
    for (auto [d, offset, size, stride] :
         llvm::enumerate(insert.getMixedOffsets(), insert.getMixedSizes(),
                         insert.getMixedStrides())) {
      if (getConstantIntValue(stride) != 1)
        return op->emitOpError("in a kernel must have unit strides");
      FailureOr<Value> start = index(offset), extent = index(size);
      if (failed(start) || failed(extent))
        return failure();
      Value moved =
          emitPointIndex(IndexOp::Sub, points.indices[d], *start, shape);
      inside = combineMasks(inside, getPointsInside(moved, *extent, shape));
      if (!dropped.test(d))
        source.indices.push_back(moved);
    }
    Value outside = arith::XOrIOp::create(
        builder, loc, inside,
        getSplat(inside.getType(), builder.getBoolAttr(true)));
    source.mask = combineMasks(points.mask, inside);
    Points around = points;
    around.mask = combineMasks(points.mask, outside);
    FailureOr<Value> value = evaluateAt(insert.getSource(), source);
    FailureOr<Value> rest = evaluateAt(insert.getDest(), around);
    if (failed(value) || failed(rest))
      return failure();
    return arith::SelectOp::create(builder, loc, inside, *value, *rest)
        .getResult();
  }
  return op->emitOpError("is not supported in a kernel");
}
