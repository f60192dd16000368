// RUN: oaml-opt %s --oaml-split-reductions | FileCheck %s

module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// All axes: rows first, whatever their number is.
// CHECK-LABEL: func.func @all_axes(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xf32>)
// CHECK-NEXT:    %[[ROWS:.*]] = oaml.reduce{{ +}}sum, %[[X]] {axes = array<i64: 1>} : (tensor<?x?xf32>) -> tensor<?x1xf32>
// CHECK-NEXT:    %[[S:.*]] = oaml.reduce{{ +}}sum, %[[ROWS]] {axes = array<i64: 0>} : (tensor<?x1xf32>) -> tensor<1x1xf32>
// CHECK-NEXT:    return %[[S]]
func.func @all_axes(%x: tensor<?x?xf32>) -> tensor<1x1xf32> {
  %0 = oaml.reduce sum, %x {axes = array<i64: 0, 1>} : (tensor<?x?xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// CHECK-LABEL: func.func @vector(
// CHECK-SAME:    %[[X:.*]]: tensor<4194304xf32>)
// CHECK-NEXT:    %[[R:.*]] = oaml.reshape %[[X]] to [256, 16384]
// CHECK-NEXT:    %[[C:.*]] = oaml.reduce{{ +}}max, %[[R]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[M:.*]] = oaml.reduce{{ +}}max, %[[C]] {axes = array<i64: 0>} : (tensor<256x1xf32>) -> tensor<1x1xf32>
// CHECK-NEXT:    oaml.reshape %[[M]] to [1]
func.func @vector(%x: tensor<4194304xf32>) -> tensor<1xf32> {
  %0 = oaml.reduce max, %x {axes = array<i64: 0>} : (tensor<4194304xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// The reshape moves to the operands of what is computed together with the
// reduction; a row that is broadcast keeps its shape.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME:    %[[X:.*]]: tensor<16384x256xf32>, %[[R:.*]]: tensor<256xf32>, %[[C:.*]]: tensor<16384x1xf32>)
// CHECK-DAG:     %[[X3:.*]] = oaml.reshape %[[X]] to [256, 64, 256]
// CHECK-DAG:     %[[P:.*]] = oaml.mul %[[X3]], %[[R]]
// CHECK-DAG:     %[[C3:.*]] = oaml.reshape %[[C]] to [256, 64, 1]
// CHECK:         %[[Q:.*]] = oaml.add %[[P]], %[[C3]]
// CHECK-NEXT:    %[[CHUNKS:.*]] = oaml.reduce{{ +}}sum, %[[Q]] {axes = array<i64: 1>}
// CHECK-NEXT:    oaml.reduce{{ +}}sum, %[[CHUNKS]] {axes = array<i64: 0>}
func.func @columns(%x: tensor<16384x256xf32>, %r: tensor<256xf32>, %c: tensor<16384x1xf32>) -> tensor<1x256xf32> {
  %0 = oaml.mul %x, %r : (tensor<16384x256xf32>, tensor<256xf32>) -> tensor<16384x256xf32>
  %1 = oaml.add %0, %c : (tensor<16384x256xf32>, tensor<16384x1xf32>) -> tensor<16384x256xf32>
  %2 = oaml.reduce sum, %1 {axes = array<i64: 0>} : (tensor<16384x256xf32>) -> tensor<1x256xf32>
  return %2 : tensor<1x256xf32>
}

// Small ones, many rows, prime extents, and narrow sums, whose parts would be
// rounded, stay.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-4: oaml.reduce
// CHECK-NOT:     oaml.reduce
func.func @stays(%a: tensor<64x64xf32>, %b: tensor<4096x1024xf32>, %c: tensor<1000003xf32>, %d: tensor<4194304xf16>)
    -> (tensor<1x1xf32>, tensor<4096x1xf32>, tensor<1xf32>, tensor<1xf16>) {
  %0 = oaml.reduce sum, %a {axes = array<i64: 0, 1>} : (tensor<64x64xf32>) -> tensor<1x1xf32>
  %1 = oaml.reduce sum, %b {axes = array<i64: 1>} : (tensor<4096x1024xf32>) -> tensor<4096x1xf32>
  %2 = oaml.reduce sum, %c {axes = array<i64: 0>} : (tensor<1000003xf32>) -> tensor<1xf32>
  %3 = oaml.reduce sum, %d {axes = array<i64: 0>} : (tensor<4194304xf16>) -> tensor<1xf16>
  return %0, %1, %2, %3 : tensor<1x1xf32>, tensor<4096x1xf32>, tensor<1xf32>, tensor<1xf16>
}
}
