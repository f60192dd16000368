// RUN: oaml-opt %s --oaml-form-kernels=fuse=false | FileCheck %s --check-prefix=NOFUSE
// RUN: oaml-opt %s --oaml-form-kernels=merge-parts=false | FileCheck %s --check-prefix=NOMERGE
// RUN: oaml-opt %s --oaml-form-kernels=min-parallel-rows=1 | FileCheck %s --check-prefix=ROWS
// RUN: oaml-opt %s --oaml-form-kernels --mlir-print-debuginfo --mlir-elide-elementsattrs-if-larger=1 | FileCheck %s --check-prefix=PRINT

// A kernel per op.
// NOFUSE-LABEL: func.func @two_chains
// NOFUSE-NEXT: kernel.dispatch @exp(
// NOFUSE-NEXT: kernel.dispatch @neg(
// NOFUSE-NEXT: kernel.dispatch @exp_{{[0-9]+}}(
// NOFUSE-NEXT: kernel.dispatch @neg_{{[0-9]+}}(
// NOFUSE-NEXT: return
// NOMERGE-LABEL: func.func @two_chains
// NOMERGE-COUNT-2: kernel.dispatch @exp_neg
// NOMERGE-NEXT: return
// How the program is printed does not matter.
// PRINT-LABEL: func.func @two_chains
// PRINT-NEXT: kernel.dispatch @exp_neg_exp(
// PRINT-NEXT: return
func.func @two_chains(%x: tensor<64xf32>, %y: tensor<3x5xf32>) -> (tensor<64xf32>, tensor<3x5xf32>) {
  %0 = oaml.exp %x : (tensor<64xf32>) -> tensor<64xf32>
  %1 = oaml.neg %0 : (tensor<64xf32>) -> tensor<64xf32>
  %2 = oaml.exp %y : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %3 = oaml.neg %2 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return %1, %3 : tensor<64xf32>, tensor<3x5xf32>
}

// NOFUSE-LABEL: func.func @few_rows
// ROWS-LABEL: func.func @few_rows
// ROWS-NEXT: kernel.dispatch @reduce_div(
// ROWS-NEXT: return
// NOMERGE-LABEL: func.func @few_rows
// NOMERGE-NEXT: kernel.dispatch @reduce(
// NOMERGE-NEXT: kernel.dispatch @div(
func.func @few_rows(%x: tensor<4x1003xf32>) -> tensor<4x1003xf32> {
  %s = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<4x1003xf32>) -> tensor<4x1xf32>
  %y = oaml.div %x, %s : (tensor<4x1003xf32>, tensor<4x1xf32>) -> tensor<4x1003xf32>
  return %y : tensor<4x1003xf32>
}

// PRINT-LABEL: func.func @same
// PRINT-NEXT: kernel.dispatch @sqrt(
// PRINT: kernel.dispatch @sqrt(
func.func @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = oaml.sqrt %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = oaml.reshape %0 to [2, 2] : (tensor<4xf32>) -> tensor<2x2xf32>
  %2 = oaml.reshape %1 to [4] : (tensor<2x2xf32>) -> tensor<4xf32>
  %3 = oaml.sqrt %2 : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
