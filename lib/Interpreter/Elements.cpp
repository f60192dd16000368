//===- Elements.cpp - Index arithmetic of interpretations -----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Operation.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

SmallVector<int64_t> oaml::getStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

SmallVector<int64_t> oaml::getBroadcastStrides(ArrayRef<int64_t> shape,
                                               ArrayRef<int64_t> target) {
  SmallVector<int64_t> strides(target.size());
  size_t shift = target.size() - shape.size();
  for (auto [axis, stride] : llvm::enumerate(getStrides(shape)))
    strides[shift + axis] = shape[axis] == 1 ? 0 : stride;
  return strides;
}

SmallVector<int64_t>
oaml::getBroadcastShape(ArrayRef<ArrayRef<int64_t>> shapes) {
  size_t rank = 0;
  for (ArrayRef<int64_t> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<int64_t> result(rank, 1);
  for (ArrayRef<int64_t> shape : shapes)
    for (auto [axis, extent] : llvm::enumerate(shape))
      if (extent != 1)
        result[rank - shape.size() + axis] = extent;
  return result;
}

void oaml::forEachPosition(ArrayRef<int64_t> shape,
                           ArrayRef<SmallVector<int64_t>> strides,
                           function_ref<void(ArrayRef<int64_t>)> body) {
  if (llvm::is_contained(shape, 0))
    return;
  SmallVector<int64_t> position(shape.size()), offsets(strides.size());
  while (true) {
    body(offsets);
    size_t axis = shape.size();
    while (true) {
      if (axis-- == 0)
        return;
      for (auto [offset, stride] : llvm::zip(offsets, strides))
        offset += stride[axis];
      if (++position[axis] < shape[axis])
        break;
      for (auto [offset, stride] : llvm::zip(offsets, strides))
        offset -= stride[axis] * shape[axis];
      position[axis] = 0;
    }
  }
}

SmallVector<int64_t> oaml::getMixedExtents(InterpreterContext &context,
                                           ArrayRef<int64_t> extents,
                                           ValueRange dynamicExtents) {
  SmallVector<int64_t> result(extents);
  for (int64_t &extent : result) {
    if (!ShapedType::isDynamic(extent))
      continue;
    extent = context.getIndex(dynamicExtents.front());
    dynamicExtents = dynamicExtents.drop_front();
  }
  return result;
}

const HostTensor *
oaml::findOperand(Operation *op, ArrayRef<HostTensor> operands, Value value) {
  if (!value)
    return nullptr;
  auto position = llvm::find(op->getOperands(), value);
  return &operands[std::distance(op->getOperands().begin(), position)];
}

double oaml::getScalar(Operation *op, ArrayRef<HostTensor> operands,
                       Value value, Attribute attribute) {
  if (value)
    return findOperand(op, operands, value)->getNumber(0);
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble();
  return static_cast<double>(cast<IntegerAttr>(attribute).getInt());
}

FailureOr<HostTensor> oaml::readElements(Operation *op, ElementsAttr value,
                                         bool wide) {
  auto type = cast<RankedTensorType>(value.getShapedType());
  size_t size = type.getNumElements() * (type.getElementTypeBitWidth() / 8);
  ArrayRef<char> bytes;
  bool isSplat = false;
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    bytes = dense.getRawData();
    isSplat = dense.isSplat();
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return op->emitOpError() << "requires the contents of resource '"
                               << resource.getRawHandle().getKey()
                               << "', found none in this file";
    bytes = blob->getData();
  } else {
    return op->emitOpError(
        "requires a dense or dense_resource value to be interpreted");
  }
  std::vector<char> repeated;
  if (isSplat) {
    for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
      llvm::append_range(repeated, bytes);
    bytes = repeated;
  }
  if (bytes.size() != size)
    return op->emitOpError() << "requires " << size << " bytes for " << type
                             << ", found " << bytes.size();
  return HostTensor::fromBytes(type, bytes, wide);
}

AxisView::AxisView(ArrayRef<int64_t> shape, int64_t axis)
    : extent(shape[axis]) {
  for (int64_t e : shape.take_front(axis))
    outer *= e;
  for (int64_t e : shape.drop_front(axis + 1))
    inner *= e;
}

int64_t oaml::findLargest(const HostTensor &x, int64_t first, int64_t stride,
                          int64_t count) {
  int64_t winner = -1;
  for (int64_t i = 0; i < count; ++i) {
    double value = x.getFloat(first + i * stride);
    if (std::isnan(value))
      continue;
    if (winner < 0 || value > x.getFloat(first + winner * stride))
      winner = i;
  }
  return std::max<int64_t>(winner, 0);
}
