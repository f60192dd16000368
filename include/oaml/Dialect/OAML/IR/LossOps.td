//===- LossOps.td - Losses and scores ----------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_LOSSOPS_TD
#define OAML_DIALECT_OAML_IR_LOSSOPS_TD

include "oaml/Dialect/OAML/IR/OAMLBase.td"

def OAML_CrossEntropyOp
    : OAML_CompositeOp<"cross_entropy", [OAML_PartlyDifferentiable]> {
  let summary = "Mean of logsumexp(l) - l[target] over rows";
  let description = [{
    logits `[B, C]`, targets `[B]` of i32 or ui8, result f32 `[1]`. A target
    outside `0 … C-1` makes its row's loss (and the mean) NaN and its gradient row
    NaN. Adjoint of logits: `g (softmax - onehot) / B`; targets are detached.

    Example:

    ```mlir
    %l = oaml.cross_entropy %x, %t
        : (tensor<4x3xf32>, tensor<4xi32>) -> tensor<1xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$logits, OAML_IndexTensor:$targets);
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    $logits `,` $targets attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_AccuracyCountOp
    : OAML_CompositeOp<"accuracy_count", [OAML_Detached]> {
  let summary = "Number of rows whose argmax equals the label";
  let description = [{
    logits `[..., C]` of rank 2 or more, labels with one element per row; rows
    whose `mask` is 0 are left out, if there is one. Lowest index on ties. The
    result is i32 `[1]` (an unsigned count).

    Example:

    ```mlir
    %n = oaml.accuracy_count %x, %t
        : (tensor<4x3xf32>, tensor<4xi32>) -> tensor<1xi32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$logits, OAML_IndexTensor:$labels,
                       Optional<OAML_Tensor>:$mask);
  let results = (outs OAML_I32Tensor:$result);
  let assemblyFormat = [{
    $logits `,` $labels (`,` $mask^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // OAML_DIALECT_OAML_IR_LOSSOPS_TD
