//===- Passes.td - Passes of code generation ---------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CODEGEN_PASSES_TD
#define OAML_CODEGEN_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckTileIR : Pass<"oaml-check-tile-ir", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Verify that kernels are tile IR";
  let description = [{
    Tile IR is what tiling makes and distribution takes. Every `gpu.func` marked
    `kernel` must

    - carry `kernel.device` (`#kernel.device`) and `kernel.grid`, an affine map
      of the kernel's symbols with one result, the number of workgroups;
    - take memrefs (identity layout; f32, f16, bf16, i32, i8 or i1 elements), each
      with `oaml.dims` where it has dynamic extents, then one `index` argument
      with `kernel.symbol = "NAME"` for each name that `oaml.dims` mentions;
    - hold only `kernel.workgroup_id`, scalar and vector `arith` and `math`,
      `scf.if`, `scf.for`, and the `vector` ops transfer_read, transfer_write,
      contract, multi_reduction, broadcast, transpose, shape_cast, step and
      gather, without masks on transfers and contractions;
    - access memrefs that are its arguments.

    The pass changes nothing. It reports the first violation of each kernel.
  }];
}

#endif // OAML_CODEGEN_PASSES_TD
