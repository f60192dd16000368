// RUN: oaml-opt %s --oaml-differentiate --cse --split-input-file | FileCheck %s

func.func private @f(%t: tensor<?x8xf32>, %i: tensor<4x5xi32>) -> tensor<20x8xf32> {
  %y = oaml.embedding %t, %i : (tensor<?x8xf32>, tensor<4x5xi32>) -> tensor<20x8xf32>
  return %y : tensor<20x8xf32>
}
// CHECK-LABEL: func.func @embedding
// CHECK-SAME:    %[[X0:.*]]: tensor<?x8xf32>, %[[X1:.*]]: tensor<4x5xi32>, %[[X2:.*]]: tensor<20x8xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reshape %[[X1]] to [20]
// CHECK-NEXT:    %[[V1:.*]] = oaml.dim %[[X0]] {axis = 0 : i64} : tensor<?x8xf32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.scatter_add_rows %[[X2]], %[[V0]] rows(%[[V1]]) {rows = -9223372036854775808 : i64}
// CHECK-NEXT:    return %[[V2]]
func.func @embedding(%t: tensor<?x8xf32>, %i: tensor<4x5xi32>, %g: tensor<20x8xf32>) -> tensor<?x8xf32> {
  %r:2 = oaml.vjp @f(%t, %i) cotangents(%g) {wrt = array<i64: 0>} : (tensor<?x8xf32>, tensor<4x5xi32>, tensor<20x8xf32>) -> (tensor<20x8xf32>, tensor<?x8xf32>)
  return %r#1 : tensor<?x8xf32>
}

// -----

func.func private @f(%x: tensor<4x9xf16>, %i: tensor<4x2xi32>) -> tensor<4x2xf16> {
  %y = oaml.gather_last_dim %x, %i : (tensor<4x9xf16>, tensor<4x2xi32>) -> tensor<4x2xf16>
  return %y : tensor<4x2xf16>
}
// CHECK-LABEL: func.func @gather_last_dim
// CHECK-SAME:    %[[X0:.*]]: tensor<4x9xf16>, %[[X1:.*]]: tensor<4x2xi32>, %[[X2:.*]]: tensor<4x2xf16>
// CHECK-NEXT:    %[[V0:.*]] = oaml.cast %[[X2]] {dtype = f32}
// CHECK-NEXT:    %[[V1:.*]] = oaml.accumulate_last_dim %[[V0]], %[[X1]] {size = 9 : i64}
// CHECK-NEXT:    %[[V2:.*]] = oaml.cast %[[V1]] {dtype = f16}
// CHECK-NEXT:    return %[[V2]]
func.func @gather_last_dim(%x: tensor<4x9xf16>, %i: tensor<4x2xi32>, %g: tensor<4x2xf16>) -> tensor<4x9xf16> {
  %r:2 = oaml.vjp @f(%x, %i) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4x9xf16>, tensor<4x2xi32>, tensor<4x2xf16>) -> (tensor<4x2xf16>, tensor<4x9xf16>)
  return %r#1 : tensor<4x9xf16>
}

// -----

func.func private @f(%s: tensor<9x8xf32>, %i: tensor<9xi32>) -> tensor<100x8xf32> {
  %y = oaml.scatter_add_rows %s, %i {rows = 100} : (tensor<9x8xf32>, tensor<9xi32>) -> tensor<100x8xf32>
  return %y : tensor<100x8xf32>
}
// CHECK-LABEL: func.func @scatter_add_rows
// CHECK-SAME:    %[[X0:.*]]: tensor<9x8xf32>, %[[X1:.*]]: tensor<9xi32>, %[[X2:.*]]: tensor<100x8xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.embedding %[[X2]], %[[X1]]
// CHECK-NEXT:    return %[[V0]]
func.func @scatter_add_rows(%s: tensor<9x8xf32>, %i: tensor<9xi32>, %g: tensor<100x8xf32>) -> tensor<9x8xf32> {
  %r:2 = oaml.vjp @f(%s, %i) cotangents(%g) {wrt = array<i64: 0>} : (tensor<9x8xf32>, tensor<9xi32>, tensor<100x8xf32>) -> (tensor<100x8xf32>, tensor<9x8xf32>)
  return %r#1 : tensor<9x8xf32>
}
