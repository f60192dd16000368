// RUN: oaml-opt %s --oaml-form-kernels --remarks-filter=kernels -o /dev/null 2>&1 | FileCheck %s
// What keeps kernels apart stays with them.
// RUN: oaml-opt %s --oaml-form-kernels | FileCheck %s --check-prefix=UNFUSED
// UNFUSED: kernel.func private @exp(
// UNFUSED-SAME: kernel.unfused = ["oaml.exp stays out of the group of oaml.mul: it would be computed again for every tile of the contraction"]

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Ops are visited from last to first.
// CHECK: remark: [Passed] fuse | Category:kernels | Remark="oaml.contraction joins the group of oaml.mul"
// CHECK: remark: [Missed] fuse | Category:kernels | Remark="oaml.exp stays out of the group of oaml.mul: it would be computed again for every tile of the contraction"
func.func @epilogue(%x: tensor<33x64xf32>, %w: tensor<10x64xf32>, %z: tensor<33x10xf32>) -> tensor<33x10xf32> {
  %0 = oaml.exp %x : (tensor<33x64xf32>) -> tensor<33x64xf32>
  %1 = oaml.contraction %0, %w {indexing_maps = [#a, #b, #c]}
      : (tensor<33x64xf32>, tensor<10x64xf32>) -> tensor<33x10xf32>
  %2 = oaml.mul %1, %z : (tensor<33x10xf32>, tensor<33x10xf32>) -> tensor<33x10xf32>
  return %2 : tensor<33x10xf32>
}

// CHECK: remark: [Missed] fuse | Category:kernels | Remark="oaml.reduce stays out of the group of oaml.div: too few rows would be left to run in parallel"
func.func @few_rows(%x: tensor<4x1003xf32>) -> tensor<4x1003xf32> {
  %s = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<4x1003xf32>) -> tensor<4x1xf32>
  %y = oaml.div %x, %s : (tensor<4x1003xf32>, tensor<4x1xf32>) -> tensor<4x1003xf32>
  return %y : tensor<4x1003xf32>
}

// CHECK: remark: [Missed] fuse | Category:kernels | Remark="oaml.exp stays out of the group of oaml.add: another user runs before the group"
func.func @cycle(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>) -> tensor<8x16xf32> {
  %e = oaml.exp %x : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %t = oaml.reshape %e to [16, 8] : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %s = oaml.add %t, %w : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  %u = oaml.reshape %s to [8, 16] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %r = oaml.add %e, %u : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// CHECK: remark: [Passed] merge-parts | Category:kernels | Remark="group of oaml.exp shares a dispatch with an equal group"
func.func @parts(%x: tensor<64xf32>, %y: tensor<3x5xf32>) -> (tensor<64xf32>, tensor<3x5xf32>) {
  %0 = oaml.exp %x : (tensor<64xf32>) -> tensor<64xf32>
  %1 = oaml.exp %y : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0, %1 : tensor<64xf32>, tensor<3x5xf32>
}
