//===- Passes.td - Passes of the kernel dialect ------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_KERNEL_TRANSFORMS_PASSES_TD
#define OAML_DIALECT_KERNEL_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SplitReductionsPass : Pass<"oaml-split-reductions", "::mlir::ModuleOp"> {
  let summary = "Split large reductions to few elements into two";
  let description = [{
    A kernel computes each element of a reduction's result in one workgroup. A
    `oaml.reduce` that would leave the device (`kernel.device` of the module; without
    it nothing is done) idle becomes a reduction of chunks and one of their results.
    The number of chunks follows from extents and device only, so that sums are
    equal from run to run.

    ```mlir
    // before
    %s = oaml.reduce sum, %x {axes = array<i64: 0, 1>}
        : (tensor<?x2048xf32>) -> tensor<1x1xf32>
    // after
    %r = oaml.reduce sum, %x {axes = array<i64: 1>}
        : (tensor<?x2048xf32>) -> tensor<?x1xf32>
    %s = oaml.reduce sum, %r {axes = array<i64: 0>}
        : (tensor<?x1xf32>) -> tensor<1x1xf32>
    ```
  }];
  let statistics = [
    Statistic<"numSplit", "split", "Reductions made two">
  ];
}

def FormKernelsPass : Pass<"oaml-form-kernels", "::mlir::ModuleOp"> {
  let summary = "Group core ops into kernels, one dispatch each";
  let description = [{
    Groups the core ops of every public function into kernels, outlines each group
    as a `kernel.func` and calls it by `kernel.dispatch`. Equal kernels are shared.
    Afterwards a function holds dispatches, reshapes (views of the same memory),
    constants that are no splats, and index arithmetic.

    A group has one iteration space: that of its results, and of at most one
    contraction or of reductions over the same axes.

    - Element-wise ops join the group of their consumers, producers of a
      reduction's operand included; recomputing is never needed for that.
    - A contraction takes the element-wise ops behind it as its epilogue.
    - A reduction joins element-wise ops on its result, and those on its operand's
      shape if enough rows are left to run in parallel.
    - Constants, broadcasts, positions and one-element arithmetic are cloned into
      every group that uses them.
    - Independent element-wise groups of one structure (the optimizer's steps of
      all parameters) become parts of one kernel.

    Each decision is a remark of the category `kernels`.

    ```mlir
    // before
    %p = oaml.contraction %x, %w {…}
    %q = oaml.add %p, %b
    // after
    %q = kernel.dispatch @contraction_add_0(%x, %w, %b)
    ```
  }];
  let options = [
    Option<"fuse", "fuse", "bool", "true",
           "Put more than one op into a kernel; off: a kernel per op">,
    Option<"mergeParts", "merge-parts", "bool", "true",
           "Let independent element-wise groups share a dispatch">,
    Option<"minParallelRows", "min-parallel-rows", "int64_t", "8",
           "Least number of independent rows for ops on a reduction's operand to "
           "stay with it">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels formed">,
    Statistic<"numShared", "shared", "Kernels equal to another one">,
    Statistic<"numFused", "fused", "Ops that joined another op's group">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::oaml::kernel::KernelDialect"
  ];
}

#endif // OAML_DIALECT_KERNEL_TRANSFORMS_PASSES_TD
