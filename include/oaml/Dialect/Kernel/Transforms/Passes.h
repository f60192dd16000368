//===- Passes.h - Passes of the kernel dialect ------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_KERNEL_TRANSFORMS_PASSES_H
#define OAML_DIALECT_KERNEL_TRANSFORMS_PASSES_H

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace oaml::kernel {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "oaml/Dialect/Kernel/Transforms/Passes.h.inc"

} // namespace oaml::kernel

#endif // OAML_DIALECT_KERNEL_TRANSFORMS_PASSES_H
