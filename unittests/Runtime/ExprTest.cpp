//===- ExprTest.cpp - Size expressions ------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expr.h"
#include "TestArtifact.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace oaml::rt;
using namespace oaml::rt::test;
using artifact::ExprKind;
using artifact::ExprOp;

namespace {

/// A packed expression, as the runtime sees it.
class Packed {
public:
  explicit Packed(std::vector<ExprOp> ops) {
    artifact::ExprT native;
    native.ops = std::move(ops);
    builder.Finish(artifact::Expr::Pack(builder, &native));
  }
  const artifact::Expr &operator*() const {
    return *flatbuffers::GetRoot<artifact::Expr>(builder.GetBufferPointer());
  }

private:
  flatbuffers::FlatBufferBuilder builder;
};

/// a `kind` b with constants.
Expected<int64_t> apply(int64_t a, ExprKind kind, int64_t b) {
  Packed packed({constant(a), constant(b), op(kind)});
  EXPECT_EQ(detail::checkExpr(*packed, 0), "");
  return detail::evaluate(*packed, {});
}

std::string print(std::vector<ExprOp> ops) {
  return detail::printExpr(*Packed(std::move(ops)), {"B", "T"});
}

std::string check(std::vector<ExprOp> ops, size_t numSymbols = 1) {
  return detail::checkExpr(*Packed(std::move(ops)), numSymbols);
}

} // namespace

TEST(ExprTest, EvaluatesEveryOperator) {
  EXPECT_EQ(*apply(5, ExprKind::Add, 7), 12);
  EXPECT_EQ(*apply(5, ExprKind::Sub, 7), -2);
  EXPECT_EQ(*apply(-5, ExprKind::Mul, 7), -35);
  EXPECT_EQ(*apply(5, ExprKind::Min, 7), 5);
  EXPECT_EQ(*apply(5, ExprKind::Max, 7), 7);
}

TEST(ExprTest, DividesTowardsTheStatedSide) {
  EXPECT_EQ(*apply(7, ExprKind::FloorDiv, 2), 3);
  EXPECT_EQ(*apply(-7, ExprKind::FloorDiv, 2), -4);
  EXPECT_EQ(*apply(-8, ExprKind::FloorDiv, 2), -4);
  EXPECT_EQ(*apply(7, ExprKind::CeilDiv, 2), 4);
  EXPECT_EQ(*apply(8, ExprKind::CeilDiv, 2), 4);
  EXPECT_EQ(*apply(-7, ExprKind::CeilDiv, 2), -3);
  EXPECT_EQ(*apply(0, ExprKind::CeilDiv, 8), 0);
  EXPECT_EQ(*apply(-7, ExprKind::Mod, 3), 2);
  EXPECT_EQ(*apply(7, ExprKind::Mod, 3), 1);
  EXPECT_EQ(*apply(INT64_MIN, ExprKind::FloorDiv, 1), INT64_MIN);
  EXPECT_EQ(*apply(INT64_MAX, ExprKind::CeilDiv, 2), INT64_MAX / 2 + 1);
  EXPECT_EQ(*apply(INT64_MIN, ExprKind::Mod, INT64_MAX), INT64_MAX - 1);
}

TEST(ExprTest, RefusesOverflowAndBadDivisors) {
  EXPECT_FALSE(apply(INT64_MAX, ExprKind::Add, 1));
  EXPECT_FALSE(apply(INT64_MIN, ExprKind::Sub, 1));
  EXPECT_FALSE(apply(INT64_MAX / 2, ExprKind::Mul, 3));
  EXPECT_FALSE(apply(INT64_MIN, ExprKind::Mul, -1));
  for (ExprKind kind : {ExprKind::FloorDiv, ExprKind::CeilDiv, ExprKind::Mod})
    for (int64_t divisor : {int64_t(0), int64_t(-1), INT64_MIN}) {
      Expected<int64_t> value = apply(INT64_MIN, kind, divisor);
      ASSERT_FALSE(value);
      EXPECT_EQ(value.getStatus().getCode(), ErrorCode::InvalidArgument);
      EXPECT_EQ(value.getStatus().getMessage(),
                "division by " + std::to_string(divisor));
    }
}

TEST(ExprTest, ReadsSymbols) {
  Packed packed({symbol(1), constant(2), op(ExprKind::Mul), symbol(0),
                 op(ExprKind::Add)});
  EXPECT_FALSE(detail::isConstant(*packed));
  EXPECT_EQ(*detail::evaluate(*packed, {3, 10}), 23);
  EXPECT_FALSE(detail::getAsSymbol(*packed));
  EXPECT_EQ(detail::getAsSymbol(*Packed({symbol(1)})), 1u);
  EXPECT_TRUE(detail::isConstant(*Packed({constant(1)})));
}

TEST(ExprTest, ChecksPrograms) {
  EXPECT_EQ(check({symbol(0)}), "");
  EXPECT_NE(check({}), "");
  EXPECT_NE(check({symbol(1)}), "");
  EXPECT_NE(check({symbol(-1)}), "");
  EXPECT_NE(check({symbol(0)}, 0), "");
  EXPECT_NE(check({constant(1), op(ExprKind::Add)}), "");
  EXPECT_NE(check({op(ExprKind::Add)}), "");
  EXPECT_NE(check({constant(1), constant(1)}), "");
  EXPECT_NE(check({constant(1), constant(1), ExprOp(1, ExprKind::Add)}), "");
  EXPECT_NE(check({ExprOp(0, static_cast<ExprKind>(10))}), "");
  EXPECT_NE(check({ExprOp(0, static_cast<ExprKind>(255))}), "");

  std::vector<ExprOp> longest(128, constant(1));
  longest.insert(longest.end(), 127, op(ExprKind::Add));
  EXPECT_EQ(check(longest), "");
  EXPECT_EQ(*detail::evaluate(*Packed(longest), {}), 128);
  longest.push_back(constant(1));
  longest.push_back(op(ExprKind::Add));
  EXPECT_NE(check(longest), "");
}

TEST(ExprTest, PrintsWithFewParentheses) {
  ExprOp b = symbol(0), t = symbol(1);
  EXPECT_EQ(print({b, constant(2), op(ExprKind::Mul), t, op(ExprKind::Add)}),
            "B * 2 + T");
  EXPECT_EQ(print({b, t, op(ExprKind::Add), constant(2), op(ExprKind::Mul)}),
            "(B + T) * 2");
  EXPECT_EQ(print({b, t, constant(1), op(ExprKind::Sub), op(ExprKind::Sub)}),
            "B - (T - 1)");
  EXPECT_EQ(print({b, constant(32), op(ExprKind::CeilDiv)}), "ceildiv(B, 32)");
  EXPECT_EQ(print({b, constant(-1), op(ExprKind::Mul)}), "B * (-1)");
  EXPECT_EQ(print({b, t, op(ExprKind::Min)}), "min(B, T)");
}
