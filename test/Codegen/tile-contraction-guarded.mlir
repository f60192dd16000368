// RUN: oaml-opt %s --pass-pipeline='builtin.module(oaml-tile,gpu.module(oaml-check-tile-ir))' | FileCheck %s

module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// Windows of three taps over a padded row: the taps run one by one, whatever
// block they were given, since the condition is one for all of a block.
// CHECK-LABEL: gpu.func @windows(
// CHECK:         scf.for {{.*}} -> (vector<16x64xf32>)
// CHECK-DAG:       vector.transfer_read {{.*}} : memref<32x66xf32>, vector<16x64xf32>
// CHECK-DAG:       vector.transfer_read {{.*}} : memref<16x32x3xf32>, vector<16x16x1xf32>
// CHECK:           %[[SUM:.*]] = vector.contract {{.*}}, %[[ACC:.*]] : {{.*}} into vector<16x64xf32>
// CHECK:           %[[INSIDE:.*]] = arith.cmpi ult
// CHECK:           arith.select {{.*}}, %[[SUM]], %[[ACC]] : vector<16x64xi1>, vector<16x64xf32>
func.func @windows(%x: tensor<32x66xf32>, %w: tensor<16x32x3xf32>) -> tensor<16x64xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = contraction, tile = [16, 64, 0, 0], block = [0, 0, 3, 16], edges = guard>} {
  %e = tensor.empty() : tensor<16x64xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(o, p, k, c) -> (c, p + k)>, affine_map<(o, p, k, c) -> (o, c, k)>, affine_map<(o, p, k, c) -> (o, p)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : tensor<32x66xf32>, tensor<16x32x3xf32>) outs(%f : tensor<16x64xf32>) {
    ^bb0(%u: f32, %v: f32, %acc: f32):
      %one = arith.constant 1 : index
      %end = arith.constant 64 : index
      %p = linalg.index 1 : index
      %k = linalg.index 2 : index
      %place = arith.addi %p, %k : index
      %moved = arith.subi %place, %one : index
      %inside = arith.cmpi ult, %moved, %end : index
      %t = arith.mulf %u, %v : f32
      %s = arith.addf %acc, %t : f32
      %y = arith.select %inside, %s, %acc : f32
      linalg.yield %y : f32 } -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// A factor at computed places is gathered for its own loops only.
// CHECK-LABEL: gpu.func @computed_places(
// CHECK:         scf.for {{.*}} -> (vector<16x64xf32>)
// CHECK:           %[[X:.*]] = vector.gather {{.*}} : memref<32x32xf32>, {{.*}} into vector<16x64xf32>
// CHECK:           vector.contract {{.*}} into vector<16x64xf32>
func.func @computed_places(%x: tensor<32x32xf32>, %w: tensor<16x32xf32>) -> tensor<16x64xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = contraction, tile = [16, 64, 0], block = [0, 0, 16], edges = guard>} {
  %e = tensor.empty() : tensor<16x64xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %columns = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(o, p, c) -> (o, c)>, affine_map<(o, p, c) -> (p)>, affine_map<(o, p, c) -> (o, p)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%w, %columns : tensor<16x32xf32>, tensor<64xf32>) outs(%f : tensor<16x64xf32>) {
    ^bb0(%u: f32, %n: f32, %acc: f32):
      %two = arith.constant 2 : index
      %c = linalg.index 2 : index
      %p = linalg.index 1 : index
      %half = arith.divui %p, %two : index
      %v = tensor.extract %x[%c, %half] : tensor<32x32xf32>
      %t = arith.mulf %u, %v : f32
      %s = arith.addf %acc, %t : f32
      linalg.yield %s : f32 } -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}
}
