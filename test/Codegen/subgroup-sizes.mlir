// Subgroups of all sizes, with and without pointer views. With 32 lanes and more
// no dimension of the product fills the subgroup: lanes go over both, and from 128
// on half of them hold copies.
// RUN: oaml-opt %s --oaml-check-tile-ir --oaml-assign-layouts | FileCheck %s
// RUN: oaml-opt %s --oaml-check-tile-ir --oaml-assign-layouts --oaml-distribute --canonicalize --cse --oaml-check-distributed | FileCheck %s --check-prefix=CODE
// RUN: oaml-opt %s --oaml-check-tile-ir --oaml-assign-layouts --oaml-distribute --canonicalize --cse --oaml-gpu-to-vulkan -o /dev/null

#d4 = #kernel.device<name = "lanes4", subgroup_size = 4,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 16384,
  parallel_workgroups = 2, load_bits = 32, pointer_views = false, int64 = false,
  float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
#d8 = #kernel.device<name = "lanes8", subgroup_size = 8,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 16384,
  parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
  float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
#d16 = #kernel.device<name = "lanes16", subgroup_size = 16,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 16384,
  parallel_workgroups = 2, load_bits = 64, pointer_views = false, int64 = false,
  float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
#d32 = #kernel.device<name = "lanes32", subgroup_size = 32,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 16384,
  parallel_workgroups = 2, load_bits = 128, pointer_views = true, int64 = false,
  float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
#d64 = #kernel.device<name = "lanes64", subgroup_size = 64,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 16384,
  parallel_workgroups = 2, load_bits = 128, pointer_views = true, int64 = false,
  float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
#d128 = #kernel.device<name = "lanes128", subgroup_size = 128,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 16384,
  parallel_workgroups = 2, load_bits = 128, pointer_views = true, int64 = false,
  float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @matmul4
  // CHECK: vector.contract {{.*}}#kernel.layout<repeat = [16, 3], lanes = [1, 4], width = [1, 1], stride = [1, 1]>
  // CODE-LABEL: gpu.func @matmul4
  // CODE-NOT: kernel.advance
  // CODE-NOT: vector.load
  // CODE: math.fma
  // CODE: gpu.return
  gpu.func @matmul4(%a: memref<?x40xf32> {oaml.dims = ["M", 40]}, %b: memref<40x12xf32>, %c: memref<?x12xf32> {oaml.dims = ["M", 12]}, %M: index {kernel.symbol = "M"}) kernel
      attributes {kernel.device = #d4, kernel.grid = affine_map<()[s0] -> (s0 ceildiv 16)>} {
    %id = kernel.workgroup_id : index
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %m = arith.muli %id, %c16 : index
    %pad = arith.constant 0.0 : f32
    %zero = arith.constant dense<0.0> : vector<16x12xf32>
    %x = vector.transfer_read %a[%m, %c0], %pad {in_bounds = [false, true]} : memref<?x40xf32>, vector<16x40xf32>
    %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<40x12xf32>, vector<40x12xf32>
    %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %zero : vector<16x40xf32>, vector<40x12xf32> into vector<16x12xf32>
    %low = arith.constant dense<0xFF800000> : vector<16xf32>
    %r = vector.multi_reduction <maximumf>, %d, %low [1] : vector<16x12xf32> to vector<16xf32>
    %s = vector.broadcast %r : vector<16xf32> to vector<12x16xf32>
    %t = vector.transpose %s, [1, 0] : vector<12x16xf32> to vector<16x12xf32>
    %u = arith.subf %d, %t : vector<16x12xf32>
    vector.transfer_write %u, %c[%m, %c0] {in_bounds = [false, true]} : vector<16x12xf32>, memref<?x12xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @matmul8
  // CHECK: vector.contract {{.*}}#kernel.layout<repeat = [2, 12], lanes = [8, 1], width = [1, 1], stride = [1, 1]>
  // CODE-LABEL: gpu.func @matmul8
  // CODE: math.fma
  // CODE: gpu.return
  gpu.func @matmul8(%a: memref<?x40xf32> {oaml.dims = ["M", 40]}, %b: memref<40x12xf32>, %c: memref<?x12xf32> {oaml.dims = ["M", 12]}, %M: index {kernel.symbol = "M"}) kernel
      attributes {kernel.device = #d8, kernel.grid = affine_map<()[s0] -> (s0 ceildiv 16)>} {
    %id = kernel.workgroup_id : index
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %m = arith.muli %id, %c16 : index
    %pad = arith.constant 0.0 : f32
    %zero = arith.constant dense<0.0> : vector<16x12xf32>
    %x = vector.transfer_read %a[%m, %c0], %pad {in_bounds = [false, true]} : memref<?x40xf32>, vector<16x40xf32>
    %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<40x12xf32>, vector<40x12xf32>
    %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %zero : vector<16x40xf32>, vector<40x12xf32> into vector<16x12xf32>
    %low = arith.constant dense<0xFF800000> : vector<16xf32>
    %r = vector.multi_reduction <maximumf>, %d, %low [1] : vector<16x12xf32> to vector<16xf32>
    %s = vector.broadcast %r : vector<16xf32> to vector<12x16xf32>
    %t = vector.transpose %s, [1, 0] : vector<12x16xf32> to vector<16x12xf32>
    %u = arith.subf %d, %t : vector<16x12xf32>
    vector.transfer_write %u, %c[%m, %c0] {in_bounds = [false, true]} : vector<16x12xf32>, memref<?x12xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @matmul16
  // CHECK: vector.contract {{.*}}#kernel.layout<repeat = [1, 12], lanes = [16, 1], width = [1, 1], stride = [1, 1]>
  // CODE-LABEL: gpu.func @matmul16
  // CODE-NOT: kernel.advance
  // CODE-NOT: vector.load
  // CODE: math.fma
  // CODE: gpu.return
  gpu.func @matmul16(%a: memref<?x40xf32> {oaml.dims = ["M", 40]}, %b: memref<40x12xf32>, %c: memref<?x12xf32> {oaml.dims = ["M", 12]}, %M: index {kernel.symbol = "M"}) kernel
      attributes {kernel.device = #d16, kernel.grid = affine_map<()[s0] -> (s0 ceildiv 16)>} {
    %id = kernel.workgroup_id : index
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %m = arith.muli %id, %c16 : index
    %pad = arith.constant 0.0 : f32
    %zero = arith.constant dense<0.0> : vector<16x12xf32>
    %x = vector.transfer_read %a[%m, %c0], %pad {in_bounds = [false, true]} : memref<?x40xf32>, vector<16x40xf32>
    %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<40x12xf32>, vector<40x12xf32>
    %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %zero : vector<16x40xf32>, vector<40x12xf32> into vector<16x12xf32>
    %low = arith.constant dense<0xFF800000> : vector<16xf32>
    %r = vector.multi_reduction <maximumf>, %d, %low [1] : vector<16x12xf32> to vector<16xf32>
    %s = vector.broadcast %r : vector<16xf32> to vector<12x16xf32>
    %t = vector.transpose %s, [1, 0] : vector<12x16xf32> to vector<16x12xf32>
    %u = arith.subf %d, %t : vector<16x12xf32>
    vector.transfer_write %u, %c[%m, %c0] {in_bounds = [false, true]} : vector<16x12xf32>, memref<?x12xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @matmul32
  // CHECK: vector.contract {{.*}}#kernel.layout<repeat = [2, 3], lanes = [8, 4], width = [1, 1], stride = [4, 1]>
  // CODE-LABEL: gpu.func @matmul32
  // CODE: math.fma
  // CODE: gpu.return
  gpu.func @matmul32(%a: memref<?x40xf32> {oaml.dims = ["M", 40]}, %b: memref<40x12xf32>, %c: memref<?x12xf32> {oaml.dims = ["M", 12]}, %M: index {kernel.symbol = "M"}) kernel
      attributes {kernel.device = #d32, kernel.grid = affine_map<()[s0] -> (s0 ceildiv 16)>} {
    %id = kernel.workgroup_id : index
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %m = arith.muli %id, %c16 : index
    %pad = arith.constant 0.0 : f32
    %zero = arith.constant dense<0.0> : vector<16x12xf32>
    %x = vector.transfer_read %a[%m, %c0], %pad {in_bounds = [false, true]} : memref<?x40xf32>, vector<16x40xf32>
    %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<40x12xf32>, vector<40x12xf32>
    %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %zero : vector<16x40xf32>, vector<40x12xf32> into vector<16x12xf32>
    %low = arith.constant dense<0xFF800000> : vector<16xf32>
    %r = vector.multi_reduction <maximumf>, %d, %low [1] : vector<16x12xf32> to vector<16xf32>
    %s = vector.broadcast %r : vector<16xf32> to vector<12x16xf32>
    %t = vector.transpose %s, [1, 0] : vector<12x16xf32> to vector<16x12xf32>
    %u = arith.subf %d, %t : vector<16x12xf32>
    vector.transfer_write %u, %c[%m, %c0] {in_bounds = [false, true]} : vector<16x12xf32>, memref<?x12xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @matmul64
  // CHECK: vector.contract {{.*}}#kernel.layout<repeat = [1, 3], lanes = [16, 4], width = [1, 1], stride = [4, 1]>
  // CODE-LABEL: gpu.func @matmul64
  // CODE: math.fma
  // CODE: gpu.return
  gpu.func @matmul64(%a: memref<?x40xf32> {oaml.dims = ["M", 40]}, %b: memref<40x12xf32>, %c: memref<?x12xf32> {oaml.dims = ["M", 12]}, %M: index {kernel.symbol = "M"}) kernel
      attributes {kernel.device = #d64, kernel.grid = affine_map<()[s0] -> (s0 ceildiv 16)>} {
    %id = kernel.workgroup_id : index
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %m = arith.muli %id, %c16 : index
    %pad = arith.constant 0.0 : f32
    %zero = arith.constant dense<0.0> : vector<16x12xf32>
    %x = vector.transfer_read %a[%m, %c0], %pad {in_bounds = [false, true]} : memref<?x40xf32>, vector<16x40xf32>
    %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<40x12xf32>, vector<40x12xf32>
    %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %zero : vector<16x40xf32>, vector<40x12xf32> into vector<16x12xf32>
    %low = arith.constant dense<0xFF800000> : vector<16xf32>
    %r = vector.multi_reduction <maximumf>, %d, %low [1] : vector<16x12xf32> to vector<16xf32>
    %s = vector.broadcast %r : vector<16xf32> to vector<12x16xf32>
    %t = vector.transpose %s, [1, 0] : vector<12x16xf32> to vector<16x12xf32>
    %u = arith.subf %d, %t : vector<16x12xf32>
    vector.transfer_write %u, %c[%m, %c0] {in_bounds = [false, true]} : vector<16x12xf32>, memref<?x12xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @matmul128
  // CHECK: vector.contract {{.*}}#kernel.layout<repeat = [1, 3], lanes = [16, 4], width = [1, 1], stride = [4, 1]>
  // CODE-LABEL: gpu.func @matmul128
  // CODE: %[[COPY:.+]] = arith.andi %{{.+}}, %c64_i32
  // CODE: arith.cmpi eq, %[[COPY]], %c0_i32
  // CODE: math.fma
  // CODE: gpu.return
  gpu.func @matmul128(%a: memref<?x40xf32> {oaml.dims = ["M", 40]}, %b: memref<40x12xf32>, %c: memref<?x12xf32> {oaml.dims = ["M", 12]}, %M: index {kernel.symbol = "M"}) kernel
      attributes {kernel.device = #d128, kernel.grid = affine_map<()[s0] -> (s0 ceildiv 16)>} {
    %id = kernel.workgroup_id : index
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %m = arith.muli %id, %c16 : index
    %pad = arith.constant 0.0 : f32
    %zero = arith.constant dense<0.0> : vector<16x12xf32>
    %x = vector.transfer_read %a[%m, %c0], %pad {in_bounds = [false, true]} : memref<?x40xf32>, vector<16x40xf32>
    %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<40x12xf32>, vector<40x12xf32>
    %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %zero : vector<16x40xf32>, vector<40x12xf32> into vector<16x12xf32>
    %low = arith.constant dense<0xFF800000> : vector<16xf32>
    %r = vector.multi_reduction <maximumf>, %d, %low [1] : vector<16x12xf32> to vector<16xf32>
    %s = vector.broadcast %r : vector<16xf32> to vector<12x16xf32>
    %t = vector.transpose %s, [1, 0] : vector<12x16xf32> to vector<16x12xf32>
    %u = arith.subf %d, %t : vector<16x12xf32>
    vector.transfer_write %u, %c[%m, %c0] {in_bounds = [false, true]} : vector<16x12xf32>, memref<?x12xf32>
    gpu.return
  }
}
