//===- ConstantFolding.cpp - Arithmetic on constants ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantFolding.h"

using namespace mlir;
using namespace oaml;

static ConstantElement getElement(DenseElementsAttr attribute, int64_t index) {
  if (isa<FloatType>(attribute.getElementType()))
    return {attribute.getValues<APFloat>()[index], APInt()};
  return {std::nullopt, attribute.getValues<APInt>()[index]};
}

static ConstantElement getSplat(DenseElementsAttr attribute) {
  if (isa<FloatType>(attribute.getElementType()))
    return {attribute.getSplatValue<APFloat>(), APInt()};
  return {std::nullopt, attribute.getSplatValue<APInt>()};
}

static Attribute makeConstant(RankedTensorType type,
                              ArrayRef<ConstantElement> elements) {
  if (isa<FloatType>(type.getElementType())) {
    SmallVector<APFloat> numbers;
    for (const ConstantElement &element : elements)
      numbers.push_back(*element.number);
    return DenseElementsAttr::get(type, numbers);
  }
  SmallVector<APInt> integers;
  for (const ConstantElement &element : elements)
    integers.push_back(element.integer);
  return DenseElementsAttr::get(type, integers);
}

SmallVector<int64_t> oaml::getRowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t axis = static_cast<int64_t>(shape.size()) - 2; axis >= 0; --axis)
    strides[axis] = strides[axis + 1] * shape[axis + 1];
  return strides;
}

/// The row-major number of the element of an operand with `shape` that is read
/// for each element of `result`, in order.
static SmallVector<int64_t> getBroadcastSources(ArrayRef<int64_t> shape,
                                                ArrayRef<int64_t> result) {
  SmallVector<int64_t> strides = getRowMajorStrides(shape);
  SmallVector<int64_t> sources = {0};
  for (auto [axis, extent] : llvm::enumerate(result)) {
    int64_t own = static_cast<int64_t>(axis + shape.size()) -
                  static_cast<int64_t>(result.size());
    int64_t stride = own < 0 || shape[own] == 1 ? 0 : strides[own];
    SmallVector<int64_t> next;
    for (int64_t source : sources)
      for (int64_t position = 0; position < extent; ++position)
        next.push_back(source + position * stride);
    sources = next;
  }
  return sources;
}

Attribute oaml::foldElementwise(
    ArrayRef<Attribute> operands, RankedTensorType result,
    function_ref<ConstantElement(ArrayRef<ConstantElement>)> compute) {
  if (!result.hasStaticShape())
    return {};
  SmallVector<DenseElementsAttr> constants;
  for (Attribute operand : operands) {
    auto constant = dyn_cast_if_present<DenseElementsAttr>(operand);
    if (!constant)
      return {};
    constants.push_back(constant);
  }
  SmallVector<ConstantElement> elements(constants.size());
  if (llvm::all_of(constants,
                   [](auto constant) { return constant.isSplat(); })) {
    for (auto [element, constant] : llvm::zip_equal(elements, constants))
      element = getSplat(constant);
    return makeConstant(result, compute(elements));
  }
  int64_t count = result.getNumElements();
  if (count > maxFoldedElements)
    return {};
  SmallVector<SmallVector<int64_t>> sources;
  for (DenseElementsAttr constant : constants)
    sources.push_back(
        getBroadcastSources(constant.getType().getShape(), result.getShape()));
  SmallVector<ConstantElement> folded;
  for (int64_t index = 0; index < count; ++index) {
    for (auto [element, constant, source] :
         llvm::zip_equal(elements, constants, sources))
      element = getElement(constant, source[index]);
    folded.push_back(compute(elements));
  }
  return makeConstant(result, folded);
}

Attribute oaml::foldMovement(Attribute operand, RankedTensorType result,
                             function_ref<int64_t(int64_t)> getSource) {
  auto constant = dyn_cast_if_present<DenseElementsAttr>(operand);
  if (!constant || !result.hasStaticShape())
    return {};
  if (constant.isSplat())
    return constant.resizeSplat(result);
  int64_t count = result.getNumElements();
  if (count > maxFoldedElements)
    return {};
  SmallVector<ConstantElement> elements;
  for (int64_t index = 0; index < count; ++index)
    elements.push_back(getElement(constant, getSource(index)));
  return makeConstant(result, elements);
}

std::optional<ConstantElement> oaml::getSplatElement(Attribute attribute) {
  auto constant = dyn_cast_if_present<DenseElementsAttr>(attribute);
  if (!constant || !constant.isSplat())
    return std::nullopt;
  return getSplat(constant);
}

bool oaml::isSplatOf(Attribute attribute, double value) {
  std::optional<ConstantElement> element = getSplatElement(attribute);
  if (!element || !element->number)
    return false;
  APFloat expected(value);
  bool losesInfo;
  expected.convert(element->number->getSemantics(),
                   APFloat::rmNearestTiesToEven, &losesInfo);
  return !losesInfo && element->number->bitwiseIsEqual(expected);
}

bool oaml::isIntegerSplatOf(Attribute attribute, int64_t value) {
  std::optional<ConstantElement> element = getSplatElement(attribute);
  return element && !element->number &&
         element->integer.getSExtValue() == value;
}
