// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' | FileCheck %s

// A loop over steps whose results hold the slices of all steps. The state is read
// where the step before wrote it; the first step takes the initial one.
// CHECK-LABEL: func.func @scan(
// CHECK-SAME:    %[[H:.*]]: tensor<?x4xf32>, %[[X:.*]]: tensor<?x5x4xf32>)
// CHECK:         %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x5x4xf32>
// CHECK:         %[[R:.*]] = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[S:.*]] = %[[E]])
// CHECK:           %[[FIRST:.*]] = arith.cmpi eq, %[[I]]
// CHECK:           %[[PLACE:.*]] = arith.subi %{{.*}}, %[[I]]
// CHECK:           %[[BEFORE:.*]] = arith.minui
// CHECK:           %[[OLD:.*]] = tensor.extract_slice %[[S]][0, %[[BEFORE]], 0] {{.*}} to tensor<?x4xf32>
// CHECK:           linalg.generic {{.*}} ins(%[[H]], %[[OLD]] :
// CHECK:             arith.select %[[FIRST]]
// CHECK:           %[[SLICE:.*]] = tensor.extract_slice %[[X]][0, %[[PLACE]], 0]
// CHECK:           %[[NEXT:.*]] = linalg.generic
// CHECK:             arith.mulf
// CHECK:           %[[ALL:.*]] = tensor.insert_slice %[[NEXT]] into %[[S]][0, %[[PLACE]], 0]
// CHECK:           scf.yield %[[ALL]]
// CHECK:         return %[[R]]
func.func @scan(%h: tensor<?x4xf32>, %x: tensor<?x5x4xf32>) -> tensor<?x5x4xf32> {
  %y = oaml.scan carries(%h) slices(%x) {axis = 1, reverse} : (tensor<?x4xf32>, tensor<?x5x4xf32>) -> tensor<?x5x4xf32> {
  ^bb0(%c: tensor<?x4xf32>, %s: tensor<?x4xf32>):
    %0 = oaml.mul %c, %s : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    oaml.yield %0 : tensor<?x4xf32>
  }
  return %y : tensor<?x5x4xf32>
}
