//===- ExpandMath.cpp - Accurate elementary functions in arithmetic -------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The algorithms and the source of their constants are described in
// docs/rationale/accurate-math.md.
//
// Arithmetic whose rounding matters is built without `contract`, which keeps
// drivers from rearranging it; polynomials are right with fused multiply-adds
// and without and allow them.

#include "MathBuilder.h"

#include "oaml/Codegen/Passes.h"
#include "oaml/Dialect/Kernel/IR/KernelDialect.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace oaml {
#define GEN_PASS_DEF_EXPANDMATH
#include "oaml/Codegen/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

namespace {

//===----------------------------------------------------------------------===//
// e^x
//===----------------------------------------------------------------------===//

/// `x = n ln 2 + r` with an integer n and |r| <= ln 2 / 2.
struct Reduced {
  /// n in the low bits.
  Value n;
  Value r;
};

} // namespace

/// With `bias` added to n in the low bits.
static Reduced reduceByLn2(MathBuilder &b, Value x, float bias = 0.0f) {
  // Adding 1.5 * 2^23 rounds to an integer, which then stands in the low bits.
  constexpr float log2e = 0x1.715476p+0f;
  const float rounder = 0x1.8p+23f + bias;
  Value shifted = b.add(b.mul(x, b.number(log2e)), b.number(rounder));
  Value n = b.sub(shifted, b.number(rounder));
  Value r =
      b.sub(b.sub(x, b.mul(n, b.number(ln2High))), b.mul(n, b.number(ln2Low)));
  return {b.asBits(shifted), r};
}

Value oaml::expandExpOfReduced(MathBuilder &b, Value r) {
  // 1 + (r + r^2 q(r)).
  Value q = b.polynomial(
      r, {0x1.10627ap-7f, 0x1.572a06p-5f, 0x1.5557aep-3f, 0x1.fffdfcp-2f});
  return b.add(b.add(b.mul(b.mul(q, r), r), r), b.number(1.0f));
}

static Value expandExp(MathBuilder &b, Value x) {
  Reduced reduced = reduceByLn2(b, x);
  Value p = expandExpOfReduced(b, reduced.r);
  // n is added to the exponent.
  Value y = b.asNumber(b.addBits(b.asBits(p), b.asExponent(reduced.n)));
  // Greatest number with a finite result; a NaN passes by `x + inf`.
  constexpr float greatest = 0x1.62e42ep+6f;
  y = b.choose(arith::CmpFPredicate::OLE, x, b.number(greatest), y,
               b.add(x, b.number(infinity)));
  // Below it results are subnormal.
  constexpr float least = -0x1.5d589ep+6f;
  return b.choose(arith::CmpFPredicate::OLT, x, b.number(least), b.number(0.0f),
                  y);
}

/// For x <= 0 or NaN (up to 88, in fact): 2^n is a factor of its own then, by
/// which a NaN stays one.
static Value expandExpOfNonpositive(MathBuilder &b, Value x) {
  // From -88 down n is -127, whose factor is 0.
  Reduced reduced = reduceByLn2(b, b.atLeast(x, -88.0f), /*bias=*/127.0f);
  Value p = expandExpOfReduced(b, reduced.r);
  return b.mul(p, b.asNumber(b.asExponent(reduced.n)));
}

/// (e^x - 1) * unit for -25 < x < 89 and `unit` a power of 2, accurate near 0.
static Value expandExpm1Scaled(MathBuilder &b, Value x, float unit) {
  Reduced reduced = reduceByLn2(b, x);
  Value r = reduced.r;
  Value q = b.polynomial(r, {0x1.a2a182p-13f, 0x1.6d81b8p-10f, 0x1.111172p-7f,
                             0x1.5554bcp-5f, 0x1.555554p-3f, 0.5f});
  // e^r - 1.
  Value p = b.add(b.mul(b.mul(q, r), r), r);
  Value scale = b.asNumber(b.addBits(b.asExponent(reduced.n),
                                     b.bits(llvm::bit_cast<uint32_t>(unit))));
  return b.add(b.mul(scale, p), b.sub(scale, b.number(unit)));
}

static Value expandExpm1(MathBuilder &b, Value x) {
  // Where the result is infinite, or -1. Half of it, since 2^128 is no f32.
  Value clamped = b.atLeast(b.atMost(x, 89.0f), -20.0f);
  Value half = expandExpm1Scaled(b, clamped, 0.5f);
  // The half of a small number may be subnormal, and the number does as well.
  return b.choose(arith::CmpFPredicate::OLT, b.mul(x, x), b.number(0x1p-50f), x,
                  b.add(half, half));
}

static Value expandTanh(MathBuilder &b, Value x) {
  // tanh |x| = e / (e + 2) with e = e^(2 |x|) - 1; 1 from 10 on.
  Value bits = b.asBits(x);
  Value size = b.atMost(b.asNumber(b.andBits(bits, ~signBit)), 10.0f);
  Value e = expandExpm1Scaled(b, b.add(size, size), 1.0f);
  Value y = b.div(e, b.add(e, b.number(2.0f)));
  return b.asNumber(b.orBits(b.asBits(y), b.andBits(bits, signBit)));
}

//===----------------------------------------------------------------------===//
// ln x
//===----------------------------------------------------------------------===//

Split oaml::splitExponent(MathBuilder &b, Value x) {
  constexpr uint32_t sqrtHalf = 0x3F3504F3;
  Value bits = b.asBits(x);
  Value n =
      arith::ShRSIOp::create(b, b.subBits(bits, b.bits(sqrtHalf)), b.bits(23));
  return {n, b.asNumber(b.subBits(bits, b.asExponent(n)))};
}

/// ln(1 + f) + n ln 2.
static Value expandLogOfSplit(MathBuilder &b, Value f, Value n) {
  // ln(1 + f) = f + f^2 (f p(f) - 1/2).
  Value q = b.polynomial(f, {0x1.645e6cp-4f, -0x1.243330p-3f, 0x1.3174c4p-3f,
                             -0x1.53824ap-3f, 0x1.98d7f8p-3f, -0x1.000382p-2f,
                             0x1.5556d8p-2f, -0.5f});
  Value tail = b.mul(b.mul(f, f), q);
  n = b.toNumber(n);
  Value low = b.add(b.mul(n, b.number(ln2Low)), tail);
  return b.add(b.mul(n, b.number(ln2High)), b.add(low, f));
}

/// `y` where `x` is finite and above `least`; `x` where it is infinite or NaN;
/// -inf from `least` down to `zero`, NaN below.
static Value closeLog(MathBuilder &b, Value x, Value y, float least,
                      bool inclusive, float zero) {
  y = b.choose(arith::CmpFPredicate::OLT, x, b.number(infinity), y, x);
  Value outside = b.choose(arith::CmpFPredicate::OLT, x, b.number(zero),
                           b.number(std::numeric_limits<float>::quiet_NaN()),
                           b.number(-infinity));
  // Unordered: a NaN keeps itself.
  return b.choose(inclusive ? arith::CmpFPredicate::UGE
                            : arith::CmpFPredicate::UGT,
                  x, b.number(least), y, outside);
}

static Value expandLog(MathBuilder &b, Value x) {
  Split split = splitExponent(b, x);
  Value y = expandLogOfSplit(b, b.sub(split.m, b.number(1.0f)), split.n);
  // Subnormal numbers count as 0.
  return closeLog(b, x, y, std::numeric_limits<float>::min(),
                  /*inclusive=*/true, 0.0f);
}

static Value expandLog1p(MathBuilder &b, Value x) {
  Value one = b.number(1.0f);
  Value u = b.add(x, one);
  Split split = splitExponent(b, u);
  // What the sum lost, added on the scale of m. Beyond 2^64 it does not matter,
  // and its scale would be too small for f32.
  Value lost = b.sub(x, b.sub(u, one));
  Value n = arith::MinSIOp::create(b, split.n, b.bits(64));
  Value scale = b.asNumber(b.subBits(b.asBits(one), b.asExponent(n)));
  Value f = b.add(b.sub(split.m, one), b.mul(lost, scale));
  Value y = expandLogOfSplit(b, f, split.n);
  return closeLog(b, x, y, -1.0f, /*inclusive=*/false, -1.0f);
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

static Value expandRsqrt(MathBuilder &b, Value x) {
  return b.div(b.number(1.0f), math::SqrtOp::create(b, x));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

/// Replaces a function of f32 numbers by what `expand` builds of its operands.
template <typename Op, auto expand>
struct ExpandFunction : public OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isF32())
      return rewriter.notifyMatchFailure(op, "only f32 is expanded");
    if (!isa<FloatType, VectorType>(type))
      return rewriter.notifyMatchFailure(op, "no scalar and no vector");
    MathBuilder builder(rewriter, op, type);
    if constexpr (std::is_same_v<Op, math::ExpOp>) {
      bool isNonpositive = op->hasAttr(kernel::nonpositiveAttrName);
      rewriter.replaceOp(
          op, isNonpositive ? expandExpOfNonpositive(builder, op.getOperand())
                            : expand(builder, op.getOperand()));
    } else if constexpr (std::is_invocable_v<decltype(expand), MathBuilder &,
                                             Value>) {
      rewriter.replaceOp(op, expand(builder, op->getOperand(0)));
    } else {
      rewriter.replaceOp(op,
                         expand(builder, op->getOperand(0), op->getOperand(1)));
    }
    return success();
  }
};

struct ExpandMathPass : public oaml::impl::ExpandMathBase<ExpandMathPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandFunction<math::ExpOp, expandExp>,
                 ExpandFunction<math::ExpM1Op, expandExpm1>,
                 ExpandFunction<math::TanhOp, expandTanh>,
                 ExpandFunction<math::LogOp, expandLog>,
                 ExpandFunction<math::Log1pOp, expandLog1p>,
                 ExpandFunction<math::RsqrtOp, expandRsqrt>,
                 ExpandFunction<math::SinOp, expandSin>,
                 ExpandFunction<math::CosOp, expandCos>,
                 ExpandFunction<math::PowFOp, expandPow>>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
