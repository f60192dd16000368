// RUN: oaml-opt %s --pass-pipeline='builtin.module(oaml-tile,gpu.module(oaml-check-tile-ir))' | FileCheck %s

#id = affine_map<(d0) -> (d0)>
module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// Results that share nothing: each has its own range of workgroups.
// CHECK-LABEL: gpu.func @side_by_side(
// CHECK-SAME:    kernel.grid = #[[GRID:[^,]+]],
// CHECK:         %[[ID:.*]] = kernel.workgroup_id
// CHECK:         %[[FIRST:.*]] = arith.cmpi ult, %[[ID]], %c4
// CHECK:         scf.if %[[FIRST]] {
// CHECK:           vector.transfer_write {{.*}} : vector<16xf32>, memref<64xf32>
// CHECK:         } else {
// CHECK:           vector.transfer_write {{.*}} : vector<8xf32>, memref<8xf32>
// CHECK:         }
func.func @side_by_side(%x: tensor<64xf32>, %y: tensor<8xf32>) -> (tensor<64xf32>, tensor<8xf32>)
    attributes {kernel.schedule = [
    #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = guard>,
    #kernel.schedule<strategy = elementwise, tile = [8], block = [0], edges = guard>]} {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %e2 = tensor.empty() : tensor<8xf32>
  %r2 = linalg.exp ins(%y : tensor<8xf32>) outs(%e2 : tensor<8xf32>) -> tensor<8xf32>
  return %r, %r2 : tensor<64xf32>, tensor<8xf32>
}

// Results of one op over the same loops: computed once, written by the same
// workgroups. Results that only share a scalar do not join.
// CHECK-LABEL: gpu.func @updates(
// CHECK:         scf.if
// CHECK-COUNT-1:   arith.mulf {{.*}} : vector<16xf32>
// CHECK:           vector.transfer_write
// CHECK:           vector.transfer_write
// CHECK:         } else {
// CHECK:           vector.transfer_write
// CHECK-NOT:       vector.transfer_write
// CHECK:         }
func.func @updates(%w: tensor<64xf32>, %b: tensor<8xf32>, %rate: tensor<f32>)
    -> (tensor<64xf32>, tensor<64xf32>, tensor<8xf32>) attributes {kernel.schedule = [
    #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = guard>,
    #kernel.schedule<strategy = elementwise, tile = [8], block = [0], edges = guard>]} {
  %e = tensor.empty() : tensor<64xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, affine_map<(d0) -> ()>, #id, #id], iterator_types = ["parallel"]}
      ins(%w, %rate : tensor<64xf32>, tensor<f32>) outs(%e, %e : tensor<64xf32>, tensor<64xf32>) {
    ^bb0(%a: f32, %s: f32, %o: f32, %o2: f32):
      %p = arith.mulf %a, %s : f32
      %q = arith.subf %a, %p : f32
      linalg.yield %p, %q : f32, f32 } -> (tensor<64xf32>, tensor<64xf32>)
  %e2 = tensor.empty() : tensor<8xf32>
  %r2 = linalg.generic {indexing_maps = [#id, affine_map<(d0) -> ()>, #id], iterator_types = ["parallel"]}
      ins(%b, %rate : tensor<8xf32>, tensor<f32>) outs(%e2 : tensor<8xf32>) {
    ^bb0(%a: f32, %s: f32, %o: f32):
      %p = arith.mulf %a, %s : f32
      linalg.yield %p : f32 } -> tensor<8xf32>
  return %r#0, %r#1, %r2 : tensor<64xf32>, tensor<64xf32>, tensor<8xf32>
}

// A result over a prefix of the loops, with more than one tile in the others: one
// workgroup of each row writes it.
// CHECK-LABEL: gpu.func @prefix(
// CHECK:         %[[COLUMN:.*]] = arith.remui
// CHECK:         %[[FIRST:.*]] = arith.cmpi eq, %[[COLUMN]], %c0
// CHECK:         scf.if %[[FIRST]] {
// CHECK:           vector.transfer_write {{.*}} : vector<4xf32>, memref<64xf32>
// CHECK:         }
// CHECK:         vector.transfer_write {{.*}} : vector<4x32xf32>, memref<64x64xf32>
func.func @prefix(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64x64xf32>) attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [4, 32], block = [0, 0], edges = guard>} {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %e2 = tensor.empty() : tensor<64x64xf32>
  %r2 = linalg.broadcast ins(%r : tensor<64xf32>) outs(%e2 : tensor<64x64xf32>) dimensions = [1]
  return %r, %r2 : tensor<64xf32>, tensor<64x64xf32>
}

// A result in the memory of an argument must not hide it from other results.
// CHECK-LABEL: gpu.func @in_place(
// CHECK-SAME:    %[[A:[^:]+]]: memref<64xf32>, %{{.*}}: memref<64xf32>, %{{.*}}: memref<64xf32> {kernel.inplace = 0 : i64}
// CHECK:         vector.transfer_read
// CHECK:         vector.transfer_read
// CHECK:         vector.transfer_write
// CHECK-NOT:     vector.transfer_read
// CHECK:         vector.transfer_write
func.func @in_place(%a: tensor<64xf32>, %b: tensor<64xf32>)
    -> (tensor<64xf32> {kernel.inplace = 0 : i64}, tensor<64xf32>) attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = guard>} {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.exp ins(%b : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.add ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %r, %s : tensor<64xf32>, tensor<64xf32>
}
}
