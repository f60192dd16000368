// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @softmax_mask_rank(%a: tensor<3xf32>, %b: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.softmax_scaled_masked' op requires a mask of at most the rank of scores, found ranks 2 and 1}}
  %0 = oaml.softmax_scaled_masked %a, %b {scale = 1.0} : (tensor<3xf32>, tensor<4x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @softmax_mask_shape(%a: tensor<4x3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.softmax_scaled_masked' op requires a mask with the trailing extents of scores (axis 1 of scores and 0 of mask), found 3 and 4}}
  %0 = oaml.softmax_scaled_masked %a, %b {scale = 1.0} : (tensor<4x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @softmax_mask_broadcast(%a: tensor<4x3xf32>, %b: tensor<1x3xf32>) {
  // expected-error @+1 {{'oaml.softmax_scaled_masked' op requires a mask with the trailing extents of scores (axis 0 of scores and 0 of mask), found 4 and 1}}
  %0 = oaml.softmax_scaled_masked %a, %b {scale = 1.0} : (tensor<4x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @softmax_scalar(%a: tensor<f32>, %b: tensor<f32>) {
  // expected-error @+1 {{'oaml.softmax_scaled_masked' op requires scores of rank 1 or more, found tensor<f32>}}
  %0 = oaml.softmax_scaled_masked %a, %b {scale = 1.0} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @softmax_empty(%a: tensor<0x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.softmax_scaled_masked' op requires elements in scores (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.softmax_scaled_masked %a, %b {scale = 1.0} : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  return
}

// -----

func.func @split_rank(%x: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'oaml.split_heads' op requires input of rank 2, found tensor<2x4x6xf32>}}
  %0 = oaml.split_heads %x {batch = 2, sequence_length = 4, num_heads = 2} : (tensor<2x4x6xf32>) -> tensor<4x4x3xf32>
  return
}

// -----

func.func @split_rows(%x: tensor<8x6xf32>) {
  // expected-error @+1 {{'oaml.split_heads' op requires 'batch' times 'sequence_length' rows of input, found 8 and 6}}
  %0 = oaml.split_heads %x {batch = 2, sequence_length = 3, num_heads = 2} : (tensor<8x6xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @split_width(%x: tensor<8x6xf32>) {
  // expected-error @+1 {{'oaml.split_heads' op requires a width of input that 'num_heads' divides, found 2 and 0}}
  %0 = oaml.split_heads %x {batch = 2, sequence_length = 4, num_heads = 4} : (tensor<8x6xf32>) -> tensor<8x4x1xf32>
  return
}

// -----

func.func @split_no_batch(%x: tensor<8x6xf32>) {
  // expected-error @+1 {{'oaml.split_heads' op requires 'batch' from 1 to 2^32-1, found 0}}
  %0 = oaml.split_heads %x {batch = 0, sequence_length = 4, num_heads = 2} : (tensor<8x6xf32>) -> tensor<8x4x1xf32>
  return
}

// -----

func.func @split_no_length(%x: tensor<8x6xf32>) {
  // expected-error @+1 {{'oaml.split_heads' op requires 'sequence_length' from 1 to 2^32-1, found 0}}
  %0 = oaml.split_heads %x {batch = 2, sequence_length = 0, num_heads = 2} : (tensor<8x6xf32>) -> tensor<8x4x1xf32>
  return
}

// -----

func.func @split_negative(%x: tensor<8x6xf32>) {
  // expected-error @+1 {{'oaml.split_heads' op requires 'num_heads' from 1 to 2^32-1, found -1}}
  %0 = oaml.split_heads %x {batch = 2, sequence_length = 4, num_heads = -1} : (tensor<8x6xf32>) -> tensor<8x4x1xf32>
  return
}

// -----

func.func @split_huge(%x: tensor<8x6xf32>) {
  // expected-error @+1 {{'oaml.split_heads' op requires 'batch' times 'sequence_length' up to 2^32-1, found 4294967295 and 2}}
  %0 = oaml.split_heads %x {batch = 4294967295, sequence_length = 2, num_heads = 2} : (tensor<8x6xf32>) -> tensor<8x4x1xf32>
  return
}

// -----

func.func @split_empty(%x: tensor<8x0xf32>) {
  // expected-error @+1 {{'oaml.split_heads' op requires elements in input (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.split_heads %x {batch = 2, sequence_length = 4, num_heads = 2} : (tensor<8x0xf32>) -> tensor<4x4x0xf32>
  return
}

// -----

func.func @merge_rank(%x: tensor<8x6xf32>) {
  // expected-error @+1 {{'oaml.merge_heads' op requires input of rank 3, found tensor<8x6xf32>}}
  %0 = oaml.merge_heads %x {batch = 2, sequence_length = 4, num_heads = 2} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return
}

// -----

func.func @merge_planes(%x: tensor<5x4x6xf32>) {
  // expected-error @+1 {{'oaml.merge_heads' op requires 'batch' times 'num_heads' planes of input, found 5 and 4}}
  %0 = oaml.merge_heads %x {batch = 2, sequence_length = 4, num_heads = 2} : (tensor<5x4x6xf32>) -> tensor<8x12xf32>
  return
}

// -----

func.func @merge_length(%x: tensor<4x3x6xf32>) {
  // expected-error @+1 {{'oaml.merge_heads' op requires 'sequence_length' rows in planes of input, found 3 and 4}}
  %0 = oaml.merge_heads %x {batch = 2, sequence_length = 4, num_heads = 2} : (tensor<4x3x6xf32>) -> tensor<8x12xf32>
  return
}

// -----

func.func @rope_rank(%x: tensor<8xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires input of rank 2, found tensor<8xf32>}}
  %0 = oaml.rope %x {num_heads = 2, head_dim = 4, theta_base = 1.0e4, position_offset = 0} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @rope_width(%x: tensor<5x8xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires a width of input of 'num_heads' times 'head_dim', found 8 and 12}}
  %0 = oaml.rope %x {num_heads = 2, head_dim = 6, theta_base = 1.0e4, position_offset = 0} : (tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @rope_odd(%x: tensor<5x6xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires an even 'head_dim', found 3}}
  %0 = oaml.rope %x {num_heads = 2, head_dim = 3, theta_base = 1.0e4, position_offset = 0} : (tensor<5x6xf32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @rope_no_heads(%x: tensor<5x8xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires 'num_heads' from 1 to 2^32-1, found 0}}
  %0 = oaml.rope %x {num_heads = 0, head_dim = 4, theta_base = 1.0e4, position_offset = 0} : (tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @rope_no_width(%x: tensor<5x8xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires 'head_dim' from 1 to 2^32-1, found 0}}
  %0 = oaml.rope %x {num_heads = 2, head_dim = 0, theta_base = 1.0e4, position_offset = 0} : (tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @rope_theta(%x: tensor<5x8xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires a finite 'theta_base' above 0, found 0}}
  %0 = oaml.rope %x {num_heads = 2, head_dim = 4, theta_base = 0.0, position_offset = 0} : (tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @rope_theta_infinite(%x: tensor<5x8xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires a finite 'theta_base' above 0, found INF}}
  %0 = oaml.rope %x {num_heads = 2, head_dim = 4, theta_base = 0x7FF0000000000000 : f64, position_offset = 0} : (tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @rope_offset_negative(%x: tensor<5x8xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires 'position_offset' from 0 to 2^32-1, found -1}}
  %0 = oaml.rope %x {num_heads = 2, head_dim = 4, theta_base = 1.0e4, position_offset = -1} : (tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @rope_offset_large(%x: tensor<5x8xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires 'position_offset' plus rows of input up to 2^32, found 4294967297 and 4294967296}}
  %0 = oaml.rope %x {num_heads = 2, head_dim = 4, theta_base = 1.0e4, position_offset = 4294967292} : (tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @rope_offset_missing(%x: tensor<5x8xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires 'position_offset' either as an attribute or as operand 'position_offset_value', found neither}}
  %0 = oaml.rope %x {num_heads = 2, head_dim = 4, theta_base = 1.0e4} : (tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @rope_empty(%x: tensor<0x8xf32>) {
  // expected-error @+1 {{'oaml.rope' op requires elements in input (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.rope %x {num_heads = 2, head_dim = 4, theta_base = 1.0e4, position_offset = 0} : (tensor<0x8xf32>) -> tensor<0x8xf32>
  return
}

// -----

func.func @turn_quarters(%p: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.turn_cosine' op requires 'quarters' from 0 to 3, found 4}}
  %0 = oaml.turn_cosine %p, %p, %p {quarters = 4} : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @attention_rank(%q: tensor<5x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x4xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention' op requires query of rank 3, found tensor<5x4xf32>}}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v {scale = 0.5, causal = false} : (tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @attention_key(%q: tensor<2x5x4xf32>, %k: tensor<2x6x4xf32>, %v: tensor<2x5x4xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention' op requires equal extents of query and key along axis 1, found 5 and 6}}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x6x4xf32>, tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @attention_value(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention' op requires equal extents of query and value along axis 2, found 4 and 3}}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @attention_types(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf16>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention' op requires one element type for query and value}}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf16>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @attention_empty(%q: tensor<0x5x4xf32>, %k: tensor<0x5x4xf32>, %v: tensor<0x5x4xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention' op requires elements in query (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v {scale = 0.5, causal = false} : (tensor<0x5x4xf32>, tensor<0x5x4xf32>, tensor<0x5x4xf32>) -> tensor<0x5x4xf32>
  return
}

// -----

func.func @attention_mask_rank(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %m: tensor<5xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention' op requires additive_mask of rank 2 or 3, found tensor<5xf32>}}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v mask(%m) {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<5xf32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @attention_mask_columns(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %m: tensor<5x4xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention' op requires one column of additive_mask per key, found 4 and 5}}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v mask(%m) {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<5x4xf32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @attention_mask_rows(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %m: tensor<6x5xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention' op requires one row of additive_mask per query of one plane (or of all), found 6 and 5}}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v mask(%m) {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<6x5xf32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @attention_mask_planes(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %m: tensor<1x5x5xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention' op requires one plane of additive_mask per plane of query, found 1 and 2}}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v mask(%m) {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<1x5x5xf32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @attention_mask_plane_rows(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %m: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention' op requires one row of additive_mask per query, found 4 and 5}}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v mask(%m) {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @flash_rank(%q: tensor<5x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x4xf32>) {
  // expected-error @+1 {{'oaml.flash_attention_causal' op requires query of rank 3, found tensor<5x4xf32>}}
  %0 = oaml.flash_attention_causal %q, %k, %v {scale = 0.5} : (tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @flash_shapes(%q: tensor<2x5x4xf32>, %k: tensor<2x5x3xf32>, %v: tensor<2x5x4xf32>) {
  // expected-error @+1 {{'oaml.flash_attention_causal' op requires equal extents of query and key along axis 2, found 4 and 3}}
  %0 = oaml.flash_attention_causal %q, %k, %v {scale = 0.5} : (tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @packed_rank(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention_causal' op requires query of rank 2, found tensor<2x5x4xf32>}}
  %0 = oaml.scaled_dot_product_attention_causal %q, %k, %v {sequence_length = 3, num_heads = 2} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @packed_shapes(%q: tensor<6x8xf32>, %k: tensor<6x4xf32>, %v: tensor<6x8xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention_causal' op requires equal extents of query and key along axis 1, found 8 and 4}}
  %0 = oaml.scaled_dot_product_attention_causal %q, %k, %v {sequence_length = 3, num_heads = 2} : (tensor<6x8xf32>, tensor<6x4xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  return
}

// -----

func.func @packed_rows(%q: tensor<6x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention_causal' op requires rows of query that 'sequence_length' divides, found 2 and 0}}
  %0 = oaml.scaled_dot_product_attention_causal %q, %k, %v {sequence_length = 4, num_heads = 2} : (tensor<6x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  return
}

// -----

func.func @packed_width(%q: tensor<6x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention_causal' op requires a width of query that 'num_heads' divides, found 2 and 0}}
  %0 = oaml.scaled_dot_product_attention_causal %q, %k, %v {sequence_length = 3, num_heads = 3} : (tensor<6x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  return
}

// -----

func.func @packed_no_length(%q: tensor<6x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention_causal' op requires 'sequence_length' from 1 to 2^32-1, found 0}}
  %0 = oaml.scaled_dot_product_attention_causal %q, %k, %v {sequence_length = 0, num_heads = 2} : (tensor<6x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  return
}

// -----

func.func @packed_no_heads(%q: tensor<6x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8xf32>) {
  // expected-error @+1 {{'oaml.scaled_dot_product_attention_causal' op requires 'num_heads' from 1 to 2^32-1, found 0}}
  %0 = oaml.scaled_dot_product_attention_causal %q, %k, %v {sequence_length = 3, num_heads = 0} : (tensor<6x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  return
}

// -----

func.func @kernel_rank(%q: tensor<5x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x4xf32>) {
  // expected-error @+1 {{'oaml.attention' op requires query of rank 3, found tensor<5x4xf32>}}
  %0:2 = oaml.attention %q, %k, %v {scale = 0.5, causal = false} : (tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<5xf32>)
  return
}

// -----

func.func @kernel_mask_of_rows(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %m: tensor<10x5xf32>) {
  // expected-error @+1 {{'oaml.attention' op requires a square additive_mask where it has rank 2, found 10 and 5}}
  %0:2 = oaml.attention %q, %k, %v mask(%m) {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<10x5xf32>) -> (tensor<2x5x4xf32>, tensor<2x5xf32>)
  return
}

// -----

func.func @backward_gradient(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %g: tensor<2x5x3xf32>, %l: tensor<2x5xf32>, %d: tensor<2x5xf32>) {
  // expected-error @+1 {{'oaml.attention_backward' op requires equal extents of query and output_gradient along axis 2, found 4 and 3}}
  %0:3 = oaml.attention_backward %q, %k, %v, %g, %l, %d {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x5xf32>, tensor<2x5xf32>) -> (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>)
  return
}

// -----

func.func @backward_types(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %g: tensor<2x5x4xf16>, %l: tensor<2x5xf32>, %d: tensor<2x5xf32>) {
  // expected-error @+1 {{'oaml.attention_backward' op requires one element type for query and output_gradient}}
  %0:3 = oaml.attention_backward %q, %k, %v, %g, %l, %d {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf16>, tensor<2x5xf32>, tensor<2x5xf32>) -> (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>)
  return
}

// -----

func.func @backward_lambda_rank(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %g: tensor<2x5x4xf32>, %l: tensor<2x5x1xf32>, %d: tensor<2x5xf32>) {
  // expected-error @+1 {{'oaml.attention_backward' op requires lambda of rank 2, found tensor<2x5x1xf32>}}
  %0:3 = oaml.attention_backward %q, %k, %v, %g, %l, %d {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x1xf32>, tensor<2x5xf32>) -> (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>)
  return
}

// -----

func.func @backward_delta(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %g: tensor<2x5x4xf32>, %l: tensor<2x5xf32>, %d: tensor<2x4xf32>) {
  // expected-error @+1 {{'oaml.attention_backward' op requires one element of delta per row of query (axis 1), found 4 and 5}}
  %0:3 = oaml.attention_backward %q, %k, %v, %g, %l, %d {scale = 0.5, causal = false} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5xf32>, tensor<2x4xf32>) -> (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>)
  return
}
