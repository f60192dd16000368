//===- SymbolicExtents.cpp - Normal form of extents -----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An extent is held as a polynomial: a map from monomials (sorted atoms) to
// integer coefficients. Atoms are symbols, dimensions, and quotients and
// remainders that do not divide out.
//
//===----------------------------------------------------------------------===//

#include "oaml/Interfaces/SymbolicExtents.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>
#include <map>
#include <numeric>

using namespace mlir;
using namespace oaml;

/// A structural order of expressions, the same in every run.
static int compare(AffineExpr lhs, AffineExpr rhs) {
  if (lhs == rhs)
    return 0;
  if (lhs.getKind() != rhs.getKind())
    return lhs.getKind() < rhs.getKind() ? -1 : 1;
  auto order = [](auto left, auto right) { return left < right ? -1 : 1; };
  if (auto constant = dyn_cast<AffineConstantExpr>(lhs))
    return order(constant.getValue(), cast<AffineConstantExpr>(rhs).getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(lhs))
    return order(symbol.getPosition(),
                 cast<AffineSymbolExpr>(rhs).getPosition());
  if (auto dimension = dyn_cast<AffineDimExpr>(lhs))
    return order(dimension.getPosition(),
                 cast<AffineDimExpr>(rhs).getPosition());
  auto left = cast<AffineBinaryOpExpr>(lhs);
  auto right = cast<AffineBinaryOpExpr>(rhs);
  if (int first = compare(left.getLHS(), right.getLHS()))
    return first;
  return compare(left.getRHS(), right.getRHS());
}

namespace {

using Monomial = llvm::SmallVector<AffineExpr>;

struct MonomialOrder {
  bool operator()(const Monomial &lhs, const Monomial &rhs) const {
    // Higher degrees first, constants last.
    if (lhs.size() != rhs.size())
      return lhs.size() > rhs.size();
    for (auto [left, right] : llvm::zip_equal(lhs, rhs))
      if (int order = compare(left, right))
        return order < 0;
    return false;
  }
};

using Polynomial = std::map<Monomial, int64_t, MonomialOrder>;

} // namespace

static int64_t saturate(bool negative) {
  return negative ? std::numeric_limits<int64_t>::min() + 1
                  : std::numeric_limits<int64_t>::max();
}

static int64_t multiply(int64_t lhs, int64_t rhs) {
  int64_t product;
  if (llvm::MulOverflow(lhs, rhs, product))
    return saturate((lhs < 0) != (rhs < 0));
  return product;
}

static void addTerm(Polynomial &polynomial, const Monomial &monomial,
                    int64_t value) {
  auto [it, isNew] = polynomial.try_emplace(monomial, 0);
  (void)isNew;
  int64_t sum;
  it->second =
      llvm::AddOverflow(it->second, value, sum) ? saturate(value < 0) : sum;
  if (it->second == 0)
    polynomial.erase(it);
}

static Polynomial multiply(const Polynomial &lhs, const Polynomial &rhs) {
  Polynomial product;
  for (const auto &[left, leftValue] : lhs) {
    for (const auto &[right, rightValue] : rhs) {
      Monomial monomial = left;
      llvm::append_range(monomial, right);
      llvm::sort(monomial,
                 [](AffineExpr a, AffineExpr b) { return compare(a, b) < 0; });
      addTerm(product, monomial, multiply(leftValue, rightValue));
    }
  }
  return product;
}

static AffineExpr toExpr(const Polynomial &polynomial, MLIRContext *context) {
  AffineExpr sum = getAffineConstantExpr(0, context);
  for (const auto &[monomial, value] : polynomial) {
    AffineExpr product = getAffineConstantExpr(1, context);
    for (AffineExpr atom : monomial)
      product = product * atom;
    sum = sum + product * value;
  }
  return sum;
}

static Polynomial makeConstant(int64_t value) {
  Polynomial polynomial;
  addTerm(polynomial, {}, value);
  return polynomial;
}

static Polynomial makeAtom(AffineExpr atom) {
  if (auto constant = dyn_cast<AffineConstantExpr>(atom))
    return makeConstant(constant.getValue());
  Polynomial polynomial;
  addTerm(polynomial, {atom}, 1);
  return polynomial;
}

/// The constant that `polynomial` is, if it is one.
static std::optional<int64_t> getConstant(const Polynomial &polynomial) {
  if (polynomial.empty())
    return 0;
  if (polynomial.size() == 1 && polynomial.begin()->first.empty())
    return polynomial.begin()->second;
  return std::nullopt;
}

/// `monomial` without the atoms of `factor`, if it has them all.
static std::optional<Monomial> divide(const Monomial &monomial,
                                      const Monomial &factor) {
  Monomial rest = monomial;
  for (AffineExpr atom : factor) {
    auto *it = llvm::find(rest, atom);
    if (it == rest.end())
      return std::nullopt;
    rest.erase(it);
  }
  return rest;
}

/// The greatest product that divides every term of `polynomial`.
static std::pair<Monomial, int64_t> getContent(const Polynomial &polynomial) {
  Monomial common = polynomial.begin()->first;
  int64_t divisor = 0;
  for (const auto &[monomial, value] : polynomial) {
    divisor = std::gcd(divisor, value);
    Monomial shared, rest = monomial;
    for (AffineExpr atom : common) {
      auto *it = llvm::find(rest, atom);
      if (it == rest.end())
        continue;
      rest.erase(it);
      shared.push_back(atom);
    }
    common = shared;
  }
  return {common, divisor};
}

/// `polynomial` divided by a factor of each of its terms.
static Polynomial divideExactly(const Polynomial &polynomial,
                                const Monomial &monomial, int64_t value) {
  Polynomial quotient;
  for (const auto &[term, coefficient] : polynomial)
    addTerm(quotient, *divide(term, monomial), coefficient / value);
  return quotient;
}

static Polynomial toPolynomial(AffineExpr expr);

/// A quotient or remainder that is an atom, unless MLIR can take it apart.
static Polynomial makeBinaryAtom(AffineExprKind kind, AffineExpr lhs,
                                 AffineExpr rhs) {
  AffineExpr expr = getAffineBinaryOpExpr(kind, lhs, rhs);
  return expr.getKind() == kind ? makeAtom(expr) : toPolynomial(expr);
}

/// A quotient: `kind` is FloorDiv or CeilDiv.
static Polynomial makeQuotient(AffineExprKind kind, Polynomial dividend,
                               Polynomial divisor, MLIRContext *context) {
  if (!dividend.empty() && !divisor.empty()) {
    // floor(a k / (b k)) = floor(a / b) for k > 0, and the same for ceil.
    auto [dividendAtoms, dividendValue] = getContent(dividend);
    auto [divisorAtoms, divisorValue] = getContent(divisor);
    Monomial shared, rest = dividendAtoms;
    for (AffineExpr atom : divisorAtoms) {
      auto *it = llvm::find(rest, atom);
      if (it == rest.end())
        continue;
      rest.erase(it);
      shared.push_back(atom);
    }
    int64_t value = std::gcd(dividendValue, divisorValue);
    dividend = divideExactly(dividend, shared, value);
    divisor = divideExactly(divisor, shared, value);
  }
  if (getConstant(divisor) == 1)
    return dividend;
  AffineExpr left = toExpr(dividend, context), right = toExpr(divisor, context);
  // A division by a constant that is not positive has no meaning; it stays
  // symbolic, and the rule that made it has rejected it.
  std::optional<int64_t> constant = getConstant(divisor);
  if (constant && *constant <= 0)
    return makeConstant(0);
  return makeBinaryAtom(kind, left, right);
}

static Polynomial toPolynomial(AffineExpr expr) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return makeConstant(cast<AffineConstantExpr>(expr).getValue());
  case AffineExprKind::SymbolId:
  case AffineExprKind::DimId:
    return makeAtom(expr);
  default:
    break;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Polynomial left = toPolynomial(binary.getLHS());
  Polynomial right = toPolynomial(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    for (const auto &[monomial, value] : right)
      addTerm(left, monomial, value);
    return left;
  case AffineExprKind::Mul:
    return multiply(left, right);
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv:
    return makeQuotient(expr.getKind(), left, right, expr.getContext());
  default:
    std::optional<int64_t> constant = getConstant(right);
    if (constant && *constant <= 0)
      return makeConstant(0);
    return makeBinaryAtom(expr.getKind(), toExpr(left, expr.getContext()),
                          toExpr(right, expr.getContext()));
  }
}

/// Whether the atom is known not to be negative.
static bool isNonNegativeAtom(AffineExpr atom, NonNegativeFn isNonNegative) {
  if (isa<AffineSymbolExpr, AffineDimExpr>(atom))
    return isNonNegative(atom);
  auto binary = cast<AffineBinaryOpExpr>(atom);
  if (atom.getKind() == AffineExprKind::Mod)
    return true;
  auto holds = [&](AffineExpr side) {
    return decideRelation(getAffineConstantExpr(0, atom.getContext()),
                          ExtentRelation::LessEqual, side, isNonNegative)
        .value_or(false);
  };
  return holds(binary.getLHS()) && holds(binary.getRHS());
}

AffineExpr oaml::normalizeExtent(AffineExpr extent) {
  return toExpr(toPolynomial(extent), extent.getContext());
}

AffineExpr oaml::multiplyExtents(ArrayRef<AffineExpr> extents,
                                 MLIRContext *context) {
  Polynomial product = makeConstant(1);
  for (AffineExpr extent : extents)
    product = multiply(product, toPolynomial(extent));
  return toExpr(product, context);
}

std::optional<bool> oaml::decideRelation(AffineExpr lhs,
                                         ExtentRelation relation,
                                         AffineExpr rhs,
                                         NonNegativeFn isNonNegative) {
  Polynomial difference = toPolynomial(lhs);
  for (const auto &[monomial, value] : toPolynomial(rhs))
    addTerm(difference, monomial, -value);

  // The constant term bounds the difference where all other terms have one
  // sign.
  int64_t constant = 0;
  bool hasLowerBound = true, hasUpperBound = true;
  for (const auto &[monomial, value] : difference) {
    if (monomial.empty()) {
      constant = value;
      continue;
    }
    bool signKnown = llvm::all_of(monomial, [&](AffineExpr atom) {
      return isNonNegativeAtom(atom, isNonNegative);
    });
    hasLowerBound &= signKnown && value > 0;
    hasUpperBound &= signKnown && value < 0;
  }
  bool positive = hasLowerBound && constant > 0;
  bool negative = hasUpperBound && constant < 0;
  bool zero = hasLowerBound && hasUpperBound && constant == 0;
  switch (relation) {
  case ExtentRelation::Equal:
    return zero                   ? std::optional<bool>(true)
           : positive || negative ? std::optional<bool>(false)
                                  : std::nullopt;
  case ExtentRelation::NotEqual:
    return zero                   ? std::optional<bool>(false)
           : positive || negative ? std::optional<bool>(true)
                                  : std::nullopt;
  case ExtentRelation::Less:
    return negative                         ? std::optional<bool>(true)
           : hasLowerBound && constant >= 0 ? std::optional<bool>(false)
                                            : std::nullopt;
  case ExtentRelation::LessEqual:
    return hasUpperBound && constant <= 0 ? std::optional<bool>(true)
           : positive                     ? std::optional<bool>(false)
                                          : std::nullopt;
  }
  llvm_unreachable("unknown relation");
}

/// A term of a sum without its minus sign, if it has one.
static std::optional<AffineExpr> getNegated(AffineExpr term) {
  auto asConstant = [](AffineExpr expr) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    return constant ? constant.getValue() : 0;
  };
  if (asConstant(term) < 0)
    return getAffineConstantExpr(-asConstant(term), term.getContext());
  auto product = dyn_cast<AffineBinaryOpExpr>(term);
  if (product && product.getKind() == AffineExprKind::Mul &&
      asConstant(product.getRHS()) < 0)
    return product.getLHS() * -asConstant(product.getRHS());
  return std::nullopt;
}

void oaml::printExtent(raw_ostream &os, AffineExpr extent,
                       function_ref<StringRef(unsigned)> getName) {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(extent)) {
    os << getName(symbol.getPosition());
    return;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(extent);
  if (!binary) {
    os << extent;
    return;
  }
  auto printFactor = [&](AffineExpr factor) {
    // A product in front of a product reads the same without parentheses.
    bool isPlain = !isa<AffineBinaryOpExpr>(factor) ||
                   (factor.getKind() == AffineExprKind::Mul &&
                    extent.getKind() == AffineExprKind::Mul);
    os << (isPlain ? "" : "(");
    printExtent(os, factor, getName);
    os << (isPlain ? "" : ")");
  };
  switch (extent.getKind()) {
  case AffineExprKind::Add: {
    printExtent(os, binary.getLHS(), getName);
    std::optional<AffineExpr> negated = getNegated(binary.getRHS());
    os << (negated ? " - " : " + ");
    printExtent(os, negated.value_or(binary.getRHS()), getName);
    return;
  }
  case AffineExprKind::Mul:
    printFactor(binary.getLHS());
    os << " * ";
    break;
  case AffineExprKind::FloorDiv:
    printFactor(binary.getLHS());
    os << " floordiv ";
    break;
  case AffineExprKind::CeilDiv:
    printFactor(binary.getLHS());
    os << " ceildiv ";
    break;
  default:
    printFactor(binary.getLHS());
    os << " mod ";
    break;
  }
  printFactor(binary.getRHS());
}

StringRef oaml::stringifyRelation(ExtentRelation relation) {
  switch (relation) {
  case ExtentRelation::Equal:
    return "==";
  case ExtentRelation::NotEqual:
    return "!=";
  case ExtentRelation::Less:
    return "<";
  case ExtentRelation::LessEqual:
    return "<=";
  }
  llvm_unreachable("unknown relation");
}
