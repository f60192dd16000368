// RUN: split-file %s %t
// RUN: oaml-run %t/move.mlir --executor=interpreter --input="2x3xf32=1 2 3 4 5 6" | FileCheck %s --check-prefix=MOVE
// RUN: oaml-run %t/dynamic.mlir --executor=interpreter --input="2x3xf32=1 2 3 4 5 6" | FileCheck %s --check-prefix=DYNAMIC
// RUN: oaml-run %t/dynamic.mlir --executor=interpreter --input="1x3xf32=7 8 9" | FileCheck %s --check-prefix=ONE
// RUN: oaml-run %t/constants.mlir --executor=interpreter | FileCheck %s --check-prefix=CONSTANTS

//--- move.mlir
// MOVE:      3x2xf32=1 4 2 5 3 6
// MOVE-NEXT: 3x2x1xf32=1 2 3 4 5 6
// MOVE-NEXT: 2x2xf32=2 3 5 6
// MOVE-NEXT: 3x4xf32=-1 -1 -1 -1 1 2 3 -1 4 5 6 -1
// MOVE-NEXT: 2x2x3xf32=1 2 3 4 5 6 1 2 3 4 5 6
// MOVE-NEXT: 2x3xf32=1 2 3 4 5 6
func.func @main(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3x2x1xf32>,
    tensor<2x2xf32>, tensor<3x4xf32>, tensor<2x2x3xf32>, tensor<2x3xf32>) {
  %0 = oaml.transpose %x {axis0 = 0, axis1 = 1} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = oaml.reshape %x to [-1, 2, 1] : (tensor<2x3xf32>) -> tensor<3x2x1xf32>
  %2 = oaml.slice %x {axis = 1, start = 1, end = 3} : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %3 = oaml.pad %x low [1, 0] high [0, 1] {value = -1.0} : (tensor<2x3xf32>) -> tensor<3x4xf32>
  %4 = oaml.broadcast_to %x to [2, 2, 3] : (tensor<2x3xf32>) -> tensor<2x2x3xf32>
  %5 = oaml.detach %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<3x2xf32>, tensor<3x2x1xf32>,
    tensor<2x2xf32>, tensor<3x4xf32>, tensor<2x2x3xf32>, tensor<2x3xf32>
}

//--- dynamic.mlir
// DYNAMIC:      2x3xi32=0 0 0 1 1 1
// DYNAMIC-NEXT: 2x2xf32=7 7 7 7
// DYNAMIC-NEXT: 1x3xf32=4 5 6
// DYNAMIC-NEXT: i32=2
// ONE:      1x3xi32=0 0 0
// ONE-NEXT: 1x2xf32=7 7
// ONE-NEXT: 1x3xf32=7 8 9
// ONE-NEXT: i32=1
func.func @main(%x: tensor<?x3xf32>) -> (tensor<?x3xi32>, tensor<?x2xf32>, tensor<?x3xf32>, tensor<i32>) {
  %one = arith.constant 1 : index
  %b = oaml.dim %x {axis = 0} : tensor<?x3xf32>
  %last = arith.subi %b, %one : index
  %seven = oaml.constant dense<7.0> : tensor<f32>
  %0 = oaml.iota [%b, 3] {axis = 0} : (index) -> tensor<?x3xi32>
  %1 = oaml.broadcast_to %seven to [%b, 2] : (tensor<f32>, index) -> tensor<?x2xf32>
  %2 = oaml.slice %x start(%last) end(%b) {axis = 0, start = -9223372036854775808, end = -9223372036854775808}
      : (tensor<?x3xf32>, index, index) -> tensor<?x3xf32>
  %3 = oaml.from_index %b : (index) -> tensor<i32>
  return %0, %1, %2, %3 : tensor<?x3xi32>, tensor<?x2xf32>, tensor<?x3xf32>, tensor<i32>
}

//--- constants.mlir
// CONSTANTS:      2x2xf32=1 2 3 4
// CONSTANTS-NEXT: 3xf16=0.5 0.5 0.5
// CONSTANTS-NEXT: 2xui8=255 0
// CONSTANTS-NEXT: i32=-1
// CONSTANTS-NEXT: 2xf32=1 -2.5
// CONSTANTS-NEXT: 0xf32={{$}}
func.func @main() -> (tensor<2x2xf32>, tensor<3xf16>, tensor<2xui8>, tensor<i32>, tensor<2xf32>, tensor<0xf32>) {
  %0 = oaml.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = oaml.constant dense<0.5> : tensor<3xf16>
  %2 = oaml.constant dense<[255, 0]> : tensor<2xui8>
  %3 = oaml.constant dense<-1> : tensor<i32>
  %4 = oaml.constant dense_resource<weights> : tensor<2xf32>
  %5 = oaml.constant dense<> : tensor<0xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x2xf32>, tensor<3xf16>, tensor<2xui8>, tensor<i32>, tensor<2xf32>, tensor<0xf32>
}
{-#
  dialect_resources: { builtin: { weights: "0x040000000000803F000020C0" } }
#-}
