// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @lr_missing(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires 'lr' either as an attribute or as operand 'lr_value', found neither}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @lr_twice(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires 'lr' either as an attribute or as operand 'lr_value', found both}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g lr(%s) {lr = 0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @lr_negative(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires a finite 'lr' of at least 0}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g {lr = -0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @lr_infinite(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires a finite 'lr' of at least 0}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g {lr = 0x7FF0000000000000 : f64, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @lr_operand_type(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>, %s: tensor<i32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires operand 'lr_value' of f32, found 'tensor<i32>'}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g lr(%s) {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @lr_operand_shape(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>, %s: tensor<2xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op operand #4 must be tensor of one f32 or i32 with rank 0 or shape [1], but got 'tensor<2xf32>'}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g lr(%s) {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @beta1_one(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires a finite 'beta1' of at least 0}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g {lr = 0.1, beta1 = 1.0, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @beta2_negative(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires a finite 'beta2' of at least 0}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g {lr = 0.1, beta1 = 0.9, beta2 = -0.5, epsilon = 1.0e-8, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @epsilon_zero(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires a finite 'epsilon' above 0}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g {lr = 0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 0.0, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @weight_decay_negative(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires a finite 'weight_decay' of at least 0}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g {lr = 0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = -0.1, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @step_zero(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires 'step' of at least 1, found 0}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g {lr = 0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 0} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @shapes_differ(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<3xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires equal extents of param and v along axis 0, found 4 and 3}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g {lr = 0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @ranks_differ(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4x1xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires one shape for param and grad, found ranks 1 and 2}}
  %0:3 = oaml.adamw_step %p, %m, %v, %g {lr = 0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x1xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @empty(%p: tensor<0xf32>) {
  // expected-error @+1 {{'oaml.adamw_step' op requires elements in param (extent of axis 0 at least 1), found 1 and 0}}
  %0:3 = oaml.adamw_step %p, %p, %p, %p {lr = 0.1, beta1 = 0.9, beta2 = 0.9, epsilon = 0.1, weight_decay = 0.0, step = 1} : (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>)
  return
}

// -----

func.func @sgd_momentum_factor(%p: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.sgd_step' op requires a finite 'momentum_factor' of at least 0}}
  %0 = oaml.sgd_step %p, %g {lr = 0.1, momentum_factor = 1.0, weight_decay = 0.01} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sgd_lr(%p: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.sgd_step' op requires a finite 'lr' of at least 0}}
  %0 = oaml.sgd_step %p, %g {lr = -1.0, momentum_factor = 0.9, weight_decay = 0.01} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sgd_momentum_shape(%p: tensor<4xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.sgd_step' op requires equal extents of param and momentum along axis 0, found 4 and 3}}
  %0:2 = oaml.sgd_step %p, momentum(%b), %p {lr = 0.1, momentum_factor = 0.9, weight_decay = 0.0} : (tensor<4xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<3xf32>)
  return
}

// -----

func.func @sgd_result_without_momentum(%p: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.sgd_step' op requires results of types 'tensor<4xf32>', found 'tensor<4xf32>', 'tensor<4xf32>'}}
  %0:2 = oaml.sgd_step %p, %p {lr = 0.1, momentum_factor = 0.9, weight_decay = 0.0} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @adam_lr(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adam_step' op requires a finite 'lr' of at least 0}}
  %0:3 = oaml.adam_step %p, %m, %v, %g {lr = -0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @adam_beta1(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adam_step' op requires a finite 'beta1' of at least 0}}
  %0:3 = oaml.adam_step %p, %m, %v, %g {lr = 0.1, beta1 = 1.0, beta2 = 0.999, epsilon = 1.0e-8, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @adam_beta2(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adam_step' op requires a finite 'beta2' of at least 0}}
  %0:3 = oaml.adam_step %p, %m, %v, %g {lr = 0.1, beta1 = 0.9, beta2 = -0.5, epsilon = 1.0e-8, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @adam_epsilon(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adam_step' op requires a finite 'epsilon' above 0}}
  %0:3 = oaml.adam_step %p, %m, %v, %g {lr = 0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 0.0, step = 1} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @adam_step_zero(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adam_step' op requires 'step' of at least 1, found 0}}
  %0:3 = oaml.adam_step %p, %m, %v, %g {lr = 0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, step = 0} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @adam_shapes(%p: tensor<4xf32>, %m: tensor<3xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.adam_step' op requires equal extents of param and m along axis 0, found 4 and 3}}
  %0:3 = oaml.adam_step %p, %m, %v, %g {lr = 0.1, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, step = 1} : (tensor<4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @muon_lr(%p: tensor<4x3xf32>, %b: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.muon_step' op requires a finite 'lr' of at least 0}}
  %0:2 = oaml.muon_step %p, %b, %g {lr = -0.1, beta = 0.9, weight_decay = 0.1, epsilon = 1.0e-8, iterations = 5} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @muon_beta(%p: tensor<4x3xf32>, %b: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.muon_step' op requires a finite 'beta' of at least 0}}
  %0:2 = oaml.muon_step %p, %b, %g {lr = 0.1, beta = 1.0, weight_decay = 0.1, epsilon = 1.0e-8, iterations = 5} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @muon_decay(%p: tensor<4x3xf32>, %b: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.muon_step' op requires a finite 'weight_decay' of at least 0}}
  %0:2 = oaml.muon_step %p, %b, %g {lr = 0.1, beta = 0.9, weight_decay = -0.1, epsilon = 1.0e-8, iterations = 5} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @muon_epsilon(%p: tensor<4x3xf32>, %b: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.muon_step' op requires a finite 'epsilon' of at least 0}}
  %0:2 = oaml.muon_step %p, %b, %g {lr = 0.1, beta = 0.9, weight_decay = 0.1, epsilon = -1.0, iterations = 5} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @muon_iterations(%p: tensor<4x3xf32>, %b: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.muon_step' op requires 'iterations' from 0 to 100, found -1}}
  %0:2 = oaml.muon_step %p, %b, %g {lr = 0.1, beta = 0.9, weight_decay = 0.1, epsilon = 1.0e-8, iterations = -1} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @muon_many_iterations(%p: tensor<4x3xf32>, %b: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.muon_step' op requires 'iterations' from 0 to 100, found 101}}
  %0:2 = oaml.muon_step %p, %b, %g {lr = 0.1, beta = 0.9, weight_decay = 0.1, epsilon = 1.0e-8, iterations = 101} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @muon_shapes(%p: tensor<4x3xf32>, %b: tensor<4x2xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.muon_step' op requires equal extents of param and momentum along axis 1, found 3 and 2}}
  %0:2 = oaml.muon_step %p, %b, %g {lr = 0.1, beta = 0.9, weight_decay = 0.1, epsilon = 1.0e-8, iterations = 5} : (tensor<4x3xf32>, tensor<4x2xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @clip_zero(%g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.clip_grad_norm' op requires a finite 'max_norm' above 0}}
  %0 = oaml.clip_grad_norm %g {max_norm = 0.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @clip_missing(%g: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.clip_grad_norm' op requires 'max_norm' either as an attribute or as operand 'max_norm_value', found neither}}
  %0 = oaml.clip_grad_norm %g : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @clip_empty(%g: tensor<4xf32>, %h: tensor<0xf32>) {
  // expected-error @+1 {{'oaml.clip_grad_norm' op requires elements in grads[1] (extent of axis 0 at least 1), found 1 and 0}}
  %0:2 = oaml.clip_grad_norm %g, %h {max_norm = 1.0} : (tensor<4xf32>, tensor<0xf32>) -> (tensor<4xf32>, tensor<0xf32>)
  return
}
