//===- NarrowFloats.cpp - f16 and bf16 by arithmetic on f32 and words -----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// bf16 everywhere, and f16 on devices that know no halves, are held as f32.
// Integer arithmetic rounds to nearest, ties to even, whatever the device's
// rounding is, and keeps subnormal halves where it flushes those of f32.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace oaml;

namespace {
/// Arithmetic on 32-bit words.
class Words {
public:
  Words(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(int64_t value) { return createWord(builder, loc, value); }
  Value add(Value a, Value b) { return binary<spirv::IAddOp>(a, b); }
  Value sub(Value a, Value b) { return binary<spirv::ISubOp>(a, b); }
  Value band(Value a, Value b) { return binary<spirv::BitwiseAndOp>(a, b); }
  Value bor(Value a, Value b) { return binary<spirv::BitwiseOrOp>(a, b); }
  Value shl(Value a, Value b) {
    return binary<spirv::ShiftLeftLogicalOp>(a, b);
  }
  Value shr(Value a, Value b) {
    return binary<spirv::ShiftRightLogicalOp>(a, b);
  }
  Value less(Value a, Value b) {
    return spirv::ULessThanOp::create(builder, loc, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return spirv::SelectOp::create(builder, loc, condition, a, b);
  }
  Value toFloat(Value word) {
    return spirv::BitcastOp::create(builder, loc, builder.getF32Type(), word);
  }
  Value fromFloat(Value value) {
    return spirv::BitcastOp::create(builder, loc, builder.getI32Type(), value);
  }

  /// `word` shifted right by `count`, 1 to 25, rounded to nearest, ties to
  /// even; `word` is less than 2^31 - 2^24.
  Value roundAndShift(Value word, Value count) {
    Value one = constant(1);
    Value odd = band(shr(word, count), one);
    Value almostHalf = sub(shl(one, sub(count, one)), one);
    return shr(add(word, add(almostHalf, odd)), count);
  }

private:
  template <typename Op>
  Value binary(Value a, Value b) {
    return Op::create(builder, loc, builder.getI32Type(), a, b);
  }

  OpBuilder &builder;
  Location loc;
};
} // namespace

Value oaml::packHalf(OpBuilder &builder, Location loc, Value value) {
  Words words(builder, loc);
  auto constant = [&](int64_t n) { return words.constant(n); };
  Value bits = words.fromFloat(value);
  Value magnitude = words.band(bits, constant(0x7fffffff));
  Value sign = words.band(words.shr(bits, constant(16)), constant(0x8000));
  // 13 bits of the fraction go; the exponent's bias is less by 112. What rounds
  // up to 2^16, and all that is larger, is infinite.
  Value normal = words.sub(words.roundAndShift(magnitude, constant(13)),
                           constant(112 << 10));
  normal = words.select(words.less(magnitude, constant(0x477ff000)), normal,
                        constant(0x7c00));
  // Below 2^-14 the fraction, its leading bit written out, moves to the place
  // that the exponent says; behind 25 places nothing is left.
  Value fraction =
      words.bor(words.band(magnitude, constant(0x7fffff)), constant(0x800000));
  Value places = words.sub(constant(126), words.shr(magnitude, constant(23)));
  // Not less than 1, so that what is no subnormal stays defined.
  Value isSubnormal = words.less(magnitude, constant(0x38800000));
  places = words.select(isSubnormal, places, constant(1));
  places = words.select(words.less(places, constant(25)), places, constant(25));
  Value half =
      words.select(isSubnormal, words.roundAndShift(fraction, places), normal);
  // A NaN is quiet and keeps the upper bits of its payload.
  Value payload =
      words.bor(words.band(words.shr(bits, constant(13)), constant(0x1ff)),
                constant(0x7e00));
  half =
      words.select(words.less(constant(0x7f800000), magnitude), payload, half);
  return words.bor(half, sign);
}

Value oaml::unpackHalf(OpBuilder &builder, Location loc, Value word) {
  Words words(builder, loc);
  auto constant = [&](int64_t n) { return words.constant(n); };
  Value magnitude = words.band(word, constant(0x7fff));
  Value sign = words.shl(words.band(word, constant(0x8000)), constant(16));
  Value shifted = words.shl(magnitude, constant(13));
  Value normal = words.add(shifted, constant(112 << 23));
  Value special = words.bor(shifted, constant(0x7f800000));
  Value bits =
      words.select(words.less(magnitude, constant(0x7c00)), normal, special);
  // A subnormal half is a whole number of 2^-24, exact in f32.
  Value count = spirv::ConvertUToFOp::create(builder, loc, builder.getF32Type(),
                                             magnitude);
  Value unit = spirv::ConstantOp::create(builder, loc, builder.getF32Type(),
                                         builder.getF32FloatAttr(0x1p-24f));
  Value small = spirv::FMulOp::create(builder, loc, count, unit);
  bits = words.select(words.less(magnitude, constant(0x400)),
                      words.fromFloat(small), bits);
  return words.toFloat(words.bor(bits, sign));
}

/// bf16: the upper half of an f32.
static Value roundToBF16(OpBuilder &builder, Location loc, Value value) {
  Words words(builder, loc);
  Value bits = words.fromFloat(value);
  Value odd =
      words.band(words.shr(bits, words.constant(16)), words.constant(1));
  Value rounded = words.add(bits, words.add(odd, words.constant(0x7fff)));
  // A NaN stays one: the carry must not run into its exponent, and its upper
  // half must not be that of an infinity.
  Value quiet = words.bor(bits, words.constant(0x400000));
  Value isNan = spirv::IsNanOp::create(builder, loc, value);
  Value chosen = words.select(isNan, quiet, rounded);
  return words.toFloat(words.band(chosen, words.constant(0xffff0000)));
}

Value oaml::roundToNarrow(OpBuilder &builder, Location loc, Value value,
                          Type type, kernel::DeviceAttr device) {
  if (type.isBF16())
    return roundToBF16(builder, loc, value);
  if (!device.getStorage16())
    return unpackHalf(builder, loc, packHalf(builder, loc, value));
  auto narrow = spirv::FConvertOp::create(builder, loc, type, value);
  auto wide =
      spirv::FConvertOp::create(builder, loc, builder.getF32Type(), narrow);
  // Drivers take the pair for the identity unless each must be exact.
  narrow->setAttr("no_contraction", builder.getUnitAttr());
  wide->setAttr("no_contraction", builder.getUnitAttr());
  return wide;
}
