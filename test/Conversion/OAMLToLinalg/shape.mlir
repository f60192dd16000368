// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' | FileCheck %s

// CHECK-LABEL: func.func @constants(
// CHECK-SAME:    -> (tensor<4xi8>, tensor<2xf32>)
// CHECK:         arith.constant dense<[1, 2, 3, -56]> : tensor<4xi8>
// CHECK:         arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
func.func @constants() -> (tensor<4xui8>, tensor<2xf32>) {
  %0 = oaml.constant dense<[1, 2, 3, 200]> : tensor<4xui8>
  %1 = oaml.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0, %1 : tensor<4xui8>, tensor<2xf32>
}

// CHECK-LABEL: func.func @positions(
// CHECK-SAME:    %[[X:.*]]: tensor<?x3xf32>)
// CHECK:         %[[B:.*]] = tensor.dim %[[X]]
// CHECK:         tensor.empty(%[[B]]) : tensor<?x5xi32>
// CHECK:           %[[I:.*]] = linalg.index 1
// CHECK:           arith.index_cast %[[I]] : index to i32
// CHECK:         %[[N:.*]] = arith.index_cast %[[B]] : index to i32
// CHECK:         tensor.from_elements %[[N]] : tensor<i32>
func.func @positions(%x: tensor<?x3xf32>) -> (tensor<?x5xi32>, tensor<i32>) {
  %b = oaml.dim %x {axis = 0} : tensor<?x3xf32>
  %0 = oaml.iota [%b, 5] {axis = 1} : (index) -> tensor<?x5xi32>
  %1 = oaml.from_index %b : (index) -> tensor<i32>
  return %0, %1 : tensor<?x5xi32>, tensor<i32>
}

// CHECK-LABEL: func.func @movement(
// CHECK-SAME:    %[[X:.*]]: tensor<4x6xf32>, %[[R:.*]]: tensor<1x6xi8>, %[[N:.*]]: index)
// CHECK:         linalg.generic {{.*}} ins(%[[R]] : tensor<1x6xi8>) outs(%{{.*}} : tensor<?x4x6xi8>)
// CHECK:         linalg.transpose ins(%[[X]] : tensor<4x6xf32>) outs(%{{.*}} : tensor<6x4xf32>) permutation = [1, 0]
// CHECK:         tensor.extract_slice %[[X]][0, 2] [4, 2] [1, 1] : tensor<4x6xf32> to tensor<4x2xf32>
// CHECK:         %[[SIZE:.*]] = arith.subi %{{.*}}, %[[N]] : index
// CHECK:         tensor.extract_slice %[[X]][%[[N]], 0] [%[[SIZE]], 6] [1, 1] : tensor<4x6xf32> to tensor<?x6xf32>
// CHECK:         %[[V:.*]] = arith.constant 1.500000e+00 : f32
// CHECK:         tensor.pad %[[X]] low[0, 1] high[1, %[[N]]]
// CHECK:           tensor.yield %[[V]]
func.func @movement(%x: tensor<4x6xf32>, %r: tensor<1x6xui8>, %n: index)
    -> (tensor<?x4x6xui8>, tensor<6x4xf32>, tensor<4x2xf32>, tensor<?x6xf32>, tensor<5x?xf32>) {
  %0 = oaml.broadcast_to %r to [%n, 4, 6] : (tensor<1x6xui8>, index) -> tensor<?x4x6xui8>
  %1 = oaml.transpose %x {axis0 = 0, axis1 = 1} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %2 = oaml.slice %x {axis = 1, start = 2, end = 4} : (tensor<4x6xf32>) -> tensor<4x2xf32>
  %3 = oaml.slice %x start(%n) {axis = 0, start = -9223372036854775808, end = 4}
      : (tensor<4x6xf32>, index) -> tensor<?x6xf32>
  %4 = oaml.pad %x low [0, 1] high [1, %n] {value = 1.5} : (tensor<4x6xf32>, index) -> tensor<5x?xf32>
  return %0, %1, %2, %3, %4 : tensor<?x4x6xui8>, tensor<6x4xf32>, tensor<4x2xf32>, tensor<?x6xf32>, tensor<5x?xf32>
}
