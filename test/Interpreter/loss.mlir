// RUN: split-file %s %t
// RUN: oaml-run %t/loss.mlir --executor=interpreter --input="2x3xf32=1 2 3 1000 0 0" --input="2xi32=2 0" | FileCheck %s --check-prefix=LOSS
// RUN: oaml-run %t/loss.mlir --executor=interpreter --input="2x3xf32=1 2 3 4 5 6" --input="2xi32=2 3" | FileCheck %s --check-prefix=BAD
// RUN: oaml-run %t/loss.mlir --executor=interpreter --input="2x3xf32=1 2 3 4 5 6" --input="2xui32=2 4294967295" | FileCheck %s --check-prefix=BAD
// RUN: oaml-run %t/bytes.mlir --executor=interpreter --input="1x2xf32=0 0" --input="1xui8=1" | FileCheck %s --check-prefix=BYTES
// RUN: oaml-run %t/accuracy.mlir --executor=interpreter --input="4x2xf32=1 1 nan 0 2 3 5 4" --input="4xi32=0 1 1 1" --input="4xf32=1 1 0.5 0" | FileCheck %s --check-prefix=ACCURACY

//--- loss.mlir
// LOSS: 1xf32=0.203802988
// BAD:  1xf32=nan
func.func @main(%x: tensor<2x3xf32>, %t: tensor<2xi32>) -> tensor<1xf32> {
  %0 = oaml.cross_entropy %x, %t : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

//--- bytes.mlir
// BYTES: 1xf32=0.693147182
func.func @main(%x: tensor<1x2xf32>, %t: tensor<1xui8>) -> tensor<1xf32> {
  %0 = oaml.cross_entropy %x, %t : (tensor<1x2xf32>, tensor<1xui8>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

//--- accuracy.mlir
// The lower index on ties; NaN never wins.
// ACCURACY:      1xi32=3
// ACCURACY-NEXT: 1xi32=3
func.func @main(%x: tensor<4x2xf32>, %t: tensor<4xi32>, %m: tensor<4xf32>) -> (tensor<1xi32>, tensor<1xi32>) {
  %0 = oaml.accuracy_count %x, %t : (tensor<4x2xf32>, tensor<4xi32>) -> tensor<1xi32>
  %1 = oaml.accuracy_count %x, %t, %m : (tensor<4x2xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<1xi32>
  return %0, %1 : tensor<1xi32>, tensor<1xi32>
}
