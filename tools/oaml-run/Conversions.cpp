//===- Conversions.cpp - Arrays of the runtime and the interpreter --------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversions.h"

using namespace mlir;
using namespace oaml;

static Type getElementType(MLIRContext *context, rt::DType dtype) {
  switch (dtype) {
  case rt::DType::F32:
    return Float32Type::get(context);
  case rt::DType::F16:
    return Float16Type::get(context);
  case rt::DType::BF16:
    return BFloat16Type::get(context);
  case rt::DType::I32:
    return IntegerType::get(context, 32);
  case rt::DType::I8:
    return IntegerType::get(context, 8);
  case rt::DType::UI8:
    return IntegerType::get(context, 8, IntegerType::Unsigned);
  }
  llvm_unreachable("unknown element type");
}

static rt::DType getDType(Type type) {
  if (type.isF32())
    return rt::DType::F32;
  if (type.isF16())
    return rt::DType::F16;
  if (type.isBF16())
    return rt::DType::BF16;
  if (type.isInteger(32))
    return rt::DType::I32;
  return type.isUnsignedInteger(8) ? rt::DType::UI8 : rt::DType::I8;
}

HostTensor oaml::toTensor(MLIRContext *context, const rt::HostArray &array) {
  return HostTensor::fromBytes(
      RankedTensorType::get(array.shape, getElementType(context, array.dtype)),
      array.bytes);
}

rt::HostArray oaml::toArray(const HostTensor &tensor) {
  rt::HostArray array;
  array.dtype = getDType(tensor.getElementType());
  array.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
  array.bytes = tensor.getBytes();
  return array;
}
