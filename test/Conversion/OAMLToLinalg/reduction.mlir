// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' | FileCheck %s

// A reduced axis stays with extent 1: a parallel loop of its own.
// CHECK-DAG: #[[OPERAND:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[COLUMNS:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[ONE:.*]] = affine_map<(d0, d1, d2) -> (d2)>

// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[ARG:.*]]: tensor<?x3xf32>)
// CHECK:         %[[DIM:.*]] = tensor.dim %[[ARG]]
// CHECK:         arith.constant 0.000000e+00 : f32
// CHECK:         tensor.empty(%[[DIM]]) : tensor<?x1xf32>
// CHECK:         linalg.generic {indexing_maps = [#[[OPERAND]], #[[ROWS]]], iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[ARG]] {{.*}} outs(%{{.*}} : tensor<?x1xf32>)
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK:           arith.addf %[[ACC]], %[[IN]] fastmath<contract> : f32
func.func @sum(%x: tensor<?x3xf32>) -> tensor<?x1xf32> {
  %0 = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<?x3xf32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// NaN goes through a maximum; narrow floats are compared in f32.
// CHECK-LABEL: func.func @max(
// CHECK:         arith.constant 0xFF800000 : f32
// CHECK:         linalg.generic {indexing_maps = [#[[OPERAND]], #[[COLUMNS]]], iterator_types = ["reduction", "parallel", "parallel"]}
// CHECK:           %[[WIDE:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK:           arith.maximumf %{{.*}}, %[[WIDE]] : f32
// CHECK:           arith.truncf %{{.*}} : f32 to f16
// CHECK:         -> tensor<1x3xf16>
func.func @max(%x: tensor<4x3xf16>) -> tensor<1x3xf16> {
  %0 = oaml.reduce max, %x {axes = array<i64: 0>} : (tensor<4x3xf16>) -> tensor<1x3xf16>
  return %0 : tensor<1x3xf16>
}

// CHECK-LABEL: func.func @max_number(
// CHECK:         arith.constant 0xFF800000 : f32
// CHECK:           arith.maxnumf
func.func @max_number(%x: tensor<4x3xf32>) -> tensor<4x1xf32> {
  %0 = oaml.reduce max_number, %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// What is left of numbers without their maximum is not positive; the maximum of
// others says nothing.
// CHECK-LABEL: func.func @below_maximum(
// CHECK:         math.exp %{{.*}} {kernel.nonpositive}
// CHECK:         math.exp %{{[a-z0-9_]*}} : f32
func.func @below_maximum(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %0 = oaml.reduce max_number, %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  %1 = oaml.sub %x, %0 : (tensor<4x3xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
  %2 = oaml.exp %1 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %3 = oaml.sub %y, %0 : (tensor<4x3xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
  %4 = oaml.exp %3 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %2, %4 : tensor<4x3xf32>, tensor<4x3xf32>
}

// CHECK-LABEL: func.func @integers(
// CHECK:         arith.constant -2147483648 : i32
// CHECK:         linalg.generic {{.*}}iterator_types = ["reduction", "reduction", "parallel", "parallel"]
// CHECK:           arith.maxsi
// CHECK:         -> tensor<1x1xi32>
// CHECK:           arith.addi
func.func @integers(%x: tensor<4x3xi32>) -> (tensor<1x1xi32>, tensor<4x1xi32>) {
  %0 = oaml.reduce max, %x {axes = array<i64: 0, 1>} : (tensor<4x3xi32>) -> tensor<1x1xi32>
  %1 = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<4x3xi32>) -> tensor<4x1xi32>
  return %0, %1 : tensor<1x1xi32>, tensor<4x1xi32>
}

// CHECK-LABEL: func.func @scalar(
// CHECK-SAME:    %[[X:.*]]: tensor<f32>)
// CHECK-NEXT:    return %[[X]]
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %0 = oaml.reduce sum, %x {axes = array<i64>} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @argmax(
// CHECK-SAME:    %[[ARG:.*]]: tensor<?x3xf32>)
// CHECK:         arith.constant 0xFF800000 : f32
// CHECK:         %[[GREATEST:.*]] = linalg.generic {indexing_maps = [#[[OPERAND]], #[[ROWS]]], {{.*}} ins(%[[ARG]]
// CHECK:           arith.maxnumf
// CHECK:         arith.constant 2147483647 : i32
// CHECK:         %[[FOUND:.*]] = linalg.generic {indexing_maps = [#[[OPERAND]], #[[ROWS]], #[[ROWS]]], {{.*}} ins(%[[ARG]], %[[GREATEST]]
// CHECK:         ^bb0(%[[X:.*]]: f32, %[[MAX:.*]]: f32, %[[POSITION:.*]]: i32):
// CHECK:           %[[I:.*]] = linalg.index 1
// CHECK:           %[[HERE:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK:           %[[EQUAL:.*]] = arith.cmpf oeq, %[[X]], %[[MAX]]
// CHECK:           %[[CANDIDATE:.*]] = arith.select %[[EQUAL]], %[[HERE]], %{{.*}} : i32
// CHECK:           arith.minsi %[[POSITION]], %[[CANDIDATE]]
// Nothing but NaN gives 0.
// CHECK:         linalg.generic {{.*}} ins(%[[FOUND]]
// CHECK:           %[[NONE:.*]] = arith.constant 2147483647 : i32
// CHECK:           arith.cmpi eq, %{{.*}}, %[[NONE]]
func.func @argmax(%x: tensor<?x3xf32>) -> tensor<?x1xi32> {
  %0 = oaml.argmax %x {axis = 1} : (tensor<?x3xf32>) -> tensor<?x1xi32>
  return %0 : tensor<?x1xi32>
}

// The flat position.
// CHECK-LABEL: func.func @flat_argmax(
// CHECK:         %[[C3:.*]] = arith.constant 3 : index
// CHECK:         linalg.generic {indexing_maps = [#[[OPERAND]], #[[ONE]], #[[ONE]]], iterator_types = ["reduction", "reduction", "parallel"]}
// CHECK:           %[[I:.*]] = linalg.index 0
// CHECK:           %[[ROW:.*]] = arith.muli %[[I]], %[[C3]]
// CHECK:           %[[J:.*]] = linalg.index 1
// CHECK:           arith.addi %[[ROW]], %[[J]]
func.func @flat_argmax(%x: tensor<?x3xf32>) -> tensor<1xi32> {
  %0 = oaml.argmax %x : (tensor<?x3xf32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
