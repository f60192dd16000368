// RUN: split-file %s %t
// RUN: oaml-run %t/philox.mlir --executor=interpreter --input="i32=7" | FileCheck %s --check-prefix=PHILOX
// RUN: oaml-run %t/resolve.mlir --executor=interpreter --input="i32=0" --input="1xi32=-9" --input="i32=5" | FileCheck %s --check-prefix=RESOLVE
// RUN: oaml-run %t/resolve.mlir --executor=interpreter --input="i32=0" --input="1xi32=0" --input="i32=0" | FileCheck %s --check-prefix=NEVERZERO
// RUN: oaml-run %t/drawn.mlir --executor=interpreter > %t/first
// RUN: oaml-run %t/drawn.mlir --executor=interpreter --seed=0 > %t/second
// RUN: oaml-run %t/drawn.mlir --executor=interpreter --seed=1 > %t/third
// RUN: oaml-run %t/drawn.mlir --executor=interpreter --repeat=2 2> /dev/null > %t/fourth
// RUN: cmp %t/first %t/second
// RUN: not cmp %t/first %t/third
// RUN: not cmp %t/first %t/fourth

// The numbers are those of a NumPy version of the generator and its mapping.
//--- philox.mlir
// PHILOX:      6xf32=0.277691901 0.977235019 0.426735044 0.826129794 0.714488804 0.918370128
// PHILOX-NEXT: 2x3xf32=0.333075702 2.431705 0.780205131 1.97838926 1.64346647 2.25511026
// The low 32 bits of a seed count.
// PHILOX-NEXT: 2x2xf32=-0.314391136 0.674912274 -0.103612304 0.461217225
// PHILOX-NEXT: 3xf32=-0.0444616191 0.0954470113 -0.0146529898
// PHILOX-NEXT: 2x1xf32=-0.444616199 0.954470038
func.func @main(%seed: tensor<i32>) -> (tensor<6xf32>, tensor<2x3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x1xf32>) {
  %0 = oaml.philox_uniform [6] {low = 0.0, high = 1.0, seed = 7} : () -> tensor<6xf32>
  %1 = oaml.philox_uniform [2, 3] seed(%seed) {low = -0.5, high = 2.5} : (tensor<i32>) -> tensor<2x3xf32>
  %2 = oaml.rand_xavier [2, 2] {seed = 1099511627783} : () -> tensor<2x2xf32>
  %3 = oaml.rand_xavier [3] {seed = 7} : () -> tensor<3xf32>
  %4 = oaml.rand_xavier [2, 1] {seed = 7, bound = 1.0} : () -> tensor<2x1xf32>
  return %0, %1, %2, %3, %4 : tensor<6xf32>, tensor<2x3xf32>, tensor<2x2xf32>, tensor<3xf32>, tensor<2x1xf32>
}

//--- resolve.mlir
// RESOLVE:      {{^}}i32=1102698049
// RESOLVE-NEXT: 1xi32=-9
// NEVERZERO:      {{^}}i32=454327756
// NEVERZERO-NEXT: 1xi32=1
func.func @main(%a: tensor<i32>, %b: tensor<1xi32>, %run: tensor<i32>) -> (tensor<i32>, tensor<1xi32>) {
  %0 = oaml.resolve_seed %a, %run {salt = 3} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = oaml.resolve_seed %b, %run {salt = 0} : (tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
  return %0, %1 : tensor<i32>, tensor<1xi32>
}

//--- drawn.mlir
func.func @main() -> tensor<4xf32> {
  %0 = oaml.philox_uniform [4] {low = 0.0, high = 1.0, seed = 0} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
