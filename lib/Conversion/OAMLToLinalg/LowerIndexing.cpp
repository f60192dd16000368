//===- LowerIndexing.cpp - Gathers and sums by index ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "oaml/Dialect/OAML/IR/IndexingOps.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

/// Type of the elements of `tensor` as the op reads it, with its sign.
static IntegerType getIndexType(Value tensor) {
  return cast<IntegerType>(
      cast<RankedTensorType>(tensor.getType()).getElementType());
}

/// Whether an i32, taken as unsigned, is less than an extent.
static Value isBelow(ImplicitLocOpBuilder &b, Value index,
                     OpFoldResult extent) {
  Value end = arith::IndexCastOp::create(b, b.getI32Type(), asValue(b, extent));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index, end);
}

/// A tensor of `sizes` whose elements are those of `source` at the places that
/// `getPlace` makes of an index, along axis `axis` of `source`, or 0 where that
/// is out of range.
static Value createGather(
    ImplicitLocOpBuilder &b, Value source, Value indices, IntegerType indexType,
    int64_t axis, ArrayRef<OpFoldResult> sizes, AffineMap indexMap,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value index)>
        getPlace) {
  Type element = cast<RankedTensorType>(source.getType()).getElementType();
  OpFoldResult extent = tensor::getMixedSize(b, b.getLoc(), source, axis);
  int64_t rank = sizes.size();
  Value empty = tensor::EmptyOp::create(b, sizes, element);
  auto generic = linalg::GenericOp::create(
      b, empty.getType(), indices, empty,
      ArrayRef<AffineMap>{indexMap, b.getMultiDimIdentityMap(rank)},
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        Value index = castToI32(inner, arguments[0], indexType);
        Value place =
            arith::IndexCastOp::create(inner, inner.getIndexType(), index);
        Value value =
            tensor::ExtractOp::create(inner, source, getPlace(inner, place));
        Value zero =
            arith::ConstantOp::create(inner, inner.getZeroAttr(element));
        linalg::YieldOp::create(
            inner, arith::SelectOp::create(inner, isBelow(inner, index, extent),
                                           value, zero)
                       .getResult());
      });
  return generic.getResult(0);
}

Results EmbeddingOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                   ValueRange operands) {
  Adaptor adaptor(operands, *this);
  Value table = adaptor.getTable(), indices = adaptor.getIndices();
  auto type = cast<RankedTensorType>(indices.getType());
  // One list of indices.
  if (type.getRank() == 0) {
    indices = tensor::ExpandShapeOp::create(b, type.clone({1}), indices,
                                            ArrayRef<ReassociationIndices>());
  } else if (type.getRank() > 1) {
    ReassociationIndices all =
        llvm::to_vector<2>(llvm::seq<int64_t>(0, type.getRank()));
    indices = tensor::CollapseShapeOp::create(
        b, indices, ArrayRef<ReassociationIndices>(all));
  }
  SmallVector<OpFoldResult> sizes = {
      tensor::getMixedSize(b, b.getLoc(), indices, 0),
      tensor::getMixedSize(b, b.getLoc(), table, 1)};
  return SmallVector<Value>{createGather(
      b, table, indices, getIndexType(getIndices()), /*axis=*/0, sizes,
      AffineMap::get(2, 0, b.getAffineDimExpr(0)),
      [](ImplicitLocOpBuilder &b, Value index) {
        return SmallVector<Value>{index, linalg::IndexOp::create(b, 1)};
      })};
}

Results GatherLastDimOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                       ValueRange operands) {
  Adaptor adaptor(operands, *this);
  Value indices = adaptor.getIndices();
  return SmallVector<Value>{createGather(
      b, adaptor.getX(), indices, getIndexType(getIndices()), /*axis=*/1,
      tensor::getMixedSizes(b, b.getLoc(), indices),
      b.getMultiDimIdentityMap(2), [](ImplicitLocOpBuilder &b, Value index) {
        return SmallVector<Value>{linalg::IndexOp::create(b, 0), index};
      })};
}

/// Sums of the elements of `source` by index, one addition after another along
/// the last loop: the element is added where the index is that of loop `loop`.
/// Written so that the order of the sum is part of the op.
static Value createOrderedSum(ImplicitLocOpBuilder &b, Value source,
                              Value indices, IntegerType indexType,
                              int64_t loop, ArrayRef<OpFoldResult> sizes,
                              AffineMap sourceMap, AffineMap indexMap) {
  AffineMap resultMap = AffineMap::get(
      3, 0, {b.getAffineDimExpr(0), b.getAffineDimExpr(1)}, b.getContext());
  Value init = createFilled(b, sizes, b.getF32FloatAttr(0.0f));
  auto generic = linalg::GenericOp::create(
      b, init.getType(), ValueRange{source, indices}, init,
      ArrayRef<AffineMap>{sourceMap, indexMap, resultMap},
      ArrayRef<utils::IteratorType>{utils::IteratorType::parallel,
                                    utils::IteratorType::parallel,
                                    utils::IteratorType::reduction},
      [&](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        Value index = castToI32(inner, arguments[1], indexType);
        Value here = arith::IndexCastOp::create(
            inner, inner.getI32Type(), linalg::IndexOp::create(inner, loop));
        Value isHere =
            arith::CmpIOp::create(inner, arith::CmpIPredicate::eq, index, here);
        Value sum = arith::AddFOp::create(inner, arguments[2], arguments[0]);
        linalg::YieldOp::create(
            inner, arith::SelectOp::create(inner, isHere, sum, arguments[2])
                       .getResult());
      });
  return generic.getResult(0);
}

/// The extent that an op asks for.
static OpFoldResult getExtent(ImplicitLocOpBuilder &b, Value dynamic,
                              int64_t extent) {
  return dynamic ? getAsOpFoldResult(dynamic) : b.getIndexAttr(extent);
}

Results AccumulateRowsOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                        ValueRange operands) {
  Adaptor adaptor(operands, *this);
  Value source = adaptor.getSource();
  AffineExpr column = b.getAffineDimExpr(1), position = b.getAffineDimExpr(2);
  return SmallVector<Value>{createOrderedSum(
      b, source, adaptor.getIndices(), getIndexType(getIndices()), /*loop=*/0,
      {getExtent(b, adaptor.getDynamicRows(), getRows()),
       tensor::getMixedSize(b, b.getLoc(), source, 1)},
      AffineMap::get(3, 0, {position, column}, b.getContext()),
      AffineMap::get(3, 0, position))};
}

Results AccumulateLastDimOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                           ValueRange operands) {
  Adaptor adaptor(operands, *this);
  Value source = adaptor.getSource();
  AffineMap map = AffineMap::get(
      3, 0, {b.getAffineDimExpr(0), b.getAffineDimExpr(2)}, b.getContext());
  return SmallVector<Value>{createOrderedSum(
      b, source, adaptor.getIndices(), getIndexType(getIndices()), /*loop=*/1,
      {tensor::getMixedSize(b, b.getLoc(), source, 0),
       getExtent(b, adaptor.getDynamicSize(), getSize())},
      map, map)};
}
