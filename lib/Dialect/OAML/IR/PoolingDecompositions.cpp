//===- PoolingDecompositions.cpp - Pooling in terms of resample -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/PoolingOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

using namespace mlir;
using namespace oaml;

SmallVector<Value> AvgPool2dOp::decompose(TensorBuilder &builder) {
  return {ResampleOp::create(builder, getType(), ResampleMode::Window,
                             getInput(), /*dynamic_shape=*/ValueRange(),
                             /*shape=*/ArrayRef<int64_t>(), getKernelSize(),
                             getStride(), getPadding())};
}

SmallVector<Value> AdaptiveAvgPool2dOp::decompose(TensorBuilder &builder) {
  TensorExpr x = builder(getInput());
  ArrayRef<int64_t> shape = x.getType().getShape();
  int64_t height = getOutputHeight(), width = getOutputWidth();
  if (shape[2] % height != 0 || shape[3] % width != 0 ||
      ShapedType::isDynamicShape(shape.drop_front(2)))
    return {ResampleOp::create(
        builder, getType(), ResampleMode::Adaptive, getInput(),
        /*dynamic_shape=*/ValueRange(), ArrayRef<int64_t>{height, width})};

  // All bins are of one size: sums over parts of axes.
  Type type = x.getType().getElementType();
  SmallVector<OpFoldResult> parts = builder.extents(x);
  int64_t rows = shape[2] / height, columns = shape[3] / width;
  parts.truncate(2);
  for (int64_t extent : {height, rows, width, columns})
    parts.push_back(builder.getIndexAttr(extent));
  x = builder.reshape(builder.cast(x, builder.getF32Type()), parts);
  TensorExpr sums = builder.reduce(ReductionKind::Sum, x, {3, 5});
  TensorExpr means = sums * (1.0 / static_cast<double>(rows * columns));
  return {builder.conform(
      builder.reshapeLike(builder.cast(means, type), builder(getResult())),
      builder(getResult()))};
}

SmallVector<Value> Upsample2dOp::decompose(TensorBuilder &builder) {
  ResampleMode mode = getMode() == UpsampleMode::Nearest
                          ? ResampleMode::Nearest
                          : ResampleMode::Bilinear;
  return {ResampleOp::create(builder, getType(), mode, getInput(),
                             /*dynamic_shape=*/ValueRange(),
                             /*shape=*/ArrayRef<int64_t>(), /*kernel_size=*/1,
                             /*stride=*/1, /*padding=*/0, getScaleFactor())};
}
