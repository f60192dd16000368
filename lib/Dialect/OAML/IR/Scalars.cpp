//===- Scalars.cpp - Verification of scalars ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace oaml;

/// Exactly one of attribute and operand.
static LogicalResult verifySource(Operation *op, StringRef name,
                                  ScalarSource scalar) {
  if (static_cast<bool>(scalar.value) != static_cast<bool>(scalar.attribute))
    return success();
  return op->emitOpError() << "requires '" << name
                           << "' either as an attribute or as operand '" << name
                           << "_value', found "
                           << (scalar.value ? "both" : "neither");
}

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

LogicalResult oaml::verifyScalar(Operation *op, StringRef name,
                                 ScalarSource scalar, ScalarRange range) {
  if (failed(verifySource(op, name, scalar)))
    return failure();
  if (scalar.value) {
    if (getElement(scalar.value).isF32())
      return success();
    return op->emitOpError()
           << "requires operand '" << name << "_value' of f32, found "
           << scalar.value.getType();
  }
  double value = cast<FloatAttr>(scalar.attribute).getValueAsDouble();
  bool aboveMinimum = !range.minimum || value > *range.minimum ||
                      (!range.open && value == *range.minimum);
  if (std::isfinite(value) && aboveMinimum &&
      (!range.limit || value < *range.limit))
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << "requires a finite '" << name << "'";
  if (range.minimum)
    error << (range.open ? " above " : " of at least ") << *range.minimum;
  if (range.limit)
    error << (range.minimum ? " and" : "") << " below " << *range.limit;
  return error << ", found " << value;
}

LogicalResult oaml::verifyIntegerScalar(Operation *op, StringRef name,
                                        ScalarSource scalar,
                                        std::optional<int64_t> minimum,
                                        bool allowFloat) {
  if (failed(verifySource(op, name, scalar)))
    return failure();
  if (scalar.value) {
    Type type = getElement(scalar.value);
    if (type.isInteger(32) || (allowFloat && type.isF32()))
      return success();
    return op->emitOpError() << "requires operand '" << name << "_value' of i32"
                             << (allowFloat ? " or f32" : "") << ", found "
                             << scalar.value.getType();
  }
  int64_t value = cast<IntegerAttr>(scalar.attribute).getInt();
  if (!minimum || value >= *minimum)
    return success();
  return op->emitOpError() << "requires '" << name << "' of at least "
                           << *minimum << ", found " << value;
}

TensorExpr oaml::poisonOutside(TensorBuilder &builder, TensorExpr x,
                               ScalarRange range) {
  TensorExpr bad =
      builder.scalarLike(std::numeric_limits<double>::quiet_NaN(), x);
  // A NaN fails every comparison.
  constexpr double largest = std::numeric_limits<float>::max();
  TensorExpr isAbove = builder.compare(range.open ? Comparison::Greater
                                                  : Comparison::GreaterEqual,
                                       x, range.minimum.value_or(-largest));
  if (!range.limit && !range.finite)
    return builder.select(isAbove, x, bad);
  TensorExpr isBelow = range.limit
                           ? builder.compare(Comparison::Less, x, *range.limit)
                           : builder.compare(Comparison::LessEqual, x, largest);
  return builder.select(isAbove, builder.select(isBelow, x, bad), bad);
}

TensorExpr oaml::getScalarIn(TensorBuilder &builder, ScalarSource scalar,
                             ScalarRange range) {
  TensorExpr x = scalar.get(builder);
  return scalar.value ? poisonOutside(builder, x, range) : x;
}

LogicalResult oaml::verifyElementScalar(Operation *op, StringRef name,
                                        ScalarSource scalar, Value x) {
  if (failed(verifySource(op, name, scalar)))
    return failure();
  Type wanted = isa<FloatType>(getElement(x))
                    ? Type(Float32Type::get(op->getContext()))
                    : getElement(x);
  if (scalar.value) {
    if (getElement(scalar.value) == wanted)
      return success();
    return op->emitOpError() << "requires operand '" << name << "_value' of "
                             << wanted << " beside x of " << getElement(x)
                             << ", found " << scalar.value.getType();
  }
  double value = scalar.getConstant();
  if (isa<FloatType>(wanted) ||
      (value == std::trunc(value) && std::abs(value) < 0x1p31) ||
      value == -0x1p31)
    return success();
  return op->emitOpError() << "requires '" << name << "' that " << wanted
                           << " can hold, found " << value;
}

TensorExpr oaml::getElementScalar(TensorBuilder &builder, ScalarSource scalar,
                                  TensorExpr x) {
  Type element = x.getType().getElementType();
  if (isa<FloatType>(element))
    return scalar.get(builder);
  if (scalar.value)
    return builder.reshape(builder(scalar.value), {});
  return builder.scalar(scalar.getConstant(), element);
}
