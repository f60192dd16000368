// RUN: oaml-opt %s --oaml-differentiate --split-input-file | FileCheck %s

func.func private @square(%x: tensor<4xf32>) -> tensor<1xf32> {
  %q = oaml.mul %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = oaml.sum %q : (tensor<4xf32>) -> tensor<1xf32>
  return %s : tensor<1xf32>
}
// The forward pass is gone: its values are not needed.
// CHECK-LABEL: func.func @grad
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[G:.*]] = oaml.add %[[X]], %[[X]]
// CHECK-NEXT:    return %[[G]]
func.func @grad(%x: tensor<4xf32>) -> tensor<4xf32> {
  %g = oaml.grad @square(%x) {wrt = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}
// CHECK-LABEL: func.func @value
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[Q:.*]] = oaml.mul %[[X]], %[[X]]
// CHECK-NEXT:    %[[S:.*]] = oaml.reduce{{ +}}sum, %[[Q]]
// CHECK-NEXT:    %[[G:.*]] = oaml.add %[[X]], %[[X]]
// CHECK-NEXT:    return %[[S]], %[[G]]
func.func @value(%x: tensor<4xf32>) -> (tensor<1xf32>, tensor<4xf32>) {
  %l, %g = oaml.value_and_grad @square(%x) {wrt = array<i64: 0>}
      : (tensor<4xf32>) -> (tensor<1xf32>, tensor<4xf32>)
  return %l, %g : tensor<1xf32>, tensor<4xf32>
}

// -----

// One value for two arguments is two variables; one function serves two requests.
func.func private @dot(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<1xf32> {
  %e = oaml.exp %a : (tensor<4xf32>) -> tensor<4xf32>
  %p = oaml.mul %e, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = oaml.sum %p : (tensor<4xf32>) -> tensor<1xf32>
  return %s : tensor<1xf32>
}
// CHECK-LABEL: func.func @repeated
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[E:.*]] = oaml.exp %[[X]]
// CHECK-NEXT:    %[[G:.*]] = oaml.mul %[[X]], %[[E]]
// CHECK-NEXT:    return %[[E]], %[[G]]
func.func @repeated(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %g:2 = oaml.grad @dot(%x, %x) {wrt = array<i64: 1, 0>}
      : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g#0, %g#1 : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @twice
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[E:.*]] = oaml.exp %[[X]]
// CHECK-NEXT:    %[[F:.*]] = oaml.exp %[[Y]]
// CHECK-NEXT:    return %[[E]], %[[F]]
func.func @twice(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %g = oaml.grad @dot(%x, %y) {wrt = array<i64: 1>}
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %h = oaml.grad @dot(%y, %x) {wrt = array<i64: 1>}
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g, %h : tensor<4xf32>, tensor<4xf32>
}

// -----

// Without influence: not used, in an auxiliary result only, cut off by detach,
// by a comparison, by a cast to integers.
func.func private @cut(%a: tensor<1xf32>, %b: tensor<1xf32>, %c: tensor<1xf32>,
    %d: tensor<1xf32>, %e: tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %cut = oaml.detach %c : (tensor<1xf32>) -> tensor<1xf32>
  %mask = oaml.compare gt, %d, %cut : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi32>
  %number = oaml.cast %e {dtype = i32} : (tensor<1xf32>) -> tensor<1xi32>
  %float = oaml.cast %number {dtype = f32} : (tensor<1xi32>) -> tensor<1xf32>
  %y = oaml.select %mask, %cut, %float : (tensor<1xi32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %y, %b : tensor<1xf32>, tensor<1xf32>
}
// CHECK-LABEL: func.func @cut_off
// CHECK-COUNT-5: oaml.constant dense<0.000000e+00> : tensor<1xf32>
// CHECK-NEXT:    return
func.func @cut_off(%x: tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %g:5 = oaml.grad @cut(%x, %x, %x, %x, %x) {wrt = array<i64: 0, 1, 2, 3, 4>}
      : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
      -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  return %g#0, %g#1, %g#2, %g#3, %g#4 : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

// -----

// Zeros in a dynamic shape; results that are arguments.
func.func private @first(%a: tensor<1xf32>, %b: tensor<?x3xf32>) -> (tensor<1xf32>, tensor<?x3xf32>) {
  return %a, %b : tensor<1xf32>, tensor<?x3xf32>
}
// CHECK-LABEL: func.func @dynamic_zeros
// CHECK-SAME:    %[[X:.*]]: tensor<1xf32>, %[[Y:.*]]: tensor<?x3xf32>
// CHECK-DAG:     %[[ONE:.*]] = oaml.constant dense<1.000000e+00> : tensor<1xf32>
// CHECK-DAG:     %[[ZERO:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-DAG:     %[[N:.*]] = oaml.dim %[[Y]] {axis = 0 : i64}
// CHECK:         %[[ZEROS:.*]] = oaml.broadcast_to %[[ZERO]] to [%[[N]], 3]
// CHECK:         return %[[Y]], %[[ONE]], %[[ZEROS]]
func.func @dynamic_zeros(%x: tensor<1xf32>, %y: tensor<?x3xf32>)
    -> (tensor<?x3xf32>, tensor<1xf32>, tensor<?x3xf32>) {
  %l, %z, %gx, %gy = oaml.value_and_grad @first(%x, %y) {wrt = array<i64: 0, 1>}
      : (tensor<1xf32>, tensor<?x3xf32>)
      -> (tensor<1xf32>, tensor<?x3xf32>, tensor<1xf32>, tensor<?x3xf32>)
  return %z, %gx, %gy : tensor<?x3xf32>, tensor<1xf32>, tensor<?x3xf32>
}

// -----

// Calls on the way of a gradient are inlined, other ones stay.
func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @outer(%x: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<1xf32> {
  %h = call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %hh = call @helper(%h) : (tensor<4xf32>) -> tensor<4xf32>
  %k = call @helper(%c) : (tensor<4xf32>) -> tensor<4xf32>
  %m = oaml.mul %hh, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = oaml.sum %m : (tensor<4xf32>) -> tensor<1xf32>
  return %s : tensor<1xf32>
}
// CHECK-LABEL: func.func @calls
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[C:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[H:.*]] = oaml.exp %[[X]]
// CHECK-NEXT:    %[[HH:.*]] = oaml.exp %[[H]]
// CHECK-NEXT:    %[[K:.*]] = call @helper(%[[C]])
// CHECK-NEXT:    %[[GH:.*]] = oaml.mul %[[K]], %[[HH]]
// CHECK-NEXT:    %[[G:.*]] = oaml.mul %[[GH]], %[[H]]
// CHECK-NEXT:    return %[[G]]
func.func @calls(%x: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %g = oaml.grad @outer(%x, %c) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// -----

// A gradient of a gradient: 6x, as a sum of six.
func.func private @cube(%x: tensor<1xf32>) -> tensor<1xf32> {
  %q = oaml.mul %x, %x : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %c = oaml.mul %q, %x : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %c : tensor<1xf32>
}
func.func private @slope(%x: tensor<1xf32>) -> tensor<1xf32> {
  %g = oaml.grad @cube(%x) {wrt = array<i64: 0>} : (tensor<1xf32>) -> tensor<1xf32>
  return %g : tensor<1xf32>
}
// CHECK-LABEL: func.func @curvature
// CHECK-SAME:    %[[X:.*]]: tensor<1xf32>
// CHECK-NEXT:    %[[T2:.*]] = oaml.add %[[X]], %[[X]]
// CHECK-NEXT:    %[[T3:.*]] = oaml.add %[[T2]], %[[X]]
// CHECK-NEXT:    %[[T4:.*]] = oaml.add %[[T3]], %[[X]]
// CHECK-NEXT:    %[[T5:.*]] = oaml.add %[[T4]], %[[X]]
// CHECK-NEXT:    %[[T6:.*]] = oaml.add %[[T5]], %[[X]]
// CHECK-NEXT:    return %[[T6]]
func.func @curvature(%x: tensor<1xf32>) -> tensor<1xf32> {
  %g = oaml.grad @slope(%x) {wrt = array<i64: 0>} : (tensor<1xf32>) -> tensor<1xf32>
  return %g : tensor<1xf32>
}

// -----

// Cotangents of all results; that of an integer is ignored.
func.func private @pair(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<i32>, tensor<4xf32>) {
  %e = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %e, %n, %x : tensor<4xf32>, tensor<i32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @vjp
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %{{.*}}: tensor<i32>, %[[G0:.*]]: tensor<4xf32>, %[[G1:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[E:.*]] = oaml.exp %[[X]]
// CHECK-NEXT:    %[[GE:.*]] = oaml.mul %[[G0]], %[[E]]
// CHECK-NEXT:    %[[G:.*]] = oaml.add %[[G1]], %[[GE]]
// CHECK-NEXT:    return %[[G]]
func.func @vjp(%x: tensor<4xf32>, %n: tensor<i32>, %g0: tensor<4xf32>, %g1: tensor<4xf32>) -> tensor<4xf32> {
  %r:4 = oaml.vjp @pair(%x, %n) cotangents(%g0, %n, %g1) {wrt = array<i64: 0>}
      : (tensor<4xf32>, tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<4xf32>)
      -> (tensor<4xf32>, tensor<i32>, tensor<4xf32>, tensor<4xf32>)
  return %r#3 : tensor<4xf32>
}

// -----

// A composite op that no gradient reaches stays whole.
func.func private @partly(%x: tensor<4x3xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %m = oaml.mean %x : (tensor<4x3xf32>) -> tensor<1xf32>
  %n = oaml.max %x : (tensor<4x3xf32>) -> tensor<1xf32>
  return %m, %n : tensor<1xf32>, tensor<1xf32>
}
// CHECK-LABEL: func.func @auxiliary
// CHECK-SAME:    %[[X:.*]]: tensor<4x3xf32>
// CHECK:         %[[S:.*]] = oaml.reduce{{ +}}sum, %[[X]]
// CHECK:         %[[L:.*]] = oaml.mul %[[S]]
// CHECK:         %[[LOSS:.*]] = oaml.reshape %[[L]] to [1]
// CHECK-NEXT:    %[[MAX:.*]] = oaml.max %[[X]]
// CHECK-NEXT:    %[[G:.*]] = oaml.constant dense<0.0833333358> : tensor<4x3xf32>
// CHECK-NEXT:    return %[[LOSS]], %[[MAX]], %[[G]]
func.func @auxiliary(%x: tensor<4x3xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<4x3xf32>) {
  %r:3 = oaml.value_and_grad @partly(%x) {wrt = array<i64: 0>}
      : (tensor<4x3xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<4x3xf32>)
  return %r#0, %r#1, %r#2 : tensor<1xf32>, tensor<1xf32>, tensor<4x3xf32>
}
