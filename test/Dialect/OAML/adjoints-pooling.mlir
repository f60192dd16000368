// RUN: oaml-opt %s --oaml-differentiate --cse --split-input-file | FileCheck %s

func.func private @f(%a: tensor<?x2x4x5xf32>) -> tensor<?x2x2x3xf32> {
  %y:2 = oaml.max_pool_2d %a {kernel_size = 3, stride = 2, padding = 1} : (tensor<?x2x4x5xf32>) -> (tensor<?x2x2x3xf32>, tensor<?x2x2x3xi32>)
  return %y#0 : tensor<?x2x2x3xf32>
}
// Windows are asked which of their elements won; nothing is written at an index.
// CHECK-LABEL: func.func @max_pool_2d(
// CHECK-SAME:    %[[X0:.*]]: tensor<?x2x4x5xf32>, %[[X1:.*]]: tensor<?x2x2x3xf32>
// CHECK-NEXT:    %[[V0:.*]], %[[V1:.*]] = oaml.max_pool_2d %[[X0]] {kernel_size = 3
// CHECK-NEXT:    %[[V2:.*]] = oaml.window_scatter %[[X1]], %[[V1]] to [4, 5] {kernel_size = 3
// CHECK-NEXT:    return %[[V2]]
func.func @max_pool_2d(%a: tensor<?x2x4x5xf32>, %g: tensor<?x2x2x3xf32>) -> (tensor<?x2x4x5xf32>) {
  %r:2 = oaml.vjp @f(%a) cotangents(%g) {wrt = array<i64: 0>} : (tensor<?x2x4x5xf32>, tensor<?x2x2x3xf32>) -> (tensor<?x2x2x3xf32>, tensor<?x2x4x5xf32>)
  return %r#1 : tensor<?x2x4x5xf32>
}

// -----

func.func private @f(%a: tensor<?x2x?x4xf32>) -> tensor<?x2x?x2xf32> {
  %y = oaml.avg_pool_2d %a {kernel_size = 2, stride = 2, padding = 0} : (tensor<?x2x?x4xf32>) -> tensor<?x2x?x2xf32>
  return %y : tensor<?x2x?x2xf32>
}
// The adjoint of a resampling is the transposed one.
// CHECK-LABEL: func.func @avg_pool_2d(
// CHECK-SAME:    %[[X0:.*]]: tensor<?x2x?x4xf32>, %[[X1:.*]]: tensor<?x2x?x2xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.dim %[[X0]] {axis = 2
// CHECK-NEXT:    %[[V1:.*]] = oaml.resample window, %[[X1]] to [%[[V0]], 4] {kernel_size = 2
// CHECK-NEXT:    return %[[V1]]
func.func @avg_pool_2d(%a: tensor<?x2x?x4xf32>, %g: tensor<?x2x?x2xf32>) -> (tensor<?x2x?x4xf32>) {
  %r:2 = oaml.vjp @f(%a) cotangents(%g) {wrt = array<i64: 0>} : (tensor<?x2x?x4xf32>, tensor<?x2x?x2xf32>) -> (tensor<?x2x?x2xf32>, tensor<?x2x?x4xf32>)
  return %r#1 : tensor<?x2x?x4xf32>
}

// -----

func.func private @f(%a: tensor<1x1x6x4xf32>) -> tensor<1x1x3x2xf32> {
  %y = oaml.resample bilinear, %a to [3, 2] {scale_factor = 2, transposed} : (tensor<1x1x6x4xf32>) -> tensor<1x1x3x2xf32>
  return %y : tensor<1x1x3x2xf32>
}
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:    %[[X0:.*]]: tensor<1x1x6x4xf32>, %[[X1:.*]]: tensor<1x1x3x2xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.resample bilinear, %[[X1]] {scale_factor = 2
// CHECK-NEXT:    return %[[V0]]
func.func @transposed(%a: tensor<1x1x6x4xf32>, %g: tensor<1x1x3x2xf32>) -> (tensor<1x1x6x4xf32>) {
  %r:2 = oaml.vjp @f(%a) cotangents(%g) {wrt = array<i64: 0>} : (tensor<1x1x6x4xf32>, tensor<1x1x3x2xf32>) -> (tensor<1x1x3x2xf32>, tensor<1x1x6x4xf32>)
  return %r#1 : tensor<1x1x6x4xf32>
}
