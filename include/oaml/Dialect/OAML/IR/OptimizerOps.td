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

#endif // OAML_DIALECT_OAML_IR_OPTIMIZEROPS_TD
