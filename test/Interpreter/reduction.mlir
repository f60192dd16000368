// RUN: split-file %s %t
// RUN: oaml-run %t/axis.mlir --executor=interpreter --input="2x3xf32=1 2 3 4 5 9" | FileCheck %s --check-prefix=AXIS
// RUN: oaml-run %t/full.mlir --executor=interpreter --input="4xf32=1 nan -inf 3" | FileCheck %s --check-prefix=NAN
// RUN: oaml-run %t/full.mlir --executor=interpreter --input="4xf32=5 7 7 inf" | FileCheck %s --check-prefix=INF
// RUN: oaml-run %t/full.mlir --executor=interpreter --input="4xf32=nan" | FileCheck %s --check-prefix=ALLNAN
// RUN: oaml-run %t/full.mlir --executor=interpreter --input="1xf32=-2" | FileCheck %s --check-prefix=ONE
// RUN: oaml-run %t/integers.mlir --executor=interpreter --input="2x2xi32=2147483647 1 -5 3" | FileCheck %s --check-prefix=INTEGERS
// RUN: oaml-run %t/softmax.mlir --executor=interpreter --input="4x2xf32=1000 1000 -inf -inf -inf 5 nan 1" | FileCheck %s --check-prefix=SOFTMAX
// RUN: oaml-run %t/accurate.mlir --executor=interpreter --input="100000xf32=0.1" | FileCheck %s --check-prefix=ACCURATE

//--- axis.mlir
// AXIS:      1x3xf32=5 7 12
// AXIS-NEXT: 2x1xf32=6 18
// AXIS-NEXT: 2x1xf32=2 6
// AXIS-NEXT: 1x3xf32=4 5 9
// AXIS-NEXT: 1x1xf32=24
// AXIS-NEXT: 2x1xf32=3 9
// AXIS-NEXT: 2x1xi32=2 2
// AXIS-NEXT: 1xf32=4
func.func @main(%x: tensor<2x3xf32>) -> (tensor<1x3xf32>, tensor<2x1xf32>,
    tensor<2x1xf32>, tensor<1x3xf32>, tensor<1x1xf32>, tensor<2x1xf32>, tensor<2x1xi32>, tensor<1xf32>) {
  %0 = oaml.sum %x {axis = 0} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %1 = oaml.sum %x {axis = 1} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %2 = oaml.mean %x {axis = 1} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %3 = oaml.max %x {axis = 0} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %4 = oaml.reduce sum, %x {axes = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<1x1xf32>
  %5 = oaml.reduce max, %x {axes = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %6 = oaml.argmax %x {axis = 1} : (tensor<2x3xf32>) -> tensor<2x1xi32>
  %7 = oaml.mean %x : (tensor<2x3xf32>) -> tensor<1xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<1x3xf32>, tensor<2x1xf32>,
    tensor<2x1xf32>, tensor<1x3xf32>, tensor<1x1xf32>, tensor<2x1xf32>, tensor<2x1xi32>, tensor<1xf32>
}

//--- full.mlir
// A NaN makes sum and maximum NaN, but never wins argmax or max_number.
// NAN:      1xf32=nan
// NAN-NEXT: 1xf32=nan
// NAN-NEXT: 1xi32=3
// NAN-NEXT: 1xf32=3
// INF:      1xf32=inf
// INF-NEXT: 1xf32=inf
// INF-NEXT: 1xi32=3
// INF-NEXT: 1xf32=inf
// ALLNAN:      1xf32=nan
// ALLNAN-NEXT: 1xf32=nan
// ALLNAN-NEXT: 1xi32=0
// ALLNAN-NEXT: 1xf32=-inf
// ONE:      1xf32=-2
// ONE-NEXT: 1xf32=-2
// ONE-NEXT: 1xi32=0
// ONE-NEXT: 1xf32=-2
func.func @main(%x: tensor<?xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xi32>, tensor<1xf32>) {
  %0 = oaml.sum %x : (tensor<?xf32>) -> tensor<1xf32>
  %1 = oaml.max %x : (tensor<?xf32>) -> tensor<1xf32>
  %2 = oaml.argmax %x : (tensor<?xf32>) -> tensor<1xi32>
  %3 = oaml.reduce max_number, %x {axes = array<i64: 0>} : (tensor<?xf32>) -> tensor<1xf32>
  return %0, %1, %2, %3 : tensor<1xf32>, tensor<1xf32>, tensor<1xi32>, tensor<1xf32>
}

//--- integers.mlir
// INTEGERS:      2x1xi32=-2147483648 -2
// INTEGERS-NEXT: 1x2xi32=2147483647 3
func.func @main(%x: tensor<2x2xi32>) -> (tensor<2x1xi32>, tensor<1x2xi32>) {
  %0 = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<2x2xi32>) -> tensor<2x1xi32>
  %1 = oaml.reduce max, %x {axes = array<i64: 0>} : (tensor<2x2xi32>) -> tensor<1x2xi32>
  return %0, %1 : tensor<2x1xi32>, tensor<1x2xi32>
}

//--- softmax.mlir
// SOFTMAX: 4x2xf32=0.5 0.5 nan nan 0 1 nan nan
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = oaml.softmax %x {axis = 1} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

//--- accurate.mlir
// Sums in double: 100000 times the f32 next to 0.1. In f32 it would be 9998.56.
// ACCURATE: 1xf32=10000
func.func @main(%x: tensor<100000xf32>) -> tensor<1xf32> {
  %0 = oaml.sum %x : (tensor<100000xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
