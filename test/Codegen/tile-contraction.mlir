// RUN: oaml-opt %s --pass-pipeline='builtin.module(oaml-tile,gpu.module(oaml-check-tile-ir))' | FileCheck %s

#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// The accumulator is carried by the loop over K, bias and activation follow it.
// The rest of K is a smaller block.
// CHECK-LABEL: gpu.func @linear_relu(
// CHECK:         %[[ACC:.*]] = scf.for {{.*}} = %c0 to %c96 step %c16 iter_args({{.*}}) -> (vector<32x64xf32>) {
// CHECK:           vector.transfer_read {{.*}} : memref<128x100xf32>, vector<32x16xf32>
// CHECK:           vector.transfer_read {{.*}} : memref<64x100xf32>, vector<64x16xf32>
// CHECK:           vector.contract
// CHECK:         }
// CHECK:         vector.transfer_read {{.*}} : memref<128x100xf32>, vector<32x4xf32>
// CHECK:         %[[SUM:.*]] = vector.contract {{.*}}, %[[ACC]] : vector<32x4xf32>, vector<64x4xf32> into vector<32x64xf32>
// CHECK:         %[[B:.*]] = vector.broadcast {{.*}} : vector<64xf32> to vector<32x64xf32>
// CHECK:         %[[P:.*]] = arith.addf %[[SUM]], %[[B]]
// CHECK:         %[[Q:.*]] = arith.maximumf %[[P]]
// CHECK:         vector.transfer_write %[[Q]]
func.func @linear_relu(%x: tensor<128x100xf32>, %w: tensor<64x100xf32>, %bias: tensor<64xf32>)
    -> tensor<128x64xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = contraction, tile = [32, 64, 0], block = [0, 0, 16], edges = guard>} {
  %e = tensor.empty() : tensor<128x64xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<128x64xf32>) -> tensor<128x64xf32>
  %m = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<128x100xf32>, tensor<64x100xf32>)
      outs(%f : tensor<128x64xf32>) -> tensor<128x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%m, %bias : tensor<128x64xf32>, tensor<64xf32>) outs(%e : tensor<128x64xf32>) {
    ^bb0(%u: f32, %v: f32, %o: f32):
      %p = arith.addf %u, %v : f32
      %q = arith.maximumf %p, %zero : f32
      linalg.yield %q : f32 } -> tensor<128x64xf32>
  return %r : tensor<128x64xf32>
}

// A producer of an operand is computed on the operand's block. A dynamic rest of
// K runs step by step.
// CHECK-LABEL: gpu.func @fused_operand_dynamic_k(
// CHECK:         %[[ACC:.*]] = scf.for
// CHECK:           %[[A:.*]] = vector.transfer_read {{.*}}, vector<8x16xf32>
// CHECK:           %[[E:.*]] = math.exp %[[A]] : vector<8x16xf32>
// CHECK:           vector.contract {{.*}} %[[E]],
// CHECK:         scf.for {{.*}} step %c1 iter_args(%{{.*}} = %[[ACC]])
// CHECK:           vector.transfer_read {{.*}}, vector<8x1xf32>
// CHECK:           vector.contract {{.*}} : vector<8x1xf32>, vector<1x32xf32> into vector<8x32xf32>
func.func @fused_operand_dynamic_k(%x: tensor<32x?xf32> {oaml.dims = [32, "K"]}, %w: tensor<?x32xf32> {oaml.dims = ["K", 32]})
    -> tensor<32x32xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = contraction, tile = [8, 32, 0], block = [0, 0, 16], edges = guard>} {
  %c1 = arith.constant 1 : index
  %k = tensor.dim %x, %c1 : tensor<32x?xf32>
  %ek = tensor.empty(%k) : tensor<32x?xf32>
  %y = linalg.exp ins(%x : tensor<32x?xf32>) outs(%ek : tensor<32x?xf32>) -> tensor<32x?xf32>
  %e = tensor.empty() : tensor<32x32xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %m = linalg.matmul ins(%y, %w : tensor<32x?xf32>, tensor<?x32xf32>) outs(%f : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %m : tensor<32x32xf32>
}

// Batches leave the vectors; inputs of lower precision are extended before the
// product.
// CHECK-LABEL: gpu.func @batched_f16(
// CHECK:         vector.transfer_read {{.*}} : memref<8x64x64xf16>, vector<1x16x16xf16>
// CHECK:         arith.extf {{.*}} : vector<16x16xf16> to vector<16x16xf32>
// CHECK:         vector.contract {{.*}} : vector<16x16xf32>, vector<16x32xf32> into vector<16x32xf32>
// CHECK:         vector.shape_cast {{.*}} : vector<16x32xf32> to vector<1x16x32xf32>
func.func @batched_f16(%x: tensor<8x64x64xf16>, %y: tensor<8x64x64xf16>) -> tensor<8x64x64xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = contraction, tile = [1, 16, 32, 0], block = [0, 0, 0, 16], edges = guard>} {
  %e = tensor.empty() : tensor<8x64x64xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  %m = linalg.batch_matmul ins(%x, %y : tensor<8x64x64xf16>, tensor<8x64x64xf16>) outs(%f : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %m : tensor<8x64x64xf32>
}

// A matrix times a vector has no two free loops: a reduction along the rows.
// CHECK-LABEL: gpu.func @matvec(
// CHECK-NOT:     vector.contract
// CHECK:         scf.for {{.*}} -> (vector<4x32xf32>)
// CHECK:           arith.mulf {{.*}} : vector<4x32xf32>
// CHECK:         vector.multi_reduction <add>
func.func @matvec(%x: tensor<64x128xf32>, %y: tensor<128xf32>) -> tensor<64xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [4, 0], block = [0, 32], edges = guard>} {
  %e = tensor.empty() : tensor<64xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %m = linalg.matvec ins(%x, %y : tensor<64x128xf32>, tensor<128xf32>) outs(%f : tensor<64xf32>) -> tensor<64xf32>
  return %m : tensor<64xf32>
}
}
