//===- TileReduction.cpp - Reductions and contractions of a tile ----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction runs over its loops in blocks. Four forms, by the structure of
// the op:
//
// - contraction: the accumulator is the tile of the result, each block adds a
//   vector.contract. Rests are exact, never padded.
// - across: the reduced dimension is innermost in memory, so lanes run along
//   it. The loop carries partial results, one per element of a block; they are
//   combined once after it. Padding of the last block is replaced by the
//   combiner's neutral element.
// - within: a kept dimension is innermost. Each block is reduced into the tile
//   of the result.
// - in order: combiners that are not known to be associative see the elements
//   one by one; lanes run along the kept dimensions only.
//
//===----------------------------------------------------------------------===//

#include "TileEvaluator.h"

#include "Accumulate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <limits>

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

/// The input whose order of dimensions decides how a reduction is run.
static OpOperand *getMainInput(linalg::GenericOp op) {
  OpOperand *main = nullptr;
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  unsigned best = 0;
  for (OpOperand *input : op.getDpsInputOperands()) {
    unsigned reduced = 0;
    for (AffineExpr expr : op.getMatchingIndexingMap(input).getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        reduced += types[dim.getPosition()] == utils::IteratorType::reduction;
    if (reduced > best) {
      best = reduced;
      main = input;
    }
  }
  return main;
}

SmallVector<int64_t> TileEvaluator::chooseBlocks(linalg::GenericOp op,
                                                 ArrayRef<unsigned> dims,
                                                 int64_t limit,
                                                 int64_t otherwise) {
  // The loop along memory gets a block, the others run step by step.
  unsigned inner = dims.back();
  if (OpOperand *main = getMainInput(op))
    for (AffineExpr expr : op.getMatchingIndexingMap(main).getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        if (llvm::is_contained(dims, dim.getPosition()))
          inner = dim.getPosition();
  ArrayRef<AffineExpr> extents = *program.getLoopExtents(op);
  SmallVector<int64_t> blocks;
  for (unsigned loop : dims) {
    if (std::optional<int64_t> block =
            scheduledBlock ? scheduledBlock(op, loop) : std::nullopt) {
      blocks.push_back(*block);
      continue;
    }
    std::optional<int64_t> extent = tile::getConstant(extents[loop]);
    if (extent && isInCarryingLoop())
      blocks.push_back(std::max<int64_t>(*extent, 1));
    else if (loop != inner)
      blocks.push_back(1);
    else if (extent && *extent <= limit)
      blocks.push_back(std::max<int64_t>(*extent, 1));
    else
      blocks.push_back(otherwise);
  }
  // One loop in blocks is what a nest can have, apart from those that are one
  // block.
  bool taken = false;
  auto limitLoop = [&](unsigned i) {
    std::optional<int64_t> extent = tile::getConstant(extents[dims[i]]);
    if (blocks[i] == 1 || (extent && *extent <= blocks[i]))
      return;
    if (taken)
      blocks[i] = 1;
    taken = true;
  };
  limitLoop(llvm::find(dims, inner) - dims.begin());
  for (unsigned i = 0; i < dims.size(); ++i)
    if (dims[i] != inner)
      limitLoop(i);
  return blocks;
}

FailureOr<SmallVector<Value>>
TileEvaluator::emitNest(linalg::GenericOp op, ArrayRef<unsigned> dims,
                        ArrayRef<int64_t> blocks, Rest rest, Tile &loops,
                        ValueRange carried, NestBody body) {
  ArrayRef<AffineExpr> extents = *program.getLoopExtents(op);
  // Loops that are one block need no code; at most one of the others has blocks
  // of more than one iteration.
  SmallVector<unsigned> steps;
  std::optional<unsigned> blocked;
  int64_t size = 1;
  for (auto [loop, block] : llvm::zip_equal(dims, blocks)) {
    std::optional<int64_t> extent = tile::getConstant(extents[loop]);
    if (extent == 0)
      return SmallVector<Value>(carried);
    if (extent && *extent <= block) {
      bool sticksOut = rest == Rest::Guard && *extent < block;
      loops[loop] = {getIndex(0), sticksOut ? block : *extent, sticksOut};
    } else if (block == 1) {
      steps.push_back(loop);
    } else {
      assert(!blocked && "several loops in blocks");
      blocked = loop;
      size = block;
    }
  }

  bool together =
      llvm::any_of(loops, [](const TileDim &dim) { return dim.sticksOut; });
  if (blocked && steps.empty())
    return emitBlocks(
        loc, extents[*blocked], size, rest, together, carried,
        [&](TileDim block, ValueRange carried) {
          Tile inner(loops);
          inner[*blocked] = block;
          return body(inner, carried);
        },
        getVisibleRange(op, *blocked, loops));

  // All loops are run by one, which counts through them: `count` blocks of
  // `width` from `start` for each combination of the others.
  OpFoldResult total = getIndex(1);
  for (unsigned loop : steps)
    total = emitIndex(IndexOp::Mul, total, emitExpr(extents[loop]));
  auto run = [&](OpFoldResult count, OpFoldResult start, int64_t width,
                 bool sticksOut,
                 ValueRange carried) -> FailureOr<SmallVector<Value>> {
    return emitLoop(
        loc, getIndex(0), emitIndex(IndexOp::Mul, total, count), 1, carried,
        [&](OpFoldResult number, ValueRange carried) {
          Tile inner(loops);
          if (blocked) {
            OpFoldResult block = emitIndex(IndexOp::Rem, number, count);
            inner[*blocked] = {
                emitIndex(IndexOp::Add, start,
                          emitIndex(IndexOp::Mul, block, getIndex(width))),
                width, sticksOut};
            number = emitIndex(IndexOp::Div, number, count);
          }
          for (unsigned i = steps.size(); i-- > 1;) {
            OpFoldResult extent = emitExpr(extents[steps[i]]);
            inner[steps[i]] = {emitIndex(IndexOp::Rem, number, extent), 1,
                               false};
            number = emitIndex(IndexOp::Div, number, extent);
          }
          if (!steps.empty())
            inner[steps.front()] = {number, 1, false};
          return body(inner, carried);
        });
  };
  if (!blocked)
    return run(getIndex(1), getIndex(0), 1, false, carried);

  // Full blocks first, then what is left; one loop of guarded blocks is enough
  // where the code is guarded for other reasons.
  AffineExpr extent = extents[*blocked];
  OpFoldResult end = emitExpr(extent);
  if (extent.isMultipleOf(size))
    return run(emitIndex(IndexOp::Div, end, getIndex(size)), getIndex(0), size,
               false, carried);
  if (rest == Rest::Guard && together)
    return run(emitExpr(extent.ceilDiv(size)), getIndex(0), size, true,
               carried);
  OpFoldResult left = emitIndex(IndexOp::Rem, end, getIndex(size));
  OpFoldResult full = emitIndex(IndexOp::Sub, end, left);
  setDivisor(full, size);
  FailureOr<SmallVector<Value>> values =
      run(emitIndex(IndexOp::Div, full, getIndex(size)), getIndex(0), size,
          false, carried);
  if (failed(values))
    return failure();
  if (std::optional<int64_t> constant = getConstantIntValue(left)) {
    if (rest == Rest::Guard)
      return run(getIndex(1), full, size, true, *values);
    return run(getIndex(1), full, *constant, false, *values);
  }
  if (rest == Rest::Exact)
    return run(left, full, 1, false, *values);
  // One guarded block if anything is left, else none.
  return run(emitIndex(IndexOp::Sub, emitExpr(extent.ceilDiv(size)),
                       emitIndex(IndexOp::Div, full, getIndex(size))),
             full, size, true, *values);
}

/// `combiner` on vectors: the accumulator stays at its place.
static Value combine(OpBuilder &builder, Operation *combiner, Value term,
                     Value acc, Value value) {
  Operation *copy = builder.clone(*combiner);
  bool first = combiner->getOperand(1) == term;
  copy->setOperands({first ? acc : value, first ? value : acc});
  copy->getResult(0).setType(acc.getType());
  return copy->getResult(0);
}

/// The same for an accumulator that started at the neutral element.
static Value accumulate(OpBuilder &builder, const SimpleReduction &match,
                        Value acc, Value value) {
  if (Value chosen = accumulateNumber(builder, match.combiner->getLoc(),
                                      match.kind, acc, value))
    return chosen;
  return combine(builder, match.combiner, match.term, acc, value);
}

bool TileEvaluator::isInCarryingLoop() {
  for (Operation *op = builder.getInsertionBlock()->getParentOp(); op;
       op = op->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(op))
      if (loop.getNumRegionIterArgs() != 0)
        return true;
  return false;
}

FailureOr<SmallVector<Value>>
TileEvaluator::computeReduction(linalg::GenericOp op, ArrayRef<TileDim> loops,
                                ArrayRef<unsigned> kept) {
  AffineMap map = op.getIndexingMapMatchingResult(op->getResult(0));
  for (OpResult result : op->getResults())
    if (op.getIndexingMapMatchingResult(result) != map)
      return op.emitOpError("reduces to results that are indexed differently");
  SmallVector<Value> inits;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    FailureOr<Value> value = readOperand(op, init, loops, kept);
    if (failed(value))
      return failure();
    inits.push_back(*value);
  }
  FailureOr<Value> value = failure();
  if (std::optional<Contraction> match = matchContraction(op)) {
    value = computeContraction(op, *match, loops, kept, inits[0]);
  } else if (std::optional<SimpleReduction> match = matchReduction(op)) {
    value = keepsInnermost(op)
                ? reduceWithin(op, *match, loops, kept, inits[0])
                : reduceAcross(op, *match, loops, kept, inits[0]);
  } else {
    return reduceInOrder(op, loops, kept, inits);
  }
  if (failed(value))
    return failure();
  return SmallVector<Value>{*value};
}

/// The term of a reduction over a box of iterations along `order`. Iterations
/// of reduction loops that lie outside are neutral.
FailureOr<Value> TileEvaluator::computeTerm(linalg::GenericOp op,
                                            const SimpleReduction &match,
                                            ArrayRef<TileDim> loops,
                                            ArrayRef<unsigned> order) {
  SmallVector<int64_t> shape;
  for (unsigned loop : order)
    shape.push_back(loops[loop].size);
  auto operands = [&](OpOperand &operand) {
    return readOperand(op, operand, loops, order);
  };
  auto indices = [&](unsigned loop) {
    return getLoopIndex(loop, loops, order, shape);
  };
  FailureOr<Value> mask = getMask(op, loops, order, shape);
  if (failed(mask))
    return failure();
  BodyEvaluator body(*this, op, shape, operands, indices, *mask);
  FailureOr<Value> term = body.getVector(match.term);
  if (failed(term))
    return failure();
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  Value inside;
  for (unsigned loop : order)
    if (loops[loop].sticksOut && types[loop] == utils::IteratorType::reduction)
      inside = combineMasks(
          inside,
          align(getInside(loops[loop], (*program.getLoopExtents(op))[loop]),
                {static_cast<int64_t>(loop)}, order, shape));
  if (!inside)
    return term;
  return arith::SelectOp::create(builder, loc, inside, *term,
                                 getSplat(term->getType(), match.neutral))
      .getResult();
}

FailureOr<Value> TileEvaluator::reduceAcross(linalg::GenericOp op,
                                             const SimpleReduction &match,
                                             ArrayRef<TileDim> loops,
                                             ArrayRef<unsigned> kept,
                                             Value init) {
  SmallVector<unsigned> dims;
  op.getReductionDims(dims);
  SmallVector<int64_t> blocks = chooseBlocks(op, dims, 64, 32);
  SmallVector<unsigned> order(kept);
  llvm::append_range(order, dims);
  SmallVector<int64_t> shape, keptShape;
  for (unsigned loop : kept)
    keptShape.push_back(loops[loop].size);
  shape = keptShape;
  llvm::append_range(shape, blocks);
  Type element = match.term.getType();

  // Partial results, or all terms where they fit one block.
  bool single = true;
  for (auto [loop, block] : llvm::zip_equal(dims, blocks)) {
    std::optional<int64_t> extent =
        tile::getConstant((*program.getLoopExtents(op))[loop]);
    single &= extent && *extent <= block;
  }
  SmallVector<Value> start;
  if (!single)
    start.push_back(getSplat(VectorType::get(shape, element), match.neutral));
  Tile nest(loops);
  Value all;
  FailureOr<SmallVector<Value>> partial =
      emitNest(op, dims, blocks, Rest::Guard, nest, start,
               [&](ArrayRef<TileDim> loops,
                   ValueRange carried) -> FailureOr<SmallVector<Value>> {
                 FailureOr<Value> term = computeTerm(op, match, loops, order);
                 if (failed(term))
                   return failure();
                 if (single) {
                   all = *term;
                   return SmallVector<Value>();
                 }
                 return SmallVector<Value>{
                     accumulate(builder, match, carried[0], *term)};
               });
  if (failed(partial))
    return failure();
  if (!single)
    all = partial->front();
  else if (!all) // no iterations
    return init;

  Type type = kept.empty() ? element : VectorType::get(keptShape, element);
  Value neutral = getSplat(type, match.neutral);
  SmallVector<int64_t> positions =
      llvm::to_vector(llvm::seq<int64_t>(kept.size(), order.size()));
  Value result = vector::MultiDimReductionOp::create(
      builder, loc, type, match.kind, all, neutral, positions);
  result = broadcast(result, keptShape);
  // The usual initial value changes nothing.
  if (auto constant = init.getDefiningOp<arith::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      if (splat.getSplatValue<Attribute>() == match.neutral)
        return result;
  return combine(builder, match.combiner, match.term, init, result);
}

FailureOr<Value> TileEvaluator::reduceWithin(linalg::GenericOp op,
                                             const SimpleReduction &match,
                                             ArrayRef<TileDim> loops,
                                             ArrayRef<unsigned> kept,
                                             Value init) {
  SmallVector<unsigned> dims;
  op.getReductionDims(dims);
  SmallVector<int64_t> blocks = chooseBlocks(op, dims, 16, 16);
  // The order of memory, so that blocks are not transposed.
  SmallVector<unsigned> order;
  if (OpOperand *main = getMainInput(op))
    for (AffineExpr expr : op.getMatchingIndexingMap(main).getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        if (!llvm::is_contained(order, dim.getPosition()))
          order.push_back(dim.getPosition());
  for (unsigned loop : llvm::seq<unsigned>(0, op.getNumLoops()))
    if (!llvm::is_contained(order, loop))
      order.push_back(loop);
  SmallVector<unsigned> keptOrder;
  SmallVector<int64_t> positions, from, keptShape, resultShape;
  for (auto [position, loop] : llvm::enumerate(order)) {
    if (llvm::is_contained(dims, loop)) {
      positions.push_back(position);
      continue;
    }
    keptOrder.push_back(loop);
    from.push_back(loop);
    keptShape.push_back(loops[loop].size);
  }
  SmallVector<int64_t> keptFrom(kept.begin(), kept.end());
  Value start = align(init, keptFrom, keptOrder, keptShape);

  Tile nest(loops);
  FailureOr<SmallVector<Value>> result =
      emitNest(op, dims, blocks, Rest::Exact, nest, start,
               [&](ArrayRef<TileDim> loops,
                   ValueRange carried) -> FailureOr<SmallVector<Value>> {
                 FailureOr<Value> term = computeTerm(op, match, loops, order);
                 if (failed(term))
                   return failure();
                 Value acc = vector::MultiDimReductionOp::create(
                     builder, loc, carried[0].getType(), match.kind, *term,
                     carried[0], positions);
                 return SmallVector<Value>{acc};
               });
  if (failed(result))
    return failure();
  for (unsigned loop : kept)
    resultShape.push_back(loops[loop].size);
  return align(result->front(), from, kept, resultShape);
}

FailureOr<SmallVector<Value>>
TileEvaluator::reduceInOrder(linalg::GenericOp op, ArrayRef<TileDim> loops,
                             ArrayRef<unsigned> kept, ValueRange inits) {
  SmallVector<unsigned> dims;
  op.getReductionDims(dims);
  SmallVector<int64_t> blocks(dims.size(), 1), shape;
  for (unsigned loop : kept)
    shape.push_back(loops[loop].size);
  Tile nest(loops);
  return emitNest(
      op, dims, blocks, Rest::Exact, nest, inits,
      [&](ArrayRef<TileDim> loops,
          ValueRange carried) -> FailureOr<SmallVector<Value>> {
        auto operands = [&](OpOperand &operand) {
          return readOperand(op, operand, loops, kept);
        };
        auto indices = [&](unsigned loop) {
          return getLoopIndex(loop, loops, kept, shape);
        };
        FailureOr<Value> mask = getMask(op, loops, kept, shape);
        if (failed(mask))
          return failure();
        BodyEvaluator body(*this, op, shape, operands, indices, *mask);
        for (auto [argument, value] :
             llvm::zip_equal(op.getRegionOutputArgs(), carried))
          body.set(argument, value);
        SmallVector<Value> next;
        for (Value yielded : op.getBody()->getTerminator()->getOperands()) {
          FailureOr<Value> value = body.getVector(yielded);
          if (failed(value))
            return failure();
          next.push_back(*value);
        }
        return next;
      });
}

FailureOr<Value> TileEvaluator::computeContraction(linalg::GenericOp op,
                                                   const Contraction &match,
                                                   ArrayRef<TileDim> loops,
                                                   ArrayRef<unsigned> kept,
                                                   Value init) {
  SmallVector<unsigned> dims;
  op.getReductionDims(dims);
  SmallVector<int64_t> blocks = chooseBlocks(op, dims, 16, 16);
  // The guard is one for all iterations of a block.
  for (auto [loop, block] : llvm::zip_equal(dims, blocks))
    if (llvm::is_contained(match.guardLoops, loop))
      block = 1;

  // Loops of one iteration (batches, windows) leave the vectors, except that a
  // result and a reduction loop must remain.
  SmallVector<unsigned> result, reduced;
  SmallVector<int64_t> shape;
  for (unsigned loop : kept)
    if (loops[loop].size > 1)
      result.push_back(loop);
  if (result.empty())
    result.push_back(kept.back());
  for (auto [loop, block] : llvm::zip_equal(dims, blocks))
    if (block > 1)
      reduced.push_back(loop);
  if (reduced.empty())
    reduced.push_back(dims.back());
  for (unsigned loop : result)
    shape.push_back(loops[loop].size);

  SmallVector<unsigned> iterations(result);
  llvm::append_range(iterations, reduced);
  auto filter = [&](ArrayRef<unsigned> used) {
    SmallVector<unsigned> order;
    for (unsigned loop : used)
      if (llvm::is_contained(iterations, loop))
        order.push_back(loop);
    return order;
  };
  SmallVector<unsigned> lhsOrder = filter(match.lhsLoops);
  SmallVector<unsigned> rhsOrder = filter(match.rhsLoops);
  auto getMap = [&](ArrayRef<unsigned> order) {
    SmallVector<AffineExpr> exprs;
    for (unsigned loop : order)
      exprs.push_back(
          getAffineDimExpr(llvm::find(iterations, loop) - iterations.begin(),
                           builder.getContext()));
    return AffineMap::get(iterations.size(), 0, exprs, builder.getContext());
  };
  ArrayAttr maps = builder.getAffineMapArrayAttr(
      {getMap(lhsOrder), getMap(rhsOrder), getMap(result)});
  SmallVector<Attribute> types;
  for (unsigned loop : iterations)
    types.push_back(vector::IteratorTypeAttr::get(
        builder.getContext(), llvm::is_contained(reduced, loop)
                                  ? vector::IteratorType::reduction
                                  : vector::IteratorType::parallel));

  // A softmax that is still growing carries its maximum and sum, too.
  std::optional<Softmax> softmax = matchSoftmax(op);
  SmallVector<Value> start{reshape(init, shape)};
  Tile rows;
  if (softmax) {
    for (unsigned loop : ArrayRef(softmax->loops).drop_back())
      rows.push_back(loops[loop]);
    SmallVector<int64_t> rowShape;
    for (const TileDim &dim : rows)
      rowShape.push_back(dim.size);
    Type element = getElementTypeOrSelf(softmax->largest.getType());
    auto type = VectorType::get(rowShape, element);
    start.push_back(
        getSplat(type, builder.getFloatAttr(
                           element, -std::numeric_limits<double>::infinity())));
    start.push_back(getZero(type));
  }

  Tile nest(loops);
  // What is computed for each block is so often large code: one guarded block
  // for the rest, whose factors are 0 outside.
  Rest rest = isNested(op) ? Rest::Guard : Rest::Exact;
  ArrayRef<AffineExpr> extents = *program.getLoopExtents(op);
  FailureOr<SmallVector<Value>> sum = emitNest(
      op, dims, blocks, rest, nest, start,
      [&](ArrayRef<TileDim> loops,
          ValueRange carried) -> FailureOr<SmallVector<Value>> {
        SmallVector<Value> next(carried);
        if (softmax) {
          FailureOr<SmallVector<Value>> updated =
              updateSoftmax(*softmax, result, loops, carried);
          if (failed(updated))
            return failure();
          next = std::move(*updated);
        }
        SmallVector<Value> factors;
        for (auto [value, order] :
             {std::pair(match.lhs, lhsOrder), std::pair(match.rhs, rhsOrder)}) {
          SmallVector<int64_t> factorShape;
          for (unsigned loop : order)
            factorShape.push_back(loops[loop].size);
          auto operands = [&, &order = order](OpOperand &operand) {
            return readOperand(op, operand, loops, order);
          };
          auto indices = [&, &order = order](unsigned loop) {
            return getLoopIndex(loop, loops, order, factorShape);
          };
          FailureOr<Value> mask = getMask(op, loops, order, factorShape);
          if (failed(mask))
            return failure();
          BodyEvaluator body(*this, op, factorShape, operands, indices, *mask);
          FailureOr<Value> factor = body.getVector(value);
          if (failed(factor))
            return failure();
          for (unsigned loop : reduced) {
            auto place = llvm::find(order, loop);
            if (!loops[loop].sticksOut || place == order.end())
              continue;
            Value inside =
                align(getInside(loops[loop], extents[loop]),
                      {static_cast<int64_t>(loop)}, order, factorShape);
            factor = arith::SelectOp::create(builder, loc, inside, *factor,
                                             getZero(factor->getType()))
                         .getResult();
          }
          factors.push_back(*factor);
        }
        next[0] = vector::ContractionOp::create(builder, loc, factors[0],
                                                factors[1], next[0], maps,
                                                builder.getArrayAttr(types));
        if (!match.guard)
          return next;
        auto operands = [](OpOperand &) -> FailureOr<Value> {
          return failure();
        };
        auto indices = [&](unsigned loop) {
          return getLoopIndex(loop, loops, result, shape);
        };
        BodyEvaluator body(*this, op, shape, operands, indices);
        FailureOr<Value> guard = body.getVector(match.guard);
        if (failed(guard))
          return failure();
        next[0] =
            arith::SelectOp::create(builder, loc, *guard, next[0], carried[0]);
        return next;
      });
  if (failed(sum))
    return failure();
  if (softmax) {
    remember(softmax->largest, rows, (*sum)[1]);
    if (softmax->sum)
      remember(softmax->sum, rows, (*sum)[2]);
  }
  SmallVector<int64_t> full;
  for (unsigned loop : kept)
    full.push_back(loops[loop].size);
  return reshape(sum->front(), full);
}
