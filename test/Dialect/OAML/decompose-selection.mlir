// RUN: oaml-opt %s --oaml-decompose --cse --split-input-file | FileCheck %s

// The maximum keeps the exponentials finite.
// CHECK-LABEL: func.func @log_softmax
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reduce{{ +}}max, %[[X0]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V1:.*]] = oaml.sub %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.exp %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.reduce{{ +}}sum, %[[V2]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V4:.*]] = oaml.log %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.sub %[[V1]], %[[V4]]
// CHECK-NEXT:    return %[[V5]]
func.func @log_softmax(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %y = oaml.log_softmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----

// An element's place is the number of those before it.
// CHECK-LABEL: func.func @top_k
// CHECK-SAME:    %[[X0:.*]]: tensor<4x8xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reshape %[[X0]] to [4, 8, 1]
// CHECK-NEXT:    %[[V1:.*]] = oaml.reshape %[[X0]] to [4, 1, 8]
// CHECK-NEXT:    %[[V2:.*]] = oaml.iota [8, 1] {axis = 0 : i64}
// CHECK-NEXT:    %[[V3:.*]] = oaml.iota [1, 8] {axis = 1 : i64}
// CHECK-NEXT:    %[[V4:.*]] = oaml.compare{{ +}}lt, %[[V3]], %[[V2]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.compare{{ +}}ne, %[[V0]], %[[V0]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.compare{{ +}}ne, %[[V1]], %[[V1]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.compare{{ +}}eq, %[[V1]], %[[V0]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.compare{{ +}}gt, %[[V1]], %[[V0]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[V10:.*]] = oaml.select %[[V5]], %[[V4]], %[[V9]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[V12:.*]] = oaml.select %[[V7]], %[[V4]], %[[V8]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.select %[[V5]], %[[V11]], %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.select %[[V6]], %[[V10]], %[[V13]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.reduce{{ +}}sum, %[[V14]] {axes = array<i64: 2>}
// CHECK-NEXT:    %[[V16:.*]] = oaml.reshape %[[V15]] to [4, 1, 8]
// CHECK-NEXT:    %[[V17:.*]] = oaml.iota [2, 1] {axis = 0 : i64}
// CHECK-NEXT:    %[[V18:.*]] = oaml.compare{{ +}}eq, %[[V16]], %[[V17]]
// CHECK-NEXT:    %[[V19:.*]] = oaml.select %[[V18]], %[[V3]], %[[V9]]
// CHECK-NEXT:    %[[V20:.*]] = oaml.reduce{{ +}}sum, %[[V19]] {axes = array<i64: 2>}
// CHECK-NEXT:    %[[V21:.*]] = oaml.reshape %[[V20]] to [4, 2]
// CHECK-NEXT:    %[[V22:.*]] = oaml.gather_last_dim %[[X0]], %[[V21]]
// CHECK-NEXT:    return %[[V22]], %[[V21]]
func.func @top_k(%x: tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %v, %i = oaml.top_k %x {k = 2} : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %v, %i : tensor<4x2xf32>, tensor<4x2xi32>
}

// -----

// CHECK-LABEL: func.func @top_k_mask
// CHECK-SAME:    %[[X0:.*]]: tensor<?x2xi32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.dim %[[X0]] {axis = 0 : i64} : tensor<?x2xi32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.reshape %[[X0]] to [%[[V0]], 2, 1]
// CHECK-NEXT:    %[[V2:.*]] = oaml.iota [1, 8] {axis = 1 : i64}
// CHECK-NEXT:    %[[V3:.*]] = oaml.compare{{ +}}eq, %[[V1]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.reduce{{ +}}max, %[[V3]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V5:.*]] = oaml.reshape %[[V4]] to [%[[V0]], 8]
// CHECK-NEXT:    %[[V6:.*]] = oaml.cast %[[V5]] {dtype = f32}
// CHECK-NEXT:    return %[[V6]]
func.func @top_k_mask(%i: tensor<?x2xi32>) -> tensor<?x8xf32> {
  %y = oaml.top_k_mask %i {num_experts = 8} : (tensor<?x2xi32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// -----

// Halves are added up in f32.
// CHECK-LABEL: func.func @scatter_add_rows
// CHECK-SAME:    %[[X0:.*]]: tensor<9x8xf16>, %[[X1:.*]]: tensor<9xi32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.cast %[[X0]] {dtype = f32}
// CHECK-NEXT:    %[[V1:.*]] = oaml.accumulate_rows %[[V0]], %[[X1]] {rows = 100 : i64}
// CHECK-NEXT:    %[[V2:.*]] = oaml.cast %[[V1]] {dtype = f16}
// CHECK-NEXT:    return %[[V2]]
func.func @scatter_add_rows(%s: tensor<9x8xf16>, %i: tensor<9xi32>) -> tensor<100x8xf16> {
  %y = oaml.scatter_add_rows %s, %i {rows = 100} : (tensor<9x8xf16>, tensor<9xi32>) -> tensor<100x8xf16>
  return %y : tensor<100x8xf16>
}
