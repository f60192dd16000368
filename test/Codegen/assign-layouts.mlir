// RUN: oaml-opt %s --oaml-check-tile-ir --oaml-assign-layouts | FileCheck %s

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
  parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
  float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

gpu.module @kernels {
  // The columns fill the lanes: the right operand owns them and is spread like
  // the result; the left one is spread along K and broadcast.
  // CHECK-LABEL: gpu.func @matmul_nn
  // CHECK: arith.constant {kernel.layouts = [#kernel.layout<repeat = [4, 1], lanes = [1, 8], width = [1, 2], stride = [1, 1]>]}
  // CHECK: scf.for
  // CHECK: vector.transfer_read %arg0{{.*}}#kernel.layout<repeat = [4, 2], lanes = [1, 8], width = [1, 1], stride = [1, 1]>
  // CHECK: vector.transfer_read %arg1{{.*}}#kernel.layout<repeat = [16, 1], lanes = [1, 8], width = [1, 2], stride = [1, 1]>
  // CHECK: vector.contract {{.*}}#kernel.layout<repeat = [4, 1], lanes = [1, 8], width = [1, 2], stride = [1, 1]>
  // CHECK: } {kernel.layouts = [#kernel.layout<repeat = [4, 1], lanes = [1, 8], width = [1, 2], stride = [1, 1]>]}
  gpu.func @matmul_nn(%a: memref<64x63xf32>, %b: memref<63x64xf32>, %c: memref<64x64xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c48 = arith.constant 48 : index
    %pad = arith.constant 0.0 : f32
    %zero = arith.constant dense<0.0> : vector<4x16xf32>
    %sum = scf.for %k = %c0 to %c48 step %c16 iter_args(%acc = %zero) -> vector<4x16xf32> {
      %x = vector.transfer_read %a[%c0, %k], %pad {in_bounds = [true, true]} : memref<64x63xf32>, vector<4x16xf32>
      %y = vector.transfer_read %b[%k, %c0], %pad {in_bounds = [true, true]} : memref<63x64xf32>, vector<16x16xf32>
      %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<4x16xf32>, vector<16x16xf32> into vector<4x16xf32>
      scf.yield %d : vector<4x16xf32>
    }
    vector.transfer_write %sum, %c[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, memref<64x64xf32>
    gpu.return
  }

  // Five columns fill nothing; the rows do.
  // CHECK-LABEL: gpu.func @matmul_narrow
  // CHECK: vector.contract {{.*}}#kernel.layout<repeat = [2, 5], lanes = [8, 1], width = [1, 1], stride = [1, 1]>
  gpu.func @matmul_narrow(%a: memref<16x8xf32>, %b: memref<8x5xf32>, %c: memref<16x5xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %zero = arith.constant dense<0.0> : vector<16x5xf32>
    %x = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
    %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x5xf32>, vector<8x5xf32>
    %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %zero : vector<16x8xf32>, vector<8x5xf32> into vector<16x5xf32>
    vector.transfer_write %d, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x5xf32>, memref<16x5xf32>
    gpu.return
  }

  // Lanes go along the reduced dimension; the result is the same in all lanes.
  // CHECK-LABEL: gpu.func @row_maximum
  // CHECK: vector.multi_reduction {{.*}}#kernel.layout<repeat = [4], lanes = [1], width = [1], stride = [1]>
  gpu.func @row_maximum(%x: memref<4x64xf32>, %y: memref<4xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %low = arith.constant dense<0xFF800000> : vector<4xf32>
    %v = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true, true]} : memref<4x64xf32>, vector<4x64xf32>
    %m = vector.multi_reduction <maximumf>, %v, %low [1] : vector<4x64xf32> to vector<4xf32>
    vector.transfer_write %m, %y[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
    gpu.return
  }

  // Four columns take four lanes, the rows the other two.
  // CHECK-LABEL: gpu.func @lanes_over_two_dimensions
  // CHECK: vector.transfer_read {{.*}}#kernel.layout<repeat = [3, 1], lanes = [2, 4], width = [1, 1], stride = [4, 1]>
  gpu.func @lanes_over_two_dimensions(%x: memref<6x4xf32>, %y: memref<6x4xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true, true]} : memref<6x4xf32>, vector<6x4xf32>
    vector.transfer_write %v, %y[%c0, %c0] {in_bounds = [true, true]} : vector<6x4xf32>, memref<6x4xf32>
    gpu.return
  }

  // A layout in the input stays; the other operand of the sum is converted or,
  // being a load, made again.
  // CHECK-LABEL: gpu.func @given
  // CHECK: %[[X:.+]] = vector.transfer_read %arg0{{.*}}#kernel.layout<repeat = [16], lanes = [1], width = [1], stride = [1]>
  // CHECK: %[[Y:.+]] = vector.transfer_read %arg1{{.*}}#kernel.layout<repeat = [1], lanes = [8], width = [2], stride = [1]>
  // CHECK: %[[E:.+]] = math.sqrt %[[Y]] {{.*}}#kernel.layout<repeat = [1], lanes = [8], width = [2], stride = [1]>
  // CHECK: %[[C:.+]] = kernel.convert_layout %[[E]] {{.*}}#kernel.layout<repeat = [16], lanes = [1], width = [1], stride = [1]>
  // CHECK: arith.addf %[[X]], %[[C]] {{.*}}#kernel.layout<repeat = [16], lanes = [1], width = [1], stride = [1]>
  gpu.func @given(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %a = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
    %b = vector.transfer_read %y[%c0], %pad {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
    %e = math.sqrt %b {kernel.layouts = [#kernel.layout<repeat = [1], lanes = [8], width = [2], stride = [1]>]} : vector<16xf32>
    %s = arith.addf %a, %e {kernel.layouts = [#kernel.layout<repeat = [16], lanes = [1], width = [1], stride = [1]>]} : vector<16xf32>
    vector.transfer_write %s, %z[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}
