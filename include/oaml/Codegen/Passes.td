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

def Tile : Pass<"oaml-tile", "::mlir::ModuleOp"> {
  let summary = "Compile kernels' linalg programs to tile IR";
  let description = [{
    Replaces each function that carries `kernel.schedule` by a `gpu.module` of
    its name with one kernel in tile IR (see `oaml-check-tile-ir`). Arguments
    and results become memrefs, in this order, then the symbols follow.

    Workgroups compute tiles of the results on demand: the op that defines a
    result asks for the tiles of its operands that it needs, down to the
    arguments, so that producers are fused wherever they are used. Reductions
    are loops over blocks with their accumulators in vectors. What does not
    change in a loop is computed before it.

    `kernel.schedule` fixes tiles, blocks and what happens at edges: one
    `#kernel.schedule`, or an array of them, one for each group of results that
    shares an iteration space. Groups are run side by side by different
    workgroups of the same launch.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect", "::oaml::kernel::KernelDialect"];
}

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
