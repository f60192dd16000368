// RUN: oaml-opt %s --oaml-decompose --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @dropout
// CHECK-SAME:    %[[X0:.*]]: tensor<?x3xf16>, %[[X1:.*]]: tensor<i32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<2.500000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.dim %[[X0]] {axis = 0 : i64}
// CHECK-NEXT:    %[[V2:.*]] = oaml.philox_uniform [%[[V1]], 3] seed(%[[X1]]) {high = 1.000000e+00 : f64, low = 0.000000e+00 : f64}
// CHECK-NEXT:    %[[V3:.*]] = oaml.compare{{ +}}lt, %[[V2]], %[[V0]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:.*]] = oaml.constant dense<1.33333337> : tensor<f32>
// CHECK-NEXT:    %[[V6:.*]] = oaml.select %[[V3]], %[[V4]], %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.cast %[[X0]] {dtype = f32}
// CHECK-NEXT:    %[[V8:.*]] = oaml.mul %[[V7]], %[[V6]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.cast %[[V8]] {dtype = f16}
// CHECK-NEXT:    return %[[V9]]
func.func @dropout(%x: tensor<?x3xf16>, %s: tensor<i32>) -> tensor<?x3xf16> {
  %y = oaml.dropout %x seed(%s) {probability = 0.25} : (tensor<?x3xf16>, tensor<i32>) -> tensor<?x3xf16>
  return %y : tensor<?x3xf16>
}

// -----

// CHECK-LABEL: func.func @dropout_nothing
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>
// CHECK-NEXT:    return %[[X0]]
func.func @dropout_nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.dropout %x {probability = 0.0, seed = 3} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @rand
// CHECK-SAME:    %[[X0:.*]]: tensor<i32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.philox_uniform [4] seed(%[[X0]]) {high = 1.000000e+00 : f64, low = 0.000000e+00 : f64}
// CHECK-NEXT:    return %[[V0]]
func.func @rand(%s: tensor<i32>) -> tensor<4xf32> {
  %y = oaml.rand [4] seed(%s) : (tensor<i32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @rand_n
// CHECK-SAME:    %[[X0:.*]]: index
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.from_index %[[X0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.cast %[[V1]] {dtype = f32}
// CHECK-NEXT:    %[[V3:.*]] = oaml.div %[[V0]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.sqrt %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.philox_normal [4, %[[X0]]] deviation(%[[V4]]) {mean = 0.000000e+00 : f64, seed = 7 : i64}
// CHECK-NEXT:    return %[[V5]]
func.func @rand_n(%n: index) -> tensor<4x?xf32> {
  %y = oaml.rand_n [4, %n] {seed = 7} : (index) -> tensor<4x?xf32>
  return %y : tensor<4x?xf32>
}

// -----

// CHECK-LABEL: func.func @rand_glorot_uniform
// CHECK-SAME:    %[[X0:.*]]: tensor<i32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.philox_uniform [2, 4] seed(%[[X0]]) {high = 1.000000e+00 : f64, low = -1.000000e+00 : f64}
// CHECK-NEXT:    return %[[V0]]
func.func @rand_glorot_uniform(%s: tensor<i32>) -> tensor<2x4xf32> {
  %y = oaml.rand_glorot_uniform [2, 4] seed(%s) : (tensor<i32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
