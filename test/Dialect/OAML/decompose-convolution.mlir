// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-decompose),canonicalize,cse)' --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @conv_2d(
// CHECK-SAME:    %[[X0:.*]]: tensor<?x4x9x8xf32>, %[[X1:.*]]: tensor<6x2x3x3xf32>, %[[X2:.*]]: tensor<6xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.convolution output, %[[X0]], %[[X1]] {dilations = array<i64: 1, 1>, groups = 2
// CHECK-NEXT:    %[[V1:.*]] = oaml.reshape %[[X2]] to [6, 1, 1]
// CHECK-NEXT:    %[[V2:.*]] = oaml.add %[[V0]], %[[V1]]
// CHECK-NEXT:    return %[[V2]]
func.func @conv_2d(%x: tensor<?x4x9x8xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) -> tensor<?x6x5x4xf32> {
  %0 = oaml.conv_2d %x, %w, %b {stride = 2, padding = 1, groups = 2} : (tensor<?x4x9x8xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<?x6x5x4xf32>
  return %0 : tensor<?x6x5x4xf32>
}

// -----

// CHECK-LABEL: func.func @conv_1d(
// CHECK-SAME:    %[[X0:.*]]: tensor<1x4x?xf32>, %[[X1:.*]]: tensor<6x4x3xf32>, %[[X2:.*]]: tensor<6xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.convolution output, %[[X0]], %[[X1]] {dilations = array<i64: 2>, padding_high = array<i64: 2>, padding_low = array<i64: 2>, strides = array<i64: 1>}
// CHECK-NEXT:    %[[V1:.*]] = oaml.reshape %[[X2]] to [6, 1]
// CHECK-NEXT:    %[[V2:.*]] = oaml.add %[[V0]], %[[V1]]
// CHECK-NEXT:    return %[[V2]]
func.func @conv_1d(%x: tensor<1x4x?xf32>, %w: tensor<6x4x3xf32>, %b: tensor<6xf32>) -> tensor<1x6x?xf32> {
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 2, dilation = 2} : (tensor<1x4x?xf32>, tensor<6x4x3xf32>, tensor<6xf32>) -> tensor<1x6x?xf32>
  return %0 : tensor<1x6x?xf32>
}

// -----

// The adjoint of a convolution from the result to the input; its extent is 2 L + K - 4.
// CHECK-LABEL: func.func @conv_transpose_1d(
// CHECK-SAME:    %[[X0:.*]]: tensor<1x4x?xf32>, %[[X1:.*]]: tensor<4x6x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = arith.constant -1
// CHECK-NEXT:    %[[V1:.*]] = arith.constant 2
// CHECK-NEXT:    %[[V2:.*]] = oaml.dim %[[X0]] {axis = 2
// CHECK-NEXT:    %[[V3:.*]] = arith.muli %[[V2]], %[[V1]]
// CHECK-NEXT:    %[[V4:.*]] = arith.addi %[[V3]], %c-1
// CHECK-NEXT:    %[[V5:.*]] = oaml.convolution input, %[[X0]], %[[X1]] to [%[[V4]]] {dilations = array<i64: 1>, padding_high = array<i64: 1>, padding_low = array<i64: 1>, strides = array<i64: 2>}
// CHECK-NEXT:    return %[[V5]]
func.func @conv_transpose_1d(%x: tensor<1x4x?xf32>, %w: tensor<4x6x3xf32>) -> tensor<1x6x?xf32> {
  %0 = oaml.conv_transpose_1d %x, %w {stride = 2, padding = 1, dilation = 1} : (tensor<1x4x?xf32>, tensor<4x6x3xf32>) -> tensor<1x6x?xf32>
  return %0 : tensor<1x6x?xf32>
}
