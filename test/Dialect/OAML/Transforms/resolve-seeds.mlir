// RUN: oaml-opt %s --oaml-resolve-seeds | FileCheck %s
// RUN: oaml-opt %s --oaml-resolve-seeds --oaml-resolve-seeds | FileCheck %s

// CHECK-LABEL: func.func @fixed
// CHECK-NOT:     oaml.run_seed
// CHECK:         oaml.philox_uniform [4] {{.*}}seed = 7
func.func @fixed() -> tensor<4xf32> {
  %u = oaml.philox_uniform [4] {low = 0.0, high = 1.0, seed = 7} : () -> tensor<4xf32>
  return %u : tensor<4xf32>
}

// CHECK-LABEL: func.func private @noise
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[DRAWN:.*]]: tensor<i32> {oaml.run_seed}
// CHECK:         %[[ZERO:.*]] = oaml.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[S:.*]] = oaml.resolve_seed %[[ZERO]], %[[DRAWN]] {salt = [[A:[0-9]+]] : i64}
// CHECK-NEXT:    %[[U:.*]] = oaml.rand_xavier [4] seed(%[[S]])
func.func private @noise(%x: tensor<4xf32>) -> tensor<1xf32> {
  %u = oaml.rand_xavier [4] {seed = 0} : () -> tensor<4xf32>
  %y = oaml.mul %x, %u : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = oaml.sum %y : (tensor<4xf32>) -> tensor<1xf32>
  return %s : tensor<1xf32>
}

// A seed that is not known may be 0.
// CHECK-LABEL: func.func @operand
// CHECK-SAME:    %[[SEED:.*]]: tensor<i32>, %[[DRAWN:.*]]: tensor<i32> {oaml.run_seed}
// CHECK-NEXT:    %[[S:.*]] = oaml.resolve_seed %[[SEED]], %[[DRAWN]]
// CHECK-NEXT:    oaml.philox_uniform [4] seed(%[[S]])
func.func @operand(%seed: tensor<i32>) -> tensor<4xf32> {
  %u = oaml.philox_uniform [4] seed(%seed) {low = 0.0, high = 1.0} : (tensor<i32>) -> tensor<4xf32>
  return %u : tensor<4xf32>
}

// Each use of a function draws numbers of its own.
// CHECK-LABEL: func.func @uses
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[DRAWN:.*]]: tensor<i32> {oaml.run_seed}
// CHECK:         %[[S0:.*]] = oaml.resolve_seed %{{.*}}, %[[DRAWN]] {salt = [[B:[0-9]+]] : i64}
// CHECK-NEXT:    call @noise(%[[X]], %[[S0]])
// CHECK:         %[[S1:.*]] = oaml.resolve_seed %{{.*}}, %[[DRAWN]]
// CHECK-NOT:     salt = [[B]] :
// CHECK:         oaml.grad @noise(%[[X]], %[[S1]]) {wrt = array<i64: 0>}
// CHECK:         %[[S2:.*]] = oaml.resolve_seed %{{.*}}, %[[DRAWN]]
// CHECK-NOT:     salt = [[B]] :
// CHECK:         oaml.vjp @noise(%[[X]], %[[S2]]) cotangents
func.func @uses(%x: tensor<4xf32>) -> (tensor<1xf32>, tensor<4xf32>, tensor<4xf32>) {
  %l = call @noise(%x) : (tensor<4xf32>) -> tensor<1xf32>
  %g = oaml.grad @noise(%x) {wrt = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %m, %h = oaml.vjp @noise(%x) cotangents(%l) {wrt = array<i64: 0>}
      : (tensor<4xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<4xf32>)
  return %m, %g, %h : tensor<1xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @other
// CHECK-NOT:     oaml.run_seed
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @plain(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
