// What moves between lanes: conversions of layouts, constants that differ by lane,
// gathers.
// RUN: oaml-opt %s --oaml-check-tile-ir --oaml-assign-layouts --oaml-distribute --canonicalize --cse --oaml-check-distributed | FileCheck %s

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
  parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
  float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
#spread = #kernel.layout<repeat = [2], lanes = [8], width = [1], stride = [1]>
#local = #kernel.layout<repeat = [16], lanes = [1], width = [1], stride = [1]>
#pairs = #kernel.layout<repeat = [1], lanes = [8], width = [2], stride = [1]>

gpu.module @kernels {
  // All lanes get all elements: one shuffle for each, from a constant lane.
  // CHECK-LABEL: gpu.func @gather_all
  // CHECK-COUNT-16: gpu.shuffle idx
  // CHECK-NOT: gpu.shuffle
  gpu.func @gather_all(%x: memref<16xf32>, %y: memref<16xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = [#spread]} : memref<16xf32>, vector<16xf32>
    %a = kernel.convert_layout %v {kernel.layouts = [#local]} : vector<16xf32>
    vector.transfer_write %a, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }

  // Every lane has what it needs: selects by its number, no shuffle.
  // CHECK-LABEL: gpu.func @pick_own
  // CHECK-NOT: gpu.shuffle
  // CHECK: arith.select
  // CHECK-NOT: gpu.shuffle
  // CHECK: gpu.return
  gpu.func @pick_own(%x: memref<16xf32>, %y: memref<16xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = [#local]} : memref<16xf32>, vector<16xf32>
    %a = kernel.convert_layout %v {kernel.layouts = [#pairs]} : vector<16xf32>
    vector.transfer_write %a, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }

  // Pairs to single elements: each register comes from either of two, from a
  // lane that depends on the lane.
  // CHECK-LABEL: gpu.func @pairs_to_single
  // CHECK-COUNT-4: gpu.shuffle idx
  // CHECK-NOT: gpu.shuffle
  // CHECK: gpu.return
  gpu.func @pairs_to_single(%x: memref<16xf32>, %y: memref<16xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = [#pairs]} : memref<16xf32>, vector<16xf32>
    %a = kernel.convert_layout %v {kernel.layouts = [#spread]} : vector<16xf32>
    vector.transfer_write %a, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }

  // A constant whose elements differ: each register is chosen by the lane.
  // CHECK-LABEL: gpu.func @constant
  // CHECK-COUNT-3: arith.select
  // CHECK: memref.store
  gpu.func @constant(%y: memref<4xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<[1.0, 3.0, 5.0, 2.0]> : vector<4xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
    gpu.return
  }

  // Where the mask is not set the first element is loaded and dropped.
  // CHECK-LABEL: gpu.func @gather
  // CHECK: %[[AT:.+]] = arith.select %[[MASK:.+]], %{{.+}}, %c0 : index
  // CHECK: %[[V:.+]] = memref.load %arg0[%[[AT]]]
  // CHECK: arith.select %[[MASK]], %[[V]], %{{.+}} : f32
  gpu.func @gather(%x: memref<30xf32>, %i: memref<8xi32>, %y: memref<8xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %none = arith.constant 0 : i32
    %limit = arith.constant dense<30> : vector<8xi32>
    %other = arith.constant dense<-1.0> : vector<8xf32>
    %at = vector.transfer_read %i[%c0], %none {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
    %mask = arith.cmpi ult, %at, %limit : vector<8xi32>
    %v = vector.gather %x[%c0] [%at], %mask, %other : memref<30xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
    gpu.return
  }
}
