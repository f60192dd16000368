//===- PoolingAdjoints.cpp - Adjoint rules of pooling ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "oaml/Dialect/OAML/IR/PoolingOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

using namespace mlir;
using namespace oaml;

/// The extents of the planes of `tensor`, as an op takes them.
static std::pair<SmallVector<Value>, SmallVector<int64_t>>
getPlanes(TensorBuilder &builder, Value tensor) {
  TensorExpr x = builder(tensor);
  SmallVector<Value> dynamicShape;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults({builder.extent(x, 2), builder.extent(x, 3)},
                             dynamicShape, shape);
  return {dynamicShape, shape};
}

SmallVector<Value> ResampleOp::buildAdjoint(TensorBuilder &builder,
                                            ArrayRef<Value> cotangents) {
  SmallVector<Value> dynamicShape;
  SmallVector<int64_t> shape;
  if (!getTransposed() || getMode() == ResampleMode::Adaptive)
    std::tie(dynamicShape, shape) = getPlanes(builder, getInput());
  Value adjoint = ResampleOp::create(
      builder, getMode(), cotangents[0], dynamicShape, shape, getKernelSize(),
      getStride(), getPadding(), getScaleFactor(), !getTransposed());
  SmallVector<Value> result(getOperation()->getNumOperands());
  result[0] = builder.conform(builder(adjoint), builder(getInput()));
  return result;
}

/// What windows give to the elements that `indices` name, in the type of
/// `like`.
static Value scatter(TensorBuilder &builder, Value source, Value indices,
                     Value like, uint64_t kernel, uint64_t stride,
                     uint64_t padding) {
  auto [dynamicShape, shape] = getPlanes(builder, like);
  Value result = WindowScatterOp::create(builder, source, indices, dynamicShape,
                                         shape, kernel, stride, padding);
  return builder.conform(builder(result), builder(like));
}

SmallVector<Value> MaxPool2dOp::buildAdjoint(TensorBuilder &builder,
                                             ArrayRef<Value> cotangents) {
  return {scatter(builder, cotangents[0], getIndices(), getInput(),
                  getKernelSize(), getStride(), getPadding())};
}

SmallVector<Value> WindowGatherOp::buildAdjoint(TensorBuilder &builder,
                                                ArrayRef<Value> cotangents) {
  return {scatter(builder, cotangents[0], getIndices(), getInput(),
                  getKernelSize(), getStride(), getPadding()),
          Value()};
}

SmallVector<Value> WindowScatterOp::buildAdjoint(TensorBuilder &builder,
                                                 ArrayRef<Value> cotangents) {
  Value source =
      WindowGatherOp::create(builder, cotangents[0], getIndices(),
                             getKernelSize(), getStride(), getPadding());
  SmallVector<Value> result(getOperation()->getNumOperands());
  result[0] = builder.conform(builder(source), builder(getSource()));
  return result;
}
