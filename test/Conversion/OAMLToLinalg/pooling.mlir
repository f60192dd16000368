// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' --split-input-file | FileCheck %s

// Value and position in one pass over the window; no position is 2^32-1.
// CHECK-DAG: #[[STEPS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
// CHECK-DAG: #[[WINDOW:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func.func @max_pool_2d(
// CHECK:         %[[NONE:.*]] = arith.constant -1 : i32
// CHECK:         linalg.generic {indexing_maps = [#[[STEPS]], #[[WINDOW]], #[[WINDOW]]]
// CHECK-SAME:        ins(%{{.*}} : tensor<3x3xf32>) outs(%{{.*}}, %{{.*}} : tensor<1x2x3x4xf32>, tensor<1x2x3x4xi32>)
// CHECK:           tensor.extract
// CHECK:           arith.cmpf ogt
// CHECK:           arith.cmpf uno
// CHECK:         linalg.generic
// CHECK:           arith.constant -3.40282347E+38 : f32
func.func @max_pool_2d(%x: tensor<1x2x3x4xf32>) -> (tensor<1x2x3x4xf32>, tensor<1x2x3x4xi32>) {
  %0:2 = oaml.max_pool_2d %x {kernel_size = 3, stride = 1, padding = 1} : (tensor<1x2x3x4xf32>) -> (tensor<1x2x3x4xf32>, tensor<1x2x3x4xi32>)
  return %0#0, %0#1 : tensor<1x2x3x4xf32>, tensor<1x2x3x4xi32>
}

// -----

// As many steps as windows hold a cell; what adds nothing leaves the sum alone.
// CHECK-LABEL: func.func @window_scatter(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<2x2xf32>) outs(%{{.*}} : tensor<1x2x5x5xf32>)
// CHECK:           %[[INDEX:.*]] = tensor.extract %{{.*}} : tensor<1x2x3x3xi32>
// CHECK:           arith.cmpi eq, %[[INDEX]]
// CHECK:           arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
func.func @window_scatter(%g: tensor<1x2x3x3xf32>, %i: tensor<1x2x3x3xi32>) -> tensor<1x2x5x5xf32> {
  %0 = oaml.window_scatter %g, %i to [5, 5] {kernel_size = 3, stride = 2, padding = 1} : (tensor<1x2x3x3xf32>, tensor<1x2x3x3xi32>) -> tensor<1x2x5x5xf32>
  return %0 : tensor<1x2x5x5xf32>
}

// -----

// Nothing is read at an index that is not in the window.
// CHECK-LABEL: func.func @window_gather(
// CHECK:         linalg.generic
// CHECK:           %[[PLACE:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK:           tensor.extract %{{.*}}[{{.*}}%[[PLACE]]
func.func @window_gather(%x: tensor<1x2x5x5xf32>, %i: tensor<1x2x3x3xi32>) -> tensor<1x2x3x3xf32> {
  %0 = oaml.window_gather %x, %i {kernel_size = 3, stride = 2, padding = 1} : (tensor<1x2x5x5xf32>, tensor<1x2x3x3xi32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

// -----

// Steps: a bin of 5 cells in 2 has at most 4, a cell is in at most 2 bins;
// bins of one size need no more steps than cells.
// CHECK-LABEL: func.func @adaptive(
// CHECK:         ins(%{{.*}} : tensor<4x3xf32>) outs(%{{.*}} : tensor<1x2x2x2xf32>)
// CHECK-LABEL: func.func @adaptive_transposed(
// CHECK:         ins(%{{.*}} : tensor<2x2xf32>) outs(%{{.*}} : tensor<1x2x5x6xf32>)
func.func @adaptive(%x: tensor<1x2x5x6xf32>) -> tensor<1x2x2x2xf32> {
  %0 = oaml.resample adaptive, %x to [2, 2] : (tensor<1x2x5x6xf32>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}
func.func @adaptive_transposed(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x5x6xf32> {
  %0 = oaml.resample adaptive, %x to [5, 6] {transposed} : (tensor<1x2x2x2xf32>) -> tensor<1x2x5x6xf32>
  return %0 : tensor<1x2x5x6xf32>
}

// -----

// CHECK-LABEL: func.func @bilinear(
// CHECK:         ins(%{{.*}} : tensor<2x2xf32>) outs(%{{.*}} : tensor<1x2x6x?xf32>)
// CHECK-LABEL: func.func @bilinear_transposed(
// CHECK:         ins(%{{.*}} : tensor<4x4xf32>) outs(%{{.*}} : tensor<1x2x3x4xf32>)
func.func @bilinear(%x: tensor<1x2x3x?xf16>) -> tensor<1x2x6x?xf16> {
  %0 = oaml.resample bilinear, %x {scale_factor = 2} : (tensor<1x2x3x?xf16>) -> tensor<1x2x6x?xf16>
  return %0 : tensor<1x2x6x?xf16>
}
func.func @bilinear_transposed(%x: tensor<1x2x6x8xf32>) -> tensor<1x2x3x4xf32> {
  %0 = oaml.resample bilinear, %x to [3, 4] {scale_factor = 2, transposed} : (tensor<1x2x6x8xf32>) -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}
