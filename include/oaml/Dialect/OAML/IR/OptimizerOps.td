//===- OptimizerOps.td - Optimizer steps -------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_OPTIMIZEROPS_TD
#define OAML_DIALECT_OAML_IR_OPTIMIZEROPS_TD

include "oaml/Dialect/OAML/IR/OAMLBase.td"

defvar scalarText = [{

    Each scalar is either an attribute, checked at once, or an operand with the
    suffix `_value` in the record (rank 0 or `[1]`, f32, `step` also i32). An
    operand outside its range makes the results NaN.
}];

def OAML_AdamWStepOp : OAML_CompositeOp<"adamw_step",
    [AttrSizedOperandSegments, OAML_Detached]> {
  let summary = "One step of AdamW";
  let description = !strconcat([{
    ```
    m' = beta1 m + (1 - beta1) grad,   v' = beta2 v + (1 - beta2) grad^2
    param' = param - lr weight_decay param
             - lr (m' / (1 - beta1^step)) / (sqrt(v' / (1 - beta2^step)) + epsilon)
    ```

    The four tensors have one shape and type f32. `step` counts from 1. The
    corrections are formed as `-expm1(step ln beta)`.
  }], scalarText, [{

    Example:

    ```mlir
    %p1, %m1, %v1 = oaml.adamw_step %p, %m, %v, %g lr(%lr) step(%t)
        {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01}
        : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
           tensor<f32>, tensor<i32>)
        -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    ```
  }]);
  let arguments = (ins OAML_F32Tensor:$param, OAML_F32Tensor:$m,
      OAML_F32Tensor:$v, OAML_F32Tensor:$grad,
      Optional<OAML_ScalarTensor>:$lr_value,
      Optional<OAML_ScalarTensor>:$beta1_value,
      Optional<OAML_ScalarTensor>:$beta2_value,
      Optional<OAML_ScalarTensor>:$epsilon_value,
      Optional<OAML_ScalarTensor>:$weight_decay_value,
      Optional<OAML_ScalarTensor>:$step_value,
      OptionalAttr<F64Attr>:$lr, OptionalAttr<F64Attr>:$beta1,
      OptionalAttr<F64Attr>:$beta2, OptionalAttr<F64Attr>:$epsilon,
      OptionalAttr<F64Attr>:$weight_decay, OptionalAttr<I64Attr>:$step);
  let scalars = ["Lr", "Beta1", "Beta2", "Epsilon", "WeightDecay", "Step"];
  let results = (outs OAML_F32Tensor:$new_param, OAML_F32Tensor:$new_m,
                      OAML_F32Tensor:$new_v);
  let assemblyFormat = [{
    $param `,` $m `,` $v `,` $grad
    (`lr` `(` $lr_value^ `)`)? (`beta1` `(` $beta1_value^ `)`)?
    (`beta2` `(` $beta2_value^ `)`)? (`epsilon` `(` $epsilon_value^ `)`)?
    (`weight_decay` `(` $weight_decay_value^ `)`)?
    (`step` `(` $step_value^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def OAML_AdamStepOp : OAML_CompositeOp<"adam_step",
    [AttrSizedOperandSegments, OAML_Detached]> {
  let summary = "One step of Adam";
  let description = !strconcat([{
    `oaml.adamw_step` without decay of the weights.
  }], scalarText, [{

    Example:

    ```mlir
    %p1, %m1, %v1 = oaml.adam_step %p, %m, %v, %g lr(%lr) step(%t)
        {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8}
        : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
           tensor<f32>, tensor<i32>)
        -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    ```
  }]);
  let arguments = (ins OAML_F32Tensor:$param, OAML_F32Tensor:$m,
      OAML_F32Tensor:$v, OAML_F32Tensor:$grad,
      Optional<OAML_ScalarTensor>:$lr_value,
      Optional<OAML_ScalarTensor>:$beta1_value,
      Optional<OAML_ScalarTensor>:$beta2_value,
      Optional<OAML_ScalarTensor>:$epsilon_value,
      Optional<OAML_ScalarTensor>:$step_value,
      OptionalAttr<F64Attr>:$lr, OptionalAttr<F64Attr>:$beta1,
      OptionalAttr<F64Attr>:$beta2, OptionalAttr<F64Attr>:$epsilon,
      OptionalAttr<I64Attr>:$step);
  let scalars = ["Lr", "Beta1", "Beta2", "Epsilon", "Step"];
  let results = (outs OAML_F32Tensor:$new_param, OAML_F32Tensor:$new_m,
                      OAML_F32Tensor:$new_v);
  let assemblyFormat = [{
    $param `,` $m `,` $v `,` $grad
    (`lr` `(` $lr_value^ `)`)? (`beta1` `(` $beta1_value^ `)`)?
    (`beta2` `(` $beta2_value^ `)`)? (`epsilon` `(` $epsilon_value^ `)`)?
    (`step` `(` $step_value^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def OAML_SgdStepOp : OAML_CompositeOp<"sgd_step",
    [AttrSizedOperandSegments, OAML_Detached]> {
  let summary = "One step of stochastic gradient descent";
  let description = !strconcat([{
    Without momentum, or with `momentum_factor = 0`:
    `param' = param - lr (grad + weight_decay param)`, momentum comes back as it
    was. With momentum: `b' = momentum_factor b + grad`,
    `param' = param - lr b' - weight_decay param`.
  }], scalarText, [{

    Example:

    ```mlir
    %p1, %b1 = oaml.sgd_step %p, momentum(%b), %g
        {lr = 0.1, momentum_factor = 0.9, weight_decay = 0.0}
        : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>)
    ```
  }]);
  let arguments = (ins OAML_F32Tensor:$param,
      Optional<OAML_F32Tensor>:$momentum, OAML_F32Tensor:$grad,
      Optional<OAML_ScalarTensor>:$lr_value,
      Optional<OAML_ScalarTensor>:$momentum_factor_value,
      Optional<OAML_ScalarTensor>:$weight_decay_value,
      OptionalAttr<F64Attr>:$lr, OptionalAttr<F64Attr>:$momentum_factor,
      OptionalAttr<F64Attr>:$weight_decay);
  let scalars = ["Lr", "MomentumFactor", "WeightDecay"];
  let results = (outs OAML_F32Tensor:$new_param,
                      Optional<OAML_F32Tensor>:$new_momentum);
  let assemblyFormat = [{
    $param `,` (`momentum` `(` $momentum^ `)` `,`)? $grad
    (`lr` `(` $lr_value^ `)`)?
    (`momentum_factor` `(` $momentum_factor_value^ `)`)?
    (`weight_decay` `(` $weight_decay_value^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def OAML_MuonStepOp : OAML_CompositeOp<"muon_step",
    [AttrSizedOperandSegments, OAML_Detached]> {
  let summary = "One step of Muon";
  let description = !strconcat([{
    ```
    b' = beta b + (1 - beta) grad,   u = (1 - beta) grad + beta b'
    u <- 0.2 sqrt(max(rows, columns)) NS(u)        for rank 2 and iterations > 0
    param' = (1 - lr weight_decay) param - lr u
    ```

    `NS(u)` brings the singular values of `u` close to 1: `Z = u / sqrt(sum u^2 +
    epsilon)`, then `iterations` times (0 to 100) `G = Z Z^T`,
    `Z <- 3.4445 Z + (-4.7750 G + 2.0315 G G) Z`, on the transpose where there
    are more rows than columns. The three tensors have one shape and type f32.
  }], scalarText, [{

    Example:

    ```mlir
    %p1, %b1 = oaml.muon_step %p, %b, %g lr(%lr)
        {beta = 0.95, weight_decay = 0.1, epsilon = 1.0e-8, iterations = 5}
        : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>)
        -> (tensor<4x3xf32>, tensor<4x3xf32>)
    ```
  }]);
  let arguments = (ins OAML_F32Tensor:$param, OAML_F32Tensor:$momentum,
      OAML_F32Tensor:$grad, Optional<OAML_ScalarTensor>:$lr_value,
      Optional<OAML_ScalarTensor>:$beta_value,
      Optional<OAML_ScalarTensor>:$weight_decay_value,
      Optional<OAML_ScalarTensor>:$epsilon_value,
      OptionalAttr<F64Attr>:$lr, OptionalAttr<F64Attr>:$beta,
      OptionalAttr<F64Attr>:$weight_decay, OptionalAttr<F64Attr>:$epsilon,
      I64Attr:$iterations);
  let scalars = ["Lr", "Beta", "WeightDecay", "Epsilon"];
  let results = (outs OAML_F32Tensor:$new_param, OAML_F32Tensor:$new_momentum);
  let assemblyFormat = [{
    $param `,` $momentum `,` $grad
    (`lr` `(` $lr_value^ `)`)? (`beta` `(` $beta_value^ `)`)?
    (`weight_decay` `(` $weight_decay_value^ `)`)?
    (`epsilon` `(` $epsilon_value^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def OAML_ClipGradNormOp : OAML_CompositeOp<"clip_grad_norm",
    [AttrSizedOperandSegments, OAML_Detached]> {
  let summary = "Gradients scaled down to a joint norm";
  let description = [{
    With `n` the root of the sum of all squares over all gradients: every
    gradient times `max_norm / n` where `n > max_norm`, else as it is. One result
    per gradient. `max_norm`, above 0, is an attribute or an operand with the
    suffix `_value`; an operand outside its range makes the results NaN.

    Example:

    ```mlir
    %c:2 = oaml.clip_grad_norm %g, %h {max_norm = 1.0}
        : (tensor<4x3xf32>, tensor<4xf32>) -> (tensor<4x3xf32>, tensor<4xf32>)
    ```
  }];
  let arguments = (ins Variadic<OAML_F32Tensor>:$grads,
      Optional<OAML_ScalarTensor>:$max_norm_value,
      OptionalAttr<F64Attr>:$max_norm);
  let scalars = ["MaxNorm"];
  let results = (outs Variadic<OAML_F32Tensor>:$clipped);
  let assemblyFormat = [{
    $grads (`max_norm` `(` $max_norm_value^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // OAML_DIALECT_OAML_IR_OPTIMIZEROPS_TD
