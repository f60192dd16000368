//===- HostTensor.cpp - Values of the interpreter -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Interpreter/HostTensor.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/ErrorHandling.h"

#include <cassert>
#include <cstring>

using namespace mlir;
using namespace oaml;

InterpreterContext::~InterpreterContext() = default;

/// `value` rounded to `type`: nearest, ties to even, overflow to infinity.
static double roundTo(FloatType type, double value) {
  if (type.isF32())
    return static_cast<float>(value);
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

/// The low bits of `value` read as a number of `type`.
static int64_t wrapTo(IntegerType type, int64_t value) {
  switch (type.getWidth()) {
  case 8:
    return type.isUnsigned() ? static_cast<int64_t>(static_cast<uint8_t>(value))
                             : static_cast<int64_t>(static_cast<int8_t>(value));
  case 32:
    return static_cast<int32_t>(value);
  }
  llvm_unreachable("not an element type of the dialect");
}

HostTensor::HostTensor(RankedTensorType type, bool wide)
    : type(type), wide(wide) {
  assert(type.hasStaticShape() && "a value has extents");
  if (isFloat())
    floats = std::make_shared<std::vector<double>>(getNumElements());
  else
    integers = std::make_shared<std::vector<int64_t>>(getNumElements());
}

double HostTensor::getFloat(int64_t index) const {
  assert(floats && index >= 0 && index < getNumElements());
  return (*floats)[index];
}

int64_t HostTensor::getInt(int64_t index) const {
  assert(integers && index >= 0 && index < getNumElements());
  return (*integers)[index];
}

void HostTensor::setFloat(int64_t index, double value) {
  assert(floats && index >= 0 && index < getNumElements());
  if (floats.use_count() > 1)
    floats = std::make_shared<std::vector<double>>(*floats);
  (*floats)[index] =
      wide ? value : roundTo(cast<FloatType>(getElementType()), value);
}

void HostTensor::setInt(int64_t index, int64_t value) {
  assert(integers && index >= 0 && index < getNumElements());
  if (integers.use_count() > 1)
    integers = std::make_shared<std::vector<int64_t>>(*integers);
  (*integers)[index] = wrapTo(cast<IntegerType>(getElementType()), value);
}

HostTensor HostTensor::reshaped(ArrayRef<int64_t> shape) const {
  HostTensor result = *this;
  result.type = RankedTensorType::get(shape, getElementType());
  assert(result.getNumElements() == getNumElements() &&
         "a reshape keeps all elements");
  return result;
}

/// Bytes of one element in storage format.
static size_t getElementSize(Type type) {
  return type.getIntOrFloatBitWidth() / 8;
}

std::vector<char> HostTensor::getBytes() const {
  size_t size = getElementSize(getElementType());
  std::vector<char> bytes(size * getNumElements());
  for (int64_t i = 0, e = getNumElements(); i < e; ++i) {
    uint64_t bits;
    if (auto floatType = dyn_cast<FloatType>(getElementType())) {
      // Rounds in wide mode, too: storage has no wider format.
      llvm::APFloat number(getFloat(i));
      bool losesInfo;
      number.convert(floatType.getFloatSemantics(),
                     llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      bits = number.bitcastToAPInt().getZExtValue();
    } else {
      bits = static_cast<uint64_t>(getInt(i));
    }
    // Storage is little-endian, as are all hosts that MLIR's raw data suits.
    std::memcpy(bytes.data() + size * i, &bits, size);
  }
  return bytes;
}

HostTensor HostTensor::fromBytes(RankedTensorType type, ArrayRef<char> bytes,
                                 bool wide) {
  HostTensor result(type, wide);
  size_t size = getElementSize(type.getElementType());
  assert(bytes.size() == size * type.getNumElements() &&
         "as many bytes as the type says");
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + size * i, size);
    if (auto floatType = dyn_cast<FloatType>(type.getElementType())) {
      llvm::APFloat number(floatType.getFloatSemantics(),
                           llvm::APInt(8 * size, bits));
      bool losesInfo;
      number.convert(llvm::APFloat::IEEEdouble(),
                     llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      (*result.floats)[i] = number.convertToDouble();
    } else {
      (*result.integers)[i] = wrapTo(cast<IntegerType>(type.getElementType()),
                                     static_cast<int64_t>(bits));
    }
  }
  return result;
}
