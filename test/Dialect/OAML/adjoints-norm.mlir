// RUN: oaml-opt %s --oaml-differentiate --cse --split-input-file | FileCheck %s

// Where there is an op for an adjoint, the rule is that op.

func.func private @f(%a: tensor<2x3x?xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) -> tensor<2x3x?xf32> {
  %y = oaml.channel_norm %a, %b, %c {epsilon = 0.5} : (tensor<2x3x?xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x?xf32>
  return %y : tensor<2x3x?xf32>
}
// CHECK-LABEL: func.func @channel_norm(
// CHECK-SAME:    %[[X0:.*]]: tensor<2x3x?xf32>, %[[X1:.*]]: tensor<3xf32>, %[[X2:.*]]: tensor<3xf32>, %[[X3:.*]]: tensor<2x3x?xf32>
// CHECK-NEXT:    %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = oaml.channel_norm_backward %[[X0]], %[[X1]], %[[X3]] {epsilon = 5.000000e-01
// CHECK-NEXT:    return %[[V0]], %[[V1]], %[[V2]]
func.func @channel_norm(%a: tensor<2x3x?xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %g: tensor<2x3x?xf32>) -> (tensor<2x3x?xf32>, tensor<3xf32>, tensor<3xf32>) {
  %r:4 = oaml.vjp @f(%a, %b, %c) cotangents(%g) {wrt = array<i64: 0, 1, 2>} : (tensor<2x3x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x?xf32>) -> (tensor<2x3x?xf32>, tensor<2x3x?xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r#1, %r#2, %r#3 : tensor<2x3x?xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

func.func private @f(%a: tensor<2x3x?xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) -> tensor<2x3x?xf32> {
  %y = oaml.channel_norm_relu %a, %b, %c {epsilon = 0.5} : (tensor<2x3x?xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x?xf32>
  return %y : tensor<2x3x?xf32>
}
// The output is the gate.
// CHECK-LABEL: func.func @channel_norm_relu(
// CHECK-SAME:    %[[X0:.*]]: tensor<2x3x?xf32>, %[[X1:.*]]: tensor<3xf32>, %[[X2:.*]]: tensor<3xf32>, %[[X3:.*]]: tensor<2x3x?xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.channel_norm_relu %[[X0]], %[[X1]], %[[X2]] {epsilon = 5.000000e-01
// CHECK-NEXT:    %[[V1:.*]], %[[V2:.*]], %[[V3:.*]] = oaml.channel_norm_relu_backward %[[X0]], %[[X1]], %[[V0]], %[[X3]] {epsilon = 5.000000e-01
// CHECK-NEXT:    return %[[V1]]
func.func @channel_norm_relu(%a: tensor<2x3x?xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %g: tensor<2x3x?xf32>) -> (tensor<2x3x?xf32>) {
  %r:2 = oaml.vjp @f(%a, %b, %c) cotangents(%g) {wrt = array<i64: 0>} : (tensor<2x3x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x?xf32>) -> (tensor<2x3x?xf32>, tensor<2x3x?xf32>)
  return %r#1 : tensor<2x3x?xf32>
}

// -----

func.func private @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = oaml.rms_norm_gated %a, %b, bias(%c), %d {epsilon = 0.5} : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
// CHECK-LABEL: func.func @rms_norm_gated(
// CHECK-SAME:    %[[X0:.*]]: tensor<4x8xf32>, %[[X1:.*]]: tensor<8xf32>, %[[X2:.*]]: tensor<8xf32>, %[[X3:.*]]: tensor<4x8xf32>, %[[X4:.*]]: tensor<4x8xf32>
// CHECK-NEXT:    %[[V0:.*]], %[[V1:.*]], %[[V2:.*]], %[[V3:.*]] = oaml.rms_norm_gated_backward %[[X0]], %[[X1]], bias(%[[X2]]), %[[X3]], %[[X4]] {epsilon = 5.000000e-01
// CHECK-NEXT:    return %[[V0]], %[[V1]], %[[V2]], %[[V3]]
func.func @rms_norm_gated(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<4x8xf32>, %g: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) {
  %r:5 = oaml.vjp @f(%a, %b, %c, %d) cotangents(%g) {wrt = array<i64: 0, 1, 2, 3>} : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>)
  return %r#1, %r#2, %r#3, %r#4 : tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>
}

// -----

func.func private @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %y = oaml.rms_norm %a, %b {epsilon = 0.5} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
// CHECK-LABEL: func.func @rms_norm(
// CHECK-SAME:    %[[X0:.*]]: tensor<4x8xf32>, %[[X1:.*]]: tensor<8xf32>, %[[X2:.*]]: tensor<4x8xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.mul %[[X0]], %[[X0]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.reduce sum, %[[V0]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<1.250000e-01>
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[V1]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.constant dense<1.000000e+00>
// CHECK-NEXT:    %[[V5:.*]] = oaml.constant dense<5.000000e-01>
// CHECK-NEXT:    %[[V6:.*]] = oaml.add %[[V3]], %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.sqrt %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.div %[[V4]], %[[V7]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.mul %[[X0]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.mul %[[X2]], %[[X1]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.mul %[[V10]], %[[V9]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.reduce sum, %[[V11]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V13:.*]] = oaml.mul %[[V12]], %[[V2]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.mul %[[V9]], %[[V13]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.sub %[[V10]], %[[V14]]
// CHECK-NEXT:    %[[V16:.*]] = oaml.mul %[[V8]], %[[V15]]
// CHECK-NEXT:    %[[V17:.*]] = oaml.mul %[[X2]], %[[V9]]
// CHECK-NEXT:    %[[V18:.*]] = oaml.reduce sum, %[[V17]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[V19:.*]] = oaml.reshape %[[V18]] to [8]
// CHECK-NEXT:    return %[[V16]], %[[V19]]
func.func @rms_norm(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %g: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>) {
  %r:3 = oaml.vjp @f(%a, %b) cotangents(%g) {wrt = array<i64: 0, 1>} : (tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>)
  return %r#1, %r#2 : tensor<4x8xf32>, tensor<8xf32>
}
