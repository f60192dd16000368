//===- Passes.h - Passes of code generation ---------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a kernel's linalg form to scalar code per lane:
// tile IR -> layouts -> distributed code. See Passes.td for each pass.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CODEGEN_PASSES_H
#define OAML_CODEGEN_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"

namespace oaml {

#define GEN_PASS_DECL
#include "oaml/Codegen/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "oaml/Codegen/Passes.h.inc"

} // namespace oaml

#endif // OAML_CODEGEN_PASSES_H
