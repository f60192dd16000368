//===- LowerReduction.cpp - Reductions, argmax ----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

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

  Value init = createFilled(b, loops.sizes, neutral);
  auto reduction = linalg::GenericOp::create(
      b, init.getType(), operands[0], init,
      ArrayRef<AffineMap>{loops.operandMap, loops.resultMap}, loops.iterators,
      [&](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        Value x = extend(inner, arguments[0]), total = arguments[1];
        Value result;
        if (isa<FloatType>(type))
          result = isSum
                       ? arith::AddFOp::create(inner, total, x, contractible)
                             .getResult()
                       : arith::MaximumFOp::create(inner, total, x).getResult();
        else
          result = isSum ? arith::AddIOp::create(inner, total, x).getResult()
                         : arith::MaxSIOp::create(inner, total, x).getResult();
        linalg::YieldOp::create(inner, result);
      });
  return SmallVector<Value>{
      truncateElements(b, reduction.getResult(0), elementType)};
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

  // The position of the present element among those that are compared.
  SmallVector<Value> strides(axes.size());
  for (size_t i = axes.size(); i-- > 1;) {
    Value extent = asValue(b, tensor::getMixedSize(b, b.getLoc(), x, axes[i]));
    strides[i - 1] =
        strides[i] ? b.createOrFold<arith::MulIOp>(strides[i], extent) : extent;
  }

  // Greatest element and its position so far. `none` is after every position:
  // the first number replaces it, also where that is -inf; a NaN never does.
  // Ties go to the lower position in whatever order elements are combined.
  int32_t none = std::numeric_limits<int32_t>::max();
  Value greatest =
      createFilled(b, loops.sizes,
                   b.getF32FloatAttr(-std::numeric_limits<float>::infinity()));
  Value position = createFilled(b, loops.sizes, b.getI32IntegerAttr(none));
  auto search = linalg::GenericOp::create(
      b, TypeRange{greatest.getType(), position.getType()}, x,
      ValueRange{greatest, position},
      ArrayRef<AffineMap>{loops.operandMap, loops.resultMap, loops.resultMap},
      loops.iterators,
      [&](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        Value x = extend(inner, arguments[0]);
        Value index;
        for (auto [axis, stride] : llvm::zip_equal(axes, strides)) {
          Value part = linalg::IndexOp::create(inner, axis);
          if (stride)
            part = arith::MulIOp::create(inner, part, stride);
          index = index ? arith::AddIOp::create(inner, index, part) : part;
        }
        Value here =
            index ? arith::IndexCastOp::create(inner, inner.getI32Type(), index)
                        .getResult()
                  : createInt(inner, 0);
        Value greater = arith::CmpFOp::create(inner, arith::CmpFPredicate::OGT,
                                              x, arguments[1]);
        Value equal = arith::CmpFOp::create(inner, arith::CmpFPredicate::OEQ, x,
                                            arguments[1]);
        Value earlier = arith::CmpIOp::create(inner, arith::CmpIPredicate::slt,
                                              here, arguments[2]);
        Value better = arith::OrIOp::create(
            inner, greater, arith::AndIOp::create(inner, equal, earlier));
        Value value = arith::SelectOp::create(inner, better, x, arguments[1]);
        Value place =
            arith::SelectOp::create(inner, better, here, arguments[2]);
        linalg::YieldOp::create(inner, ValueRange{value, place});
      });
  return SmallVector<Value>{createElementwise(
      b, search.getResult(1), b.getI32Type(),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        Value isNone = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                             arguments[0], createInt(b, none));
        return arith::SelectOp::create(b, isNone, createInt(b, 0),
                                       arguments[0]);
      })};
}
