// RUN: oaml-opt %s --verify-roundtrip | FileCheck %s
// RUN: oaml-opt %s --mlir-print-op-generic | oaml-opt | FileCheck %s

// CHECK-DAG: #[[MAP:.+]] = affine_map<()[s0] -> (s0, 4)>
// CHECK-DAG: #[[BYTES:.+]] = affine_map<()[s0] -> (s0 * 16)>
// CHECK-DAG: #[[S:.+]] = affine_map<()[s0] -> (s0)>
// CHECK-DAG: #[[ZERO:.+]] = affine_map<()[s0] -> (0)>
#extents = affine_map<()[s0] -> (s0, 4)>
#bytes = affine_map<()[s0] -> (s0 * 16)>
#s = affine_map<()[s0] -> (s0)>
#aligned = affine_map<()[s0] -> (((s0 * 16) ceildiv 256) * 256)>
#zero = affine_map<()[s0] -> (0)>
#one = affine_map<()[s0] -> (1)>

kernel.func private @add(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}, %y: tensor<4xf32>)
    -> (tensor<?x4xf32> {oaml.dims = ["B", 4]}) {
  %z = oaml.add %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  kernel.return %z : tensor<?x4xf32>
}

// CHECK: plan.entry @main type (tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK-SAME: symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
// CHECK-SAME: extents [#[[MAP]]] -> [#[[MAP]]] arena #{{.+}} bound #{{.+}} attributes
// CHECK-SAME: arg_attrs = [{oaml.donated = 0 : i64, oaml.name = "x"}]
// CHECK-SAME: predicates = [#plan.predicate<"oaml.add", "operands that broadcast", #[[S]], "le", #{{.+}}, #loc{{[0-9]*}}>]
plan.entry @main type (tensor<?x4xf32>) -> tensor<?x4xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [#extents] -> [#extents]
    arena #aligned bound #aligned
    attributes {
      arg_attrs = [{oaml.name = "x", oaml.donated = 0 : i64}],
      predicates = [#plan.predicate<"oaml.add", "operands that broadcast", #s, "le", #one, loc("m.mlir":1:2)>]} {
  // CHECK: %[[X:.+]] = plan.argument 0 size #[[BYTES]]
  %x = plan.argument 0 size #bytes
  // CHECK: %[[C:.+]] = plan.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
  %c = plan.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // CHECK: %[[T:.+]] = plan.arena at #[[ZERO]] size #[[BYTES]]
  %t = plan.arena at #zero size #bytes
  // CHECK: %[[Y:.+]] = plan.result 0 size #[[BYTES]]
  %y = plan.result 0 size #bytes
  // CHECK: plan.launch @add(%[[X]], %[[C]], %[[T]]) extents [#[[S]]]
  plan.launch @add(%x, %c, %t) extents [#s]
  // CHECK: plan.barrier
  plan.barrier
  // CHECK: plan.copy %[[T]] to %[[Y]] size #[[BYTES]]
  plan.copy %t to %y size #bytes
}

// CHECK: plan.entry @empty type () -> () symbols [] extents [] -> []
plan.entry @empty type () -> () symbols [] extents [] -> []
    arena affine_map<() -> (0)> bound affine_map<() -> (0)> {
}
