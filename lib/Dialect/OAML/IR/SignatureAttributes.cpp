//===- SignatureAttributes.cpp - Rules of oaml.name and others ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace oaml;

/// One entry per axis: a string names a dynamic extent, an integer equals a
/// static one.
static LogicalResult verifyDims(Operation *op, Attribute value, Type type,
                                const Twine &where) {
  auto tensor = dyn_cast<ShapedType>(type);
  auto dims = dyn_cast<ArrayAttr>(value);
  if (!tensor || !tensor.hasRank() || !dims ||
      static_cast<int64_t>(dims.size()) != tensor.getRank())
    return op->emitError() << where << ": " << dimsAttrName
                           << " requires an array with one entry per axis of "
                           << type << ", found " << value;
  for (auto [axis, entry] : llvm::enumerate(dims)) {
    int64_t extent = tensor.getDimSize(axis);
    auto number = dyn_cast<IntegerAttr>(entry);
    bool matches = ShapedType::isDynamic(extent)
                       ? isa<StringAttr>(entry)
                       : number && number.getInt() == extent;
    if (!matches)
      return op->emitError()
             << where << ": " << dimsAttrName
             << " requires a name where the extent is dynamic and the extent "
                "where it is static, found "
             << entry << " at axis " << axis << " of " << type;
  }
  return success();
}

static LogicalResult verifyCommon(Operation *op, NamedAttribute attribute,
                                  Type type, const Twine &where) {
  if (attribute.getName() == nameAttrName) {
    if (!isa<StringAttr>(attribute.getValue()))
      return op->emitError()
             << where << ": " << nameAttrName << " requires a string, found "
             << attribute.getValue();
    return success();
  }
  if (attribute.getName() == dimsAttrName)
    return verifyDims(op, attribute.getValue(), type, where);
  return op->emitError() << where << ": unknown attribute "
                         << attribute.getName().getValue();
}

LogicalResult OAMLDialect::verifyRegionArgAttribute(Operation *op,
                                                    unsigned region,
                                                    unsigned index,
                                                    NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitError() << attribute.getName().getValue()
                           << " belongs on arguments of functions";
  Type type = function.getArgumentTypes()[index];
  std::string where = ("argument " + Twine(index)).str();
  if (attribute.getName() == donatedAttrName) {
    auto result = dyn_cast<IntegerAttr>(attribute.getValue());
    if (!result || result.getInt() < 0 ||
        result.getInt() >= static_cast<int64_t>(function.getNumResults()))
      return op->emitError() << where << ": " << donatedAttrName
                             << " requires the number of a result, found "
                             << attribute.getValue() << " and "
                             << function.getNumResults() << " results";
    Type resultType = function.getResultTypes()[result.getInt()];
    if (resultType != type)
      return op->emitError() << where << ": " << donatedAttrName
                             << " requires a result of the argument's type, "
                                "found "
                             << resultType << " and " << type;
    for (unsigned other = 0; other < index; ++other)
      if (function.getArgAttr(other, donatedAttrName) == result)
        return op->emitError()
               << where << ": " << donatedAttrName
               << " requires each result to take one argument, found result "
               << result.getInt() << " also at argument " << other;
    return success();
  }
  if (attribute.getName() == runSeedAttrName) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getRank() != 0 ||
        !tensor.getElementType().isInteger(32))
      return op->emitError() << where << ": " << runSeedAttrName
                             << " requires type tensor<i32>, found " << type;
    return success();
  }
  return verifyCommon(op, attribute, type, where);
}

LogicalResult OAMLDialect::verifyRegionResultAttribute(
    Operation *op, unsigned region, unsigned index, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitError() << attribute.getName().getValue()
                           << " belongs on results of functions";
  return verifyCommon(op, attribute, function.getResultTypes()[index],
                      "result " + Twine(index));
}
