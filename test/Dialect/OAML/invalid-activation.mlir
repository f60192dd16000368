// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @activation_of_integers(%x: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.silu' op operand #0 must be ranked tensor of f32, f16 or bf16 with rank at most 8, but got 'tensor<4xi32>'}}
  %0 = oaml.silu %x : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @gate_and_up_broadcast_not(%g: tensor<4x3xf32>, %u: tensor<4x1xf32>) {
  // expected-error @+1 {{'oaml.swiglu' op requires equal extents of gate and up along axis 1, found 3 and 1}}
  %0 = oaml.swiglu %g, %u : (tensor<4x3xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @ranks_of_gate_and_up(%g: tensor<1x3xf32>, %u: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.swiglu' op requires one shape for gate and up, found ranks 2 and 1}}
  %0 = oaml.swiglu %g, %u : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @types_of_gate_and_up(%g: tensor<3xf32>, %u: tensor<3xf16>) {
  // expected-error @+1 {{'oaml.swiglu' op requires one element type for gate and up, found f32 and f16}}
  %0 = oaml.swiglu %g, %u : (tensor<3xf32>, tensor<3xf16>) -> tensor<3xf32>
  return
}

// -----

func.func @silu_mul_of_rank_0(%x: tensor<f32>) {
  // expected-error @+1 {{'oaml.silu_mul' op requires input of rank 1 or more, found tensor<f32>}}
  %0 = oaml.silu_mul %x {intermediate_size = 1} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @silu_mul_of_nothing(%x: tensor<4x0xf32>) {
  // expected-error @+1 {{'oaml.silu_mul' op requires 'intermediate_size' from 1 to 2^31, found 0}}
  %0 = oaml.silu_mul %x {intermediate_size = 0} : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @silu_mul_of_another_width(%x: tensor<4x7xf32>) {
  // expected-error @+1 {{'oaml.silu_mul' op requires a last extent of input of twice 'intermediate_size', found 7 and 6}}
  %0 = oaml.silu_mul %x {intermediate_size = 3} : (tensor<4x7xf32>) -> tensor<4x3xf32>
  return
}
