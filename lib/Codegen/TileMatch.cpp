//===- TileMatch.cpp - What kind of loops an op is ------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contractions, reductions and scatters among generic ops, by their maps,
// iterators and bodies.
//
//===----------------------------------------------------------------------===//

#include "Accumulate.h"
#include "TileProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

//===----------------------------------------------------------------------===//
// Structure of one op
//===----------------------------------------------------------------------===//

std::optional<int64_t> tile::getConstant(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  return std::nullopt;
}

namespace {
/// What differs between iterations and a value in the body depends on.
struct Dependences {
  /// Arguments of the body, by number.
  llvm::SmallSetVector<unsigned, 4> inputs;
  /// Loops whose indices are used.
  llvm::SmallSetVector<unsigned, 4> loops;
};
} // namespace

/// Collects what `value` in `body` depends on; false if it depends on anything
/// else that differs between iterations.
static bool collectDependences(Value value, Block *body, Dependences &result) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() == body)
      result.inputs.insert(argument.getArgNumber());
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != body)
    return true;
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    result.loops.insert(index.getDim());
    return true;
  }
  if (op->getNumRegions())
    return false;
  // A tensor that is read at computed places is the same in all iterations.
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return collectDependences(operand, body, result);
  });
}

/// The loops of `found`: those that the maps of inputs use, in order of
/// appearance, then those whose indices are used.
static SmallVector<unsigned> collectLoops(linalg::GenericOp op,
                                          const Dependences &found) {
  llvm::SmallSetVector<unsigned, 4> loops;
  for (unsigned input : found.inputs)
    for (AffineExpr expr : op.getIndexingMapsArray()[input].getResults())
      expr.walk([&](AffineExpr e) {
        if (auto dim = dyn_cast<AffineDimExpr>(e))
          loops.insert(dim.getPosition());
      });
  loops.insert_range(found.loops);
  return loops.takeVector();
}

std::optional<Contraction> tile::matchContraction(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0)
    return std::nullopt;
  Block *body = op.getBody();
  Value acc = op.getRegionOutputArgs()[0];
  Value sum = body->getTerminator()->getOperand(0);
  // A condition on the iteration, under which alone anything is added.
  Value guard;
  Dependences guardedBy;
  if (auto select = sum.getDefiningOp<arith::SelectOp>()) {
    if (select->getBlock() != body || select.getFalseValue() != acc ||
        !collectDependences(select.getCondition(), body, guardedBy) ||
        !guardedBy.inputs.empty())
      return std::nullopt;
    guard = select.getCondition();
    sum = select.getTrueValue();
  }
  Operation *add = sum.getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(add) ||
      add->getBlock() != body)
    return std::nullopt;
  unsigned term = add->getOperand(0) == acc ? 1 : 0;
  if (add->getOperand(1 - term) != acc || !acc.hasNUses(guard ? 2 : 1))
    return std::nullopt;
  Operation *mul = add->getOperand(term).getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(mul) ||
      mul->getBlock() != body)
    return std::nullopt;

  Contraction match{
      mul->getOperand(0),          mul->getOperand(1), add, {}, {}, guard,
      guardedBy.loops.takeVector()};
  Dependences left, right;
  if (!collectDependences(match.lhs, body, left) ||
      !collectDependences(match.rhs, body, right) ||
      llvm::any_of(left.inputs,
                   [&](unsigned i) { return right.inputs.contains(i); }))
    return std::nullopt;
  match.lhsLoops = collectLoops(op, left);
  match.rhsLoops = collectLoops(op, right);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  auto hasOwn = [&](ArrayRef<unsigned> loops, ArrayRef<unsigned> others) {
    return llvm::any_of(loops, [&](unsigned loop) {
      return types[loop] == utils::IteratorType::parallel &&
             ranges[loop] != 1 && !llvm::is_contained(others, loop);
    });
  };
  if (!hasOwn(match.lhsLoops, match.rhsLoops) ||
      !hasOwn(match.rhsLoops, match.lhsLoops))
    return std::nullopt;
  return match;
}

std::optional<SimpleReduction> tile::matchReduction(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1)
    return std::nullopt;
  Block *body = op.getBody();
  Value acc = op.getRegionOutputArgs()[0];
  Operation *combiner = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!combiner || combiner->getBlock() != body ||
      combiner->getNumOperands() != 2 || !acc.hasOneUse())
    return std::nullopt;
  unsigned term = combiner->getOperand(0) == acc ? 1 : 0;
  if (combiner->getOperand(1 - term) != acc)
    return std::nullopt;
  std::optional<vector::CombiningKind> kind =
      linalg::getCombinerOpKind(combiner);
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
  if (!kind || !neutral)
    return std::nullopt;
  // A sum of nothing is +0, as fills say; the identity -0 would leave a trace.
  if (isa<arith::AddFOp>(combiner))
    neutral = cast<TypedAttr>(
        Builder(op.getContext()).getZeroAttr(combiner->getResult(0).getType()));
  // Likewise a maximum of no number is -inf; the identity is NaN.
  if (TypedAttr number =
          getNumberNeutral(*kind, combiner->getResult(0).getType()))
    neutral = number;
  return SimpleReduction{combiner, combiner->getOperand(term), *kind, *neutral};
}

/// Loops whose index `value` of the body of `op`, or an input that it is made
/// of, depends on.
static llvm::SmallBitVector getLoopsBelow(linalg::GenericOp op, Value value) {
  llvm::SmallBitVector loops(op.getNumLoops());
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (next.getParentBlock() != op.getBody())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      OpOperand &operand = op->getOpOperand(argument.getArgNumber());
      for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
        if (op.getMatchingIndexingMap(&operand).isFunctionOfDim(loop))
          loops.set(loop);
    } else if (auto index = next.getDefiningOp<linalg::IndexOp>()) {
      loops.set(index.getDim());
    } else {
      llvm::append_range(worklist, next.getDefiningOp()->getOperands());
    }
  }
  return loops;
}

std::optional<Scatter> tile::matchScatter(linalg::GenericOp op) {
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  if (op.getNumDpsInits() != 1 || reductions.size() != 1)
    return std::nullopt;
  Value acc = op.getRegionOutputArgs()[0];
  auto choice = op.getBody()
                    ->getTerminator()
                    ->getOperand(0)
                    .getDefiningOp<arith::SelectOp>();
  if (!choice || choice.getFalseValue() != acc)
    return std::nullopt;
  Operation *add = choice.getTrueValue().getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(add) ||
      !llvm::is_contained(add->getOperands(), acc))
    return std::nullopt;
  Value term = add->getOperand(add->getOperand(0) == acc ? 1 : 0);
  auto compare = choice.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq)
    return std::nullopt;
  for (unsigned side : {0u, 1u}) {
    Value row = compare->getOperand(side),
          index = compare->getOperand(1 - side);
    auto cast = row.getDefiningOp<arith::IndexCastOp>();
    auto loop = cast ? cast.getIn().getDefiningOp<linalg::IndexOp>() : nullptr;
    if (!loop || loop.getDim() == reductions[0])
      continue;
    unsigned rowLoop = loop.getDim();
    llvm::SmallBitVector ofIndex = getLoopsBelow(op, index);
    ofIndex.reset(reductions[0]);
    if (ofIndex.any() || getLoopsBelow(op, term).test(rowLoop) ||
        !index.getType().isInteger(32))
      continue;
    return Scatter{rowLoop, reductions[0], index, term, add};
  }
  return std::nullopt;
}

bool tile::keepsInnermost(linalg::GenericOp op) {
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    bool reduced = false;
    for (AffineExpr expr : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        reduced |= types[dim.getPosition()] == utils::IteratorType::reduction;
    if (!reduced)
      continue;
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    if (last && types[last.getPosition()] == utils::IteratorType::parallel &&
        ranges[last.getPosition()] != 1)
      return true;
  }
  return false;
}
