//===- ConstantFolding.h - Arithmetic on constants --------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_DIALECT_OAML_IR_CONSTANTFOLDING_H
#define OAML_LIB_DIALECT_OAML_IR_CONSTANTFOLDING_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace oaml {

/// Constants with more elements are folded only where they are splats: a folded
/// tensor costs memory, and computing it at run time is cheap.
inline constexpr int64_t maxFoldedElements = 1024;

/// An element of a constant; floats have the element type's semantics.
struct ConstantElement {
  std::optional<llvm::APFloat> number;
  llvm::APInt integer;
};

/// The elements of `result`, computed from the elements of `operands` at the
/// broadcast position; null if an operand is no constant, or too large.
mlir::Attribute foldElementwise(
    llvm::ArrayRef<mlir::Attribute> operands, mlir::RankedTensorType result,
    llvm::function_ref<ConstantElement(llvm::ArrayRef<ConstantElement>)>
        compute);

/// The elements of `operand` in the order that `getSource` gives: the row-major
/// number of an operand element for one of the result; null if `operand` is no
/// constant, or too large.
mlir::Attribute foldMovement(mlir::Attribute operand,
                             mlir::RankedTensorType result,
                             llvm::function_ref<int64_t(int64_t)> getSource);

/// The one value of all elements, if `attribute` is a constant of one value.
std::optional<ConstantElement> getSplatElement(mlir::Attribute attribute);

/// Whether all elements of `attribute` are the float `value` (with its sign, if
/// it is zero).
bool isSplatOf(mlir::Attribute attribute, double value);

/// Whether all elements of `attribute` are the integer `value`.
bool isIntegerSplatOf(mlir::Attribute attribute, int64_t value);

/// The row-major strides of `shape`.
llvm::SmallVector<int64_t> getRowMajorStrides(llvm::ArrayRef<int64_t> shape);

} // namespace oaml

#endif // OAML_LIB_DIALECT_OAML_IR_CONSTANTFOLDING_H
