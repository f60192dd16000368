// A program is made smaller as long as it holds what the script wants to see.
// RUN: oaml-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/has-tanh.sh' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// Passes shrink too.
// RUN: oaml-reduce %s --opt-reduction-pass='opt-pass=canonicalize test=%S/Inputs/has-tanh.sh' | FileCheck %s --check-prefix=CANONICAL
// A program that does not show the fault in the first place is an error.
// RUN: not oaml-reduce %S/Inputs/no-tanh.mlir --reduction-tree='traversal-mode=0 test=%S/Inputs/has-tanh.sh' -o %t.mlir

// CHECK-NOT: @exponential
// CHECK: func.func @tangent
// CHECK-NEXT: oaml.tanh
// CHECK-NEXT: return
// CHECK-NOT: func.func

// CANONICAL: func.func @tangent
// CANONICAL-NOT: oaml.exp
// CANONICAL: oaml.tanh
func.func @exponential(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @tangent(%x: tensor<4xf32>) -> tensor<4xf32> {
  %dead = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %0 = oaml.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
