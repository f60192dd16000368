//===- AttentionOps.td - Attention -------------------------*- tablegen -*-===//
//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_ATTENTIONOPS_TD
#define OAML_DIALECT_OAML_IR_ATTENTIONOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

def OAML_SoftmaxScaledMaskedOp : OAML_CompositeOp<"softmax_scaled_masked",
    [OAML_PartlyDifferentiable]> {
  let summary = "Softmax of scaled scores plus a mask along the last axis";
  let description = [{
    `l = scale scores + mask`, `result = e^(l-m) / sum e^(l-m)` along the last
    axis, `m` its maximum. The mask has the shape of the scores or a trailing
    part of it. A row whose `l` are all -inf is NaN; else -inf gives exactly 0.
    Adjoint `scale y (g - sum g y)`; the mask is detached.

    Example:

    ```mlir
    %p = oaml.softmax_scaled_masked %s, %m {scale = 0.125}
        : (tensor<2x4x4xf32>, tensor<4x4xf32>) -> tensor<2x4x4xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$scores, OAML_FloatTensor:$mask,
                       F64Attr:$scale);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$scores `,` $mask attr-dict `:` functional-type(operands, results)";
  let adjoint = [{
    TensorExpr weighted =
        b.reduce(ReductionKind::Sum, g * y, {y.getRank() - 1});
    return {y * (g - weighted) * getScale().convertToDouble(), Value()};
  }];
}

class OAML_HeadsOp<string mnemonic> : OAML_CompositeOp<mnemonic> {
  let arguments = (ins OAML_FloatTensor:$input, I64Attr:$batch,
                       I64Attr:$sequence_length, I64Attr:$num_heads);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, results)";
}

def OAML_SplitHeadsOp : OAML_HeadsOp<"split_heads"> {
  let summary = "Rows of a batch as planes of heads";
  let description = [{
    `[batch sequence_length, D]` to `[batch num_heads, sequence_length,
    D / num_heads]`: `result[b H + h, s, p] = input[b S + s, h (D/H) + p]`.

    Example:

    ```mlir
    %y = oaml.split_heads %x {batch = 2, sequence_length = 4, num_heads = 3}
        : (tensor<8x12xf32>) -> tensor<6x4x4xf32>
    ```
  }];
}

def OAML_MergeHeadsOp : OAML_HeadsOp<"merge_heads"> {
  let summary = "Planes of heads as rows of a batch";
  let description = [{
    The inverse of `oaml.split_heads`: `[batch num_heads, sequence_length, P]` to
    `[batch sequence_length, num_heads P]`.

    Example:

    ```mlir
    %y = oaml.merge_heads %x {batch = 2, sequence_length = 4, num_heads = 3}
        : (tensor<6x4x4xf32>) -> tensor<8x12xf32>
    ```
  }];
}

def OAML_TurnCosineOp
    : OAML_CoreOp<"turn_cosine", "Elementwise", [OAML_Detached]> {
  let summary = "Cosine of a multiple of a fraction of a turn";
  let description = [{
    `cos(2 pi (position (whole 2^-32 + fraction 2^-64) + quarters / 4))`, where
    the operands, which broadcast, are unsigned: `whole` and `fraction` are the
    words of a fraction of a turn. The multiple is formed modulo one turn in
    integers, so that the result is as accurate at great positions as at small
    ones. `quarters` is 0 to 3; 3 gives the sine.

    Example:

    ```mlir
    %s = oaml.turn_cosine %t, %w, %f {quarters = 3}
        : (tensor<8x1xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins OAML_I32Tensor:$position, OAML_I32Tensor:$whole,
                       OAML_I32Tensor:$fraction, I64Attr:$quarters);
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    $position `,` $whole `,` $fraction attr-dict `:`
    functional-type(operands, results)
  }];
  let opDeclarations = [{
    double getOpsPerElement() { return 25.0; }
  }];
}

def OAML_RopeOp : OAML_CompositeOp<"rope"> {
  let summary = "Rotation of pairs by an angle that grows with the row";
  let description = [{
    input `[T, num_heads head_dim]`. In row `t` each head's pair of elements `i`
    and `i + head_dim/2` is turned by
    `(t + position_offset) theta_base^(-2i/head_dim)`. Rows of several sequences
    keep counting. `position_offset` is an attribute from 0 or an i32 operand, of
    which negative values count as 0. Angles are exact to 2^-32 of a turn at
    every position.

    Example:

    ```mlir
    %y = oaml.rope %x position_offset(%o)
        {num_heads = 2, head_dim = 4, theta_base = 1.0e4}
        : (tensor<5x8xf32>, tensor<i32>) -> tensor<5x8xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$input,
      Optional<OAML_ScalarTensor>:$position_offset_value,
      I64Attr:$num_heads, I64Attr:$head_dim, F64Attr:$theta_base,
      OptionalAttr<I64Attr>:$position_offset);
  let scalars = ["PositionOffset"];
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $input (`position_offset` `(` $position_offset_value^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def OAML_AttentionOp
    : OAML_CoreOp<"attention", "Opaque", [OAML_PartlyDifferentiable]> {
  let summary = "Attention in memory that grows with the number of rows";
  let description = [{
    `oaml.scaled_dot_product_attention` as a kernel of its own, which never holds
    the matrix of scores: what the forms of attention become where the extent `P`
    is known and fits (`isAttentionKernel`). The mask is `[N, S, S]` or `[S, S]`
    and detached. `lambda` is the logarithm of each row's sum of exponentials,
    `[N, S]`, from which the adjoint computes the scores again.

    Example:

    ```mlir
    %y, %l = oaml.attention %q, %k, %v {scale = 0.5, causal = true}
        : (tensor<6x5x4xf32>, tensor<6x5x4xf32>, tensor<6x5x4xf32>)
        -> (tensor<6x5x4xf32>, tensor<6x5xf32>)
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$query, OAML_FloatTensor:$key,
      OAML_FloatTensor:$value, Optional<OAML_FloatTensor>:$additive_mask,
      F64Attr:$scale, BoolAttr:$causal);
  let results = (outs OAML_FloatTensor:$result, OAML_F32Tensor:$lambda);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` `(` $additive_mask^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_AttentionBackwardOp
    : OAML_CoreOp<"attention_backward", "Opaque", [OAML_PartlyDifferentiable]> {
  let summary = "Gradients of attention in memory that grows with the rows";
  let description = [{
    With `p = e^(l - lambda)`, `l` the logits of `oaml.attention`, hidden places
    0, and `d = p (output_gradient value^T - delta) scale`:

    ```
    query_gradient = d key,  key_gradient = d^T query,
    value_gradient = p^T output_gradient
    ```

    `lambda` is that of `oaml.attention`; `delta` `[N, S]` is the sum of
    `output_gradient result` along each row, less the gradient of `lambda`.

    Example:

    ```mlir
    %gq, %gk, %gv = oaml.attention_backward %q, %k, %v, %g, %l, %d
        {scale = 0.5, causal = true}
        : (tensor<6x5x4xf32>, tensor<6x5x4xf32>, tensor<6x5x4xf32>,
           tensor<6x5x4xf32>, tensor<6x5xf32>, tensor<6x5xf32>)
        -> (tensor<6x5x4xf32>, tensor<6x5x4xf32>, tensor<6x5x4xf32>)
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$query, OAML_FloatTensor:$key,
      OAML_FloatTensor:$value, OAML_FloatTensor:$output_gradient,
      OAML_F32Tensor:$lambda, OAML_F32Tensor:$delta,
      Optional<OAML_FloatTensor>:$additive_mask,
      F64Attr:$scale, BoolAttr:$causal);
  let results = (outs OAML_FloatTensor:$query_gradient,
      OAML_FloatTensor:$key_gradient, OAML_FloatTensor:$value_gradient);
  let assemblyFormat = [{
    $query `,` $key `,` $value `,` $output_gradient `,` $lambda `,` $delta
    (`mask` `(` $additive_mask^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_ScaledDotProductAttentionOp : OAML_CompositeOp<
    "scaled_dot_product_attention"> {
  let summary = "Softmax of scaled products of queries and keys, times values";
  let description = [{
    query, key and value `[N, S, P]`: `l = scale query key^T + additive_mask`,
    `p = softmax(l)` along keys, `result = p value`. The mask, if there is one,
    is `[N S, S]`, `[N, S, S]` or `[S, S]` and detached. With `causal` a query
    sees the keys up to its own place only; all others are left out of maximum
    and sum. A row whose visible `l` are all -inf is NaN.

    Example:

    ```mlir
    %y = oaml.scaled_dot_product_attention %q, %k, %v mask(%m)
        {scale = 0.5, causal = false}
        : (tensor<6x5x4xf32>, tensor<6x5x4xf32>, tensor<6x5x4xf32>,
           tensor<5x5xf32>) -> tensor<6x5x4xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$query, OAML_FloatTensor:$key,
      OAML_FloatTensor:$value, Optional<OAML_FloatTensor>:$additive_mask,
      F64Attr:$scale, BoolAttr:$causal);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` `(` $additive_mask^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_FlashAttentionCausalOp
    : OAML_CompositeOp<"flash_attention_causal"> {
  let summary = "Causal attention without a mask";
  let description = [{
    `oaml.scaled_dot_product_attention` with `causal` and no mask.

    Example:

    ```mlir
    %y = oaml.flash_attention_causal %q, %k, %v {scale = 0.5}
        : (tensor<6x5x4xf32>, tensor<6x5x4xf32>, tensor<6x5x4xf32>)
        -> tensor<6x5x4xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$query, OAML_FloatTensor:$key,
                       OAML_FloatTensor:$value, F64Attr:$scale);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $query `,` $key `,` $value attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_ScaledDotProductAttentionCausalOp
    : OAML_CompositeOp<"scaled_dot_product_attention_causal"> {
  let summary = "Causal attention of rows that hold all heads";
  let description = [{
    query, key and value `[B sequence_length, D]`: the heads are split as by
    `oaml.split_heads`, attend causally with scale `1/sqrt(D / num_heads)`, and
    are merged.

    Example:

    ```mlir
    %y = oaml.scaled_dot_product_attention_causal %q, %k, %v
        {sequence_length = 5, num_heads = 3}
        : (tensor<10x12xf32>, tensor<10x12xf32>, tensor<10x12xf32>)
        -> tensor<10x12xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$query, OAML_FloatTensor:$key,
      OAML_FloatTensor:$value, I64Attr:$sequence_length, I64Attr:$num_heads);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $query `,` $key `,` $value attr-dict `:` functional-type(operands, results)
  }];
}

#endif // OAML_DIALECT_OAML_IR_ATTENTIONOPS_TD
