// RUN: oaml-opt %s --oaml-differentiate --canonicalize --cse | FileCheck %s

func.func private @f(%g: tensor<2x5x4xf32>, %w: tensor<4x4xf32>, %b: tensor<4xf32>) -> tensor<2x5x4xf32> {
  %y = oaml.rnn_scan %g, %w, %b : (tensor<2x5x4xf32>, tensor<4x4xf32>, tensor<4xf32>) -> tensor<2x5x4xf32>
  return %y : tensor<2x5x4xf32>
}

// A scan back, and behind it one product for the weight and one sum for the bias.
// CHECK-LABEL: func.func @rnn_scan
// CHECK-SAME:    %[[G:.*]]: tensor<2x5x4xf32>, %[[W:.*]]: tensor<4x4xf32>, %[[B:.*]]: tensor<4xf32>, %[[D:.*]]: tensor<2x5x4xf32>
// CHECK:         %[[Y:.*]] = oaml.scan carries(%[[Z:.*]]) slices(%[[G]]) captures(%[[W]], %[[B]]) {axis = 1 : i64}
// CHECK:         %[[P:.*]] = oaml.pad %[[Y]] low [0, 1, 0] high [0, 0, 0]
// CHECK-NEXT:    %[[H:.*]] = oaml.slice %[[P]] {axis = 1 : i64, end = 5 : i64, start = 0 : i64}
// CHECK-NEXT:    %[[R:.*]]:2 = oaml.scan carries(%[[Z]]) slices(%[[G]], %[[H]], %[[D]]) captures(%[[W]], %[[B]]) {axis = 1 : i64, reverse}
// CHECK-NEXT:    ^bb0(%[[C:.*]]: tensor<2x4xf32>, %{{.*}}: tensor<2x4xf32>, %{{.*}}: tensor<2x4xf32>, %[[E:.*]]: tensor<2x4xf32>, %[[V:.*]]: tensor<4x4xf32>, %{{.*}}: tensor<4xf32>):
// CHECK:           %[[Q:.*]] = oaml.tanh
// CHECK-NEXT:      %[[S:.*]] = oaml.add %[[E]], %[[C]]
// CHECK-NEXT:      %[[T:.*]] = oaml.mul %[[Q]], %[[Q]]
// CHECK-NEXT:      %[[U:.*]] = oaml.mul %[[S]], %[[T]]
// CHECK-NEXT:      %[[A:.*]] = oaml.sub %[[S]], %[[U]]
// CHECK-NEXT:      %[[N:.*]] = oaml.contraction %[[A]], %[[V]]
// CHECK-NEXT:      oaml.yield %[[N]], %[[A]] : tensor<2x4xf32>, tensor<2x4xf32>
// CHECK:         %[[DW:.*]] = oaml.contraction %[[R]]#1, %[[H]]
// CHECK-NEXT:    %[[SUM:.*]] = oaml.reduce{{ +}}sum, %[[R]]#1 {axes = array<i64: 0, 1>}
// CHECK-NEXT:    %[[DB:.*]] = oaml.reshape %[[SUM]] to [4]
// CHECK-NEXT:    return %[[R]]#1, %[[DW]], %[[DB]]
func.func @rnn_scan(%g: tensor<2x5x4xf32>, %w: tensor<4x4xf32>, %b: tensor<4xf32>, %dy: tensor<2x5x4xf32>) -> (tensor<2x5x4xf32>, tensor<4x4xf32>, tensor<4xf32>) {
  %r:4 = oaml.vjp @f(%g, %w, %b) cotangents(%dy) {wrt = array<i64: 0, 1, 2>} : (tensor<2x5x4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<2x5x4xf32>) -> (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<4x4xf32>, tensor<4xf32>)
  return %r#1, %r#2, %r#3 : tensor<2x5x4xf32>, tensor<4x4xf32>, tensor<4xf32>
}
