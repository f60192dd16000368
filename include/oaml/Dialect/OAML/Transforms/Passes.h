//===- Passes.h - Passes on graphs of oaml ops ------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_TRANSFORMS_PASSES_H
#define OAML_DIALECT_OAML_TRANSFORMS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace oaml {

#define GEN_PASS_DECL
#include "oaml/Dialect/OAML/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "oaml/Dialect/OAML/Transforms/Passes.h.inc"

} // namespace oaml

#endif // OAML_DIALECT_OAML_TRANSFORMS_PASSES_H
