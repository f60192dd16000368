//===- LowerShape.cpp - Constants and movement of elements ----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// `elements` with signless element type; null if the attribute is of a kind
/// that cannot be converted.
static TypedAttr getSignlessElements(ElementsAttr elements) {
  auto type = cast<RankedTensorType>(elements.getShapedType());
  auto signless = cast<RankedTensorType>(getSignlessType(type));
  if (type == signless)
    return cast<TypedAttr>(elements);
  if (auto dense = dyn_cast<DenseElementsAttr>(elements))
    return dense.bitcast(signless.getElementType());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements))
    return DenseResourceElementsAttr::get(signless, resource.getRawHandle());
  return nullptr;
}

Results ConstantOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange) {
  TypedAttr value = getSignlessElements(getValue());
  if (!value)
    return emitOpError("has no lowering: elements of type ")
           << getValue().getShapedType().getElementType()
           << " must be dense or a dense resource, found " << getValue();
  return SmallVector<Value>{arith::ConstantOp::create(b, value)};
}

Results FromIndexOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                   ValueRange operands) {
  Value number = arith::IndexCastOp::create(b, b.getI32Type(), operands[0]);
  return SmallVector<Value>{tensor::FromElementsOp::create(
      b, RankedTensorType::get({}, b.getI32Type()), number)};
}

Results IotaOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  SmallVector<OpFoldResult> sizes = getMixedValues(b, getShape(), operands);
  return SmallVector<Value>{createElementwise(
      b, {}, sizes, b.getI32Type(),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value>) -> Value {
        return arith::IndexCastOp::create(
            b, b.getI32Type(), linalg::IndexOp::create(b, getAxis()));
      })};
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

Results BroadcastToOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                     ValueRange operands) {
  Adaptor adaptor(operands, *this);
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  SmallVector<OpFoldResult> sizes =
      getMixedValues(b, getShape(), adaptor.getDynamicShape());
  // An extent that stays may be known from the operand.
  int64_t added = sizes.size() - type.getRank();
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (!type.isDynamicDim(axis) && type.getDimSize(axis) != 1)
      sizes[added + axis] = b.getIndexAttr(type.getDimSize(axis));
  return SmallVector<Value>{createElementwise(
      b, adaptor.getX(), sizes, type.getElementType(),
      [](ImplicitLocOpBuilder &, ArrayRef<Value> x) { return x[0]; })};
}

Results TransposeOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                   ValueRange operands) {
  Value x = operands[0];
  auto type = cast<RankedTensorType>(x.getType());
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  std::swap(permutation[getAxis0()], permutation[getAxis1()]);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), x);
  std::swap(sizes[getAxis0()], sizes[getAxis1()]);
  Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
  return SmallVector<Value>{
      linalg::TransposeOp::create(b, x, empty, permutation)->getResult(0)};
}

Results SliceOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  Adaptor adaptor(operands, *this);
  Value x = adaptor.getX();
  auto getBound = [&](uint64_t bound, Value value) -> OpFoldResult {
    if (value)
      return getAsOpFoldResult(value);
    return b.getIndexAttr(bound);
  };
  OpFoldResult start = getBound(getStart(), adaptor.getDynamicStart());
  OpFoldResult end = getBound(getEnd(), adaptor.getDynamicEnd());
  OpFoldResult size;
  std::optional<int64_t> first = getConstantIntValue(start);
  std::optional<int64_t> last = getConstantIntValue(end);
  if (first && last)
    size = b.getIndexAttr(*last - *first);
  else
    size = getAsOpFoldResult(
        b.createOrFold<arith::SubIOp>(asValue(b, end), asValue(b, start)));

  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), x);
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  offsets[getAxis()] = start;
  sizes[getAxis()] = size;
  return SmallVector<Value>{
      tensor::ExtractSliceOp::create(b, x, offsets, sizes, strides)};
}

/// `value` as an element of signless type `type`.
static TypedAttr getElement(Type type, double value) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(floatType, value);
  auto integer = cast<IntegerType>(type);
  return IntegerAttr::get(integer,
                          APInt(integer.getWidth(), static_cast<int64_t>(value),
                                /*isSigned=*/true, /*implicitTrunc=*/true));
}

Results PadOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  Adaptor adaptor(operands, *this);
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  TypedAttr element =
      getElement(type.getElementType(), getValue().convertToDouble());
  SmallVector<OpFoldResult> low =
      getMixedValues(b, getLow(), adaptor.getDynamicLow());
  SmallVector<OpFoldResult> high =
      getMixedValues(b, getHigh(), adaptor.getDynamicHigh());
  Value value = arith::ConstantOp::create(b, element);
  return SmallVector<Value>{tensor::PadOp::create(
      b, /*resultType=*/Type(), adaptor.getX(), low, high, value)};
}

Results ConcatOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  // Empty parts have no elements to read.
  SmallVector<Value> parts;
  for (Value part : operands)
    if (cast<RankedTensorType>(part.getType()).getDimSize(getAxis()) != 0)
      parts.push_back(part);
  if (parts.empty())
    parts.push_back(operands.front());
  if (parts.size() == 1)
    return SmallVector<Value>{parts.front()};
  return SmallVector<Value>{tensor::ConcatOp::create(b, getAxis(), parts)};
}
