//===- MathBuilder.h - Arithmetic that functions are expanded to *- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_CODEGEN_MATHBUILDER_H
#define OAML_LIB_CODEGEN_MATHBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

#include <limits>

namespace oaml {

/// Builds arithmetic on f32 and i32, or on vectors of them.
class MathBuilder : public mlir::ImplicitLocOpBuilder {
public:
  /// Numbers are of `type`, f32 or a vector of f32.
  MathBuilder(mlir::PatternRewriter &rewriter, mlir::Operation *op,
              mlir::Type type)
      : ImplicitLocOpBuilder(op->getLoc(), rewriter), type(type) {
    bitsType = getI32Type();
    if (auto vector = llvm::dyn_cast<mlir::VectorType>(type))
      bitsType = vector.clone(bitsType);
  }

  mlir::Value number(float value) {
    return constant(type, getF32FloatAttr(value));
  }
  mlir::Value bits(uint32_t value) {
    return constant(bitsType, getI32IntegerAttr(static_cast<int32_t>(value)));
  }

  mlir::Value add(mlir::Value a, mlir::Value b) {
    return mlir::arith::AddFOp::create(*this, a, b);
  }
  mlir::Value sub(mlir::Value a, mlir::Value b) {
    return mlir::arith::SubFOp::create(*this, a, b);
  }
  mlir::Value mul(mlir::Value a, mlir::Value b) {
    return mlir::arith::MulFOp::create(*this, a, b);
  }
  mlir::Value div(mlir::Value a, mlir::Value b) {
    return mlir::arith::DivFOp::create(*this, a, b);
  }

  /// Horner's scheme, highest power first.
  mlir::Value polynomial(mlir::Value x, llvm::ArrayRef<float> coefficients) {
    constexpr auto contract = mlir::arith::FastMathFlags::contract;
    mlir::Value result = number(coefficients.front());
    for (float coefficient : coefficients.drop_front()) {
      mlir::Value product =
          mlir::arith::MulFOp::create(*this, result, x, contract);
      result = mlir::arith::AddFOp::create(*this, product, number(coefficient),
                                           contract);
    }
    return result;
  }

  mlir::Value asBits(mlir::Value x) {
    return mlir::arith::BitcastOp::create(*this, bitsType, x);
  }
  mlir::Value asNumber(mlir::Value x) {
    return mlir::arith::BitcastOp::create(*this, type, x);
  }
  mlir::Value addBits(mlir::Value a, mlir::Value b) {
    return mlir::arith::AddIOp::create(*this, a, b);
  }
  mlir::Value subBits(mlir::Value a, mlir::Value b) {
    return mlir::arith::SubIOp::create(*this, a, b);
  }
  mlir::Value mulBits(mlir::Value a, mlir::Value b) {
    return mlir::arith::MulIOp::create(*this, a, b);
  }
  mlir::Value xorBits(mlir::Value a, mlir::Value b) {
    return mlir::arith::XOrIOp::create(*this, a, b);
  }
  mlir::Value shiftLeft(mlir::Value a, mlir::Value count) {
    return mlir::arith::ShLIOp::create(*this, a, count);
  }
  /// Zeros come in.
  mlir::Value shiftRight(mlir::Value a, mlir::Value count) {
    return mlir::arith::ShRUIOp::create(*this, a, count);
  }
  mlir::Value andBits(mlir::Value a, uint32_t mask) {
    return mlir::arith::AndIOp::create(*this, a, bits(mask));
  }
  mlir::Value orBits(mlir::Value a, mlir::Value b) {
    return mlir::arith::OrIOp::create(*this, a, b);
  }
  /// `x * 2^23`: an integer in the place of the exponent.
  mlir::Value asExponent(mlir::Value x) {
    return mlir::arith::ShLIOp::create(*this, x, bits(23));
  }
  mlir::Value toNumber(mlir::Value x) {
    return mlir::arith::SIToFPOp::create(*this, type, x);
  }

  /// `a` where `left <predicate> right`, else `b`.
  mlir::Value choose(mlir::arith::CmpFPredicate predicate, mlir::Value left,
                     mlir::Value right, mlir::Value a, mlir::Value b) {
    mlir::Value holds =
        mlir::arith::CmpFOp::create(*this, predicate, left, right);
    return mlir::arith::SelectOp::create(*this, holds, a, b);
  }
  /// The same for integers.
  mlir::Value chooseBits(mlir::arith::CmpIPredicate predicate, mlir::Value left,
                         mlir::Value right, mlir::Value a, mlir::Value b) {
    mlir::Value holds =
        mlir::arith::CmpIOp::create(*this, predicate, left, right);
    return mlir::arith::SelectOp::create(*this, holds, a, b);
  }
  /// `x`, but at most `limit`; NaN stays.
  mlir::Value atMost(mlir::Value x, float limit) {
    mlir::Value l = number(limit);
    return choose(mlir::arith::CmpFPredicate::OGT, x, l, l, x);
  }
  /// `x`, but at least `limit`; NaN stays.
  mlir::Value atLeast(mlir::Value x, float limit) {
    mlir::Value l = number(limit);
    return choose(mlir::arith::CmpFPredicate::OLT, x, l, l, x);
  }

private:
  mlir::Value constant(mlir::Type type, mlir::TypedAttr value) {
    if (auto vector = llvm::dyn_cast<mlir::VectorType>(type))
      value = mlir::SplatElementsAttr::get(vector, value);
    return mlir::arith::ConstantOp::create(*this, value);
  }

  mlir::Type type, bitsType;
};

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr uint32_t signBit = 0x80000000;

// ln 2 in two parts; the first has 15 bits, so that its products with binary
// exponents are exact.
constexpr float ln2High = 0x1.62e4p-1f, ln2Low = 0x1.7f7d1cp-20f;

/// e^r for |r| <= ln 2 / 2, without what rounds r itself.
mlir::Value expandExpOfReduced(MathBuilder &b, mlir::Value r);

/// `x = m * 2^n` with sqrt(1/2) <= m < sqrt 2, for positive normal x.
struct Split {
  mlir::Value n;
  mlir::Value m;
};
Split splitExponent(MathBuilder &b, mlir::Value x);

mlir::Value expandSin(MathBuilder &b, mlir::Value x);
mlir::Value expandCos(MathBuilder &b, mlir::Value x);
mlir::Value expandPow(MathBuilder &b, mlir::Value x, mlir::Value exponent);

} // namespace oaml

#endif // OAML_LIB_CODEGEN_MATHBUILDER_H
