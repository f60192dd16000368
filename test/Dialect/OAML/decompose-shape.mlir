// RUN: oaml-opt %s --oaml-decompose --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @split
// CHECK-SAME:    %[[X0:.*]]: tensor<4x5xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.slice %[[X0]] {axis = 1 : i64, end = 3 : i64, start = 0 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.slice %[[X0]] {axis = 1 : i64, end = 5 : i64, start = 3 : i64}
// CHECK-NEXT:    return %[[V0]], %[[V1]]
func.func @split(%x: tensor<4x5xf32>) -> (tensor<4x3xf32>, tensor<4x2xf32>) {
  %a, %b = oaml.split %x {sizes = array<i64: 3, 2>, axis = 1} : (tensor<4x5xf32>) -> (tensor<4x3xf32>, tensor<4x2xf32>)
  return %a, %b : tensor<4x3xf32>, tensor<4x2xf32>
}

// -----

// Rank 4 at most, whatever the operand has.
// CHECK-LABEL: func.func @repeat_interleave
// CHECK-SAME:    %[[X0:.*]]: tensor<1x2x1x2x3x2x1x3xi8>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reshape %[[X0]] to [4, 3, 1, 6]
// CHECK-NEXT:    %[[V1:.*]] = oaml.broadcast_to %[[V0]] to [4, 3, 2, 6]
// CHECK-NEXT:    %[[V2:.*]] = oaml.reshape %[[V1]] to [1, 2, 1, 2, 6, 2, 1, 3]
// CHECK-NEXT:    return %[[V2]]
func.func @repeat_interleave(%x: tensor<1x2x1x2x3x2x1x3xi8>) -> tensor<1x2x1x2x6x2x1x3xi8> {
  %y = oaml.repeat_interleave %x {repeats = 2, axis = 4} : (tensor<1x2x1x2x3x2x1x3xi8>) -> tensor<1x2x1x2x6x2x1x3xi8>
  return %y : tensor<1x2x1x2x6x2x1x3xi8>
}

// -----

// CHECK-LABEL: func.func @causal_mask
// CHECK-SAME:    %[[X0:.*]]: tensor<2x3x4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.iota [3, 4] {axis = 1 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.iota [3, 4] {axis = 0 : i64}
// CHECK-NEXT:    %[[V2:.*]] = oaml.compare{{ +}}gt, %[[V0]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.constant dense<-1.000000e+09> : tensor<f32>
// CHECK-NEXT:    %[[V4:.*]] = oaml.select %[[V2]], %[[V3]], %[[X0]]
// CHECK-NEXT:    return %[[V4]]
func.func @causal_mask(%s: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y = oaml.causal_mask %s : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @causal_mask_of_zeros
// CHECK-NEXT:    %[[V0:.*]] = oaml.iota [3, 3] {axis = 1 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.iota [3, 3] {axis = 0 : i64}
// CHECK-NEXT:    %[[V2:.*]] = oaml.compare{{ +}}gt, %[[V0]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.constant dense<-1.000000e+09> : tensor<f32>
// CHECK-NEXT:    %[[V4:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:.*]] = oaml.select %[[V2]], %[[V3]], %[[V4]]
// CHECK-NEXT:    return %[[V5]]
func.func @causal_mask_of_zeros() -> tensor<3x3xf32> {
  %y = oaml.causal_mask {size = 3} : () -> tensor<3x3xf32>
  return %y : tensor<3x3xf32>
}
