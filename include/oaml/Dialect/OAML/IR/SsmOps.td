//===- SsmOps.td - State-space models ----------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_SSMOPS_TD
#define OAML_DIALECT_OAML_IR_SSMOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

//===----------------------------------------------------------------------===//
// Preprocessing
//===----------------------------------------------------------------------===//

defvar preprocessText = [{

    Rejected: `projected` of another rank or width or without rows, `dt_bias` of
    another shape.
}];

def OAML_Mamba3PreprocessOp
    : OAML_CompositeOp<"mamba3_preprocess", [OAML_Differentiable]> {
  let summary = "Slices of a packed row, normalised and bounded";
  let description = !strconcat([{
    A row of `projected` `[rows, W]` holds z `[I]`, x `[I]`, B and C `[R G N]`, raw dt,
    raw A and trap `[H]` and angle `[A]`. Results: `x`, `z`, `trap` and `angle` as they
    are; `bh` and `ch`, each run of `N` elements divided by its root mean square
    (with `epsilon` under the root); `dt`, the softplus of `raw dt + dt_bias` held
    between `dt_min` and `dt_max`; `adt = -max(m, a_floor) dt` with `m = 1 + u` for
    `u >= 0`, else `1 / (1 - u)`, of the raw A `u`.
  }], preprocessText, [{

    Example:

    ```mlir
    %x, %z, %bh, %ch, %dt, %adt, %trap, %angle = oaml.mamba3_preprocess %p, %bias
        {config = #oaml.mamba3_preprocess_config<inner_size = 2, state_size = 3,
         num_heads = 1, num_rope_angles = 1, num_groups = 1, mimo_rank = 1,
         epsilon = 1.0e-5, dt_min = 0.01, dt_max = 2.0, a_floor = 0.2>}
        : (tensor<5x14xf32>, tensor<1xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>,
           tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x1xf32>, tensor<5x1xf32>,
           tensor<5x1xf32>, tensor<5x1xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$projected, OAML_FloatTensor:$dt_bias,
                       OAML_Mamba3PreprocessConfigAttr:$config);
  let results = (outs OAML_FloatTensor:$x, OAML_FloatTensor:$z,
      OAML_FloatTensor:$bh, OAML_FloatTensor:$ch, OAML_FloatTensor:$dt,
      OAML_FloatTensor:$adt, OAML_FloatTensor:$trap, OAML_FloatTensor:$angle);
  let assemblyFormat = [{
    $projected `,` $dt_bias attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_Mamba3PreprocessBackwardOp
    : OAML_CompositeOp<"mamba3_preprocess_backward"> {
  let summary = "Gradients of mamba3_preprocess";
  let description = !strconcat([{
    The gradients of `projected` and `dt_bias` for those of the eight results, in
    their order. The gradient of dt passes where its bounds are met exactly, that of
    the decay rate only where it is above `a_floor`.
  }], preprocessText, [{

    Example:

    ```mlir
    %dp, %dbias = oaml.mamba3_preprocess_backward
        %p, %bias, %x, %z, %bh, %ch, %dt, %adt, %trap, %angle
        {config = #oaml.mamba3_preprocess_config<inner_size = 2, state_size = 3,
         num_heads = 1, num_rope_angles = 1, num_groups = 1, mimo_rank = 1,
         epsilon = 1.0e-5, dt_min = 0.01, dt_max = 2.0, a_floor = 0.2>}
        : (tensor<5x14xf32>, tensor<1xf32>, tensor<5x2xf32>, tensor<5x2xf32>,
           tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x1xf32>, tensor<5x1xf32>,
           tensor<5x1xf32>, tensor<5x1xf32>) -> (tensor<5x14xf32>, tensor<1xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$projected, OAML_FloatTensor:$dt_bias,
      OAML_FloatTensor:$x, OAML_FloatTensor:$z, OAML_FloatTensor:$bh,
      OAML_FloatTensor:$ch, OAML_FloatTensor:$dt, OAML_FloatTensor:$adt,
      OAML_FloatTensor:$trap, OAML_FloatTensor:$angle,
      OAML_Mamba3PreprocessConfigAttr:$config);
  let results = (outs OAML_FloatTensor:$d_projected,
                      OAML_FloatTensor:$d_dt_bias);
  let assemblyFormat = [{
    $projected `,` $dt_bias `,` $x `,` $z `,` $bh `,` $ch `,` $dt `,` $adt `,`
    $trap `,` $angle attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

defvar sisoText = [{
    Per batch row `b` and head `h` of group `g = h div (H / G)`, from zero states:

    ```
    lambda = sigmoid(trap),  alpha = exp(adt)
    gamma = dt lambda,  beta = dt (1 - lambda)
    Theta_t = Theta_(t-1) + angle dt
    q_t = Rot(Theta_t) (c + c_bias),  k_t = Rot(Theta_t) (b + b_bias)
    S_t = alpha (S_(t-1) + beta x_(t-1) k_(t-1)^T) + gamma x_t k_t^T
    y = (S_t q_t + d x_t) silu(z)
    ```

    `Rot` turns the pairs `(2a, 2a+1)` by `Theta[a]`. `c` and `b` are `[B, L, G, N]`, `x`
    and `z` `[B, L, H, P]`, `adt`, `dt` and `trap` `[B, L, H]`, `angle` `[B, L, A]`, the
    biases `[H, N]`, `d` `[H]`. Without `has_d` and `has_z` the terms with `d` and `z`
    are left out, and the operands are ignored. Rejected: other shapes than those of
    the configuration, a rank of more than 1, an output norm.
}];

defvar mimoText = [{
    As `oaml.mamba3_siso`, with `R = mimo_rank` keys, queries and values that share a
    state: row `r G + g` of `c` and `b` `[B, L, R G, N]` is rank `r` of group `g`, the
    biases are `[H, R, N]` (or `[H, N]`, the same for all ranks), and with
    `v_r = x mimo_x_r`

    ```
    S_t = alpha (S_(t-1) + beta sum_r v_(t-1,r) k_(t-1,r)^T) + gamma sum_r v_r k_r^T
    o_r = S_t q_r + d v_r
    m_r = norm_weight o_r / sqrt(mean(o_r^2) + 1e-5), or o_r without a norm
    y = sum_r m_r silu(z mimo_z_r) mimo_o_r
    ```

    `mimo_x`, `mimo_z` and `mimo_o` are `[H, R, P]`, `norm_weight` `[H, P]`. Rejected:
    other shapes than those of the configuration.
}];

def OAML_Mamba3SisoOp : OAML_CompositeOp<"mamba3_siso", [OAML_Differentiable]> {
  let summary = "Mamba-3 scan, one rank";
  let description = !strconcat(sisoText, "\n    The decomposition works on windows of tokens.\n", [{

    Example:

    ```mlir
    %y = oaml.mamba3_siso %c, %b, %x, %z, %adt, %dt, %trap, %angle,
        %c_bias, %b_bias, %d
        {config = #oaml.ssm_config<batch_size = 1,
           sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3,
           state_size = 4, num_rope_angles = 2, mimo_rank = 1, has_z = true,
           has_d = true, has_output_norm = false>}
        : (tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>, tensor<1x5x2x3xf32>,
           tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>,
           tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x4xf32>,
           tensor<2x4xf32>, tensor<2xf32>)
        -> tensor<1x5x2x3xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$c,
      OAML_FloatTensor:$b,
      OAML_FloatTensor:$x,
      OAML_FloatTensor:$z,
      OAML_FloatTensor:$adt,
      OAML_FloatTensor:$dt,
      OAML_FloatTensor:$trap,
      OAML_FloatTensor:$angle,
      OAML_FloatTensor:$c_bias,
      OAML_FloatTensor:$b_bias,
      OAML_FloatTensor:$d,
      OAML_SsmConfigAttr:$config);
  let results = (outs OAML_FloatTensor:$y);
  let assemblyFormat = [{
    $c `,` $b `,` $x `,` $z `,` $adt `,` $dt `,` $trap `,` $angle `,`
    $c_bias `,` $b_bias `,` $d
    attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_Mamba3SisoBackwardOp : OAML_CompositeOp<"mamba3_siso_backward"> {
  let summary = "Gradients of mamba3_siso";
  let description = !strconcat("    The gradients of all operands of the scan for that of its result. Those of\n    ignored operands are 0. The scan:\n\n", sisoText, [{

    Example:

    ```mlir
    %r:11 = oaml.mamba3_siso_backward %dy, %c, %b, %x, %z, %adt, %dt,
        %trap, %angle, %c_bias, %b_bias, %d
        {config = #oaml.ssm_config<batch_size = 1,
           sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3,
           state_size = 4, num_rope_angles = 2, mimo_rank = 1, has_z = true,
           has_d = true, has_output_norm = false>}
        : (tensor<1x5x2x3xf32>, tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>,
           tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>,
           tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>,
           tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>)
        -> (tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>,
            tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>,
            tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>,
            tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$output_gradient,
      OAML_FloatTensor:$c,
      OAML_FloatTensor:$b,
      OAML_FloatTensor:$x,
      OAML_FloatTensor:$z,
      OAML_FloatTensor:$adt,
      OAML_FloatTensor:$dt,
      OAML_FloatTensor:$trap,
      OAML_FloatTensor:$angle,
      OAML_FloatTensor:$c_bias,
      OAML_FloatTensor:$b_bias,
      OAML_FloatTensor:$d,
      OAML_SsmConfigAttr:$config);
  let results = (outs OAML_FloatTensor:$d_c,
      OAML_FloatTensor:$d_b,
      OAML_FloatTensor:$d_x,
      OAML_FloatTensor:$d_z,
      OAML_FloatTensor:$d_adt,
      OAML_FloatTensor:$d_dt,
      OAML_FloatTensor:$d_trap,
      OAML_FloatTensor:$d_angle,
      OAML_FloatTensor:$d_c_bias,
      OAML_FloatTensor:$d_b_bias,
      OAML_FloatTensor:$d_d);
  let assemblyFormat = [{
    $output_gradient `,` $c `,` $b `,` $x `,` $z `,` $adt `,` $dt `,`
    $trap `,` $angle `,` $c_bias `,` $b_bias `,` $d
    attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_Mamba3SisoStepOp : OAML_CompositeOp<"mamba3_siso_step"> {
  let summary = "One token of mamba3_siso";
  let description = !strconcat("    The scan over one token from given states, and the states after it: S, Theta,\n    the rotated keys, the values. The scan:\n\n", sisoText, [{

    Example:

    ```mlir
    %y, %s, %a, %k, %v = oaml.mamba3_siso_step %c, %b, %x, %z, %adt,
        %dt, %trap, %angle, %c_bias, %b_bias, %d, %ssm_state, %angle_state,
        %k_state, %v_state
        {config = #oaml.ssm_config<batch_size = 1,
           sequence_length = 1, num_heads = 2, num_groups = 0, head_dim = 3,
           state_size = 4, num_rope_angles = 2, mimo_rank = 1, has_z = true,
           has_d = true, has_output_norm = false>}
        : (tensor<1x1x2x4xf32>, tensor<1x1x2x4xf32>, tensor<1x1x2x3xf32>,
           tensor<1x1x2x3xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>,
           tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<2x4xf32>,
           tensor<2x4xf32>, tensor<2xf32>, tensor<1x2x3x4xf32>,
           tensor<1x2x2xf32>, tensor<1x2x4xf32>, tensor<1x2x3xf32>)
        -> (tensor<1x1x2x3xf32>, tensor<1x2x3x4xf32>, tensor<1x2x2xf32>,
            tensor<1x2x4xf32>, tensor<1x2x3xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$c,
      OAML_FloatTensor:$b,
      OAML_FloatTensor:$x,
      OAML_FloatTensor:$z,
      OAML_FloatTensor:$adt,
      OAML_FloatTensor:$dt,
      OAML_FloatTensor:$trap,
      OAML_FloatTensor:$angle,
      OAML_FloatTensor:$c_bias,
      OAML_FloatTensor:$b_bias,
      OAML_FloatTensor:$d,
      OAML_FloatTensor:$ssm_state,
      OAML_FloatTensor:$angle_state,
      OAML_FloatTensor:$k_state,
      OAML_FloatTensor:$v_state,
      OAML_SsmConfigAttr:$config);
  let results = (outs OAML_FloatTensor:$output,
      OAML_FloatTensor:$new_ssm_state,
      OAML_FloatTensor:$new_angle_state,
      OAML_FloatTensor:$new_k_state,
      OAML_FloatTensor:$new_v_state);
  let assemblyFormat = [{
    $c `,` $b `,` $x `,` $z `,` $adt `,` $dt `,` $trap `,` $angle `,`
    $c_bias `,` $b_bias `,` $d `,` $ssm_state `,` $angle_state `,`
    $k_state `,` $v_state
    attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_Mamba3MimoOp : OAML_CompositeOp<"mamba3_mimo", [OAML_Differentiable]> {
  let summary = "Mamba-3 scan, a state shared by ranks";
  let description = !strconcat(mimoText, "\n    The decomposition works on windows of tokens.\n", [{

    Example:

    ```mlir
    %y = oaml.mamba3_mimo %c, %b, %x, %z, %adt, %dt, %trap, %angle,
        %c_bias, %b_bias, %d, %mimo_x, %mimo_z, %mimo_o, %norm_weight
        {config = #oaml.ssm_config<batch_size = 1,
           sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3,
           state_size = 4, num_rope_angles = 2, mimo_rank = 2, has_z = true,
           has_d = true, has_output_norm = true>}
        : (tensor<1x5x4x4xf32>, tensor<1x5x4x4xf32>, tensor<1x5x2x3xf32>,
           tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>,
           tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x2x4xf32>,
           tensor<2x2x4xf32>, tensor<2xf32>, tensor<2x2x3xf32>,
           tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x3xf32>)
        -> tensor<1x5x2x3xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$c,
      OAML_FloatTensor:$b,
      OAML_FloatTensor:$x,
      OAML_FloatTensor:$z,
      OAML_FloatTensor:$adt,
      OAML_FloatTensor:$dt,
      OAML_FloatTensor:$trap,
      OAML_FloatTensor:$angle,
      OAML_FloatTensor:$c_bias,
      OAML_FloatTensor:$b_bias,
      OAML_FloatTensor:$d,
      OAML_FloatTensor:$mimo_x,
      OAML_FloatTensor:$mimo_z,
      OAML_FloatTensor:$mimo_o,
      OAML_FloatTensor:$norm_weight,
      OAML_SsmConfigAttr:$config);
  let results = (outs OAML_FloatTensor:$y);
  let assemblyFormat = [{
    $c `,` $b `,` $x `,` $z `,` $adt `,` $dt `,` $trap `,` $angle `,`
    $c_bias `,` $b_bias `,` $d `,` $mimo_x `,` $mimo_z `,` $mimo_o `,`
    $norm_weight
    attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_Mamba3MimoBackwardOp : OAML_CompositeOp<"mamba3_mimo_backward"> {
  let summary = "Gradients of mamba3_mimo";
  let description = !strconcat("    The gradients of all operands of the scan for that of its result. Those of\n    ignored operands are 0. The scan:\n\n", mimoText, [{

    Example:

    ```mlir
    %r:15 = oaml.mamba3_mimo_backward %dy, %c, %b, %x, %z, %adt, %dt,
        %trap, %angle, %c_bias, %b_bias, %d, %mimo_x, %mimo_z, %mimo_o,
        %norm_weight
        {config = #oaml.ssm_config<batch_size = 1,
           sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3,
           state_size = 4, num_rope_angles = 2, mimo_rank = 2, has_z = true,
           has_d = true, has_output_norm = true>}
        : (tensor<1x5x2x3xf32>, tensor<1x5x4x4xf32>, tensor<1x5x4x4xf32>,
           tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>,
           tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>,
           tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2xf32>,
           tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x2x3xf32>,
           tensor<2x3xf32>)
        -> (tensor<1x5x4x4xf32>, tensor<1x5x4x4xf32>,
            tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>,
            tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>,
            tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2xf32>,
            tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x2x3xf32>,
            tensor<2x3xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$output_gradient,
      OAML_FloatTensor:$c,
      OAML_FloatTensor:$b,
      OAML_FloatTensor:$x,
      OAML_FloatTensor:$z,
      OAML_FloatTensor:$adt,
      OAML_FloatTensor:$dt,
      OAML_FloatTensor:$trap,
      OAML_FloatTensor:$angle,
      OAML_FloatTensor:$c_bias,
      OAML_FloatTensor:$b_bias,
      OAML_FloatTensor:$d,
      OAML_FloatTensor:$mimo_x,
      OAML_FloatTensor:$mimo_z,
      OAML_FloatTensor:$mimo_o,
      OAML_FloatTensor:$norm_weight,
      OAML_SsmConfigAttr:$config);
  let results = (outs OAML_FloatTensor:$d_c,
      OAML_FloatTensor:$d_b,
      OAML_FloatTensor:$d_x,
      OAML_FloatTensor:$d_z,
      OAML_FloatTensor:$d_adt,
      OAML_FloatTensor:$d_dt,
      OAML_FloatTensor:$d_trap,
      OAML_FloatTensor:$d_angle,
      OAML_FloatTensor:$d_c_bias,
      OAML_FloatTensor:$d_b_bias,
      OAML_FloatTensor:$d_d,
      OAML_FloatTensor:$d_mimo_x,
      OAML_FloatTensor:$d_mimo_z,
      OAML_FloatTensor:$d_mimo_o,
      OAML_FloatTensor:$d_norm_weight);
  let assemblyFormat = [{
    $output_gradient `,` $c `,` $b `,` $x `,` $z `,` $adt `,` $dt `,`
    $trap `,` $angle `,` $c_bias `,` $b_bias `,` $d `,` $mimo_x `,`
    $mimo_z `,` $mimo_o `,` $norm_weight
    attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_Mamba3MimoStepOp : OAML_CompositeOp<"mamba3_mimo_step"> {
  let summary = "One token of mamba3_mimo";
  let description = !strconcat("    The scan over one token from given states, and the states after it: S, Theta,\n    the rotated keys, the values. The scan:\n\n", mimoText, [{

    Example:

    ```mlir
    %y, %s, %a, %k, %v = oaml.mamba3_mimo_step %c, %b, %x, %z, %adt,
        %dt, %trap, %angle, %c_bias, %b_bias, %d, %mimo_x, %mimo_z,
        %mimo_o, %norm_weight, %ssm_state, %angle_state, %k_state, %v_state
        {config = #oaml.ssm_config<batch_size = 1,
           sequence_length = 1, num_heads = 2, num_groups = 0, head_dim = 3,
           state_size = 4, num_rope_angles = 2, mimo_rank = 2, has_z = true,
           has_d = true, has_output_norm = true>}
        : (tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x2x3xf32>,
           tensor<1x1x2x3xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>,
           tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<2x2x4xf32>,
           tensor<2x2x4xf32>, tensor<2xf32>, tensor<2x2x3xf32>,
           tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x3xf32>,
           tensor<1x2x3x4xf32>, tensor<1x2x2xf32>, tensor<1x2x2x4xf32>,
           tensor<1x2x2x3xf32>)
        -> (tensor<1x1x2x3xf32>, tensor<1x2x3x4xf32>, tensor<1x2x2xf32>,
            tensor<1x2x2x4xf32>, tensor<1x2x2x3xf32>)
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$c,
      OAML_FloatTensor:$b,
      OAML_FloatTensor:$x,
      OAML_FloatTensor:$z,
      OAML_FloatTensor:$adt,
      OAML_FloatTensor:$dt,
      OAML_FloatTensor:$trap,
      OAML_FloatTensor:$angle,
      OAML_FloatTensor:$c_bias,
      OAML_FloatTensor:$b_bias,
      OAML_FloatTensor:$d,
      OAML_FloatTensor:$mimo_x,
      OAML_FloatTensor:$mimo_z,
      OAML_FloatTensor:$mimo_o,
      OAML_FloatTensor:$norm_weight,
      OAML_FloatTensor:$ssm_state,
      OAML_FloatTensor:$angle_state,
      OAML_FloatTensor:$k_state,
      OAML_FloatTensor:$v_state,
      OAML_SsmConfigAttr:$config);
  let results = (outs OAML_FloatTensor:$output,
      OAML_FloatTensor:$new_ssm_state,
      OAML_FloatTensor:$new_angle_state,
      OAML_FloatTensor:$new_k_state,
      OAML_FloatTensor:$new_v_state);
  let assemblyFormat = [{
    $c `,` $b `,` $x `,` $z `,` $adt `,` $dt `,` $trap `,` $angle `,`
    $c_bias `,` $b_bias `,` $d `,` $mimo_x `,` $mimo_z `,` $mimo_o `,`
    $norm_weight `,` $ssm_state `,` $angle_state `,` $k_state `,` $v_state
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // OAML_DIALECT_OAML_IR_SSMOPS_TD
