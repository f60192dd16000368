// RUN: oaml-opt %s --oaml-differentiate --cse --split-input-file | FileCheck %s

func.func private @f(%a: tensor<4x3xf32>, %e: tensor<4x0xf32>, %b: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %y = oaml.concat %a, %e, %b {axis = 1} : (tensor<4x3xf32>, tensor<4x0xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  return %y : tensor<4x?xf32>
}
// An empty part takes nothing.
// CHECK-LABEL: func.func @concat
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3xf32>, %[[X1:.*]]: tensor<4x0xf32>, %[[X2:.*]]: tensor<4x?xf32>, %[[X3:.*]]: tensor<4x?xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.slice %[[X3]] {axis = 1 : i64, end = 3 : i64, start = 0 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.dim %[[X2]] {axis = 1 : i64} : tensor<4x?xf32>
// CHECK-NEXT:    %[[V2:.*]] = arith.constant 3 : index
// CHECK-NEXT:    %[[V3:.*]] = arith.addi %[[V2]], %[[V1]] : index
// CHECK-NEXT:    %[[V4:.*]] = oaml.slice %[[X3]] end(%[[V3]]) {axis = 1 : i64, end = -9223372036854775808 : i64, start = 3 : i64}
// CHECK-NEXT:    return %[[V0]], %[[V4]]
func.func @concat(%a: tensor<4x3xf32>, %e: tensor<4x0xf32>, %b: tensor<4x?xf32>, %g: tensor<4x?xf32>) -> (tensor<4x3xf32>, tensor<4x?xf32>) {
  %r:3 = oaml.vjp @f(%a, %e, %b) cotangents(%g) {wrt = array<i64: 0, 2>} : (tensor<4x3xf32>, tensor<4x0xf32>, tensor<4x?xf32>, tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x3xf32>, tensor<4x?xf32>)
  return %r#1, %r#2 : tensor<4x3xf32>, tensor<4x?xf32>
}

// -----

func.func private @f(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %y = oaml.log_softmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
// CHECK-LABEL: func.func @log_softmax
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3xf32>, %[[X1:.*]]: tensor<4x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.log_softmax %[[X0]] {axis = 1 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.reduce{{ +}}sum, %[[X1]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V2:.*]] = oaml.exp %[[V0]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[V2]], %[[V1]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.sub %[[X1]], %[[V3]]
// CHECK-NEXT:    return %[[V4]]
func.func @log_softmax(%x: tensor<4x3xf32>, %g: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return %r#1 : tensor<4x3xf32>
}
