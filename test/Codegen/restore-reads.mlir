// RUN: oaml-opt %s --canonicalize --oaml-assign-layouts | FileCheck %s

// Canonical form makes loads of gathers at constant places in a row; layouts and
// lanes know transfers and gathers.

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
  parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
  float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @load
  // CHECK-NOT:     vector.load
  // CHECK:         vector.transfer_read
  // CHECK:         vector.transfer_write
  gpu.func @load(%a: memref<8xf32>, %b: memref<8xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %places = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xindex>
    %all = arith.constant dense<true> : vector<8xi1>
    %zero = arith.constant dense<0.0> : vector<8xf32>
    %x = vector.gather %a[%c0] [%places], %all, %zero : memref<8xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.transfer_write %x, %b[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @masked_load
  // CHECK-NOT:     vector.maskedload
  // CHECK:         vector.gather
  // CHECK:         vector.transfer_write
  gpu.func @masked_load(%a: memref<8xf32>, %b: memref<8xf32>, %n: index {kernel.symbol = "N"}) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<()[s0] -> (1)>} {
    %c0 = arith.constant 0 : index
    %places = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xindex>
    %end = vector.broadcast %n : index to vector<8xindex>
    %mask = arith.cmpi ult, %places, %end : vector<8xindex>
    %zero = arith.constant dense<0.0> : vector<8xf32>
    %x = vector.gather %a[%c0] [%places], %mask, %zero : memref<8xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.transfer_write %x, %b[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
    gpu.return
  }
}
