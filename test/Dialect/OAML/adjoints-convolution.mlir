// RUN: oaml-opt %s --oaml-differentiate --cse --split-input-file | FileCheck %s

// The adjoints of a convolution are convolutions with other targets.

func.func private @f(%a: tensor<?x4x9x8xf32>, %b: tensor<6x2x3x3xf32>, %c: tensor<6xf32>) -> tensor<?x6x5x4xf32> {
  %y = oaml.conv_2d %a, %b, %c {stride = 2, padding = 1, groups = 2} : (tensor<?x4x9x8xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<?x6x5x4xf32>
  return %y : tensor<?x6x5x4xf32>
}
// CHECK-LABEL: func.func @conv_2d(
// CHECK-SAME:    %[[X0:.*]]: tensor<?x4x9x8xf32>, %[[X1:.*]]: tensor<6x2x3x3xf32>, %[[X2:.*]]: tensor<6xf32>, %[[X3:.*]]: tensor<?x6x5x4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.convolution output, %[[X0]], %[[X1]] {dilations = array<i64: 1, 1>, groups = 2
// CHECK-NEXT:    %[[V1:.*]] = oaml.reshape %[[X2]] to [6, 1, 1]
// CHECK-NEXT:    %[[V2:.*]] = oaml.reduce sum, %[[X3]] {axes = array<i64: 0, 2, 3>}
// CHECK-NEXT:    %[[V3:.*]] = oaml.reshape %[[V2]] to [6]
// CHECK-NEXT:    %[[V4:.*]] = oaml.convolution input, %[[X3]], %[[X1]] to [9, 8] {dilations = array<i64: 1, 1>, groups = 2
// CHECK-NEXT:    %[[V5:.*]] = oaml.convolution weight, %[[X0]], %[[X3]] to [3, 3] {dilations = array<i64: 1, 1>, groups = 2
// CHECK-NEXT:    return %[[V4]], %[[V5]], %[[V3]]
func.func @conv_2d(%a: tensor<?x4x9x8xf32>, %b: tensor<6x2x3x3xf32>, %c: tensor<6xf32>, %g: tensor<?x6x5x4xf32>) -> (tensor<?x4x9x8xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) {
  %r:4 = oaml.vjp @f(%a, %b, %c) cotangents(%g) {wrt = array<i64: 0, 1, 2>} : (tensor<?x4x9x8xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>, tensor<?x6x5x4xf32>) -> (tensor<?x6x5x4xf32>, tensor<?x4x9x8xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>)
  return %r#1, %r#2, %r#3 : tensor<?x4x9x8xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>
}

// -----

func.func private @f(%a: tensor<1x2x4xf32>, %b: tensor<2x3x3xf32>) -> tensor<1x3x9xf32> {
  %y = oaml.conv_transpose_1d %a, %b {stride = 2, padding = 0, dilation = 1} : (tensor<1x2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x9xf32>
  return %y : tensor<1x3x9xf32>
}
// CHECK-LABEL: func.func @conv_transpose_1d(
// CHECK-SAME:    %[[X0:.*]]: tensor<1x2x4xf32>, %[[X1:.*]]: tensor<2x3x3xf32>, %[[X2:.*]]: tensor<1x3x9xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.convolution output, %[[X2]], %[[X1]] {dilations = array<i64: 1>, padding_high = array<i64: 0>, padding_low = array<i64: 0>, strides = array<i64: 2>}
// CHECK-NEXT:    %[[V1:.*]] = oaml.convolution weight, %[[X2]], %[[X0]] to [3] {dilations = array<i64: 1>, padding_high = array<i64: 0>, padding_low = array<i64: 0>, strides = array<i64: 2>}
// CHECK-NEXT:    return %[[V0]], %[[V1]]
func.func @conv_transpose_1d(%a: tensor<1x2x4xf32>, %b: tensor<2x3x3xf32>, %g: tensor<1x3x9xf32>) -> (tensor<1x2x4xf32>, tensor<2x3x3xf32>) {
  %r:3 = oaml.vjp @f(%a, %b) cotangents(%g) {wrt = array<i64: 0, 1>} : (tensor<1x2x4xf32>, tensor<2x3x3xf32>, tensor<1x3x9xf32>) -> (tensor<1x3x9xf32>, tensor<1x2x4xf32>, tensor<2x3x3xf32>)
  return %r#1, %r#2 : tensor<1x2x4xf32>, tensor<2x3x3xf32>
}

// -----

func.func private @f(%a: tensor<1x2x8xf32>, %b: tensor<1x3x6xf32>) -> tensor<3x2x3xf32> {
  %y = oaml.convolution weight, %a, %b to [3] : (tensor<1x2x8xf32>, tensor<1x3x6xf32>) -> tensor<3x2x3xf32>
  return %y : tensor<3x2x3xf32>
}
// CHECK-LABEL: func.func @weight(
// CHECK-SAME:    %[[X0:.*]]: tensor<1x2x8xf32>, %[[X1:.*]]: tensor<1x3x6xf32>, %[[X2:.*]]: tensor<3x2x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.convolution input, %[[X1]], %[[X2]] to [8]
// CHECK-NEXT:    %[[V1:.*]] = oaml.convolution output, %[[X0]], %[[X2]]
// CHECK-NEXT:    return %[[V0]], %[[V1]]
func.func @weight(%a: tensor<1x2x8xf32>, %b: tensor<1x3x6xf32>, %g: tensor<3x2x3xf32>) -> (tensor<1x2x8xf32>, tensor<1x3x6xf32>) {
  %r:3 = oaml.vjp @f(%a, %b) cotangents(%g) {wrt = array<i64: 0, 1>} : (tensor<1x2x8xf32>, tensor<1x3x6xf32>, tensor<3x2x3xf32>) -> (tensor<3x2x3xf32>, tensor<1x2x8xf32>, tensor<1x3x6xf32>)
  return %r#1, %r#2 : tensor<1x2x8xf32>, tensor<1x3x6xf32>
}
