// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-pad-convolutions),cse)' | FileCheck %s

// The layer and the adjoint of its weight share one copy.
// CHECK-LABEL: func.func @layer
// CHECK-SAME:    %[[X:.*]]: tensor<?x2x8xf32>
// CHECK-NEXT:    %[[P:.*]] = oaml.pad %[[X]] low [0, 0, 1] high [0, 0, 2]
// CHECK-NEXT:    oaml.convolution output, %[[P]], %{{.*}} {{.*}}padded{{.*}} : (tensor<?x2x11xf32>, tensor<3x2x3xf32>) -> tensor<?x3x9xf32>
// CHECK-NEXT:    oaml.convolution weight, %[[P]], %{{.*}} to [3] {{.*}}padded{{.*}}
func.func @layer(%x: tensor<?x2x8xf32>, %w: tensor<3x2x3xf32>, %g: tensor<?x3x9xf32>) -> (tensor<?x3x9xf32>, tensor<3x2x3xf32>) {
  %0 = oaml.convolution output, %x, %w {padding_low = array<i64: 1>, padding_high = array<i64: 2>} : (tensor<?x2x8xf32>, tensor<3x2x3xf32>) -> tensor<?x3x9xf32>
  %1 = oaml.convolution weight, %x, %g to [3] {padding_low = array<i64: 1>, padding_high = array<i64: 2>} : (tensor<?x2x8xf32>, tensor<?x3x9xf32>) -> tensor<3x2x3xf32>
  return %0, %1 : tensor<?x3x9xf32>, tensor<3x2x3xf32>
}

// The output is read from the last tap before its first position on.
// CHECK-LABEL: func.func @adjoint_of_input
// CHECK:         oaml.pad %{{.*}} low [0, 0, 3] high [0, 0, 2]
// CHECK:         oaml.convolution input, %{{.*}}, %{{.*}} to [8] {{.*}}padded{{.*}} : (tensor<1x3x12xf32>, tensor<3x2x3xf32>) -> tensor<1x2x8xf32>
func.func @adjoint_of_input(%g: tensor<1x3x7xf32>, %w: tensor<3x2x3xf32>) -> tensor<1x2x8xf32> {
  %0 = oaml.convolution input, %g, %w to [8] {padding_low = array<i64: 1>, padding_high = array<i64: 2>, dilations = array<i64: 2>} : (tensor<1x3x7xf32>, tensor<3x2x3xf32>) -> tensor<1x2x8xf32>
  return %0 : tensor<1x2x8xf32>
}

// CHECK-LABEL: func.func @stay
// CHECK-NOT:     oaml.pad
// CHECK-NOT:     padded
// CHECK:         return
func.func @stay(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %g: tensor<1x3x14xf32>, %h: tensor<1x3x4xf32>, %v: tensor<3x2x?xf32>) {
  %unpadded = oaml.convolution output, %x, %w : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  %dilated = oaml.convolution output, %x, %w {input_dilations = array<i64: 2>, padding_low = array<i64: 1>} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x14xf32>
  %strided = oaml.convolution input, %h, %w to [8] {strides = array<i64: 2>, padding_low = array<i64: 1>} : (tensor<1x3x4xf32>, tensor<3x2x3xf32>) -> tensor<1x2x8xf32>
  %beyond = oaml.convolution input, %g, %w to [8] {padding_low = array<i64: 4>, padding_high = array<i64: 4>} : (tensor<1x3x14xf32>, tensor<3x2x3xf32>) -> tensor<1x2x8xf32>
  %unknown = oaml.convolution input, %g, %v to [13] {padding_high = array<i64: 2>} : (tensor<1x3x14xf32>, tensor<3x2x?xf32>) -> tensor<1x2x13xf32>
  return
}
