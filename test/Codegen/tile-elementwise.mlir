// RUN: oaml-opt %s --pass-pipeline='builtin.module(oaml-tile,gpu.module(oaml-check-tile-ir))' | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// Producers are computed where they are needed: one vector per tile, no
// intermediate buffer. Divisible extents need no guard.
// CHECK-LABEL: gpu.func @multiply_add_relu(
// CHECK-SAME:    %[[X:[^:]+]]: memref<4096xf32>, %[[Y:[^:]+]]: memref<4096xf32>, %[[Z:[^:]+]]: memref<4096xf32>, %[[OUT:[^:]+]]: memref<4096xf32>)
// CHECK-SAME:    kernel.grid = #[[$GRID:[^,]+]]
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<256xf32>
// CHECK:         %[[ID:.*]] = kernel.workgroup_id : index
// CHECK:         %[[I:.*]] = arith.muli %[[ID]]
// CHECK-DAG:     %[[A:.*]] = vector.transfer_read %[[X]][%[[I]]], {{.*}} {in_bounds = [true]}
// CHECK-DAG:     %[[B:.*]] = vector.transfer_read %[[Y]][%[[I]]]
// CHECK:         %[[M:.*]] = arith.mulf %[[A]], %[[B]] : vector<256xf32>
// CHECK:         %[[C:.*]] = vector.transfer_read %[[Z]][%[[I]]]
// CHECK:         %[[S:.*]] = arith.addf %[[M]], %[[C]]
// CHECK:         %[[R:.*]] = arith.maximumf %[[S]], %[[ZERO]]
// CHECK-NEXT:    vector.transfer_write %[[R]], %[[OUT]][%[[I]]] {in_bounds = [true]}
// CHECK-NEXT:    gpu.return
func.func @multiply_add_relu(%x: tensor<4096xf32>, %y: tensor<4096xf32>,
    %z: tensor<4096xf32>) -> tensor<4096xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [256], block = [0], edges = guard>} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096xf32>
  %m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4096xf32>, tensor<4096xf32>) outs(%e : tensor<4096xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.mulf %a, %b : f32
      linalg.yield %p : f32 } -> tensor<4096xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%m, %z : tensor<4096xf32>, tensor<4096xf32>) outs(%e : tensor<4096xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.addf %a, %b : f32
      %q = arith.maximumf %p, %zero : f32
      linalg.yield %q : f32 } -> tensor<4096xf32>
  return %r : tensor<4096xf32>
}

// A loop that is not split over workgroups runs in blocks.
// CHECK-LABEL: gpu.func @blocks(
// CHECK:         scf.for %[[J:.*]] = %c0 to %c96 step %c32 {
// CHECK:           vector.transfer_read %{{.*}}[%{{.*}}, %[[J]]], {{.*}} : memref<8x96xf32>, vector<4x32xf32>
// CHECK:           math.exp
// CHECK:           vector.transfer_write
// CHECK:         }
func.func @blocks(%x: tensor<8x96xf32>) -> tensor<8x96xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [4, 0], block = [0, 32], edges = guard>} {
  %e = tensor.empty() : tensor<8x96xf32>
  %r = linalg.exp ins(%x : tensor<8x96xf32>) outs(%e : tensor<8x96xf32>) -> tensor<8x96xf32>
  return %r : tensor<8x96xf32>
}

// So may the tile of a workgroup, guarded up to the end of the extent.
// CHECK-LABEL: gpu.func @blocks_of_a_tile(
// CHECK:         %[[REST:.*]] = arith.subi %c1000
// CHECK:         %[[LEFT:.*]] = arith.minui %{{.*}}%[[REST]]
// CHECK:         scf.if
// CHECK:           scf.for %[[J:.*]] = %c0 to %c256 step %c64 {
// CHECK:             arith.addi %{{.*}}, %[[J]]
// CHECK:             vector.transfer_write {{.*}} {in_bounds = [true]} : vector<64xf32>
// CHECK:         } else {
// CHECK:           scf.for {{.*}} = %c0 to %[[LEFT]] step %c64 {
func.func @blocks_of_a_tile(%x: tensor<1000xf32>) -> tensor<1000xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [256], block = [64], edges = guard>} {
  %e = tensor.empty() : tensor<1000xf32>
  %r = linalg.exp ins(%x : tensor<1000xf32>) outs(%e : tensor<1000xf32>) -> tensor<1000xf32>
  return %r : tensor<1000xf32>
}

// An extent that no tensor argument has is an index argument.
// CHECK-LABEL: gpu.func @symbol_argument(
// CHECK-SAME:    %{{.*}}: memref<?xf32> {oaml.dims = ["N"]}, %[[N:[a-z0-9]+]]: index {kernel.symbol = "N"})
func.func @symbol_argument(%n: index {kernel.symbol = "N"}) -> (tensor<?xf32> {oaml.dims = ["N"]}) attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [64], block = [0], edges = guard>} {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// Operands that lack a loop are broadcast, scalars are vectors of rank 0.
// CHECK-LABEL: gpu.func @broadcast_operands(
// CHECK:         %[[COLUMN:.*]] = vector.transfer_read {{.*}} : memref<8xf32>, vector<4xf32>
// CHECK:         %[[UNIT:.*]] = vector.shape_cast %[[COLUMN]] : vector<4xf32> to vector<4x1xf32>
// CHECK:         vector.broadcast %[[UNIT]] : vector<4x1xf32> to vector<4x32xf32>
// CHECK:         %[[S:.*]] = vector.transfer_read %{{.*}}[], {{.*}} : memref<f32>, vector<f32>
// CHECK:         vector.broadcast %[[S]] : vector<f32> to vector<4x32xf32>
func.func @broadcast_operands(%x: tensor<8x32xf32>, %c: tensor<8xf32>, %s: tensor<f32>)
    -> tensor<8x32xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [4, 32], block = [0, 0], edges = guard>} {
  %e = tensor.empty() : tensor<8x32xf32>
  %r = linalg.generic {indexing_maps = [#id2, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> ()>, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %c, %s : tensor<8x32xf32>, tensor<8xf32>, tensor<f32>) outs(%e : tensor<8x32xf32>) {
    ^bb0(%a: f32, %b: f32, %d: f32, %o: f32):
      %p = arith.addf %a, %b : f32
      %q = arith.mulf %p, %d : f32
      linalg.yield %q : f32 } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// CHECK-LABEL: gpu.func @transpose(
// CHECK:         %[[V:.*]] = vector.transfer_read {{.*}} : memref<64x32xf32>, vector<8x16xf32>
// CHECK:         vector.transpose %[[V]], [1, 0] : vector<8x16xf32> to vector<16x8xf32>
func.func @transpose(%x: tensor<64x32xf32>) -> tensor<32x64xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [16, 8], block = [0, 0], edges = guard>} {
  %e = tensor.empty() : tensor<32x64xf32>
  %r = linalg.transpose ins(%x : tensor<64x32xf32>) outs(%e : tensor<32x64xf32>) permutation = [1, 0]
  return %r : tensor<32x64xf32>
}

// Indices are the tile's offset plus 0, 1, …
// CHECK-LABEL: gpu.func @iota(
// CHECK:         %[[I:.*]] = arith.muli
// CHECK-DAG:     %[[STEP:.*]] = vector.step : vector<64xindex>
// CHECK-DAG:     %[[START:.*]] = vector.broadcast %[[I]] : index to vector<64xindex>
// CHECK:         %[[SUM:.*]] = arith.addi %[[STEP]], %[[START]]
// CHECK:         arith.index_cast %[[SUM]] : vector<64xindex> to vector<64xi32>
func.func @iota() -> tensor<256xi32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [64], block = [0], edges = guard>} {
  %e = tensor.empty() : tensor<256xi32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
    ^bb0(%o: i32):
      %i = linalg.index 0 : index
      %v = arith.index_cast %i : index to i32
      linalg.yield %v : i32 } -> tensor<256xi32>
  return %r : tensor<256xi32>
}
}
