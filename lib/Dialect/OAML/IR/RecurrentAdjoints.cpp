//===- RecurrentAdjoints.cpp - Adjoint of scans ---------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scan.h"

#include "oaml/Dialect/OAML/IR/ContractionOps.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/Pullback.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace oaml;

namespace {
/// The sums over all steps of values of the reverse body, as few and as large
/// ops behind the scan as possible: the sum of matrix products of each step is
/// one product over the steps, too. Values are asked for while the body is
/// being built, sums behind it.
class SumsOverSteps {
public:
  SumsOverSteps(TensorBuilder &builder, const ScanOperands &operands)
      : builder(builder), operands(operands), axis(operands.axis) {}

  /// Gives the sum, once the scan is there, in the shape of `like`.
  using Sum = std::function<TensorExpr(ScanOp scan, TensorExpr like)>;

  /// Prepares the sum of `value`, of the body that is being built.
  Sum prepare(Value value);

  /// The number of `value` among the values that the body yields; those behind
  /// the carried ones are outputs.
  unsigned addOutput(Value value) {
    auto *found = llvm::find(outputs, value);
    unsigned number = operands.inits.size() + (found - outputs.begin());
    if (found == outputs.end())
      outputs.push_back(value);
    return number;
  }
  ArrayRef<Value> getOutputs() const { return outputs; }

private:
  /// Gives a value of all steps, stacked along the axis.
  using Stack = std::function<TensorExpr(ScanOp scan)>;
  Stack stack(Value value);
  /// The scanned tensor that `value` is a slice of; null if it is none.
  Value getScanned(Value value) const;

  TensorBuilder &builder;
  const ScanOperands &operands;
  int64_t axis;
  SmallVector<Value> outputs;
};
} // namespace

Value SumsOverSteps::getScanned(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  unsigned first = operands.inits.size();
  if (!argument || argument.getArgNumber() < first ||
      argument.getArgNumber() >= first + operands.scanned.size())
    return {};
  return operands.scanned[argument.getArgNumber() - first];
}

SumsOverSteps::Stack SumsOverSteps::stack(Value value) {
  if (Value scanned = getScanned(value))
    return [this, scanned](ScanOp) { return builder(scanned); };
  unsigned number = addOutput(value);
  return
      [this, number](ScanOp scan) { return builder(scan.getResult(number)); };
}

SumsOverSteps::Sum SumsOverSteps::prepare(Value value) {
  Operation *op = value.getDefiningOp();
  // Steps between that keep the order of elements.
  if (auto reshape = dyn_cast_or_null<ReshapeOp>(op))
    return prepare(reshape.getX());
  if (auto negation = dyn_cast_or_null<NegOp>(op)) {
    Sum inner = prepare(negation.getX());
    return [inner](ScanOp scan, TensorExpr like) { return -inner(scan, like); };
  }
  auto add = dyn_cast_or_null<AddOp>(op);
  if (add && add.getLeft().getType() == add.getType() &&
      add.getRight().getType() == add.getType()) {
    Sum left = prepare(add.getLeft()), right = prepare(add.getRight());
    return [left, right](ScanOp scan, TensorExpr like) {
      return left(scan, like) + right(scan, like);
    };
  }
  auto getRank = [](Value tensor) {
    return cast<RankedTensorType>(tensor.getType()).getRank();
  };
  if (auto product = dyn_cast_or_null<ContractionOp>(op)) {
    Value left = product.getLeft(), right = product.getRight();
    bool fits = llvm::all_of(ArrayRef{left, right}, [&](Value operand) {
      // A captured operand would make the sum one over the other operand only.
      return (operand.getDefiningOp() || getScanned(operand)) &&
             getRank(operand) >= axis && getRank(operand) < 8;
    });
    if (fits) {
      Stack stackedLeft = stack(left), stackedRight = stack(right);
      SmallVector<AffineMap> maps;
      unsigned numDims = product.getMap(0).getNumDims();
      for (unsigned i : {0, 1, 2}) {
        SmallVector<AffineExpr> results(product.getMap(i).getResults());
        if (i < 2)
          results.insert(results.begin() + axis,
                         builder.getAffineDimExpr(numDims));
        maps.push_back(
            AffineMap::get(numDims + 1, 0, results, builder.getContext()));
      }
      return [this, stackedLeft, stackedRight, maps](ScanOp scan,
                                                     TensorExpr like) {
        TensorExpr sum = builder.contract(stackedLeft(scan), stackedRight(scan),
                                          maps[0], maps[1], maps[2]);
        return builder.reshapeLike(sum, like);
      };
    }
  }
  SmallVector<int64_t> axes = {axis};
  auto reduction = dyn_cast_or_null<ReduceOp>(op);
  if (reduction && reduction.getKind() == ReductionKind::Sum &&
      getRank(reduction.getX()) >= axis && getRank(reduction.getX()) < 8) {
    value = reduction.getX();
    for (int64_t reduced : reduction.getAxes())
      axes.push_back(reduced < axis ? reduced : reduced + 1);
    llvm::sort(axes);
  }
  if (getRank(value) < axis)
    value = builder.broadcastTo(
        builder(value),
        SmallVector<OpFoldResult>(axis, builder.getIndexAttr(1)));
  Stack stacked = stack(value);
  return [this, stacked, axes](ScanOp scan, TensorExpr like) {
    return builder.reshapeLike(
        builder.reduce(ReductionKind::Sum, stacked(scan), axes), like);
  };
}

/// The carried tensor `number` before each step of `scan`, stacked.
static TensorExpr buildStatesBefore(TensorBuilder &builder, ScanOp scan,
                                    unsigned number) {
  int64_t axis = scan.getAxis();
  TensorExpr after = builder(scan.getResult(number));
  TensorExpr init = builder(scan.getInits()[number]);
  OpFoldResult length = builder.extent(after, axis);
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  SmallVector<OpFoldResult> none(after.getRank(), zero), low = none;
  low[axis] = one;
  TensorExpr shifted =
      scan.getReverse()
          ? builder.slice(builder.pad(after, none, low, 0.0), axis, one,
                          builder.addExtents(length, one))
          : builder.slice(builder.pad(after, low, none, 0.0), axis, zero,
                          length);
  if (getSplatValue(init) == 0.0)
    return builder.conform(shifted, after);
  SmallVector<OpFoldResult> places(after.getRank(), one);
  places[axis] = length;
  TensorExpr place = builder.iota(places, axis);
  TensorExpr first =
      scan.getReverse()
          ? builder.extentScalar(length, builder.getI32Type()) - 1.0
          : builder.scalar(0.0, builder.getI32Type());
  SmallVector<OpFoldResult> shape = builder.extents(init);
  shape.insert(shape.begin() + axis, one);
  TensorExpr expanded =
      builder.broadcastLike(builder.reshape(init, shape), after);
  return builder.conform(
      builder.select(builder.compare(Comparison::Equal, place, first), expanded,
                     shifted),
      after);
}

SmallVector<Value> ScanOp::buildAdjoint(TensorBuilder &builder,
                                        ArrayRef<Value> cotangents) {
  int64_t axis = getAxis();
  unsigned numCarried = getInits().size();
  ScanOperands operands;
  operands.axis = axis;
  operands.reverse = !getReverse();
  llvm::append_range(operands.captured, getCaptured());
  // Slices: the scanned tensors, the carried ones before the step, and the
  // cotangents of results.
  llvm::append_range(operands.scanned, getScanned());
  for (unsigned i = 0; i < numCarried; ++i)
    operands.scanned.push_back(buildStatesBefore(builder, *this, i));
  SmallVector<std::optional<unsigned>> cotangentSlices(getNumResults());
  for (auto [i, cotangent] : llvm::enumerate(cotangents)) {
    if (!cotangent)
      continue;
    cotangentSlices[i] = operands.scanned.size();
    operands.scanned.push_back(cotangent);
  }
  // Carried: the cotangents of carried tensors.
  SmallVector<unsigned> carriedFloats;
  for (auto [i, init] : llvm::enumerate(getInits())) {
    if (!isFloatTensor(init))
      continue;
    carriedFloats.push_back(i);
    operands.inits.push_back(builder.zerosLike(builder(init)));
  }

  SumsOverSteps sums(builder, operands);
  SmallVector<std::optional<unsigned>> sliceOutputs(getScanned().size());
  SmallVector<SumsOverSteps::Sum> capturedSums(getCaptured().size());
  Location location = getLoc();
  ScanOp reverse = buildScan(
      builder, operands,
      [&](ValueRange carried, ValueRange slices,
          ValueRange captured) -> SmallVector<Value> {
        // The body again, on what the steps began with.
        SmallVector<Value> begin(slices.slice(getScanned().size(), numCarried));
        llvm::append_range(begin, slices.take_front(getScanned().size()));
        llvm::append_range(begin, captured);
        IRMapping mapping;
        Block &forward = getBody().front();
        mapping.map(forward.getArguments(), begin);
        for (Operation &op : forward.without_terminator())
          builder.clone(op, mapping);
        Block *body = builder.getInsertionBlock();
        SmallVector<Operation *> cloned;
        for (Operation &op : *body)
          cloned.push_back(&op);

        Pullback pullback(builder);
        for (Value value : begin)
          if (isFloatTensor(value))
            pullback.addInput(value);
        for (Operation *op : cloned)
          pullback.addOp(op);
        for (auto [i, yielded] : llvm::enumerate(getYielded())) {
          Value value = mapping.lookup(yielded);
          if (!isFloatTensor(value))
            continue;
          if (std::optional<unsigned> slice = cotangentSlices[i])
            pullback.addCotangent(value, slices[*slice]);
          auto *number = llvm::find(carriedFloats, i);
          if (number != carriedFloats.end())
            pullback.addCotangent(value,
                                  carried[number - carriedFloats.begin()]);
        }
        // Failure has been reported; the program is not run then.
        (void)pullback.run(location);
        builder.setLoc(location);

        auto get = [&](Value value) -> Value {
          if (Value cotangent = pullback.getCotangent(value))
            return cotangent;
          return builder.zerosLike(builder(value));
        };
        SmallVector<Value> next;
        for (unsigned i : carriedFloats)
          next.push_back(get(begin[i]));
        for (auto [i, value] : llvm::enumerate(
                 ArrayRef(begin).slice(numCarried, getScanned().size())))
          if (pullback.getCotangent(value))
            sliceOutputs[i] = sums.addOutput(pullback.getCotangent(value));
        for (auto [i, value] : llvm::enumerate(captured))
          if (Value cotangent = pullback.getCotangent(value))
            capturedSums[i] = sums.prepare(cotangent);
        llvm::append_range(next, sums.getOutputs());
        return next;
      });
  Block &body = reverse.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();

  SmallVector<Value> result(getNumOperands());
  for (auto [i, number] : llvm::enumerate(carriedFloats)) {
    // The state after the last of the reverse steps.
    TensorExpr stacked = builder(reverse.getResult(i));
    OpFoldResult start = builder.getIndexAttr(0), end = builder.getIndexAttr(1);
    if (getReverse()) {
      end = builder.extent(stacked, axis);
      start = builder.subExtents(end, builder.getIndexAttr(1));
    }
    result[number] = builder.reshapeLike(
        builder.slice(stacked, axis, start, end), builder(getInits()[number]));
  }
  for (auto [i, output] : llvm::enumerate(sliceOutputs))
    if (output)
      result[numCarried + i] = reverse.getResult(*output);
  for (auto [i, sum] : llvm::enumerate(capturedSums))
    if (sum)
      result[numCarried + getScanned().size() + i] =
          sum(reverse, builder(getCaptured()[i]));
  return result;
}
