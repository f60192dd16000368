//===- ExpandPow.cpp - Powers in arithmetic -------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// x^p = 2^(p log2 x). The product may be 128, and its error is that of the
// result: the logarithm is formed as the sum of two numbers. See
// docs/rationale/accurate-math.md.

#include "MathBuilder.h"

using namespace mlir;
using namespace oaml;

namespace {
/// The sum of two numbers, the second much smaller than the first.
struct Pair {
  Value high, low;
};
} // namespace

/// `a * b`, exactly: the halves of 12 bits have exact products.
static Pair multiply(MathBuilder &b, Value x, Value y) {
  constexpr uint32_t upperHalf = 0xFFFFF000;
  auto split = [&](Value a) -> Pair {
    Value high = b.asNumber(b.andBits(b.asBits(a), upperHalf));
    return {high, b.sub(a, high)};
  };
  Pair left = split(x), right = split(y);
  Value product = b.mul(x, y);
  Value low = b.sub(b.mul(left.high, right.high), product);
  low = b.add(low, b.mul(left.high, right.low));
  low = b.add(low, b.mul(left.low, right.high));
  return {product, b.add(low, b.mul(left.low, right.low))};
}

/// `x + y`, exactly, where x is 0 or not smaller than y.
static Pair add(MathBuilder &b, Value x, Value y) {
  Value sum = b.add(x, y);
  return {sum, b.sub(y, b.sub(sum, x))};
}

/// log2 x for positive normal x, to about 2^-33 of itself.
static Pair expandLog2(MathBuilder &b, Value x) {
  Split split = splitExponent(b, x);
  Value m = split.m, one = b.number(1.0f);
  // s = (m - 1) / (m + 1), with what the quotient and the sum lost.
  Value f = b.sub(m, one), d = b.add(m, one);
  Value lost = b.sub(m, b.sub(d, one));
  Value s = b.div(f, d);
  Pair product = multiply(b, s, d);
  Value rest = b.sub(b.sub(f, product.high), product.low);
  Value sLow = b.div(b.sub(rest, b.mul(s, lost)), d);
  // z = s^2, u = z/3 + z^2 q(z).
  Pair z = multiply(b, s, s);
  z.low = b.add(z.low, b.mul(b.add(s, s), sLow));
  constexpr float third = 0x1.555556p-2f, thirdLow = -0x1.555556p-27f;
  Value q =
      b.polynomial(z.high, {0x1.df9d66p-4f, 0x1.24528ep-3f, 0x1.999a00p-3f});
  Pair linear = multiply(b, z.high, b.number(third));
  Pair u = add(b, linear.high, b.mul(b.mul(z.high, z.high), q));
  u.low = b.add(u.low, linear.low);
  u.low = b.add(u.low, b.mul(z.high, b.number(thirdLow)));
  u.low = b.add(u.low, b.mul(z.low, b.number(third)));
  // (s + sLow) (1 + u), then times 2 / ln 2.
  Pair su = multiply(b, s, u.high);
  Pair v = add(b, s, su.high);
  v.low = b.add(v.low, su.low);
  v.low = b.add(v.low, b.mul(s, u.low));
  v.low = b.add(v.low, b.add(sLow, b.mul(sLow, u.high)));
  constexpr float scale = 0x1.715476p+1f, scaleLow = 0x1.4ae0c0p-25f;
  Pair w = multiply(b, v.high, b.number(scale));
  w.low = b.add(w.low, b.mul(v.high, b.number(scaleLow)));
  w.low = b.add(w.low, b.mul(v.low, b.number(scale)));
  Pair sum = add(b, b.toNumber(split.n), w.high);
  return add(b, sum.high, b.add(sum.low, w.low));
}

/// 2^(x.high + x.low); 0 below the normal range.
static Value expandExp2(MathBuilder &b, Pair x) {
  // Beyond it results are 0 or infinite, whatever the second part is.
  constexpr float beyond = 200.0f;
  Value size = b.asNumber(b.andBits(b.asBits(x.high), ~signBit));
  Value low = b.choose(arith::CmpFPredicate::OLT, size, b.number(beyond), x.low,
                       b.number(0.0f));
  Value high = b.atLeast(b.atMost(x.high, beyond), -beyond);
  constexpr float rounder = 0x1.8p+23f, ln2 = 0x1.62e430p-1f;
  Value shifted = b.add(high, b.number(rounder));
  Value n = b.sub(shifted, b.number(rounder));
  Value r = b.add(b.sub(high, n), low);
  Value p = expandExpOfReduced(b, b.mul(r, b.number(ln2)));
  Value y = b.asNumber(b.addBits(b.asBits(p), b.asExponent(b.asBits(shifted))));
  // The first part may have been rounded up to 128.
  Value above = b.add(b.sub(high, b.number(128.0f)), low);
  y = b.choose(arith::CmpFPredicate::OLT, above, b.number(0.0f), y,
               b.number(infinity));
  return b.choose(arith::CmpFPredicate::OLT, high, b.number(-126.0f),
                  b.number(0.0f), y);
}

Value oaml::expandPow(MathBuilder &b, Value x, Value p) {
  Value zero = b.number(0.0f), one = b.number(1.0f);
  Value infinite = b.number(infinity);
  Value base = b.asNumber(b.andBits(b.asBits(x), ~signBit));
  Value size = b.asNumber(b.andBits(b.asBits(p), ~signBit));

  // Exponents from 2^60 on leave no number but 1 where it is.
  Value exponent = b.atLeast(b.atMost(p, 0x1p60f), -0x1p60f);
  Pair log = expandLog2(b, base);
  Pair power = multiply(b, exponent, log.high);
  power.low = b.add(power.low, b.mul(exponent, log.low));
  Value y = expandExp2(b, power);

  // Powers of 0 (a subnormal number counts as that) and infinity.
  Value atZero = b.choose(arith::CmpFPredicate::OLT, p, zero, infinite, zero);
  Value atInfinity =
      b.choose(arith::CmpFPredicate::OLT, p, zero, zero, infinite);
  y = b.choose(arith::CmpFPredicate::OLT, base,
               b.number(std::numeric_limits<float>::min()), atZero, y);
  y = b.choose(arith::CmpFPredicate::OLT, base, infinite, y, atInfinity);

  // Is p an integer, is it odd? From 2^23 on every number is one, from 2^24 on
  // every number is even. Below, adding 2^23 puts the integer into the low
  // bits.
  constexpr float whole = 0x1p23f, even = 0x1p24f;
  Value shifted = b.choose(arith::CmpFPredicate::OLT, size, b.number(whole),
                           b.add(size, b.number(whole)), size);
  Value rounded = b.choose(arith::CmpFPredicate::OLT, size, b.number(whole),
                           b.sub(shifted, b.number(whole)), size);
  Value oddSign = b.shiftLeft(b.asBits(shifted), b.bits(31));
  oddSign = b.asBits(b.choose(arith::CmpFPredicate::OLT, size, b.number(even),
                              b.asNumber(oddSign), zero));
  oddSign = b.asBits(b.choose(arith::CmpFPredicate::OEQ, rounded, size,
                              b.asNumber(oddSign), zero));
  Value sign = arith::AndIOp::create(b, oddSign, b.asBits(x));
  y = b.asNumber(b.orBits(b.asBits(y), b.andBits(sign, signBit)));

  // No power of a negative number with a fraction as exponent; of -inf there is
  // one.
  Value nan = b.number(std::numeric_limits<float>::quiet_NaN());
  Value ofNegative = b.choose(arith::CmpFPredicate::OEQ, rounded, size, y, nan);
  ofNegative =
      b.choose(arith::CmpFPredicate::OLT, base, infinite, ofNegative, y);
  y = b.choose(arith::CmpFPredicate::OLT, x, zero, ofNegative, y);
  // NaN gives NaN, but 1^p and x^0 are 1 for every p and x.
  y = b.choose(arith::CmpFPredicate::OLE, base, infinite, y, nan);
  y = b.choose(arith::CmpFPredicate::OLE, size, infinite, y, nan);
  y = b.choose(arith::CmpFPredicate::OEQ, x, one, one, y);
  return b.choose(arith::CmpFPredicate::OEQ, p, zero, one, y);
}
