// RUN: oaml-opt %s --oaml-decompose --cse | FileCheck %s

// One scan from zeros; gates, weight and bias are read inside.
// CHECK-LABEL: func.func @gru_scan
// CHECK-SAME:    %[[G:.*]]: tensor<2x5x12xf32>, %[[W:.*]]: tensor<12x4xf32>, %[[B:.*]]: tensor<12xf32>
// CHECK-NEXT:    %[[Z:.*]] = oaml.constant dense<0.000000e+00> : tensor<2x4xf32>
// CHECK-NEXT:    %[[Y:.*]] = oaml.scan carries(%[[Z]]) slices(%[[G]]) captures(%[[W]], %[[B]]) {axis = 1 : i64}
// CHECK-NEXT:    ^bb0(%[[H:.*]]: tensor<2x4xf32>, %[[I:.*]]: tensor<2x12xf32>, %[[V:.*]]: tensor<12x4xf32>, %[[C:.*]]: tensor<12xf32>):
// CHECK-NEXT:      %[[P:.*]] = oaml.contraction %[[H]], %[[V]]
// CHECK-NEXT:      %[[A:.*]] = oaml.add %[[P]], %[[C]]
// CHECK:           %[[R:.*]] = oaml.sigmoid
// CHECK:           %[[U:.*]] = oaml.sigmoid
// CHECK:           oaml.mul %[[R]]
// CHECK:           %[[N:.*]] = oaml.tanh
// CHECK:           %[[F:.*]] = oaml.sub %{{.*}}, %[[U]]
// CHECK-NEXT:      %[[S:.*]] = oaml.mul %[[F]], %[[N]]
// CHECK-NEXT:      %[[T:.*]] = oaml.mul %[[U]], %[[H]]
// CHECK-NEXT:      %[[Q:.*]] = oaml.add %[[S]], %[[T]]
// CHECK-NEXT:      oaml.yield %[[Q]] : tensor<2x4xf32>
// CHECK:         return %[[Y]]
func.func @gru_scan(%g: tensor<2x5x12xf32>, %w: tensor<12x4xf32>, %b: tensor<12xf32>) -> tensor<2x5x4xf32> {
  %y = oaml.gru_scan %g, %w, %b : (tensor<2x5x12xf32>, tensor<12x4xf32>, tensor<12xf32>) -> tensor<2x5x4xf32>
  return %y : tensor<2x5x4xf32>
}

// CHECK-LABEL: func.func @rnn_cell
// CHECK-SAME:    %[[G:.*]]: tensor<?x4xf32>, %[[H:.*]]: tensor<?x4xf32>, %[[W:.*]]: tensor<4x4xf32>
// CHECK-NEXT:    %[[P:.*]] = oaml.contraction %[[H]], %[[W]]
// CHECK-NEXT:    %[[A:.*]] = oaml.add %[[G]], %[[P]]
// CHECK-NEXT:    %[[Y:.*]] = oaml.tanh %[[A]]
// CHECK-NEXT:    return %[[Y]]
func.func @rnn_cell(%g: tensor<?x4xf32>, %h: tensor<?x4xf32>, %w: tensor<4x4xf32>) -> tensor<?x4xf32> {
  %y = oaml.rnn_cell %g, %h, %w : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
