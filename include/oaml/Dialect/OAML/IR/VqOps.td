//===- VqOps.td - Vector quantization ----------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_VQOPS_TD
#define OAML_DIALECT_OAML_IR_VQOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

def OAML_VqAssignOp : OAML_CompositeOp<"vq_assign", [OAML_Detached]> {
  let summary = "The nearest code of each row";
  let description = [{
    `latent` is `[N, D]`, `codebook` `[K, D]`; `indices` (i32 `[N]`) names the code of
    least distance, the first of equal ones, `quantized` `[N, D]` is that code. The
    distance is the sum of squares of the differences, in f32; one that is NaN or
    not below the largest f32 never wins, and 0 is the index if no code wins.
    Rejected: other ranks, differing `D`, no elements.

    Example:

    ```mlir
    %i, %q = oaml.vq_assign %x, %c
        : (tensor<5x3xf32>, tensor<8x3xf32>) -> (tensor<5xi32>, tensor<5x3xf32>)
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$latent, OAML_FloatTensor:$codebook);
  let results = (outs OAML_I32Tensor:$indices, OAML_FloatTensor:$quantized);
  let assemblyFormat =
      "$latent `,` $codebook attr-dict `:` functional-type(operands, results)";
}

def OAML_VqLookupOp : OAML_CompositeOp<"vq_lookup", [OAML_Detached]> {
  let summary = "Codes by index";
  let description = [{
    `codebook` is `[K, D]`, `indices` `[N]`: row `n` of the result `[N, D]` is code
    `indices[n]`, zeros where the index is out of range. No gradient flows through.
    Rejected: other ranks, no elements.

    Example:

    ```mlir
    %q = oaml.vq_lookup %c, %i : (tensor<8x3xf32>, tensor<5xi32>) -> tensor<5x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$codebook, OAML_I32Tensor:$indices);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$codebook `,` $indices attr-dict `:` functional-type(operands, results)";
}

def OAML_VqRevivalRowOp
    : OAML_CoreOp<"vq_revival_row", "Elementwise", [OAML_Detached]> {
  let summary = "The row that revives a dead code";
  let description = [{
    In 32-bit arithmetic that wraps, with logical shifts and an unsigned remainder:

    ```
    h = ((code + 1) * 2654435761) xor (seed * 2246822519) xor (seed >> 15)
    h = h xor (h >> 13);  h = h * 3266489917;  h = h xor (h >> 16)
    result = h mod rows
    ```

    `seed` and `rows` are one number each; `rows` of 0 counts as 1.

    Example:

    ```mlir
    %r = oaml.vq_revival_row %k, %s, %n
        : (tensor<8xi32>, tensor<i32>, tensor<i32>) -> tensor<8xi32>
    ```
  }];
  let arguments = (ins OAML_I32Tensor:$code, OAML_I32Tensor:$seed,
                       OAML_I32Tensor:$rows);
  let results = (outs OAML_I32Tensor:$result);
  let assemblyFormat = [{
    $code `,` $seed `,` $rows attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_VqEmaUpdateOp : OAML_CompositeOp<"vq_ema_update",
    [AttrSizedOperandSegments, OAML_Detached]> {
  let summary = "A step of a codebook towards the rows assigned to it";
  let description = [{
    `latent` is `[N, D]`, `indices` `[N]`, `embed_sum` and `codebook` `[K, D]`,
    `cluster_size` `[K]`. Per code `k`, with the `c` rows whose index it is:

    ```
    n' = decay cluster_size + (1 - decay) c
    m' = decay embed_sum + (1 - decay) (sum of these rows)
    e' = m' / max(n', epsilon)
    ```

    With `normalize`, `e'` is divided by its root mean square where that is above
    `epsilon`. Where `n' < dead_threshold`, `e'` and `m'` are the row of `latent` that
    `oaml.vq_revival_row` names, and `n'` is 1. Indices out of range count nowhere.

    `decay` (0 to 1), `epsilon` (above 0), `dead_threshold` (0 or more) and `seed`
    are attributes or operands with the suffix `_value`; an operand outside its range
    makes the results NaN. Rejected: other shapes, no elements.

    Example:

    ```mlir
    %m, %n, %e = oaml.vq_ema_update %x, %i, %s, %c, %b seed(%t)
        {decay = 0.99, epsilon = 1.0e-5, dead_threshold = 1.0, normalize = false}
        : (tensor<5x3xf32>, tensor<5xi32>, tensor<8x3xf32>, tensor<8xf32>,
           tensor<8x3xf32>, tensor<i32>)
        -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>)
    ```
  }];
  let arguments = (ins OAML_F32Tensor:$latent, OAML_I32Tensor:$indices,
      OAML_F32Tensor:$embed_sum, OAML_F32Tensor:$cluster_size,
      OAML_F32Tensor:$codebook, Optional<OAML_ScalarTensor>:$decay_value,
      Optional<OAML_ScalarTensor>:$epsilon_value,
      Optional<OAML_ScalarTensor>:$dead_threshold_value,
      Optional<OAML_ScalarTensor>:$seed_value, OptionalAttr<F64Attr>:$decay,
      OptionalAttr<F64Attr>:$epsilon, OptionalAttr<F64Attr>:$dead_threshold,
      OptionalAttr<I64Attr>:$seed, BoolAttr:$normalize);
  let scalars = ["Decay", "Epsilon", "DeadThreshold", "Seed"];
  let results = (outs OAML_F32Tensor:$new_embed_sum,
      OAML_F32Tensor:$new_cluster_size, OAML_F32Tensor:$new_codebook);
  let assemblyFormat = [{
    $latent `,` $indices `,` $embed_sum `,` $cluster_size `,` $codebook
    (`decay` `(` $decay_value^ `)`)? (`epsilon` `(` $epsilon_value^ `)`)?
    (`dead_threshold` `(` $dead_threshold_value^ `)`)?
    (`seed` `(` $seed_value^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // OAML_DIALECT_OAML_IR_VQOPS_TD
