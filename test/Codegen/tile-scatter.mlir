// RUN: oaml-opt %s --split-input-file --pass-pipeline='builtin.module(oaml-choose-schedule)' | FileCheck %s --check-prefix=SCHEDULE
// RUN: oaml-opt %s --split-input-file --pass-pipeline='builtin.module(oaml-choose-schedule,oaml-tile,gpu.module(oaml-check-tile-ir))' | FileCheck %s

module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// Four workgroups, each with a quarter of the rows.
// SCHEDULE-LABEL: func @rows
// SCHEDULE-SAME:  strategy = scatter, tile = [250, 16, 0], block = [0, 0, 1], edges = guard

// CHECK-LABEL: gpu.func @rows(
// CHECK-SAME:    %[[SOURCE:[^:]*]]: memref<70x16xf32>, %[[INDICES:[^:]*]]: memref<70xi32>, %[[OUT:[^:]*]]: memref<1000x16xf32>
// CHECK:         scf.for %[[STEP:.*]] = %c0 to %c320 step %c1 {
// CHECK:           %[[START:.*]] = arith.cmpi ult, %[[STEP]], %c250
// CHECK:           %[[INDEX:.*]] = vector.transfer_read %[[INDICES]]
// CHECK:           vector.extract %[[INDEX]][0] : i32 from vector<1xi32>
// CHECK:           scf.if
// CHECK:             vector.transfer_read %[[SOURCE]]
// CHECK:             %[[OLD:.*]] = vector.transfer_read %[[OUT]]
// CHECK:             arith.addf %[[OLD]]
// CHECK:             arith.select
// CHECK:             vector.transfer_write %{{.*}}, %[[OUT]]
func.func @rows(%s: tensor<70x16xf32>, %i: tensor<70xi32>) -> tensor<1000x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1000x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1000x16xf32>) -> tensor<1000x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(v, d, r) -> (r, d)>, affine_map<(v, d, r) -> (r)>, affine_map<(v, d, r) -> (v, d)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%s, %i : tensor<70x16xf32>, tensor<70xi32>) outs(%f : tensor<1000x16xf32>) {
    ^bb0(%x: f32, %k: i32, %acc: f32):
      %v = linalg.index 0 : index
      %row = arith.index_cast %v : index to i32
      %here = arith.cmpi eq, %k, %row : i32
      %sum = arith.addf %acc, %x : f32
      %y = arith.select %here, %sum, %acc : f32
      linalg.yield %y : f32 } -> tensor<1000x16xf32>
  return %r : tensor<1000x16xf32>
}

// An index per element of the result's rows: no row is skipped.
// SCHEDULE-LABEL: func @own_indices
// SCHEDULE-SAME:  strategy = reduction
func.func @own_indices(%s: tensor<9x70xf32>, %i: tensor<9x70xi32>) -> tensor<9x100xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<9x100xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<9x100xf32>) -> tensor<9x100xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(t, v, k) -> (t, k)>, affine_map<(t, v, k) -> (t, k)>, affine_map<(t, v, k) -> (t, v)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%s, %i : tensor<9x70xf32>, tensor<9x70xi32>) outs(%f : tensor<9x100xf32>) {
    ^bb0(%x: f32, %k: i32, %acc: f32):
      %v = linalg.index 1 : index
      %row = arith.index_cast %v : index to i32
      %here = arith.cmpi eq, %k, %row : i32
      %sum = arith.addf %acc, %x : f32
      %y = arith.select %here, %sum, %acc : f32
      linalg.yield %y : f32 } -> tensor<9x100xf32>
  return %r : tensor<9x100xf32>
}
}
