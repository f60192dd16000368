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

def ChooseSchedule : Pass<"oaml-choose-schedule", "::mlir::ModuleOp"> {
  let summary = "Choose tiles and blocks of kernels";
  let description = [{
    Gives every function without one a `kernel.schedule`, chosen for the device
    in `kernel.device` (on the function or an enclosing op) from the structure
    and the extents of its linalg program: contractions, reductions along rows
    or columns, element-wise. Existing schedules are verified and kept.

    Tiles are sized so that lanes are filled, that every tile fits registers,
    that small problems still have several workgroups for each that the device
    runs at once, and that code stays small, since drivers compile it when a
    program starts.

    Each schedule is a remark of the category `schedule`
    (`--remarks-filter=schedule`).
  }];
  let options = [
    Option<"emitRemarks", "emit-remarks", "bool", "true",
           "Tell the schedules as remarks; off where kernels are compiled at "
           "the same time">
  ];
  let dependentDialects = ["::oaml::kernel::KernelDialect"];
}

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
      with `oaml.dims` (names) or `kernel.extents` (names, or affine maps of the
      symbols) where it has dynamic extents, then one `index` argument
      with `kernel.symbol = "NAME"` for each symbol;
    - hold only `kernel.workgroup_id`, scalar and vector `arith` and `math`,
      `scf.if`, `scf.for`, and the `vector` ops transfer_read, transfer_write,
      contract, multi_reduction, broadcast, transpose, shape_cast, step and
      gather, without masks on transfers and contractions;
    - access memrefs that are its arguments.

    The pass changes nothing. It reports the first violation of each kernel.
  }];
}

def AssignLayouts : Pass<"oaml-assign-layouts", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Give every vector of tile IR a layout over the lanes";
  let description = [{
    Writes `kernel.layouts` (see `#kernel.layout`) at every op that makes a
    vector. Anchors, in this order, each followed by propagation through
    element-wise ops, loops, branches, transposes, broadcasts and reductions:

    1. layouts that are already in the input: kept and verified;
    2. results of contractions: lanes over the innermost dimension that only one
       operand has and that fills them, else over several dimensions; the
       operand that has the dimension (the owner) is spread the same way;
    3. the other operand of a contraction, which is broadcast by shuffles:
       along its last dimension, so that one load brings many elements;
    4. sources of reductions, then loads, then the rest: along the last
       dimension, over several dimensions where one does not fill the lanes.

    Where two layouts meet in one value, constants and loads are made once for
    each layout; other values get a `kernel.convert_layout`.

    Before:

    ```mlir
    %a = vector.transfer_read %x[%i], %pad {in_bounds = [true]} : memref<1024xf32>, vector<64xf32>
    ```

    After, on a device with 8 lanes and loads of 64 bits:

    ```mlir
    %a = vector.transfer_read %x[%i], %pad {in_bounds = [true], kernel.layouts = [
      #kernel.layout<repeat = [4], lanes = [8], width = [2], stride = [1]>]} : memref<1024xf32>, vector<64xf32>
    ```
  }];
  let dependentDialects = ["::oaml::kernel::KernelDialect"];
  let statistics = [
    Statistic<"numConversions", "conversions", "Layout conversions inserted">,
    Statistic<"numRemade", "remade", "Loads and constants made for a second layout">
  ];
}

def Distribute : Pass<"oaml-distribute", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Distribute the vectors of tile IR over the lanes of a subgroup";
  let description = [{
    Takes tile IR in which every vector has a layout (`oaml-assign-layouts`) and
    makes the code of one lane. A vector becomes the scalars that the lane holds:

    - transfers become loads and stores; where the layout gives a lane adjacent
      elements and alignment is proved, wide ones (`load_bits` of the device).
      Dimensions that are not in bounds are guarded: loads go to a clamped place
      and select the padding, stores are conditional. Of lanes that hold
      copies, one stores;
    - contractions become shuffles and fused multiply-adds, reductions chains of
      registers and a butterfly of shuffles, `kernel.convert_layout` shuffles
      and selects;
    - loops and branches carry registers.

    Loads move down to their first use, past stores to other buffers unless
    `kernel.inplace` says that they may be the same.

    Buffers of the result are one-dimensional: `memref<?xT>`.

    Before, on a device with 8 lanes:

    ```mlir
    %v = vector.transfer_read %x[%i], %pad {in_bounds = [true], kernel.layouts = [
      #kernel.layout<repeat = [1], lanes = [8], width = [2], stride = [1]>]} : memref<1024xf32>, vector<16xf32>
    %w = arith.addf %v, %v {kernel.layouts = [
      #kernel.layout<repeat = [1], lanes = [8], width = [2], stride = [1]>]} : vector<16xf32>
    ```

    After:

    ```mlir
    %lane = gpu.lane_id
    %first = arith.muli %lane, %c2 : index
    %at = arith.addi %first, %i : index
    %p = kernel.advance %x, %at : memref<?xf32>
    %v = vector.load %p[%c0] : memref<?xf32>, vector<2xf32>
    %v0 = vector.extract %v[0] : f32 from vector<2xf32>
    %v1 = vector.extract %v[1] : f32 from vector<2xf32>
    %w0 = arith.addf %v0, %v0 : f32
    %w1 = arith.addf %v1, %v1 : f32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect", "::oaml::kernel::KernelDialect"];
}

def ExpandMath : Pass<"oaml-expand-math"> {
  let summary = "Expand functions of f32 to accurate arithmetic";
  let description = [{
    Replaces `math.exp`, `expm1`, `log`, `log1p`, `tanh` and `rsqrt` of f32 and of
    vectors of f32 by arithmetic on f32 and i32 with an error below 3 ulp. The
    functions of Vulkan devices are not good enough: they are allowed hundreds of
    ulp near 0.

    NaN gives NaN; `exp` overflows to infinity and underflows to 0; `log(0)` is
    -inf, `log` of a negative number NaN. Subnormal operands and results count
    as 0. Operations whose rounding matters have no `contract`: they must reach
    the device as they are. Other element types stay.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def CheckDistributed : Pass<"oaml-check-distributed", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Verify that kernels are the code of one lane";
  let description = [{
    What distribution leaves and the conversion to SPIR-V takes: scalar `arith`
    and `math`, `scf.if`, `scf.for`, loads and stores of one-dimensional buffers,
    vectors of at most four elements that are loaded, stored, taken apart and
    put together, shuffles over the whole subgroup, `gpu.lane_id`,
    `kernel.workgroup_id`, and `kernel.advance` on devices with pointer views.

    The pass changes nothing. It reports the first violation of each kernel.
  }];
}

#endif // OAML_CODEGEN_PASSES_TD
