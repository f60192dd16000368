// RUN: oaml-run %s --executor=interpreter --input="3xf32=1 -2 0" --input="3xf32=2 1 -1" | FileCheck %s

// Requests are expanded before the program is interpreted, nested ones, too.
// loss = sum(w^2 x): gradient 2 w x; the derivative of its sum by w is 2 x.
// CHECK:      1xf32=6
// CHECK-NEXT: 3xf32=4 -4 -0
// CHECK-NEXT: 3xf32=4 2 -2
func.func private @loss(%w: tensor<3xf32>, %x: tensor<3xf32>) -> tensor<1xf32> {
  %0 = oaml.mul %w, %w : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = oaml.mul %0, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = oaml.sum %1 : (tensor<3xf32>) -> tensor<1xf32>
  return %2 : tensor<1xf32>
}
func.func private @slope(%w: tensor<3xf32>, %x: tensor<3xf32>) -> tensor<1xf32> {
  %g = oaml.grad @loss(%w, %x) {wrt = array<i64: 0>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %0 = oaml.sum %g : (tensor<3xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
func.func @main(%w: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<1xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:2 = oaml.value_and_grad @loss(%w, %x) {wrt = array<i64: 0>} : (tensor<3xf32>, tensor<3xf32>) -> (tensor<1xf32>, tensor<3xf32>)
  %1 = oaml.grad @slope(%w, %x) {wrt = array<i64: 0>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0#0, %0#1, %1 : tensor<1xf32>, tensor<3xf32>, tensor<3xf32>
}
