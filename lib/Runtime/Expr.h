//===- Expr.h - Size expressions --------------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_RUNTIME_EXPR_H
#define OAML_LIB_RUNTIME_EXPR_H

#include "oaml-rt/Artifact_generated.h"
#include "oaml-rt/Status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace oaml::rt::detail {

/// Steps that one expression may have.
constexpr unsigned kMaxExprSteps = 256;

/// Checks an expression of a file: known kinds, symbols below `numSymbols`,
/// operands on the stack, one value left. Returns what is wrong, or nothing.
/// All other functions here want an expression that passed.
std::string checkExpr(const artifact::Expr &expr, size_t numSymbols);

/// Evaluates. An overflow or a divisor that is not positive is an
/// InvalidArgument that quotes nothing: the caller knows what was computed.
Expected<int64_t> evaluate(const artifact::Expr &expr,
                           const std::vector<int64_t> &symbols);

/// Whether no symbol occurs.
bool isConstant(const artifact::Expr &expr);

/// The position of the symbol that is all of the expression.
std::optional<uint64_t> getAsSymbol(const artifact::Expr &expr);

/// Infix text with as few parentheses as are needed, "B * 2 + 1",
/// "ceildiv(B, 32)".
std::string printExpr(const artifact::Expr &expr,
                      const std::vector<std::string> &symbols);

} // namespace oaml::rt::detail

#endif // OAML_LIB_RUNTIME_EXPR_H
