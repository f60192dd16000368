// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' | FileCheck %s

// Bytes are unsigned; what an index out of range reads is replaced.
// CHECK-LABEL: func.func @embedding(
// CHECK-SAME:    %[[T:.*]]: tensor<100x8xf32>, %[[I:.*]]: tensor<4x5xi8>)
// CHECK:         %[[LIST:.*]] = tensor.collapse_shape %[[I]] {{\[}}[0, 1]] : tensor<4x5xi8> into tensor<20xi8>
// CHECK:         linalg.generic {{.*}} ins(%[[LIST]] : tensor<20xi8>)
// CHECK:           %[[K:.*]] = arith.extui %{{.*}} : i8 to i32
// CHECK:           %[[V:.*]] = tensor.extract %[[T]]
// CHECK:           %[[INSIDE:.*]] = arith.cmpi ult, %[[K]]
// CHECK:           arith.select %[[INSIDE]], %[[V]]
func.func @embedding(%t: tensor<100x8xf32>, %i: tensor<4x5xui8>) -> tensor<20x8xf32> {
  %y = oaml.embedding %t, %i : (tensor<100x8xf32>, tensor<4x5xui8>) -> tensor<20x8xf32>
  return %y : tensor<20x8xf32>
}

// CHECK-LABEL: func.func @gather_last_dim(
// CHECK:           %[[ROW:.*]] = linalg.index 0
// CHECK:           tensor.extract %{{.*}}[%[[ROW]], %{{.*}}] : tensor<4x9xf32>
func.func @gather_last_dim(%x: tensor<4x9xf32>, %i: tensor<4x2xi32>) -> tensor<4x2xf32> {
  %y = oaml.gather_last_dim %x, %i : (tensor<4x9xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// The sum has an order: what is not added leaves the accumulator alone.
// CHECK-LABEL: func.func @accumulate_rows(
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
// CHECK:           %[[V:.*]] = linalg.index 0
// CHECK:           %[[ROW:.*]] = arith.index_cast %[[V]]
// CHECK:           %[[HERE:.*]] = arith.cmpi eq, %{{.*}}, %[[ROW]]
// CHECK:           %[[SUM:.*]] = arith.addf %[[ACC:.*]], %{{.*}} : f32
// CHECK:           arith.select %[[HERE]], %[[SUM]], %[[ACC]]
func.func @accumulate_rows(%s: tensor<9x8xf32>, %i: tensor<9xi32>) -> tensor<100x8xf32> {
  %y = oaml.accumulate_rows %s, %i {rows = 100} : (tensor<9x8xf32>, tensor<9xi32>) -> tensor<100x8xf32>
  return %y : tensor<100x8xf32>
}

// CHECK-LABEL: func.func @accumulate_last_dim(
// CHECK-SAME:    %{{.*}}: tensor<?x2xf32>, %{{.*}}: tensor<?x2xi32>, %[[N:.*]]: index)
// CHECK:         tensor.empty(%{{.*}}, %[[N]])
// CHECK:           linalg.index 1
func.func @accumulate_last_dim(%s: tensor<?x2xf32>, %i: tensor<?x2xi32>, %n: index) -> tensor<?x?xf32> {
  %y = oaml.accumulate_last_dim %s, %i size(%n) {size = -9223372036854775808} : (tensor<?x2xf32>, tensor<?x2xi32>, index) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// Empty parts are left out.
// CHECK-LABEL: func.func @concat(
// CHECK-SAME:    %[[A:.*]]: tensor<4x3xf32>, %{{.*}}: tensor<4x0xf32>, %[[B:.*]]: tensor<4x2xf32>)
// CHECK:         tensor.concat dim(1) %[[A]], %[[B]]
func.func @concat(%a: tensor<4x3xf32>, %e: tensor<4x0xf32>, %b: tensor<4x2xf32>) -> tensor<4x5xf32> {
  %y = oaml.concat %a, %e, %b {axis = 1} : (tensor<4x3xf32>, tensor<4x0xf32>, tensor<4x2xf32>) -> tensor<4x5xf32>
  return %y : tensor<4x5xf32>
}

// An exponent of shape [1] is a scalar.
// CHECK-LABEL: func.func @pow(
// CHECK:         tensor.collapse_shape %{{.*}} [] : tensor<1xf32> into tensor<f32>
// CHECK:           math.powf
func.func @pow(%x: tensor<4xf32>, %p: tensor<1xf32>) -> tensor<4xf32> {
  %y = oaml.pow %x exponent(%p) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
