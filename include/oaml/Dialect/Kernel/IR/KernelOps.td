//===- KernelOps.td - Ops of the kernel dialect ------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_KERNEL_IR_KERNELOPS_TD
#define OAML_DIALECT_KERNEL_IR_KERNELOPS_TD

include "oaml/Dialect/Kernel/IR/KernelAttributes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Kernel_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kernel_Dialect, mnemonic, traits>;

def Kernel_WorkgroupIdOp : Kernel_Op<"workgroup_id",
    [Pure]> {
  let summary = "Number of this workgroup within the kernel's grid";
  let description = [{
    Grids are one-dimensional to the kernel. The launch splits a grid of more
    than `max_workgroups` over two dimensions; the lowering to SPIR-V joins them
    and lets surplus workgroups return at once.

    Example:

    ```mlir
    %id = kernel.workgroup_id : index
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

#endif // OAML_DIALECT_KERNEL_IR_KERNELOPS_TD
