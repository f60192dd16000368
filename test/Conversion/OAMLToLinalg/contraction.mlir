// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' | FileCheck %s

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>

// CHECK-LABEL: func.func @matmul_nt(
// CHECK-SAME:    %[[X:.*]]: tensor<?x8xf32>, %[[W:.*]]: tensor<3x8xf32>)
// CHECK:         %[[M:.*]] = tensor.dim %[[X]]
// CHECK:         %[[EMPTY:.*]] = tensor.empty(%[[M]]) : tensor<?x3xf32>
// CHECK:         %[[ZEROS:.*]] = linalg.fill ins(%{{.*}}) outs(%[[EMPTY]]
// CHECK:         linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[X]], %[[W]] {{.*}} outs(%[[ZEROS]]
// CHECK:         ^bb0(%[[L:.*]]: f32, %[[R:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK:           %[[P:.*]] = arith.mulf %[[L]], %[[R]] fastmath<contract>
// CHECK:           %[[S:.*]] = arith.addf %[[ACC]], %[[P]] fastmath<contract>
// CHECK:           linalg.yield %[[S]]
func.func @matmul_nt(%x: tensor<?x8xf32>, %w: tensor<3x8xf32>) -> tensor<?x3xf32> {
  %y = oaml.contraction %x, %w {indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]}
      : (tensor<?x8xf32>, tensor<3x8xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

// Narrow floats are multiplied and summed in f32, rounded once.
// CHECK-LABEL: func.func @narrow(
// CHECK:         linalg.fill {{.*}} -> tensor<2x4x3xf32>
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK:           arith.extf %{{.*}} : bf16 to f32
// CHECK:           arith.extf %{{.*}} : bf16 to f32
// CHECK:           arith.mulf %{{.*}} : f32
// CHECK:         linalg.generic
// CHECK:           arith.truncf %{{.*}} : f32 to bf16
// CHECK:         -> tensor<2x4x3xbf16>
func.func @narrow(%x: tensor<2x4x8xbf16>, %w: tensor<2x8x3xbf16>) -> tensor<2x4x3xbf16> {
  %y = oaml.contraction %x, %w {indexing_maps = [
      affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>,
      affine_map<(b, m, n, k) -> (b, m, n)>]}
      : (tensor<2x4x8xbf16>, tensor<2x8x3xbf16>) -> tensor<2x4x3xbf16>
  return %y : tensor<2x4x3xbf16>
}

// A full sum of products: rank 0.
// CHECK-LABEL: func.func @dot(
// CHECK:         linalg.generic {{.*}}iterator_types = ["reduction"]
// CHECK:         -> tensor<f32>
func.func @dot(%x: tensor<8xf32>, %w: tensor<8xf32>) -> tensor<f32> {
  %y = oaml.contraction %x, %w {indexing_maps = [
      affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>]}
      : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return %y : tensor<f32>
}
