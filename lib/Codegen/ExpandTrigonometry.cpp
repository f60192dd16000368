//===- ExpandTrigonometry.cpp - Sine and cosine in arithmetic -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Payne and Hanek's reduction: the product of the operand's 24 bits with those
// bits of 2/pi that matter, in integers, is exact to 2^-62 of a quadrant,
// however large the operand is. See docs/rationale/accurate-math.md.

#include "MathBuilder.h"

#include <array>

using namespace mlir;
using namespace oaml;

namespace {

/// `|x| = q pi/2 + r` with |r| <= pi/4.
struct Quadrant {
  /// q in the low two bits.
  Value q;
  Value r;
};

/// A number of 64 bits.
struct Wide {
  Value high, low;
};

} // namespace

static Wide multiply(MathBuilder &b, Value x, Value y) {
  auto product = arith::MulUIExtendedOp::create(b, x, y);
  return {product.getHigh(), product.getLow()};
}

/// `size` is |x|.
static Quadrant reduceByHalfPi(MathBuilder &b, Value size) {
  // 2/pi / 4, the highest word first.
  constexpr uint32_t words[] = {0x28BE60DB, 0x9391054A, 0x7F09D5F4, 0x7D4D3770,
                                0x36D8A566, 0x4F10E410, 0x7F9458EA};
  // |x| = mantissa 2^(exponent - 32), with 32 bits of mantissa. For |x| < 1/2,
  // which is not reduced, anything.
  Value bits = b.asBits(size);
  Value exponent = b.subBits(b.shiftRight(bits, b.bits(23)), b.bits(126));
  exponent = arith::MaxSIOp::create(b, exponent, b.bits(0));
  Value mantissa = b.orBits(b.shiftLeft(bits, b.bits(8)), b.bits(signBit));

  // 96 bits of 2/pi from bit `exponent` on; those before it are multiples of
  // four quadrants.
  Value number = b.shiftRight(exponent, b.bits(5));
  auto getWord = [&](int offset) {
    // The exponent of a finite number is at most 128.
    Value word = b.bits(offset < 0 ? 0 : words[offset]);
    for (int i = 1; i <= 4; ++i)
      word = b.chooseBits(arith::CmpIPredicate::eq, number, b.bits(i),
                          b.bits(words[i + offset]), word);
    return word;
  };
  Value shift = b.andBits(exponent, 31);
  Value unshift = b.subBits(b.bits(31), shift);
  Value next = getWord(2);
  std::array<Value, 3> window;
  for (int i = 2; i >= 0; --i) {
    Value word = getWord(i - 1);
    // In two steps: a shift by 32 is no shift.
    Value carried = b.shiftRight(b.shiftRight(next, b.bits(1)), unshift);
    window[i] = b.orBits(b.shiftLeft(word, shift), carried);
    next = word;
  }

  // The quadrant in two bits and its fraction in 62.
  Wide low = multiply(b, mantissa, window[2]);
  Wide middle = multiply(b, mantissa, window[1]);
  Value fractionLow = b.addBits(middle.low, low.high);
  Value carry = b.chooseBits(arith::CmpIPredicate::ult, fractionLow, middle.low,
                             b.bits(1), b.bits(0));
  Value fraction =
      b.addBits(b.addBits(middle.high, b.mulBits(mantissa, window[0])), carry);
  Value q = b.shiftRight(fraction, b.bits(30));
  fraction = b.andBits(fraction, 0x3FFFFFFF);

  // To the nearest quadrant: beyond its half, the distance to the next one.
  Value isBeyond = b.shiftRight(fraction, b.bits(29));
  q = b.addBits(q, isBeyond);
  auto ifBeyond = [&](Value then, Value otherwise) {
    return b.chooseBits(arith::CmpIPredicate::ne, isBeyond, b.bits(0), then,
                        otherwise);
  };
  Value borrow = b.chooseBits(arith::CmpIPredicate::ne, fractionLow, b.bits(0),
                              b.bits(1), b.bits(0));
  fraction = ifBeyond(
      b.subBits(b.subBits(b.bits(0x40000000), fraction), borrow), fraction);
  fractionLow = ifBeyond(b.subBits(b.bits(0), fractionLow), fractionLow);

  // In parts that f32 holds exactly, so that leading zeros cost nothing.
  Value top = b.andBits(fraction, ~0x3Fu);
  Value rest = b.orBits(b.shiftLeft(b.andBits(fraction, 0x3F), b.bits(18)),
                        b.shiftRight(fractionLow, b.bits(14)));
  Value least = b.andBits(fractionLow, 0x3FFF);
  auto scaled = [&](Value part, float unit) {
    return b.mul(b.toNumber(part), b.number(unit));
  };
  Value turn = b.add(scaled(top, 0x1p-30f),
                     b.add(scaled(rest, 0x1p-48f), scaled(least, 0x1p-62f)));
  constexpr float halfPi = 0x1.921fb6p+0f, halfPiLow = -0x1.777a5cp-25f;
  Value r =
      b.add(b.mul(turn, b.number(halfPi)), b.mul(turn, b.number(halfPiLow)));
  r = b.asNumber(b.orBits(b.asBits(r), b.shiftLeft(isBeyond, b.bits(31))));

  // Small numbers are their own rest.
  constexpr float small = 0.75f;
  Value limit = b.number(small);
  Value isSmall =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, size, limit);
  q = arith::SelectOp::create(b, isSmall, b.bits(0), q);
  r = arith::SelectOp::create(b, isSmall, size, r);
  return {q, r};
}

/// The sine of `|x|` and `offset` quadrants more; `sign` is added to its sign.
static Value expandSinOf(MathBuilder &b, Value x, uint32_t offset, Value sign) {
  Value size = b.asNumber(b.andBits(b.asBits(x), ~signBit));
  Quadrant quadrant = reduceByHalfPi(b, size);
  Value r = quadrant.r, z = b.mul(r, r);
  Value sine =
      b.add(b.mul(b.mul(b.polynomial(z, {-0x1.994e96p-13f, 0x1.11076ep-7f,
                                         -0x1.555546p-3f}),
                        z),
                  r),
            r);
  Value cosine = b.add(
      b.add(b.mul(b.mul(b.polynomial(z, {0x1.9a0384p-16f, -0x1.6c0c68p-10f,
                                         0x1.55554ap-5f}),
                        z),
                  z),
            b.mul(z, b.number(-0.5f))),
      b.number(1.0f));
  Value q = b.addBits(quadrant.q, b.bits(offset));
  Value y = b.chooseBits(arith::CmpIPredicate::ne, b.andBits(q, 1), b.bits(0),
                         cosine, sine);
  Value flip = b.shiftLeft(b.andBits(q, 2), b.bits(30));
  if (sign)
    flip = b.xorBits(flip, sign);
  y = b.asNumber(b.xorBits(b.asBits(y), flip));
  return b.choose(arith::CmpFPredicate::OLT, size, b.number(infinity), y,
                  b.number(std::numeric_limits<float>::quiet_NaN()));
}

Value oaml::expandSin(MathBuilder &b, Value x) {
  return expandSinOf(b, x, 0, b.andBits(b.asBits(x), signBit));
}

Value oaml::expandCos(MathBuilder &b, Value x) {
  return expandSinOf(b, x, 1, nullptr);
}
