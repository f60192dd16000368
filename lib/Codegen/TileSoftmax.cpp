//===- TileSoftmax.cpp - Sums of products with weights of a softmax -------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A product with the exponentials of a softmax would take two passes over what
// they are made of: one for the maximum, one for the products. One is enough:
// the loop carries the maximum so far, and what is summed already is scaled
// down whenever that grows (M. Milakov, N. Gimelshein, "Online normalizer
// calculation for softmax", 2018).
//
// Logits that a mask hides from a row take no part; blocks of a loop that are
// hidden from all rows of a tile are not run.
//
//===----------------------------------------------------------------------===//

#include "TileEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// The inputs of `exp(a - b)`, if that is all that `op` computes.
static std::optional<std::pair<OpOperand *, OpOperand *>>
matchExponentials(linalg::GenericOp op) {
  if (!op || op.getNumReductionLoops() != 0 || op.getNumDpsInputs() != 2 ||
      op.getNumResults() != 1)
    return std::nullopt;
  auto exp =
      op.getBody()->getTerminator()->getOperand(0).getDefiningOp<math::ExpOp>();
  auto difference =
      exp ? exp.getOperand().getDefiningOp<arith::SubFOp>() : nullptr;
  if (!difference)
    return std::nullopt;
  auto find = [&](Value value) -> OpOperand * {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != op.getBody() ||
        argument.getArgNumber() >= 2)
      return nullptr;
    return op.getDpsInputOperand(argument.getArgNumber());
  };
  OpOperand *a = find(difference.getLhs()), *b = find(difference.getRhs());
  if (!a || !b || a == b)
    return std::nullopt;
  return std::pair(a, b);
}

/// Does `op` combine the last dimension of `x` with `kind`, from the neutral
/// element?
static bool reducesLast(linalg::GenericOp op, Value x,
                        vector::CombiningKind kind) {
  if (!op || op.getNumDpsInputs() != 1 || op.getDpsInputs()[0] != x)
    return false;
  std::optional<SimpleReduction> match = matchReduction(op);
  if (!match || match->kind != kind ||
      match->term != op.getRegionInputArgs()[0])
    return false;
  AffineMap input = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  AffineMap result = op.getIndexingMapMatchingResult(op->getResult(0));
  return input.isIdentity() && input.getNumResults() > 0 &&
         result == input.dropResult(input.getNumResults() - 1);
}

std::optional<Softmax> tile::matchSoftmax(linalg::GenericOp contraction) {
  std::optional<Contraction> match = matchContraction(contraction);
  SmallVector<unsigned> summed;
  contraction.getReductionDims(summed);
  if (!match || match->guard || summed.size() != 1)
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(match->lhs);
  if (!argument)
    return std::nullopt;
  OpOperand *weights = contraction.getDpsInputOperand(argument.getArgNumber());
  auto exponentials = weights->get().getDefiningOp<linalg::GenericOp>();
  auto inputs = matchExponentials(exponentials);
  if (!inputs)
    return std::nullopt;
  auto [logits, largest] = *inputs;
  AffineMap own =
      exponentials.getIndexingMapMatchingResult(exponentials->getResult(0));
  unsigned rank = own.getNumResults();
  if (!own.isIdentity() || rank < 2 ||
      exponentials.getMatchingIndexingMap(logits) != own ||
      exponentials.getMatchingIndexingMap(largest) !=
          own.dropResult(rank - 1) ||
      !reducesLast(largest->get().getDefiningOp<linalg::GenericOp>(),
                   logits->get(), vector::CombiningKind::MAXIMUMF))
    return std::nullopt;

  Softmax softmax{contraction,    logits->get(), largest->get(),
                  weights->get(), Value(),       {}};
  for (AffineExpr expr :
       contraction.getMatchingIndexingMap(weights).getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || llvm::is_contained(softmax.loops, dim.getPosition()))
      return std::nullopt;
    softmax.loops.push_back(dim.getPosition());
  }
  if (softmax.loops.back() != summed.front())
    return std::nullopt;
  for (Operation *user : weights->get().getUsers()) {
    auto sum = dyn_cast<linalg::GenericOp>(user);
    if (sum && reducesLast(sum, weights->get(), vector::CombiningKind::ADD))
      softmax.sum = sum->getResult(0);
  }
  return softmax;
}

bool tile::isNested(linalg::GenericOp contraction) {
  SmallVector<Value> work(contraction.getDpsInputs());
  while (!work.empty()) {
    auto producer = work.pop_back_val().getDefiningOp<linalg::GenericOp>();
    if (!producer)
      continue;
    if (matchContraction(producer))
      return true;
    llvm::append_range(work, producer.getDpsInputs());
  }
  return false;
}

/// Where an element-wise op selects a constant because the index of loop
/// `after` is greater than that of loop `before`.
static std::optional<std::pair<unsigned, unsigned>>
matchHidden(linalg::GenericOp op) {
  if (!op || op.getNumReductionLoops() != 0 || op.getNumResults() != 1)
    return std::nullopt;
  auto select = op.getBody()
                    ->getTerminator()
                    ->getOperand(0)
                    .getDefiningOp<arith::SelectOp>();
  if (!select)
    return std::nullopt;
  auto hidden = select.getTrueValue().getDefiningOp<arith::ConstantOp>();
  auto number = hidden ? dyn_cast<FloatAttr>(hidden.getValue()) : FloatAttr();
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!number || !compare ||
      (!number.getValue().isZero() &&
       !(number.getValue().isInfinity() && number.getValue().isNegative())) ||
      compare.getPredicate() != arith::CmpIPredicate::ugt)
    return std::nullopt;
  auto after = compare.getLhs().getDefiningOp<linalg::IndexOp>();
  auto before = compare.getRhs().getDefiningOp<linalg::IndexOp>();
  if (!after || !before)
    return std::nullopt;
  return std::pair<unsigned, unsigned>(after.getDim(), before.getDim());
}

TileEvaluator::Range TileEvaluator::getVisibleRange(linalg::GenericOp op,
                                                    unsigned loop,
                                                    ArrayRef<TileDim> loops) {
  // A factor that is 0 where it is hidden, or logits that are -inf there.
  std::optional<Contraction> match = matchContraction(op);
  if (!match)
    return {};
  std::optional<Softmax> softmax = matchSoftmax(op);
  for (OpOperand *input : op.getDpsInputOperands()) {
    bool isWeights = softmax && input->get() == softmax->weights;
    Value tensor = isWeights ? softmax->logits : input->get();
    auto producer = tensor.getDefiningOp<linalg::GenericOp>();
    auto hidden = matchHidden(producer);
    if (!hidden ||
        !producer.getIndexingMapMatchingResult(producer->getResult(0))
             .isIdentity())
      continue;
    AffineMap map = op.getMatchingIndexingMap(input);
    auto after = dyn_cast<AffineDimExpr>(map.getResult(hidden->first));
    auto before = dyn_cast<AffineDimExpr>(map.getResult(hidden->second));
    if (!after || !before)
      continue;
    // Up to the last row of the tile, or from its first one on.
    const TileDim &bound =
        loops[after.getPosition() == loop ? before.getPosition()
                                          : after.getPosition()];
    if (after.getPosition() == loop)
      return {nullptr,
              emitIndex(IndexOp::Add, bound.offset, getIndex(bound.size))};
    if (before.getPosition() == loop)
      return {bound.offset, nullptr};
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
TileEvaluator::updateSoftmax(const Softmax &softmax, ArrayRef<unsigned> result,
                             ArrayRef<TileDim> loops, ValueRange carried) {
  Tile tile;
  SmallVector<int64_t> shape, resultShape;
  for (unsigned loop : softmax.loops) {
    tile.push_back(loops[loop]);
    shape.push_back(loops[loop].size);
  }
  for (unsigned loop : result)
    resultShape.push_back(loops[loop].size);
  FailureOr<Value> logits = evaluate(softmax.logits, tile);
  if (failed(logits))
    return failure();
  ArrayRef<unsigned> all(softmax.loops), rows = all.drop_back();
  auto infinity =
      builder.getFloatAttr(getElementTypeOrSelf(softmax.logits.getType()),
                           -std::numeric_limits<double>::infinity());
  if (tile.back().sticksOut) {
    AffineExpr extent = (*program.getExtents(softmax.logits)).back();
    Value inside = align(getInside(tile.back(), extent),
                         {static_cast<int64_t>(all.back())}, all, shape);
    logits = arith::SelectOp::create(builder, loc, inside, *logits,
                                     getSplat(logits->getType(), infinity))
                 .getResult();
  }
  // Along which loops the vectors of rows run.
  SmallVector<int64_t> from(rows.begin(), rows.end());
  SmallVector<int64_t> last{static_cast<int64_t>(rows.size())};

  Value before = carried[1];
  Type type = before.getType();
  Value largest = vector::MultiDimReductionOp::create(
      builder, loc, type, vector::CombiningKind::MAXIMUMF, *logits, before,
      last);
  // While all are -inf, their exponentials are 0.
  Value isNothing =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, largest,
                            getSplat(type, infinity));
  Value shift =
      arith::SelectOp::create(builder, loc, isNothing, getZero(type), largest);
  Value weights = math::ExpOp::create(
      builder, loc,
      arith::SubFOp::create(builder, loc, *logits,
                            align(shift, from, all, shape)));
  remember(softmax.weights, tile, weights);
  Value factor = math::ExpOp::create(
      builder, loc, arith::SubFOp::create(builder, loc, before, shift));
  Value sum = vector::MultiDimReductionOp::create(
      builder, loc, type, vector::CombiningKind::ADD, weights,
      arith::MulFOp::create(builder, loc, carried[2], factor), last);
  Value total = arith::MulFOp::create(builder, loc, carried[0],
                                      align(factor, from, result, resultShape));
  return SmallVector<Value>{total, largest, sum};
}
