// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-decompose),canonicalize,cse)' --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @avg_pool_2d(
// CHECK-SAME:    %[[X0:.*]]: tensor<1x2x?x5xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.resample window, %[[X0]] {kernel_size = 3
// CHECK-NEXT:    return %[[V0]]
func.func @avg_pool_2d(%x: tensor<1x2x?x5xf32>) -> tensor<1x2x?x3xf32> {
  %0 = oaml.avg_pool_2d %x {kernel_size = 3, stride = 2, padding = 1} : (tensor<1x2x?x5xf32>) -> tensor<1x2x?x3xf32>
  return %0 : tensor<1x2x?x3xf32>
}

// -----

// CHECK-LABEL: func.func @adaptive(
// CHECK-SAME:    %[[X0:.*]]: tensor<1x2x7x5xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.resample adaptive, %[[X0]] to [2, 3]
// CHECK-NEXT:    return %[[V0]]
func.func @adaptive(%x: tensor<1x2x7x5xf32>) -> tensor<1x2x2x3xf32> {
  %0 = oaml.adaptive_avg_pool_2d %x {output_height = 2, output_width = 3} : (tensor<1x2x7x5xf32>) -> tensor<1x2x2x3xf32>
  return %0 : tensor<1x2x2x3xf32>
}

// -----

// Bins of one size are sums over parts of axes.
// CHECK-LABEL: func.func @adaptive_even(
// CHECK-SAME:    %[[X0:.*]]: tensor<?x2x8x6xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<1.250000e-01>
// CHECK-NEXT:    %[[V1:.*]] = oaml.dim %[[X0]] {axis = 0
// CHECK-NEXT:    %[[V2:.*]] = oaml.reshape %[[X0]] to [%[[V1]], 2, 2, 4, 3, 2]
// CHECK-NEXT:    %[[V3:.*]] = oaml.reduce sum, %[[V2]] {axes = array<i64: 3, 5>}
// CHECK-NEXT:    %[[V4:.*]] = oaml.mul %[[V3]], %[[V0]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.reshape %[[V4]] to [%[[V1]], 2, 2, 3]
// CHECK-NEXT:    return %[[V5]]
func.func @adaptive_even(%x: tensor<?x2x8x6xf32>) -> tensor<?x2x2x3xf32> {
  %0 = oaml.adaptive_avg_pool_2d %x {output_height = 2, output_width = 3} : (tensor<?x2x8x6xf32>) -> tensor<?x2x2x3xf32>
  return %0 : tensor<?x2x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @upsample_2d(
// CHECK-SAME:    %[[X0:.*]]: tensor<1x2x3x?xf16>
// CHECK-NEXT:    %[[V0:.*]] = oaml.resample bilinear, %[[X0]] {scale_factor = 2
// CHECK-NEXT:    return %[[V0]]
func.func @upsample_2d(%x: tensor<1x2x3x?xf16>) -> tensor<1x2x6x?xf16> {
  %0 = oaml.upsample_2d bilinear, %x {scale_factor = 2} : (tensor<1x2x3x?xf16>) -> tensor<1x2x6x?xf16>
  return %0 : tensor<1x2x6x?xf16>
}
