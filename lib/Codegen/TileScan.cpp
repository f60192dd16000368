//===- TileScan.cpp - Recurrences as programs of one step -----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

/// Makes the body of the kernel's loop, if there is one, the program: the
/// number of the step and the tensors of all steps become arguments.
LogicalResult TileProgram::inlineScan() {
  Block &block = func.getFunctionBody().front();
  auto loops = block.getOps<scf::ForOp>();
  if (loops.empty())
    return success();
  scf::ForOp loop = *loops.begin();
  Operation *terminator = block.getTerminator();
  SmallVector<Value> returned(terminator->getOperands());
  for (Value &value : returned)
    while (auto cast = value.getDefiningOp<tensor::CastOp>())
      value = cast.getSource();
  if (!llvm::equal(returned, loop.getResults()))
    return loop.emitOpError("in a kernel must be all that the kernel returns");
  scan.emplace();
  scan->length = getIndexExpr(loop.getUpperBound());
  if (!scan->length)
    return loop.emitOpError("must run over an extent that is an expression of "
                            "the kernel's symbols");
  scan->step = block.addArgument(loop.getInductionVar().getType(),
                                 loop.getInductionVar().getLoc());
  loop.getInductionVar().replaceAllUsesWith(scan->step);
  for (auto [init, carried] :
       llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs())) {
    FailureOr<ArrayRef<AffineExpr>> sizes = getExtents(init);
    if (failed(sizes))
      return failure();
    SmallVector<AffineExpr> exprs(*sizes);
    BlockArgument tensor =
        block.addArgument(carried.getType(), carried.getLoc());
    extents[tensor] = std::move(exprs);
    carried.replaceAllUsesWith(tensor);
    scan->stacks.push_back({tensor, 0, {}});
  }

  SmallVector<Value> slices;
  SmallVector<Operation *> inserts;
  for (auto [stack, value] :
       llvm::zip_equal(scan->stacks, loop.getYieldedValues())) {
    auto insert = value.getDefiningOp<tensor::InsertSliceOp>();
    if (!insert || insert.getDest() != stack.tensor)
      return loop.emitOpError(
          "must yield slices inserted into what it carries");
    for (auto [axis, offset] : llvm::enumerate(insert.getMixedOffsets()))
      if (!getConstantIntValue(offset)) {
        stack.axis = axis;
        stack.place = offset;
      }
    if (!stack.place)
      return loop.emitOpError("must insert its slices at the place of a step");
    slices.push_back(insert.getSource());
    inserts.push_back(insert);
  }
  Block *body = loop.getBody();
  Operation *yield = body->getTerminator();
  yield->erase();
  block.getOperations().splice(terminator->getIterator(),
                               body->getOperations());
  SmallVector<Value> casts(terminator->getOperands());
  terminator->setOperands(slices);
  for (Value cast : casts)
    if (Operation *op = cast.getDefiningOp(); op != loop && op->use_empty())
      op->erase();
  for (Operation *insert : inserts)
    insert->erase();
  loop.erase();
  scan->rows = findRows();
  return success();
}

//===----------------------------------------------------------------------===//
// Rows that do not need one another
//===----------------------------------------------------------------------===//

namespace {
/// Follows one dimension of the results of a step back to the steps before.
class RowFinder {
public:
  RowFinder(TileProgram &program, unsigned row)
      : program(program), scan(*program.getScan()), row(row) {}

  /// Do the elements of `tensor` at one place along `dim` depend on elements of
  /// steps before at the same place along the row's dimension only?
  bool follows(Value tensor, unsigned dim);

private:
  bool followsGeneric(linalg::GenericOp op, OpResult result, unsigned dim);
  bool followsSlice(tensor::ExtractSliceOp op, unsigned dim);
  /// Is `tensor` computed from what steps before have written?
  bool readsSteps(Value tensor);

  TileProgram &program;
  const Scan &scan;
  unsigned row;
  DenseMap<Value, bool> reads;
};
} // namespace

bool RowFinder::readsSteps(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return program.getStackNumber(argument).has_value();
  auto it = reads.find(tensor);
  if (it != reads.end())
    return it->second;
  bool result = false;
  Operation *op = tensor.getDefiningOp();
  if (!isa<tensor::DimOp>(op)) {
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands()) {
        bool isInner =
            op->isProperAncestor(operand.getParentBlock()->getParentOp()) ||
            operand.getParentBlock()->getParentOp() == op;
        if (!isInner)
          result |= readsSteps(operand);
      }
    });
  }
  return reads[tensor] = result;
}

bool RowFinder::followsGeneric(linalg::GenericOp op, OpResult result,
                               unsigned dim) {
  auto loop = dyn_cast<AffineDimExpr>(
      op.getIndexingMapMatchingResult(result).getResult(dim));
  if (!loop || op.getIteratorTypesArray()[loop.getPosition()] !=
                   utils::IteratorType::parallel)
    return false;
  // Elements that the body takes from anywhere.
  bool isFree = true;
  op->getRegion(0).walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        isFree &= !readsSteps(operand);
  });
  if (!isFree)
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!readsSteps(operand.get()))
      continue;
    std::optional<unsigned> place;
    for (auto [d, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      if (expr == loop && !place)
        place = d;
      else if (expr.isFunctionOfDim(loop.getPosition()))
        return false;
    }
    if (!place || !follows(operand.get(), *place))
      return false;
  }
  return true;
}

bool RowFinder::followsSlice(tensor::ExtractSliceOp op, unsigned dim) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  unsigned source = 0;
  for (unsigned left = dim;; ++source) {
    if (dropped.test(source))
      continue;
    if (left-- == 0)
      break;
  }
  if (getConstantIntValue(op.getMixedOffsets()[source]) != 0 ||
      getConstantIntValue(op.getMixedStrides()[source]) != 1)
    return false;
  if (std::optional<unsigned> number = program.getStackNumber(op.getSource())) {
    unsigned axis = scan.stacks[*number].axis;
    return dropped.test(axis) && source == (row < axis ? row : row + 1);
  }
  return follows(op.getSource(), source);
}

bool RowFinder::follows(Value tensor, unsigned dim) {
  if (!readsSteps(tensor))
    return true;
  Operation *op = tensor.getDefiningOp();
  if (auto generic = dyn_cast_or_null<linalg::GenericOp>(op))
    return followsGeneric(generic, cast<OpResult>(tensor), dim);
  if (auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op))
    return followsSlice(slice, dim);
  if (auto cast = dyn_cast_or_null<tensor::CastOp>(op))
    return follows(cast.getSource(), dim);
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op)) {
    for (auto [d, group] : llvm::enumerate(expand.getReassociationIndices()))
      if (llvm::is_contained(group, dim))
        return group.size() == 1 && follows(expand.getSrc(), d);
    return false;
  }
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op)) {
    const auto &group = collapse.getReassociationIndices()[dim];
    return group.size() == 1 && follows(collapse.getSrc(), group.front());
  }
  if (auto pad = dyn_cast_or_null<tensor::PadOp>(op))
    return getConstantIntValue(pad.getMixedLowPad()[dim]) == 0 &&
           getConstantIntValue(pad.getMixedHighPad()[dim]) == 0 &&
           follows(pad.getSource(), dim);
  if (auto concat = dyn_cast_or_null<tensor::ConcatOp>(op))
    return concat.getDim() != dim &&
           llvm::all_of(concat.getInputs(),
                        [&](Value part) { return follows(part, dim); });
  return false;
}

std::optional<unsigned> TileProgram::findRows() {
  size_t rank = SIZE_MAX;
  for (unsigned i = 0; i < scan->stacks.size(); ++i)
    rank = std::min<size_t>(
        rank, cast<RankedTensorType>(getResult(i).getType()).getRank());
  for (unsigned row = 0; row < rank; ++row) {
    RowFinder finder(*this, row);
    AffineExpr extent;
    bool fits = true;
    for (unsigned i = 0; fits && i < scan->stacks.size(); ++i) {
      FailureOr<ArrayRef<AffineExpr>> sizes = getExtents(getResult(i));
      fits = succeeded(sizes) && (!extent || extent == (*sizes)[row]) &&
             finder.follows(getResult(i), row);
      if (fits)
        extent = (*sizes)[row];
    }
    if (fits && getConstant(extent) != 1)
      return row;
  }
  return std::nullopt;
}
