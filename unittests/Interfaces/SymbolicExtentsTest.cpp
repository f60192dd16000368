//===- SymbolicExtentsTest.cpp - Tests of the normal form of extents ------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Interfaces/SymbolicExtents.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace oaml;

namespace {

class SymbolicExtents : public testing::Test {
protected:
  AffineExpr number(int64_t value) {
    return getAffineConstantExpr(value, &context);
  }
  std::optional<bool> decide(AffineExpr lhs, ExtentRelation relation,
                             AffineExpr rhs) {
    return decideRelation(lhs, relation, rhs, [](AffineExpr) { return true; });
  }

  MLIRContext context;
  AffineExpr a = getAffineSymbolExpr(0, &context);
  AffineExpr b = getAffineSymbolExpr(1, &context);
};

TEST_F(SymbolicExtents, EqualValuesAreOneExpression) {
  EXPECT_EQ(normalizeExtent(a * b), normalizeExtent(b * a));
  EXPECT_EQ(normalizeExtent((a + b) * 2 - b), normalizeExtent(a * 2 + b));
  EXPECT_EQ(normalizeExtent((a + 1) * (a - 1)), normalizeExtent(a * a - 1));
  EXPECT_EQ(normalizeExtent(a - a), number(0));
  EXPECT_EQ(normalizeExtent(a * 64 - a * 63), a);
  EXPECT_NE(normalizeExtent(a * b), normalizeExtent(a + b));
}

TEST_F(SymbolicExtents, QuotientsDivideOut) {
  EXPECT_EQ(normalizeExtent((a * b * 64).floorDiv(b * 32)),
            normalizeExtent(a * 2));
  EXPECT_EQ(normalizeExtent((a * 6 + b * 3).floorDiv(3)),
            normalizeExtent(a * 2 + b));
  EXPECT_EQ(normalizeExtent((a * b).floorDiv(b)), a);
  EXPECT_EQ(normalizeExtent((a * b).ceilDiv(a)), b);
  // The common factor 2 goes, the rest stays.
  EXPECT_EQ(normalizeExtent((a * 6).floorDiv(4)),
            normalizeExtent((a * 3).floorDiv(2)));
  EXPECT_NE(normalizeExtent((a * 3).floorDiv(2) * 2), normalizeExtent(a * 3));
}

TEST_F(SymbolicExtents, DivisionByZeroIsHarmless) {
  EXPECT_EQ(normalizeExtent(
                getAffineBinaryOpExpr(AffineExprKind::FloorDiv, a, b - b)),
            number(0));
}

TEST_F(SymbolicExtents, Products) {
  EXPECT_EQ(multiplyExtents({}, &context), number(1));
  EXPECT_EQ(multiplyExtents({a, number(3), b}, &context),
            normalizeExtent(a * b * 3));
  // 2^64 does not fit: the coefficient saturates, and still exceeds 32 bits.
  AffineExpr large = number(int64_t(1) << 32);
  auto product =
      cast<AffineConstantExpr>(multiplyExtents({large, large}, &context));
  EXPECT_GT(product.getValue(), int64_t(1) << 32);
}

TEST_F(SymbolicExtents, Constants) {
  using R = ExtentRelation;
  EXPECT_EQ(decide(number(3), R::Equal, number(3)), true);
  EXPECT_EQ(decide(number(3), R::Equal, number(4)), false);
  EXPECT_EQ(decide(number(3), R::NotEqual, number(3)), false);
  EXPECT_EQ(decide(number(3), R::Less, number(3)), false);
  EXPECT_EQ(decide(number(3), R::LessEqual, number(3)), true);
  EXPECT_EQ(decide(number(4), R::LessEqual, number(3)), false);
}

TEST_F(SymbolicExtents, RelationsThatHoldForAllExtents) {
  using R = ExtentRelation;
  EXPECT_EQ(decide(a * b, R::Equal, b * a), true);
  EXPECT_EQ(decide(number(0), R::LessEqual, a), true);
  EXPECT_EQ(decide(a, R::Less, a + 1), true);
  EXPECT_EQ(decide(a, R::LessEqual, a + b), true);
  EXPECT_EQ(decide(a - b, R::LessEqual, a), true);
  EXPECT_EQ(decide(a + b + 1, R::Equal, b), false);
  EXPECT_EQ(decide(a + 1, R::NotEqual, number(0)), true);
  EXPECT_EQ(decide(number(0), R::LessEqual, a.floorDiv(3)), true);
  EXPECT_EQ(decide(a + b, R::Less, a), false);
}

TEST_F(SymbolicExtents, RelationsLeftOpen) {
  using R = ExtentRelation;
  EXPECT_EQ(decide(a, R::Equal, b), std::nullopt);
  EXPECT_EQ(decide(a, R::LessEqual, b), std::nullopt);
  EXPECT_EQ(decide(number(1), R::LessEqual, a), std::nullopt);
  EXPECT_EQ(decide(a, R::Less, a + b), std::nullopt);
  // Of an index, nothing is known.
  EXPECT_EQ(decideRelation(number(0), R::LessEqual, a), std::nullopt);
}

TEST_F(SymbolicExtents, Printing) {
  auto print = [](AffineExpr extent) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printExtent(os, normalizeExtent(extent), [](unsigned position) {
      return position == 0 ? StringRef("B") : StringRef("S");
    });
    return text;
  };
  EXPECT_EQ(print(a * b * 2 - 1), "B * S * 2 - 1");
  EXPECT_EQ(print(a - b), "B - S");
  EXPECT_EQ(print((a + 1).floorDiv(3) * 2), "((B + 1) floordiv 3) * 2");
  EXPECT_EQ(print(number(4)), "4");
}

} // namespace
