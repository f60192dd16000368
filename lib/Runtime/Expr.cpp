//===- Expr.cpp - Size expressions ----------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expr.h"

#include <array>

using namespace oaml::rt;
using namespace oaml::rt::detail;
using artifact::ExprKind;

std::string detail::checkExpr(const artifact::Expr &expr, size_t numSymbols) {
  const auto &ops = *expr.ops();
  // FlatBuffers' verifier looks at the alignment of a vector's length alone.
  if (reinterpret_cast<uintptr_t>(ops.Data()) % alignof(artifact::ExprOp) != 0)
    return "an expression is not aligned";
  if (ops.size() == 0 || ops.size() > kMaxExprSteps)
    return "an expression has " + std::to_string(ops.size()) +
           " steps; 1 to 256 are allowed";
  unsigned depth = 0;
  for (const artifact::ExprOp *op : ops) {
    switch (op->kind()) {
    case ExprKind::Constant:
      ++depth;
      continue;
    case ExprKind::Symbol:
      if (op->value() < 0 || static_cast<uint64_t>(op->value()) >= numSymbols)
        return "an expression uses symbol " + std::to_string(op->value()) +
               " of " + std::to_string(numSymbols);
      ++depth;
      continue;
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::FloorDiv:
    case ExprKind::CeilDiv:
    case ExprKind::Mod:
    case ExprKind::Min:
    case ExprKind::Max:
      if (op->value() != 0)
        return "an operator of an expression carries a value";
      if (depth < 2)
        return "an operator of an expression lacks operands";
      --depth;
      continue;
    }
    return "an expression has a step of unknown kind " +
           std::to_string(static_cast<unsigned>(op->kind()));
  }
  if (depth != 1)
    return "an expression leaves " + std::to_string(depth) +
           " values instead of one";
  return {};
}

/// Quotient rounded down; `b` is positive, so nothing overflows.
static int64_t floorDiv(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

Expected<int64_t> detail::evaluate(const artifact::Expr &expr,
                                   const std::vector<int64_t> &symbols) {
  std::array<int64_t, kMaxExprSteps> stack;
  unsigned depth = 0;
  for (const artifact::ExprOp *op : *expr.ops()) {
    if (op->kind() == ExprKind::Constant) {
      stack[depth++] = op->value();
      continue;
    }
    if (op->kind() == ExprKind::Symbol) {
      stack[depth++] = symbols[static_cast<size_t>(op->value())];
      continue;
    }
    int64_t rhs = stack[--depth];
    int64_t &lhs = stack[depth - 1];
    bool overflow = false;
    switch (op->kind()) {
    case ExprKind::Add:
      overflow = __builtin_add_overflow(lhs, rhs, &lhs);
      break;
    case ExprKind::Sub:
      overflow = __builtin_sub_overflow(lhs, rhs, &lhs);
      break;
    case ExprKind::Mul:
      overflow = __builtin_mul_overflow(lhs, rhs, &lhs);
      break;
    case ExprKind::Min:
      lhs = lhs < rhs ? lhs : rhs;
      break;
    case ExprKind::Max:
      lhs = lhs < rhs ? rhs : lhs;
      break;
    default:
      if (rhs <= 0)
        return Status::error(ErrorCode::InvalidArgument,
                             "division by " + std::to_string(rhs));
      if (op->kind() == ExprKind::FloorDiv)
        lhs = floorDiv(lhs, rhs);
      else if (op->kind() == ExprKind::CeilDiv)
        lhs = floorDiv(lhs, rhs) + (lhs % rhs != 0);
      else if ((lhs %= rhs) < 0)
        lhs += rhs;
    }
    if (overflow)
      return Status::error(ErrorCode::InvalidArgument,
                           "overflow of 64-bit arithmetic");
  }
  return stack[0];
}

bool detail::isConstant(const artifact::Expr &expr) {
  for (const artifact::ExprOp *op : *expr.ops())
    if (op->kind() == ExprKind::Symbol)
      return false;
  return true;
}

std::optional<uint64_t> detail::getAsSymbol(const artifact::Expr &expr) {
  const auto &ops = *expr.ops();
  if (ops.size() != 1 || ops.Get(0)->kind() != ExprKind::Symbol)
    return std::nullopt;
  return static_cast<uint64_t>(ops.Get(0)->value());
}

std::string detail::printExpr(const artifact::Expr &expr,
                              const std::vector<std::string> &symbols) {
  // Binding strength: 1 sums, 2 products, 3 atoms and calls.
  struct Text {
    std::string text;
    int strength;
  };
  auto wrap = [](const Text &text, int least) {
    return text.strength < least ? "(" + text.text + ")" : text.text;
  };
  std::vector<Text> stack;
  for (const artifact::ExprOp *op : *expr.ops()) {
    if (op->kind() == ExprKind::Constant) {
      stack.push_back({std::to_string(op->value()), op->value() < 0 ? 1 : 3});
      continue;
    }
    if (op->kind() == ExprKind::Symbol) {
      stack.push_back({symbols[static_cast<size_t>(op->value())], 3});
      continue;
    }
    Text rhs = std::move(stack.back());
    stack.pop_back();
    Text &lhs = stack.back();
    auto infix = [&](const char *sign, int strength) {
      lhs = {wrap(lhs, strength) + sign + wrap(rhs, strength + 1), strength};
    };
    auto call = [&](const char *name) {
      lhs = {std::string(name) + "(" + lhs.text + ", " + rhs.text + ")", 3};
    };
    switch (op->kind()) {
    case ExprKind::Add:
      infix(" + ", 1);
      break;
    case ExprKind::Sub:
      infix(" - ", 1);
      break;
    case ExprKind::Mul:
      infix(" * ", 2);
      break;
    case ExprKind::FloorDiv:
      call("floordiv");
      break;
    case ExprKind::CeilDiv:
      call("ceildiv");
      break;
    case ExprKind::Mod:
      call("mod");
      break;
    case ExprKind::Min:
      call("min");
      break;
    default:
      call("max");
      break;
    }
  }
  return stack.back().text;
}
