// RUN: oaml-opt %s --oaml-differentiate --cse --split-input-file | FileCheck %s

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.abs %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// The sign, 0 at 0.
// CHECK-LABEL: func.func @abs
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.compare{{ +}}gt, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.compare{{ +}}lt, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.neg %[[X1]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.select %[[V2]], %[[V3]], %[[V0]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.select %[[V1]], %[[X1]], %[[V4]]
// CHECK-NEXT:    return %[[V5]]
func.func @abs(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.sin %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// CHECK-LABEL: func.func @sin
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.cos %[[X0]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.mul %[[X1]], %[[V0]]
// CHECK-NEXT:    return %[[V1]]
func.func @sin(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.cos %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// CHECK-LABEL: func.func @cos
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.sin %[[X0]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.mul %[[X1]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.neg %[[V1]]
// CHECK-NEXT:    return %[[V2]]
func.func @cos(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.pow %x {exponent = 2.5} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// CHECK-LABEL: func.func @pow
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<2.500000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.pow %[[X0]] {exponent = 1.500000e+00 : f64}
// CHECK-NEXT:    %[[V2:.*]] = oaml.mul %[[X1]], %[[V0]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[V2]], %[[V1]]
// CHECK-NEXT:    return %[[V3]]
func.func @pow(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>, %p: tensor<f32>) -> tensor<4xf32> {
  %y = oaml.pow %x exponent(%p) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// 0 for the exponent 0, where the power may be infinite.
// CHECK-LABEL: func.func @pow_operand
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<f32>, %[[X2:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.sub %[[X1]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.pow %[[X0]] exponent(%[[V1]])
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[X2]], %[[X1]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.mul %[[V3]], %[[V2]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V6:.*]] = oaml.compare{{ +}}eq, %[[X1]], %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.select %[[V6]], %[[V5]], %[[V4]]
// CHECK-NEXT:    return %[[V7]]
func.func @pow_operand(%x: tensor<4xf32>, %p: tensor<f32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = oaml.vjp @f(%x, %p) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.clamp_max %x {maximum = 0.5} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// 0 at the bound.
// CHECK-LABEL: func.func @clamp_max
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.compare{{ +}}lt, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:.*]] = oaml.select %[[V1]], %[[X1]], %[[V2]]
// CHECK-NEXT:    return %[[V3]]
func.func @clamp_max(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}
