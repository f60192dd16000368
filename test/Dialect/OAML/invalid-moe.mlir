// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @experts(%a: tensor<3x2xi32>) {
  // expected-error@below {{'oaml.moe_expert_plan' op requires 'num_experts' of at least 1, found 0}}
  %r:6 = oaml.moe_expert_plan %a {num_experts = 0} : (tensor<3x2xi32>) -> (tensor<2xi32>, tensor<3xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>)
  return
}

// -----

func.func @plan_rank(%a: tensor<6xi32>) {
  // expected-error@below {{'oaml.moe_expert_plan' op requires expert_indices of rank 2, found}}
  %r:6 = oaml.moe_expert_plan %a {num_experts = 2} : (tensor<6xi32>) -> (tensor<2xi32>, tensor<3xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>)
  return
}

// -----

func.func @plan_empty(%a: tensor<0x2xi32>) {
  // expected-error@below {{'oaml.moe_expert_plan' op requires elements in expert_indices}}
  %r:6 = oaml.moe_expert_plan %a {num_experts = 2} : (tensor<0x2xi32>) -> (tensor<2xi32>, tensor<3xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>)
  return
}

// -----

func.func @tokens(%a: tensor<3x4xf32>, %b: tensor<4x2xi32>) {
  // expected-error@below {{'oaml.moe_route_weights' op requires as many rows of expert_indices as of probabilities, found 4 and 3}}
  %r = oaml.moe_route_weights %a, %b : (tensor<3x4xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @slots(%a: tensor<3x4xf32>, %b: tensor<3x5xi32>) {
  // expected-error@below {{'oaml.moe_route_weights' op requires at most as many slots as experts, found 5 and 4}}
  %r = oaml.moe_route_weights %a, %b : (tensor<3x4xf32>, tensor<3x5xi32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @gather_lengths(%a: tensor<3x4xf32>, %b: tensor<6xi32>, %c: tensor<5xi32>) {
  // expected-error@below {{'oaml.moe_gather' op requires inverse with an element per element of packed_token, found 5 and 6}}
  %r = oaml.moe_gather %a, %b, %c : (tensor<3x4xf32>, tensor<6xi32>, tensor<5xi32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @gather_multiple(%a: tensor<3x4xf32>, %b: tensor<7xi32>, %c: tensor<7xi32>) {
  // expected-error@below {{'oaml.moe_gather' op requires a number of routes that is a multiple of the rows of input, found 7 and 6}}
  %r = oaml.moe_gather %a, %b, %c : (tensor<3x4xf32>, tensor<7xi32>, tensor<7xi32>) -> tensor<7x4xf32>
  return
}

// -----

func.func @combine_rows(%a: tensor<5x4xf32>, %b: tensor<3x2xf32>, %c: tensor<6xi32>, %d: tensor<6xi32>) {
  // expected-error@below {{'oaml.moe_combine' op requires a row of packed per element of route_gate, found 5 and 6}}
  %r = oaml.moe_combine %a, %b, %c, %d : (tensor<5x4xf32>, tensor<3x2xf32>, tensor<6xi32>, tensor<6xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @combine_map(%a: tensor<6x4xf32>, %b: tensor<3x2xf32>, %c: tensor<6xi32>, %d: tensor<7xi32>) {
  // expected-error@below {{'oaml.moe_combine' op requires packed_slot with an element per element of route_gate, found 7 and 6}}
  %r = oaml.moe_combine %a, %b, %c, %d : (tensor<6x4xf32>, tensor<3x2xf32>, tensor<6xi32>, tensor<7xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @combine_types(%a: tensor<6x4xf32>, %b: tensor<3x2xf16>, %c: tensor<6xi32>, %d: tensor<6xi32>) {
  // expected-error@below {{'oaml.moe_combine' op requires one element type for packed and route_gate, found f32 and f16}}
  %r = oaml.moe_combine %a, %b, %c, %d : (tensor<6x4xf32>, tensor<3x2xf16>, tensor<6xi32>, tensor<6xi32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @inner(%a: tensor<6x4xf32>, %b: tensor<2x3x5xf32>, %c: tensor<3xi32>) {
  // expected-error@below {{'oaml.grouped_gemm_m' op requires equal inner extents of input (axis 1) and weight (axis 2), found 4 and 5}}
  %r = oaml.grouped_gemm_m %a, %b, %c : (tensor<6x4xf32>, tensor<2x3x5xf32>, tensor<3xi32>) -> tensor<6x3xf32>
  return
}

// -----

func.func @offsets(%a: tensor<6x4xf32>, %b: tensor<2x3x4xf32>, %c: tensor<2xi32>) {
  // expected-error@below {{'oaml.grouped_gemm_m' op requires an offset more than there are groups, found 2 and 3}}
  %r = oaml.grouped_gemm_m %a, %b, %c : (tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<6x3xf32>
  return
}

// -----

func.func @bias_rows(%a: tensor<6x4xf32>, %b: tensor<2x3x4xf32>, %c: tensor<3x3xf32>, %d: tensor<3xi32>) {
  // expected-error@below {{'oaml.grouped_linear_m' op requires a row of bias per group, found 3 and 2}}
  %r = oaml.grouped_linear_m %a, %b, %c, %d : (tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<3x3xf32>, tensor<3xi32>) -> tensor<6x3xf32>
  return
}

// -----

func.func @bias_columns(%a: tensor<6x4xf32>, %b: tensor<2x3x4xf32>, %c: tensor<2x4xf32>, %d: tensor<3xi32>) {
  // expected-error@below {{'oaml.grouped_linear_m' op requires an element of bias per row of the group's weight, found 4 and 3}}
  %r = oaml.grouped_linear_m %a, %b, %c, %d : (tensor<6x4xf32>, tensor<2x3x4xf32>, tensor<2x4xf32>, tensor<3xi32>) -> tensor<6x3xf32>
  return
}

// -----

func.func @outer_rows(%a: tensor<6x4xf32>, %b: tensor<5x3xf32>, %c: tensor<3xi32>) {
  // expected-error@below {{'oaml.grouped_outer_m' op requires as many rows of left as of right, found 6 and 5}}
  %r = oaml.grouped_outer_m %a, %b, %c : (tensor<6x4xf32>, tensor<5x3xf32>, tensor<3xi32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @outer_offsets(%a: tensor<6x4xf32>, %b: tensor<6x3xf32>, %c: tensor<1xi32>) {
  // expected-error@below {{'oaml.grouped_outer_m' op requires at least 2 offsets, found 2 and 1}}
  %r = oaml.grouped_outer_m %a, %b, %c : (tensor<6x4xf32>, tensor<6x3xf32>, tensor<1xi32>) -> tensor<0x4x3xf32>
  return
}

// -----

func.func @update_rows(%a: tensor<6x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@below {{'oaml.moe_routing_bias_update' op requires one row of bias, found 2 and 1}}
  %r = oaml.moe_routing_bias_update %a, %b {experts_per_token = 2, gamma = 0.1} : (tensor<6x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @update_columns(%a: tensor<6x4xf32>, %b: tensor<1x3xf32>) {
  // expected-error@below {{'oaml.moe_routing_bias_update' op requires a column of bias per column of selection_mask, found 3 and 4}}
  %r = oaml.moe_routing_bias_update %a, %b {experts_per_token = 2, gamma = 0.1} : (tensor<6x4xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @few_slots(%a: tensor<6x4xf32>, %b: tensor<1x4xf32>) {
  // expected-error@below {{'oaml.moe_routing_bias_update' op requires 'experts_per_token' of at least 1, found 1 and 0}}
  %r = oaml.moe_routing_bias_update %a, %b {experts_per_token = 0, gamma = 0.1} : (tensor<6x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @many_slots(%a: tensor<6x4xf32>, %b: tensor<1x4xf32>) {
  // expected-error@below {{'oaml.moe_routing_bias_update' op requires 'experts_per_token' of at most the columns of selection_mask, found 5 and 4}}
  %r = oaml.moe_routing_bias_update %a, %b {experts_per_token = 5, gamma = 0.1} : (tensor<6x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @gamma(%a: tensor<6x4xf32>, %b: tensor<1x4xf32>) {
  // expected-error@below {{'oaml.moe_routing_bias_update' op requires a finite 'gamma' of at least 0}}
  %r = oaml.moe_routing_bias_update %a, %b {experts_per_token = 2, gamma = -0.1} : (tensor<6x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}
