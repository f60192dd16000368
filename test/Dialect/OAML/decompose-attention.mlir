// RUN: oaml-opt %s --oaml-decompose --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @softmax_scaled_masked
// CHECK-SAME:    %[[X0:.*]]: tensor<2x3x5xf16>, %[[X1:.*]]: tensor<5xf16>
// CHECK-NEXT:    %[[V0:.*]] = oaml.cast %[[X0]] {dtype = f32}
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.mul %[[V0]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.cast %[[X1]] {dtype = f32}
// CHECK-NEXT:    %[[V4:.*]] = oaml.add %[[V2]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.reduce{{ +}}max_number, %[[V4]] {axes = array<i64: 2>}
// CHECK-NEXT:    %[[V6:.*]] = oaml.sub %[[V4]], %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.exp %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.reduce{{ +}}sum, %[[V7]] {axes = array<i64: 2>}
// CHECK-NEXT:    %[[V9:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V10:.*]] = oaml.div %[[V9]], %[[V8]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.mul %[[V7]], %[[V10]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.cast %[[V11]] {dtype = f16}
// CHECK-NEXT:    return %[[V12]]
func.func @softmax_scaled_masked(%x: tensor<2x3x5xf16>, %m: tensor<5xf16>) -> tensor<2x3x5xf16> {
  %y = oaml.softmax_scaled_masked %x, %m {scale = 0.5} : (tensor<2x3x5xf16>, tensor<5xf16>) -> tensor<2x3x5xf16>
  return %y : tensor<2x3x5xf16>
}

// -----

// CHECK-LABEL: func.func @split_heads
// CHECK-SAME:    %[[X0:.*]]: tensor<6x4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reshape %[[X0]] to [2, 3, 2, 2]
// CHECK-NEXT:    %[[V1:.*]] = oaml.transpose %[[V0]] {axis0 = 1 : i64, axis1 = 2 : i64}
// CHECK-NEXT:    %[[V2:.*]] = oaml.reshape %[[V1]] to [4, 3, 2]
// CHECK-NEXT:    return %[[V2]]
func.func @split_heads(%x: tensor<6x4xf32>) -> tensor<4x3x2xf32> {
  %y = oaml.split_heads %x {batch = 2, sequence_length = 3, num_heads = 2} : (tensor<6x4xf32>) -> tensor<4x3x2xf32>
  return %y : tensor<4x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @merge_heads
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3x2xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reshape %[[X0]] to [2, 2, 3, 2]
// CHECK-NEXT:    %[[V1:.*]] = oaml.transpose %[[V0]] {axis0 = 1 : i64, axis1 = 2 : i64}
// CHECK-NEXT:    %[[V2:.*]] = oaml.reshape %[[V1]] to [6, 4]
// CHECK-NEXT:    return %[[V2]]
func.func @merge_heads(%x: tensor<4x3x2xf32>) -> tensor<6x4xf32> {
  %y = oaml.merge_heads %x {batch = 2, sequence_length = 3, num_heads = 2} : (tensor<4x3x2xf32>) -> tensor<6x4xf32>
  return %y : tensor<6x4xf32>
}

// -----

// Frequencies are fractions of a turn in fixed point.
// CHECK-LABEL: func.func @rope
// CHECK-SAME:    %[[X0:.*]]: tensor<5x8xf32>, %[[X1:.*]]: tensor<i32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.iota [5, 1, 1, 1] {axis = 0 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.compare{{ +}}lt, %[[X1]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.select %[[V2]], %[[V1]], %[[X1]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.add %[[V0]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.constant dense<[683565275, 6835652]> : tensor<2xi32>
// CHECK-NEXT:    %[[V6:.*]] = oaml.constant dense<[-1819212470, -1048984276]> : tensor<2xi32>
// CHECK-NEXT:    %[[V7:.*]] = oaml.turn_cosine %[[V4]], %[[V5]], %[[V6]] {quarters = 0 : i64}
// CHECK-NEXT:    %[[V8:.*]] = oaml.turn_cosine %[[V4]], %[[V5]], %[[V6]] {quarters = 3 : i64}
// CHECK-NEXT:    %[[V9:.*]] = oaml.reshape %[[X0]] to [5, 2, 2, 2]
// CHECK-NEXT:    %[[V10:.*]] = oaml.slice %[[V9]] {axis = 2 : i64, end = 1 : i64, start = 0 : i64}
// CHECK-NEXT:    %[[V11:.*]] = oaml.slice %[[V9]] {axis = 2 : i64, end = 2 : i64, start = 1 : i64}
// CHECK-NEXT:    %[[V12:.*]] = oaml.mul %[[V10]], %[[V7]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.mul %[[V11]], %[[V8]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.sub %[[V12]], %[[V13]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.pad %[[V14]] low [0, 0, 0, 0] high [0, 0, 1, 0]
// CHECK-NEXT:    %[[V16:.*]] = oaml.mul %[[V10]], %[[V8]]
// CHECK-NEXT:    %[[V17:.*]] = oaml.mul %[[V11]], %[[V7]]
// CHECK-NEXT:    %[[V18:.*]] = oaml.add %[[V16]], %[[V17]]
// CHECK-NEXT:    %[[V19:.*]] = oaml.pad %[[V18]] low [0, 0, 1, 0] high [0, 0, 0, 0]
// CHECK-NEXT:    %[[V20:.*]] = oaml.add %[[V15]], %[[V19]]
// CHECK-NEXT:    %[[V21:.*]] = oaml.reshape %[[V20]] to [5, 8]
// CHECK-NEXT:    return %[[V21]]
func.func @rope(%x: tensor<5x8xf32>, %o: tensor<i32>) -> tensor<5x8xf32> {
  %y = oaml.rope %x position_offset(%o) {num_heads = 2, head_dim = 4, theta_base = 1.0e4} : (tensor<5x8xf32>, tensor<i32>) -> tensor<5x8xf32>
  return %y : tensor<5x8xf32>
}
// -----

// One kernel where the width of a head is known and small.
// CHECK-LABEL: func.func @flash_attention_causal
// CHECK:         oaml.attention %{{.*}}, %{{.*}}, %{{.*}} {causal = true, scale = 5.000000e-01 : f64}
// CHECK-NOT:     oaml.contraction
func.func @flash_attention_causal(%q: tensor<2x?x64xf32>) -> tensor<2x?x64xf32> {
  %y = oaml.flash_attention_causal %q, %q, %q {scale = 0.5} : (tensor<2x?x64xf32>, tensor<2x?x64xf32>, tensor<2x?x64xf32>) -> tensor<2x?x64xf32>
  return %y : tensor<2x?x64xf32>
}

// -----

// CHECK-LABEL: func.func @mask_of_rows
// CHECK:         %[[M:.*]] = oaml.reshape %{{.*}} to [2, 3, 3]
// CHECK:         oaml.attention %{{.*}}, %{{.*}}, %{{.*}} mask(%[[M]]) {causal = false
func.func @mask_of_rows(%q: tensor<2x3x4xf32>, %m: tensor<6x3xf32>) -> tensor<2x3x4xf32> {
  %y = oaml.scaled_dot_product_attention %q, %q, %q mask(%m) {scale = 0.5, causal = false} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<6x3xf32>) -> tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// -----

// Wide heads: the matrix of scores.
// CHECK-LABEL: func.func @wide
// CHECK-NOT:     oaml.attention
// CHECK:         oaml.contraction
// CHECK:         oaml.contraction
func.func @wide(%q: tensor<2x3x129xf32>) -> tensor<2x3x129xf32> {
  %y = oaml.flash_attention_causal %q, %q, %q {scale = 0.5} : (tensor<2x3x129xf32>, tensor<2x3x129xf32>, tensor<2x3x129xf32>) -> tensor<2x3x129xf32>
  return %y : tensor<2x3x129xf32>
}
