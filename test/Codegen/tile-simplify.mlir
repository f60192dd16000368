// RUN: oaml-opt %s --pass-pipeline='builtin.module(oaml-choose-schedule,oaml-tile,gpu.module(oaml-check-tile-ir))' | FileCheck %s
// CHECK: #[[$TEN:map[0-9]*]] = affine_map<()[s0] -> (s0 * 10)>

module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// Dimensions that all ops walk through together are one.
// CHECK-LABEL: gpu.func @collapse(
// CHECK-SAME:    memref<4096xf32>, %{{.*}}: memref<4096xf32>)
func.func @collapse(%x: tensor<64x8x8xf32>) -> tensor<64x8x8xf32> {
  %e = tensor.empty() : tensor<64x8x8xf32>
  %r = linalg.exp ins(%x : tensor<64x8x8xf32>) outs(%e : tensor<64x8x8xf32>) -> tensor<64x8x8xf32>
  return %r : tensor<64x8x8xf32>
}

// A transposed operand needs them apart, but not the third.
// CHECK-LABEL: gpu.func @keep_transposed(
// CHECK-SAME:    memref<8x64x8xf32>, %{{.*}}: memref<64x8x8xf32>)
func.func @keep_transposed(%x: tensor<8x64x8xf32>) -> tensor<64x8x8xf32> {
  %e = tensor.empty() : tensor<64x8x8xf32>
  %r = linalg.transpose ins(%x : tensor<8x64x8xf32>) outs(%e : tensor<64x8x8xf32>) permutation = [1, 0, 2]
  return %r : tensor<64x8x8xf32>
}

// Batch and sequence of a linear layer are its rows.
// CHECK-LABEL: gpu.func @linear(
// CHECK-SAME:    memref<128x32xf32>, %{{.*}}: memref<32x64xf32>, %{{.*}}: memref<128x64xf32>)
func.func @linear(%x: tensor<8x16x32xf32>, %w: tensor<32x64xf32>) -> tensor<8x16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>, affine_map<(b, s, n, k) -> (k, n)>, affine_map<(b, s, n, k) -> (b, s, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x16x32xf32>, tensor<32x64xf32>) outs(%f : tensor<8x16x64xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %o, %p : f32
      linalg.yield %s : f32 } -> tensor<8x16x64xf32>
  return %r : tensor<8x16x64xf32>
}

// Extents of 1 go, also where a reduction left them.
// CHECK-LABEL: gpu.func @unit(
// CHECK-SAME:    memref<64x32xf32>, %{{.*}}: memref<64xf32>)
func.func @unit(%x: tensor<64x1x32xf32>) -> tensor<64x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x1xf32>) -> tensor<64x1xf32>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<64x1x32xf32>) outs(%f : tensor<64x1xf32>) dimensions = [2]
  return %r : tensor<64x1xf32>
}

// Reshapes of arguments and results are types of the buffers.
// CHECK-LABEL: gpu.func @boundary(
// CHECK-SAME:    memref<512xf32>, %{{.*}}: memref<512xf32>)
// CHECK-NOT:     vector.gather
func.func @boundary(%x: tensor<4x128xf32>) -> tensor<2x256xf32> {
  %a = tensor.collapse_shape %x [[0, 1]] : tensor<4x128xf32> into tensor<512xf32>
  %e = tensor.empty() : tensor<512xf32>
  %r = linalg.exp ins(%a : tensor<512xf32>) outs(%e : tensor<512xf32>) -> tensor<512xf32>
  %b = tensor.expand_shape %r [[0, 1]] output_shape [2, 256] : tensor<512xf32> into tensor<2x256xf32>
  return %b : tensor<2x256xf32>
}

// A collapsed dynamic extent is a map of the symbols.
// CHECK-LABEL: gpu.func @dynamic(
// CHECK-SAME:    memref<?xf32> {kernel.extents = [#[[$TEN]]]}
// CHECK-SAME:    %[[B:[a-z0-9]+]]: index {kernel.symbol = "B"})
// CHECK:         arith.muli %[[B]], %c10
func.func @dynamic(%x: tensor<?x10xf32> {oaml.dims = ["B", 10]}) -> tensor<?x10xf32> {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x10xf32>
  %e = tensor.empty(%b) : tensor<?x10xf32>
  %r = linalg.exp ins(%x : tensor<?x10xf32>) outs(%e : tensor<?x10xf32>) -> tensor<?x10xf32>
  return %r : tensor<?x10xf32>
}
}
