// RUN: oaml-opt %s --oaml-decompose --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @leaky_relu
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.compare{{ +}}gt, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<1.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[X0]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.select %[[V1]], %[[X0]], %[[V3]]
// CHECK-NEXT:    return %[[V4]]
func.func @leaky_relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.leaky_relu %x {alpha = 0.1} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Where x is chosen, the exponential does not overflow.
// CHECK-LABEL: func.func @elu
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.compare{{ +}}gt, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.select %[[V1]], %[[V0]], %[[X0]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.expm1 %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V5:.*]] = oaml.mul %[[V3]], %[[V4]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.select %[[V1]], %[[X0]], %[[V5]]
// CHECK-NEXT:    return %[[V6]]
func.func @elu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.elu %x {alpha = 0.5} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @softplus
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.abs %[[X0]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.neg %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.exp %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.log1p %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:.*]] = oaml.compare{{ +}}le, %[[X0]], %[[V4]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.select %[[V5]], %[[V4]], %[[X0]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.add %[[V6]], %[[V3]]
// CHECK-NEXT:    return %[[V7]]
func.func @softplus(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.softplus %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @mish
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.abs %[[X0]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.neg %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.exp %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.log1p %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:.*]] = oaml.compare{{ +}}le, %[[X0]], %[[V4]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.select %[[V5]], %[[V4]], %[[X0]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.add %[[V6]], %[[V3]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.tanh %[[V7]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.mul %[[X0]], %[[V8]]
// CHECK-NEXT:    return %[[V9]]
func.func @mish(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.mish %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @silu_mul
// CHECK-SAME:    %[[X0:.*]]: tensor<0x6xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.slice %[[X0]] {axis = 1 : i64, end = 3 : i64, start = 0 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.slice %[[X0]] {axis = 1 : i64, end = 6 : i64, start = 3 : i64}
// CHECK-NEXT:    %[[V2:.*]] = oaml.sigmoid %[[V0]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[V0]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.mul %[[V3]], %[[V1]]
// CHECK-NEXT:    return %[[V4]]
func.func @silu_mul(%x: tensor<0x6xf32>) -> tensor<0x3xf32> {
  %y = oaml.silu_mul %x {intermediate_size = 3} : (tensor<0x6xf32>) -> tensor<0x3xf32>
  return %y : tensor<0x3xf32>
}
