// RUN: oaml-opt %s --oaml-simplify --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @drop_broadcast
// CHECK-SAME:    %[[X0:.*]]: tensor<?x3xf32>, %[[X1:.*]]: tensor<3xf32>, %[[X2:.*]]: index
// CHECK-NEXT:    %[[V0:.*]] = oaml.broadcast_to %[[X1]] to [%[[X2]], 3]
// CHECK-NEXT:    %[[V1:.*]] = oaml.mul %[[X0]], %[[X1]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.exp %[[V0]]
// CHECK-NEXT:    return %[[V1]], %[[V2]]
func.func @drop_broadcast(%x: tensor<?x3xf32>, %b: tensor<3xf32>, %n: index) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %w = oaml.broadcast_to %b to [%n, 3] : (tensor<3xf32>, index) -> tensor<?x3xf32>
  %y = oaml.mul %x, %w : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %z = oaml.exp %w : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %y, %z : tensor<?x3xf32>, tensor<?x3xf32>
}

// -----

// One of the two broadcasts gives the result its shape.
// CHECK-LABEL: func.func @keep_broadcast
// CHECK-SAME:    %[[X0:.*]]: tensor<1x3xf32>, %[[X1:.*]]: tensor<4x1xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.broadcast_to %[[X0]] to [4, 3]
// CHECK-NEXT:    %[[V1:.*]] = oaml.add %[[X0]], %[[X1]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.mul %[[X0]], %[[V0]]
// CHECK-NEXT:    return %[[V1]], %[[V2]]
func.func @keep_broadcast(%a: tensor<1x3xf32>, %b: tensor<4x1xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %v = oaml.broadcast_to %a to [4, 3] : (tensor<1x3xf32>) -> tensor<4x3xf32>
  %w = oaml.broadcast_to %b to [4, 3] : (tensor<4x1xf32>) -> tensor<4x3xf32>
  %y = oaml.add %v, %w : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %z = oaml.mul %v, %v : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y, %z : tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @splat_to_scalar
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.div %[[V0]], %[[X0]]
// CHECK-NEXT:    return %[[V1]]
func.func @splat_to_scalar(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %c = oaml.constant dense<2.0> : tensor<4x3xf32>
  %y = oaml.div %c, %x : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @negations
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.sub %[[X0]], %[[X1]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.sub %[[X1]], %[[X0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.add %[[X0]], %[[X1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[X0]], %[[X1]]
// CHECK-NEXT:    return %[[V0]], %[[V1]], %[[V2]], %[[V3]]
func.func @negations(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %m = oaml.neg %a : (tensor<4xf32>) -> tensor<4xf32>
  %n = oaml.neg %b : (tensor<4xf32>) -> tensor<4xf32>
  %s = oaml.add %a, %n : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %t = oaml.add %m, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %u = oaml.sub %a, %n : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %v = oaml.mul %m, %n : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %s, %t, %u, %v : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----
// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>

// CHECK-LABEL: func.func @transposed_contraction
// CHECK-SAME:    %[[X0:.*]]: tensor<8x4xf32>, %[[X1:.*]]: tensor<3x8xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.contraction %[[X0]], %[[X1]] {indexing_maps = [#[[MAP]], #[[MAP1]], #[[MAP2]]]}
// CHECK-NEXT:    return %[[V0]]
func.func @transposed_contraction(%a: tensor<8x4xf32>, %b: tensor<3x8xf32>) -> tensor<3x4xf32> {
  %t = oaml.transpose %a {axis0 = 0, axis1 = 1} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %y = oaml.contraction %t, %b {indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]} : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
  %z = oaml.transpose %y {axis0 = 0, axis1 = 1} : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_to_reshape
// CHECK-SAME:    %[[X0:.*]]: tensor<1x?x1xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.dim %[[X0]] {axis = 1 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.reshape %[[X0]] to [%[[V0]], 1, 1]
// CHECK-NEXT:    return %[[V1]]
func.func @transpose_to_reshape(%x: tensor<1x?x1xf32>) -> tensor<?x1x1xf32> {
  %y = oaml.transpose %x {axis0 = 0, axis1 = 1} : (tensor<1x?x1xf32>) -> tensor<?x1x1xf32>
  return %y : tensor<?x1x1xf32>
}

// -----

// CHECK-LABEL: func.func @merge_reductions
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3x5xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reduce{{ +}}sum, %[[X0]] {axes = array<i64: 0, 2>}
// CHECK-NEXT:    %[[V1:.*]] = oaml.reduce{{ +}}max, %[[X0]] {axes = array<i64: 2>}
// CHECK-NEXT:    %[[V2:.*]] = oaml.reduce{{ +}}sum, %[[V1]] {axes = array<i64: 0>}
// CHECK-NEXT:    return %[[V0]], %[[V2]]
func.func @merge_reductions(%x: tensor<4x3x5xf32>) -> (tensor<1x3x1xf32>, tensor<1x3x1xf32>) {
  %a = oaml.reduce sum, %x {axes = array<i64: 2>} : (tensor<4x3x5xf32>) -> tensor<4x3x1xf32>
  %b = oaml.reduce sum, %a {axes = array<i64: 0, 2>} : (tensor<4x3x1xf32>) -> tensor<1x3x1xf32>
  %c = oaml.reduce max, %x {axes = array<i64: 2>} : (tensor<4x3x5xf32>) -> tensor<4x3x1xf32>
  %d = oaml.reduce sum, %c {axes = array<i64: 0>} : (tensor<4x3x1xf32>) -> tensor<1x3x1xf32>
  return %b, %d : tensor<1x3x1xf32>, tensor<1x3x1xf32>
}

// -----

// CHECK-LABEL: func.func @reduce_broadcast
// CHECK-SAME:    %[[X0:.*]]: tensor<3xf32>, %[[X1:.*]]: index
// CHECK-NEXT:    %[[V0:.*]] = oaml.broadcast_to %[[X0]] to [%[[X1]], 3]
// CHECK-NEXT:    %[[V1:.*]] = oaml.from_index %[[X1]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.cast %[[V1]] {dtype = f32}
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[X0]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.reshape %[[V3]] to [1, 3]
// CHECK-NEXT:    %[[V5:.*]] = oaml.reshape %[[X0]] to [1, 3]
// CHECK-NEXT:    %[[V6:.*]] = oaml.reduce{{ +}}max, %[[V0]] {axes = array<i64: 0, 1>}
// CHECK-NEXT:    return %[[V4]], %[[V5]], %[[V6]]
func.func @reduce_broadcast(%x: tensor<3xf32>, %n: index) -> (tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x1xf32>) {
  %w = oaml.broadcast_to %x to [%n, 3] : (tensor<3xf32>, index) -> tensor<?x3xf32>
  %a = oaml.reduce sum, %w {axes = array<i64: 0>} : (tensor<?x3xf32>) -> tensor<1x3xf32>
  %b = oaml.reduce max, %w {axes = array<i64: 0>} : (tensor<?x3xf32>) -> tensor<1x3xf32>
  %c = oaml.reduce max, %w {axes = array<i64: 0, 1>} : (tensor<?x3xf32>) -> tensor<1x1xf32>
  return %a, %b, %c : tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x1xf32>
}

// -----

// CHECK-LABEL: func.func @trace_extent
// CHECK-SAME:    %[[X0:.*]]: tensor<?x8xf32>, %[[X1:.*]]: tensor<3x8xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.dim %[[X0]] {axis = 0 : i64}
// CHECK-NEXT:    %[[V2:.*]] = oaml.broadcast_to %[[V0]] to [%[[V1]], 3]
// CHECK-NEXT:    return %[[V2]]
func.func @trace_extent(%x: tensor<?x8xf32>, %w: tensor<3x8xf32>) -> tensor<?x3xf32> {
  %y = oaml.matmul_nt %x, %w : (tensor<?x8xf32>, tensor<3x8xf32>) -> tensor<?x3xf32>
  %e = oaml.exp %y : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %n = oaml.dim %e {axis = 0} : tensor<?x3xf32>
  %i = oaml.constant dense<1.0> : tensor<f32>
  %b = oaml.broadcast_to %i to [%n, 3] : (tensor<f32>, index) -> tensor<?x3xf32>
  return %b : tensor<?x3xf32>
}

// -----

// A constant that gives the result its rank stays as it is: nothing is built,
// nothing is tried again.
// CHECK-LABEL: func.func @keep_shaping_constant
// CHECK-SAME:    %[[X0:.*]]: tensor<f32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<2.000000e+00> : tensor<1x1xf32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.mul %[[X0]], %[[V0]]
// CHECK-NEXT:    return %[[V1]]
func.func @keep_shaping_constant(%x: tensor<f32>) -> tensor<1x1xf32> {
  %c = oaml.constant dense<2.0> : tensor<1x1xf32>
  %y = oaml.mul %x, %c : (tensor<f32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}
