// RUN: oaml-opt %s --oaml-differentiate --cse --split-input-file | FileCheck %s

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.silu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// CHECK-LABEL: func.func @silu
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.sigmoid %[[X0]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.sub %[[V1]], %[[V0]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[X0]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.add %[[V3]], %[[V1]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.mul %[[V0]], %[[V4]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.mul %[[X1]], %[[V5]]
// CHECK-NEXT:    return %[[V6]]
func.func @silu(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.softplus %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// CHECK-LABEL: func.func @softplus
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.sigmoid %[[X0]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.mul %[[X1]], %[[V0]]
// CHECK-NEXT:    return %[[V1]]
func.func @softplus(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.leaky_relu %x {alpha = 0.1} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// alpha at 0.
// CHECK-LABEL: func.func @leaky_relu
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.compare{{ +}}gt, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<1.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[X0]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.select %[[V1]], %[[X1]], %[[V0]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.select %[[V1]], %[[V0]], %[[X1]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.mul %[[V5]], %[[V2]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.add %[[V4]], %[[V6]]
// CHECK-NEXT:    return %[[V7]]
func.func @leaky_relu(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}
