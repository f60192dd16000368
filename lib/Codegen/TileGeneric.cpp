//===- TileGeneric.cpp - Tiles of linalg.generic --------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scalar body of a generic op becomes vector code over the iterations that
// a tile of its result needs: operands are tiles of other tensors, brought to
// the shape of the iterations by transposing and broadcasting. Iterations that
// form no box are an arbitrary list of points instead.
//
//===----------------------------------------------------------------------===//

#include "TileEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

FailureOr<Value> BodyEvaluator::getVector(Value value) {
  FailureOr<Value> result = get(value);
  if (failed(result))
    return failure();
  return tiles.broadcast(*result, shape);
}

FailureOr<Value> BodyEvaluator::get(Value value) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  FailureOr<Value> result = failure();
  Block *body = op.getBody();
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == body)
    result = operands(op->getOpOperand(argument.getArgNumber()));
  else if (value.getParentBlock() != body)
    result = tiles.evaluateScalar(value);
  else
    result = computeOp(value.getDefiningOp(), value);
  if (succeeded(result))
    known[value] = *result;
  return result;
}

FailureOr<Value> BodyEvaluator::computeOp(Operation *bodyOp, Value value) {
  OpBuilder &builder = tiles.getBuilder();
  if (auto index = dyn_cast<linalg::IndexOp>(bodyOp))
    return indices(index.getDim());
  if (auto constant = dyn_cast<arith::ConstantOp>(bodyOp))
    return tiles.getSplat(value.getType(), constant.getValue());
  if (auto extract = dyn_cast<tensor::ExtractOp>(bodyOp)) {
    Points points;
    points.shape.assign(shape.begin(), shape.end());
    points.mask = mask;
    FailureOr<ArrayRef<AffineExpr>> extents =
        tiles.getProgram().getExtents(extract.getTensor());
    if (failed(extents))
      return failure();
    for (auto [index, extent] :
         llvm::zip_equal(extract.getIndices(), *extents)) {
      FailureOr<Value> vector = getVector(index);
      if (failed(vector))
        return failure();
      points.indices.push_back(*vector);
      // Indices are data: nothing may be read outside of the tensor, whatever
      // they are.
      Value end = tiles.broadcast(tiles.asValue(tiles.emitExpr(extent)), shape);
      Value inside = arith::CmpIOp::create(
          builder, tiles.getLoc(), arith::CmpIPredicate::ult, *vector, end);
      points.mask = tiles.combineMasks(points.mask, inside);
    }
    return tiles.evaluateAt(extract.getTensor(), points);
  }
  if (!OpTrait::hasElementwiseMappableTraits(bodyOp))
    return bodyOp->emitOpError("is not supported in a body of a kernel's ops");

  SmallVector<Value> values;
  bool vector = false;
  for (Value operand : bodyOp->getOperands()) {
    FailureOr<Value> result = get(operand);
    if (failed(result))
      return failure();
    values.push_back(*result);
    vector |= isa<VectorType>(result->getType());
  }
  if (vector)
    for (Value &operand : values)
      operand = tiles.broadcast(operand, shape);
  Operation *copy = builder.clone(*bodyOp);
  copy->setOperands(values);
  if (vector)
    for (Value result : copy->getResults())
      result.setType(VectorType::get(shape, result.getType()));
  for (auto [from, to] :
       llvm::zip_equal(bodyOp->getResults(), copy->getResults()))
    known[from] = to;
  return known[value];
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

namespace {
/// How an index of an operand moves with the loops.
struct Access {
  /// The loop along which it moves by one, if its tile has more than one
  /// element.
  std::optional<unsigned> loop;
  bool sticksOut = false;
};
} // namespace

/// Is `expr` a sum of one loop of more than one iteration, times one, and of
/// terms that are the same for the whole tile?
static std::optional<Access> matchAccess(AffineExpr expr,
                                         ArrayRef<TileDim> loops) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    const TileDim &loop = loops[dim.getPosition()];
    Access access;
    access.sticksOut = loop.sticksOut;
    if (loop.size > 1)
      access.loop = dim.getPosition();
    return access;
  }
  if (isa<AffineConstantExpr, AffineSymbolExpr>(expr))
    return Access{};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<Access> a = matchAccess(binary.getLHS(), loops);
  std::optional<Access> b = matchAccess(binary.getRHS(), loops);
  if (!a || !b || (a->loop && b->loop))
    return std::nullopt;
  Access access{a->loop ? a->loop : b->loop, a->sticksOut || b->sticksOut};
  if (access.loop && expr.getKind() != AffineExprKind::Add)
    return std::nullopt;
  return access;
}

FailureOr<Value> TileEvaluator::readOperand(linalg::GenericOp op,
                                            OpOperand &operand,
                                            ArrayRef<TileDim> loops,
                                            ArrayRef<unsigned> order) {
  Value source = operand.get();
  if (!isa<RankedTensorType>(source.getType()))
    return evaluateScalar(source);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> shape;
  for (unsigned loop : order)
    shape.push_back(loops[loop].size);

  SmallVector<OpFoldResult> offsets;
  for (const TileDim &loop : loops)
    offsets.push_back(loop.offset);
  Tile tile;
  SmallVector<int64_t> along;
  bool box = true;
  for (AffineExpr expr : map.getResults()) {
    std::optional<Access> access = matchAccess(expr, loops);
    if (!access ||
        (access->loop && llvm::is_contained(along, int64_t(*access->loop)))) {
      box = false;
      break;
    }
    int64_t loop = access->loop ? int64_t(*access->loop) : -1;
    // A loop of one iteration keeps its dimension as well, if it is wanted.
    if (auto dim = dyn_cast<AffineDimExpr>(expr);
        dim && !llvm::is_contained(along, int64_t(dim.getPosition())))
      loop = dim.getPosition();
    along.push_back(loop);
    tile.push_back({emitExpr(expr, offsets),
                    access->loop ? loops[*access->loop].size : 1,
                    access->sticksOut});
  }
  if (box) {
    FailureOr<Value> value = evaluate(source, tile);
    if (failed(value))
      return failure();
    return align(*value, along, order, shape);
  }

  // Index vectors of the loops, and from them those of the operand.
  FailureOr<ArrayRef<AffineExpr>> extents = program.getLoopExtents(op);
  if (failed(extents))
    return failure();
  Points points;
  points.shape = shape;
  SmallVector<Value> indices;
  for (auto [loop, dim] : llvm::enumerate(loops)) {
    const auto *place = llvm::find(order, loop);
    if (place == order.end() || dim.size == 1) {
      indices.push_back(asValue(dim.offset));
      continue;
    }
    indices.push_back(getIndices(dim, place - order.begin(), shape));
    if (dim.sticksOut)
      points.mask = combineMasks(
          points.mask, align(getInside(dim, (*extents)[loop]),
                             {static_cast<int64_t>(loop)}, order, shape));
  }
  for (AffineExpr expr : map.getResults())
    points.indices.push_back(emitVectorExpr(expr, indices, shape));
  return evaluateAt(source, points);
}

Value TileEvaluator::emitVectorExpr(AffineExpr expr, ArrayRef<Value> dims,
                                    ArrayRef<int64_t> shape) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (isa<AffineConstantExpr, AffineSymbolExpr>(expr))
    return asValue(emitExpr(expr));
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value a = emitVectorExpr(binary.getLHS(), dims, shape);
  Value b = emitVectorExpr(binary.getRHS(), dims, shape);
  if (a.getType() != b.getType()) {
    a = broadcast(a, shape);
    b = broadcast(b, shape);
  }
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(builder, loc, a, b);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(builder, loc, a, b);
  case AffineExprKind::FloorDiv:
    return arith::DivUIOp::create(builder, loc, a, b);
  case AffineExprKind::Mod:
    return arith::RemUIOp::create(builder, loc, a, b);
  default: {
    Value one = broadcast(asValue(getIndex(1)), shape);
    a = broadcast(a, shape);
    b = broadcast(b, shape);
    Value sum = arith::AddIOp::create(
        builder, loc, a, arith::SubIOp::create(builder, loc, b, one));
    return arith::DivUIOp::create(builder, loc, sum, b);
  }
  }
}

//===----------------------------------------------------------------------===//
// Generic ops
//===----------------------------------------------------------------------===//

/// The loops of the dimensions of a result; an error if one is no loop.
static FailureOr<SmallVector<unsigned>> getKeptLoops(OpResult result) {
  auto op = cast<linalg::GenericOp>(result.getOwner());
  SmallVector<unsigned> loops;
  for (AffineExpr expr : op.getIndexingMapMatchingResult(result).getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || llvm::is_contained(loops, dim.getPosition()))
      return op.emitOpError("result ")
             << result.getResultNumber()
             << " must be indexed by a permutation of parallel loops, found "
             << AffineMapAttr::get(op.getIndexingMapMatchingResult(result));
    loops.push_back(dim.getPosition());
  }
  if (loops.size() != op.getNumParallelLoops())
    return op.emitOpError("result ")
           << result.getResultNumber()
           << " must be indexed by all parallel loops, found "
           << AffineMapAttr::get(op.getIndexingMapMatchingResult(result));
  return loops;
}

FailureOr<Value> TileEvaluator::computeGeneric(OpResult result,
                                               ArrayRef<TileDim> tile) {
  auto op = cast<linalg::GenericOp>(result.getOwner());
  FailureOr<SmallVector<unsigned>> kept = getKeptLoops(result);
  if (failed(kept))
    return failure();
  Tile loops(op.getNumLoops(), TileDim{getIndex(0), 1, false});
  SmallVector<int64_t> shape;
  for (auto [loop, dim] : llvm::zip_equal(*kept, tile)) {
    loops[loop] = dim;
    shape.push_back(dim.size);
  }

  SmallVector<Value> values;
  if (op.getNumReductionLoops()) {
    FailureOr<SmallVector<Value>> reduced = computeReduction(op, loops, *kept);
    if (failed(reduced))
      return failure();
    values = std::move(*reduced);
  } else {
    auto operands = [&](OpOperand &operand) {
      return readOperand(op, operand, loops, *kept);
    };
    auto indices = [&](unsigned loop) {
      return getLoopIndex(loop, loops, *kept, shape);
    };
    FailureOr<Value> mask = getMask(op, loops, *kept, shape);
    if (failed(mask))
      return failure();
    BodyEvaluator body(*this, op, shape, operands, indices, *mask);
    Operation *yield = op.getBody()->getTerminator();
    for (OpResult other : op.getResults()) {
      // Other results are computed on the way where they have the same tile.
      bool same = op.getIndexingMapMatchingResult(other) ==
                  op.getIndexingMapMatchingResult(result);
      if (!same || (other != result && other.use_empty())) {
        values.push_back(nullptr);
        continue;
      }
      FailureOr<Value> value =
          body.getVector(yield->getOperand(other.getResultNumber()));
      if (failed(value))
        return failure();
      values.push_back(*value);
    }
  }
  for (OpResult other : op.getResults())
    if (Value value = values[other.getResultNumber()])
      remember(other, tile, value);
  return values[result.getResultNumber()];
}

Value TileEvaluator::getLoopIndex(unsigned loop, ArrayRef<TileDim> loops,
                                  ArrayRef<unsigned> order,
                                  ArrayRef<int64_t> shape) {
  const auto *place = llvm::find(order, loop);
  if (place == order.end())
    return asValue(loops[loop].offset);
  return getIndices(loops[loop], place - order.begin(), shape);
}

FailureOr<Value> TileEvaluator::getMask(linalg::GenericOp op,
                                        ArrayRef<TileDim> loops,
                                        ArrayRef<unsigned> order,
                                        ArrayRef<int64_t> shape) {
  // Only reads at computed places need one.
  if (op.getBody()->getOps<tensor::ExtractOp>().empty())
    return Value();
  FailureOr<ArrayRef<AffineExpr>> extents = program.getLoopExtents(op);
  if (failed(extents))
    return failure();
  Value mask;
  for (unsigned loop : order)
    if (loops[loop].sticksOut)
      mask =
          combineMasks(mask, align(getInside(loops[loop], (*extents)[loop]),
                                   {static_cast<int64_t>(loop)}, order, shape));
  return mask;
}

FailureOr<Value> TileEvaluator::computeGenericAt(OpResult result,
                                                 const Points &points) {
  auto op = cast<linalg::GenericOp>(result.getOwner());
  FailureOr<SmallVector<unsigned>> kept = getKeptLoops(result);
  if (failed(kept))
    return failure();
  SmallVector<Value> loops(op.getNumLoops());
  for (auto [loop, index] : llvm::zip_equal(*kept, points.indices))
    loops[loop] = index;

  auto evaluateBody =
      [&](ArrayRef<Value> accumulators) -> FailureOr<SmallVector<Value>> {
    auto operands = [&](OpOperand &operand) -> FailureOr<Value> {
      if (!isa<RankedTensorType>(operand.get().getType()))
        return evaluateScalar(operand.get());
      Points places;
      places.shape = points.shape;
      places.mask = points.mask;
      for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
        places.indices.push_back(emitVectorExpr(expr, loops, points.shape));
      return evaluateAt(operand.get(), places);
    };
    auto indices = [&](unsigned loop) { return loops[loop]; };
    BodyEvaluator body(*this, op, points.shape, operands, indices, points.mask);
    for (auto [argument, value] :
         llvm::zip(op.getRegionOutputArgs(), accumulators))
      body.set(argument, value);
    SmallVector<Value> values;
    for (Value yielded : op.getBody()->getTerminator()->getOperands()) {
      FailureOr<Value> value = body.getVector(yielded);
      if (failed(value))
        return failure();
      values.push_back(*value);
    }
    return values;
  };

  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  FailureOr<SmallVector<Value>> values = failure();
  if (reductions.empty()) {
    values = evaluateBody({});
  } else {
    // Step by step, for all points at once.
    SmallVector<Value> inits;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      Points places;
      places.shape = points.shape;
      places.mask = points.mask;
      for (AffineExpr expr : op.getMatchingIndexingMap(&init).getResults())
        places.indices.push_back(emitVectorExpr(expr, loops, points.shape));
      FailureOr<Value> value = evaluateAt(init.get(), places);
      if (failed(value))
        return failure();
      inits.push_back(*value);
    }
    FailureOr<ArrayRef<AffineExpr>> extents = program.getLoopExtents(op);
    if (failed(extents))
      return failure();
    OpFoldResult total = getIndex(1);
    for (unsigned loop : reductions)
      total = emitIndex(IndexOp::Mul, total, emitExpr((*extents)[loop]));
    values = emitLoop(loc, getIndex(0), total, 1, inits,
                      [&](OpFoldResult number, ValueRange carried) {
                        for (unsigned i = reductions.size(); i-- > 1;) {
                          OpFoldResult extent =
                              emitExpr((*extents)[reductions[i]]);
                          loops[reductions[i]] =
                              asValue(emitIndex(IndexOp::Rem, number, extent));
                          number = emitIndex(IndexOp::Div, number, extent);
                        }
                        loops[reductions.front()] = asValue(number);
                        return evaluateBody(SmallVector<Value>(carried));
                      });
  }
  if (failed(values))
    return failure();
  return (*values)[result.getResultNumber()];
}
