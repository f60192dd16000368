// RUN: split-file %s %t
// RUN: oaml-run %t/broadcast.mlir --executor=interpreter --input="2x3xf32=1 2 3 4 5 6" --input="3xf32=10 20 0" --input="2x1xf32=1 -1" | FileCheck %s --check-prefix=BROADCAST
// RUN: oaml-run %t/wrap.mlir --executor=interpreter --input="3xi32=2147483647 -2147483648 65536" | FileCheck %s --check-prefix=WRAP
// RUN: oaml-run %t/functions.mlir --executor=interpreter --input="7xf32=0 1 -1 nan inf -inf 1e-8" | FileCheck %s --check-prefix=FUNCTIONS
// RUN: oaml-run %t/functions.mlir --executor=interpreter --input="7xf32=0" | FileCheck %s --check-prefix=ZERO
// RUN: oaml-run %t/compare.mlir --executor=interpreter --input="4xf32=1 2 nan -0.0" --input="4xf32=1 1 nan 0" | FileCheck %s --check-prefix=COMPARE
// RUN: oaml-run %t/select.mlir --executor=interpreter --input="4xf32=0 1 nan -0.0" --input="4xf32=nan 2 3 nan" | FileCheck %s --check-prefix=SELECT
// RUN: oaml-run %t/cast.mlir --executor=interpreter --input="8xf32=nan inf -inf 2.9 -2.9 300 -1 3e9" | FileCheck %s --check-prefix=CAST
// RUN: oaml-run %t/round.mlir --executor=interpreter --input="4xf32=2049 2051 65520 1e-8" --input="3xi32=16777217 -7 200" | FileCheck %s --check-prefix=ROUND
// RUN: oaml-run %t/empty.mlir --executor=interpreter --input="0x3xf32=" --input="3xf32=1" | FileCheck %s --check-prefix=EMPTY

//--- broadcast.mlir
// BROADCAST:      2x3xf32=11 22 3 14 25 6
// BROADCAST-NEXT: 2x3xf32=-9 -18 3 -6 -15 6
// BROADCAST-NEXT: 2x3xf32=1 2 3 -4 -5 -6
// BROADCAST-NEXT: 2x3xf32=0.100000001 0.100000001 inf 0.400000006 0.25 inf
func.func @main(%x: tensor<2x3xf32>, %row: tensor<3xf32>, %column: tensor<2x1xf32>)
    -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = oaml.add %x, %row : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = oaml.sub %x, %row : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = oaml.mul %x, %column : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %3 = oaml.div %x, %row : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

//--- wrap.mlir
// WRAP:      3xi32=-2 0 131072
// WRAP-NEXT: 3xi32=1 0 0
func.func @main(%x: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %0 = oaml.add %x, %x : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %1 = oaml.mul %x, %x : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %0, %1 : tensor<3xi32>, tensor<3xi32>
}

//--- functions.mlir
// FUNCTIONS:      7xf32=-0 -1 1 nan -inf inf -9.99999994e-09
// FUNCTIONS-NEXT: 7xf32=1 2.71828175 0.36787945 nan inf 0 1
// FUNCTIONS-NEXT: 7xf32=0 1.71828187 -0.63212055 nan inf -1 9.99999994e-09
// FUNCTIONS-NEXT: 7xf32=-inf 0 nan nan inf nan -18.420681
// FUNCTIONS-NEXT: 7xf32=0 0.693147182 -inf nan inf nan 9.99999994e-09
// FUNCTIONS-NEXT: 7xf32=0 1 nan nan inf nan 9.99999975e-05
// FUNCTIONS-NEXT: 7xf32=0.5 0.731058598 0.268941432 nan 1 0 0.5
// FUNCTIONS-NEXT: 7xf32=0 0.761594176 -0.761594176 nan 1 -1 9.99999994e-09
// FUNCTIONS-NEXT: 7xf32=0 1 0 nan inf 0 9.99999994e-09
// FUNCTIONS-NEXT: 7xf32=0 0.841192007 -0.158808008 nan inf {{nan|-0|0}} 4.99999997e-09
// ZERO:      7xf32=-0 -0
// ZERO-NEXT: 7xf32=1 1
// ZERO-NEXT: 7xf32=0 0
// ZERO-NEXT: 7xf32=-inf -inf
func.func @main(%x: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>,
    tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>,
    tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %0 = oaml.neg %x : (tensor<7xf32>) -> tensor<7xf32>
  %1 = oaml.exp %x : (tensor<7xf32>) -> tensor<7xf32>
  %2 = oaml.expm1 %x : (tensor<7xf32>) -> tensor<7xf32>
  %3 = oaml.log %x : (tensor<7xf32>) -> tensor<7xf32>
  %4 = oaml.log1p %x : (tensor<7xf32>) -> tensor<7xf32>
  %5 = oaml.sqrt %x : (tensor<7xf32>) -> tensor<7xf32>
  %6 = oaml.sigmoid %x : (tensor<7xf32>) -> tensor<7xf32>
  %7 = oaml.tanh %x : (tensor<7xf32>) -> tensor<7xf32>
  %8 = oaml.relu %x : (tensor<7xf32>) -> tensor<7xf32>
  %9 = oaml.gelu %x : (tensor<7xf32>) -> tensor<7xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<7xf32>, tensor<7xf32>,
    tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>,
    tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}

//--- compare.mlir
// COMPARE:      4xi32=1 0 0 1
// COMPARE-NEXT: 4xi32=0 1 1 0
// COMPARE-NEXT: 4xi32=0 0 0 0
// COMPARE-NEXT: 4xi32=1 0 0 1
// COMPARE-NEXT: 4xi32=0 1 0 0
// COMPARE-NEXT: 4xi32=1 1 0 1
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xi32>,
    tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %0 = oaml.compare eq, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  %1 = oaml.compare ne, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  %2 = oaml.compare lt, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  %3 = oaml.compare le, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  %4 = oaml.compare gt, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  %5 = oaml.compare ge, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>,
    tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

//--- select.mlir
// A NaN condition is true; the NaN that is not chosen has no influence.
// SELECT: 4xf32=7 2 3 7
func.func @main(%c: tensor<4xf32>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %seven = oaml.constant dense<7.0> : tensor<f32>
  %0 = oaml.select %c, %a, %seven : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- cast.mlir
// CAST:      8xi32=0 2147483647 -2147483648 2 -2 300 -1 2147483647
// CAST-NEXT: 8xi8=0 127 -128 2 -2 127 -1 127
// CAST-NEXT: 8xui8=0 255 0 2 0 255 0 255
// CAST-NEXT: 8xi32=0 255 0 2 0 255 0 255
func.func @main(%x: tensor<8xf32>) -> (tensor<8xi32>, tensor<8xi8>, tensor<8xui8>, tensor<8xi32>) {
  %0 = oaml.cast %x {dtype = i32} : (tensor<8xf32>) -> tensor<8xi32>
  %1 = oaml.cast %x {dtype = i8} : (tensor<8xf32>) -> tensor<8xi8>
  %2 = oaml.cast %x {dtype = ui8} : (tensor<8xf32>) -> tensor<8xui8>
  %3 = oaml.cast %2 {dtype = i32} : (tensor<8xui8>) -> tensor<8xi32>
  return %0, %1, %2, %3 : tensor<8xi32>, tensor<8xi8>, tensor<8xui8>, tensor<8xi32>
}

//--- round.mlir
// Ties to even, overflow to infinity, integers to their low bits.
// ROUND:      4xf16=2048 2052 inf 0
// ROUND-NEXT: 4xbf16=2048 2048 65536 1.00117177e-08
// ROUND-NEXT: 3xf32=16777216 -7 200
// ROUND-NEXT: 3xi8=1 -7 -56
func.func @main(%x: tensor<4xf32>, %i: tensor<3xi32>) -> (tensor<4xf16>, tensor<4xbf16>, tensor<3xf32>, tensor<3xi8>) {
  %0 = oaml.cast %x {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
  %1 = oaml.cast %x {dtype = bf16} : (tensor<4xf32>) -> tensor<4xbf16>
  %2 = oaml.cast %i {dtype = f32} : (tensor<3xi32>) -> tensor<3xf32>
  %3 = oaml.cast %i {dtype = i8} : (tensor<3xi32>) -> tensor<3xi8>
  return %0, %1, %2, %3 : tensor<4xf16>, tensor<4xbf16>, tensor<3xf32>, tensor<3xi8>
}

//--- empty.mlir
// EMPTY:      0x3xf32={{$}}
// EMPTY-NEXT: 0x3xf32={{$}}
func.func @main(%x: tensor<?x3xf32>, %row: tensor<3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = oaml.add %x, %row : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %1 = oaml.relu %x : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<?x3xf32>
}
