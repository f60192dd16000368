// RUN: oaml-opt %s --oaml-decompose --cse --split-input-file | FileCheck %s

// f16 is widened once; the scalar stays f32.
// CHECK-LABEL: func.func @scale
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf16>, %[[X1:.*]]: tensor<1xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.cast %[[X0]] {dtype = f32}
// CHECK-NEXT:    %[[V1:.*]] = oaml.reshape %[[X1]] to []
// CHECK-NEXT:    %[[V2:.*]] = oaml.mul %[[V0]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.cast %[[V2]] {dtype = f16}
// CHECK-NEXT:    return %[[V3]]
func.func @scale(%x: tensor<4xf16>, %s: tensor<1xf32>) -> tensor<4xf16> {
  %y = oaml.scale %x factor(%s) : (tensor<4xf16>, tensor<1xf32>) -> tensor<4xf16>
  return %y : tensor<4xf16>
}

// -----

// Integers stay integers.
// CHECK-LABEL: func.func @add_scalar
// CHECK-SAME:    %[[X0:.*]]: tensor<4xi32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<-3> : tensor<i32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.add %[[X0]], %[[V0]]
// CHECK-NEXT:    return %[[V1]]
func.func @add_scalar(%x: tensor<4xi32>) -> tensor<4xi32> {
  %y = oaml.add_scalar %x {value = -3.0} : (tensor<4xi32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// -----

// A NaN compares false and passes.
// CHECK-LABEL: func.func @clamp_min
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.compare{{ +}}le, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.select %[[V1]], %[[V0]], %[[X0]]
// CHECK-NEXT:    return %[[V2]]
func.func @clamp_min(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.clamp_min %x {minimum = 0.5} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @equal
// CHECK-SAME:    %[[X0:.*]]: tensor<4xi32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<3> : tensor<i32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.compare{{ +}}eq, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.cast %[[V1]] {dtype = f32}
// CHECK-NEXT:    return %[[V2]]
func.func @equal(%x: tensor<4xi32>) -> tensor<4xf32> {
  %y = oaml.equal %x {value = 3.0} : (tensor<4xi32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @reciprocal
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.div %[[V0]], %[[X0]]
// CHECK-NEXT:    return %[[V1]]
func.func @reciprocal(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.reciprocal %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @copy
// CHECK-SAME:    %[[X0:.*]]: tensor<4xui8>
// CHECK-NEXT:    return %[[X0]]
func.func @copy(%x: tensor<4xui8>) -> tensor<4xui8> {
  %y = oaml.copy %x : (tensor<4xui8>) -> tensor<4xui8>
  return %y : tensor<4xui8>
}
