// RUN: oaml-opt %s --oaml-decompose --cse --split-input-file | FileCheck %s

// Logits and targets of masked rows are not looked at.
// CHECK-LABEL: func.func @masked_cross_entropy
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3xf32>, %[[X1:.*]]: tensor<4xi32>, %[[X2:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reshape %[[X2]] to [4, 1]
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.select %[[V0]], %[[X0]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[V4:.*]] = oaml.select %[[X2]], %[[X1]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.reduce{{ +}}max_number, %[[V2]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V6:.*]] = oaml.sub %[[V2]], %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.exp %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.reduce{{ +}}sum, %[[V7]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V9:.*]] = oaml.reshape %[[V4]] to [4, 1]
// CHECK-NEXT:    %[[V10:.*]] = oaml.iota [1, 3] {axis = 1 : i64}
// CHECK-NEXT:    %[[V11:.*]] = oaml.compare{{ +}}eq, %[[V10]], %[[V9]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V13:.*]] = oaml.constant dense<0x7FC00000> : tensor<f32>
// CHECK-NEXT:    %[[V14:.*]] = oaml.constant dense<3> : tensor<i32>
// CHECK-NEXT:    %[[V15:.*]] = oaml.compare{{ +}}lt, %[[V9]], %[[V14]]
// CHECK-NEXT:    %[[V16:.*]] = oaml.select %[[V15]], %[[V12]], %[[V13]]
// CHECK-NEXT:    %[[V17:.*]] = oaml.compare{{ +}}ge, %[[V9]], %[[V3]]
// CHECK-NEXT:    %[[V18:.*]] = oaml.select %[[V17]], %[[V16]], %[[V13]]
// CHECK-NEXT:    %[[V19:.*]] = oaml.select %[[V11]], %[[V6]], %[[V1]]
// CHECK-NEXT:    %[[V20:.*]] = oaml.reduce{{ +}}sum, %[[V19]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V21:.*]] = oaml.log %[[V8]]
// CHECK-NEXT:    %[[V22:.*]] = oaml.sub %[[V21]], %[[V20]]
// CHECK-NEXT:    %[[V23:.*]] = oaml.mul %[[V22]], %[[V18]]
// CHECK-NEXT:    %[[V24:.*]] = oaml.select %[[V0]], %[[V23]], %[[V1]]
// CHECK-NEXT:    %[[V25:.*]] = oaml.reduce{{ +}}sum, %[[V24]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[V26:.*]] = oaml.reshape %[[V25]] to [1]
// CHECK-NEXT:    return %[[V26]]
func.func @masked_cross_entropy(%x: tensor<4x3xf32>, %t: tensor<4xi32>, %m: tensor<4xf32>) -> tensor<1xf32> {
  %y = oaml.masked_cross_entropy %x, %t, %m {valid_count = 2} : (tensor<4x3xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}

// -----

// The target is detached.
// CHECK-LABEL: func.func @l1
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf16>, %[[X1:.*]]: tensor<4xf16>
// CHECK-NEXT:    %[[V0:.*]] = oaml.cast %[[X0]] {dtype = f32}
// CHECK-NEXT:    %[[V1:.*]] = oaml.cast %[[X1]] {dtype = f32}
// CHECK-NEXT:    %[[V2:.*]] = oaml.detach %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.sub %[[V0]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:.*]] = oaml.compare{{ +}}gt, %[[V3]], %[[V4]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.compare{{ +}}lt, %[[V3]], %[[V4]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.neg %[[V3]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.mul %[[V3]], %[[V4]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.select %[[V6]], %[[V7]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.select %[[V5]], %[[V3]], %[[V9]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.reduce{{ +}}sum, %[[V10]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[V12:.*]] = oaml.constant dense<2.500000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V13:.*]] = oaml.mul %[[V11]], %[[V12]]
// CHECK-NEXT:    return %[[V13]]
func.func @l1(%x: tensor<4xf16>, %t: tensor<4xf16>) -> tensor<1xf32> {
  %y = oaml.l1 %x, %t : (tensor<4xf16>, tensor<4xf16>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}

// -----

// The upper bound is the largest f32 not above 1 - 1e-7.
// CHECK-LABEL: func.func @bce
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<1.000000e-07> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<0.99999988> : tensor<f32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.compare{{ +}}lt, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.compare{{ +}}gt, %[[X0]], %[[V1]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.select %[[V3]], %[[V1]], %[[X0]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.select %[[V2]], %[[V0]], %[[V4]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.neg %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.log1p %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.log %[[V5]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.mul %[[X1]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V11:.*]] = oaml.sub %[[V10]], %[[X1]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.mul %[[V11]], %[[V7]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.add %[[V9]], %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.reduce{{ +}}sum, %[[V13]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[V15:.*]] = oaml.neg %[[V14]]
// CHECK-NEXT:    %[[V16:.*]] = oaml.constant dense<2.500000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V17:.*]] = oaml.mul %[[V15]], %[[V16]]
// CHECK-NEXT:    return %[[V17]]
func.func @bce(%x: tensor<4xf32>, %t: tensor<4xf32>) -> tensor<1xf32> {
  %y = oaml.bce %x, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}

// -----

// CHECK-LABEL: func.func @masked_mse
// CHECK-SAME:    %[[X0:.*]]: tensor<?x4xf32>, %[[X1:.*]]: tensor<?x4xf32>, %[[X2:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.detach %[[X1]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.sub %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.detach %[[X2]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.dim %[[X0]] {axis = 0 : i64}
// CHECK-NEXT:    %[[V4:.*]] = oaml.broadcast_to %[[V2]] to [%[[V3]], 4]
// CHECK-NEXT:    %[[V5:.*]] = oaml.reduce{{ +}}sum, %[[V4]] {axes = array<i64: 0, 1>}
// CHECK-NEXT:    %[[V6:.*]] = oaml.reshape %[[V5]] to [1]
// CHECK-NEXT:    %[[V7:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V8:.*]] = oaml.compare{{ +}}le, %[[V6]], %[[V7]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.select %[[V8]], %[[V7]], %[[V6]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.mul %[[V1]], %[[V1]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.mul %[[V10]], %[[V2]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.reduce{{ +}}sum, %[[V11]] {axes = array<i64: 0, 1>}
// CHECK-NEXT:    %[[V13:.*]] = oaml.reshape %[[V12]] to [1]
// CHECK-NEXT:    %[[V14:.*]] = oaml.div %[[V13]], %[[V9]]
// CHECK-NEXT:    return %[[V14]]
func.func @masked_mse(%x: tensor<?x4xf32>, %t: tensor<?x4xf32>, %m: tensor<4xf32>) -> tensor<1xf32> {
  %y = oaml.masked_mse %x, %t, %m : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<4xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
