// The schedules of all kernels are remarks, in the order of the program although
// kernels are compiled at the same time; one for each part of a kernel.
// RUN: oaml-opt %s --oaml-compile-pipeline --remarks-filter=schedule -o /dev/null 2>&1 | FileCheck %s

module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {
// CHECK: schedule-remarks.mlir:[[#@LINE+7]]:{{[0-9]+}}: remark: [Passed] tile | Category:schedule | Remark="contraction: contraction, tile [{{[0-9, ]+}}], block [{{[0-9, ]+}}], edges guard"
// CHECK: remark: [Passed] tile | Category:schedule | Remark="exp_exp, part 0: elementwise, tile
// CHECK: remark: [Passed] tile | Category:schedule | Remark="exp_exp, part 1: elementwise, tile
// CHECK-NOT: remark
func.func @main(%a: tensor<?x5xf32> {oaml.dims = ["B", 5]}, %b: tensor<7x5xf32>,
    %x: tensor<64xf32>, %y: tensor<3x5xf32>)
    -> (tensor<?x7xf32>, tensor<64xf32>, tensor<3x5xf32>) {
  %p = oaml.matmul_nt %a, %b : (tensor<?x5xf32>, tensor<7x5xf32>) -> tensor<?x7xf32>
  %0 = oaml.exp %x : (tensor<64xf32>) -> tensor<64xf32>
  %1 = oaml.exp %y : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return %p, %0, %1 : tensor<?x7xf32>, tensor<64xf32>, tensor<3x5xf32>
}
}
