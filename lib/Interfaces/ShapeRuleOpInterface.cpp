//===- ShapeRuleOpInterface.cpp - Shape rules on symbolic extents ---------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Interfaces/ShapeRuleOpInterface.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace oaml;

#include "oaml/Interfaces/ShapeRuleOpInterface.cpp.inc"

ShapeContext::~ShapeContext() = default;

SymbolicShape ShapeContext::getMixedExtents(ArrayRef<int64_t> staticExtents,
                                            ValueRange dynamicExtents) {
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

std::optional<bool>
oaml::decideRelation(AffineExpr lhs, ExtentRelation relation, AffineExpr rhs) {
  // `lhs - rhs` of equal expressions simplifies to 0; other expressions are
  // undecided unless both are constants.
  auto difference = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(lhs - rhs, /*numDims=*/0, /*numSymbols=*/0));
  if (!difference)
    return std::nullopt;
  int64_t value = difference.getValue();
  switch (relation) {
  case ExtentRelation::Equal:
    return value == 0;
  case ExtentRelation::NotEqual:
    return value != 0;
  case ExtentRelation::Less:
    return value < 0;
  case ExtentRelation::LessEqual:
    return value <= 0;
  }
  llvm_unreachable("unknown relation");
}

LogicalResult ShapeContext::require(AffineExpr lhs, ExtentRelation relation,
                                    AffineExpr rhs, const Twine &rule) {
  std::optional<bool> holds = decideRelation(lhs, relation, rhs);
  if (!holds) {
    recordPredicate(lhs, relation, rhs, rule);
    return success();
  }
  if (*holds)
    return success();
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "requires " << rule << ", found " << lhs << " and " << rhs;
  return emitError(text);
}

LogicalResult ShapeContext::emitError(const Twine &message) {
  return emitOptionalError(location, "'", opName, "' op ", message);
}

AffineExpr TypeShapeContext::getSymbol(Value value, int64_t dimension) {
  auto [it, isNew] = symbols.try_emplace({value, dimension}, symbols.size());
  (void)isNew;
  return getAffineSymbolExpr(it->second, getContext());
}

SymbolicShape TypeShapeContext::getShape(Value tensor) {
  SymbolicShape extents;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (auto [dimension, extent] : llvm::enumerate(type.getShape()))
    extents.push_back(ShapedType::isDynamic(extent)
                          ? getSymbol(tensor, dimension)
                          : getConstant(extent));
  return extents;
}

AffineExpr TypeShapeContext::getIndex(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return getConstant(*constant);
  return getSymbol(index, 0);
}

FailureOr<SymbolicShape> oaml::inferBroadcast(ShapeContext &context,
                                              ArrayRef<SymbolicShape> shapes) {
  size_t rank = 0;
  for (const SymbolicShape &shape : shapes)
    rank = std::max(rank, shape.size());
  SymbolicShape result(rank, context.getConstant(1));
  auto isOne = [](AffineExpr extent) {
    auto constant = dyn_cast<AffineConstantExpr>(extent);
    return constant && constant.getValue() == 1;
  };
  for (const SymbolicShape &shape : shapes) {
    for (auto [position, extent] : llvm::enumerate(shape)) {
      AffineExpr &target = result[rank - shape.size() + position];
      if (isOne(extent))
        continue;
      if (isOne(target)) {
        target = extent;
        continue;
      }
      if (failed(context.requireEqual(
              target, extent,
              "operands that broadcast (extents aligned at the right are equal "
              "or 1)")))
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
      auto constant = dyn_cast<AffineConstantExpr>(extent);
      shape.push_back(constant ? constant.getValue() : ShapedType::kDynamic);
    }
    types.push_back(RankedTensorType::get(shape, result.elementType));
  }
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
