// RUN: oaml-opt %s --oaml-form-kernels --split-input-file | FileCheck %s

// A chain of element-wise ops is one kernel.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.+]]: tensor<7x5xf32>, %[[Y:.+]]: tensor<5xf32>)
// CHECK-NEXT: %[[R:.+]] = kernel.dispatch @add_exp_neg(%[[X]], %[[Y]]) : (tensor<7x5xf32>, tensor<5xf32>) -> tensor<7x5xf32>
// CHECK-NEXT: return %[[R]]
// CHECK: kernel.func private @add_exp_neg(%[[A:.+]]: tensor<7x5xf32>, %[[B:.+]]: tensor<5xf32>) -> tensor<7x5xf32>
// CHECK-SAME: attributes {kernel.ops = ["oaml.add", "oaml.exp", "oaml.neg"]}
// CHECK-NEXT: %[[S:.+]] = oaml.add %[[A]], %[[B]]
// CHECK-NEXT: %[[E:.+]] = oaml.exp %[[S]]
// CHECK-NEXT: %[[N:.+]] = oaml.neg %[[E]]
// CHECK-NEXT: kernel.return %[[N]]
func.func @chain(%x: tensor<7x5xf32>, %y: tensor<5xf32>) -> tensor<7x5xf32> {
  %0 = oaml.add %x, %y : (tensor<7x5xf32>, tensor<5xf32>) -> tensor<7x5xf32>
  %1 = oaml.exp %0 : (tensor<7x5xf32>) -> tensor<7x5xf32>
  %2 = oaml.neg %1 : (tensor<7x5xf32>) -> tensor<7x5xf32>
  return %2 : tensor<7x5xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @fuse_epilogue_into_contraction
// CHECK-NEXT: kernel.dispatch @contraction_add_mul(
// CHECK-NEXT: return
func.func @fuse_epilogue_into_contraction(%x: tensor<33x64xf32>,
    %w: tensor<10x64xf32>, %b: tensor<10xf32>, %z: tensor<33x10xf32>) -> tensor<33x10xf32> {
  %0 = oaml.contraction %x, %w {indexing_maps = [#a, #b, #c]}
      : (tensor<33x64xf32>, tensor<10x64xf32>) -> tensor<33x10xf32>
  %1 = oaml.add %0, %b : (tensor<33x10xf32>, tensor<10xf32>) -> tensor<33x10xf32>
  %2 = oaml.mul %1, %z : (tensor<33x10xf32>, tensor<33x10xf32>) -> tensor<33x10xf32>
  return %2 : tensor<33x10xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Every tile of the contraction would compute its operand again.
// CHECK-LABEL: func.func @producer_of_contraction_stays_apart
// CHECK-NEXT: %[[E:.+]] = kernel.dispatch @exp(
// CHECK-NEXT: kernel.dispatch @contraction(%[[E]],
// CHECK-NEXT: return
func.func @producer_of_contraction_stays_apart(%x: tensor<33x64xf32>,
    %w: tensor<10x64xf32>) -> tensor<33x10xf32> {
  %0 = oaml.exp %x : (tensor<33x64xf32>) -> tensor<33x64xf32>
  %1 = oaml.contraction %0, %w {indexing_maps = [#a, #b, #c]}
      : (tensor<33x64xf32>, tensor<10x64xf32>) -> tensor<33x10xf32>
  return %1 : tensor<33x10xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// One kernel holds at most one contraction.
// CHECK-LABEL: func.func @two_contractions_are_two_kernels
// CHECK: kernel.dispatch @contraction(
// CHECK: kernel.dispatch @contraction_add(
// CHECK-NOT: kernel.dispatch
func.func @two_contractions_are_two_kernels(%x: tensor<33x64xf32>, %w: tensor<10x64xf32>,
    %v: tensor<10x64xf32>) -> tensor<33x10xf32> {
  %0 = oaml.contraction %x, %w {indexing_maps = [#a, #b, #c]}
      : (tensor<33x64xf32>, tensor<10x64xf32>) -> tensor<33x10xf32>
  %1 = oaml.contraction %x, %v {indexing_maps = [#a, #b, #c]}
      : (tensor<33x64xf32>, tensor<10x64xf32>) -> tensor<33x10xf32>
  %2 = oaml.add %0, %1 : (tensor<33x10xf32>, tensor<33x10xf32>) -> tensor<33x10xf32>
  return %2 : tensor<33x10xf32>
}

// -----

// Two reductions over the same axis, what they read and what reads them.
// CHECK-LABEL: func.func @softmax_is_one_kernel
// CHECK-NEXT: kernel.dispatch @reduce_sub_exp(%{{.+}}) : (tensor<64x10xf32>) -> tensor<64x10xf32>
// CHECK-NEXT: return
func.func @softmax_is_one_kernel(%x: tensor<64x10xf32>) -> tensor<64x10xf32> {
  %m = oaml.reduce max, %x {axes = array<i64: 1>} : (tensor<64x10xf32>) -> tensor<64x1xf32>
  %d = oaml.sub %x, %m : (tensor<64x10xf32>, tensor<64x1xf32>) -> tensor<64x10xf32>
  %e = oaml.exp %d : (tensor<64x10xf32>) -> tensor<64x10xf32>
  %s = oaml.reduce sum, %e {axes = array<i64: 1>} : (tensor<64x10xf32>) -> tensor<64x1xf32>
  %y = oaml.div %e, %s : (tensor<64x10xf32>, tensor<64x1xf32>) -> tensor<64x10xf32>
  return %y : tensor<64x10xf32>
}

// -----

// A kernel of a reduction and what reads its operand has one row per workgroup:
// with too few rows the device would idle.
// CHECK-LABEL: func.func @reduction_with_few_rows_stays_apart
// CHECK-NEXT: %[[S:.+]] = kernel.dispatch @reduce(
// CHECK-NEXT: kernel.dispatch @div(%{{.+}}, %[[S]])
// CHECK-NEXT: return
func.func @reduction_with_few_rows_stays_apart(%x: tensor<4x100003xf32>) -> tensor<4x100003xf32> {
  %s = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<4x100003xf32>) -> tensor<4x1xf32>
  %y = oaml.div %x, %s : (tensor<4x100003xf32>, tensor<4x1xf32>) -> tensor<4x100003xf32>
  return %y : tensor<4x100003xf32>
}

// -----

// Reductions over different axes have no loop in common.
// CHECK-LABEL: func.func @reductions_of_other_axes_stay_apart
// CHECK-COUNT-2: kernel.dispatch
// CHECK-NOT: kernel.dispatch
func.func @reductions_of_other_axes_stay_apart(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %r = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<64x32xf32>) -> tensor<64x1xf32>
  %c = oaml.reduce sum, %x {axes = array<i64: 0>} : (tensor<64x32xf32>) -> tensor<1x32xf32>
  %y = oaml.mul %r, %c : (tensor<64x1xf32>, tensor<1x32xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// -----

// Positions share their loop with nothing.
// CHECK-LABEL: func.func @argmax_stays_apart
// CHECK-COUNT-2: kernel.dispatch
// CHECK-NOT: kernel.dispatch
func.func @argmax_stays_apart(%x: tensor<64x10xf32>) -> (tensor<64x1xi32>, tensor<64x1xf32>) {
  %p = oaml.argmax %x {axis = 1} : (tensor<64x10xf32>) -> tensor<64x1xi32>
  %m = oaml.reduce max, %x {axes = array<i64: 1>} : (tensor<64x10xf32>) -> tensor<64x1xf32>
  return %p, %m : tensor<64x1xi32>, tensor<64x1xf32>
}

// -----

// A value that others need too becomes a second result.
// CHECK-LABEL: func.func @shared_value_is_second_result
// CHECK-NEXT: %[[R:.+]]:2 = kernel.dispatch @exp_neg(
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
func.func @shared_value_is_second_result(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = oaml.exp %x : (tensor<64xf32>) -> tensor<64xf32>
  %n = oaml.neg %e : (tensor<64xf32>) -> tensor<64xf32>
  return %e, %n : tensor<64xf32>, tensor<64xf32>
}

// -----

// The last kernel needs @exp by way of another one too, so @exp is no part of it.
// CHECK-LABEL: func.func @no_cycle_through_reshapes
// CHECK-NEXT: %[[E:.+]] = kernel.dispatch @exp(
// CHECK-NEXT: %[[T:.+]] = oaml.reshape %[[E]]
// CHECK-NEXT: %[[S:.+]] = kernel.dispatch @add(%[[T]],
// CHECK-NEXT: %[[U:.+]] = oaml.reshape %[[S]]
// CHECK-NEXT: %[[R:.+]] = kernel.dispatch @add_0(%[[E]], %[[U]])
// CHECK-NEXT: return %[[R]]
func.func @no_cycle_through_reshapes(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>) -> tensor<8x16xf32> {
  %e = oaml.exp %x : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %t = oaml.reshape %e to [16, 8] : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %s = oaml.add %t, %w : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  %u = oaml.reshape %s to [8, 16] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %r = oaml.add %e, %u : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// -----

// Splats, positions and arithmetic on single elements cost less than a dispatch
// or the memory: every kernel computes them for itself.
// CHECK-LABEL: func.func @cheap_values_are_cloned
// CHECK-NEXT: %[[A:.+]] = kernel.dispatch @mul(%{{.+}}, %{{.+}})
// CHECK-NEXT: %[[T:.+]] = oaml.reshape %[[A]]
// CHECK-NEXT: kernel.dispatch @add_sub({{.*}}%[[T]],
// CHECK-NEXT: return
// CHECK: kernel.func
// CHECK-DAG: oaml.constant dense<2.000000e+00>
// CHECK-DAG: oaml.sqrt
// CHECK: kernel.func
// CHECK-DAG: oaml.constant dense<2.000000e+00>
// CHECK-DAG: oaml.sqrt
func.func @cheap_values_are_cloned(%x: tensor<8x16xf32>, %y: tensor<16x8xf32>, %lr: tensor<f32>) -> tensor<16x8xf32> {
  %c = oaml.constant dense<2.0> : tensor<f32>
  %q = oaml.sqrt %lr : (tensor<f32>) -> tensor<f32>
  %h = oaml.mul %q, %c : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %a = oaml.mul %x, %h : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
  %t = oaml.reshape %a to [16, 8] : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %b = oaml.add %t, %h : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %d = oaml.sub %b, %y : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %d : tensor<16x8xf32>
}

// -----

// What leaves the function needs a kernel all the same.
// CHECK-LABEL: func.func @returned_splat_has_a_kernel
// CHECK: kernel.dispatch @sqrt(
func.func @returned_splat_has_a_kernel(%lr: tensor<f32>) -> tensor<f32> {
  %q = oaml.sqrt %lr : (tensor<f32>) -> tensor<f32>
  return %q : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @large_constant_is_an_input
// CHECK-NEXT: %[[C:.+]] = oaml.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK-NEXT: kernel.dispatch @add(%{{.+}}, %[[C]])
func.func @large_constant_is_an_input(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = oaml.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = oaml.add %x, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// Independent groups of one structure are parts of one kernel, whatever their
// extents are.
// CHECK-LABEL: func.func @equal_groups_are_parts
// CHECK-NEXT: %[[R:.+]]:2 = kernel.dispatch @mul_sub_mul(
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
// CHECK: kernel.func private @mul_sub_mul
// CHECK-SAME: kernel.ops = ["oaml.mul", "oaml.sub", "oaml.mul", "oaml.sub"]
func.func @equal_groups_are_parts(%w: tensor<64x32xf32>, %gw: tensor<64x32xf32>, %b: tensor<32xf32>,
    %gb: tensor<32xf32>, %lr: tensor<f32>) -> (tensor<64x32xf32>, tensor<32xf32>) {
  %0 = oaml.mul %gw, %lr : (tensor<64x32xf32>, tensor<f32>) -> tensor<64x32xf32>
  %1 = oaml.sub %w, %0 : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  %2 = oaml.mul %gb, %lr : (tensor<32xf32>, tensor<f32>) -> tensor<32xf32>
  %3 = oaml.sub %b, %2 : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xf32>
  return %1, %3 : tensor<64x32xf32>, tensor<32xf32>
}

// -----

// The second @exp reads the first by way of @neg.
// CHECK-LABEL: func.func @dependent_groups_are_no_parts
// CHECK-COUNT-3: kernel.dispatch
func.func @dependent_groups_are_no_parts(%x: tensor<8x16xf32>) -> tensor<4x32xf32> {
  %0 = oaml.exp %x : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = oaml.reshape %0 to [16, 8] : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %2 = oaml.neg %1 : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %3 = oaml.reshape %2 to [4, 32] : (tensor<16x8xf32>) -> tensor<4x32xf32>
  %4 = oaml.exp %3 : (tensor<4x32xf32>) -> tensor<4x32xf32>
  return %4 : tensor<4x32xf32>
}

// -----

// CHECK-LABEL: func.func @equal_kernels_are_shared
// CHECK-NEXT: kernel.dispatch @exp(
// CHECK: kernel.dispatch @neg(
// CHECK: kernel.dispatch @exp(
// CHECK-LABEL: func.func @also_in_other_functions
// CHECK-NEXT: kernel.dispatch @exp(
// CHECK-COUNT-2: kernel.func
// CHECK-NOT: kernel.func
func.func @equal_kernels_are_shared(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = oaml.exp %x : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = oaml.reshape %0 to [16, 8] : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %2 = oaml.neg %1 : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %3 = oaml.reshape %2 to [8, 16] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %4 = oaml.exp %3 : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %4 : tensor<8x16xf32>
}
func.func @also_in_other_functions(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = oaml.exp %x : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_extents_are_named
// CHECK: kernel.func private @add(%{{.+}}: tensor<?x4xf32> {oaml.dims = ["B", 4]}, %{{.+}}: tensor<?x4xf32> {oaml.dims = ["B", 4]})
// CHECK-SAME: -> (tensor<?x4xf32> {oaml.dims = ["B", 4]})
func.func @dynamic_extents_are_named(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]},
    %y: tensor<?x4xf32> {oaml.dims = ["B", 4]}) -> tensor<?x4xf32> {
  %0 = oaml.add %x, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// An extent that no tensor argument of the kernel carries comes from the host.
// CHECK-LABEL: func.func @index_arguments
// CHECK-SAME: (%[[X:[^ ]+]]: tensor<?x4xf32> {{.*}}, %[[C:[^ ]+]]: tensor<1x1xf32>)
// CHECK-NEXT: %[[N:.+]] = oaml.dim %[[X]] {axis = 0 : i64}
// CHECK-NEXT: kernel.dispatch @broadcast_to_exp(%[[C]], %[[N]]) : (tensor<1x1xf32>, index) -> tensor<?x4xf32>
// CHECK: kernel.func private @broadcast_to_exp(%{{.+}}: tensor<1x1xf32>, %[[M:.+]]: index {kernel.symbol = "B"}) -> (tensor<?x4xf32> {oaml.dims = ["B", 4]})
// CHECK: oaml.broadcast_to %{{.+}} to [%[[M]], 4]
func.func @index_arguments(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}, %c: tensor<1x1xf32>) -> tensor<?x4xf32> {
  %n = oaml.dim %x {axis = 0} : tensor<?x4xf32>
  %0 = oaml.broadcast_to %c to [%n, 4] : (tensor<1x1xf32>, index) -> tensor<?x4xf32>
  %1 = oaml.exp %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// Extents of intermediate values are arithmetic on the arguments' extents.
// CHECK-LABEL: func.func @extents_do_not_keep_values
// CHECK-SAME: (%[[X:[^ ]+]]: tensor<?x4xf32>
// CHECK-NEXT: %[[N:.+]] = oaml.dim %[[X]] {axis = 0 : i64}
// CHECK-NEXT: kernel.dispatch @broadcast_to(%{{.+}}, %[[N]])
// CHECK-NEXT: return
// CHECK-NOT: oaml.exp
func.func @extents_do_not_keep_values(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}, %c: tensor<1x1xf32>) -> tensor<?x4xf32> {
  %e = oaml.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %n = oaml.dim %e {axis = 0} : tensor<?x4xf32>
  %0 = oaml.broadcast_to %c to [%n, 4] : (tensor<1x1xf32>, index) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @donated_argument_in_place
// CHECK: kernel.func private @{{.+}}(%{{.+}}: tensor<64xf32>, %{{.+}}: tensor<64xf32>) -> (tensor<64xf32> {kernel.inplace = 1 : i64})
func.func @donated_argument_in_place(%g: tensor<64xf32>, %w: tensor<64xf32> {oaml.donated = 0}) -> tensor<64xf32> {
  %0 = oaml.exp %g : (tensor<64xf32>) -> tensor<64xf32>
  %1 = oaml.sub %0, %w : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// -----

// Rows that come later need the old vector.
// CHECK-LABEL: func.func @no_in_place_where_argument_is_broadcast
// CHECK-NEXT: kernel.dispatch @add_add(
// CHECK-NOT: kernel.inplace
func.func @no_in_place_where_argument_is_broadcast(%w: tensor<64xf32> {oaml.donated = 0},
    %g: tensor<64xf32>, %h: tensor<8x64xf32>) -> (tensor<64xf32>, tensor<8x64xf32>) {
  %0 = oaml.add %w, %g : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = oaml.add %w, %h : (tensor<64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
  return %0, %1 : tensor<64xf32>, tensor<8x64xf32>
}

// -----

// The sum needs the whole row before any of it is overwritten.
// CHECK-LABEL: func.func @no_in_place_where_argument_is_reduced
// CHECK-NOT: kernel.inplace
func.func @no_in_place_where_argument_is_reduced(%x: tensor<64x10xf32> {oaml.donated = 0}) -> tensor<64x10xf32> {
  %s = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<64x10xf32>) -> tensor<64x1xf32>
  %y = oaml.div %x, %s : (tensor<64x10xf32>, tensor<64x1xf32>) -> tensor<64x10xf32>
  return %y : tensor<64x10xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Every tile reads rows and columns of other tiles.
// CHECK-LABEL: func.func @no_in_place_in_contraction
// CHECK-NOT: kernel.inplace
func.func @no_in_place_in_contraction(%x: tensor<16x16xf32> {oaml.donated = 0}, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = oaml.contraction %x, %w {indexing_maps = [#a, #b, #c]}
      : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// A residual is read element by element.
// CHECK-LABEL: func.func @in_place_residual
// CHECK: kernel.inplace = 2 : i64
func.func @in_place_residual(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %r: tensor<16x16xf32> {oaml.donated = 0}) -> tensor<16x16xf32> {
  %0 = oaml.contraction %x, %w {indexing_maps = [#a, #b, #c]}
      : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = oaml.add %0, %r : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// -----

// Private functions were inlined; what is left of them is not touched.
// CHECK-LABEL: func.func private @private_functions_stay
// CHECK: oaml.exp
// CHECK-NOT: kernel.func
func.func private @private_functions_stay(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Dead ops leave nothing behind.
// CHECK-LABEL: func.func @no_kernel_for_dead_ops
// CHECK-NEXT: return
// CHECK-NOT: kernel.func
func.func @no_kernel_for_dead_ops(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %x : tensor<4xf32>
}

// -----

// What is read at places that are data is not computed again for each of them;
// what follows shares the kernel.
// CHECK-LABEL: func.func @gather
// CHECK-NEXT: %[[E:.+]] = kernel.dispatch @exp(
// CHECK-NEXT: %[[R:.+]] = kernel.dispatch @embedding_neg(%[[E]],
// CHECK-NEXT: return %[[R]]
func.func @gather(%t: tensor<100x8xf32>, %i: tensor<100xi32>) -> tensor<100x8xf32> {
  %0 = oaml.exp %t : (tensor<100x8xf32>) -> tensor<100x8xf32>
  %1 = oaml.embedding %0, %i : (tensor<100x8xf32>, tensor<100xi32>) -> tensor<100x8xf32>
  %2 = oaml.neg %1 : (tensor<100x8xf32>) -> tensor<100x8xf32>
  return %2 : tensor<100x8xf32>
}
