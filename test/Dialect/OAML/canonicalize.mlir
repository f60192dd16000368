// RUN: oaml-opt %s --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @add_of_neg
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
func.func @add_of_neg(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %n = oaml.neg %b : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-DAG: %[[X:.*]] = oaml.sub %[[A]], %[[B]]
  %x = oaml.add %a, %n : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = oaml.add %n, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK-DAG: %[[Z:.*]] = oaml.add %[[A]], %[[B]]
  %z = oaml.sub %a, %n : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NOT: oaml.neg
  return %x, %y, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @signs_cancel
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
func.func @signs_cancel(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %m = oaml.neg %a : (tensor<4xf32>) -> tensor<4xf32>
  %n = oaml.neg %b : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.mul %[[A]], %[[B]]
  %x = oaml.mul %m, %n : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.div %[[A]], %[[B]]
  %y = oaml.div %m, %n : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @times_minus_one
func.func @times_minus_one(%a: tensor<4xf32>, %b: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = oaml.constant dense<-1.0> : tensor<f32>
  // CHECK: oaml.neg %{{.*}} : (tensor<4xf32>) -> tensor<4xf32>
  %x = oaml.mul %a, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // The factor broadcasts: no neg gives this shape.
  %d = oaml.constant dense<-1.0> : tensor<4xf32>
  // CHECK: oaml.mul
  %y = oaml.mul %b, %d : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @division_by_constants
func.func @division_by_constants(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: %[[C:.*]] = oaml.constant dense<1.250000e-01> : tensor<f32>
  // CHECK-DAG: %[[D:.*]] = oaml.constant dense<3.000000e+00> : tensor<f32>
  %c = oaml.constant dense<8.0> : tensor<f32>
  // CHECK: oaml.mul %{{.*}}, %[[C]]
  %x = oaml.div %a, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // One third is not exact.
  %d = oaml.constant dense<3.0> : tensor<f32>
  // CHECK: oaml.div %{{.*}}, %[[D]]
  %y = oaml.div %a, %d : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// Integers wrap and may be reordered; float sums may not.
// CHECK-LABEL: func @sums_of_constants
func.func @sums_of_constants(%i: tensor<4xi32>, %x: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %1 = oaml.constant dense<2147483647> : tensor<i32>
  %2 = oaml.constant dense<2> : tensor<i32>
  // CHECK-DAG: %[[C:.*]] = oaml.constant dense<-2147483647> : tensor<i32>
  // CHECK: oaml.add %{{.*}}, %[[C]] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %3 = oaml.add %i, %1 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %4 = oaml.add %3, %2 : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %5 = oaml.constant dense<1.0> : tensor<f32>
  // CHECK: oaml.add
  // CHECK: oaml.add
  %6 = oaml.add %x, %5 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %7 = oaml.add %6, %5 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %4, %7 : tensor<4xi32>, tensor<4xf32>
}

// CHECK-LABEL: func @relu_of_relu
func.func @relu_of_relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: oaml.relu
  // CHECK-NOT: oaml.relu
  %0 = oaml.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = oaml.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func @compare_constant
func.func @compare_constant(%x: tensor<4xf32>) -> tensor<4xi32> {
  // CHECK: %[[C:.*]] = oaml.constant
  %c = oaml.constant dense<1.0> : tensor<f32>
  // CHECK: oaml.compare gt, %{{.*}}, %[[C]] : (tensor<4xf32>, tensor<f32>) -> tensor<4xi32>
  %0 = oaml.compare lt, %c, %x : (tensor<f32>, tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func @select_of_test
// CHECK-SAME: (%[[M:.*]]: tensor<4xf32>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
func.func @select_of_test(%m: tensor<4xf32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = oaml.constant dense<0.0> : tensor<f32>
  %0 = oaml.compare ne, %m, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xi32>
  // CHECK: oaml.select %[[M]], %[[A]], %[[B]]
  %1 = oaml.select %0, %a, %b : (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = oaml.compare eq, %m, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xi32>
  // CHECK: oaml.select %[[M]], %[[B]], %[[A]]
  %3 = oaml.select %2, %a, %b : (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // Greater than 0 is another question.
  // CHECK: %[[G:.*]] = oaml.compare gt
  %4 = oaml.compare gt, %m, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xi32>
  // CHECK: oaml.select %[[G]], %[[A]], %[[B]]
  %5 = oaml.select %4, %a, %b : (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @casts
// CHECK-SAME: (%[[H:.*]]: tensor<4xf16>, %[[U:.*]]: tensor<4xui8>, %[[F:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>)
func.func @casts(%h: tensor<4xf16>, %u: tensor<4xui8>, %f: tensor<4xf32>, %i: tensor<4xi32>)
    -> (tensor<4xbf16>, tensor<4xi32>, tensor<4xi8>, tensor<4xf32>, tensor<4xi32>) {
  %0 = oaml.cast %h {dtype = f32} : (tensor<4xf16>) -> tensor<4xf32>
  // CHECK-DAG: oaml.cast %[[H]] {dtype = bf16}
  %1 = oaml.cast %0 {dtype = bf16} : (tensor<4xf32>) -> tensor<4xbf16>
  %2 = oaml.cast %u {dtype = f32} : (tensor<4xui8>) -> tensor<4xf32>
  // CHECK-DAG: oaml.cast %[[U]] {dtype = i32}
  %3 = oaml.cast %2 {dtype = i32} : (tensor<4xf32>) -> tensor<4xi32>
  // 200 is 127 by way of a float, and -56 directly.
  // CHECK-DAG: %[[W:.*]] = oaml.cast %[[U]] {dtype = f32}
  // CHECK-DAG: oaml.cast %[[W]] {dtype = i8}
  %4 = oaml.cast %2 {dtype = i8} : (tensor<4xf32>) -> tensor<4xi8>
  // Rounding to f16 is not undone.
  // CHECK-DAG: %[[N:.*]] = oaml.cast %[[F]] {dtype = f16}
  // CHECK-DAG: oaml.cast %[[N]] {dtype = f32}
  %5 = oaml.cast %f {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
  %6 = oaml.cast %5 {dtype = f32} : (tensor<4xf16>) -> tensor<4xf32>
  // Nor that of an i32 to f32.
  // CHECK-DAG: %[[J:.*]] = oaml.cast %[[I]] {dtype = f32}
  // CHECK-DAG: oaml.cast %[[J]] {dtype = i32}
  %7 = oaml.cast %i {dtype = f32} : (tensor<4xi32>) -> tensor<4xf32>
  %8 = oaml.cast %7 {dtype = i32} : (tensor<4xf32>) -> tensor<4xi32>
  return %1, %3, %4, %6, %8 : tensor<4xbf16>, tensor<4xi32>, tensor<4xi8>, tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: func @shapes_of_shapes
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>, %[[R:.*]]: tensor<3xf32>)
func.func @shapes_of_shapes(%x: tensor<4x3xf32>, %r: tensor<3xf32>) -> (tensor<2x6xf32>, tensor<2x4x3xf32>) {
  // CHECK: oaml.reshape %[[X]] to [2, 6]
  %0 = oaml.reshape %x to [12] : (tensor<4x3xf32>) -> tensor<12xf32>
  %1 = oaml.reshape %0 to [2, 6] : (tensor<12xf32>) -> tensor<2x6xf32>
  // CHECK: oaml.broadcast_to %[[R]] to [2, 4, 3]
  %2 = oaml.broadcast_to %r to [4, 3] : (tensor<3xf32>) -> tensor<4x3xf32>
  %3 = oaml.broadcast_to %2 to [2, 4, 3] : (tensor<4x3xf32>) -> tensor<2x4x3xf32>
  return %1, %3 : tensor<2x6xf32>, tensor<2x4x3xf32>
}

// CHECK-LABEL: func @constant_extents
func.func @constant_extents(%r: tensor<3xf32>, %x: tensor<6x3xf32>, %n: index)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x?xi32>, tensor<?x?xf32>, tensor<?xf32>) {
  %c = arith.constant 5 : index
  // CHECK: oaml.broadcast_to %{{.*}} to [5, 3] : (tensor<3xf32>) -> tensor<?x3xf32>
  %0 = oaml.broadcast_to %r to [%c, 3] : (tensor<3xf32>, index) -> tensor<?x3xf32>
  // CHECK: oaml.slice %{{.*}} {axis = 0 : i64, end = 5 : i64, start = 1 : i64} : (tensor<6x3xf32>) -> tensor<?x3xf32>
  %1 = oaml.slice %x end(%c) {axis = 0, start = 1, end = -9223372036854775808} : (tensor<6x3xf32>, index) -> tensor<?x3xf32>
  // CHECK: oaml.iota [5, %[[N:.*]]] {axis = 0 : i64} : (index) -> tensor<?x?xi32>
  %2 = oaml.iota [%c, %n] {axis = 0} : (index, index) -> tensor<?x?xi32>
  // CHECK: oaml.pad %{{.*}} low [5, 0] high [%[[N]], 5] : (tensor<6x3xf32>, index) -> tensor<?x?xf32>
  %3 = oaml.pad %x low [%c, 0] high [%n, %c] : (tensor<6x3xf32>, index, index, index) -> tensor<?x?xf32>
  // CHECK: oaml.philox_uniform [5] {{.*}} : () -> tensor<?xf32>
  %4 = oaml.philox_uniform [%c] {low = 0.0, high = 1.0, seed = 1} : (index) -> tensor<?xf32>
  return %0, %1, %2, %3, %4 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x?xi32>, tensor<?x?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @transpose_axes
func.func @transpose_axes(%x: tensor<4x3x2xf32>) -> tensor<2x3x4xf32> {
  // CHECK: oaml.transpose %{{.*}} {axis0 = 0 : i64, axis1 = 2 : i64}
  %0 = oaml.transpose %x {axis0 = 2, axis1 = 0} : (tensor<4x3x2xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @slice_of_slice
func.func @slice_of_slice(%x: tensor<8x8xf32>) -> (tensor<2x8xf32>, tensor<2x2xf32>) {
  // CHECK: oaml.slice %{{.*}} {axis = 0 : i64, end = 5 : i64, start = 3 : i64} : (tensor<8x8xf32>) -> tensor<2x8xf32>
  %0 = oaml.slice %x {axis = 0, start = 2, end = 6} : (tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = oaml.slice %0 {axis = 0, start = 1, end = 3} : (tensor<4x8xf32>) -> tensor<2x8xf32>
  // Another axis is another slice.
  // CHECK: oaml.slice %{{.*}} {axis = 1
  %2 = oaml.slice %1 {axis = 1, start = 1, end = 3} : (tensor<2x8xf32>) -> tensor<2x2xf32>
  return %1, %2 : tensor<2x8xf32>, tensor<2x2xf32>
}

// CHECK-LABEL: func @reductions
// CHECK-SAME: (%[[X:.*]]: tensor<4x1x3xf32>, %[[H:.*]]: tensor<4x3xf16>)
func.func @reductions(%x: tensor<4x1x3xf32>, %h: tensor<4x3xf16>) -> (tensor<1x1x1xf32>, tensor<1x1xf16>) {
  // CHECK: oaml.reduce sum, %[[X]] {axes = array<i64: 0, 2>} : (tensor<4x1x3xf32>) -> tensor<1x1x1xf32>
  %0 = oaml.reduce sum, %x {axes = array<i64: 1, 2>} : (tensor<4x1x3xf32>) -> tensor<4x1x1xf32>
  %1 = oaml.reduce sum, %0 {axes = array<i64: 0>} : (tensor<4x1x1xf32>) -> tensor<1x1x1xf32>
  // The sum in between is rounded to f16.
  // CHECK: oaml.reduce sum, %[[H]] {axes = array<i64: 1>}
  // CHECK: oaml.reduce sum
  %2 = oaml.reduce sum, %h {axes = array<i64: 1>} : (tensor<4x3xf16>) -> tensor<4x1xf16>
  %3 = oaml.reduce sum, %2 {axes = array<i64: 0>} : (tensor<4x1xf16>) -> tensor<1x1xf16>
  return %1, %3 : tensor<1x1x1xf32>, tensor<1x1xf16>
}

// Extents follow from the shape rules; the tensors in between are not needed.
// CHECK-LABEL: func @extents
// CHECK-SAME: (%[[X:.*]]: tensor<?x64xf32>, %[[N:.*]]: index)
func.func @extents(%x: tensor<?x64xf32>, %n: index) -> (index, index, index, index) {
  %0 = oaml.exp %x : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %1 = oaml.transpose %0 {axis0 = 0, axis1 = 1} : (tensor<?x64xf32>) -> tensor<64x?xf32>
  // CHECK-DAG: %[[B:.*]] = oaml.dim %[[X]] {axis = 0 : i64}
  %2 = oaml.dim %1 {axis = 1} : tensor<64x?xf32>
  // CHECK-DAG: %[[C:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[D:.*]] = arith.muli %[[B]], %[[C]]
  %3 = oaml.reshape %0 to [-1, 32] : (tensor<?x64xf32>) -> tensor<?x32xf32>
  %4 = oaml.dim %3 {axis = 0} : tensor<?x32xf32>
  %5 = oaml.iota [%n, 2] {axis = 0} : (index) -> tensor<?x2xi32>
  %6 = oaml.dim %5 {axis = 0} : tensor<?x2xi32>
  // CHECK-DAG: %[[E:.*]] = arith.addi %[[B]], %[[N]]
  %7 = oaml.pad %x low [%n, 0] high [0, 0] : (tensor<?x64xf32>, index) -> tensor<?x64xf32>
  %8 = oaml.dim %7 {axis = 0} : tensor<?x64xf32>
  // CHECK: return %[[B]], %[[D]], %[[N]], %[[E]]
  return %2, %4, %6, %8 : index, index, index, index
}

// Not every driver divides by a constant 0.
// CHECK-LABEL: func.func @div_by_zero
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK-DAG:     %[[P:.*]] = oaml.constant dense<0x7F800000> : tensor<f32>
// CHECK-DAG:     %[[N:.*]] = oaml.constant dense<0xFF800000> : tensor<f32>
// CHECK-DAG:     oaml.mul %[[X]], %[[P]]
// CHECK-DAG:     oaml.mul %[[X]], %[[N]]
func.func @div_by_zero(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = oaml.constant dense<0.0> : tensor<f32>
  %n = oaml.constant dense<-0.0> : tensor<f32>
  %0 = oaml.div %x, %p : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = oaml.div %x, %n : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
