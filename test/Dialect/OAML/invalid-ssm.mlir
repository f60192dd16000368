// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @packed_rank(%a: tensor<14xf32>, %b: tensor<1xf32>) {
  // expected-error@below {{'oaml.mamba3_preprocess' op requires projected of rank 2, found}}
  %result:8 = oaml.mamba3_preprocess %a, %b {config = #oaml.mamba3_preprocess_config<inner_size = 2, state_size = 3, num_heads = 1, num_rope_angles = 1, num_groups = 1, mimo_rank = 1, epsilon = 1.0e-5, dt_min = 0.01, dt_max = 2.0, a_floor = 0.2>} : (tensor<14xf32>, tensor<1xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>)
  return
}

// -----

func.func @no_rows(%a: tensor<0x14xf32>, %b: tensor<1xf32>) {
  // expected-error@below {{'oaml.mamba3_preprocess' op requires elements in projected}}
  %result:8 = oaml.mamba3_preprocess %a, %b {config = #oaml.mamba3_preprocess_config<inner_size = 2, state_size = 3, num_heads = 1, num_rope_angles = 1, num_groups = 1, mimo_rank = 1, epsilon = 1.0e-5, dt_min = 0.01, dt_max = 2.0, a_floor = 0.2>} : (tensor<0x14xf32>, tensor<1xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>)
  return
}

// -----

func.func @packed_width(%a: tensor<5x15xf32>, %b: tensor<1xf32>) {
  // expected-error@below {{'oaml.mamba3_preprocess' op requires as many columns of projected as the configuration has, found 15 and 14}}
  %result:8 = oaml.mamba3_preprocess %a, %b {config = #oaml.mamba3_preprocess_config<inner_size = 2, state_size = 3, num_heads = 1, num_rope_angles = 1, num_groups = 1, mimo_rank = 1, epsilon = 1.0e-5, dt_min = 0.01, dt_max = 2.0, a_floor = 0.2>} : (tensor<5x15xf32>, tensor<1xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>)
  return
}

// -----

func.func @bias(%a: tensor<5x14xf32>, %b: tensor<2xf32>) {
  // expected-error@below {{'oaml.mamba3_preprocess' op requires dt_bias of the configured extent at axis 0, found 2 and 1}}
  %result:8 = oaml.mamba3_preprocess %a, %b {config = #oaml.mamba3_preprocess_config<inner_size = 2, state_size = 3, num_heads = 1, num_rope_angles = 1, num_groups = 1, mimo_rank = 1, epsilon = 1.0e-5, dt_min = 0.01, dt_max = 2.0, a_floor = 0.2>} : (tensor<5x14xf32>, tensor<2xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>)
  return
}

// -----

func.func @gradient_width(%a: tensor<5x14xf32>, %b: tensor<1xf32>, %c: tensor<5x2xf32>, %d: tensor<5x2xf32>, %e: tensor<5x3xf32>, %f: tensor<5x4xf32>, %g: tensor<5x1xf32>, %h: tensor<5x1xf32>, %i: tensor<5x1xf32>, %j: tensor<5x1xf32>) {
  // expected-error@below {{'oaml.mamba3_preprocess_backward' op requires as many columns of ch as the configuration has, found 4 and 3}}
  %result:2 = oaml.mamba3_preprocess_backward %a, %b, %c, %d, %e, %f, %g, %h, %i, %j {config = #oaml.mamba3_preprocess_config<inner_size = 2, state_size = 3, num_heads = 1, num_rope_angles = 1, num_groups = 1, mimo_rank = 1, epsilon = 1.0e-5, dt_min = 0.01, dt_max = 2.0, a_floor = 0.2>} : (tensor<5x14xf32>, tensor<1xf32>, tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>) -> (tensor<5x14xf32>, tensor<1xf32>)
  return
}

// -----

func.func @gradient_rows(%a: tensor<5x14xf32>, %b: tensor<1xf32>, %c: tensor<5x2xf32>, %d: tensor<5x2xf32>, %e: tensor<5x3xf32>, %f: tensor<5x3xf32>, %g: tensor<5x1xf32>, %h: tensor<4x1xf32>, %i: tensor<5x1xf32>, %j: tensor<5x1xf32>) {
  // expected-error@below {{'oaml.mamba3_preprocess_backward' op requires as many rows of adt as of projected, found 4 and 5}}
  %result:2 = oaml.mamba3_preprocess_backward %a, %b, %c, %d, %e, %f, %g, %h, %i, %j {config = #oaml.mamba3_preprocess_config<inner_size = 2, state_size = 3, num_heads = 1, num_rope_angles = 1, num_groups = 1, mimo_rank = 1, epsilon = 1.0e-5, dt_min = 0.01, dt_max = 2.0, a_floor = 0.2>} : (tensor<5x14xf32>, tensor<1xf32>, tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x1xf32>, tensor<4x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>) -> (tensor<5x14xf32>, tensor<1xf32>)
  return
}

// -----

func.func @length(%a: tensor<1x5x2x4xf32>, %b: tensor<1x5x2x4xf32>, %c: tensor<1x4x2x3xf32>, %d: tensor<1x5x2x3xf32>, %e: tensor<1x5x2xf32>, %f: tensor<1x5x2xf32>, %g: tensor<1x5x2xf32>, %h: tensor<1x5x2xf32>, %i: tensor<2x4xf32>, %j: tensor<2x4xf32>, %k: tensor<2xf32>) {
  // expected-error@below {{'oaml.mamba3_siso' op requires x of the configured extent at axis 1, found 4 and 5}}
  %result = oaml.mamba3_siso %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k {config = #oaml.ssm_config<batch_size = 1, sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 1, has_z = true, has_d = true, has_output_norm = false>} : (tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>, tensor<1x4x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>) -> tensor<1x5x2x3xf32>
  return
}

// -----

func.func @scan_rank(%a: tensor<1x5x2x4xf32>, %b: tensor<1x5x2x4xf32>, %c: tensor<1x5x2x3xf32>, %d: tensor<1x5x2x3xf32>, %e: tensor<1x5x2xf32>, %f: tensor<1x5x2xf32>, %g: tensor<1x5x2xf32>, %h: tensor<1x5x2xf32>, %i: tensor<2x4xf32>, %j: tensor<2x4xf32>, %k: tensor<2x1xf32>) {
  // expected-error@below {{'oaml.mamba3_siso' op requires d of rank 1, found}}
  %result = oaml.mamba3_siso %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k {config = #oaml.ssm_config<batch_size = 1, sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 1, has_z = true, has_d = true, has_output_norm = false>} : (tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<1x5x2x3xf32>
  return
}

// -----

func.func @scan_types(%a: tensor<1x5x2x4xf32>, %b: tensor<1x5x2x4xf32>, %c: tensor<1x5x2x3xf32>, %d: tensor<1x5x2x3xf16>, %e: tensor<1x5x2xf32>, %f: tensor<1x5x2xf32>, %g: tensor<1x5x2xf32>, %h: tensor<1x5x2xf32>, %i: tensor<2x4xf32>, %j: tensor<2x4xf32>, %k: tensor<2xf32>) {
  // expected-error@below {{'oaml.mamba3_siso' op requires one element type for c and z, found f32 and f16}}
  %result = oaml.mamba3_siso %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k {config = #oaml.ssm_config<batch_size = 1, sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 1, has_z = true, has_d = true, has_output_norm = false>} : (tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2x3xf16>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>) -> tensor<1x5x2x3xf32>
  return
}

// -----

func.func @siso_rank(%a: tensor<1x5x2x4xf32>, %b: tensor<1x5x2x4xf32>, %c: tensor<1x5x2x3xf32>, %d: tensor<1x5x2x3xf32>, %e: tensor<1x5x2xf32>, %f: tensor<1x5x2xf32>, %g: tensor<1x5x2xf32>, %h: tensor<1x5x2xf32>, %i: tensor<2x4xf32>, %j: tensor<2x4xf32>, %k: tensor<2xf32>) {
  // expected-error@below {{'oaml.mamba3_siso' op requires 'mimo_rank' of 1, found 2}}
  %result = oaml.mamba3_siso %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k {config = #oaml.ssm_config<batch_size = 1, sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 2, has_z = true, has_d = true, has_output_norm = false>} : (tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>) -> tensor<1x5x2x3xf32>
  return
}

// -----

func.func @siso_norm(%a: tensor<1x5x2x4xf32>, %b: tensor<1x5x2x4xf32>, %c: tensor<1x5x2x3xf32>, %d: tensor<1x5x2x3xf32>, %e: tensor<1x5x2xf32>, %f: tensor<1x5x2xf32>, %g: tensor<1x5x2xf32>, %h: tensor<1x5x2xf32>, %i: tensor<2x4xf32>, %j: tensor<2x4xf32>, %k: tensor<2xf32>) {
  // expected-error@below {{'oaml.mamba3_siso' op requires 'has_output_norm' of false, found true}}
  %result = oaml.mamba3_siso %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k {config = #oaml.ssm_config<batch_size = 1, sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 1, has_z = true, has_d = true, has_output_norm = true>} : (tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>) -> tensor<1x5x2x3xf32>
  return
}

// -----

func.func @step_length(%a: tensor<1x5x2x4xf32>, %b: tensor<1x5x2x4xf32>, %c: tensor<1x5x2x3xf32>, %d: tensor<1x5x2x3xf32>, %e: tensor<1x5x2xf32>, %f: tensor<1x5x2xf32>, %g: tensor<1x5x2xf32>, %h: tensor<1x5x2xf32>, %i: tensor<2x4xf32>, %j: tensor<2x4xf32>, %k: tensor<2xf32>, %l: tensor<1x2x3x4xf32>, %m: tensor<1x2x2xf32>, %n: tensor<1x2x4xf32>, %o: tensor<1x2x3xf32>) {
  // expected-error@below {{'oaml.mamba3_siso_step' op requires 'sequence_length' of 1, found 5}}
  %result:5 = oaml.mamba3_siso_step %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l, %m, %n, %o {config = #oaml.ssm_config<batch_size = 1, sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 1, has_z = true, has_d = true, has_output_norm = false>} : (tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>, tensor<1x2x3x4xf32>, tensor<1x2x2xf32>, tensor<1x2x4xf32>, tensor<1x2x3xf32>) -> (tensor<1x5x2x3xf32>, tensor<1x2x3x4xf32>, tensor<1x2x2xf32>, tensor<1x2x4xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @state(%a: tensor<1x1x2x4xf32>, %b: tensor<1x1x2x4xf32>, %c: tensor<1x1x2x3xf32>, %d: tensor<1x1x2x3xf32>, %e: tensor<1x1x2xf32>, %f: tensor<1x1x2xf32>, %g: tensor<1x1x2xf32>, %h: tensor<1x1x2xf32>, %i: tensor<2x4xf32>, %j: tensor<2x4xf32>, %k: tensor<2xf32>, %l: tensor<1x2x3x5xf32>, %m: tensor<1x2x2xf32>, %n: tensor<1x2x4xf32>, %o: tensor<1x2x3xf32>) {
  // expected-error@below {{'oaml.mamba3_siso_step' op requires ssm_state of the configured extent at axis 3, found 5 and 4}}
  %result:5 = oaml.mamba3_siso_step %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l, %m, %n, %o {config = #oaml.ssm_config<batch_size = 1, sequence_length = 1, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 1, has_z = true, has_d = true, has_output_norm = false>} : (tensor<1x1x2x4xf32>, tensor<1x1x2x4xf32>, tensor<1x1x2x3xf32>, tensor<1x1x2x3xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>, tensor<1x2x3x5xf32>, tensor<1x2x2xf32>, tensor<1x2x4xf32>, tensor<1x2x3xf32>) -> (tensor<1x1x2x3xf32>, tensor<1x2x3x4xf32>, tensor<1x2x2xf32>, tensor<1x2x4xf32>, tensor<1x2x3xf32>)
  return
}

// -----

func.func @gradient(%a: tensor<1x5x1x3xf32>, %b: tensor<1x5x2x4xf32>, %c: tensor<1x5x2x4xf32>, %d: tensor<1x5x2x3xf32>, %e: tensor<1x5x2x3xf32>, %f: tensor<1x5x2xf32>, %g: tensor<1x5x2xf32>, %h: tensor<1x5x2xf32>, %i: tensor<1x5x2xf32>, %j: tensor<2x4xf32>, %k: tensor<2x4xf32>, %l: tensor<2xf32>) {
  // expected-error@below {{'oaml.mamba3_siso_backward' op requires output_gradient of the configured extent at axis 2, found 1 and 2}}
  %result:11 = oaml.mamba3_siso_backward %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l {config = #oaml.ssm_config<batch_size = 1, sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 1, has_z = true, has_d = true, has_output_norm = false>} : (tensor<1x5x1x3xf32>, tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>) -> (tensor<1x5x2x4xf32>, tensor<1x5x2x4xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>)
  return
}

// -----

func.func @projection(%a: tensor<1x5x4x4xf32>, %b: tensor<1x5x4x4xf32>, %c: tensor<1x5x2x3xf32>, %d: tensor<1x5x2x3xf32>, %e: tensor<1x5x2xf32>, %f: tensor<1x5x2xf32>, %g: tensor<1x5x2xf32>, %h: tensor<1x5x2xf32>, %i: tensor<2x2x4xf32>, %j: tensor<2x2x4xf32>, %k: tensor<2xf32>, %l: tensor<2x2x3xf32>, %m: tensor<2x1x3xf32>, %n: tensor<2x2x3xf32>, %o: tensor<2x3xf32>) {
  // expected-error@below {{'oaml.mamba3_mimo' op requires mimo_z of the configured extent at axis 1, found 1 and 2}}
  %result = oaml.mamba3_mimo %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l, %m, %n, %o {config = #oaml.ssm_config<batch_size = 1, sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 2, has_z = true, has_d = true, has_output_norm = false>} : (tensor<1x5x4x4xf32>, tensor<1x5x4x4xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2xf32>, tensor<2x2x3xf32>, tensor<2x1x3xf32>, tensor<2x2x3xf32>, tensor<2x3xf32>) -> tensor<1x5x2x3xf32>
  return
}

// -----

func.func @mimo_bias(%a: tensor<1x5x4x4xf32>, %b: tensor<1x5x4x4xf32>, %c: tensor<1x5x2x3xf32>, %d: tensor<1x5x2x3xf32>, %e: tensor<1x5x2xf32>, %f: tensor<1x5x2xf32>, %g: tensor<1x5x2xf32>, %h: tensor<1x5x2xf32>, %i: tensor<2x2x4xf32>, %j: tensor<2x3x4xf32>, %k: tensor<2xf32>, %l: tensor<2x2x3xf32>, %m: tensor<2x2x3xf32>, %n: tensor<2x2x3xf32>, %o: tensor<2x3xf32>) {
  // expected-error@below {{'oaml.mamba3_mimo' op requires b_bias of the configured extent at axis 1, found 3 and 2}}
  %result = oaml.mamba3_mimo %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l, %m, %n, %o {config = #oaml.ssm_config<batch_size = 1, sequence_length = 5, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 2, has_z = true, has_d = true, has_output_norm = false>} : (tensor<1x5x4x4xf32>, tensor<1x5x4x4xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2x3xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<1x5x2xf32>, tensor<2x2x4xf32>, tensor<2x3x4xf32>, tensor<2xf32>, tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x3xf32>) -> tensor<1x5x2x3xf32>
  return
}

// -----

func.func @mimo_state(%a: tensor<1x1x4x4xf32>, %b: tensor<1x1x4x4xf32>, %c: tensor<1x1x2x3xf32>, %d: tensor<1x1x2x3xf32>, %e: tensor<1x1x2xf32>, %f: tensor<1x1x2xf32>, %g: tensor<1x1x2xf32>, %h: tensor<1x1x2xf32>, %i: tensor<2x2x4xf32>, %j: tensor<2x2x4xf32>, %k: tensor<2xf32>, %l: tensor<2x2x3xf32>, %m: tensor<2x2x3xf32>, %n: tensor<2x2x3xf32>, %o: tensor<2x3xf32>, %p: tensor<1x2x3x4xf32>, %q: tensor<1x2x2xf32>, %r: tensor<1x2x4xf32>, %s: tensor<1x2x3xf32>) {
  // expected-error@below {{'oaml.mamba3_mimo_step' op requires k_state of rank 4, found}}
  %result:5 = oaml.mamba3_mimo_step %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l, %m, %n, %o, %p, %q, %r, %s {config = #oaml.ssm_config<batch_size = 1, sequence_length = 1, num_heads = 2, num_groups = 0, head_dim = 3, state_size = 4, num_rope_angles = 2, mimo_rank = 2, has_z = true, has_d = true, has_output_norm = false>} : (tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x2x3xf32>, tensor<1x1x2x3xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<2xf32>, tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x2x3xf32>, tensor<2x3xf32>, tensor<1x2x3x4xf32>, tensor<1x2x2xf32>, tensor<1x2x4xf32>, tensor<1x2x3xf32>) -> (tensor<1x1x2x3xf32>, tensor<1x2x3x4xf32>, tensor<1x2x2xf32>, tensor<1x2x2x4xf32>, tensor<1x2x2x3xf32>)
  return
}
