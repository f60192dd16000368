//===- ConvolutionOps.td - Convolutions --------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_CONVOLUTIONOPS_TD
#define OAML_DIALECT_OAML_IR_CONVOLUTIONOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

def OAML_ConvolutionOp
    : OAML_CoreOp<"convolution", "Contraction", [OAML_Differentiable]> {
  let summary = "Sums of products over windows, or an adjoint of that";
  let description = [{
    Three tensors with one to three spatial axes, an input X `[N, C, I…]`, a weight
    W `[O, C / groups, K…]` and an output Y `[N, O, P…]`, belong together: along each
    axis, tap k of window p lies at cell i of the input if

    ```
    i input_dilation = p stride + k dilation - padding_low
    ```

    and a window is `P = (Î + padding_low + padding_high - K̂) / stride + 1` times in
    the axis, with `Î = (I - 1) input_dilation + 1` and `K̂ = (K - 1) dilation + 1`.
    Output channel o of group `q = o / (O / groups)` belongs to the input channels
    `q C / groups …` of the same group. The op computes the `target` from the other
    two, as the sum of their products over all n, c, o, i, k, p that belong together:

    | target | left | right | which is |
    | --- | --- | --- | --- |
    | `output` | X | W | the convolution (without reversal of taps) |
    | `input` | Y | W | its adjoint in X: a transposed convolution |
    | `weight` | X | Y | its adjoint in W |

    So the adjoints of each form are the other two forms, with the same attributes.
    `shape` holds the spatial extents of the result for the targets `input` and
    `weight`, where these do not follow from the operands. Left out, `strides`,
    `dilations` and `input_dilations` are 1, the paddings 0.

    Cells in the padding are absent: not even a weight that is not finite makes
    anything of them. With `padded`, the operand that windows move over (X; Y for
    `input`) holds the cells around it, as zeros, so that nothing has to be placed
    again: for `output` and `weight` the padding of X; for `input`, where all strides
    must be 1, `K̂ - 1 - padding_low` cells before and
    `K̂ - 1 - padding_high` cells behind Y, none of these negative.

    Summed in f32. Rejected: other ranks, empty operands, channels that do not fit,
    windows larger than the padded axis, extents that do not fit.

    Example:

    ```mlir
    %y = oaml.convolution output, %x, %w {strides = array<i64: 2>,
        padding_low = array<i64: 1>, padding_high = array<i64: 1>}
        : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x4xf32>
    ```

    Example:

    ```mlir
    %g = oaml.convolution input, %y, %w to [8] {strides = array<i64: 2>,
        padding_low = array<i64: 1>, padding_high = array<i64: 1>}
        : (tensor<1x3x4xf32>, tensor<3x2x3xf32>) -> tensor<1x2x8xf32>
    ```
  }];
  let arguments = (ins OAML_ConvolutionTargetAttr:$target,
      OAML_FloatTensor:$left, OAML_FloatTensor:$right,
      Variadic<Index>:$dynamic_shape,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$shape,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$padding_low,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$padding_high,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dilations,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$input_dilations,
      DefaultValuedAttr<I64Attr, "1">:$groups, UnitAttr:$padded);
  let results = (outs OAML_FloatTensor:$result);
  let opDeclarations = mixedShapeDeclaration # [{
    /// The numbers of one spatial axis.
    struct Axis {
      int64_t stride = 1, low = 0, high = 0, dilation = 1, inputDilation = 1;
    };
    ::llvm::SmallVector<Axis> getSpatialAxes();
    int64_t getNumSpatialAxes();
    double getOpsPerElement() { return 2.0; }
  }];
  let opDefinitions = mixedShapeDefinition;
  let assemblyFormat = [{
    $target `,` $left `,` $right
    (`to` custom<DynamicIndexList>($dynamic_shape, $shape)^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Composite ops
//===----------------------------------------------------------------------===//

class OAML_ConvOp<string mnemonic> : OAML_CompositeOp<mnemonic> {
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $weight `,` $bias attr-dict `:`
    functional-type(operands, results)
  }];
}

defvar convText = [{

    A window never reads its padding: a weight that is not finite makes nothing of
    it. Rejected: other ranks, empty operands, channels that differ, a bias that is
    no vector of the output channels, sizes that do not fit 32 bits.
}];

def OAML_Conv1dOp : OAML_ConvOp<"conv_1d"> {
  let summary = "Convolution along one axis";
  let description = !strconcat([{
    input `[N, C, L]`, weight `[O, C, K]`, bias `[O]`:
    `result[n, o, l] = bias[o] + sum weight[o, c, k] input[n, c, l stride + k dilation - padding]`
    over c and k. Rejected as well: a window larger than the padded axis.
  }], convText, [{

    Example:

    ```mlir
    %y = oaml.conv_1d %x, %w, %b {stride = 2, padding = 1, dilation = 1}
        : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x4xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$bias, I64Attr:$stride,
                       I64Attr:$padding, I64Attr:$dilation);
}

def OAML_Conv2dOp : OAML_ConvOp<"conv_2d"> {
  let summary = "Convolution of planes";
  let description = !strconcat([{
    input `[N, C, H, W]`, weight `[O, C / groups, K, K]`, bias `[O]`:
    `result[n, o, y, x] = bias[o] + sum weight[o, c, i, j] input[n, c', y stride + i - padding, x stride + j - padding]`
    over c, i and j, where c' is channel c of the group of o. Rejected as well: a
    kernel that is not square or larger than the padded plane, `groups` that do not
    divide the channels.
  }], convText, [{

    Example:

    ```mlir
    %y = oaml.conv_2d %x, %w, %b {stride = 1, padding = 1, groups = 2}
        : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>)
        -> tensor<1x6x5x5xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$bias, I64Attr:$stride,
                       I64Attr:$padding, I64Attr:$groups);
}

def OAML_ConvTranspose1dOp : OAML_ConvOp<"conv_transpose_1d"> {
  let summary = "Transposed convolution along one axis";
  let description = !strconcat([{
    input `[N, C, L]`, weight `[C, O, K]`, no bias; the result has
    `(L - 1) stride - 2 padding + dilation (K - 1) + 1` positions:
    `result[n, o, j] = sum weight[c, o, k] input[n, c, i]` over all c, k, i with
    `i stride + k dilation - padding = j`. Rejected as well: a result without
    positions.
  }], convText, [{

    Example:

    ```mlir
    %y = oaml.conv_transpose_1d %x, %w {stride = 2, padding = 1, dilation = 1}
        : (tensor<1x2x4xf32>, tensor<2x3x4xf32>) -> tensor<1x3x8xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       I64Attr:$stride, I64Attr:$padding, I64Attr:$dilation);
  let assemblyFormat = [{
    $input `,` $weight attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_ConvTranspose2dOp : OAML_ConvOp<"conv_transpose_2d"> {
  let summary = "Transposed convolution of planes";
  let description = !strconcat([{
    input `[N, C, H, W]`, weight `[C, O, K, K]`, bias `[O]`; each axis of the result
    has `(E - 1) stride - 2 padding + K` positions:
    `result[n, o, y, x] = bias[o] + sum weight[c, o, i, j] input[n, c, a, b]` over all
    c, i, j, a, b with `a stride + i - padding = y` and `b stride + j - padding = x`.
    Rejected as well: a kernel that is not square, a result without positions.
  }], convText, [{

    Example:

    ```mlir
    %y = oaml.conv_transpose_2d %x, %w, %b {stride = 2, padding = 1}
        : (tensor<1x2x4x4xf32>, tensor<2x3x4x4xf32>, tensor<3xf32>)
        -> tensor<1x3x8x8xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$bias, I64Attr:$stride,
                       I64Attr:$padding);
}

#endif // OAML_DIALECT_OAML_IR_CONVOLUTIONOPS_TD
