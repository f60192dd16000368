// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @rand_rank() {
  // expected-error @+1 {{'oaml.rand' op requires 'shape' of rank 1 or more, found rank 0}}
  %0 = oaml.rand [] {seed = 1} : () -> tensor<f32>
  return
}

// -----

func.func @rand_empty() {
  // expected-error @+1 {{'oaml.rand' op requires 'shape' with extents of at least 1 at axis 1, found 1 and 0}}
  %0 = oaml.rand [4, 0] {seed = 1} : () -> tensor<4x0xf32>
  return
}

// -----

func.func @rand_no_seed() {
  // expected-error @+1 {{'oaml.rand' op requires 'seed' either as an attribute or as operand 'seed_value', found neither}}
  %0 = oaml.rand [4] : () -> tensor<4xf32>
  return
}

// -----

func.func @rand_n_rank() {
  // expected-error @+1 {{'oaml.rand_n' op requires 'shape' of rank 1 or more, found rank 0}}
  %0 = oaml.rand_n [] {seed = 1} : () -> tensor<f32>
  return
}

// -----

func.func @rand_n_empty() {
  // expected-error @+1 {{'oaml.rand_n' op requires 'shape' with extents of at least 1 at axis 1, found 1 and 0}}
  %0 = oaml.rand_n [4, 0] {seed = 1} : () -> tensor<4x0xf32>
  return
}

// -----

func.func @rand_n_no_seed() {
  // expected-error @+1 {{'oaml.rand_n' op requires 'seed' either as an attribute or as operand 'seed_value', found neither}}
  %0 = oaml.rand_n [4] : () -> tensor<4xf32>
  return
}

// -----

func.func @rand_glorot_uniform_rank() {
  // expected-error @+1 {{'oaml.rand_glorot_uniform' op requires 'shape' of rank 1 or more, found rank 0}}
  %0 = oaml.rand_glorot_uniform [] {seed = 1} : () -> tensor<f32>
  return
}

// -----

func.func @rand_glorot_uniform_empty() {
  // expected-error @+1 {{'oaml.rand_glorot_uniform' op requires 'shape' with extents of at least 1 at axis 1, found 1 and 0}}
  %0 = oaml.rand_glorot_uniform [4, 0] {seed = 1} : () -> tensor<4x0xf32>
  return
}

// -----

func.func @rand_glorot_uniform_no_seed() {
  // expected-error @+1 {{'oaml.rand_glorot_uniform' op requires 'seed' either as an attribute or as operand 'seed_value', found neither}}
  %0 = oaml.rand_glorot_uniform [4] : () -> tensor<4xf32>
  return
}

// -----

func.func @rand_kaiming_uniform_rank() {
  // expected-error @+1 {{'oaml.rand_kaiming_uniform' op requires 'shape' of rank 1 or more, found rank 0}}
  %0 = oaml.rand_kaiming_uniform [] {seed = 1} : () -> tensor<f32>
  return
}

// -----

func.func @rand_kaiming_uniform_empty() {
  // expected-error @+1 {{'oaml.rand_kaiming_uniform' op requires 'shape' with extents of at least 1 at axis 1, found 1 and 0}}
  %0 = oaml.rand_kaiming_uniform [4, 0] {seed = 1} : () -> tensor<4x0xf32>
  return
}

// -----

func.func @rand_kaiming_uniform_no_seed() {
  // expected-error @+1 {{'oaml.rand_kaiming_uniform' op requires 'seed' either as an attribute or as operand 'seed_value', found neither}}
  %0 = oaml.rand_kaiming_uniform [4] : () -> tensor<4xf32>
  return
}

// -----

func.func @rand_xavier_rank() {
  // expected-error @+1 {{'oaml.rand_xavier' op requires 'shape' of rank 1 or more, found rank 0}}
  %0 = oaml.rand_xavier [] {seed = 1} : () -> tensor<f32>
  return
}

// -----

func.func @rand_xavier_empty() {
  // expected-error @+1 {{'oaml.rand_xavier' op requires 'shape' with extents of at least 1 at axis 1, found 1 and 0}}
  %0 = oaml.rand_xavier [4, 0] {seed = 1} : () -> tensor<4x0xf32>
  return
}

// -----

func.func @rand_xavier_no_seed() {
  // expected-error @+1 {{'oaml.rand_xavier' op requires 'seed' either as an attribute or as operand 'seed_value', found neither}}
  %0 = oaml.rand_xavier [4] : () -> tensor<4xf32>
  return
}

// -----

func.func @philox_normal_rank() {
  // expected-error @+1 {{'oaml.philox_normal' op requires 'shape' of rank 1 or more, found rank 0}}
  %0 = oaml.philox_normal [] {seed = 1, mean = 0.0, deviation = 1.0} : () -> tensor<f32>
  return
}

// -----

func.func @philox_normal_empty() {
  // expected-error @+1 {{'oaml.philox_normal' op requires 'shape' with extents of at least 1 at axis 1, found 1 and 0}}
  %0 = oaml.philox_normal [4, 0] {seed = 1, mean = 0.0, deviation = 1.0} : () -> tensor<4x0xf32>
  return
}

// -----

func.func @philox_normal_no_seed() {
  // expected-error @+1 {{'oaml.philox_normal' op requires 'seed' either as an attribute or as operand 'seed_value', found neither}}
  %0 = oaml.philox_normal [4] {mean = 0.0, deviation = 1.0} : () -> tensor<4xf32>
  return
}

// -----

func.func @rand_glorot_uniform_bound() {
  // expected-error @+1 {{'oaml.rand_glorot_uniform' op requires a finite 'bound' of at least 0}}
  %0 = oaml.rand_glorot_uniform [4] {seed = 1, bound = -0.5} : () -> tensor<4xf32>
  return
}

// -----

func.func @rand_kaiming_uniform_bound() {
  // expected-error @+1 {{'oaml.rand_kaiming_uniform' op requires a finite 'bound' of at least 0}}
  %0 = oaml.rand_kaiming_uniform [4] {seed = 1, bound = -0.5} : () -> tensor<4xf32>
  return
}

// -----

func.func @rand_xavier_bound() {
  // expected-error @+1 {{'oaml.rand_xavier' op requires a finite 'bound' of at least 0}}
  %0 = oaml.rand_xavier [4] {seed = 1, bound = -0.5} : () -> tensor<4xf32>
  return
}

// -----

func.func @deviation_infinite() {
  // expected-error @+1 {{'oaml.philox_normal' op requires a finite 'deviation'}}
  %0 = oaml.philox_normal [4] {seed = 1, mean = 0.0, deviation = 0x7FF0000000000000 : f64} : () -> tensor<4xf32>
  return
}

// -----

func.func @mean_missing() {
  // expected-error @+1 {{'oaml.philox_normal' op requires 'mean' either as an attribute or as operand 'mean_value', found neither}}
  %0 = oaml.philox_normal [4] {seed = 1, deviation = 1.0} : () -> tensor<4xf32>
  return
}

// -----

func.func @dropout_one(%x: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.dropout' op requires a finite 'probability' of at least 0}}
  %0 = oaml.dropout %x {probability = 1.0, seed = 1} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_negative(%x: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.dropout' op requires a finite 'probability' of at least 0}}
  %0 = oaml.dropout %x {probability = -0.5, seed = 1} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_missing(%x: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.dropout' op requires 'probability' either as an attribute or as operand 'probability_value', found neither}}
  %0 = oaml.dropout %x {seed = 1} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_no_seed(%x: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.dropout' op requires 'seed' either as an attribute or as operand 'seed_value', found neither}}
  %0 = oaml.dropout %x {probability = 0.5} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dropout_scalar(%x: tensor<f32>) {
  // expected-error @+1 {{'oaml.dropout' op requires x of rank 1 or more, found tensor<f32>}}
  %0 = oaml.dropout %x {probability = 0.5, seed = 1} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @dropout_empty(%x: tensor<0xf32>) {
  // expected-error @+1 {{'oaml.dropout' op requires elements in x (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.dropout %x {probability = 0.5, seed = 1} : (tensor<0xf32>) -> tensor<0xf32>
  return
}
