//===- PoolingOps.td - Pooling and resampling --------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_POOLINGOPS_TD
#define OAML_DIALECT_OAML_IR_POOLINGOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

//===----------------------------------------------------------------------===//
// Core ops
//===----------------------------------------------------------------------===//

def OAML_ResampleOp : OAML_CoreOp<"resample", "Opaque", [OAML_Differentiable]> {
  let summary = "Planes at another resolution, or the adjoint of that";
  let description = [{
    input `[N, C, H, W]`, result `[N, C, H', W']`:
    `result[n, c, y, x] = sum R(y, i) R(x, j) input[n, c, i, j]`, where the weights
    `R(o, i)` of position `o` of `O` and cell `i` of `I` are, for `mode`

    - `window`: one over the number of cells in the window if the cell is one of
      them. The window is `o stride - padding … + kernel_size - 1`, cut at the
      plane; a window without cells gives 0. `O` is
      `(I + 2 padding - kernel_size) / stride + 1`.
    - `adaptive`: one over the size of the bin
      `floor(o I / O) … ceil((o + 1) I / O) - 1` if the cell is in it.
    - `nearest`: 1 if `i = floor(o / scale_factor)`. `O` is `scale_factor I`.
    - `bilinear`: with `u = (o + 1/2) / scale_factor - 1/2` held in `0 … I - 1`:
      `1 - f` of the cell `floor(u)` and `f = u - floor(u)` of the next one (the
      last cell at the edge). `O` is `scale_factor I`.

    `shape` is `[H', W']` where that does not follow: for `adaptive`, and with
    `transposed`. Else it is left out. With `transposed` the roles are exchanged:
    `input` has the extents `O`, `shape` is `I`, and `result[.., i, j] = sum R(y, i) R(x, j) input[.., y, x]`: the adjoint,
    which is the same op with `transposed` inverted. Cells of weight 0 are not read,
    but the next cell of `bilinear` always is.

    Rejected: a rank other than 4, empty operands, extents that do not fit, a
    window larger than the padded plane, a product of `O` and `I` above 2^32-1.

    Example:

    ```mlir
    %y = oaml.resample window, %x {kernel_size = 3, stride = 2, padding = 1}
        : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
    ```
  }];
  let arguments = (ins OAML_ResampleModeAttr:$mode, OAML_FloatTensor:$input,
      Variadic<Index>:$dynamic_shape,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$shape,
      DefaultValuedAttr<I64Attr, "1">:$kernel_size,
      DefaultValuedAttr<I64Attr, "1">:$stride,
      DefaultValuedAttr<I64Attr, "0">:$padding,
      DefaultValuedAttr<I64Attr, "1">:$scale_factor, UnitAttr:$transposed);
  let results = (outs OAML_FloatTensor:$result);
  let opDeclarations = mixedShapeDeclaration;
  let opDefinitions = mixedShapeDefinition;
  let assemblyFormat = [{
    $mode `,` $input (`to` custom<DynamicIndexList>($dynamic_shape, $shape)^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

defvar windowText = [{
    Windows are those of `oaml.max_pool_2d` with the same attributes; `indices` are
    flat positions in a tensor `[N, C, H, W]`.
}];

def OAML_MaxPool2dOp
    : OAML_CoreOp<"max_pool_2d", "Opaque", [OAML_Differentiable]> {
  let summary = "Largest element of each window, and where it is";
  let description = [{
    input `[N, C, H, W]`, results `[N, C, OH, OW]` with
    `OH = (H + 2 padding - kernel_size) / stride + 1`. Window (oy, ox) has the cells
    `(oy stride - padding + i, ox stride - padding + j)` that are inside of the plane.
    `output` is the largest number, `indices` (i32) its flat position
    `((n C + c) H + y) W + x`, the first in row-major order on ties. A NaN wins only
    where there is nothing else: then the first cell. A window without cells has
    output -3.4028235e38, index 0 and no gradient. Rejected: a rank other than 4, an
    empty input, a window larger than the padded plane.

    Example:

    ```mlir
    %y, %i = oaml.max_pool_2d %x {kernel_size = 2, stride = 2, padding = 0}
        : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$input, I64Attr:$kernel_size,
                       I64Attr:$stride, I64Attr:$padding);
  let results = (outs OAML_FloatTensor:$output, OAML_I32Tensor:$indices);
  let assemblyFormat = [{
    $input attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_WindowGatherOp
    : OAML_CoreOp<"window_gather", "Opaque", [OAML_Differentiable]> {
  let summary = "One element of each window";
  let description = !strconcat([{
    input `[N, C, H, W]`, indices `[N, C, OH, OW]`: the element of `input` at the
    index, 0 where the index is not in the window.
  }], windowText, [{

    Example:

    ```mlir
    %y = oaml.window_gather %x, %i {kernel_size = 2, stride = 2, padding = 0}
        : (tensor<1x2x4x4xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_I32Tensor:$indices,
                       I64Attr:$kernel_size, I64Attr:$stride, I64Attr:$padding);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $indices attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_WindowScatterOp
    : OAML_CoreOp<"window_scatter", "Opaque", [OAML_Differentiable]> {
  let summary = "Sums of what each window gives to one of its elements";
  let description = !strconcat([{
    The adjoint of `oaml.window_gather`: source and indices `[N, C, OH, OW]`, result
    `[N, C, H, W]` with `shape = [H, W]`. Each cell is the sum of `source` over the
    windows that hold it and whose index it is. Nothing is written at an index: an
    index outside of its window gives nothing.
  }], windowText, [{

    Example:

    ```mlir
    %y = oaml.window_scatter %g, %i to [4, 4] {kernel_size = 2, stride = 2, padding = 0}
        : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x4x4xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$source, OAML_I32Tensor:$indices,
      Variadic<Index>:$dynamic_shape, DenseI64ArrayAttr:$shape,
      I64Attr:$kernel_size, I64Attr:$stride, I64Attr:$padding);
  let results = (outs OAML_FloatTensor:$result);
  let opDeclarations = mixedShapeDeclaration;
  let opDefinitions = mixedShapeDefinition;
  let assemblyFormat = [{
    $source `,` $indices `to` custom<DynamicIndexList>($dynamic_shape, $shape)
    attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Composite ops
//===----------------------------------------------------------------------===//

class OAML_PlaneOp<string mnemonic> : OAML_CompositeOp<mnemonic> {
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
}

def OAML_AvgPool2dOp : OAML_PlaneOp<"avg_pool_2d"> {
  let summary = "Mean of each window";
  let description = [{
    The windows of `oaml.max_pool_2d`. The divisor is the number of cells inside of
    the plane; a window without any gives 0. Rejected: a rank other than 4, an empty
    input, a window larger than the padded plane.

    Example:

    ```mlir
    %y = oaml.avg_pool_2d %x {kernel_size = 3, stride = 2, padding = 1}
        : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$input, I64Attr:$kernel_size,
                       I64Attr:$stride, I64Attr:$padding);
}

def OAML_AdaptiveAvgPool2dOp : OAML_PlaneOp<"adaptive_avg_pool_2d"> {
  let summary = "Mean of each of a given number of bins";
  let description = [{
    input `[N, C, H, W]`, result `[N, C, output_height, output_width]`. Bin i of an
    axis has the cells `floor(i H / output_height) … ceil((i + 1) H / output_height) - 1`.
    More bins than cells are legal. Rejected: a rank other than 4, an empty input,
    `output_height` or `output_width` below 1.

    Example:

    ```mlir
    %y = oaml.adaptive_avg_pool_2d %x {output_height = 2, output_width = 3}
        : (tensor<1x2x5x7xf32>) -> tensor<1x2x2x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$input, I64Attr:$output_height,
                       I64Attr:$output_width);
}

def OAML_Upsample2dOp : OAML_PlaneOp<"upsample_2d"> {
  let summary = "Planes enlarged by a whole factor";
  let description = [{
    input `[N, C, H, W]`, result `[N, C, scale_factor H, scale_factor W]`; modes
    `nearest` and `bilinear` (half-pixel centres, clamped at the edge) as in
    `oaml.resample`. Rejected: a rank other than 4, an empty input, `scale_factor`
    below 1.

    Example:

    ```mlir
    %y = oaml.upsample_2d bilinear, %x {scale_factor = 2}
        : (tensor<1x2x3x3xf32>) -> tensor<1x2x6x6xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$input, I64Attr:$scale_factor,
                       OAML_UpsampleModeAttr:$mode);
  let assemblyFormat = [{
    $mode `,` $input attr-dict `:` functional-type(operands, results)
  }];
}

#endif // OAML_DIALECT_OAML_IR_POOLINGOPS_TD
