// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-fuse-residual-norm))' | FileCheck %s

// The sum goes on to the next block of a network.
// CHECK-LABEL: func.func @fuses
// CHECK-SAME:    %[[A:.*]]: tensor<?x4xf32>, %[[B:.*]]: tensor<?x4xf32>, %[[W:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[Y:.*]], %[[R:.*]] = oaml.residual_rms_norm %[[A]], %[[B]], %[[W]] {epsilon = 5.000000e-01 : f64}
// CHECK-NEXT:    %[[S:.*]] = oaml.add %[[R]], %[[Y]]
// CHECK-NEXT:    return %[[S]]
func.func @fuses(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %w: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = oaml.add %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = oaml.rms_norm %0, %w {epsilon = 0.5} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %2 = oaml.add %0, %1 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @broadcast
// CHECK-NOT:     residual_rms_norm
// CHECK:         return
func.func @broadcast(%a: tensor<3x4xf32>, %b: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<3x4xf32> {
  %0 = oaml.add %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %1 = oaml.rms_norm %0, %w {epsilon = 0.5} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @used_before
// CHECK-NOT:     residual_rms_norm
// CHECK:         return
func.func @used_before(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>, %w: tensor<4xf32>) -> tensor<3x4xf32> {
  %0 = oaml.add %a, %b : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = oaml.exp %0 : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %2 = oaml.rms_norm %0, %w {epsilon = 0.5} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %3 = oaml.mul %1, %2 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %3 : tensor<3x4xf32>
}
