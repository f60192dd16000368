//===- MemoryPlanTest.cpp - Placement of buffers in an arena --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Random instances, whose placement is checked by brute force: for several
// values of the symbols, every two buffers that are live at the same step.
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Plan/Transforms/MemoryPlan.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace oaml::plan;

namespace {

/// Values of all symbols at which plans are checked.
constexpr int64_t symbolValues[] = {0, 1, 7, 16, 63, 64, 65, 360, 100003};

class MemoryPlanTest : public ::testing::Test {
protected:
  AffineExpr constant(int64_t value) {
    return getAffineConstantExpr(value, &context);
  }
  AffineExpr symbol(unsigned i = 0) { return getAffineSymbolExpr(i, &context); }

  /// Sizes of all kinds: constants, 0 among them, multiples of symbols, sums,
  /// products and quotients.
  AffineExpr randomSize() {
    auto draw = [&](int64_t least, int64_t most) {
      return std::uniform_int_distribution<int64_t>(least, most)(random);
    };
    AffineExpr number = constant(draw(0, 3000));
    switch (draw(0, 5)) {
    case 0:
    case 1:
      return number;
    case 2:
      return symbol(draw(0, 1)) * (4 * draw(1, 64));
    case 3:
      return symbol(0) * symbol(1) * 4;
    case 4:
      return symbol(0) * 16 + symbol(1) * 4 + number;
    default:
      return (symbol(0) * 3).floorDiv(2) * 4 + number;
    }
  }

  SmallVector<MemoryRequest> randomRequests() {
    SmallVector<MemoryRequest> requests(
        std::uniform_int_distribution<size_t>(0, 14)(random));
    std::uniform_int_distribution<int64_t> step(0, 8), duration(0, 4);
    for (MemoryRequest &request : requests) {
      request.size = randomSize();
      request.first = step(random);
      request.last = request.first + duration(random);
    }
    return requests;
  }

  static bool areLiveTogether(const MemoryRequest &a, const MemoryRequest &b) {
    for (int64_t step = 0; step < 16; ++step)
      if (a.first <= step && step <= a.last && b.first <= step &&
          step <= b.last)
        return true;
    return false;
  }

  /// Checks all that `planMemory` promises, for symbols of `value`.
  void check(ArrayRef<MemoryRequest> requests, const MemoryPlan &plan,
             bool reuse, int64_t value) {
    auto at = [&](AffineExpr expr) { return evaluateAt(expr, value); };
    ASSERT_EQ(plan.offsets.size(), requests.size());
    ASSERT_EQ(plan.ends.size(), requests.size());
    for (size_t i = 0; i < requests.size(); ++i) {
      EXPECT_GE(at(plan.offsets[i]), 0);
      EXPECT_EQ(at(plan.offsets[i]) % arenaAlignment, 0);
      EXPECT_TRUE(plan.offsets[i].isMultipleOf(arenaAlignment));
      EXPECT_LE(at(plan.offsets[i]) + at(requests[i].size), at(plan.ends[i]));
      EXPECT_LE(at(plan.ends[i]), at(plan.size));
      for (size_t j = 0; j < i; ++j) {
        if (reuse && !areLiveTogether(requests[i], requests[j]))
          continue;
        bool apart = at(plan.ends[i]) <= at(plan.offsets[j]) ||
                     at(plan.ends[j]) <= at(plan.offsets[i]);
        EXPECT_TRUE(apart) << "buffers " << i << " and " << j
                           << " overlap at symbols of " << value;
      }
    }
    EXPECT_LE(at(plan.lowerBoundExpr), at(plan.size)) << "at " << value;
  }

  MLIRContext context;
  std::mt19937 random{20260101};
};

TEST_F(MemoryPlanTest, LiveBuffersDoNotOverlap) {
  for (int instance = 0; instance < 400; ++instance) {
    SmallVector<MemoryRequest> requests = randomRequests();
    for (bool reuse : {true, false}) {
      MemoryPlan plan = planMemory(requests, reuse, &context);
      for (int64_t value : symbolValues)
        check(requests, plan, reuse, value);
      if (HasFailure())
        return;
    }
  }
}

TEST_F(MemoryPlanTest, LowerBoundIsTheLargestLiveSum) {
  for (int instance = 0; instance < 200; ++instance) {
    SmallVector<MemoryRequest> requests = randomRequests();
    MemoryPlan plan = planMemory(requests, /*reuse=*/true, &context);
    int64_t largest = 0;
    for (int64_t step = 0; step < 16; ++step) {
      int64_t live = 0;
      for (const MemoryRequest &request : requests)
        if (request.first <= step && step <= request.last)
          live += evaluateAt(alignToArena(request.size), symbolForBound);
      largest = std::max(largest, live);
    }
    EXPECT_EQ(plan.lowerBound, largest);
    EXPECT_EQ(evaluateAt(plan.lowerBoundExpr, symbolForBound), largest);
    EXPECT_EQ(evaluateAt(plan.size, symbolForBound), plan.sizeForBound);
    EXPECT_LE(plan.lowerBound, plan.sizeForBound);
  }
}

TEST_F(MemoryPlanTest, NothingNeedsNothing) {
  MemoryPlan plan = planMemory({}, /*reuse=*/true, &context);
  EXPECT_EQ(plan.size, constant(0));
  EXPECT_EQ(plan.lowerBoundExpr, constant(0));
}

TEST_F(MemoryPlanTest, ChainTakesTurns) {
  // Each value is read by the step after: two of them are live at a time.
  SmallVector<MemoryRequest> requests;
  for (int64_t step = 0; step < 6; ++step)
    requests.push_back({constant(1000), step, step + 1});
  MemoryPlan plan = planMemory(requests, /*reuse=*/true, &context);
  EXPECT_EQ(plan.size, constant(2048));
  EXPECT_EQ(plan.lowerBound, 2048);
  EXPECT_EQ(planMemory(requests, /*reuse=*/false, &context).size,
            constant(6144));
}

TEST_F(MemoryPlanTest, SmallBufferFillsTheSmallestGap) {
  // Buffers 0 and 2 end early and leave gaps of 1024 and 512 bytes.
  SmallVector<MemoryRequest> requests = {
      {constant(1024), 0, 0}, {constant(768), 0, 2}, {constant(512), 0, 0},
      {constant(300), 0, 2},  {constant(400), 1, 2},
  };
  MemoryPlan plan = planMemory(requests, /*reuse=*/true, &context);
  EXPECT_EQ(plan.offsets[4], plan.offsets[2]);
  for (int64_t value : symbolValues)
    check(requests, plan, /*reuse=*/true, value);
}

TEST_F(MemoryPlanTest, DynamicBuffersShareASlot) {
  // The second one is at most as large as the first, whatever the symbol is;
  // the third is larger for small symbols.
  SmallVector<MemoryRequest> requests = {
      {symbol() * 16, 0, 0}, {symbol() * 4, 1, 1}, {symbol() * 4 + 8, 2, 2}};
  MemoryPlan plan = planMemory(requests, /*reuse=*/true, &context);
  EXPECT_EQ(plan.offsets[0], plan.offsets[1]);
  EXPECT_EQ(plan.ends[0], plan.ends[1]);
  EXPECT_NE(plan.offsets[0], plan.offsets[2]);
  EXPECT_TRUE(isKnownAtMost(plan.ends[1], plan.offsets[2]));
}

TEST_F(MemoryPlanTest, IsKnownAtMost) {
  AffineExpr a = symbol(0), b = symbol(1);
  EXPECT_TRUE(isKnownAtMost(constant(3), constant(3)));
  EXPECT_FALSE(isKnownAtMost(constant(4), constant(3)));
  EXPECT_TRUE(isKnownAtMost(a * 4, a * 16));
  EXPECT_TRUE(isKnownAtMost(a * 4, a * 4 + b));
  EXPECT_FALSE(isKnownAtMost(a * 4 + 1, a * 16));
  EXPECT_FALSE(isKnownAtMost(a, b));
  // Not known, as a symbol may be 0 or less than 1.
  EXPECT_FALSE(isKnownAtMost(a, a * b));
  EXPECT_TRUE(isKnownAtMost(a * b * 2, a * b * 3));
  // Products do not depend on the order of factors.
  EXPECT_TRUE(isKnownAtMost((a + 1) * b, b + b * a));
  // Equal quotients cancel.
  AffineExpr quotient = (a * 4).ceilDiv(256) * 256;
  EXPECT_TRUE(isKnownAtMost(quotient + 256, quotient + 512 + b));
  EXPECT_FALSE(isKnownAtMost(quotient, constant(1 << 20)));
}

TEST_F(MemoryPlanTest, IsKnownAtMostIsTrue) {
  for (int instance = 0; instance < 2000; ++instance) {
    AffineExpr a = randomSize(), b = randomSize();
    if (isKnownAtMost(a, b))
      for (int64_t value : symbolValues)
        EXPECT_LE(evaluateAt(a, value), evaluateAt(b, value));
  }
}

TEST_F(MemoryPlanTest, EvaluateAt) {
  AffineExpr a = symbol();
  EXPECT_EQ(evaluateAt(a * 3 + 2, 7), 23);
  EXPECT_EQ(evaluateAt(a.floorDiv(4), 7), 1);
  EXPECT_EQ(evaluateAt(a.ceilDiv(4), 7), 2);
  EXPECT_EQ(evaluateAt(a % 4, 7), 3);
  EXPECT_EQ(evaluateAt(alignToArena(a), 0), 0);
  EXPECT_EQ(evaluateAt(alignToArena(a), 1), 256);
  EXPECT_EQ(evaluateAt(alignToArena(a), 256), 256);
  EXPECT_EQ(evaluateAt(alignToArena(a), 257), 512);
}

} // namespace
