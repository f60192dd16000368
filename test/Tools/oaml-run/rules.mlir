// Shape rules that only run time decides: the same errors on all executors.
// REQUIRES: lavapipe
// DEFINE: %{exits} = %python %source-dir/test/Support/exits.py
// RUN: rm -rf %t && mkdir %t
// RUN: oaml-compile %s --target=lavapipe -o %t/main.oamlx

// RUN: %{exits} 1 oaml-run %s --executor=interpreter --function=add --input=2xf32=1 --input=3xf32=1 | FileCheck %s --check-prefix=ADD
// RUN: %{exits} 1 oaml-run %s --function=add --input=2xf32=1 --input=3xf32=1 | FileCheck %s --check-prefix=ADD
// RUN: %{exits} 1 oaml-run %t/main.oamlx --function=add --input=2xf32=1 --input=3xf32=1 | FileCheck %s --check-prefix=ADD
// ADD: rules.mlir:[[#]]:8: error: 'oaml.add' op requires extents of left, right that are equal or 1 along axis 0 of the broadcast shape, found 2 and 3

// RUN: %{exits} 1 oaml-run %s --executor=interpreter --function=add --input=2xf32=1 --input=1xf32=1 | FileCheck %s --check-prefix=ONE
// RUN: %{exits} 1 oaml-run %t/main.oamlx --function=add --input=2xf32=1 --input=1xf32=1 | FileCheck %s --check-prefix=ONE
// ONE: rules.mlir:[[#]]:8: error: 'oaml.add' op requires {{.*}}, found 2 and 1

// RUN: %{exits} 1 oaml-run %s --executor=interpreter --function=slice --input=3xf32=1 | FileCheck %s --check-prefix=SLICE
// RUN: %{exits} 1 oaml-run %t/main.oamlx --function=slice --input=3xf32=1 | FileCheck %s --check-prefix=SLICE
// SLICE: rules.mlir:[[#]]:8: error: 'oaml.slice' op requires end <= extent of x along axis 0, found 4 and 3
// RUN: oaml-run %t/main.oamlx --function=slice --input="5xf32=1 2 3 4 5" | FileCheck %s --check-prefix=GOOD
// GOOD: 3xf32=2 3 4

// More elements than kernels can index are refused before memory is asked for.
// RUN: %{exits} 1 oaml-run %t/main.oamlx --function=outer --input=70000x1xf32=1 --input=70000xf32=1 | FileCheck %s --check-prefix=OUTER
// OUTER: rules.mlir:[[#]]:8: error: 'oaml.mul' op requires an element count that fits 32 bits, found 4900000000 and 4294967295
// RUN: oaml-run %t/main.oamlx --function=outer --input="2x1xf32=1 2" --input="2xf32=3 4" | FileCheck %s --check-prefix=SMALL
// SMALL: 2x2xf32=3 4 6 8

func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = oaml.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @slice(%x: tensor<?xf32>) -> tensor<3xf32> {
  %0 = oaml.slice %x {axis = 0, start = 1, end = 4} : (tensor<?xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @outer(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = oaml.mul %x, %y : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
