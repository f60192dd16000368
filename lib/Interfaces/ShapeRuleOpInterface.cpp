//===- ShapeRuleOpInterface.cpp - Shape rules on symbolic extents ---------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Interfaces/ShapeRuleOpInterface.h"

#include "oaml/Interfaces/Limits.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace oaml;

#include "oaml/Interfaces/ShapeRuleOpInterface.cpp.inc"

ShapeContext::~ShapeContext() = default;

FailureOr<SymbolicShape>
ShapeContext::getMixedExtents(ArrayRef<int64_t> staticExtents,
                              ValueRange dynamicExtents, StringRef name) {
  size_t numDynamic = llvm::count_if(staticExtents, ShapedType::isDynamic);
  if (numDynamic != dynamicExtents.size())
    return emitError("requires one index operand per dynamic entry of '" +
                     name + "', found " + Twine(dynamicExtents.size()) +
                     " operands and " + Twine(numDynamic) + " entries");
  SymbolicShape extents;
  for (int64_t extent : staticExtents) {
    if (!ShapedType::isDynamic(extent)) {
      extents.push_back(getConstant(extent));
      continue;
    }
    extents.push_back(getIndex(dynamicExtents.front()));
    dynamicExtents = dynamicExtents.drop_front();
  }
  return extents;
}

LogicalResult ShapeContext::require(AffineExpr lhs, ExtentRelation relation,
                                    AffineExpr rhs, const Twine &rule) {
  lhs = normalizeExtent(lhs);
  rhs = normalizeExtent(rhs);
  std::optional<bool> holds =
      decideRelation(lhs, relation, rhs,
                     [&](AffineExpr symbol) { return isNonNegative(symbol); });
  if (!holds) {
    recordPredicate(lhs, relation, rhs, rule);
    return success();
  }
  if (*holds)
    return success();
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "requires " << rule << ", found ";
  printExtent(stream, lhs);
  stream << " and ";
  printExtent(stream, rhs);
  return emitError(text);
}

void ShapeContext::printExtent(raw_ostream &os, AffineExpr extent) {
  os << extent;
}

LogicalResult ShapeContext::emitError(const Twine &message) {
  return emitOptionalError(location, "'", opName, "' op ", message);
}

AffineExpr TypeShapeContext::getSymbol(Key key) {
  auto [it, isNew] = symbols.try_emplace(key, keys.size());
  if (isNew)
    keys.push_back(key);
  return getAffineSymbolExpr(it->second, getContext());
}

bool TypeShapeContext::isNonNegative(AffineExpr symbol) {
  return keys[cast<AffineSymbolExpr>(symbol).getPosition()].second >= 0;
}

SymbolicShape TypeShapeContext::getShape(Value tensor) {
  SymbolicShape extents;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (auto [dimension, extent] : llvm::enumerate(type.getShape()))
    extents.push_back(ShapedType::isDynamic(extent)
                          ? getSymbol({tensor, dimension})
                          : getConstant(extent));
  return extents;
}

AffineExpr TypeShapeContext::getIndex(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return getConstant(*constant);
  // The extent itself, so that a shape taken from a tensor equals the tensor's.
  if (auto dim = index.getDefiningOp<ShapedDimOpInterface>()) {
    Value tensor = dim.getShapedValue();
    std::optional<int64_t> axis = getConstantIntValue(dim.getDimension());
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (type && axis && *axis >= 0 && *axis < type.getRank())
      return getShape(tensor)[*axis];
  }
  return getSymbol({index, -1});
}

FailureOr<SymbolicShape> oaml::inferBroadcast(ShapeContext &context,
                                              ArrayRef<SymbolicShape> shapes,
                                              ArrayRef<StringRef> names) {
  size_t rank = 0;
  for (const SymbolicShape &shape : shapes)
    rank = std::max(rank, shape.size());
  SymbolicShape result(rank, context.getConstant(1));
  std::string who = names.empty() ? "the operands" : llvm::join(names, ", ");
  auto isOne = [](AffineExpr extent) {
    auto constant = dyn_cast<AffineConstantExpr>(extent);
    return constant && constant.getValue() == 1;
  };
  for (const SymbolicShape &shape : shapes) {
    for (auto [position, extent] : llvm::enumerate(shape)) {
      size_t axis = rank - shape.size() + position;
      AffineExpr &target = result[axis];
      if (isOne(extent))
        continue;
      if (isOne(target)) {
        target = extent;
        continue;
      }
      if (failed(context.requireEqual(
              target, extent,
              "extents of " + who + " that are equal or 1 along axis " +
                  Twine(axis) + " of the broadcast shape")))
        return failure();
      if (isa<AffineConstantExpr>(extent))
        target = extent;
    }
  }
  return result;
}

void oaml::getResultTypes(ArrayRef<ResultShape> results,
                          SmallVectorImpl<Type> &types) {
  for (const ResultShape &result : results) {
    SmallVector<int64_t> shape;
    for (AffineExpr extent : result.extents) {
      auto constant = dyn_cast<AffineConstantExpr>(normalizeExtent(extent));
      shape.push_back(constant ? constant.getValue() : ShapedType::kDynamic);
    }
    types.push_back(RankedTensorType::get(shape, result.elementType));
  }
}

LogicalResult oaml::checkSizes(ShapeContext &context, ValueRange operands,
                               ArrayRef<ResultShape> results) {
  auto check = [&](ArrayRef<AffineExpr> extents, const Twine &what) {
    for (AffineExpr extent : extents)
      if (auto constant = dyn_cast<AffineConstantExpr>(extent);
          constant && constant.getValue() > maxElements)
        return context.emitError("requires extents that fit 32 bits, found " +
                                 Twine(constant.getValue()) + " in " + what);
    auto count = dyn_cast<AffineConstantExpr>(
        multiplyExtents(extents, context.getContext()));
    if (count && count.getValue() > maxElements)
      return context.emitError(
          "requires an element count that fits 32 bits, found " +
          Twine(count.getValue()) + " in " + what);
    return success();
  };
  for (auto [number, operand] : llvm::enumerate(operands))
    if (isa<RankedTensorType>(operand.getType()) &&
        failed(check(context.getShape(operand), "operand " + Twine(number))))
      return failure();
  for (auto [number, result] : llvm::enumerate(results))
    if (failed(check(result.extents, "result " + Twine(number))))
      return failure();
  return success();
}

bool oaml::areCompatibleTypes(TypeRange inferred, TypeRange declared) {
  if (inferred.size() != declared.size())
    return false;
  for (auto [lhs, rhs] : llvm::zip(inferred, declared)) {
    auto left = dyn_cast<RankedTensorType>(lhs);
    auto right = dyn_cast<RankedTensorType>(rhs);
    if (!left || !right || left.getElementType() != right.getElementType() ||
        failed(verifyCompatibleShape(left, right)))
      return false;
  }
  return true;
}

LogicalResult oaml::verifyShapeRule(ShapeRuleOpInterface op) {
  TypeShapeContext context(op->getContext(), op->getName().getStringRef(),
                           op->getLoc());
  SmallVector<ResultShape> results;
  SmallVector<Type> types;
  if (failed(op.inferSymbolicResults(context, results)) ||
      failed(checkSizes(context, op->getOperands(), results)))
    return failure();
  getResultTypes(results, types);
  if (areCompatibleTypes(types, op->getResultTypes()))
    return success();
  return op->emitOpError("requires results of types ")
         << types << ", found " << op->getResultTypes();
}
