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

def OAML_MaskedCrossEntropyOp : OAML_CompositeOp<"masked_cross_entropy",
    [OAML_PartlyDifferentiable]> {
  let summary = "Row losses where a mask is not 0, divided by their count";
  let description = [{
    logits `[B, C]`, targets `[B]` of i32 or ui8, a mask of `B` elements, result
    f32 `[1]`: the sum of `logsumexp(l) - l[target]` over rows whose mask is not
    0, divided by `valid_count`, which is taken as given. Nothing of a masked
    row is looked at. A target outside `0 … C-1` of another row makes the loss
    and that row's gradient NaN. Without such rows loss and gradient are 0.

    `valid_count`, from 1 to `B`, is an attribute or an operand (i32 or f32,
    rank 0 or `[1]`); an operand outside the range makes loss and gradient NaN.
    Adjoint of logits: `g (softmax - onehot) / valid_count`; targets and mask are
    detached.

    Example:

    ```mlir
    %l = oaml.masked_cross_entropy %x, %t, %m {valid_count = 2}
        : (tensor<4x3xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<1xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$logits, OAML_IndexTensor:$targets,
      OAML_FloatTensor:$mask, Optional<OAML_ScalarTensor>:$valid_count_value,
      OptionalAttr<I64Attr>:$valid_count);
  let scalars = ["ValidCount"];
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    $logits `,` $targets `,` $mask (`valid_count` `(` $valid_count_value^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

class OAML_PairLossOp<string mnemonic, list<Trait> traits = []>
    : OAML_CompositeOp<mnemonic, traits> {
  let arguments = (ins OAML_FloatTensor:$prediction, OAML_FloatTensor:$target);
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    $prediction `,` $target attr-dict `:` functional-type(operands, results)
  }];
  let shapeRule = [{
    return inferPairLoss(context, adaptor.getPrediction(), adaptor.getTarget(),
                         results);
  }];
}

def OAML_MseOp : OAML_PairLossOp<"mse"> {
  let summary = "Mean of squared differences";
  let description = [{
    f32 `[1]`, the mean of `(prediction - target)^2` over operands of one shape.
    Adjoint `2 g (prediction - target) / n`; the target is detached.

    Example:

    ```mlir
    %l = oaml.mse %p, %t : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<1xf32>
    ```
  }];
}

def OAML_L1Op : OAML_PairLossOp<"l1"> {
  let summary = "Mean of absolute differences";
  let description = [{
    f32 `[1]`, the mean of `|prediction - target|` over operands of one shape.
    Adjoint `g sign(prediction - target) / n`, 0 at 0; the target is detached.

    Example:

    ```mlir
    %l = oaml.l1 %p, %t : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<1xf32>
    ```
  }];
}

def OAML_SmoothL1Op : OAML_PairLossOp<"smooth_l1"> {
  let summary = "Huber loss with threshold 1";
  let description = [{
    f32 `[1]`, the mean of `d^2 / 2` where `|d| < 1`, else `|d| - 1/2`, with
    `d = prediction - target` over operands of one shape. Adjoint `g d / n` or
    `g sign(d) / n`; the target is detached.

    Example:

    ```mlir
    %l = oaml.smooth_l1 %p, %t
        : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<1xf32>
    ```
  }];
}

def OAML_BceOp : OAML_PairLossOp<"bce", [OAML_PartlyDifferentiable]> {
  let summary = "Binary cross-entropy of probabilities";
  let description = [{
    f32 `[1]`, the mean of `-(t ln c + (1 - t) ln(1 - c))` over operands of one
    shape, where `c` is the prediction held between 1e-7 and the largest f32 not
    above 1 - 1e-7; NaN stays NaN. Adjoint `g (c - t) / (c (1 - c)) / n`, also
    where the prediction was held; the target is detached.

    Example:

    ```mlir
    %l = oaml.bce %p, %t : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<1xf32>
    ```
  }];
}

def OAML_MaskedMseOp : OAML_CompositeOp<"masked_mse"> {
  let summary = "Weighted mean of squared differences";
  let description = [{
    f32 `[1]`: `sum w (prediction - target)^2 / max(sum w, 1)`, where `w` is the
    mask broadcast to the operands' one shape. Adjoint of the prediction
    `2 g w (prediction - target) / max(sum w, 1)`; target and mask are detached.

    Example:

    ```mlir
    %l = oaml.masked_mse %p, %t, %m
        : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<3xf32>) -> tensor<1xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$prediction, OAML_FloatTensor:$target,
                       OAML_FloatTensor:$mask);
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    $prediction `,` $target `,` $mask attr-dict `:`
    functional-type(operands, results)
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
