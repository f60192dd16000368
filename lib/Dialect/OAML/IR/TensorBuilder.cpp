//===- TensorBuilder.cpp - Writing tensor programs in rules ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "oaml/Dialect/OAML/IR/ContractionOps.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

using namespace mlir;
using namespace oaml;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

std::optional<double> oaml::getSplatValue(Value value) {
  auto constant = value.getDefiningOp<oaml::ConstantOp>();
  if (!constant)
    return std::nullopt;
  auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
  if (!elements || !elements.isSplat())
    return std::nullopt;
  if (isa<FloatType>(elements.getElementType())) {
    APFloat number = elements.getSplatValue<APFloat>();
    bool losesInfo = false;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return number.convertToDouble();
  }
  APInt number = elements.getSplatValue<APInt>();
  if (elements.getElementType().isUnsignedInteger())
    return static_cast<double>(number.getZExtValue());
  return static_cast<double>(number.getSExtValue());
}

DenseElementsAttr oaml::getSplatAttr(RankedTensorType type, double value) {
  if (auto floatType = dyn_cast<FloatType>(type.getElementType())) {
    APFloat number(value);
    bool losesInfo = false;
    number.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return DenseElementsAttr::get(type, number);
  }
  unsigned width = type.getElementTypeBitWidth();
  return DenseElementsAttr::get(type, APInt(width, static_cast<int64_t>(value),
                                            /*isSigned=*/true,
                                            /*implicitTrunc=*/true));
}

TensorExpr TensorBuilder::splat(double value, RankedTensorType type) {
  return (*this)(oaml::ConstantOp::create(*this, getSplatAttr(type, value)));
}

TensorExpr TensorBuilder::scalar(double value, Type type) {
  return splat(value, RankedTensorType::get({}, type));
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

/// The broadcast of the static shapes of `operands`; a dynamic extent takes
/// the extent that another operand knows.
static SmallVector<int64_t> getBroadcastShape(ArrayRef<Value> operands) {
  SmallVector<int64_t> result;
  for (Value operand : operands) {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(operand.getType()).getShape();
    if (shape.size() > result.size())
      result.insert(result.begin(), shape.size() - result.size(), 1);
    size_t offset = result.size() - shape.size();
    for (auto [axis, extent] : llvm::enumerate(shape)) {
      int64_t &target = result[offset + axis];
      bool refines =
          target == 1 || (ShapedType::isDynamic(target) && extent != 1);
      if (refines)
        target = extent;
    }
  }
  return result;
}

bool oaml::dropRedundantBroadcasts(
    MutableArrayRef<Value> operands,
    llvm::function_ref<Value(double, Type)> makeScalar) {
  SmallVector<int64_t> shape = getBroadcastShape(operands);
  bool changed = false;
  for (size_t i = 0; i < operands.size(); ++i) {
    // The shape is asked for before anything is built: a rewrite that fails
    // must leave nothing behind, or it is tried for ever.
    SmallVector<Value> changedOperands(operands);
    if (auto broadcast = operands[i].getDefiningOp<BroadcastToOp>()) {
      changedOperands[i] = broadcast.getX();
      if (getBroadcastShape(changedOperands) != shape)
        continue;
      operands[i] = broadcast.getX();
    } else if (std::optional<double> number = getSplatValue(operands[i])) {
      auto type = cast<RankedTensorType>(operands[i].getType());
      // A scalar has no say in the shape.
      changedOperands.erase(changedOperands.begin() + i);
      if (type.getRank() == 0 || getBroadcastShape(changedOperands) != shape)
        continue;
      operands[i] = makeScalar(*number, type.getElementType());
    } else {
      continue;
    }
    changed = true;
  }
  return changed;
}

TensorExpr TensorBuilder::broadcastTo(TensorExpr x,
                                      ArrayRef<OpFoldResult> shape) {
  SmallVector<Value> dynamicShape;
  SmallVector<int64_t> staticShape;
  dispatchIndexOpFoldResults(shape, dynamicShape, staticShape);
  // A dynamic extent never broadcasts, so equal types mean equal extents.
  if (x.getType().getShape() == ArrayRef<int64_t>(staticShape))
    return x;
  if (std::optional<double> number = getSplatValue(x))
    if (dynamicShape.empty())
      return splat(*number, x.getType().clone(staticShape));
  if (auto inner = Value(x).getDefiningOp<BroadcastToOp>())
    x = (*this)(inner.getX());
  // New leading axes of extent 1 repeat nothing.
  int64_t added = static_cast<int64_t>(shape.size()) - x.getRank();
  if (ArrayRef<int64_t>(staticShape).drop_front(added) ==
          x.getType().getShape() &&
      llvm::all_of(ArrayRef<int64_t>(staticShape).take_front(added),
                   [](int64_t extent) { return extent == 1; }))
    return reshape(x, shape);
  return (*this)(
      BroadcastToOp::create(*this, Value(x), dynamicShape, staticShape));
}

TensorExpr TensorBuilder::conform(TensorExpr x, TensorExpr like) {
  if (x.getType() == like.getType())
    return x;
  // The result type is said, not inferred: tracing an extent of `like` may find
  // a constant that its type does not know.
  SmallVector<Value> dynamicShape;
  SmallVector<int64_t> staticShape;
  dispatchIndexOpFoldResults(extents(like), dynamicShape, staticShape);
  return (*this)(ReshapeOp::create(*this, like.getType(), Value(x),
                                   dynamicShape, staticShape));
}

TensorExpr TensorBuilder::sumTo(TensorExpr x, TensorExpr like) {
  ArrayRef<int64_t> source = x.getType().getShape();
  ArrayRef<int64_t> target = like.getType().getShape();
  size_t leading = source.size() - target.size();
  SmallVector<int64_t> axes;
  for (size_t axis = 0; axis < source.size(); ++axis)
    if (axis < leading || (target[axis - leading] == 1 && source[axis] != 1))
      axes.push_back(axis);
  return conform(reduce(ReductionKind::Sum, x, axes), like);
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

TracedExtent oaml::traceExtent(Value tensor, int64_t axis) {
  MLIRContext *context = tensor.getContext();
  auto makeAttr = [&](int64_t extent) -> OpFoldResult {
    return IntegerAttr::get(IndexType::get(context), extent);
  };
  while (true) {
    int64_t extent = cast<RankedTensorType>(tensor.getType()).getDimSize(axis);
    if (!ShapedType::isDynamic(extent))
      return {makeAttr(extent), {}, 0};
    TracedExtent here{{}, tensor, axis};
    auto op = tensor.getDefiningOp<ShapeRuleOpInterface>();
    if (!op)
      return here;
    TypeShapeContext symbols(context, op->getName().getStringRef(),
                             std::nullopt);
    SmallVector<ResultShape> results;
    if (failed(op.inferSymbolicResults(symbols, results)))
      return here;
    unsigned number = cast<OpResult>(tensor).getResultNumber();
    AffineExpr expr = results[number].extents[axis];
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return {makeAttr(constant.getValue()), {}, 0};
    auto symbol = dyn_cast<AffineSymbolExpr>(expr);
    if (!symbol)
      return here;
    std::tie(tensor, axis) = symbols.getSymbols()[symbol.getPosition()];
    if (!isa<IndexType>(tensor.getType()))
      continue;
    auto dim = tensor.getDefiningOp<DimOp>();
    if (!dim)
      return {tensor, {}, 0};
    tensor = dim.getX();
    axis = dim.getAxis();
  }
}

OpFoldResult TensorBuilder::extent(TensorExpr x, int64_t axis) {
  TracedExtent traced = traceExtent(x, axis);
  if (traced.known)
    return traced.known;
  return DimOp::create(*this, traced.tensor, traced.axis).getResult();
}

SmallVector<OpFoldResult> TensorBuilder::extents(TensorExpr x) {
  SmallVector<OpFoldResult> result;
  for (int64_t axis = 0; axis < x.getRank(); ++axis)
    result.push_back(extent(x, axis));
  return result;
}

TensorExpr TensorBuilder::extentScalar(OpFoldResult extent, Type type) {
  if (std::optional<int64_t> constant = getConstantIntValue(extent))
    return scalar(static_cast<double>(*constant), type);
  return cast((*this)(FromIndexOp::create(*this, mlir::cast<Value>(extent))),
              type);
}

TensorExpr TensorBuilder::numElements(TensorExpr x, ArrayRef<int64_t> axes,
                                      Type type) {
  // The product is formed in i32, where it is exact: counts fit 32 bits.
  int64_t known = 1;
  TensorExpr unknown;
  for (int64_t axis : axes) {
    OpFoldResult size = extent(x, axis);
    if (std::optional<int64_t> constant = getConstantIntValue(size)) {
      known *= *constant;
      continue;
    }
    TensorExpr factor = extentScalar(size, getI32Type());
    unknown = unknown ? mul(unknown, factor) : factor;
  }
  if (!unknown)
    return scalar(static_cast<double>(known), type);
  return cast(mul(unknown, scalar(known, getI32Type())), type);
}

OpFoldResult TensorBuilder::addExtents(OpFoldResult left, OpFoldResult right) {
  std::optional<int64_t> first = getConstantIntValue(left);
  std::optional<int64_t> second = getConstantIntValue(right);
  if (first && second)
    return getIndexAttr(*first + *second);
  if (first && *first == 0)
    return right;
  if (second && *second == 0)
    return left;
  return arith::AddIOp::create(
             *this, getValueOrCreateConstantIndexOp(*this, getLoc(), left),
             getValueOrCreateConstantIndexOp(*this, getLoc(), right))
      .getResult();
}

OpFoldResult TensorBuilder::subExtents(OpFoldResult left, OpFoldResult right) {
  std::optional<int64_t> first = getConstantIntValue(left);
  std::optional<int64_t> second = getConstantIntValue(right);
  if (first && second)
    return getIndexAttr(*first - *second);
  if (second && *second == 0)
    return left;
  return arith::SubIOp::create(
             *this, getValueOrCreateConstantIndexOp(*this, getLoc(), left),
             getValueOrCreateConstantIndexOp(*this, getLoc(), right))
      .getResult();
}

OpFoldResult TensorBuilder::mulExtents(OpFoldResult left, OpFoldResult right) {
  std::optional<int64_t> first = getConstantIntValue(left);
  std::optional<int64_t> second = getConstantIntValue(right);
  if (first && second)
    return getIndexAttr(*first * *second);
  if (first == 1)
    return right;
  if (second == 1)
    return left;
  return arith::MulIOp::create(
             *this, getValueOrCreateConstantIndexOp(*this, getLoc(), left),
             getValueOrCreateConstantIndexOp(*this, getLoc(), right))
      .getResult();
}

OpFoldResult TensorBuilder::divExtents(OpFoldResult left, OpFoldResult right) {
  std::optional<int64_t> first = getConstantIntValue(left);
  std::optional<int64_t> second = getConstantIntValue(right);
  if (first && second)
    return getIndexAttr(*first / *second);
  if (second == 1)
    return left;
  return arith::FloorDivSIOp::create(
             *this, getValueOrCreateConstantIndexOp(*this, getLoc(), left),
             getValueOrCreateConstantIndexOp(*this, getLoc(), right))
      .getResult();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Prepares the operands of an op with broadcasting; returns the constant that
/// `fold` makes of them if both have equal elements and the shape is known.
static TensorExpr
prepareBinary(TensorBuilder &builder, std::array<Value, 2> &operands,
              llvm::function_ref<double(double, double)> fold) {
  dropRedundantBroadcasts(operands, [&](double number, Type type) -> Value {
    return builder.scalar(number, type);
  });
  auto type = cast<RankedTensorType>(operands[0].getType());
  std::optional<double> left = getSplatValue(operands[0]);
  std::optional<double> right = getSplatValue(operands[1]);
  SmallVector<int64_t> shape = getBroadcastShape(operands);
  if (left && right && isa<FloatType>(type.getElementType()) &&
      !ShapedType::isDynamicShape(shape))
    return builder.splat(fold(*left, *right), type.clone(shape));
  return {};
}

/// Whether `value` consists of `number` and combining it with `other` does not
/// change the shape of `other`.
static bool isNeutral(Value value, double number, Value other) {
  return getSplatValue(value) == number &&
         ArrayRef<int64_t>(getBroadcastShape({value, other})) ==
             cast<RankedTensorType>(other.getType()).getShape();
}

/// The operand of `value` if that is a negation.
static Value getNegated(Value value) {
  auto negation = value.getDefiningOp<NegOp>();
  return negation ? negation.getX() : Value();
}

TensorExpr TensorBuilder::add(TensorExpr left, TensorExpr right) {
  std::array<Value, 2> operands = {left, right};
  if (TensorExpr folded = prepareBinary(*this, operands, std::plus<double>()))
    return folded;
  if (Value negated = getNegated(operands[1]))
    return sub((*this)(operands[0]), (*this)(negated));
  if (Value negated = getNegated(operands[0]))
    return sub((*this)(operands[1]), (*this)(negated));
  return (*this)(AddOp::create(*this, operands[0], operands[1]));
}

TensorExpr TensorBuilder::sub(TensorExpr left, TensorExpr right) {
  std::array<Value, 2> operands = {left, right};
  if (TensorExpr folded = prepareBinary(*this, operands, std::minus<double>()))
    return folded;
  if (isNeutral(operands[1], 0.0, operands[0]))
    return (*this)(operands[0]);
  if (Value negated = getNegated(operands[1]))
    return (*this)(AddOp::create(*this, operands[0], negated));
  return (*this)(SubOp::create(*this, operands[0], operands[1]));
}

TensorExpr TensorBuilder::mul(TensorExpr left, TensorExpr right) {
  std::array<Value, 2> operands = {left, right};
  if (TensorExpr folded =
          prepareBinary(*this, operands, std::multiplies<double>()))
    return folded;
  for (unsigned i : {0, 1}) {
    Value factor = operands[i], other = operands[1 - i];
    if (isNeutral(factor, 1.0, other))
      return (*this)(other);
    if (isNeutral(factor, -1.0, other) &&
        isa<FloatType>(getElementTypeOrSelf(other)))
      return neg((*this)(other));
  }
  return (*this)(MulOp::create(*this, operands[0], operands[1]));
}

TensorExpr TensorBuilder::div(TensorExpr left, TensorExpr right) {
  std::array<Value, 2> operands = {left, right};
  if (TensorExpr folded =
          prepareBinary(*this, operands, std::divides<double>()))
    return folded;
  if (isNeutral(operands[1], 1.0, operands[0]))
    return (*this)(operands[0]);
  return (*this)(DivOp::create(*this, operands[0], operands[1]));
}

TensorExpr TensorBuilder::neg(TensorExpr x) {
  if (Value negated = getNegated(x))
    return (*this)(negated);
  if (std::optional<double> number = getSplatValue(x))
    return splat(-*number, x.getType());
  return (*this)(NegOp::create(*this, Value(x)));
}

TensorExpr oaml::operator+(TensorExpr left, TensorExpr right) {
  return left.getBuilder().add(left, right);
}
TensorExpr oaml::operator-(TensorExpr left, TensorExpr right) {
  return left.getBuilder().sub(left, right);
}
TensorExpr oaml::operator*(TensorExpr left, TensorExpr right) {
  return left.getBuilder().mul(left, right);
}
TensorExpr oaml::operator/(TensorExpr left, TensorExpr right) {
  return left.getBuilder().div(left, right);
}
TensorExpr oaml::operator-(TensorExpr x) { return x.getBuilder().neg(x); }
TensorExpr oaml::operator+(TensorExpr left, double right) {
  return left + left.getBuilder().scalarLike(right, left);
}
TensorExpr oaml::operator-(TensorExpr left, double right) {
  return left - left.getBuilder().scalarLike(right, left);
}
TensorExpr oaml::operator*(TensorExpr left, double right) {
  return left * left.getBuilder().scalarLike(right, left);
}
TensorExpr oaml::operator/(TensorExpr left, double right) {
  return left / left.getBuilder().scalarLike(right, left);
}
TensorExpr oaml::operator-(double left, TensorExpr right) {
  return right.getBuilder().scalarLike(left, right) - right;
}

//===----------------------------------------------------------------------===//
// Functions of elements
//===----------------------------------------------------------------------===//

TensorExpr TensorBuilder::exp(TensorExpr x) {
  return (*this)(ExpOp::create(*this, Value(x)));
}
TensorExpr TensorBuilder::expm1(TensorExpr x) {
  return (*this)(Expm1Op::create(*this, Value(x)));
}
TensorExpr TensorBuilder::log(TensorExpr x) {
  return (*this)(LogOp::create(*this, Value(x)));
}
TensorExpr TensorBuilder::sqrt(TensorExpr x) {
  return (*this)(SqrtOp::create(*this, Value(x)));
}
TensorExpr TensorBuilder::tanh(TensorExpr x) {
  return (*this)(TanhOp::create(*this, Value(x)));
}

TensorExpr TensorBuilder::cast(TensorExpr x, Type elementType) {
  if (x.getType().getElementType() == elementType)
    return x;
  if (std::optional<double> number = getSplatValue(x))
    if (isa<FloatType>(elementType))
      return splat(*number, x.getType().clone(elementType));
  return (*this)(CastOp::create(*this, Value(x), elementType));
}

TensorExpr TensorBuilder::detach(TensorExpr x) {
  return (*this)(DetachOp::create(*this, Value(x)));
}

TensorExpr TensorBuilder::compare(Comparison comparison, TensorExpr left,
                                  TensorExpr right) {
  SmallVector<Value, 2> operands = {left, right};
  dropRedundantBroadcasts(operands, [&](double number, Type type) -> Value {
    return scalar(number, type);
  });
  return (*this)(
      CompareOp::create(*this, comparison, operands[0], operands[1]));
}

TensorExpr TensorBuilder::select(TensorExpr condition, TensorExpr onTrue,
                                 TensorExpr onFalse) {
  SmallVector<Value, 3> operands = {condition, onTrue, onFalse};
  dropRedundantBroadcasts(operands, [&](double number, Type type) -> Value {
    return scalar(number, type);
  });
  return (*this)(
      SelectOp::create(*this, operands[0], operands[1], operands[2]));
}

//===----------------------------------------------------------------------===//
// Reductions and contractions
//===----------------------------------------------------------------------===//

TensorExpr TensorBuilder::reduce(ReductionKind kind, TensorExpr x,
                                 ArrayRef<int64_t> axes) {
  RankedTensorType type = x.getType();
  SmallVector<int64_t> summed, shape(type.getShape());
  int64_t count = 1;
  for (int64_t axis : axes) {
    if (shape[axis] == 1)
      continue;
    summed.push_back(axis);
    count *= shape[axis];
    shape[axis] = 1;
  }
  if (summed.empty())
    return x;
  std::optional<double> number = getSplatValue(x);
  if (number && isa<FloatType>(type.getElementType()))
    return splat(kind == ReductionKind::Sum ? *number * count : *number,
                 type.clone(shape));
  llvm::sort(summed);
  if (Value negated = getNegated(x); negated && kind == ReductionKind::Sum)
    return neg(reduce(kind, (*this)(negated), summed));
  return (*this)(ReduceOp::create(*this, kind, Value(x), summed));
}

TensorExpr TensorBuilder::contract(TensorExpr left, TensorExpr right,
                                   StringRef spec) {
  SmallVector<char> letters;
  SmallVector<SmallVector<unsigned>> positions(1);
  for (char letter : spec) {
    if (letter == '-')
      continue;
    if (letter == ',' || letter == '>') {
      positions.emplace_back();
      continue;
    }
    auto *found = llvm::find(letters, letter);
    positions.back().push_back(found - letters.begin());
    if (found == letters.end())
      letters.push_back(letter);
  }
  assert(positions.size() == 3 && "expected a spec like mk,nk->mn");
  SmallVector<AffineMap> maps;
  for (ArrayRef<unsigned> results : positions)
    maps.push_back(AffineMap::getMultiDimMapWithTargets(letters.size(), results,
                                                        getContext()));
  return contract(left, right, maps[0], maps[1], maps[2]);
}

/// `map` reading the operand of the transpose that makes `operand`.
static void absorbTranspose(Value &operand, AffineMap &map) {
  while (auto transpose = operand.getDefiningOp<TransposeOp>()) {
    SmallVector<AffineExpr> results(map.getResults());
    std::swap(results[transpose.getAxis0()], results[transpose.getAxis1()]);
    map = AffineMap::get(map.getNumDims(), 0, results, map.getContext());
    operand = transpose.getX();
  }
}

TensorExpr TensorBuilder::contract(TensorExpr left, TensorExpr right,
                                   AffineMap a, AffineMap b, AffineMap c) {
  Value first = left, second = right;
  absorbTranspose(first, a);
  absorbTranspose(second, b);
  return (*this)(ContractionOp::create(*this, first, second,
                                       getAffineMapArrayAttr({a, b, c})));
}

//===----------------------------------------------------------------------===//
// Movement of elements
//===----------------------------------------------------------------------===//

TensorExpr TensorBuilder::reshape(TensorExpr x, ArrayRef<OpFoldResult> shape) {
  SmallVector<Value> dynamicShape;
  SmallVector<int64_t> staticShape;
  dispatchIndexOpFoldResults(shape, dynamicShape, staticShape);
  if (std::optional<double> number = getSplatValue(x))
    if (dynamicShape.empty())
      return splat(*number, x.getType().clone(staticShape));
  if (auto inner = Value(x).getDefiningOp<ReshapeOp>())
    x = (*this)(inner.getX());
  // With one unknown extent, equal types mean equal extents.
  if (x.getType().getShape() == ArrayRef<int64_t>(staticShape) &&
      dynamicShape.size() <= 1)
    return x;
  return (*this)(ReshapeOp::create(*this, Value(x), dynamicShape, staticShape));
}

TensorExpr TensorBuilder::transpose(TensorExpr x, int64_t axis0,
                                    int64_t axis1) {
  if (axis0 == axis1)
    return x;
  if (axis0 > axis1)
    std::swap(axis0, axis1);
  auto inner = Value(x).getDefiningOp<TransposeOp>();
  if (inner &&
      std::min(inner.getAxis0(), inner.getAxis1()) ==
          static_cast<uint64_t>(axis0) &&
      std::max(inner.getAxis0(), inner.getAxis1()) ==
          static_cast<uint64_t>(axis1))
    return (*this)(inner.getX());
  return (*this)(TransposeOp::create(*this, Value(x), axis0, axis1));
}

TensorExpr TensorBuilder::iota(ArrayRef<OpFoldResult> shape, int64_t axis) {
  SmallVector<Value> dynamicShape;
  SmallVector<int64_t> staticShape;
  dispatchIndexOpFoldResults(shape, dynamicShape, staticShape);
  return (*this)(IotaOp::create(*this, dynamicShape, staticShape, axis));
}

TensorExpr TensorBuilder::pad(TensorExpr x, ArrayRef<OpFoldResult> low,
                              ArrayRef<OpFoldResult> high, double value) {
  auto isZero = [](OpFoldResult amount) {
    return isConstantIntValue(amount, 0);
  };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero))
    return x;
  SmallVector<Value> dynamicLow, dynamicHigh;
  SmallVector<int64_t> staticLow, staticHigh;
  dispatchIndexOpFoldResults(low, dynamicLow, staticLow);
  dispatchIndexOpFoldResults(high, dynamicHigh, staticHigh);
  return (*this)(PadOp::create(*this, Value(x), dynamicLow, dynamicHigh,
                               staticLow, staticHigh, APFloat(value)));
}

TensorExpr TensorBuilder::slice(TensorExpr x, int64_t axis, OpFoldResult start,
                                OpFoldResult end) {
  auto split = [](OpFoldResult bound) -> std::pair<Value, int64_t> {
    if (std::optional<int64_t> constant = getConstantIntValue(bound))
      return {Value(), *constant};
    return {mlir::cast<Value>(bound), ShapedType::kDynamic};
  };
  auto [dynamicStart, staticStart] = split(start);
  auto [dynamicEnd, staticEnd] = split(end);
  // Two unknown extents need not be equal.
  if (staticStart == 0 && !dynamicEnd &&
      staticEnd == x.getType().getDimSize(axis))
    return x;
  return (*this)(SliceOp::create(*this, Value(x), dynamicStart, dynamicEnd,
                                 axis, staticStart, staticEnd));
}

//===----------------------------------------------------------------------===//
// Rules and scalars
//===----------------------------------------------------------------------===//

SmallVector<Value> RuleScope::sumToOperands(ArrayRef<TensorExpr> cotangents) {
  auto rule = cast<DifferentiableOpInterface>(op);
  SmallVector<Value> result(op->getNumOperands());
  for (auto [number, cotangent] : llvm::enumerate(cotangents))
    if (cotangent && rule.isDifferentiableOperand(number))
      result[number] =
          builder.sumTo(cotangent, builder(op->getOperand(number)));
  return result;
}

TensorExpr ScalarSource::get(TensorBuilder &builder) const {
  Type f32 = builder.getF32Type();
  if (!value)
    return builder.scalar(getConstant(), f32);
  return builder.cast(builder.reshape(builder(value), {}), f32);
}

double ScalarSource::getConstant() const {
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return static_cast<double>(integer.getInt());
  return cast<FloatAttr>(attribute).getValueAsDouble();
}
