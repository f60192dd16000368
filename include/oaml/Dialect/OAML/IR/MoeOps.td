//===- MoeOps.td - Mixtures of experts ---------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_MOEOPS_TD
#define OAML_DIALECT_OAML_IR_MOEOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

defvar routeText = [{

    Routes are numbered token by token: `r = t K + k` for slot `k` of `K` of token
    `t`. Maps are i32, taken as unsigned.
}];

def OAML_MoeExpertPlanOp
    : OAML_CompositeOp<"moe_expert_plan", [OAML_Detached]> {
  let summary = "Routes in the order of their experts";
  let description = !strconcat([{
    `expert_indices` is `[T, K]`, `R = T K`. A route is live if its index `x` is in
    `0 <= x < num_experts`. `counts` `[E]`: live routes per expert; `offsets`
    `[E + 1]`: the sums of the counts before. The live routes by expert, then by
    number, have the places 0, 1, …: at place `p` stands route `packed_slot[p]` of
    token `packed_token[p]` and expert `packed_expert[p]`, and `inverse` of the
    route is `p`. Places behind the live routes hold `R`, `T` and `E`; `inverse` of
    other routes is `R`. Rejected: another rank, no elements, `num_experts < 1`.
  }], routeText, [{

    Example:

    ```mlir
    %c, %o, %t, %e, %s, %i = oaml.moe_expert_plan %x {num_experts = 4}
        : (tensor<5x2xi32>) -> (tensor<4xi32>, tensor<5xi32>, tensor<10xi32>,
           tensor<10xi32>, tensor<10xi32>, tensor<10xi32>)
    ```
  }]);
  let arguments = (ins OAML_I32Tensor:$expert_indices, I64Attr:$num_experts);
  let results = (outs OAML_I32Tensor:$counts, OAML_I32Tensor:$offsets,
      OAML_I32Tensor:$packed_token, OAML_I32Tensor:$packed_expert,
      OAML_I32Tensor:$packed_slot, OAML_I32Tensor:$inverse);
  let assemblyFormat =
      "$expert_indices attr-dict `:` functional-type(operands, results)";
}

def OAML_MoeRouteWeightsOp : OAML_CompositeOp<"moe_route_weights"> {
  let summary = "Probabilities of the chosen experts, divided by their sum";
  let description = [{
    `probabilities` is `[T, E]`, `expert_indices` `[T, K]`, the result `[T, K]`: the
    listed probabilities (0 where an index is out of range) divided by their sum; a
    row whose sum is not above 0 is 0, and so is its gradient. Rejected: other
    ranks, differing `T`, `K > E`, no elements.

    Example:

    ```mlir
    %w = oaml.moe_route_weights %p, %x
        : (tensor<5x4xf32>, tensor<5x2xi32>) -> tensor<5x2xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$probabilities,
                       OAML_I32Tensor:$expert_indices);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $probabilities `,` $expert_indices attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_MoeGatherOp
    : OAML_CompositeOp<"moe_gather", [OAML_PartlyDifferentiable]> {
  let summary = "Rows of tokens in the order of a plan";
  let description = !strconcat([{
    `input` is `[T, D]`, `packed_token` and `inverse` are `[R]`, `R` a multiple of
    `T`. Row `p` of the result `[R, D]` is the row of `input` that
    `packed_token[p]` names, or zeros. The gradient of a token is the sum over its
    slots in rising order, read by `inverse`. Rejected: other ranks, lengths that do
    not fit, no elements.
  }], routeText, [{

    Example:

    ```mlir
    %y = oaml.moe_gather %x, %t, %i
        : (tensor<5x8xf32>, tensor<10xi32>, tensor<10xi32>) -> tensor<10x8xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$input, OAML_I32Tensor:$packed_token,
                       OAML_I32Tensor:$inverse);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $packed_token `,` $inverse attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_MoeCombineOp
    : OAML_CompositeOp<"moe_combine", [OAML_PartlyDifferentiable]> {
  let summary = "Weighted sum of each token's routes";
  let description = !strconcat([{
    `packed` is `[R, D]`, `route_gate` `[T, K]` with `R = T K`, `inverse` and
    `packed_slot` are `[R]`. Row `t` of the result `[T, D]` is the sum over `k` of row
    `inverse[t K + k]` of `packed` times `route_gate[t, k]`; a route without such a
    row adds nothing. The gradient of `packed` is read by `packed_slot`. Rejected:
    other ranks, lengths that do not fit, no elements.
  }], routeText, [{

    Example:

    ```mlir
    %y = oaml.moe_combine %p, %g, %i, %s
        : (tensor<10x8xf32>, tensor<5x2xf32>, tensor<10xi32>, tensor<10xi32>)
        -> tensor<5x8xf32>
    ```
  }]);
  let arguments = (ins OAML_FloatTensor:$packed, OAML_FloatTensor:$route_gate,
      OAML_I32Tensor:$inverse, OAML_I32Tensor:$packed_slot);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $packed `,` $route_gate `,` $inverse `,` $packed_slot attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_GroupedGemmMOp : OAML_CoreOp<"grouped_gemm_m", "Opaque",
    [OAML_PartlyDifferentiable]> {
  let summary = "Rows times the matrix of their group";
  let description = [{
    `input` is `[R, K]`, `weight` `[E, N, K]`, `offsets` `[E + 1]` (i32, taken as
    unsigned). The rows from `offsets[e]` to `offsets[e + 1]` are multiplied by
    `weight[e]` transposed; rows of no group are zero. The offsets are read where
    the product is computed. Rejected: other ranks, differing `K`, another number of
    offsets, no elements.

    Example:

    ```mlir
    %y = oaml.grouped_gemm_m %x, %w, %o
        : (tensor<10x8xf32>, tensor<4x3x8xf32>, tensor<5xi32>) -> tensor<10x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       OAML_I32Tensor:$offsets);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $weight `,` $offsets attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_GroupedOuterMOp : OAML_CoreOp<"grouped_outer_m", "Opaque",
    [OAML_PartlyDifferentiable]> {
  let summary = "Products of the columns of two matrices, per group of rows";
  let description = [{
    The gradient of the weight of `oaml.grouped_gemm_m`: `left` is `[R, N]`, `right`
    `[R, K]`, `offsets` `[E + 1]`; `result[e]` of `[E, N, K]` is `left` transposed
    times `right` over the rows of group `e`, zero for an empty group.

    Example:

    ```mlir
    %y = oaml.grouped_outer_m %g, %x, %o
        : (tensor<10x3xf32>, tensor<10x8xf32>, tensor<5xi32>) -> tensor<4x3x8xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$left, OAML_FloatTensor:$right,
                       OAML_I32Tensor:$offsets);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $left `,` $right `,` $offsets attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_GroupedLinearMOp : OAML_CompositeOp<"grouped_linear_m"> {
  let summary = "Rows times the matrix of their group, plus its bias";
  let description = [{
    `oaml.grouped_gemm_m` plus row `e` of `bias` `[E, N]` on the rows of group `e`.
    Rejected: what that rejects, a bias of another shape.

    Example:

    ```mlir
    %y = oaml.grouped_linear_m %x, %w, %b, %o
        : (tensor<10x8xf32>, tensor<4x3x8xf32>, tensor<4x3xf32>, tensor<5xi32>)
        -> tensor<10x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$input, OAML_FloatTensor:$weight,
                       OAML_FloatTensor:$bias, OAML_I32Tensor:$offsets);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $weight `,` $bias `,` $offsets attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_MoeRoutingBiasUpdateOp : OAML_CompositeOp<"moe_routing_bias_update",
    [OAML_Detached]> {
  let summary = "A step of the experts' biases towards equal loads";
  let description = [{
    `selection_mask` is `[T, E]`, `bias` and the result are `[1, E]`: with the load
    `l_e`, the sum of column `e` of the mask, and `K = experts_per_token`, the result
    is `bias_e - gamma sign(l_e - T K / E)`. `gamma`, 0 or more, is an attribute or
    an operand with the suffix `_value`; an operand outside its range makes the
    result NaN. Rejected: other shapes, no elements, `K` outside 1 … E.

    Example:

    ```mlir
    %b1 = oaml.moe_routing_bias_update %m, %b
        {experts_per_token = 2, gamma = 1.0e-3}
        : (tensor<5x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
    ```
  }];
  let arguments = (ins OAML_F32Tensor:$selection_mask, OAML_F32Tensor:$bias,
      Optional<OAML_ScalarTensor>:$gamma_value, I64Attr:$experts_per_token,
      OptionalAttr<F64Attr>:$gamma);
  let scalars = ["Gamma"];
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    $selection_mask `,` $bias (`gamma` `(` $gamma_value^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // OAML_DIALECT_OAML_IR_MOEOPS_TD
