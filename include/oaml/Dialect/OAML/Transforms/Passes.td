//===- Passes.td - Passes on graphs of oaml ops ------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_TRANSFORMS_PASSES_TD
#define OAML_DIALECT_OAML_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ResolveSeeds : Pass<"oaml-resolve-seeds", "::mlir::ModuleOp"> {
  let summary = "Give each random op a seed that one run fixes";
  let description = [{
    Puts an `oaml.resolve_seed` with a salt of its own before each random op whose
    seed is 0 or only known at run time. Functions that need the run's seed for
    it, also for what they call or differentiate, get a hidden last argument
    `tensor<i32> {oaml.run_seed}`. Each call passes on a number made of the
    caller's, so that two calls of one function draw different numbers.

    Runs before differentiation: forward, backward and recomputation then read
    the same seed.
  }];
  let dependentDialects = ["::oaml::OAMLDialect"];
  let statistics = [
    Statistic<"numResolved", "num-resolved-seeds", "Random ops that got a seed">
  ];
}

def Differentiate : Pass<"oaml-differentiate", "::mlir::ModuleOp"> {
  let summary = "Expand requests for gradients by reverse mode";
  let description = [{
    Replaces each `oaml.grad`, `oaml.value_and_grad` and `oaml.vjp` by the body of
    the function it names, followed by the adjoints of its ops in reverse order:
    one joint graph in the calling function, so that later phases see all of it.
    Calls on the way of a gradient are inlined. Requests inside a function are
    expanded before requests that differentiate it, so that gradients of gradients
    come out. An argument without influence gets zeros.

    An op is differentiated by its `buildAdjoint`, else through its `decompose`;
    `Detached` ops stop a gradient. An op with none of these is an error where a
    gradient reaches it. So are recursion and functions without a body or with
    several blocks.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::oaml::OAMLDialect"];
  let statistics = [
    Statistic<"numExpanded", "num-expanded-requests", "Requests expanded">
  ];
}

def Decompose : Pass<"oaml-decompose"> {
  let summary = "Replace composite ops by core ops";
  let description = [{
    Replaces every composite op by its decomposition, until none is left but
    those named by `keep`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::oaml::OAMLDialect"];
  let options = [
    ListOption<"keep", "keep", "std::string",
               "Names of ops to leave, for example oaml.softmax">
  ];
}

def Simplify : Pass<"oaml-simplify"> {
  let summary = "Simplify graphs beyond canonicalization";
  let description = [{
    Rewrites to fewer and cheaper ops, with results equal up to rounding and the
    sign of zeros:

    - broadcasts that an element-wise user does by itself, and elements that a
      movement repeats;
    - negations into sums and differences;
    - transposes into contractions, or into reshapes where only unit extents move;
    - reductions of reductions and of broadcasts;
    - extents to the arguments that fix them.

    Ends with common subexpression elimination.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::oaml::OAMLDialect"];
}

def FuseNormRelu : Pass<"oaml-fuse-norm-relu"> {
  let summary = "relu of channel_norm as channel_norm_relu";
  let description = [{
    Replaces `oaml.relu` of an `oaml.channel_norm` that nothing else uses by
    `oaml.channel_norm_relu`. Before differentiation, so that the adjoint is one
    op as well, gated by the output; results stay equal.

    ```mlir
    // before
    %n = oaml.channel_norm %x, %w, %b {epsilon = 1.0e-5}
    %y = oaml.relu %n
    // after
    %y = oaml.channel_norm_relu %x, %w, %b {epsilon = 1.0e-5}
    ```
  }];
  let dependentDialects = ["::oaml::OAMLDialect"];
}

def FuseResidualNorm : Pass<"oaml-fuse-residual-norm"> {
  let summary = "rms_norm of a sum as residual_rms_norm";
  let description = [{
    Replaces `oaml.rms_norm` of an `oaml.add` of two tensors of one type by
    `oaml.residual_rms_norm`, whose second result is the sum for its other users.
    Left as it is where one of them comes before the norm. Results stay equal, but
    that the norm of a sum in f16 or bf16 is of the sum before it is rounded.

    ```mlir
    // before
    %r = oaml.add %a, %b
    %y = oaml.rms_norm %r, %w {epsilon = 1.0e-5}
    // after
    %y, %r = oaml.residual_rms_norm %a, %b, %w {epsilon = 1.0e-5}
    ```
  }];
  let dependentDialects = ["::oaml::OAMLDialect"];
}

def PadConvolutions : Pass<"oaml-pad-convolutions"> {
  let summary = "Store the padding of convolutions";
  let description = [{
    Places the operand that the windows of an `oaml.convolution` move over into
    zeros and marks the op `padded`. Its windows then read memory in order and
    without conditions, also where they cross an edge; what they find in the
    padding still makes nothing. Convolutions of one operand with equal padding,
    such as a layer and the adjoint of its weight, share the padded copy after
    common subexpression elimination.

    Left as they are: convolutions without padding, those with dilated inputs or,
    for the target `input`, with strides or with padding beyond the window.

    ```mlir
    // before
    %y = oaml.convolution output, %x, %w {padding_low = array<i64: 1>, …}
    // after
    %p = oaml.pad %x low [0, 0, 1] high [0, 0, 1] {value = 0.0}
    %y = oaml.convolution output, %p, %w {padding_low = array<i64: 1>, …, padded}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::oaml::OAMLDialect"];
  let statistics = [
    Statistic<"numPadded", "num-padded", "Convolutions whose padding is stored">
  ];
}

def PrintSymbolicShapes
    : Pass<"oaml-print-symbolic-shapes", "::mlir::ModuleOp"> {
  let summary = "Print extents as expressions of the arguments' extents";
  let description = [{
    For each function with a body, on standard output: its symbols with the
    argument and axis that fix them, the shape of each tensor result, and the
    rules that are decided when arguments are bound. Changes nothing.
  }];
}

#endif // OAML_DIALECT_OAML_TRANSFORMS_PASSES_TD
