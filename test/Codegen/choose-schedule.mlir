// RUN: oaml-opt %s --oaml-choose-schedule | oaml-opt | FileCheck %s
// RUN: oaml-opt %s --pass-pipeline='builtin.module(oaml-choose-schedule,oaml-tile,gpu.module(oaml-check-tile-ir))' -o /dev/null

#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
module attributes {kernel.device = #kernel.device<name = "lavapipe",
    subgroup_size = 8, max_invocations = 1024, max_workgroups = 65535,
    shared_memory = 32768, parallel_workgroups = 2, load_bits = 64,
    pointer_views = true, int64 = true, float16 = true, storage16 = true,
    storage8 = true, signed_zero_inf_nan = true>} {

// CHECK-LABEL: @large_product
// CHECK-SAME:  strategy = contraction, tile = [32, 64, 0], block = [0, 0, 16], edges = guard
func.func @large_product(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %e = tensor.empty() : tensor<512x512xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %m = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<512x512xf32>, tensor<512x512xf32>)
      outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %m : tensor<512x512xf32>
}

// Extents that are not known may be large.
// CHECK-LABEL: @unknown_product
// CHECK-SAME:  strategy = contraction, tile = [32, 64, 0], block = [0, 0, 16], edges = guard
func.func @unknown_product(%x: tensor<?x512xf32> {oaml.dims = ["B", 512]}, %w: tensor<512x512xf32>) -> tensor<?x512xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x512xf32>
  %e = tensor.empty(%n) : tensor<?x512xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x512xf32>) -> tensor<?x512xf32>
  %m = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<?x512xf32>, tensor<512x512xf32>)
      outs(%f : tensor<?x512xf32>) -> tensor<?x512xf32>
  return %m : tensor<?x512xf32>
}

// Ten columns do not fill eight lanes: they run along the rows.
// CHECK-LABEL: @narrow_product
// CHECK-SAME:  strategy = contraction, tile = [32, 10, 0], block = [0, 0, 16], edges = guard
func.func @narrow_product(%x: tensor<?x64xf32> {oaml.dims = ["B", 64]}, %w: tensor<10x64xf32>) -> tensor<?x10xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?x10xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x10xf32>) -> tensor<?x10xf32>
  %m = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<?x64xf32>, tensor<10x64xf32>)
      outs(%f : tensor<?x10xf32>) -> tensor<?x10xf32>
  return %m : tensor<?x10xf32>
}

// CHECK-LABEL: @long_rows
// CHECK-SAME:  strategy = reduction, tile = [8, 0], block = [0, 16]
func.func @long_rows(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %e = tensor.empty() : tensor<4096x1024xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<4096x1024xf32>) outs(%e : tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  return %r : tensor<4096x1024xf32>
}

// A short row is one block; as its length does not fill the lanes, rows do.
// CHECK-LABEL: @short_rows
// CHECK-SAME:  strategy = reduction, tile = [16, 0], block = [0, 10]
func.func @short_rows(%x: tensor<4096x10xf32>) -> tensor<4096x10xf32> {
  %e = tensor.empty() : tensor<4096x10xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<4096x10xf32>) outs(%e : tensor<4096x10xf32>) -> tensor<4096x10xf32>
  return %r : tensor<4096x10xf32>
}

// CHECK-LABEL: @columns
// CHECK-SAME:  strategy = reduction, tile = [16, 0], block = [0, 16]
func.func @columns(%x: tensor<1000x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<1000x64xf32>) outs(%f : tensor<64xf32>) dimensions = [0]
  return %r : tensor<64xf32>
}

// Many workgroups with little to do: larger tiles.
// CHECK-LABEL: @light
// CHECK-SAME:  strategy = elementwise, tile = [2048], block = [64], edges = guard
func.func @light(%x: tensor<4194304xf32>) -> tensor<4194304xf32> {
  %e = tensor.empty() : tensor<4194304xf32>
  %r = linalg.negf ins(%x : tensor<4194304xf32>) outs(%e : tensor<4194304xf32>) -> tensor<4194304xf32>
  return %r : tensor<4194304xf32>
}

// Three dimensions are one; a remainder is an earlier tile.
// CHECK-LABEL: @elementwise
// CHECK-SAME:  strategy = elementwise, tile = [512], block = [64], edges = shift
func.func @elementwise(%x: tensor<101x9x9xf32>) -> tensor<101x9x9xf32> {
  %e = tensor.empty() : tensor<101x9x9xf32>
  %r = linalg.exp ins(%x : tensor<101x9x9xf32>) outs(%e : tensor<101x9x9xf32>) -> tensor<101x9x9xf32>
  return %r : tensor<101x9x9xf32>
}

// CHECK-LABEL: @transpose
// CHECK-SAME:  strategy = elementwise, tile = [8, 16], block = [0, 0]
func.func @transpose(%x: tensor<1024x512xf32>) -> tensor<512x1024xf32> {
  %e = tensor.empty() : tensor<512x1024xf32>
  %r = linalg.transpose ins(%x : tensor<1024x512xf32>) outs(%e : tensor<512x1024xf32>) permutation = [1, 0]
  return %r : tensor<512x1024xf32>
}

// One schedule per part.
// CHECK-LABEL: @parts
// CHECK-SAME:  [#kernel.schedule<strategy = elementwise, tile = [64], {{.*}}>, #kernel.schedule<strategy = elementwise, tile = [16],
func.func @parts(%x: tensor<64x10xf32>, %y: tensor<10xf32>) -> (tensor<64x10xf32>, tensor<10xf32>) {
  %e = tensor.empty() : tensor<64x10xf32>
  %r = linalg.exp ins(%x : tensor<64x10xf32>) outs(%e : tensor<64x10xf32>) -> tensor<64x10xf32>
  %e2 = tensor.empty() : tensor<10xf32>
  %r2 = linalg.exp ins(%y : tensor<10xf32>) outs(%e2 : tensor<10xf32>) -> tensor<10xf32>
  return %r, %r2 : tensor<64x10xf32>, tensor<10xf32>
}

// A scalar has no loops.
// CHECK-LABEL: @scalar
// CHECK-SAME:  strategy = elementwise, tile = [], block = [], edges = guard
func.func @scalar(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %r = linalg.exp ins(%x : tensor<1x1xf32>) outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

// A schedule that is there stays.
// CHECK-LABEL: @given
// CHECK-SAME:  tile = [8], block = [0], edges = guard
func.func @given(%x: tensor<64xf32>) -> tensor<64xf32> attributes {kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [8], block = [0], edges = guard>} {
  return %x : tensor<64xf32>
}
}
