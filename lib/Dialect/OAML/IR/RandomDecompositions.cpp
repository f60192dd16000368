//===- RandomDecompositions.cpp - Initial values in terms of core ops -----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "oaml/Dialect/OAML/IR/RandomOps.h"
#include <cmath>

using namespace mlir;
using namespace oaml;

SmallVector<Value> RandXavierOp::decompose(TensorBuilder &builder) {
  // The bound for ranks other than 2 is the contract's.
  double bound = 0.1;
  Value low, high;
  ArrayRef<int64_t> shape = getShape();
  if (getBound()) {
    bound = getBound()->convertToDouble();
  } else if (shape.size() == 2 && !ShapedType::isDynamic(shape[1])) {
    bound = std::sqrt(1.0 / static_cast<double>(shape[1]));
  } else if (shape.size() == 2) {
    Type f32 = builder.getF32Type();
    TensorExpr limit =
        builder.sqrt(builder.scalar(1.0, f32) /
                     builder.extentScalar(getMixedShape()[1], f32));
    high = limit;
    low = -limit;
  }
  FloatAttr lowAttr, highAttr;
  if (!high) {
    lowAttr = builder.getF64FloatAttr(-bound);
    highAttr = builder.getF64FloatAttr(bound);
  }
  Value result = PhiloxUniformOp::create(builder, getDynamicShape(), low, high,
                                         getSeedValue(), getShapeAttr(),
                                         lowAttr, highAttr, getSeedAttr());
  return {result};
}
