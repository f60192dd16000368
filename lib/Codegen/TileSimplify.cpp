//===- TileSimplify.cpp - Fewer dimensions for a kernel's tensors ---------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor in memory is a row-major array, so the same buffer serves for any
// grouping of its dimensions. Three steps use that, on the analysed copy of a
// kernel whose extents are known already:
//
// 1. Reshapes of arguments and results become the types of the buffers.
// 2. Dimensions of extent 1 are dropped.
// 3. Neighbouring dimensions that every op walks through together become one.
//
// Types and indexing maps are changed in place. Ops that only made extents
// (tensor.dim, the sizes of tensor.empty) lose their meaning with that; the
// extents that the program recorded before take their place.
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

namespace {
class Simplifier {
public:
  explicit Simplifier(TileProgram &program)
      : program(program),
        block(program.getFunction().getFunctionBody().front()),
        builder(program.getContext()) {}

  void run() {
    separateInits();
    foldBoundaryReshapes();
    eraseDeadOps();
    dropUnitDimensions();
    foldTrivialReshapes();
    eraseDeadOps();
    collapseDimensions();
  }

private:
  void separateInits();
  void foldBoundaryReshapes();
  void eraseDeadOps();
  void dropUnitDimensions();
  void foldTrivialReshapes();
  void collapseDimensions();

  bool isUnit(AffineExpr extent) { return tile::getConstant(extent) == 1; }
  ArrayRef<AffineExpr> extentsOf(Value tensor) {
    return *program.getExtents(tensor);
  }
  /// Tensors of the function, arguments first.
  SmallVector<Value> getTensors();
  /// Gives `tensor` new extents and the type that follows from them.
  void retype(Value tensor, SmallVector<AffineExpr> extents);
  void setLoops(linalg::GenericOp op, ArrayRef<AffineMap> maps,
                ArrayRef<unsigned> keptLoops);

  TileProgram &program;
  Block &block;
  Builder builder;
};
} // namespace

SmallVector<Value> Simplifier::getTensors() {
  SmallVector<Value> tensors;
  for (Value argument : block.getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      tensors.push_back(argument);
  for (Operation &op : block)
    for (Value result : op.getResults())
      if (isa<RankedTensorType>(result.getType()))
        tensors.push_back(result);
  return tensors;
}

void Simplifier::retype(Value tensor, SmallVector<AffineExpr> extents) {
  SmallVector<int64_t> shape;
  for (AffineExpr extent : extents)
    shape.push_back(tile::getConstant(extent).value_or(ShapedType::kDynamic));
  auto type = cast<RankedTensorType>(tensor.getType());
  auto to = RankedTensorType::get(shape, type.getElementType());
  tensor.setType(to);
  if (auto constant = tensor.getDefiningOp<arith::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      constant.setValueAttr(
          DenseElementsAttr::get(to, splat.getSplatValue<Attribute>()));
  program.setExtents(tensor, std::move(extents));
}

/// Does `op` make a tensor of the same elements everywhere out of nothing?
static bool isFill(Operation *op) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic.getNumResults() == 1 &&
         generic.getNumReductionLoops() == 0 &&
         llvm::none_of(generic.getDpsInputs(), [](Value input) {
           return isa<TensorType>(input.getType());
         });
}

/// Gives every use of an initial value its own op, so that users do not bind
/// each other.
void Simplifier::separateInits() {
  SmallVector<Operation *> inits;
  for (Operation &op : block)
    if (isFill(&op))
      inits.push_back(&op);
  // Users before what they use.
  for (Operation *op : llvm::reverse(inits)) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op->getResult(0).getUses())
      uses.push_back(&use);
    for (OpOperand *use : ArrayRef(uses).drop_front(uses.empty() ? 0 : 1)) {
      Operation *copy = op->clone();
      block.getOperations().insert(Block::iterator(op), copy);
      program.setExtents(copy->getResult(0),
                         llvm::to_vector(extentsOf(op->getResult(0))));
      use->set(copy->getResult(0));
    }
  }
}

void Simplifier::foldBoundaryReshapes() {
  auto isReshape = [](Operation *op) {
    return isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
  };
  // Results: the buffer takes the shape before.
  Operation *terminator = block.getTerminator();
  for (OpOperand &operand : terminator->getOpOperands())
    while (isReshape(operand.get().getDefiningOp()))
      operand.set(operand.get().getDefiningOp()->getOperand(0));
  // Arguments: the shape after, if all users agree on it.
  for (BlockArgument argument : block.getArguments()) {
    Operation *first = nullptr;
    bool agree = true;
    for (Operation *user : argument.getUsers()) {
      if (isa<tensor::DimOp>(user) || user->use_empty())
        continue;
      if (!first)
        first = user;
      agree &= isReshape(user) && isReshape(first) &&
               extentsOf(user->getResult(0)) == extentsOf(first->getResult(0));
    }
    if (!first || !agree)
      continue;
    SmallVector<AffineExpr> extents =
        llvm::to_vector(extentsOf(first->getResult(0)));
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
      if (isReshape(user))
        user->getResult(0).replaceAllUsesWith(argument);
    retype(argument, extents);
  }
}

/// Ops without users must not bind those of their operands.
void Simplifier::eraseDeadOps() {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op)) {
      for (Value result : op.getResults())
        program.forget(result);
      op.erase();
    }
}

//===----------------------------------------------------------------------===//
// Unit dimensions
//===----------------------------------------------------------------------===//

void Simplifier::setLoops(linalg::GenericOp op, ArrayRef<AffineMap> maps,
                          ArrayRef<unsigned> keptLoops) {
  SmallVector<Attribute> types;
  for (unsigned loop : keptLoops)
    types.push_back(op.getIteratorTypes()[loop]);
  op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  op.setIteratorTypesAttr(builder.getArrayAttr(types));
}

void Simplifier::dropUnitDimensions() {
  // Ops that look at dimensions keep them.
  DenseSet<Value> fixed;
  auto isUnitReshape = [&](Operation &op) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      return false;
    auto wide = [&](Value tensor) {
      return llvm::to_vector(llvm::make_filter_range(
          extentsOf(tensor), [&](AffineExpr e) { return !isUnit(e); }));
    };
    return wide(op.getOperand(0)) == wide(op.getResult(0));
  };
  for (Operation &op : block) {
    op.walk(
        [&](tensor::ExtractOp extract) { fixed.insert(extract.getTensor()); });
    if (isa<linalg::GenericOp, tensor::EmptyOp, tensor::DimOp,
            arith::ConstantOp>(op) ||
        op.hasTrait<OpTrait::IsTerminator>() || isUnitReshape(op))
      continue;
    for (Value value : op.getOperands())
      fixed.insert(value);
    for (Value value : op.getResults())
      fixed.insert(value);
  }

  // Initial values and results are one.
  for (bool changed = true; changed;) {
    changed = false;
    for (Operation &op : block)
      if (auto generic = dyn_cast<linalg::GenericOp>(op))
        for (OpOperand &init : generic.getDpsInitsMutable()) {
          Value result = generic.getTiedOpResult(&init);
          if (fixed.contains(init.get()) != fixed.contains(result)) {
            fixed.insert(init.get());
            fixed.insert(result);
            changed = true;
          }
        }
  }

  auto isDropped = [&](Value tensor, int64_t d) {
    return isa<RankedTensorType>(tensor.getType()) && !fixed.contains(tensor) &&
           isUnit(extentsOf(tensor)[d]);
  };
  for (Operation &op : block) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      continue;
    SmallVector<AffineExpr> extents =
        llvm::to_vector(*program.getLoopExtents(generic));
    // A loop stays where a result must keep its dimension.
    llvm::SmallBitVector stays(extents.size());
    for (auto [loop, extent] : llvm::enumerate(extents))
      if (!isUnit(extent))
        stays.set(loop);
    for (OpOperand &init : generic.getDpsInitsMutable())
      if (fixed.contains(init.get()))
        for (AffineExpr expr :
             generic.getMatchingIndexingMap(&init).getResults())
          if (auto dim = dyn_cast<AffineDimExpr>(expr))
            stays.set(dim.getPosition());
    SmallVector<AffineExpr> loops(
        extents.size(), getAffineConstantExpr(0, builder.getContext()));
    SmallVector<unsigned> kept;
    for (unsigned loop : stays.set_bits()) {
      loops[loop] = builder.getAffineDimExpr(kept.size());
      kept.push_back(loop);
    }
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op.getOpOperands()) {
      SmallVector<AffineExpr> exprs;
      for (auto [d, expr] : llvm::enumerate(
               generic.getMatchingIndexingMap(&operand).getResults()))
        if (!isDropped(operand.get(), d))
          exprs.push_back(expr.replaceDims(loops));
      maps.push_back(
          AffineMap::get(kept.size(), 0, exprs, builder.getContext()));
    }
    op.walk([&](linalg::IndexOp index) {
      if (stays.test(index.getDim())) {
        index.setDim(llvm::find(kept, index.getDim()) - kept.begin());
        return;
      }
      OpBuilder inner(index);
      index.replaceAllUsesWith(
          arith::ConstantIndexOp::create(inner, index.getLoc(), 0).getResult());
    });
    setLoops(generic, maps, kept);
    program.forgetLoops(generic);
  }
  for (Value tensor : getTensors()) {
    SmallVector<AffineExpr> extents;
    for (auto [d, extent] : llvm::enumerate(extentsOf(tensor)))
      if (!isDropped(tensor, d))
        extents.push_back(extent);
    if (extents.size() != extentsOf(tensor).size())
      retype(tensor, extents);
  }
}

/// Reshapes that only moved unit dimensions do nothing any more.
void Simplifier::foldTrivialReshapes() {
  for (Operation &op : block)
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) &&
        extentsOf(op.getOperand(0)) == extentsOf(op.getResult(0)))
      op.getResult(0).replaceAllUsesWith(op.getOperand(0));
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

void Simplifier::collapseDimensions() {
  // joined[tensor]: may dimension d and d + 1 become one?
  DenseMap<Value, llvm::SmallBitVector> joined;
  SmallVector<Value> tensors = getTensors();
  for (Value tensor : tensors) {
    size_t rank = extentsOf(tensor).size();
    joined[tensor] = llvm::SmallBitVector(rank ? rank - 1 : 0, true);
  }
  for (Operation &op : block) {
    op.walk([&](tensor::ExtractOp extract) {
      if (joined.contains(extract.getTensor()))
        joined[extract.getTensor()].reset();
    });
    if (isa<linalg::GenericOp, tensor::EmptyOp, tensor::DimOp,
            arith::ConstantOp>(op) ||
        op.hasTrait<OpTrait::IsTerminator>())
      continue;
    for (Value value : op.getOperands())
      if (joined.contains(value))
        joined[value].reset();
    for (Value value : op.getResults())
      if (joined.contains(value))
        joined[value].reset();
  }

  // The loop that follows `loop` immediately wherever either appears; -1: none.
  auto getFollower = [&](linalg::GenericOp op, unsigned loop) -> int64_t {
    int64_t follower = -1;
    auto types = op.getIteratorTypesArray();
    for (OpOperand &operand : op->getOpOperands()) {
      if (!joined.contains(operand.get()))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [d, expr] : llvm::enumerate(map.getResults())) {
        if (expr != builder.getAffineDimExpr(loop)) {
          if (expr.isFunctionOfDim(loop))
            return -1;
          continue;
        }
        if (d + 1 == map.getNumResults() || !joined[operand.get()].test(d))
          return -1;
        auto next = dyn_cast<AffineDimExpr>(map.getResult(d + 1));
        if (!next || (follower >= 0 && follower != next.getPosition()))
          return -1;
        follower = next.getPosition();
      }
    }
    if (follower < 0 || follower == loop || types[loop] != types[follower])
      return -1;
    // Wherever the follower appears, `loop` must precede it.
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [d, expr] : llvm::enumerate(map.getResults()))
        if (expr.isFunctionOfDim(follower) &&
            (!isa<AffineDimExpr>(expr) || d == 0 ||
             map.getResult(d - 1) != builder.getAffineDimExpr(loop)))
          return -1;
    }
    bool asked = false;
    op->walk([&](linalg::IndexOp index) {
      asked |= index.getDim() == loop ||
               static_cast<int64_t>(index.getDim()) == follower;
    });
    return asked ? -1 : follower;
  };

  bool changed = true;
  while (changed) {
    changed = false;
    for (Operation &op : block) {
      auto generic = dyn_cast<linalg::GenericOp>(op);
      if (!generic)
        continue;
      SmallVector<int64_t> followers;
      for (unsigned loop = 0; loop < generic.getNumLoops(); ++loop)
        followers.push_back(getFollower(generic, loop));
      auto restrict = [&](Value tensor, AffineMap map) {
        if (!joined.contains(tensor))
          return;
        llvm::SmallBitVector &bits = joined[tensor];
        for (unsigned d : bits.set_bits()) {
          auto first = dyn_cast<AffineDimExpr>(map.getResult(d));
          auto second = dyn_cast<AffineDimExpr>(map.getResult(d + 1));
          if (first && second &&
              followers[first.getPosition()] == second.getPosition())
            continue;
          bits.reset(d);
          changed = true;
        }
      };
      for (OpOperand &operand : op.getOpOperands())
        restrict(operand.get(), generic.getMatchingIndexingMap(&operand));
      for (OpResult result : op.getResults())
        restrict(result, generic.getIndexingMapMatchingResult(result));
      // Initial values and results are one.
      for (OpOperand &init : generic.getDpsInitsMutable()) {
        Value result = generic.getTiedOpResult(&init);
        llvm::SmallBitVector both = joined[init.get()];
        both &= joined[result];
        changed |= both != joined[init.get()] || both != joined[result];
        joined[init.get()] = joined[result] = both;
      }
    }
  }

  for (Operation &op : block) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      continue;
    // A loop is absorbed by the one before it.
    llvm::SmallBitVector absorbed(generic.getNumLoops());
    for (unsigned loop = 0; loop < generic.getNumLoops(); ++loop)
      if (int64_t follower = getFollower(generic, loop); follower >= 0)
        absorbed.set(follower);
    if (absorbed.none())
      continue;
    SmallVector<unsigned> kept;
    SmallVector<AffineExpr> loops(
        generic.getNumLoops(), getAffineConstantExpr(0, builder.getContext()));
    for (unsigned loop = 0; loop < generic.getNumLoops(); ++loop)
      if (!absorbed.test(loop)) {
        loops[loop] = builder.getAffineDimExpr(kept.size());
        kept.push_back(loop);
      }
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op.getOpOperands()) {
      SmallVector<AffineExpr> exprs;
      for (AffineExpr expr :
           generic.getMatchingIndexingMap(&operand).getResults()) {
        auto dim = dyn_cast<AffineDimExpr>(expr);
        if (!dim || !absorbed.test(dim.getPosition()))
          exprs.push_back(expr.replaceDims(loops));
      }
      maps.push_back(
          AffineMap::get(kept.size(), 0, exprs, builder.getContext()));
    }
    op.walk([&](linalg::IndexOp index) {
      index.setDim(llvm::find(kept, index.getDim()) - kept.begin());
    });
    setLoops(generic, maps, kept);
    program.forgetLoops(generic);
  }
  for (Value tensor : tensors) {
    llvm::SmallBitVector &bits = joined[tensor];
    if (bits.none())
      continue;
    SmallVector<AffineExpr> extents;
    for (auto [d, extent] : llvm::enumerate(extentsOf(tensor)))
      if (d > 0 && bits.test(d - 1))
        extents.back() = extents.back() * extent;
      else
        extents.push_back(extent);
    retype(tensor, extents);
  }
}

void tile::simplifyDimensions(TileProgram &program) {
  Simplifier(program).run();
}
