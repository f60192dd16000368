//===- LowerElementwise.cpp - Arithmetic, functions, comparison, casts ----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

/// Element type of a tensor as the op reads it, with its sign.
static Type getElementType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Lowers an op of floats or integers: floats in f32, integers as they are.
template <typename FloatOp, typename IntegerOp>
static Results lowerBinary(ImplicitLocOpBuilder &b, ValueRange operands,
                           Type elementType) {
  return SmallVector<Value>{createElementwise(
      b, operands, elementType,
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        if (isa<IntegerType>(elementType))
          return IntegerOp::create(b, arguments[0], arguments[1]);
        Value result = FloatOp::create(b, extend(b, arguments[0]),
                                       extend(b, arguments[1]), contractible);
        return truncate(b, result, elementType);
      })};
}

Results AddOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerBinary<arith::AddFOp, arith::AddIOp>(b, operands,
                                                   getElementType(getResult()));
}

Results SubOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerBinary<arith::SubFOp, arith::SubIOp>(b, operands,
                                                   getElementType(getResult()));
}

Results MulOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerBinary<arith::MulFOp, arith::MulIOp>(b, operands,
                                                   getElementType(getResult()));
}

/// Lowers an op of floats that is computed in f32 by `body`.
static Results lowerInF32(ImplicitLocOpBuilder &b, ValueRange operands,
                          Type elementType, ScalarBody body) {
  return SmallVector<Value>{createElementwise(
      b, operands, elementType,
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) {
        SmallVector<Value> extended;
        for (Value argument : arguments)
          extended.push_back(extend(b, argument));
        return truncate(b, body(b, extended), elementType);
      })};
}

Results DivOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerInF32(b, operands, getElementType(getResult()),
                    [](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
                      return arith::DivFOp::create(b, x[0], x[1]);
                    });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

template <typename ScalarOp>
static Results lowerFunction(ImplicitLocOpBuilder &b, ValueRange operands,
                             Value result) {
  return lowerInF32(b, operands, getElementType(result),
                    [](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
                      return ScalarOp::create(b, x[0]);
                    });
}

Results NegOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerFunction<arith::NegFOp>(b, operands, getResult());
}

/// Is `x` the difference of numbers and their maximum: at most 0, or NaN?
static bool isBelowMaximum(Value x) {
  auto difference = x.getDefiningOp<SubOp>();
  if (!difference)
    return false;
  auto maximum = difference.getRight().getDefiningOp<ReduceOp>();
  return maximum && maximum.getKind() != ReductionKind::Sum &&
         maximum.getX() == difference.getLeft();
}

Results ExpOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  bool isNonpositive = isBelowMaximum(getX());
  return lowerInF32(b, operands, getElementType(getResult()),
                    [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
                      auto exp = math::ExpOp::create(b, x[0]);
                      if (isNonpositive)
                        exp->setAttr(kernel::nonpositiveAttrName,
                                     b.getUnitAttr());
                      return exp;
                    });
}

Results Expm1Op::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerFunction<math::ExpM1Op>(b, operands, getResult());
}

Results LogOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerFunction<math::LogOp>(b, operands, getResult());
}

Results Log1pOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerFunction<math::Log1pOp>(b, operands, getResult());
}

Results SqrtOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerFunction<math::SqrtOp>(b, operands, getResult());
}

Results TanhOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerFunction<math::TanhOp>(b, operands, getResult());
}

Results AbsOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerFunction<math::AbsFOp>(b, operands, getResult());
}

Results SinOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerFunction<math::SinOp>(b, operands, getResult());
}

Results CosOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return lowerFunction<math::CosOp>(b, operands, getResult());
}

Results PowOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  // An operand of shape [1] must not make a result of rank 1 of a scalar.
  SmallVector<Value> inputs = {operands[0]};
  if (getExponentValue()) {
    auto type = cast<RankedTensorType>(operands[1].getType());
    Value exponent = operands[1];
    if (type.getRank() != 0)
      exponent = tensor::CollapseShapeOp::create(
          b, exponent, ArrayRef<ReassociationIndices>());
    inputs.push_back(exponent);
  }
  return lowerInF32(b, inputs, getElementType(getResult()),
                    [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
                      Value exponent =
                          getExponentValue()
                              ? x[1]
                              : createFloat(b,
                                            getExponentScalar().getConstant());
                      return math::PowFOp::create(b, x[0], exponent);
                    });
}

Results SigmoidOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  // Accurate over the whole range: where e^-x is large, the sum keeps its
  // relative error, and where it overflows, the quotient is 0.
  return lowerInF32(
      b, operands, getElementType(getResult()),
      [](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        Value one = createFloat(b, 1.0);
        Value e = math::ExpOp::create(b, arith::NegFOp::create(b, x[0]));
        return arith::DivFOp::create(b, one, arith::AddFOp::create(b, one, e));
      });
}

Results DetachOp::lowerToLinalg(ImplicitLocOpBuilder &, ValueRange operands) {
  return SmallVector<Value>{operands[0]};
}

//===----------------------------------------------------------------------===//
// Comparison, selection
//===----------------------------------------------------------------------===//

static arith::CmpFPredicate getFloatPredicate(Comparison comparison) {
  switch (comparison) {
  case Comparison::Equal:
    return arith::CmpFPredicate::OEQ;
  case Comparison::NotEqual:
    return arith::CmpFPredicate::UNE;
  case Comparison::Less:
    return arith::CmpFPredicate::OLT;
  case Comparison::LessEqual:
    return arith::CmpFPredicate::OLE;
  case Comparison::Greater:
    return arith::CmpFPredicate::OGT;
  case Comparison::GreaterEqual:
    return arith::CmpFPredicate::OGE;
  }
  llvm_unreachable("unknown comparison");
}

static arith::CmpIPredicate getIntegerPredicate(Comparison comparison,
                                                bool isUnsigned) {
  switch (comparison) {
  case Comparison::Equal:
    return arith::CmpIPredicate::eq;
  case Comparison::NotEqual:
    return arith::CmpIPredicate::ne;
  case Comparison::Less:
    return isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  case Comparison::LessEqual:
    return isUnsigned ? arith::CmpIPredicate::ule : arith::CmpIPredicate::sle;
  case Comparison::Greater:
    return isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
  case Comparison::GreaterEqual:
    return isUnsigned ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge;
  }
  llvm_unreachable("unknown comparison");
}

Results CompareOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  bool isUnsigned = getElementType(getLeft()).isUnsignedInteger();
  return SmallVector<Value>{createElementwise(
      b, operands, b.getI32Type(),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        Value holds;
        if (isa<FloatType>(x[0].getType()))
          holds = arith::CmpFOp::create(b, getFloatPredicate(getComparison()),
                                        extend(b, x[0]), extend(b, x[1]));
        else
          holds = arith::CmpIOp::create(
              b, getIntegerPredicate(getComparison(), isUnsigned), x[0], x[1]);
        return arith::ExtUIOp::create(b, b.getI32Type(), holds);
      })};
}

Results SelectOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  return SmallVector<Value>{createElementwise(
      b, operands, getSignlessType(getElementType(getResult())),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        Value condition = extend(b, x[0]);
        Value zero =
            arith::ConstantOp::create(b, b.getZeroAttr(condition.getType()));
        // Unordered: a NaN is not 0.
        if (isa<FloatType>(condition.getType()))
          condition = arith::CmpFOp::create(b, arith::CmpFPredicate::UNE,
                                            condition, zero);
        else
          condition = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                            condition, zero);
        return arith::SelectOp::create(b, condition, x[1], x[2]);
      })};
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// f32 to an integer type: toward zero, saturating, NaN to 0.
static Value castFloatToInteger(ImplicitLocOpBuilder &b, Value x,
                                IntegerType type) {
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
  unsigned width = type.getWidth();
  double low = type.isUnsigned() ? 0.0 : -std::ldexp(1.0, width - 1);
  double end = std::ldexp(1.0, type.isUnsigned() ? width : width - 1);
  Type i32 = b.getI32Type();
  auto select = [&](arith::CmpFPredicate predicate, Value limit) {
    Value holds = arith::CmpFOp::create(b, predicate, x, limit);
    return arith::SelectOp::create(b, holds, x, limit);
  };
  if (width < 32) {
    // The greatest value is a float: the clamped number converts.
    x = arith::SelectOp::create(b, isNaN, createFloat(b, 0.0), x);
    x = select(arith::CmpFPredicate::OGT, createFloat(b, low));
    x = select(arith::CmpFPredicate::OLT, createFloat(b, end - 1));
    Value wide = arith::FPToSIOp::create(b, i32, x);
    return arith::TruncIOp::create(b, IntegerType::get(b.getContext(), width),
                                   wide);
  }
  // The greatest float below 2^31 is not the greatest integer.
  Value isGreat = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, x,
                                        createFloat(b, end));
  x = select(arith::CmpFPredicate::OGT, createFloat(b, low));
  x = select(arith::CmpFPredicate::OLT,
             createFloat(b, std::nextafter(static_cast<float>(end), 0.0f)));
  Value result = arith::FPToSIOp::create(b, i32, x);
  result = arith::SelectOp::create(
      b, isGreat, createInt(b, std::numeric_limits<int32_t>::max()), result);
  return arith::SelectOp::create(b, isNaN, createInt(b, 0), result);
}

/// i32 to a float type, rounded once.
static Value castIntegerToFloat(ImplicitLocOpBuilder &b, Value x, Type type) {
  if (type.isBF16()) {
    // On its way through f32 a number of more than 24 bits would be rounded
    // twice. Its low 8 bits matter only in being zero or not: one bit says so.
    Value sticky = arith::AndIOp::create(b, x, createInt(b, 0xFF));
    Value any = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, sticky,
                                      createInt(b, 0));
    Value high = arith::AndIOp::create(b, x, createInt(b, ~0xFF));
    Value odd = arith::OrIOp::create(b, high, createInt(b, 0x80));
    Value shortened = arith::SelectOp::create(b, any, odd, high);
    Value shifted = arith::ShRSIOp::create(b, x, createInt(b, 24));
    // 0 or -1: the number has at most 24 bits.
    Value isShort = arith::CmpIOp::create(
        b, arith::CmpIPredicate::ult,
        arith::AddIOp::create(b, shifted, createInt(b, 1)), createInt(b, 2));
    x = arith::SelectOp::create(b, isShort, x, shortened);
  }
  // In f16, everything beyond 24 bits is infinite.
  return truncate(b, arith::SIToFPOp::create(b, b.getF32Type(), x), type);
}

Results CastOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  Type from = getElementType(getX());
  Type to = getElementType(getResult());
  if (getSignlessType(from) == getSignlessType(to))
    return SmallVector<Value>{operands[0]};
  return SmallVector<Value>{createElementwise(
      b, operands, getSignlessType(to),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        Value x = arguments[0];
        if (isa<FloatType>(from)) {
          x = extend(b, x);
          if (auto integer = dyn_cast<IntegerType>(to))
            return castFloatToInteger(b, x, integer);
          return truncate(b, x, to);
        }
        x = castToI32(b, x, cast<IntegerType>(from));
        if (isa<FloatType>(to))
          return castIntegerToFloat(b, x, to);
        if (to.getIntOrFloatBitWidth() == 32)
          return x;
        return arith::TruncIOp::create(b, getSignlessType(to), x);
      })};
}
