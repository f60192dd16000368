//===- ContractionOps.td - Matrix products -----------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_CONTRACTIONOPS_TD
#define OAML_DIALECT_OAML_IR_CONTRACTIONOPS_TD

include "oaml/Dialect/OAML/IR/OAMLBase.td"

def OAML_ContractionOp
    : OAML_CoreOp<"contraction", "Contraction", [OAML_Differentiable]> {
  let summary = "Sum of products over shared axes";
  let description = [{
    `result[C(i)] = sum left[A(i)] * right[B(i)]` over the iteration space `i`,
    where the three `indexing_maps` A, B, C are projected permutations. Every
    iteration dimension is used by at least two of the maps; a dimension missing
    in C is summed and used by A and B. Summed in f32 or wider.

    Example, a matrix product with the right operand transposed:

    ```mlir
    %y = oaml.contraction %a, %b {indexing_maps = [
        affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
        affine_map<(m, n, k) -> (m, n)>]}
        : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$left, OAML_FloatTensor:$right,
                       AffineMapArrayAttr:$indexing_maps);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $left `,` $right attr-dict `:` functional-type(operands, results)
  }];
  let opDeclarations = [{
    /// Map 0 (left), 1 (right) or 2 (result).
    ::mlir::AffineMap getMap(unsigned i) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getIndexingMaps()[i])
          .getValue();
    }
  }];
}

class OAML_ProductOp<string mnemonic> : OAML_CompositeOp<mnemonic> {
  let arguments = (ins OAML_FloatTensor:$left, OAML_FloatTensor:$right);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $left `,` $right attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_MatmulNTOp : OAML_ProductOp<"matmul_nt"> {
  let summary = "Matrix product with the right operand transposed";
  let description = [{
    `[..., K]` (rank 2 or more) times `[N, K]` transposed gives `[..., N]`.

    Example:

    ```mlir
    %y = oaml.matmul_nt %a, %b
        : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
    ```
  }];
}

def OAML_BmmOp : OAML_ProductOp<"bmm"> {
  let summary = "Batched matrix product";
  let description = [{
    `[N, M, K]` times `[N, K, P]` gives `[N, M, P]`. Rejected: a rank other than
    3, an empty extent, differing batch or inner extents.

    Example:

    ```mlir
    %y = oaml.bmm %a, %b
        : (tensor<2x4x8xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
    ```
  }];
}

def OAML_BmmNTOp : OAML_ProductOp<"bmm_nt"> {
  let summary = "Batched matrix product with the right operand transposed";
  let description = [{
    `[N, M, K]` times `[N, P, K]` transposed gives `[N, M, P]`. Rejected: as for
    `oaml.bmm`.

    Example:

    ```mlir
    %y = oaml.bmm_nt %a, %b
        : (tensor<2x4x8xf32>, tensor<2x3x8xf32>) -> tensor<2x4x3xf32>
    ```
  }];
}

def OAML_BmmTNOp : OAML_ProductOp<"bmm_tn"> {
  let summary = "Batched matrix product with the left operand transposed";
  let description = [{
    `[N, K, M]` transposed times `[N, K, P]` gives `[N, M, P]`. Rejected: as for
    `oaml.bmm`.

    Example:

    ```mlir
    %y = oaml.bmm_tn %a, %b
        : (tensor<2x8x4xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
    ```
  }];
}

def OAML_LinearOp : OAML_CompositeOp<"linear"> {
  let summary = "x times weight transposed, plus bias";
  let description = [{
    x `[..., K]`, weight `[N, K]`, bias `[N]` or absent, result `[..., N]`.

    Example:

    ```mlir
    %y = oaml.linear %x, %w, %b
        : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$x, OAML_FloatTensor:$weight,
                       Optional<OAML_FloatTensor>:$bias);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $weight (`,` $bias^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

class OAML_FusedLinearOp<string mnemonic> : OAML_CompositeOp<mnemonic> {
  let arguments = (ins OAML_FloatTensor:$x, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$bias);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $weight `,` $bias attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_LinearReluOp : OAML_FusedLinearOp<"linear_relu"> {
  let summary = "relu of linear";
  let description = [{
    `relu(x weight^T + bias)`, equal to the composition (NaN in, NaN out).

    Example:

    ```mlir
    %y = oaml.linear_relu %x, %w, %b
        : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3xf32>) -> tensor<4x3xf32>
    ```
  }];
}

def OAML_LinearGeluOp : OAML_FusedLinearOp<"linear_gelu"> {
  let summary = "gelu of linear";
  let description = [{
    `gelu(x weight^T + bias)`, equal to the composition: the tanh form.

    Example:

    ```mlir
    %y = oaml.linear_gelu %x, %w, %b
        : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3xf32>) -> tensor<4x3xf32>
    ```
  }];
}

def OAML_PackedLinearOp
    : OAML_CompositeOp<"packed_linear", [AttrSizedOperandSegments]> {
  let summary = "Two or three linears of one operand, side by side";
  let description = [{
    x `[R, K]`, two or three weights `[Ni, K]`, as many biases `[Ni]` or none;
    the result `[R, sum of Ni]` holds `x weight_i^T + bias_i` side by side.

    Example:

    ```mlir
    %y = oaml.packed_linear %x weights(%v, %w) biases(%b, %c)
        : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<2x8xf32>, tensor<3xf32>,
           tensor<2xf32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$x, Variadic<OAML_FloatTensor>:$weights,
                       Variadic<OAML_FloatTensor>:$biases);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $x `weights` `(` $weights `)` (`biases` `(` $biases^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_BiasAddOp : OAML_CompositeOp<"bias_add"> {
  let summary = "x plus one bias per element of the last axis";
  let description = [{
    x `[..., N]` plus bias `[N]`. Rejected: rank 0, an empty extent, another width.

    Example:

    ```mlir
    %y = oaml.bias_add %x, %b
        : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$x, OAML_FloatTensor:$bias);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$x `,` $bias attr-dict `:` functional-type(operands, results)";
}

#endif // OAML_DIALECT_OAML_IR_CONTRACTIONOPS_TD
