//===- KernelCost.h - What a kernel costs -----------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CODEGEN_KERNELCOST_H
#define OAML_CODEGEN_KERNELCOST_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace oaml {

/// The most values that one lane of a distributed kernel holds at the same
/// time in the order in which the code stands. Elements of short vectors count
/// one each, constants not at all. A driver may need more or fewer registers.
int64_t countRegisters(mlir::gpu::GPUFuncOp kernel);

} // namespace oaml

#endif // OAML_CODEGEN_KERNELCOST_H
