//===- ElementwiseFolds.cpp - Folds and canonical forms of arithmetic -----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What may be rewritten: identities that hold for every IEEE value, signed
// zeros and infinities included (any NaN is as good as another). So x + 0
// stays, as it turns -0 into 0, and sums are not reordered; integers wrap, and
// may be.
//
//===----------------------------------------------------------------------===//

#include "ConstantFolding.h"

#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/APSInt.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Attribute getConstant(Value value) {
  Attribute attribute;
  return matchPattern(value, m_Constant(&attribute)) ? attribute : Attribute();
}

/// `value` as a fold's result of `type`, which has to be the same.
static OpFoldResult asResult(Value value, Type type) {
  return value.getType() == type ? OpFoldResult(value) : OpFoldResult();
}

/// All elements of `type` as the integer `value`; null for dynamic shapes.
static Attribute getIntegerSplat(Type type, int64_t value) {
  auto tensor = cast<RankedTensorType>(type);
  if (!tensor.hasStaticShape())
    return {};
  unsigned width = tensor.getElementType().getIntOrFloatBitWidth();
  return DenseElementsAttr::get(
      tensor, APInt(width, value, /*isSigned=*/true, /*implicitTrunc=*/true));
}

/// Folds `compute` on floats or on integers, whichever the operands are.
template <typename FloatFn, typename IntFn>
static Attribute foldBinary(ArrayRef<Attribute> operands, Type result,
                            FloatFn onFloats, IntFn onIntegers) {
  return foldElementwise(
      operands, cast<RankedTensorType>(result),
      [&](ArrayRef<ConstantElement> elements) -> ConstantElement {
        if (elements[0].number)
          return {onFloats(*elements[0].number, *elements[1].number), APInt()};
        return {std::nullopt,
                onIntegers(elements[0].integer, elements[1].integer)};
      });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  // x + -0 = x, also for x = 0 and x = -0.
  for (auto [constant, other] : {std::make_pair(adaptor.getRight(), getLeft()),
                                 std::make_pair(adaptor.getLeft(), getRight())})
    if (isSplatOf(constant, -0.0) || isIntegerSplatOf(constant, 0))
      if (OpFoldResult result = asResult(other, getType()))
        return result;
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APFloat &a, const APFloat &b) { return a + b; },
      [](const APInt &a, const APInt &b) { return a + b; });
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  // x - 0 = x, also for x = 0 and x = -0.
  if (isSplatOf(adaptor.getRight(), 0.0) ||
      isIntegerSplatOf(adaptor.getRight(), 0))
    if (OpFoldResult result = asResult(getLeft(), getType()))
      return result;
  if (getLeft() == getRight() && !isa<FloatType>(getType().getElementType()))
    if (Attribute zero = getIntegerSplat(getType(), 0))
      return zero;
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APFloat &a, const APFloat &b) { return a - b; },
      [](const APInt &a, const APInt &b) { return a - b; });
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  for (auto [constant, other] :
       {std::make_pair(adaptor.getRight(), getLeft()),
        std::make_pair(adaptor.getLeft(), getRight())}) {
    if (isSplatOf(constant, 1.0) || isIntegerSplatOf(constant, 1))
      if (OpFoldResult result = asResult(other, getType()))
        return result;
    if (isIntegerSplatOf(constant, 0))
      if (Attribute zero = getIntegerSplat(getType(), 0))
        return zero;
  }
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APFloat &a, const APFloat &b) { return a * b; },
      [](const APInt &a, const APInt &b) { return a * b; });
}

OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  if (isSplatOf(adaptor.getRight(), 1.0))
    if (OpFoldResult result = asResult(getLeft(), getType()))
      return result;
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APFloat &a, const APFloat &b) { return a / b; },
      [](const APInt &a, const APInt &) { return a; });
}

OpFoldResult NegOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getX().getDefiningOp<NegOp>())
    return asResult(inner.getX(), getType());
  return foldElementwise(
      adaptor.getOperands(), getType(),
      [](ArrayRef<ConstantElement> elements) -> ConstantElement {
        return {neg(*elements[0].number), APInt()};
      });
}

//===----------------------------------------------------------------------===//
// Functions of one operand
//===----------------------------------------------------------------------===//

/// Folds a function of constants in double, rounded once.
static OpFoldResult foldFunction(ArrayRef<Attribute> operands,
                                 RankedTensorType type,
                                 double (*function)(double)) {
  return foldElementwise(
      operands, type,
      [&](ArrayRef<ConstantElement> elements) -> ConstantElement {
        APFloat number = *elements[0].number;
        const llvm::fltSemantics &semantics = number.getSemantics();
        bool losesInfo;
        number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                       &losesInfo);
        APFloat value(function(number.convertToDouble()));
        value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
        return {value, APInt()};
      });
}

OpFoldResult ExpOp::fold(FoldAdaptor adaptor) {
  return foldFunction(adaptor.getOperands(), getType(), std::exp);
}

OpFoldResult Expm1Op::fold(FoldAdaptor adaptor) {
  return foldFunction(adaptor.getOperands(), getType(), std::expm1);
}

OpFoldResult LogOp::fold(FoldAdaptor adaptor) {
  return foldFunction(adaptor.getOperands(), getType(), std::log);
}

OpFoldResult Log1pOp::fold(FoldAdaptor adaptor) {
  return foldFunction(adaptor.getOperands(), getType(), std::log1p);
}

OpFoldResult SqrtOp::fold(FoldAdaptor adaptor) {
  return foldFunction(adaptor.getOperands(), getType(), std::sqrt);
}

OpFoldResult SigmoidOp::fold(FoldAdaptor adaptor) {
  return foldFunction(adaptor.getOperands(), getType(),
                      [](double x) { return 1.0 / (1.0 + std::exp(-x)); });
}

OpFoldResult TanhOp::fold(FoldAdaptor adaptor) {
  return foldFunction(adaptor.getOperands(), getType(), std::tanh);
}

// relu(relu(x)) -> relu(x)
LogicalResult ReluOp::canonicalize(ReluOp op, PatternRewriter &rewriter) {
  if (!op.getInput().getDefiningOp<ReluOp>())
    return rewriter.notifyMatchFailure(op, "operand is no relu");
  rewriter.replaceOp(op, op.getInput());
  return success();
}

//===----------------------------------------------------------------------===//
// Comparison, selection, casts
//===----------------------------------------------------------------------===//

static bool holds(Comparison comparison, APFloat::cmpResult order) {
  bool less = order == APFloat::cmpLessThan;
  bool equal = order == APFloat::cmpEqual;
  bool greater = order == APFloat::cmpGreaterThan;
  switch (comparison) {
  case Comparison::Equal:
    return equal;
  case Comparison::NotEqual:
    return !equal;
  case Comparison::Less:
    return less;
  case Comparison::LessEqual:
    return less || equal;
  case Comparison::Greater:
    return greater;
  case Comparison::GreaterEqual:
    return greater || equal;
  }
  llvm_unreachable("unknown comparison");
}

static APFloat::cmpResult compareIntegers(const APInt &a, const APInt &b,
                                          bool isUnsigned) {
  if (a == b)
    return APFloat::cmpEqual;
  return (isUnsigned ? a.ult(b) : a.slt(b)) ? APFloat::cmpLessThan
                                            : APFloat::cmpGreaterThan;
}

OpFoldResult CompareOp::fold(FoldAdaptor adaptor) {
  Type element = getTensorType(getLeft()).getElementType();
  // Not of floats: a NaN does not equal itself.
  if (getLeft() == getRight() && !isa<FloatType>(element))
    if (Attribute result = getIntegerSplat(
            getType(), holds(getComparison(), APFloat::cmpEqual)))
      return result;
  return foldElementwise(
      {adaptor.getLeft(), adaptor.getRight()}, getType(),
      [&](ArrayRef<ConstantElement> elements) -> ConstantElement {
        const ConstantElement &a = elements[0], &b = elements[1];
        APFloat::cmpResult order =
            a.number ? a.number->compare(*b.number)
                     : compareIntegers(a.integer, b.integer,
                                       element.isUnsignedInteger());
        return {std::nullopt, APInt(32, holds(getComparison(), order))};
      });
}

static bool isNonZero(const ConstantElement &element) {
  return element.number ? !element.number->isZero() : !element.integer.isZero();
}

OpFoldResult SelectOp::fold(FoldAdaptor adaptor) {
  if (getOnTrue() == getOnFalse())
    if (OpFoldResult result = asResult(getOnTrue(), getType()))
      return result;
  if (std::optional<ConstantElement> condition =
          getSplatElement(adaptor.getCondition()))
    if (OpFoldResult result = asResult(
            isNonZero(*condition) ? getOnTrue() : getOnFalse(), getType()))
      return result;
  return foldElementwise(
      {adaptor.getCondition(), adaptor.getOnTrue(), adaptor.getOnFalse()},
      getType(), [](ArrayRef<ConstantElement> elements) {
        return isNonZero(elements[0]) ? elements[1] : elements[2];
      });
}

OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult result = asResult(getX(), getType()))
    return result;
  Type from = getTensorType(getX()).getElementType();
  Type to = getType().getElementType();
  if (getX().getType().getElementType() == to)
    return {};
  return foldElementwise(
      adaptor.getOperands().front(), getType(),
      [&](ArrayRef<ConstantElement> elements) -> ConstantElement {
        bool losesInfo;
        if (auto number = elements[0].number) {
          if (auto type = dyn_cast<FloatType>(to)) {
            number->convert(type.getFloatSemantics(),
                            APFloat::rmNearestTiesToEven, &losesInfo);
            return {*number, APInt()};
          }
          // Saturates, and gives 0 for NaN.
          llvm::APSInt integer(to.getIntOrFloatBitWidth(),
                               /*isUnsigned=*/to.isUnsignedInteger());
          number->convertToInteger(integer, APFloat::rmTowardZero, &losesInfo);
          return {std::nullopt, integer};
        }
        APInt integer = elements[0].integer;
        bool isSigned = !from.isUnsignedInteger();
        if (auto type = dyn_cast<FloatType>(to)) {
          APFloat number(type.getFloatSemantics());
          number.convertFromAPInt(integer, isSigned,
                                  APFloat::rmNearestTiesToEven);
          return {number, APInt()};
        }
        unsigned width = to.getIntOrFloatBitWidth();
        return {std::nullopt, isSigned ? integer.sextOrTrunc(width)
                                       : integer.zextOrTrunc(width)};
      });
}

//===----------------------------------------------------------------------===//
// Canonical forms
//===----------------------------------------------------------------------===//

/// Whether every value of `from` is a value of `to`.
static bool isLossless(Type from, Type to) {
  if (from == to)
    return true;
  auto toFloat = dyn_cast<FloatType>(to);
  if (isa<FloatType>(from))
    return toFloat && to.isF32();
  unsigned width = from.getIntOrFloatBitWidth();
  // 8 bits fit the significand of every float type, bf16 included.
  if (toFloat)
    return width == 8;
  return to.getIntOrFloatBitWidth() > width;
}

namespace {

/// cast(cast(x, wide), y) -> cast(x, y) where the first loses nothing and the
/// second means the same on both types.
struct MergeCasts : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getX().getDefiningOp<CastOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "operand is no cast");
    Type from = getTensorType(inner.getX()).getElementType();
    Type middle = inner.getDtype(), to = op.getDtype();
    if (!isLossless(from, middle))
      return rewriter.notifyMatchFailure(op, "first cast loses bits");
    // Integers saturate by way of a float, and wrap directly.
    bool isDetour =
        !isa<FloatType>(from) && isa<FloatType>(middle) && !isa<FloatType>(to);
    if (isDetour && !isLossless(from, to))
      return rewriter.notifyMatchFailure(op, "saturation is lost");
    rewriter.replaceOpWithNewOp<CastOp>(op, op.getType(), inner.getX(), to);
    return success();
  }
};

/// a + -b -> a - b
struct AddOfNeg : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    Value left = op.getLeft(), right = op.getRight();
    auto neg = right.getDefiningOp<NegOp>();
    if (!neg) {
      neg = left.getDefiningOp<NegOp>();
      std::swap(left, right);
    }
    if (!neg)
      return rewriter.notifyMatchFailure(op, "no operand is a neg");
    rewriter.replaceOpWithNewOp<SubOp>(op, op.getType(), left, neg.getX());
    return success();
  }
};

/// a - -b -> a + b
struct SubOfNeg : OpRewritePattern<SubOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SubOp op,
                                PatternRewriter &rewriter) const override {
    auto neg = op.getRight().getDefiningOp<NegOp>();
    if (!neg)
      return rewriter.notifyMatchFailure(op, "right operand is no neg");
    rewriter.replaceOpWithNewOp<AddOp>(op, op.getType(), op.getLeft(),
                                       neg.getX());
    return success();
  }
};

/// (x + c) + d -> x + (c + d), of integers
struct MergeIntegerSums : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<FloatType>(op.getType().getElementType()))
      return rewriter.notifyMatchFailure(op, "float sums are not reordered");
    auto inner = op.getLeft().getDefiningOp<AddOp>();
    if (!inner || !getConstant(op.getRight()) || !getConstant(inner.getRight()))
      return rewriter.notifyMatchFailure(op, "no sum with two constants");
    Value sum = rewriter.createOrFold<AddOp>(op.getLoc(), inner.getRight(),
                                             op.getRight());
    rewriter.replaceOpWithNewOp<AddOp>(op, op.getType(), inner.getLeft(), sum);
    return success();
  }
};

/// (-a) * (-b) -> a * b, the same for quotients
template <typename Op>
struct DropSigns : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto left = op.getLeft().template getDefiningOp<NegOp>();
    auto right = op.getRight().template getDefiningOp<NegOp>();
    if (!left || !right)
      return rewriter.notifyMatchFailure(op, "operands are no negs");
    rewriter.replaceOpWithNewOp<Op>(op, op.getType(), left.getX(),
                                    right.getX());
    return success();
  }
};

/// x * -1 -> -x
struct MulByMinusOne : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulOp op,
                                PatternRewriter &rewriter) const override {
    if (!isSplatOf(getConstant(op.getRight()), -1.0))
      return rewriter.notifyMatchFailure(op, "factor is not -1");
    if (op.getLeft().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the factor broadcasts");
    rewriter.replaceOpWithNewOp<NegOp>(op, op.getType(), op.getLeft());
    return success();
  }
};

/// x / c -> x * (1 / c), where 1 / c is exact: c is a power of two or 0, which
/// not every driver divides by
struct DivByExactInverse : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<ConstantElement> divisor =
        getSplatElement(getConstant(op.getRight()));
    if (!divisor)
      return rewriter.notifyMatchFailure(op, "divisor is no constant");
    APFloat inverse(divisor->number->getSemantics());
    if (divisor->number->isZero())
      inverse = APFloat::getInf(divisor->number->getSemantics(),
                                divisor->number->isNegative());
    else if (!divisor->number->getExactInverse(&inverse))
      return rewriter.notifyMatchFailure(op, "inverse is not exact");
    auto type = getTensorType(op.getRight());
    Value factor = ConstantOp::create(rewriter, op.getLoc(), type,
                                      DenseElementsAttr::get(type, inverse));
    rewriter.replaceOpWithNewOp<MulOp>(op, op.getType(), op.getLeft(), factor);
    return success();
  }
};

/// The constant goes to the right: compare lt, c, x -> compare gt, x, c
struct ConstantToTheRight : OpRewritePattern<CompareOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CompareOp op,
                                PatternRewriter &rewriter) const override {
    if (!getConstant(op.getLeft()) || getConstant(op.getRight()))
      return rewriter.notifyMatchFailure(op, "no constant on the left alone");
    rewriter.replaceOpWithNewOp<CompareOp>(op, op.getType(),
                                           swap(op.getComparison()),
                                           op.getRight(), op.getLeft());
    return success();
  }

  static Comparison swap(Comparison comparison) {
    switch (comparison) {
    case Comparison::Equal:
    case Comparison::NotEqual:
      return comparison;
    case Comparison::Less:
      return Comparison::Greater;
    case Comparison::LessEqual:
      return Comparison::GreaterEqual;
    case Comparison::Greater:
      return Comparison::Less;
    case Comparison::GreaterEqual:
      return Comparison::LessEqual;
    }
    llvm_unreachable("unknown comparison");
  }
};

/// select(m != 0, a, b) -> select(m, a, b) and select(m == 0, a, b) ->
/// select(m, b, a): a condition is true where it is not 0, also where it is
/// NaN.
struct SelectOfTest : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto test = op.getCondition().getDefiningOp<CompareOp>();
    if (!test || (test.getComparison() != Comparison::NotEqual &&
                  test.getComparison() != Comparison::Equal))
      return rewriter.notifyMatchFailure(op, "condition is no test for 0");
    Attribute zero = getConstant(test.getRight());
    if (!isSplatOf(zero, 0.0) && !isSplatOf(zero, -0.0) &&
        !isIntegerSplatOf(zero, 0))
      return rewriter.notifyMatchFailure(op, "condition is no test for 0");
    if (getTensorType(test.getLeft()).getShape() != test.getType().getShape())
      return rewriter.notifyMatchFailure(op, "the tested value broadcasts");
    Value onTrue = op.getOnTrue(), onFalse = op.getOnFalse();
    if (test.getComparison() == Comparison::Equal)
      std::swap(onTrue, onFalse);
    rewriter.replaceOpWithNewOp<SelectOp>(op, op.getType(), test.getLeft(),
                                          onTrue, onFalse);
    return success();
  }
};

} // namespace

void AddOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<AddOfNeg, MergeIntegerSums>(context);
}

void SubOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<SubOfNeg>(context);
}

void MulOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropSigns<MulOp>, MulByMinusOne>(context);
}

void DivOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropSigns<DivOp>, DivByExactInverse>(context);
}

void CompareOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<ConstantToTheRight>(context);
}

void SelectOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<SelectOfTest>(context);
}

void CastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<MergeCasts>(context);
}
