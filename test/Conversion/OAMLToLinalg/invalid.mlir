// RUN: oaml-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))'

func.func @composite(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'oaml.relu' op has no lowering to linalg: composite ops must be decomposed before}}
  %0 = oaml.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @loss(%w: tensor<4xf32>) -> tensor<1xf32> {
  %0 = oaml.constant dense<0.0> : tensor<1xf32>
  return %0 : tensor<1xf32>
}
func.func @request(%w: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'oaml.grad' op has no lowering to linalg}}
  %0 = oaml.grad @loss(%w) {wrt = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unresolved() -> tensor<4xf32> {
  // expected-error @+1 {{with seed 0 has no lowering: 'oaml.resolve_seed' must have replaced the seed, found attribute 'seed' 0}}
  %0 = oaml.philox_uniform [4] {low = 0.0, high = 1.0, seed = 0} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{must have one block to be lowered to linalg, found 2}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<4xf32>
}
