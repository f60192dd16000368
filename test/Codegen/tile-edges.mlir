// RUN: oaml-opt %s --pass-pipeline='builtin.module(oaml-tile,gpu.module(oaml-check-tile-ir))' | FileCheck %s

module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// A static remainder: a clean copy and a guarded one behind a uniform branch.
// CHECK-LABEL: gpu.func @guard(
// CHECK:         %[[I:.*]] = arith.muli
// CHECK:         %[[END:.*]] = arith.addi %[[I]], %c64
// CHECK:         %[[FITS:.*]] = arith.cmpi ule, %[[END]], %c1000
// CHECK:         scf.if %[[FITS]] {
// CHECK:           vector.transfer_read {{.*}} {in_bounds = [true]}
// CHECK:           vector.transfer_write {{.*}} {in_bounds = [true]}
// CHECK:         } else {
// CHECK:           vector.transfer_read
// CHECK-NOT:       in_bounds
// CHECK:           vector.transfer_write
// CHECK-NOT:       in_bounds
// CHECK:         }
func.func @guard(%x: tensor<1000xf32>) -> tensor<1000xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [64], block = [0], edges = guard>} {
  %e = tensor.empty() : tensor<1000xf32>
  %r = linalg.exp ins(%x : tensor<1000xf32>) outs(%e : tensor<1000xf32>) -> tensor<1000xf32>
  return %r : tensor<1000xf32>
}

// The last tile starts earlier: one copy, nothing guarded.
// CHECK-LABEL: gpu.func @shift(
// CHECK:         %[[I:.*]] = arith.muli
// CHECK:         %[[S:.*]] = arith.minui %[[I]], %c936
// CHECK-NOT:     scf.if
// CHECK:         vector.transfer_read %{{.*}}[%[[S]]], {{.*}} {in_bounds = [true]}
// CHECK:         vector.transfer_write %{{.*}}[%[[S]]] {in_bounds = [true]}
func.func @shift(%x: tensor<1000xf32>) -> tensor<1000xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [64], block = [0], edges = shift>} {
  %e = tensor.empty() : tensor<1000xf32>
  %r = linalg.exp ins(%x : tensor<1000xf32>) outs(%e : tensor<1000xf32>) -> tensor<1000xf32>
  return %r : tensor<1000xf32>
}

// An extent below the tile: never a clean copy.
// CHECK-LABEL: gpu.func @small(
// CHECK-NOT:     scf.if
// CHECK:         vector.transfer_read %{{.*}}[%c0], %{{.*}} : memref<10xf32>, vector<16xf32>
// CHECK:         vector.transfer_write %{{.*}}[%c0] : vector<16xf32>, memref<10xf32>
func.func @small(%x: tensor<10xf32>) -> tensor<10xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = guard>} {
  %e = tensor.empty() : tensor<10xf32>
  %r = linalg.exp ins(%x : tensor<10xf32>) outs(%e : tensor<10xf32>) -> tensor<10xf32>
  return %r : tensor<10xf32>
}

// Only the dimension that may stick out is guarded. The grid follows the symbol.
// CHECK-LABEL: gpu.func @dynamic(
// CHECK-SAME:    memref<?x32xf32> {oaml.dims = ["B", 32]}, %{{.*}}: memref<?x32xf32> {oaml.dims = ["B", 32]}, %[[B:.*]]: index {kernel.symbol = "B"})
// CHECK:         arith.cmpi ule, %{{.*}}, %[[B]]
// CHECK:         scf.if
// CHECK:           in_bounds = [true, true]
// CHECK:         } else {
// CHECK:           vector.transfer_read {{.*}} {in_bounds = [false, true]}
// CHECK:           vector.transfer_write {{.*}} {in_bounds = [false, true]}
func.func @dynamic(%x: tensor<?x32xf32> {oaml.dims = ["B", 32]}) -> tensor<?x32xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [8, 32], block = [0, 0], edges = guard>} {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x32xf32>
  %e = tensor.empty(%b) : tensor<?x32xf32>
  %r = linalg.exp ins(%x : tensor<?x32xf32>) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

// A dynamic row length: full blocks, then one that is guarded, only there with a
// trace of the neutral element.
// CHECK-LABEL: gpu.func @dynamic_rows(
// CHECK:         %[[REM:.*]] = arith.remui %[[N:.*]], %c32
// CHECK:         %[[FULL:.*]] = arith.subi %[[N]], %[[REM]]
// CHECK:         %[[P:.*]] = scf.for {{.*}} = %c0 to %[[FULL]] step %c32
// CHECK-NOT:       arith.select
// CHECK:         }
// CHECK:         scf.for {{.*}} = %[[FULL]] to %[[N]] step %c32 iter_args(%{{.*}} = %[[P]])
// CHECK:           vector.transfer_read {{.*}} {in_bounds = [true, false]}
// CHECK:           arith.select
// CHECK:         }
// CHECK:         vector.multi_reduction <add>
func.func @dynamic_rows(%x: tensor<64x?xf32> {oaml.dims = [64, "N"]}) -> tensor<64xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [4, 0], block = [0, 32], edges = guard>} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<64x?xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  return %r : tensor<64xf32>
}

// The guarded copy of a tile runs all its blocks in one guarded loop.
// CHECK-LABEL: gpu.func @ragged_both(
// CHECK:         } else {
// CHECK-COUNT-1:   scf.for {{.*}} = %c0 to %c100 step %c32
// CHECK-NOT:       scf.for
// CHECK:           gpu.return
func.func @ragged_both(%x: tensor<?x100xf32> {oaml.dims = ["B", 100]}) -> tensor<?x100xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [4, 0], block = [0, 32], edges = guard>} {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x100xf32>
  %e = tensor.empty(%b) : tensor<?x100xf32>
  %r = linalg.exp ins(%x : tensor<?x100xf32>) outs(%e : tensor<?x100xf32>) -> tensor<?x100xf32>
  return %r : tensor<?x100xf32>
}
}
