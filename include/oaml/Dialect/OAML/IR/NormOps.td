//===- NormOps.td - Normalizations -------------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_NORMOPS_TD
#define OAML_DIALECT_OAML_IR_NORMOPS_TD

include "oaml/Dialect/OAML/IR/OAMLBase.td"

defvar normText = [{

    Computed in f32; a variance is biased and computed from centred values.
    Rejected: empty operands, other ranks, a vector whose extent is not that of
    the axis it belongs to, differing element types, an `epsilon` that is not
    finite or not above 0.
}];

//===----------------------------------------------------------------------===//
// Over batch and plane
//===----------------------------------------------------------------------===//

def OAML_BatchNorm2dOp
    : OAML_CompositeOp<"batch_norm_2d", [OAML_Differentiable]> {
  let summary = "Channels normalized over batch and plane";
  let description = !strconcat([{
    input `[N, C, H, W]`, weight and bias `[C]`. With mean and variance over n,
    h and w: `output = (input - mean) / sqrt(variance + epsilon) * weight + bias`.
    The results `mean` and `variance`, f32 `[C]`, are detached.
  }], normText, [{

    Example:

    ```mlir
    %y, %m, %v = oaml.batch_norm_2d %x, %w, %b {epsilon = 1.0e-5}
        : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
        -> (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$bias, F64Attr:$epsilon);
  let results = (outs OAML_FloatTensor:$output, OAML_F32Tensor:$mean,
                      OAML_F32Tensor:$variance);
  let assemblyFormat = [{
    $input `,` $weight `,` $bias attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_BatchNorm2dWithStatsOp
    : OAML_CompositeOp<"batch_norm_2d_with_stats"> {
  let summary = "Channels normalized by given statistics";
  let description = !strconcat([{
    input `[N, C, H, W]`, all vectors `[C]`, the statistics in f32:
    `output = (input - mean) / sqrt(variance + epsilon) * weight + bias`. The
    statistics are operands with gradients like the others. Where
    `variance + epsilon` is not positive, the output is not finite.
  }], normText, [{

    Example:

    ```mlir
    %y = oaml.batch_norm_2d_with_stats %x, %m, %v, %w, %b {epsilon = 1.0e-5}
        : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
           tensor<3xf32>) -> tensor<2x3x4x5xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_F32Tensor:$mean,
                       OAML_F32Tensor:$variance, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$bias, F64Attr:$epsilon);
  let results = (outs OAML_FloatTensor:$output);
  let assemblyFormat = [{
    $input `,` $mean `,` $variance `,` $weight `,` $bias attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Over channels
//===----------------------------------------------------------------------===//

class OAML_ChannelNormClass<string mnemonic>
    : OAML_CompositeOp<mnemonic, [OAML_Differentiable]> {
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$bias, F64Attr:$epsilon);
  let results = (outs OAML_FloatTensor:$output);
  let assemblyFormat = [{
    $input `,` $weight `,` $bias attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_ChannelNormOp : OAML_ChannelNormClass<"channel_norm"> {
  let summary = "Channels normalized at each place";
  let description = !strconcat([{
    input `[B, C, T]`, weight and bias `[C]`. With mean and variance over c for
    each b and t:
    `output = (input - mean) / sqrt(variance + epsilon) * weight + bias`. The
    adjoint is `oaml.channel_norm_backward`.
  }], normText, [{

    Example:

    ```mlir
    %y = oaml.channel_norm %x, %w, %b {epsilon = 1.0e-5}
        : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x5xf32>
    ```
  }]);
}

def OAML_ChannelNormReluOp : OAML_ChannelNormClass<"channel_norm_relu"> {
  let summary = "relu of channel_norm";
  let description = !strconcat([{
    `relu(channel_norm(input, weight, bias))`, equal to the composition (NaN in,
    NaN out). The adjoint is `oaml.channel_norm_relu_backward`; it is 0 where the
    output is 0.
  }], normText, [{

    Example:

    ```mlir
    %y = oaml.channel_norm_relu %x, %w, %b {epsilon = 1.0e-5}
        : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x5xf32>
    ```
  }]);
}

class OAML_ChannelNormBackwardClass<string mnemonic>
    : OAML_CompositeOp<mnemonic> {
  let results = (outs OAML_FloatTensor:$new_input, OAML_FloatTensor:$new_weight,
                      OAML_FloatTensor:$new_bias);
}

def OAML_ChannelNormBackwardOp
    : OAML_ChannelNormBackwardClass<"channel_norm_backward"> {
  let summary = "Adjoints of channel_norm";
  let description = !strconcat([{
    With `r = 1 / sqrt(variance + epsilon)`, `h = (input - mean) r` and
    `q = output_gradient * weight`, means and sums over the axes of channel_norm:

    ```
    input = r (q - mean(q) - h mean(q h))
    weight = sum(output_gradient h),   bias = sum(output_gradient)
    ```

    It has gradients itself.
  }], normText, [{

    Example:

    ```mlir
    %gx, %gw, %gb = oaml.channel_norm_backward %x, %w, %g {epsilon = 1.0e-5}
        : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<2x3x5xf32>)
        -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$output_gradient, F64Attr:$epsilon);
  let assemblyFormat = [{
    $input `,` $weight `,` $output_gradient attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_ChannelNormReluBackwardOp
    : OAML_ChannelNormBackwardClass<"channel_norm_relu_backward"> {
  let summary = "Adjoints of channel_norm_relu";
  let description = !strconcat([{
    `oaml.channel_norm_backward` of the output gradient where
    `forward_output > 0` and of 0 elsewhere. `forward_output` is trusted: nothing
    is computed again to form the gate, and no gradient flows into it.
  }], normText, [{

    Example:

    ```mlir
    %gx, %gw, %gb = oaml.channel_norm_relu_backward %x, %w, %y, %g
        {epsilon = 1.0e-5}
        : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<2x3x5xf32>,
           tensor<2x3x5xf32>)
        -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$forward_output,
                       OAML_FloatTensor:$output_gradient, F64Attr:$epsilon);
  let assemblyFormat = [{
    $input `,` $weight `,` $forward_output `,` $output_gradient attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Over the last axis
//===----------------------------------------------------------------------===//

def OAML_LayerNormOp : OAML_CompositeOp<"layer_norm", [OAML_Differentiable]> {
  let summary = "Rows centred and scaled to unit variance";
  let description = !strconcat([{
    x `[..., D]`, weight and bias `[D]`. With mean and variance over the last
    axis: `result = (x - mean) / sqrt(variance + epsilon) * weight + bias`.
  }], normText, [{

    Example:

    ```mlir
    %y = oaml.layer_norm %x, %w, %b {epsilon = 1.0e-5}
        : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$x, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$bias, F64Attr:$epsilon);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $weight `,` $bias attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_RmsNormOp : OAML_CompositeOp<"rms_norm", [OAML_Differentiable]> {
  let summary = "Rows divided by their root mean square";
  let description = !strconcat([{
    input `[..., D]`, weight `[D]`:
    `output = input / sqrt(mean(input^2) + epsilon) * weight`, the mean over the
    last axis.
  }], normText, [{

    Example:

    ```mlir
    %y = oaml.rms_norm %x, %w {epsilon = 1.0e-5}
        : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       F64Attr:$epsilon);
  let results = (outs OAML_FloatTensor:$output);
  let assemblyFormat = [{
    $input `,` $weight attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_ResidualRmsNormOp
    : OAML_CompositeOp<"residual_rms_norm", [OAML_Differentiable]> {
  let summary = "rms_norm of a sum, and the sum";
  let description = !strconcat([{
    a and b of one shape `[..., D]`, weight `[D]`: `residual = a + b`,
    `out = rms_norm(residual, weight)`. Both results have gradients.
  }], normText, [{

    Example:

    ```mlir
    %y, %r = oaml.residual_rms_norm %a, %b, %w {epsilon = 1.0e-5}
        : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>)
        -> (tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$a, OAML_FloatTensor:$b,
                       OAML_FloatTensor:$weight, F64Attr:$epsilon);
  let results = (outs OAML_FloatTensor:$out, OAML_FloatTensor:$residual);
  let assemblyFormat = [{
    $a `,` $b `,` $weight attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_RmsNormGatedOp
    : OAML_CompositeOp<"rms_norm_gated", [OAML_Differentiable]> {
  let summary = "rms_norm with affine rows, times silu of a gate";
  let description = !strconcat([{
    input and gate of one shape `[..., D]`; weight, and bias if there is one, of
    one shape `[..., D]` with A rows. Row i of the input uses affine row i mod A:
    `output = (input / sqrt(mean(input^2) + epsilon) * weight + bias) * silu(gate)`.
    Rejected as well: a number of rows that A does not divide. The adjoint is
    `oaml.rms_norm_gated_backward`.
  }], normText, [{

    Example:

    ```mlir
    %y = oaml.rms_norm_gated %x, %w, bias(%b), %z {epsilon = 1.0e-5}
        : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>)
        -> tensor<4x8xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       Optional<OAML_FloatTensor>:$bias,
                       OAML_FloatTensor:$gate, F64Attr:$epsilon);
  let results = (outs OAML_FloatTensor:$output);
  let assemblyFormat = [{
    $input `,` $weight `,` (`bias` `(` $bias^ `)` `,`)? $gate attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_RmsNormGatedBackwardOp
    : OAML_CompositeOp<"rms_norm_gated_backward"> {
  let summary = "Adjoints of rms_norm_gated";
  let description = !strconcat([{
    With `r = 1 / sqrt(mean(input^2) + epsilon)`, `h = input r`,
    `d = output_gradient silu(gate)` and `q = d weight`:

    ```
    input = r (q - h mean(q h)),   gate = output_gradient (h weight + bias) silu'(gate)
    weight[a] = sum of d h,   bias[a] = sum of d, over the rows i with i mod A = a
    ```

    There is a result `bias` if there is an operand `bias`. It has gradients
    itself.
  }], normText, [{

    Example:

    ```mlir
    %gx, %gw, %gz = oaml.rms_norm_gated_backward %x, %w, %z, %g {epsilon = 1.0e-5}
        : (tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
        -> (tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       Optional<OAML_FloatTensor>:$bias,
                       OAML_FloatTensor:$gate,
                       OAML_FloatTensor:$output_gradient, F64Attr:$epsilon);
  let results = (outs OAML_FloatTensor:$new_input, OAML_FloatTensor:$new_weight,
                      Optional<OAML_FloatTensor>:$new_bias,
                      OAML_FloatTensor:$new_gate);
  let assemblyFormat = [{
    $input `,` $weight `,` (`bias` `(` $bias^ `)` `,`)? $gate `,`
    $output_gradient attr-dict `:` functional-type(operands, results)
  }];
}

#endif // OAML_DIALECT_OAML_IR_NORMOPS_TD
