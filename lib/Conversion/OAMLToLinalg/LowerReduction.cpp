//===- LowerReduction.cpp - Reductions, argmax ----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/ReductionOps.h"
using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

namespace {
/// The loops of a reduction that keeps the reduced axes with extent 1: one per
/// axis of the operand, then one of extent 1 per axis of the result that was
/// reduced. So the result needs no reshape, and code generation sees which of
/// its axes are the operand's.
struct ReductionLoops {
  AffineMap operandMap, resultMap;
  SmallVector<utils::IteratorType> iterators;
  SmallVector<OpFoldResult> sizes;
};
} // namespace

/// Loops for the reduction of `x` over `axes`; with `toOne` the result has the
/// shape [1].
static ReductionLoops getLoops(ImplicitLocOpBuilder &b, Value x,
                               ArrayRef<int64_t> axes, bool toOne) {
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  ReductionLoops loops;
  loops.iterators.assign(rank, utils::IteratorType::parallel);
  for (int64_t axis : axes)
    loops.iterators[axis] = utils::IteratorType::reduction;
  SmallVector<AffineExpr> places;
  auto addUnitLoop = [&] {
    places.push_back(b.getAffineDimExpr(loops.iterators.size()));
    loops.iterators.push_back(utils::IteratorType::parallel);
    loops.sizes.push_back(b.getIndexAttr(1));
  };
  if (toOne)
    addUnitLoop();
  else
    for (int64_t axis = 0; axis < rank; ++axis) {
      if (loops.iterators[axis] == utils::IteratorType::reduction) {
        addUnitLoop();
        continue;
      }
      places.push_back(b.getAffineDimExpr(axis));
      loops.sizes.push_back(tensor::getMixedSize(b, b.getLoc(), x, axis));
    }
  unsigned numLoops = loops.iterators.size();
  SmallVector<AffineExpr> axesOfX;
  for (int64_t axis = 0; axis < rank; ++axis)
    axesOfX.push_back(b.getAffineDimExpr(axis));
  loops.operandMap = AffineMap::get(numLoops, 0, axesOfX, b.getContext());
  loops.resultMap = AffineMap::get(numLoops, 0, places, b.getContext());
  return loops;
}

/// Reduces `inputs`, indexed by `maps`, from `neutral`; `body` gets an element
/// of each input, then the accumulator.
static Value createReduction(ImplicitLocOpBuilder &b, ValueRange inputs,
                             ArrayRef<AffineMap> maps,
                             const ReductionLoops &loops, TypedAttr neutral,
                             ScalarBody body) {
  Value init = createFilled(b, loops.sizes, neutral);
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(loops.resultMap);
  auto reduction = linalg::GenericOp::create(
      b, init.getType(), inputs, init, allMaps, loops.iterators,
      [&](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        linalg::YieldOp::create(inner,
                                body(inner, SmallVector<Value>(arguments)));
      });
  return reduction.getResult(0);
}

Results ReduceOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  Type elementType =
      cast<RankedTensorType>(getResult().getType()).getElementType();
  if (getAxes().empty())
    return SmallVector<Value>{operands[0]};
  ReductionLoops loops = getLoops(b, operands[0], getAxes(), /*toOne=*/false);

  bool isSum = getKind() == ReductionKind::Sum;
  Type type = getComputeType(elementType);
  TypedAttr neutral = b.getZeroAttr(type);
  if (!isSum && isa<FloatType>(type))
    neutral = b.getF32FloatAttr(-std::numeric_limits<float>::infinity());
  else if (!isSum)
    neutral = b.getI32IntegerAttr(std::numeric_limits<int32_t>::min());

  Value reduced = createReduction(
      b, operands[0], loops.operandMap, loops, neutral,
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        Value x = extend(b, arguments[0]), total = arguments[1];
        if (isSum && isa<FloatType>(type))
          return arith::AddFOp::create(b, total, x, contractible);
        if (isSum)
          return arith::AddIOp::create(b, total, x);
        if (isa<FloatType>(type) && getKind() == ReductionKind::MaxNumber)
          return arith::MaxNumFOp::create(b, total, x);
        if (isa<FloatType>(type))
          return arith::MaximumFOp::create(b, total, x);
        return arith::MaxSIOp::create(b, total, x);
      });
  return SmallVector<Value>{truncateElements(b, reduced, elementType)};
}

Results ArgmaxOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  Value x = operands[0];
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  SmallVector<int64_t> axes;
  if (std::optional<uint64_t> axis = getAxis())
    axes.push_back(*axis);
  else
    llvm::append_range(axes, llvm::seq<int64_t>(0, rank));
  ReductionLoops loops = getLoops(b, x, axes, /*toOne=*/!getAxis());

  // The distance of neighbours along each axis that is compared.
  SmallVector<Value> strides(axes.size());
  for (size_t i = axes.size(); i-- > 1;) {
    Value extent = asValue(b, tensor::getMixedSize(b, b.getLoc(), x, axes[i]));
    strides[i - 1] =
        strides[i] ? b.createOrFold<arith::MulIOp>(strides[i], extent) : extent;
  }

  // Two plain reductions, each free in its order: the greatest number, then
  // the lowest position that holds it. A NaN is no maximum and equals nothing.
  Value greatest = createReduction(
      b, x, loops.operandMap, loops,
      b.getF32FloatAttr(-std::numeric_limits<float>::infinity()),
      [](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        return arith::MaxNumFOp::create(b, arguments[1],
                                        extend(b, arguments[0]));
      });
  constexpr int32_t none = std::numeric_limits<int32_t>::max();
  Value position = createReduction(
      b, {x, greatest}, {loops.operandMap, loops.resultMap}, loops,
      b.getI32IntegerAttr(none),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        Value index;
        for (auto [axis, stride] : llvm::zip_equal(axes, strides)) {
          Value part = linalg::IndexOp::create(b, axis);
          if (stride)
            part = arith::MulIOp::create(b, part, stride);
          index = index ? arith::AddIOp::create(b, index, part) : part;
        }
        Value here = index
                         ? arith::IndexCastOp::create(b, b.getI32Type(), index)
                               .getResult()
                         : createInt(b, 0);
        Value isGreatest =
            arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ,
                                  extend(b, arguments[0]), arguments[1]);
        Value candidate =
            arith::SelectOp::create(b, isGreatest, here, createInt(b, none));
        return arith::MinSIOp::create(b, arguments[2], candidate);
      });
  // Only where all are NaN, none is found.
  return SmallVector<Value>{createElementwise(
      b, position, b.getI32Type(),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        Value isNone = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                             arguments[0], createInt(b, none));
        return arith::SelectOp::create(b, isNone, createInt(b, 0),
                                       arguments[0]);
      })};
}
