//===- MemoryPlan.cpp - Placement of buffers in an arena ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Plan/Transforms/MemoryPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace oaml;
using namespace oaml::plan;

namespace {

/// A polynomial: coefficients by the sorted list of factors. A factor is a
/// symbol, or a quotient or remainder taken as one unknown that is at least 0.
using Polynomial = std::map<std::vector<const void *>, int64_t>;

} // namespace

static Polynomial getPolynomial(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {{{}, constant.getValue()}};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || (expr.getKind() != AffineExprKind::Add &&
                  expr.getKind() != AffineExprKind::Mul))
    return {{{expr.getAsOpaquePointer()}, 1}};
  Polynomial left = getPolynomial(binary.getLHS());
  Polynomial right = getPolynomial(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add) {
    for (auto &[factors, coefficient] : right)
      left[factors] += coefficient;
    return left;
  }
  Polynomial product;
  for (auto &[a, x] : left)
    for (auto &[b, y] : right) {
      std::vector<const void *> factors = a;
      factors.insert(factors.end(), b.begin(), b.end());
      llvm::sort(factors);
      product[factors] += x * y;
    }
  return product;
}

bool plan::isKnownAtMost(AffineExpr a, AffineExpr b) {
  Polynomial difference = getPolynomial(a);
  for (auto &[factors, coefficient] : getPolynomial(b))
    difference[factors] -= coefficient;
  return llvm::all_of(difference,
                      [](const auto &term) { return term.second <= 0; });
}

int64_t plan::evaluateAt(AffineExpr expr, int64_t value) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return value;
  int64_t left = evaluateAt(binary.getLHS(), value);
  int64_t right = evaluateAt(binary.getRHS(), value);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return left + right;
  case AffineExprKind::Mul:
    return left * right;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(left, right);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(left, right);
  case AffineExprKind::Mod:
    return llvm::mod(left, right);
  default:
    llvm_unreachable("no other binary expressions exist");
  }
}

AffineExpr plan::alignToArena(AffineExpr size) {
  return size.ceilDiv(arenaAlignment) * arenaAlignment;
}

static bool areLiveTogether(const MemoryRequest &a, const MemoryRequest &b) {
  return a.first <= b.last && b.first <= a.last;
}

namespace {

/// A run of bytes that several buffers of dynamic size use in turn.
struct Slot {
  AffineExpr size;
  SmallVector<size_t> buffers;
};

} // namespace

/// Best fit: the smallest gap among the placed buffers that are live together
/// with request `i`, else behind them.
static int64_t findOffset(ArrayRef<MemoryRequest> requests,
                          ArrayRef<int64_t> sizes, ArrayRef<int64_t> offsets,
                          ArrayRef<size_t> placed, size_t i, bool reuse) {
  SmallVector<std::pair<int64_t, int64_t>> taken;
  for (size_t other : placed)
    if (!reuse || areLiveTogether(requests[i], requests[other]))
      taken.emplace_back(offsets[other], offsets[other] + sizes[other]);
  llvm::sort(taken);
  int64_t end = 0, best = -1, bestGap = INT64_MAX;
  for (auto [from, to] : taken) {
    int64_t gap = from - end;
    if (gap >= sizes[i] && gap < bestGap) {
      best = end;
      bestGap = gap;
    }
    end = std::max(end, to);
  }
  return best >= 0 ? best : end;
}

MemoryPlan plan::planMemory(ArrayRef<MemoryRequest> requests, bool reuse,
                            MLIRContext *context) {
  MemoryPlan plan;
  plan.offsets.resize(requests.size());
  plan.ends.resize(requests.size());
  SmallVector<size_t> fixed, dynamic;
  SmallVector<int64_t> sizes(requests.size()), offsets(requests.size());
  for (auto [i, request] : llvm::enumerate(requests)) {
    sizes[i] = evaluateAt(alignToArena(request.size), symbolForBound);
    (isa<AffineConstantExpr>(request.size) ? fixed : dynamic).push_back(i);
  }
  auto bySize = [&](size_t a, size_t b) {
    return sizes[a] != sizes[b] ? sizes[a] > sizes[b] : a < b;
  };
  llvm::sort(fixed, bySize);
  llvm::sort(dynamic, bySize);

  int64_t end = 0;
  SmallVector<size_t> placed;
  for (size_t i : fixed) {
    offsets[i] = findOffset(requests, sizes, offsets, placed, i, reuse);
    placed.push_back(i);
    plan.offsets[i] = getAffineConstantExpr(offsets[i], context);
    plan.ends[i] = getAffineConstantExpr(offsets[i] + sizes[i], context);
    end = std::max(end, offsets[i] + sizes[i]);
  }

  SmallVector<Slot> slots;
  for (size_t i : dynamic) {
    Slot *found = nullptr;
    if (reuse)
      for (Slot &slot : slots)
        if (isKnownAtMost(requests[i].size, slot.size) &&
            llvm::none_of(slot.buffers, [&](size_t other) {
              return areLiveTogether(requests[i], requests[other]);
            })) {
          found = &slot;
          break;
        }
    if (!found) {
      slots.push_back({requests[i].size, {}});
      found = &slots.back();
    }
    found->buffers.push_back(i);
  }
  plan.size = getAffineConstantExpr(end, context);
  for (const Slot &slot : slots) {
    AffineExpr end = plan.size + alignToArena(slot.size);
    for (size_t i : slot.buffers) {
      plan.offsets[i] = plan.size;
      plan.ends[i] = end;
    }
    plan.size = end;
  }
  plan.sizeForBound = evaluateAt(plan.size, symbolForBound);

  // What is live together at the first step of some buffer bounds the size.
  plan.lowerBoundExpr = getAffineConstantExpr(0, context);
  for (const MemoryRequest &at : requests) {
    int64_t live = 0;
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (auto [i, request] : llvm::enumerate(requests))
      if (request.first <= at.first && at.first <= request.last) {
        live += sizes[i];
        sum = sum + alignToArena(request.size);
      }
    if (live > plan.lowerBound) {
      plan.lowerBound = live;
      plan.lowerBoundExpr = sum;
    }
  }
  return plan;
}
