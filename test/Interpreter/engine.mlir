// RUN: split-file %s %t
// RUN: oaml-run %t/calls.mlir --executor=interpreter --input="2xf32=1 2" | FileCheck %s --check-prefix=CALLS
// RUN: oaml-run %t/kernels.mlir --executor=interpreter --input="2x2xf32=1 -2 3 -4" | FileCheck %s --check-prefix=KERNELS
// RUN: oaml-run %t/rule.mlir --executor=interpreter --input="2xf32=1" --input="2xf32=1" | FileCheck %s --check-prefix=RULE
// RUN: not oaml-run %t/rule.mlir --executor=interpreter --input="2xf32=1" --input="3xf32=1" 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not oaml-run %t/rule.mlir --executor=interpreter --input="2xf32=1" --input="1xf32=1" 2>&1 | FileCheck %s --check-prefix=NOBROADCAST
// RUN: not oaml-run %t/slice.mlir --executor=interpreter --input="3xf32=1" 2>&1 | FileCheck %s --check-prefix=SLICE
// RUN: not oaml-run %t/foreign.mlir --executor=interpreter --input="3xf32=1" 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not oaml-run %t/recursive.mlir --executor=interpreter --input="3xf32=1" 2>&1 | FileCheck %s --check-prefix=RECURSIVE
// RUN: not oaml-run %t/resource.mlir --executor=interpreter 2>&1 | FileCheck %s --check-prefix=RESOURCE
// RUN: not oaml-run %t/divide.mlir --executor=interpreter --input="0xf32=" 2>&1 | FileCheck %s --check-prefix=DIVIDE

//--- calls.mlir
// CALLS:      2xf32=4 8
// CALLS-NEXT: 2xf32=2 4
func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = oaml.add %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @both(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = call @twice(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = call @twice(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1, %0 : tensor<?xf32>, tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = call @both(%x) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

//--- kernels.mlir
// KERNELS:      2x2xf32=1 0 3 0
// KERNELS-NEXT: 2x1xf32=7 7
kernel.func @relu(%x: tensor<?x2xf32> {oaml.dims = ["B", 2]}) -> (tensor<?x2xf32> {oaml.dims = ["B", 2]}) {
  %0 = oaml.relu %x : (tensor<?x2xf32>) -> tensor<?x2xf32>
  kernel.return %0 : tensor<?x2xf32>
}
kernel.func @fill(%n: index {kernel.symbol = "N"}) -> (tensor<?x1xf32> {oaml.dims = ["N", 1]}) {
  %c = oaml.constant dense<7.0> : tensor<f32>
  %0 = oaml.broadcast_to %c to [%n, 1] : (tensor<f32>, index) -> tensor<?x1xf32>
  kernel.return %0 : tensor<?x1xf32>
}
func.func @main(%x: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x1xf32>) {
  %n = oaml.dim %x {axis = 0} : tensor<?x2xf32>
  %0 = kernel.dispatch @relu(%x) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %1 = kernel.dispatch @fill(%n) : (index) -> tensor<?x1xf32>
  return %0, %1 : tensor<?x2xf32>, tensor<?x1xf32>
}

//--- rule.mlir
// RULE: 2xf32=2 2
// DIFFER: rule.mlir:6:8: error: 'oaml.add' op requires extents of left, right that are equal or 1 along axis 0 of the broadcast shape, found 2 and 3
// What is dynamic never broadcasts, also where it is 1.
// NOBROADCAST: rule.mlir:6:8: error: 'oaml.add' op requires extents of left, right that are equal or 1 along axis 0 of the broadcast shape, found 2 and 1
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = oaml.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- slice.mlir
// SLICE: slice.mlir:{{.*}}: error: 'oaml.slice' op requires {{.*}}, found 4 and 3
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = oaml.slice %x {axis = 0, start = 1, end = 4} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- foreign.mlir
// FOREIGN: foreign.mlir:{{.*}}: error: 'arith.addf' op cannot be interpreted
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = arith.addf %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}

//--- recursive.mlir
// RECURSIVE: recursive.mlir:{{.*}}: error: is recursive
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = call @main(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

//--- resource.mlir
// RESOURCE: resource.mlir:{{.*}}: error: 'oaml.constant' op requires the contents of resource 'weights', found none in this file
func.func @main() -> tensor<2xf32> {
  %0 = oaml.constant dense_resource<weights> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- divide.mlir
// DIVIDE: divide.mlir:{{.*}}: error: 'arith.divui' op has no value for these operands
func.func @main(%x: tensor<?xf32>) -> tensor<i32> {
  %b = oaml.dim %x {axis = 0} : tensor<?xf32>
  %q = arith.divui %b, %b : index
  %0 = oaml.from_index %q : (index) -> tensor<i32>
  return %0 : tensor<i32>
}
