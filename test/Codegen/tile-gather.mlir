// RUN: oaml-opt %s --pass-pipeline='builtin.module(oaml-choose-schedule,oaml-tile,gpu.module(oaml-check-tile-ir))' | FileCheck %s

module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// Padding before the data: points, with a mask where the data is.
// CHECK-LABEL: gpu.func @pad(
// CHECK:         %[[IN:.*]] = arith.andi {{.*}} : vector<4x16xi1>
// CHECK:         %[[V:.*]] = vector.gather %{{.*}}[%c0, %c0] [%{{.*}}], %[[IN]], %{{.*}} : memref<14x14xf32>
// CHECK:         arith.select %[[IN]], %[[V]]
func.func @pad(%x: tensor<14x14xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[1, 1] high[1, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32 } : tensor<14x14xf32> to tensor<16x16xf32>
  return %p : tensor<16x16xf32>
}

// Padding after the data is a tile that sticks out of it.
// CHECK-LABEL: gpu.func @pad_end(
// CHECK-NOT:     vector.gather
// CHECK:         vector.transfer_read {{.*}} {in_bounds = [true, false]} : memref<16x14xf32>
// CHECK:         arith.select
func.func @pad_end(%x: tensor<16x14xf32>) -> tensor<16x16xf32> {
  %one = arith.constant 1.0 : f32
  %p = tensor.pad %x low[0, 0] high[0, 2] {
    ^bb0(%i: index, %j: index):
      tensor.yield %one : f32 } : tensor<16x14xf32> to tensor<16x16xf32>
  return %p : tensor<16x16xf32>
}

// Indices that are data are checked against the extents.
// CHECK-LABEL: gpu.func @lookup(
// CHECK:         %[[K:.*]] = arith.index_cast {{.*}} : vector<{{.*}}xi32> to vector<{{.*}}xindex>
// CHECK:         arith.cmpi ult, %[[K]], %{{.*}}
// CHECK:         vector.gather
func.func @lookup(%t: tensor<100x16xf32>, %i: tensor<32xi32>) -> tensor<32x16xf32> {
  %e = tensor.empty() : tensor<32x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%i : tensor<32xi32>) outs(%e : tensor<32x16xf32>) {
    ^bb0(%a: i32, %o: f32):
      %k = arith.index_cast %a : i32 to index
      %j = linalg.index 1 : index
      %v = tensor.extract %t[%k, %j] : tensor<100x16xf32>
      linalg.yield %v : f32 } -> tensor<32x16xf32>
  return %r : tensor<32x16xf32>
}

// CHECK-LABEL: gpu.func @concat(
// CHECK:         vector.gather {{.*}} memref<5x10xf32>
// CHECK:         vector.gather {{.*}} memref<3x10xf32>
// CHECK:         arith.select
func.func @concat(%x: tensor<5x10xf32>, %y: tensor<3x10xf32>) -> tensor<8x10xf32> {
  %c = tensor.concat dim(0) %x, %y : (tensor<5x10xf32>, tensor<3x10xf32>) -> tensor<8x10xf32>
  return %c : tensor<8x10xf32>
}

// A slice moves the tile.
// CHECK-LABEL: gpu.func @slice(
// CHECK:         %[[I:.*]] = arith.addi %{{.*}}, %c3
// CHECK:         vector.transfer_read %{{.*}}[%[[I]], %c5]
func.func @slice(%x: tensor<64x64xf32>) -> tensor<32x16xf32> {
  %s = tensor.extract_slice %x[3, 5] [32, 16] [1, 1] : tensor<64x64xf32> to tensor<32x16xf32>
  %e = tensor.empty() : tensor<32x16xf32>
  %r = linalg.exp ins(%s : tensor<32x16xf32>) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
  return %r : tensor<32x16xf32>
}

// A product whose reshaped result is no tile of it is computed point by point.
// CHECK-LABEL: gpu.func @reshaped_sum(
// CHECK:         scf.for
// CHECK:           vector.gather
// CHECK:           arith.addf
func.func @reshaped_sum(%x: tensor<30x20xf32>) -> tensor<5x6xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [5, 6, 0], block = [0, 0, 20], edges = guard>} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<30xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<30xf32>) -> tensor<30xf32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<30x20xf32>) outs(%f : tensor<30xf32>) dimensions = [1]
  %r = tensor.expand_shape %s [[0, 1]] output_shape [5, 6] : tensor<30xf32> into tensor<5x6xf32>
  %e2 = tensor.empty() : tensor<5x6xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%r : tensor<5x6xf32>) outs(%e2 : tensor<5x6xf32>) {
    ^bb0(%a: f32, %o: f32):
      %j = linalg.index 1 : index
      %n = arith.index_cast %j : index to i32
      %q = arith.sitofp %n : i32 to f32
      %p = arith.mulf %a, %q : f32
      linalg.yield %p : f32 } -> tensor<5x6xf32>
  return %t : tensor<5x6xf32>
}
}
