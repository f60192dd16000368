//===- ElementwiseRules.h - Shared activation rules -------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_DIALECT_OAML_IR_ELEMENTWISERULES_H
#define OAML_LIB_DIALECT_OAML_IR_ELEMENTWISERULES_H

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

namespace oaml {

/// gelu(x) = x/2 (1 + tanh(scale (x + cubic x^3))), scale = sqrt(2/pi).
inline constexpr double geluScale = 0.79788456080286535588;
inline constexpr double geluCubic = 0.044715;
/// From here on the tanh is 1 in f32 and in double: its argument is above 43.
inline constexpr double geluBound = 10.0;

/// What value and derivative of gelu are made of.
struct GeluParts {
  /// The operand held in [-geluBound, geluBound], so that neither its powers
  /// overflow nor 0 meets an infinity; NaN stays.
  TensorExpr bounded;
  TensorExpr square;
  TensorExpr tanh;
};
GeluParts buildGeluParts(TensorBuilder &builder, TensorExpr x);

} // namespace oaml

#endif // OAML_LIB_DIALECT_OAML_IR_ELEMENTWISERULES_H
