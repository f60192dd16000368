//===- SymbolicExtents.h - Normal form of extents ---------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Extents are affine expressions with products and quotients of symbols. Their
// normal form is a sum of products, so that equal extents are one expression
// however they were written, and two of them can be compared.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_SYMBOLICEXTENTS_H
#define OAML_INTERFACES_SYMBOLICEXTENTS_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace oaml {

/// How two extents must compare.
enum class ExtentRelation { Equal, NotEqual, Less, LessEqual };

/// Says of a symbol or dimension whether it is known not to be negative.
using NonNegativeFn = llvm::function_ref<bool(mlir::AffineExpr)>;

/// The normal form of `extent`: products of symbols in a fixed order, their sum
/// in a fixed order, quotients reduced by common factors (which are taken to be
/// positive). Equal normal forms are equal for all values of the symbols.
/// Coefficients saturate.
mlir::AffineExpr normalizeExtent(mlir::AffineExpr extent);

/// The normal form of the product; 1 for an empty list.
mlir::AffineExpr multiplyExtents(llvm::ArrayRef<mlir::AffineExpr> extents,
                                 mlir::MLIRContext *context);

/// Decides `lhs relation rhs` for all values of the symbols, as far as normal
/// forms and the signs that `isNonNegative` knows allow it.
std::optional<bool> decideRelation(
    mlir::AffineExpr lhs, ExtentRelation relation, mlir::AffineExpr rhs,
    NonNegativeFn isNonNegative = [](mlir::AffineExpr) { return false; });

/// Prints `extent` with names in place of symbols: "B * 2 - 1".
void printExtent(llvm::raw_ostream &os, mlir::AffineExpr extent,
                 llvm::function_ref<llvm::StringRef(unsigned)> getName);

/// "==", "!=", "<" or "<=".
llvm::StringRef stringifyRelation(ExtentRelation relation);

} // namespace oaml

#endif // OAML_INTERFACES_SYMBOLICEXTENTS_H
