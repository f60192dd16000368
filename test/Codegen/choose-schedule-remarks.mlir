// Each schedule that is chosen, or was given, is a remark.
// RUN: oaml-opt %s --oaml-choose-schedule --remarks-filter=schedule -o /dev/null 2>&1 | FileCheck %s
// RUN: oaml-opt %s --oaml-choose-schedule=emit-remarks=false --remarks-filter=schedule -o /dev/null 2>&1 | count 0

module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// CHECK: choose-schedule-remarks.mlir:[[#@LINE+1]]:1: remark: [Passed] tile | Category:schedule | Remark="ten: elementwise, tile [16], block [0], edges guard"
func.func @ten(%x: tensor<10xf32>) -> tensor<10xf32> {
  return %x : tensor<10xf32>
}
}
