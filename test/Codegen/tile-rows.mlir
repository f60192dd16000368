// RUN: oaml-opt %s --pass-pipeline='builtin.module(oaml-tile,gpu.module(oaml-check-tile-ir))' | FileCheck %s

module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// The maximum is found before the sum, the sum before the quotient: three loops
// over the row, none inside another. Partial results are vectors of the block.
// CHECK-LABEL: gpu.func @softmax(
// CHECK-SAME:    %[[X:[^:]+]]: memref<4096x1024xf32>, %[[OUT:[^:]+]]: memref<4096x1024xf32>)
// CHECK:         %[[PARTIAL:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (vector<4x32xf32>) {
// CHECK:           %[[V:.*]] = vector.transfer_read %[[X]]{{.*}} {in_bounds = [true, true]}
// CHECK:           %[[BETTER:.*]] = arith.cmpf ogt, %[[V]], %[[ACC]] : vector<4x32xf32>
// CHECK:           arith.select %[[BETTER]], %[[V]], %[[ACC]]
// CHECK:         %[[MAX:.*]] = vector.multi_reduction <maxnumf>, %[[PARTIAL]], %{{.*}} [1] : vector<4x32xf32> to vector<4xf32>
// CHECK:         %[[SUMS:.*]] = scf.for
// CHECK:           math.exp
// CHECK:         vector.multi_reduction <add>, %[[SUMS]]
// CHECK-NOT:     multi_reduction
// CHECK:         scf.for
// CHECK:           arith.divf
// CHECK:           vector.transfer_write %{{.*}}, %[[OUT]]
func.func @softmax(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [4, 0], block = [0, 32], edges = guard>} {
  %e = tensor.empty() : tensor<4096x1024xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<4096x1024xf32>) outs(%e : tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  return %r : tensor<4096x1024xf32>
}

// A row that fits one block stays in registers: read once.
// CHECK-LABEL: gpu.func @whole_rows(
// CHECK-NOT:     scf.for
// CHECK:         vector.transfer_read
// CHECK-NOT:     vector.transfer_read
// CHECK:         vector.multi_reduction <maxnumf>
// CHECK:         vector.multi_reduction <add>
// CHECK:         vector.transfer_write
func.func @whole_rows(%x: tensor<64x32xf32>) -> tensor<64x32xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [8, 0], block = [0, 32], edges = guard>} {
  %e = tensor.empty() : tensor<64x32xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %r : tensor<64x32xf32>
}

// Padding of the last block is kept out of a reduction; full blocks carry no
// trace of that.
// CHECK-LABEL: gpu.func @ragged_row_sum(
// CHECK:         scf.for
// CHECK-NOT:       arith.select
// CHECK:           arith.addf
// CHECK:         }
// CHECK:         %[[V:.*]] = vector.transfer_read {{.*}} {in_bounds = [true, false]} : memref<64x100xf32>, vector<4x32xf32>
// CHECK:         %[[IN:.*]] = arith.cmpi ult, {{.*}} : vector<32xindex>
// CHECK:         %[[MASK:.*]] = vector.broadcast %[[IN]] : vector<32xi1> to vector<4x32xi1>
// CHECK:         arith.select %[[MASK]], %[[V]]
// CHECK:         vector.multi_reduction <add>
func.func @ragged_row_sum(%x: tensor<64x100xf32>) -> tensor<64xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [4, 0], block = [0, 32], edges = guard>} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<64x100xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  return %r : tensor<64xf32>
}

// Columns are summed in registers, without partial results; the last rows are a
// smaller block.
// CHECK-LABEL: gpu.func @column_sum(
// CHECK:         %[[S:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (vector<16xf32>) {
// CHECK:           %[[V:.*]] = vector.transfer_read {{.*}} : memref<100x64xf32>, vector<16x16xf32>
// CHECK:           vector.multi_reduction <add>, %[[V]], %[[ACC]] [0] : vector<16x16xf32> to vector<16xf32>
// CHECK:         vector.transfer_read {{.*}} {in_bounds = [true, true]} : memref<100x64xf32>, vector<4x16xf32>
// CHECK:         vector.multi_reduction <add>, %{{.*}}, %[[S]] [0] : vector<4x16xf32> to vector<16xf32>
func.func @column_sum(%x: tensor<100x64xf32>) -> tensor<64xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [16, 0], block = [0, 16], edges = guard>} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<100x64xf32>) outs(%f : tensor<64xf32>) dimensions = [0]
  return %r : tensor<64xf32>
}

// A scalar result, with an initial value that counts.
// CHECK-LABEL: gpu.func @total(
// CHECK:         %[[S:.*]] = vector.multi_reduction <add>, {{.*}} : vector<32xf32> to f32
// CHECK:         %[[V:.*]] = vector.broadcast %[[S]] : f32 to vector<f32>
// CHECK:         %[[T:.*]] = arith.addf %{{.*}}, %[[V]] : vector<f32>
// CHECK:         vector.transfer_write %[[T]], %{{.*}}[] : vector<f32>, memref<f32>
func.func @total(%x: tensor<640xf32>, %start: tensor<f32>) -> tensor<f32> attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [0], block = [32], edges = guard>} {
  %r = linalg.reduce {arith.addf} ins(%x : tensor<640xf32>) outs(%start : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// A per-row result beside a per-element result of the same rows.
// CHECK-LABEL: gpu.func @sum_and_quotient(
// CHECK:         %[[S:.*]] = vector.multi_reduction <add>
// CHECK:         vector.transfer_write %[[S]]
// CHECK:         arith.divf
// CHECK:         vector.transfer_write
// CHECK-NOT:     vector.transfer_write
func.func @sum_and_quotient(%x: tensor<64x32xf32>) -> (tensor<64xf32>, tensor<64x32xf32>) attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [4, 0], block = [0, 32], edges = guard>} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<64x32xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  %e2 = tensor.empty() : tensor<64x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x32xf32>, tensor<64xf32>) outs(%e2 : tensor<64x32xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.divf %a, %b : f32
      linalg.yield %q : f32 } -> tensor<64x32xf32>
  return %s, %r : tensor<64xf32>, tensor<64x32xf32>
}

// A combiner that is no known kind sees the elements in order; both of its
// accumulators are vectors over the rows.
// CHECK-LABEL: gpu.func @argmax(
// CHECK:         %[[R:.*]]:2 = scf.for %[[K:.*]] = %c0 to %c10 step %c1 iter_args(%[[V:.*]] = %{{.*}}, %[[I:.*]] = %{{.*}}) -> (vector<8xf32>, vector<8xi32>) {
// CHECK:           %[[C:.*]] = vector.transfer_read {{.*}} : memref<64x10xf32>, vector<8x1xf32>
// CHECK:           %[[E:.*]] = vector.shape_cast %[[C]] : vector<8x1xf32> to vector<8xf32>
// CHECK:           arith.cmpf ogt, %[[E]], %[[V]] : vector<8xf32>
// CHECK:         vector.transfer_write %[[R]]#1
func.func @argmax(%x: tensor<64x10xf32>) -> tensor<64xi32> attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [8, 0], block = [0, 1], edges = guard>} {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %ei = tensor.empty() : tensor<64xi32>
  %fi = linalg.fill ins(%none : i32) outs(%ei : tensor<64xi32>) -> tensor<64xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x10xf32>) outs(%f, %fi : tensor<64xf32>, tensor<64xi32>) {
    ^bb0(%a: f32, %v: f32, %i: i32):
      %k = linalg.index 1 : index
      %n = arith.index_cast %k : index to i32
      %more = arith.cmpf ogt, %a, %v : f32
      %nv = arith.select %more, %a, %v : f32
      %ni = arith.select %more, %n, %i : i32
      linalg.yield %nv, %ni : f32, i32 } -> (tensor<64xf32>, tensor<64xi32>)
  return %r#1 : tensor<64xi32>
}

// Several reduction loops are one that counts through them.
// CHECK-LABEL: gpu.func @two_axes(
// CHECK:         scf.for %[[I:.*]] = %c0 to %c32 step %c1
// CHECK:           %[[BLOCK:.*]] = arith.remui %[[I]], %c4
// CHECK:           %[[K:.*]] = arith.muli %[[BLOCK]], %c32
// CHECK:           %[[ROW:.*]] = arith.divui %[[I]], %c4
// CHECK:           vector.transfer_read %{{.*}}[%[[ROW]], %{{.*}}, %[[K]]]
// CHECK-NOT:     scf.for
// CHECK:         gpu.return
func.func @two_axes(%x: tensor<8x16x128xf32>) -> tensor<16xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [4, 0, 0], block = [0, 1, 32], edges = guard>} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<8x16x128xf32>) outs(%f : tensor<16xf32>) dimensions = [0, 2]
  return %r : tensor<16xf32>
}
}
