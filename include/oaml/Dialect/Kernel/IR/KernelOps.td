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

def Kernel_ConvertLayoutOp : Kernel_Op<"convert_layout",
    [Pure, SameOperandsAndResultType]> {
  let summary = "The same vector, spread over the lanes in another way";
  let description = [{
    The layout of the result is in the op's attribute `kernel.layouts`, that of
    the operand at the op that defines it. Distribution makes shuffles and
    selects of it; where all lanes hold what they need, it costs nothing.

    Example:

    ```mlir
    %b = kernel.convert_layout %a {kernel.layouts = [
        #kernel.layout<repeat = [16], lanes = [1], width = [1], stride = [1]>]}
        : vector<16xf32>
    ```
  }];
  let arguments = (ins AnyVectorOfAnyRank:$source);
  let results = (outs AnyVectorOfAnyRank:$result);
  let assemblyFormat = "$source attr-dict `:` type($result)";
}

def Kernel_AdvanceOp : Kernel_Op<"advance",
    [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "A pointer to a later element of a buffer";
  let description = [{
    Element `i` of the result is element `i + offset` of the source. On devices
    with `pointer_views` a pointer of its own, made once per tile and lane, lets
    all accesses be at constant distances from it. The offset may be negative.

    Example:

    ```mlir
    %q = kernel.advance %p, %n : memref<?xf32>
    ```
  }];
  let arguments = (ins MemRefRankOf<[AnyType], [1]>:$source, Index:$offset);
  let results = (outs MemRefRankOf<[AnyType], [1]>:$result);
  let assemblyFormat = "$source `,` $offset attr-dict `:` type($source)";
}

#endif // OAML_DIALECT_KERNEL_IR_KERNELOPS_TD
