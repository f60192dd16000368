// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-fuse-norm-relu))' | FileCheck %s

// CHECK-LABEL: func.func @fuses
// CHECK-SAME:    %[[X:.*]]: tensor<2x3x?xf32>, %[[W:.*]]: tensor<3xf32>, %[[B:.*]]: tensor<3xf32>
// CHECK-NEXT:    %[[Y:.*]] = oaml.channel_norm_relu %[[X]], %[[W]], %[[B]] {epsilon = 5.000000e-01 : f64}
// CHECK-NEXT:    return %[[Y]]
func.func @fuses(%x: tensor<2x3x?xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<2x3x?xf32> {
  %0 = oaml.channel_norm %x, %w, %b {epsilon = 0.5} : (tensor<2x3x?xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x?xf32>
  %1 = oaml.relu %0 : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  return %1 : tensor<2x3x?xf32>
}

// The norm is a result as well: it would be computed twice.
// CHECK-LABEL: func.func @stays
// CHECK-NEXT:    %[[N:.*]] = oaml.channel_norm
// CHECK-NEXT:    %[[Y:.*]] = oaml.relu %[[N]]
// CHECK-NEXT:    return %[[N]], %[[Y]]
func.func @stays(%x: tensor<2x3x4xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %0 = oaml.channel_norm %x, %w, %b {epsilon = 0.5} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  %1 = oaml.relu %0 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0, %1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}
