// RUN: oaml-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// Configurations print with named fields in the order of the contract.

// CHECK: ssm = #oaml.ssm_config<batch_size = 2, sequence_length = 16, num_heads = 4, num_groups = 0, head_dim = 8, state_size = 16, num_rope_angles = 0, mimo_rank = 1, has_z = true, has_d = false, has_output_norm = false>
func.func private @f() attributes {ssm = #oaml.ssm_config<batch_size = 2, sequence_length = 16, num_heads = 4, num_groups = 0, head_dim = 8, state_size = 16, num_rope_angles = 0, mimo_rank = 1, has_z = true, has_d = false, has_output_norm = false>}

// -----

// CHECK: pre = #oaml.mamba3_preprocess_config<inner_size = 32, state_size = 16, num_heads = 4, num_rope_angles = 8, num_groups = 1, mimo_rank = 1, epsilon = 1.000000e-05, dt_min = 1.000000e-03, dt_max = 1.000000e-01, a_floor = 1.000000e-04>
func.func private @f() attributes {pre = #oaml.mamba3_preprocess_config<inner_size = 32, state_size = 16, num_heads = 4, num_rope_angles = 8, num_groups = 1, mimo_rank = 1, epsilon = 1.0e-5, dt_min = 1.0e-3, dt_max = 1.0e-1, a_floor = 1.0e-4>}

// -----

// expected-error@below {{#oaml.ssm_config requires 'head_dim' of at least 1, found 0}}
func.func private @f() attributes {ssm = #oaml.ssm_config<batch_size = 2, sequence_length = 16, num_heads = 4, num_groups = 0, head_dim = 0, state_size = 16, num_rope_angles = 0, mimo_rank = 1, has_z = true, has_d = false, has_output_norm = false>}

// -----

// expected-error@below {{#oaml.ssm_config requires 'num_groups' that is 0 or divides 'num_heads', found 3 and 4}}
func.func private @f() attributes {ssm = #oaml.ssm_config<batch_size = 2, sequence_length = 16, num_heads = 4, num_groups = 3, head_dim = 8, state_size = 16, num_rope_angles = 0, mimo_rank = 1, has_z = true, has_d = false, has_output_norm = false>}

// -----

// expected-error@below {{#oaml.ssm_config requires 'num_rope_angles' from 0 to half of 'state_size', found 4 and 7}}
func.func private @f() attributes {ssm = #oaml.ssm_config<batch_size = 2, sequence_length = 16, num_heads = 4, num_groups = 2, head_dim = 8, state_size = 7, num_rope_angles = 4, mimo_rank = 1, has_z = true, has_d = false, has_output_norm = false>}

// -----

// expected-error@below {{#oaml.mamba3_preprocess_config requires 'num_groups' of at least 1, found 0}}
func.func private @f() attributes {pre = #oaml.mamba3_preprocess_config<inner_size = 32, state_size = 16, num_heads = 4, num_rope_angles = 8, num_groups = 0, mimo_rank = 1, epsilon = 1.0e-5, dt_min = 1.0e-3, dt_max = 1.0e-1, a_floor = 1.0e-4>}

// -----

// expected-error@below {{#oaml.mamba3_preprocess_config requires a finite 'epsilon' above 0, found 0}}
func.func private @f() attributes {pre = #oaml.mamba3_preprocess_config<inner_size = 32, state_size = 16, num_heads = 4, num_rope_angles = 8, num_groups = 1, mimo_rank = 1, epsilon = 0.0, dt_min = 1.0e-3, dt_max = 1.0e-1, a_floor = 1.0e-4>}

// -----

// expected-error@below {{#oaml.mamba3_preprocess_config requires 'dt_min' of at most 'dt_max', found}}
func.func private @f() attributes {pre = #oaml.mamba3_preprocess_config<inner_size = 32, state_size = 16, num_heads = 4, num_rope_angles = 8, num_groups = 1, mimo_rank = 1, epsilon = 1.0e-5, dt_min = 1.0, dt_max = 1.0e-1, a_floor = 1.0e-4>}
