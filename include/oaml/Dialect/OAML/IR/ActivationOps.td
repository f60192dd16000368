//===- ActivationOps.td - Activations ----------------------*- tablegen -*-===//
//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_ACTIVATIONOPS_TD
#define OAML_DIALECT_OAML_IR_ACTIVATIONOPS_TD

include "oaml/Dialect/OAML/IR/UnaryBase.td"

/// An activation whose gradient follows from its decomposition.
class OAML_DecomposedActivationOp<string mnemonic>
    : OAML_CompositeOp<mnemonic> {
  let arguments = (ins OAML_FloatTensor:$input);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
  let shapeRule = unaryShapeRule;
}

def OAML_LeakyReluOp : OAML_DecomposedActivationOp<"leaky_relu"> {
  let summary = "x, with another slope below 0";
  let description = [{
    `result = x` where `x > 0`, else `alpha x`, for every `alpha`. The derivative is 1
    where `x > 0`, else `alpha`.

    Example:

    ```mlir
    %y = oaml.leaky_relu %x {alpha = 0.1} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$input, F64Attr:$alpha);
}

def OAML_EluOp : OAML_DecomposedActivationOp<"elu"> {
  let summary = "Exponential linear unit";
  let description = [{
    `result = x` where `x > 0`, else `alpha (e^x - 1)`. The derivative at 0 is `alpha`.

    Example:

    ```mlir
    %y = oaml.elu %x {alpha = 0.1} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$input, F64Attr:$alpha);
}

def OAML_SiluOp : OAML_CompositeActivationOp<"silu"> {
  let summary = "x times its logistic function";
  let description = [{
    `result = x / (1 + e^-x)`. NaN for -inf.

    Example:

    ```mlir
    %y = oaml.silu %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

def OAML_SoftplusOp : OAML_CompositeActivationOp<"softplus"> {
  let summary = "Smooth maximum of x and 0";
  let description = [{
    `result = ln(1 + e^x)`, computed as `max(x, 0) + log1p(e^-|x|)`, which never
    overflows. The derivative is the logistic function.

    Example:

    ```mlir
    %y = oaml.softplus %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{
    return {g * b(SigmoidOp::create(*b.operator->(), getInput()))};
  }];
}

def OAML_MishOp : OAML_CompositeActivationOp<"mish"> {
  let summary = "x tanh(softplus(x))";
  let description = [{
    `result = x tanh(ln(1 + e^x))`: `x` for large `x`, -0 for large negative `x`.

    Example:

    ```mlir
    %y = oaml.mish %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

def OAML_SwigluOp : OAML_CompositeOp<"swiglu"> {
  let summary = "silu(gate) * up";
  let description = [{
    `result = silu(gate) * up`, element by element. Rejected: shapes that differ.

    Example:

    ```mlir
    %y = oaml.swiglu %g, %u : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$gate, OAML_FloatTensor:$up);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$gate `,` $up attr-dict `:` functional-type(operands, results)";
}

def OAML_SiluMulOp : OAML_CompositeOp<"silu_mul"> {
  let summary = "silu of the first half times the second, per row";
  let description = [{
    `input` is `[..., 2 I]`, the result `[..., I]`: `silu(x_j) x_(I+j)` with
    `I = intermediate_size`. Leading extents may be 0. Rejected: rank 0, `I < 1`, a
    last extent that is not `2 I`.

    Example:

    ```mlir
    %y = oaml.silu_mul %x {intermediate_size = 3}
        : (tensor<4x6xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$input, I64Attr:$intermediate_size);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
}

#endif // OAML_DIALECT_OAML_IR_ACTIVATIONOPS_TD
