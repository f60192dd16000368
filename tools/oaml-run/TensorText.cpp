//===- TensorText.cpp - Tensors on the command line -----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorText.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <cstring>

using namespace oaml;
using llvm::APFloat;
using llvm::StringRef;
using llvm::Twine;
using rt::DType;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(message);
}

namespace {
/// An element type: how it is spelled and held.
struct ElementType {
  StringRef name;
  DType dtype;
  unsigned size;
  /// Null for integers.
  const llvm::fltSemantics *semantics;
  /// Of integers.
  int64_t low, high;
};
} // namespace

static llvm::ArrayRef<ElementType> getElementTypes() {
  // The largest i32 is that of ui32: constants are often written unsigned.
  static const ElementType types[] = {
      {"f32", DType::F32, 4, &APFloat::IEEEsingle(), 0, 0},
      {"f16", DType::F16, 2, &APFloat::IEEEhalf(), 0, 0},
      {"bf16", DType::BF16, 2, &APFloat::BFloat(), 0, 0},
      {"i32", DType::I32, 4, nullptr, INT32_MIN, UINT32_MAX},
      {"ui32", DType::I32, 4, nullptr, 0, UINT32_MAX},
      {"i8", DType::I8, 1, nullptr, INT8_MIN, INT8_MAX},
      {"ui8", DType::UI8, 1, nullptr, 0, UINT8_MAX}};
  return types;
}

/// The bits of a number of `type`.
static llvm::Expected<uint64_t> parseNumber(StringRef text,
                                            const ElementType &type) {
  if (!type.semantics) {
    int64_t value;
    if (text.getAsInteger(0, value))
      return makeError("'" + text + "' is no integer");
    if (value < type.low || value > type.high)
      return makeError("'" + text + "' does not fit in " + type.name);
    return static_cast<uint64_t>(value);
  }
  StringRef magnitude = text;
  bool isNegative = magnitude.consume_front("-");
  if (!isNegative)
    magnitude.consume_front("+");
  APFloat value(*type.semantics);
  if (magnitude.equals_insensitive("nan")) {
    value = APFloat::getNaN(*type.semantics, isNegative);
  } else if (magnitude.equals_insensitive("inf") ||
             magnitude.equals_insensitive("infinity")) {
    value = APFloat::getInf(*type.semantics, isNegative);
  } else {
    // What convertFromString takes for special values was handled above.
    if (magnitude.empty() ||
        !(llvm::isDigit(magnitude[0]) || magnitude[0] == '.'))
      return makeError("'" + text + "' is no number");
    auto status = value.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return makeError("'" + text + "' is no number");
    }
    if (*status & APFloat::opOverflow)
      return makeError("'" + text + "' does not fit in " + type.name +
                       " (infinity is written inf)");
  }
  return value.bitcastToAPInt().getZExtValue();
}

llvm::Expected<rt::HostArray> oaml::parseTensor(StringRef text) {
  auto [typeText, valueText] = text.split('=');
  if (typeText.size() == text.size())
    return makeError(
        "requires <type>=<values>, for example 2x3xf32=1 2 3 4 5 6");

  rt::HostArray array;
  llvm::SmallVector<StringRef> parts;
  typeText.trim().split(parts, 'x');
  int64_t count = 1;
  for (StringRef part : llvm::ArrayRef(parts).drop_back()) {
    int64_t extent;
    if (part.getAsInteger(10, extent) || extent < 0)
      return makeError("'" + part + "' is no extent in '" + typeText + "'");
    if (__builtin_mul_overflow(count, extent, &count) || count > UINT32_MAX)
      return makeError("'" + typeText + "' has too many elements");
    array.shape.push_back(extent);
  }
  const ElementType *type =
      llvm::find_if(getElementTypes(), [&](const ElementType &type) {
        return type.name == parts.back();
      });
  if (type == getElementTypes().end())
    return makeError(
        "'" + parts.back() +
        "' is no element type (f32, f16, bf16, i32, ui32, i8, ui8)");
  array.dtype = type->dtype;

  llvm::SmallVector<StringRef> values;
  llvm::SplitString(valueText, values, " \t\n,");
  auto numValues = static_cast<int64_t>(values.size());
  if (numValues != count && numValues != 1)
    return makeError(
        "'" + typeText + "' requires " + Twine(count) +
        (count == 1 ? " value, found " : " values or one, found ") +
        Twine(numValues));
  array.bytes.resize(count * type->size);
  for (int64_t i = 0; i < std::max<int64_t>(numValues, count); ++i) {
    static_assert(llvm::endianness::native == llvm::endianness::little);
    llvm::Expected<uint64_t> bits =
        parseNumber(values[numValues == 1 ? 0 : i], *type);
    if (!bits)
      return bits.takeError();
    if (i < count)
      std::memcpy(array.bytes.data() + i * type->size, &*bits, type->size);
  }
  return array;
}

static const ElementType &getElementType(DType dtype) {
  return *llvm::find_if(getElementTypes(), [&](const ElementType &type) {
    return type.dtype == dtype;
  });
}

void oaml::printElement(llvm::raw_ostream &stream, const rt::HostArray &array,
                        size_t index) {
  const ElementType &type = getElementType(array.dtype);
  uint64_t bits = 0;
  std::memcpy(&bits, array.bytes.data() + index * type.size, type.size);
  if (!type.semantics) {
    if (type.low < 0)
      stream << llvm::SignExtend64(bits, 8 * type.size);
    else
      stream << bits;
    return;
  }
  APFloat value(*type.semantics, llvm::APInt(8 * type.size, bits));
  if (value.isNaN()) {
    stream << "nan";
  } else if (value.isInfinity()) {
    stream << (value.isNegative() ? "-inf" : "inf");
  } else {
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    stream << llvm::format("%.9g", value.convertToDouble());
  }
}

void oaml::printTensor(llvm::raw_ostream &stream, const rt::HostArray &array) {
  const ElementType &type = getElementType(array.dtype);
  for (int64_t extent : array.shape)
    stream << extent << 'x';
  stream << type.name << '=';
  for (size_t i = 0, e = array.bytes.size() / type.size; i < e; ++i) {
    if (i > 0)
      stream << ' ';
    printElement(stream, array, i);
  }
}
