// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @bmm_nt_rank(%a: tensor<3x4xf32>, %b: tensor<2x3x4xf32>) {
  // expected-error @+1 {{'oaml.bmm_nt' op requires left of rank 3, found tensor<3x4xf32>}}
  %0 = oaml.bmm_nt %a, %b : (tensor<3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x3xf32>
  return
}

// -----

func.func @bmm_nt_inner(%a: tensor<2x3x4xf32>, %b: tensor<2x5x6xf32>) {
  // expected-error @+1 {{'oaml.bmm_nt' op requires equal inner extents of left (axis 2) and right (axis 2), found 4 and 6}}
  %0 = oaml.bmm_nt %a, %b : (tensor<2x3x4xf32>, tensor<2x5x6xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @bmm_nt_batch(%a: tensor<2x3x4xf32>, %b: tensor<3x3x4xf32>) {
  // expected-error @+1 {{'oaml.bmm_nt' op requires equal batch extents of left and right, found 2 and 3}}
  %0 = oaml.bmm_nt %a, %b : (tensor<2x3x4xf32>, tensor<3x3x4xf32>) -> tensor<2x3x3xf32>
  return
}

// -----

func.func @bmm_nt_empty(%a: tensor<0x3x4xf32>, %b: tensor<0x3x4xf32>) {
  // expected-error @+1 {{'oaml.bmm_nt' op requires elements in left (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.bmm_nt %a, %b : (tensor<0x3x4xf32>, tensor<0x3x4xf32>) -> tensor<0x3x3xf32>
  return
}

// -----

func.func @bmm_nt_types(%a: tensor<2x3x4xf32>, %b: tensor<2x3x4xf16>) {
  // expected-error @+1 {{'oaml.bmm_nt' op requires one element type for left and right}}
  %0 = oaml.bmm_nt %a, %b : (tensor<2x3x4xf32>, tensor<2x3x4xf16>) -> tensor<2x3x3xf32>
  return
}

// -----

func.func @bmm_tn_rank(%a: tensor<3x4xf32>, %b: tensor<2x4x3xf32>) {
  // expected-error @+1 {{'oaml.bmm_tn' op requires left of rank 3, found tensor<3x4xf32>}}
  %0 = oaml.bmm_tn %a, %b : (tensor<3x4xf32>, tensor<2x4x3xf32>) -> tensor<2x3x3xf32>
  return
}

// -----

func.func @bmm_tn_inner(%a: tensor<2x4x3xf32>, %b: tensor<2x5x6xf32>) {
  // expected-error @+1 {{'oaml.bmm_tn' op requires equal inner extents of left (axis 1) and right (axis 1), found 4 and 5}}
  %0 = oaml.bmm_tn %a, %b : (tensor<2x4x3xf32>, tensor<2x5x6xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @bmm_tn_batch(%a: tensor<2x4x3xf32>, %b: tensor<3x4x3xf32>) {
  // expected-error @+1 {{'oaml.bmm_tn' op requires equal batch extents of left and right, found 2 and 3}}
  %0 = oaml.bmm_tn %a, %b : (tensor<2x4x3xf32>, tensor<3x4x3xf32>) -> tensor<2x3x3xf32>
  return
}

// -----

func.func @bmm_tn_empty(%a: tensor<0x4x3xf32>, %b: tensor<0x4x3xf32>) {
  // expected-error @+1 {{'oaml.bmm_tn' op requires elements in left (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.bmm_tn %a, %b : (tensor<0x4x3xf32>, tensor<0x4x3xf32>) -> tensor<0x3x3xf32>
  return
}

// -----

func.func @bmm_tn_types(%a: tensor<2x4x3xf32>, %b: tensor<2x4x3xf16>) {
  // expected-error @+1 {{'oaml.bmm_tn' op requires one element type for left and right}}
  %0 = oaml.bmm_tn %a, %b : (tensor<2x4x3xf32>, tensor<2x4x3xf16>) -> tensor<2x3x3xf32>
  return
}

// -----

func.func @gelu_width(%x: tensor<4x8xf32>, %w: tensor<3x7xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.linear_gelu' op requires equal inner extents of x (last axis) and weight (axis 1), found 8 and 7}}
  %0 = oaml.linear_gelu %x, %w, %b : (tensor<4x8xf32>, tensor<3x7xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @gelu_bias(%x: tensor<4x8xf32>, %w: tensor<3x8xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.linear_gelu' op requires one element of bias per row of weight, found 4 and 3}}
  %0 = oaml.linear_gelu %x, %w, %b : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @packed_one_weight(%x: tensor<4x8xf32>, %w: tensor<3x8xf32>) {
  // expected-error @+1 {{'oaml.packed_linear' op requires two or three weights, found 1}}
  %0 = oaml.packed_linear %x weights(%w) : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @packed_four_weights(%x: tensor<4x8xf32>, %w: tensor<3x8xf32>) {
  // expected-error @+1 {{'oaml.packed_linear' op requires two or three weights, found 4}}
  %0 = oaml.packed_linear %x weights(%w, %w, %w, %w) : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) -> tensor<4x12xf32>
  return
}

// -----

func.func @packed_biases(%x: tensor<4x8xf32>, %w: tensor<3x8xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.packed_linear' op requires no biases or one per weight, found 1 and 2 weights}}
  %0 = oaml.packed_linear %x weights(%w, %w) biases(%b) : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @packed_width(%x: tensor<4x8xf32>, %w: tensor<3x8xf32>, %v: tensor<3x7xf32>) {
  // expected-error @+1 {{'oaml.packed_linear' op requires equal inner extents of x (last axis) and weights[1] (axis 1), found 8 and 7}}
  %0 = oaml.packed_linear %x weights(%w, %v) : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3x7xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @packed_rank(%x: tensor<2x4x8xf32>, %w: tensor<3x8xf32>) {
  // expected-error @+1 {{'oaml.packed_linear' op requires x of rank 2, found tensor<2x4x8xf32>}}
  %0 = oaml.packed_linear %x weights(%w, %w) : (tensor<2x4x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @packed_bias_width(%x: tensor<4x8xf32>, %w: tensor<3x8xf32>, %b: tensor<3xf32>, %c: tensor<2xf32>) {
  // expected-error @+1 {{'oaml.packed_linear' op requires one element of biases[1] per row of weights[1], found 2 and 3}}
  %0 = oaml.packed_linear %x weights(%w, %w) biases(%b, %c) : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @bias_width(%a: tensor<4x8xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.bias_add' op requires one element of bias per element of the last axis of x, found 3 and 8}}
  %0 = oaml.bias_add %a, %b : (tensor<4x8xf32>, tensor<3xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @bias_rank(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) {
  // expected-error @+1 {{'oaml.bias_add' op requires bias of rank 1, found tensor<1x8xf32>}}
  %0 = oaml.bias_add %a, %b : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @bias_scalar(%a: tensor<f32>, %b: tensor<1xf32>) {
  // expected-error @+1 {{'oaml.bias_add' op requires x of rank 1 or more, found tensor<f32>}}
  %0 = oaml.bias_add %a, %b : (tensor<f32>, tensor<1xf32>) -> tensor<f32>
  return
}

// -----

func.func @bias_empty(%a: tensor<0x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.bias_add' op requires elements in x (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.bias_add %a, %b : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  return
}
