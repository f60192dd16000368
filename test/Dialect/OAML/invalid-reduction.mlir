// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @reduce_axis(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.reduce' op requires 'axes' from 0 to rank-1, found 2 and rank 2}}
  %0 = oaml.reduce sum, %x {axes = array<i64: 2>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @reduce_axes_fall(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.reduce' op requires 'axes' that are distinct and rising, found [1, 0]}}
  %0 = oaml.reduce sum, %x {axes = array<i64: 1, 0>} : (tensor<4x3xf32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @reduce_axes_twice(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.reduce' op requires 'axes' that are distinct and rising, found [1, 1]}}
  %0 = oaml.reduce sum, %x {axes = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @reduce_max_empty(%x: tensor<0x3xf32>) {
  // expected-error @+1 {{'oaml.reduce' op requires elements in x (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.reduce max, %x {axes = array<i64: 0>} : (tensor<0x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @reduce_max_number_empty(%x: tensor<0x3xf32>) {
  // expected-error @+1 {{'oaml.reduce' op requires elements in x (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.reduce max_number, %x {axes = array<i64: 0>} : (tensor<0x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @sum_axis(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.sum' op requires 'axis' from 0 to rank-1, found -1 and rank 2}}
  %0 = oaml.sum %x {axis = -1} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @mean_empty(%x: tensor<4x0xf32>) {
  // expected-error @+1 {{'oaml.mean' op requires elements in x (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.mean %x : (tensor<4x0xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @max_axis_of_rank_0(%x: tensor<f32>) {
  // expected-error @+1 {{'oaml.max' op requires 'axis' from 0 to rank-1, found 0 and rank 0}}
  %0 = oaml.max %x {axis = 0} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @argmax_empty(%x: tensor<0xf32>) {
  // expected-error @+1 {{'oaml.argmax' op requires elements in x (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.argmax %x : (tensor<0xf32>) -> tensor<1xi32>
  return
}

// -----

func.func @softmax_axis(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.softmax' op requires 'axis' from 0 to rank-1, found 2 and rank 2}}
  %0 = oaml.softmax %x {axis = 2} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @softmax_empty(%x: tensor<4x0xf32>) {
  // expected-error @+1 {{'oaml.softmax' op requires elements in x (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.softmax %x {axis = 1} : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @contraction_two_maps(%a: tensor<4x8xf32>, %b: tensor<3x8xf32>) {
  // expected-error @+1 {{'oaml.contraction' op requires 3 indexing_maps, found 2}}
  %0 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>]} : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @contraction_iteration_spaces(%a: tensor<4x8xf32>, %b: tensor<3x8xf32>) {
  // expected-error @+1 {{'oaml.contraction' op requires indexing_maps of one iteration space without symbols, found (d0, d1, d2) -> (d0, d2) and (d0, d1) -> (d0, d1)}}
  %0 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n) -> (m, n)>]} : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @contraction_no_permutation(%a: tensor<4x8xf32>, %b: tensor<3x8xf32>) {
  // expected-error @+1 {{'oaml.contraction' op requires indexing_maps that are projected permutations, found (d0, d1, d2) -> (d0, d1 + d2) as map 2}}
  %0 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n + k)>]} : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @contraction_dimension_used_once(%a: tensor<4x8xf32>, %b: tensor<3x8xf32>) {
  // expected-error @+1 {{'oaml.contraction' op requires each iteration dimension in at least two indexing_maps, found d1 in 1}}
  %0 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m)>]} : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @contraction_rank(%a: tensor<4x8xf32>, %b: tensor<3x8xf32>) {
  // expected-error @+1 {{'oaml.contraction' op requires left of rank 3, found tensor<4x8xf32>}}
  %0 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, n, k) -> (m, n, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @contraction_extents(%a: tensor<4x8xf32>, %b: tensor<3x7xf32>) {
  // expected-error @+1 {{'oaml.contraction' op requires equal extents of left and right along iteration dimension d2, found 8 and 7}}
  %0 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} : (tensor<4x8xf32>, tensor<3x7xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @contraction_empty(%a: tensor<4x0xf32>, %b: tensor<3x0xf32>) {
  // expected-error @+1 {{'oaml.contraction' op requires elements in left (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} : (tensor<4x0xf32>, tensor<3x0xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @matmul_inner(%a: tensor<4x8xf32>, %b: tensor<3x7xf32>) {
  // expected-error @+1 {{'oaml.matmul_nt' op requires equal inner extents of left (last axis) and right (axis 1), found 8 and 7}}
  %0 = oaml.matmul_nt %a, %b : (tensor<4x8xf32>, tensor<3x7xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @matmul_rank(%a: tensor<8xf32>, %b: tensor<3x8xf32>) {
  // expected-error @+1 {{'oaml.matmul_nt' op requires left of rank 2 or more, found tensor<8xf32>}}
  %0 = oaml.matmul_nt %a, %b : (tensor<8xf32>, tensor<3x8xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @matmul_empty(%a: tensor<0x8xf32>, %b: tensor<3x8xf32>) {
  // expected-error @+1 {{'oaml.matmul_nt' op requires elements in left (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.matmul_nt %a, %b : (tensor<0x8xf32>, tensor<3x8xf32>) -> tensor<0x3xf32>
  return
}

// -----

func.func @linear_bias_width(%a: tensor<4x8xf32>, %w: tensor<3x8xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.linear' op requires one element of bias per row of weight, found 4 and 3}}
  %0 = oaml.linear %a, %w, %b : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @linear_bias_rank(%a: tensor<4x8xf32>, %w: tensor<3x8xf32>, %b: tensor<1x3xf32>) {
  // expected-error @+1 {{'oaml.linear' op requires bias of rank 1, found tensor<1x3xf32>}}
  %0 = oaml.linear %a, %w, %b : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @linear_weight_rank(%a: tensor<4x8xf32>, %w: tensor<1x3x8xf32>) {
  // expected-error @+1 {{'oaml.linear' op requires weight of rank 2, found tensor<1x3x8xf32>}}
  %0 = oaml.linear %a, %w : (tensor<4x8xf32>, tensor<1x3x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @linear_element_types(%a: tensor<4x8xf32>, %w: tensor<3x8xf32>, %b: tensor<3xf16>) {
  // expected-error @+1 {{'oaml.linear' op requires one element type for x and bias, found f32 and f16}}
  %0 = oaml.linear %a, %w, %b : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3xf16>) -> tensor<4x3xf32>
  return
}

// -----

func.func @linear_relu_inner(%a: tensor<4x8xf32>, %w: tensor<3x9xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.linear_relu' op requires equal inner extents of x (last axis) and weight (axis 1), found 8 and 9}}
  %0 = oaml.linear_relu %a, %w, %b : (tensor<4x8xf32>, tensor<3x9xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @bmm_rank(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @+1 {{'oaml.bmm' op requires left of rank 3, found tensor<4x8xf32>}}
  %0 = oaml.bmm %a, %b : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @bmm_batch(%a: tensor<2x4x8xf32>, %b: tensor<3x8x3xf32>) {
  // expected-error @+1 {{'oaml.bmm' op requires equal batch extents of left and right, found 2 and 3}}
  %0 = oaml.bmm %a, %b : (tensor<2x4x8xf32>, tensor<3x8x3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @bmm_inner(%a: tensor<2x4x8xf32>, %b: tensor<2x7x3xf32>) {
  // expected-error @+1 {{'oaml.bmm' op requires equal inner extents of left (axis 2) and right (axis 1), found 8 and 7}}
  %0 = oaml.bmm %a, %b : (tensor<2x4x8xf32>, tensor<2x7x3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @cross_entropy_rank(%x: tensor<3xf32>, %t: tensor<3xi32>) {
  // expected-error @+1 {{'oaml.cross_entropy' op requires logits of rank 2, found tensor<3xf32>}}
  %0 = oaml.cross_entropy %x, %t : (tensor<3xf32>, tensor<3xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @cross_entropy_rows(%x: tensor<4x3xf32>, %t: tensor<3xi32>) {
  // expected-error @+1 {{'oaml.cross_entropy' op requires one element of targets per row of logits, found 3 and 4}}
  %0 = oaml.cross_entropy %x, %t : (tensor<4x3xf32>, tensor<3xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @cross_entropy_target_type(%x: tensor<4x3xf32>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.cross_entropy' op operand #1 must be ranked tensor of i32 or ui8 with rank at most 8, but got 'tensor<4xf32>'}}
  %0 = oaml.cross_entropy %x, %t : (tensor<4x3xf32>, tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @accuracy_rank(%x: tensor<3xf32>, %t: tensor<1xi32>) {
  // expected-error @+1 {{'oaml.accuracy_count' op requires logits of rank 2 or more, found tensor<3xf32>}}
  %0 = oaml.accuracy_count %x, %t : (tensor<3xf32>, tensor<1xi32>) -> tensor<1xi32>
  return
}

// -----

func.func @accuracy_labels(%x: tensor<2x4x3xf32>, %t: tensor<7xi32>) {
  // expected-error @+1 {{'oaml.accuracy_count' op requires one element of labels per row of logits, found 7 and 8}}
  %0 = oaml.accuracy_count %x, %t : (tensor<2x4x3xf32>, tensor<7xi32>) -> tensor<1xi32>
  return
}

// -----

func.func @accuracy_mask(%x: tensor<2x4x3xf32>, %t: tensor<8xi32>, %m: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.accuracy_count' op requires one element of mask per row of logits, found 4 and 8}}
  %0 = oaml.accuracy_count %x, %t, %m : (tensor<2x4x3xf32>, tensor<8xi32>, tensor<4xf32>) -> tensor<1xi32>
  return
}

// -----

func.func @log_softmax_axis(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.log_softmax' op requires 'axis' from 0 to rank-1, found 2 and rank 2}}
  %0 = oaml.log_softmax %x {axis = 2} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @log_softmax_of_nothing(%x: tensor<4x0xf32>) {
  // expected-error @+1 {{'oaml.log_softmax' op requires elements in x (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.log_softmax %x {axis = 1} : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @top_k_of_rank_3(%x: tensor<2x4x3xf32>) {
  // expected-error @+1 {{'oaml.top_k' op requires x of rank 1 or 2, found tensor<2x4x3xf32>}}
  %0, %1 = oaml.top_k %x {k = 1} : (tensor<2x4x3xf32>) -> (tensor<2x4x1xf32>, tensor<2x4x1xi32>)
  return
}

// -----

func.func @top_k_of_none(%x: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.top_k' op requires 'k' of at least 1, found 0}}
  %0, %1 = oaml.top_k %x {k = 0} : (tensor<4xf32>) -> (tensor<0xf32>, tensor<0xi32>)
  return
}

// -----

func.func @top_k_of_nothing(%x: tensor<0x4xf32>) {
  // expected-error @+1 {{'oaml.top_k' op requires elements in x (extent of axis 0 at least 1), found 1 and 0}}
  %0, %1 = oaml.top_k %x {k = 1} : (tensor<0x4xf32>) -> (tensor<0x1xf32>, tensor<0x1xi32>)
  return
}

// -----

func.func @top_k_is_at_most_the_row(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.top_k' op requires results of types 'tensor<3xf32>', 'tensor<3xi32>', found 'tensor<4xf32>', 'tensor<4xi32>'}}
  %0, %1 = oaml.top_k %x {k = 4} : (tensor<3xf32>) -> (tensor<4xf32>, tensor<4xi32>)
  return
}

// -----

func.func @top_k_mask_rank(%i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.top_k_mask' op requires indices of rank 2, found tensor<4xi32>}}
  %0 = oaml.top_k_mask %i {num_experts = 2} : (tensor<4xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @top_k_mask_of_no_experts(%i: tensor<4x1xi32>) {
  // expected-error @+1 {{'oaml.top_k_mask' op requires 'num_experts' of at least 1, found 0}}
  %0 = oaml.top_k_mask %i {num_experts = 0} : (tensor<4x1xi32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @top_k_mask_of_nothing(%i: tensor<4x0xi32>) {
  // expected-error @+1 {{'oaml.top_k_mask' op requires elements in indices (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.top_k_mask %i {num_experts = 2} : (tensor<4x0xi32>) -> tensor<4x2xf32>
  return
}
