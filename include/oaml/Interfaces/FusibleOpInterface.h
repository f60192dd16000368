//===- FusibleOpInterface.h - Kinds of access -------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_FUSIBLEOPINTERFACE_H
#define OAML_INTERFACES_FUSIBLEOPINTERFACE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"

namespace oaml {
/// How the elements of a result depend on the elements of operands.
enum class FusionKind {
  /// Element by element, operands broadcast to the result.
  Elementwise,
  /// No operands, or scalars only: constants, iota, random numbers.
  Generator,
  /// Each result element is one operand element: transpose, slice, pad.
  Movement,
  /// The same elements in the same order: costs nothing at a kernel's border.
  Reshape,
  /// Each result element is an element of operand 0 at a place that data
  /// decide, or a constant.
  Gather,
  /// Combines operand elements along axes.
  Reduction,
  /// Sums of products of two operands.
  Contraction,
  /// A kernel of its own.
  Opaque
};
} // namespace oaml

#include "oaml/Interfaces/FusibleOpInterface.h.inc"

#endif // OAML_INTERFACES_FUSIBLEOPINTERFACE_H
