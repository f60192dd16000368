//===- OAMLToLinalg.h - Lowering to linalg ----------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CONVERSION_OAMLTOLINALG_OAMLTOLINALG_H
#define OAML_CONVERSION_OAMLTOLINALG_OAMLTOLINALG_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"

namespace oaml {

#define GEN_PASS_DECL
#include "oaml/Conversion/OAMLToLinalg/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "oaml/Conversion/OAMLToLinalg/Passes.h.inc"

/// Lowers the body of `func`, which has one block, to linalg on tensors, and
/// makes its signature signless. Reports ops that have no lowering; `func` is
/// unchanged then. The dialects arith, linalg, math and tensor must be loaded.
llvm::LogicalResult lowerToLinalg(mlir::FunctionOpInterface func);

} // namespace oaml

#endif // OAML_CONVERSION_OAMLTOLINALG_OAMLTOLINALG_H
