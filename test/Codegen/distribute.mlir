// RUN: oaml-opt %s --oaml-check-tile-ir --oaml-assign-layouts --oaml-distribute --canonicalize --cse | FileCheck %s
// RUN: oaml-opt %s --oaml-check-tile-ir --oaml-assign-layouts --oaml-distribute --canonicalize --cse --oaml-check-distributed --oaml-gpu-to-vulkan > /dev/null

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
  parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
  float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

gpu.module @kernels {
  // A pointer per lane and tile, wide accesses at constant distances from it.
  // An element is finished before the next one begins.
  // CHECK-LABEL: gpu.func @elementwise(%arg0: memref<?xf32>, %arg1: memref<?xf32>)
  // CHECK-DAG: %[[C16:.+]] = arith.constant 16 : index
  // CHECK: %[[P:.+]] = kernel.advance %arg0, %{{.+}} : memref<?xf32>
  // CHECK: %[[Q:.+]] = kernel.advance %arg1, %{{.+}} : memref<?xf32>
  // CHECK: vector.load %[[P]][%c0] : memref<?xf32>, vector<2xf32>
  // CHECK-COUNT-2: arith.addf {{.*}} : f32
  // CHECK: vector.store %{{.+}}, %[[Q]][%c0] : memref<?xf32>, vector<2xf32>
  // CHECK: vector.load %[[P]][%[[C16]]] : memref<?xf32>, vector<2xf32>
  // CHECK-COUNT-2: arith.addf {{.*}} : f32
  // CHECK: vector.store %{{.+}}, %[[Q]][%[[C16]]] : memref<?xf32>, vector<2xf32>
  gpu.func @elementwise(%x: memref<1024xf32>, %y: memref<1024xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (32)>} {
    %id = kernel.workgroup_id : index
    %c32 = arith.constant 32 : index
    %i = arith.muli %id, %c32 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%i], %pad {in_bounds = [true]} : memref<1024xf32>, vector<32xf32>
    %w = arith.addf %v, %v : vector<32xf32>
    vector.transfer_write %w, %y[%i] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    gpu.return
  }

  // An odd row length allows no wide access.
  // CHECK-LABEL: gpu.func @odd_rows
  // CHECK-NOT: vector.load
  // CHECK: memref.load
  // CHECK-NOT: vector.store
  // CHECK: gpu.return
  gpu.func @odd_rows(%x: memref<16x33xf32>, %y: memref<16x33xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x33xf32>, vector<2x16xf32>
    vector.transfer_write %v, %y[%c0, %c0] {in_bounds = [true, true]} : vector<2x16xf32>, memref<16x33xf32>
    gpu.return
  }

  // A guarded dimension: the load goes to a clamped place and its value is
  // chosen, the store is conditional. A pair is inside or outside as a whole.
  // CHECK-LABEL: gpu.func @guarded
  // CHECK: %[[IN:.+]] = arith.cmpi ult, %[[AT:.+]], %c1000 : index
  // CHECK: %[[SAFE:.+]] = arith.select %[[IN]], %[[AT]], %c0 : index
  // CHECK: %[[V:.+]] = vector.load %arg0[%[[SAFE]]] : memref<?xf32>, vector<2xf32>
  // CHECK: %[[E:.+]] = vector.extract %[[V]][0]
  // CHECK: arith.select %[[IN]], %[[E]], %cst : f32
  // CHECK: scf.if %[[IN]] {
  // CHECK: vector.store %{{.+}}, %arg1[%[[AT]]] : memref<?xf32>, vector<2xf32>
  gpu.func @guarded(%x: memref<1000xf32>, %y: memref<1000xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (63)>} {
    %id = kernel.workgroup_id : index
    %c16 = arith.constant 16 : index
    %i = arith.muli %id, %c16 : index
    %pad = arith.constant 1.0 : f32
    %v = vector.transfer_read %x[%i], %pad {in_bounds = [false]} : memref<1000xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%i] {in_bounds = [false]} : vector<16xf32>, memref<1000xf32>
    gpu.return
  }

  // Registers first, then a butterfly; of the copies of the result one lane
  // stores.
  // CHECK-LABEL: gpu.func @row_sum
  // CHECK: %[[COPY0:.+]] = arith.cmpi eq, %{{.+}}, %c0_i32 : i32
  // CHECK-COUNT-3: gpu.shuffle xor
  // CHECK: scf.if %[[COPY0]] {
  // CHECK: memref.store
  gpu.func @row_sum(%x: memref<64xf32>, %y: memref<f32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
    %s = vector.multi_reduction <add>, %v, %pad [0] : vector<64xf32> to f32
    %r = vector.broadcast %s : f32 to vector<f32>
    vector.transfer_write %r, %y[] : vector<f32>, memref<f32>
    gpu.return
  }

  // The left operand comes from other lanes by constant shuffles; each
  // accumulator takes its whole block before the next.
  // CHECK-LABEL: gpu.func @contraction
  // CHECK: %[[S0:.+]], %{{.+}} = gpu.shuffle idx %[[A:.+]], %c0_i32, %c8_i32 : f32
  // CHECK: %[[F0:.+]] = math.fma %[[S0]], %{{.+}}, %cst
  // CHECK: %[[S1:.+]], %{{.+}} = gpu.shuffle idx %[[A]], %c1_i32, %c8_i32 : f32
  // CHECK: math.fma %[[S1]], %{{.+}}, %[[F0]]
  gpu.func @contraction(%a: memref<2x8xf32>, %b: memref<8x8xf32>, %c: memref<2x8xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %zero = arith.constant dense<0.0> : vector<2x8xf32>
    %x = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<2x8xf32>, vector<2x8xf32>
    %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
    %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %zero : vector<2x8xf32>, vector<8x8xf32> into vector<2x8xf32>
    vector.transfer_write %d, %c[%c0, %c0] {in_bounds = [true, true]} : vector<2x8xf32>, memref<2x8xf32>
    gpu.return
  }

  // The load of %x does not sink below the store to %y, which may be the same
  // memory.
  // CHECK-LABEL: gpu.func @in_place
  // CHECK: %[[X:.+]] = kernel.advance %arg0
  // CHECK: %[[V:.+]] = vector.load %[[X]]
  // CHECK: %[[Y:.+]] = kernel.advance %arg1
  // CHECK: vector.store %{{.+}}, %[[Y]]
  // CHECK: %[[Z:.+]] = kernel.advance %arg2
  // CHECK: vector.store %[[V]], %[[Z]]
  gpu.func @in_place(%x: memref<16xf32>, %y: memref<16xf32> {kernel.inplace = 0 : i64}, %z: memref<16xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %one = arith.constant dense<1.0> : vector<16xf32>
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %one, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    vector.transfer_write %v, %z[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }

  // Without the attribute it does.
  // CHECK-LABEL: gpu.func @not_in_place
  // CHECK: vector.store
  // CHECK: vector.load
  // CHECK: vector.store
  gpu.func @not_in_place(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %one = arith.constant dense<1.0> : vector<16xf32>
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %one, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    vector.transfer_write %v, %z[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}
