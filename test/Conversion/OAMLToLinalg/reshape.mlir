// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' | FileCheck %s

// Only axes that are joined or split are touched.
// CHECK-LABEL: func.func @groups(
// CHECK-SAME:    %[[X:.*]]: tensor<4x6x5xf32>)
// CHECK:         tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<4x6x5xf32> into tensor<24x5xf32>
// CHECK:         tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2], [3]] output_shape [4, 2, 3, 5]
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]]
// CHECK:         tensor.expand_shape %[[C]] {{\[\[}}0, 1], [2]] output_shape [8, 3, 5]
// CHECK:         tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2], [3, 4]] output_shape [4, 1, 6, 5, 1]
func.func @groups(%x: tensor<4x6x5xf32>)
    -> (tensor<24x5xf32>, tensor<4x2x3x5xf32>, tensor<8x3x5xf32>, tensor<4x1x6x5x1xf32>) {
  %0 = oaml.reshape %x to [-1, 5] : (tensor<4x6x5xf32>) -> tensor<24x5xf32>
  %1 = oaml.reshape %x to [4, 2, 3, 5] : (tensor<4x6x5xf32>) -> tensor<4x2x3x5xf32>
  %2 = oaml.reshape %x to [8, 3, 5] : (tensor<4x6x5xf32>) -> tensor<8x3x5xf32>
  %3 = oaml.reshape %x to [4, 1, 6, 5, 1] : (tensor<4x6x5xf32>) -> tensor<4x1x6x5x1xf32>
  return %0, %1, %2, %3 : tensor<24x5xf32>, tensor<4x2x3x5xf32>, tensor<8x3x5xf32>, tensor<4x1x6x5x1xf32>
}

// CHECK-LABEL: func.func @rank0(
// CHECK-SAME:    %[[X:.*]]: tensor<f32>)
// CHECK:         %[[E:.*]] = tensor.expand_shape %[[X]] [] output_shape [1, 1]
// CHECK:         tensor.collapse_shape %[[E]] [] : tensor<1x1xf32> into tensor<f32>
func.func @rank0(%x: tensor<f32>) -> tensor<f32> {
  %0 = oaml.reshape %x to [1, 1] : (tensor<f32>) -> tensor<1x1xf32>
  %1 = oaml.reshape %0 to [] : (tensor<1x1xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// Dynamic extents are matched by what they are: of equal names, or the same
// extent by way of other ops.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?x?x4xf32>
// CHECK:         %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<?x?x4xf32> into tensor<?x?xf32>
// CHECK:         tensor.expand_shape %[[C]] {{\[\[}}0], [1, 2]] output_shape [%{{.*}}, %{{.*}}, 4] : tensor<?x?xf32> into tensor<?x?x4xf32>
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] output_shape [%{{.*}}, %{{.*}}, 2, 2]
func.func @dynamic(%x: tensor<?x?x4xf32> {oaml.dims = ["B", "S", 4]},
                   %y: tensor<?xf32> {oaml.dims = ["B"]})
    -> (tensor<?x?x4xf32>, tensor<?x?x2x2xf32>) {
  %b = oaml.dim %y {axis = 0} : tensor<?xf32>
  %s = oaml.dim %x {axis = 1} : tensor<?x?x4xf32>
  %e = oaml.exp %x : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %0 = oaml.reshape %e to [%b, -1] : (tensor<?x?x4xf32>, index) -> tensor<?x?xf32>
  %1 = oaml.reshape %0 to [%b, %s, 4] : (tensor<?x?xf32>, index, index) -> tensor<?x?x4xf32>
  %2 = oaml.reshape %e to [%b, %s, 2, 2] : (tensor<?x?x4xf32>, index, index) -> tensor<?x?x2x2xf32>
  return %1, %2 : tensor<?x?x4xf32>, tensor<?x?x2x2xf32>
}

// An inferred extent is the quotient of what its axes have together.
// CHECK-LABEL: func.func @inferred(
// CHECK-SAME:    %[[X:.*]]: tensor<?x6xf32>
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1]] : tensor<?x6xf32> into tensor<?xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[C]]
// CHECK:         %[[Q:.*]] = arith.divui %[[N]], %{{.*}} : index
// CHECK:         tensor.expand_shape %[[C]] {{\[\[}}0, 1]] output_shape [%[[Q]], 4]
func.func @inferred(%x: tensor<?x6xf32>) -> tensor<?x4xf32> {
  %0 = oaml.reshape %x to [-1, 4] : (tensor<?x6xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// An extent may come as an argument of its own.
// CHECK-LABEL: func.func @argument(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?x6xf32>
// CHECK-SAME:    %[[B:[^:]*]]: index
// CHECK:         tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2]] output_shape [%[[B]], 2, 3]
func.func @argument(%x: tensor<?x6xf32> {oaml.dims = ["B", 6]},
                    %b: index {kernel.symbol = "B"}) -> tensor<?x2x3xf32> {
  %0 = oaml.reshape %x to [%b, 2, 3] : (tensor<?x6xf32>, index) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}
