//===- Transforms.h - Rewrites of oaml ops for use in passes ----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_TRANSFORMS_TRANSFORMS_H
#define OAML_DIALECT_OAML_TRANSFORMS_TRANSFORMS_H

#include "mlir/IR/PatternMatch.h"

namespace oaml {

/// Patterns of the pass `oaml-simplify`.
void populateSimplifyPatterns(mlir::RewritePatternSet &patterns);

} // namespace oaml

#endif // OAML_DIALECT_OAML_TRANSFORMS_TRANSFORMS_H
