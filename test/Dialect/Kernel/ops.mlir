// RUN: oaml-opt %s --verify-roundtrip | FileCheck %s
// RUN: oaml-opt %s --mlir-print-op-generic | oaml-opt | FileCheck %s

// CHECK: module attributes {kernel.device = #kernel.device<name = "lavapipe", subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768, parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>}
#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

module attributes {kernel.device = #device} {

// CHECK-LABEL: kernel.func @add
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32> {oaml.dims = ["B", 4]}, %[[Y:.+]]: tensor<4xf32>)
// CHECK-SAME: -> (tensor<?x4xf32> {kernel.inplace = 0 : i64, oaml.dims = ["B", 4]})
// CHECK-SAME: attributes {kernel.ops = ["oaml.add"], kernel.schedule = #kernel.schedule<strategy = elementwise, tile = [8, 4], block = [0, 0], edges = guard>}
// CHECK: kernel.return %{{.+}} : tensor<?x4xf32>
kernel.func @add(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}, %y: tensor<4xf32>)
    -> (tensor<?x4xf32> {oaml.dims = ["B", 4], kernel.inplace = 0 : i64})
    attributes {kernel.ops = ["oaml.add"], kernel.schedule =
      #kernel.schedule<strategy = elementwise, tile = [8, 4], block = [0, 0], edges = guard>} {
  %z = oaml.add %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  kernel.return %z : tensor<?x4xf32>
}

// An extent that no tensor carries is an index argument.
// CHECK-LABEL: kernel.func private @fill
// CHECK-SAME: (%{{.+}}: index {kernel.symbol = "N"}) -> (tensor<?xf32> {oaml.dims = ["N"]})
kernel.func private @fill(%n: index {kernel.symbol = "N"})
    -> (tensor<?xf32> {oaml.dims = ["N"]}) {
  %c = oaml.constant dense<1.0> : tensor<1xf32>
  %z = oaml.broadcast_to %c to [%n] : (tensor<1xf32>, index) -> tensor<?xf32>
  kernel.return %z : tensor<?xf32>
}

// CHECK-LABEL: kernel.func @nothing()
kernel.func @nothing() {
  // CHECK: kernel.return
  kernel.return
}

// CHECK-LABEL: func.func @use
func.func @use(%x: tensor<?x4xf32>, %y: tensor<4xf32>, %n: index)
    -> (tensor<?x4xf32>, tensor<?xf32>) {
  // CHECK: kernel.dispatch @add(%{{.+}}, %{{.+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %z = kernel.dispatch @add(%x, %y)
      : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  // CHECK: kernel.dispatch @fill(%{{.+}}) : (index) -> tensor<?xf32>
  %f = kernel.dispatch @fill(%n) : (index) -> tensor<?xf32>
  return %z, %f : tensor<?x4xf32>, tensor<?xf32>
}

// CHECK: kernel.binary @add_binary
// CHECK-SAME: flops = #map{{[0-9]*}}, grid = #map{{[0-9]*}}, in_place = array<i64: 0>, kernel = @add
// CHECK-SAME: registers = 12 : i64
kernel.binary @add_binary {kernel = @add, entry = "add",
    spirv = dense<[119734787]> : tensor<1xi32>, subgroup_size = 8 : i64,
    grid = affine_map<()[s0] -> (s0 ceildiv 8)>, symbols = ["B"],
    in_place = array<i64: 0>, needs = ["int64"],
    flops = affine_map<()[s0] -> (s0 * 4)>, registers = 12 : i64}

// CHECK-LABEL: func.func @inside
func.func @inside(%p: memref<?xf32>, %n: index, %v: vector<16xf32>)
    -> (vector<16xf32>, memref<?xf32>, index) {
  // CHECK: kernel.workgroup_id : index
  %id = kernel.workgroup_id : index
  // CHECK: kernel.convert_layout %{{.+}} {kernel.layouts = [#kernel.layout<repeat = [2], lanes = [8], width = [1], stride = [1]>]} : vector<16xf32>
  %w = kernel.convert_layout %v {kernel.layouts = [
      #kernel.layout<repeat = [2], lanes = [8], width = [1], stride = [1]>]}
      : vector<16xf32>
  // CHECK: kernel.advance %{{.+}}, %{{.+}} : memref<?xf32>
  %q = kernel.advance %p, %n : memref<?xf32>
  return %w, %q, %id : vector<16xf32>, memref<?xf32>, index
}

// Schedules and layouts of rank 0, and a list of schedules, one per part.
// CHECK-LABEL: kernel.func @rank_0
// CHECK-SAME: kernel.layouts = [#kernel.layout<repeat = [], lanes = [], width = [], stride = []>]
// CHECK-SAME: kernel.schedule = [#kernel.schedule<strategy = elementwise, tile = [], block = [], edges = guard>, #kernel.schedule<strategy = contraction, tile = [32, 64, 0], block = [0, 0, 16], edges = shift>]
kernel.func @rank_0(%x: tensor<f32>) -> tensor<f32> attributes {
    kernel.layouts = [#kernel.layout<repeat = [], lanes = [], width = [], stride = []>],
    kernel.schedule = [
      #kernel.schedule<strategy = elementwise, tile = [], block = [], edges = guard>,
      #kernel.schedule<strategy = contraction, tile = [32, 64, 0], block = [0, 0, 16], edges = shift>]} {
  kernel.return %x : tensor<f32>
}

}
