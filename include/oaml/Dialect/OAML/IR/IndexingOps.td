//===- IndexingOps.td - Gather, scatter, selection ---------*- tablegen -*-===//
//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_INDEXINGOPS_TD
#define OAML_DIALECT_OAML_IR_INDEXINGOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

defvar indexText = [{
    Indices are i32, taken as unsigned, or ui8; one that is out of range reads
    nothing and is never an access outside.
}];

def OAML_EmbeddingOp
    : OAML_CoreOp<"embedding", "Gather", [OAML_PartlyDifferentiable]> {
  let summary = "Rows of a table, by index";
  let description = !strconcat([{
    `table` is `[V, D]`; `indices` of any rank count as one list. The result is
    `[count, D]`: row `i` is the row of `table` that `indices` names, or zeros.
  }], indexText, [{
    Rejected: a table of another rank, no elements. The gradient of the table is
    `oaml.scatter_add_rows`.

    Example:

    ```mlir
    %y = oaml.embedding %t, %i : (tensor<100x8xf32>, tensor<4x5xi32>) -> tensor<20x8xf32>
    ```
  }]);
  let arguments = (ins OAML_Tensor:$table, OAML_IndexTensor:$indices);
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat =
      "$table `,` $indices attr-dict `:` functional-type(operands, results)";
}

def OAML_GatherLastDimOp
    : OAML_CoreOp<"gather_last_dim", "Gather", [OAML_PartlyDifferentiable]> {
  let summary = "Elements of each row, by index";
  let description = !strconcat([{
    `x` is `[T, E]`, `indices` `[T, K]`: `result[t, k] = x[t, indices[t, k]]`, 0
    where the index is out of range.
  }], indexText, [{
    Rejected: other ranks, differing `T`, no elements. The gradient adds up in
    rising `k`.

    Example:

    ```mlir
    %y = oaml.gather_last_dim %x, %i : (tensor<4x9xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
    ```
  }]);
  let arguments = (ins OAML_Tensor:$x, OAML_IndexTensor:$indices);
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat =
      "$x `,` $indices attr-dict `:` functional-type(operands, results)";
}

def OAML_ScatterAddRowsOp : OAML_CompositeOp<"scatter_add_rows"> {
  let summary = "Rows added up by index";
  let description = !strconcat([{
    `source` is `[R, D]`, `indices` `[R]`: `result[v]` of `[rows, D]` is the sum of
    the rows of `source` whose index is `v`, in rising order, in f32.
  }], indexText, [{
    `rows` is an attribute or, where it is only known at run time, an index operand.
    Rejected: other ranks, differing `R`, no elements, `rows < 1`. The gradient of
    `source` is `oaml.embedding`.

    Example:

    ```mlir
    %y = oaml.scatter_add_rows %s, %i {rows = 100}
        : (tensor<20x8xf32>, tensor<20xi32>) -> tensor<100x8xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$source, OAML_IndexTensor:$indices,
                       Optional<Index>:$dynamic_rows, I64Attr:$rows);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $source `,` $indices (`rows` `(` $dynamic_rows^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_AccumulateRowsOp
    : OAML_CoreOp<"accumulate_rows", "Opaque", [OAML_PartlyDifferentiable]> {
  let summary = "What scatter_add_rows is made of";
  let description = [{
    `oaml.scatter_add_rows` of f32. On a device a workgroup owns some rows and
    columns of the result and walks through all indices in order, so that the sums
    have one order without atomics, and the work is that of the rows that are added.

    Example:

    ```mlir
    %y = oaml.accumulate_rows %s, %i {rows = 100}
        : (tensor<20x8xf32>, tensor<20xi32>) -> tensor<100x8xf32>
    ```
  }];
  let arguments = (ins OAML_F32Tensor:$source, OAML_IndexTensor:$indices,
                       Optional<Index>:$dynamic_rows, I64Attr:$rows);
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    $source `,` $indices (`rows` `(` $dynamic_rows^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_AccumulateLastDimOp
    : OAML_CoreOp<"accumulate_last_dim", "Opaque", [OAML_PartlyDifferentiable]> {
  let summary = "Elements of each row added up by index";
  let description = [{
    The gradient of `oaml.gather_last_dim`: `source` and `indices` are `[T, K]`,
    `result[t, e]` of `[T, size]` is the sum of the `source[t, k]` with
    `indices[t, k] = e`, in rising `k`. `size` is an attribute or, where it is only
    known at run time, an index operand.

    Example:

    ```mlir
    %y = oaml.accumulate_last_dim %s, %i {size = 9}
        : (tensor<4x2xf32>, tensor<4x2xi32>) -> tensor<4x9xf32>
    ```
  }];
  let arguments = (ins OAML_F32Tensor:$source, OAML_IndexTensor:$indices,
                       Optional<Index>:$dynamic_size, I64Attr:$size);
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    $source `,` $indices (`size` `(` $dynamic_size^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // OAML_DIALECT_OAML_IR_INDEXINGOPS_TD
