//===- LowerMoe.cpp - Products of groups of rows --------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/MoeOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

namespace {
/// Where the rows of each group begin and end.
struct GroupBounds {
  GroupBounds(ImplicitLocOpBuilder &b, Value offsets) {
    OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
    Value size = asValue(b, tensor::getMixedSize(b, b.getLoc(), offsets, 0));
    count =
        getAsOpFoldResult(b.createOrFold<arith::SubIOp>(size, asValue(b, one)));
    auto slice = [&](OpFoldResult first) -> Value {
      return tensor::ExtractSliceOp::create(b, offsets, first, count, one);
    };
    begins = slice(zero);
    ends = slice(one);
  }

  /// Whether row `row` is between `begin` and `end`.
  static Value contains(ImplicitLocOpBuilder &b, Value row, Value begin,
                        Value end) {
    Value number = arith::IndexCastUIOp::create(b, b.getI32Type(), row);
    return arith::AndIOp::create(
        b, arith::CmpIOp::create(b, arith::CmpIPredicate::ule, begin, number),
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, number, end));
  }

  OpFoldResult count;
  Value begins, ends;
};
} // namespace

/// A generic op over loops of which those in `reduced` are summed.
static Value createSum(ImplicitLocOpBuilder &b, ValueRange inputs,
                       ArrayRef<AffineMap> inputMaps, AffineMap resultMap,
                       ArrayRef<OpFoldResult> sizes, ArrayRef<unsigned> reduced,
                       ScalarBody body) {
  SmallVector<AffineMap> maps(inputMaps);
  maps.push_back(resultMap);
  SmallVector<utils::IteratorType> iterators(resultMap.getNumDims(),
                                             utils::IteratorType::parallel);
  for (unsigned loop : reduced)
    iterators[loop] = utils::IteratorType::reduction;
  Value zero = createFilled(b, sizes, b.getF32FloatAttr(0.0f));
  auto generic = linalg::GenericOp::create(
      b, zero.getType(), inputs, zero, maps, iterators,
      [&](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        Value term = body(inner, llvm::to_vector(arguments.drop_back()));
        linalg::YieldOp::create(
            inner,
            arith::AddFOp::create(inner, arguments.back(), term, contractible)
                .getResult());
      });
  return generic.getResult(0);
}

Results GroupedGemmMOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                      ValueRange operands) {
  Value input = operands[0], weight = operands[1];
  GroupBounds bounds(b, operands[2]);
  Type element = getElementTypeOrSelf(getResult());
  OpFoldResult rows = tensor::getMixedSize(b, b.getLoc(), input, 0);
  OpFoldResult width = tensor::getMixedSize(b, b.getLoc(), weight, 1);
  AffineExpr e, r, n, k;
  bindDims(b.getContext(), e, r, n, k);
  auto map = [&](unsigned dims, ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(dims, 0, exprs, b.getContext());
  };
  // The product with each group's matrix; a tile of it is computed where it is
  // asked for: for rows of that group.
  Value products = createSum(
      b, {input, weight}, {map(4, {r, k}), map(4, {e, n, k})},
      map(4, {e, r, n}), {bounds.count, rows, width}, {3},
      [](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        return arith::MulFOp::create(b, extend(b, arguments[0]),
                                     extend(b, arguments[1]), contractible);
      });
  AffineExpr row, column, group;
  bindDims(b.getContext(), row, column, group);
  Value result = createSum(
      b, {products, bounds.begins, bounds.ends},
      {map(3, {group, row, column}), map(3, {group}), map(3, {group})},
      map(3, {row, column}), {rows, width}, {2},
      [](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        Value isInside = GroupBounds::contains(b, linalg::IndexOp::create(b, 0),
                                               arguments[1], arguments[2]);
        return arith::SelectOp::create(b, isInside, arguments[0],
                                       createFloat(b, 0.0));
      });
  return SmallVector<Value>{truncateElements(b, result, element)};
}

Results GroupedOuterMOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                       ValueRange operands) {
  Value left = operands[0], right = operands[1];
  GroupBounds bounds(b, operands[2]);
  Type element = getElementTypeOrSelf(getResult());
  AffineExpr e, n, k, r;
  bindDims(b.getContext(), e, n, k, r);
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(4, 0, exprs, b.getContext());
  };
  // Both factors are 0 in rows of other groups: an infinity there is no factor.
  auto factor = [](ImplicitLocOpBuilder &b, Value x, Value begin,
                   Value end) -> Value {
    Value isInside =
        GroupBounds::contains(b, linalg::IndexOp::create(b, 3), begin, end);
    return arith::SelectOp::create(b, isInside, extend(b, x),
                                   createFloat(b, 0.0));
  };
  Value result = createSum(
      b, {left, right, bounds.begins, bounds.ends, bounds.begins, bounds.ends},
      {map({r, n}), map({r, k}), map({e}), map({e}), map({e}), map({e})},
      map({e, n, k}),
      {bounds.count, tensor::getMixedSize(b, b.getLoc(), left, 1),
       tensor::getMixedSize(b, b.getLoc(), right, 1)},
      {3}, [&](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        return arith::MulFOp::create(
            b, factor(b, arguments[0], arguments[2], arguments[3]),
            factor(b, arguments[1], arguments[4], arguments[5]), contractible);
      });
  return SmallVector<Value>{truncateElements(b, result, element)};
}
