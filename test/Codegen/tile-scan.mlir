// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg),oaml-choose-schedule,oaml-tile,gpu.module(oaml-check-tile-ir))' | FileCheck %s
// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg),oaml-choose-schedule)' | FileCheck %s --check-prefix=SCHEDULE

module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// Rows of the batch are independent: workgroups share them. Columns are not, as the
// product reads all of them: each workgroup runs through them in every step.
// SCHEDULE-LABEL: func.func @rows
// SCHEDULE-SAME:    kernel.schedule = #kernel.schedule<strategy = contraction, tile = [16, 0, 0], block = [0, 32, 16]
// CHECK-LABEL: gpu.func @rows(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x16x64xf32>, %[[W:[a-z0-9]+]]: memref<64x64xf32>, %[[Y:[a-z0-9]+]]: memref<64x16x64xf32>)
// CHECK:         %[[ID:.*]] = kernel.workgroup_id
// CHECK:         scf.for %[[T:.*]] = %c0 to %c16 step %c1 {
// CHECK:           %[[FIRST:.*]] = arith.cmpi eq, %[[T]], %c0
// CHECK:           %[[BEFORE:.*]] = arith.subi
// CHECK:           scf.for
// CHECK:             scf.for %[[K:.*]] = %c0 to %c64 step %c16
// CHECK:               vector.transfer_read %[[Y]][%{{.*}}, %[[BEFORE]], %[[K]]]
// CHECK:               arith.select
// CHECK:               vector.contract
// CHECK:             vector.transfer_write %{{.*}}, %[[Y]][%{{.*}}, %[[T]], %{{.*}}]
// CHECK:           gpu.barrier
// CHECK-NEXT:    }
func.func @rows(%x: tensor<64x16x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x16x64xf32> {
  %h = oaml.constant dense<0.0> : tensor<64x64xf32>
  %y = oaml.scan carries(%h) slices(%x) captures(%w) {axis = 1} : (tensor<64x64xf32>, tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32> {
  ^bb0(%c: tensor<64x64xf32>, %s: tensor<64x64xf32>, %v: tensor<64x64xf32>):
    %0 = oaml.contraction %c, %v {indexing_maps = [affine_map<(b, m, j) -> (b, j)>, affine_map<(b, m, j) -> (m, j)>, affine_map<(b, m, j) -> (b, m)>]} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = oaml.add %0, %s : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    oaml.yield %1 : tensor<64x64xf32>
  }
  return %y : tensor<64x16x64xf32>
}

// No dimension stays by itself: one workgroup runs everything.
// SCHEDULE-LABEL: func.func @mixed
// SCHEDULE-SAME:    tile = [0, 0, 0]
// CHECK-LABEL: gpu.func @mixed(
// CHECK-NOT:     kernel.workgroup_id
// CHECK:         gpu.barrier
func.func @mixed(%h: tensor<8x8xf32>, %x: tensor<5x8x8xf32>) -> tensor<5x8x8xf32> {
  %y = oaml.scan carries(%h) slices(%x) {axis = 0} : (tensor<8x8xf32>, tensor<5x8x8xf32>) -> tensor<5x8x8xf32> {
  ^bb0(%c: tensor<8x8xf32>, %s: tensor<8x8xf32>):
    %0 = oaml.contraction %c, %c {indexing_maps = [affine_map<(b, m, j) -> (b, j)>, affine_map<(b, m, j) -> (j, m)>, affine_map<(b, m, j) -> (b, m)>]} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = oaml.add %0, %s : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    oaml.yield %1 : tensor<8x8xf32>
  }
  return %y : tensor<5x8x8xf32>
}
}
