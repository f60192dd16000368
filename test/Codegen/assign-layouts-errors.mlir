// RUN: oaml-opt %s --oaml-assign-layouts --split-input-file --verify-diagnostics

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @extent {
  gpu.func @extent(%x: memref<16xf32>, %y: memref<16xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    // expected-error @+1 {{layout has extent 8 in dimension 0 of 'vector<16xf32>'}}
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = [#kernel.layout<repeat = [1], lanes = [8], width = [1], stride = [1]>]} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @rank {
  gpu.func @rank(%x: memref<16xf32>, %y: memref<16xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    // expected-error @+1 {{layout of rank 2 for 'vector<16xf32>'}}
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = [#kernel.layout<repeat = [1, 2], lanes = [1, 8], width = [1, 1], stride = [1, 1]>]} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @too_many_lanes {
  gpu.func @too_many_lanes(%x: memref<16xf32>, %y: memref<16xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    // expected-error @+1 {{layout needs 16 lanes in dimension 0, the subgroup has 8}}
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = [#kernel.layout<repeat = [1], lanes = [16], width = [1], stride = [1]>]} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @stride {
  gpu.func @stride(%x: memref<16xf32>, %y: memref<16xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    // expected-error @+1 {{layout needs 16 lanes in dimension 0, the subgroup has 8}}
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = [#kernel.layout<repeat = [4], lanes = [4], width = [1], stride = [4]>]} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @power_of_two {
  gpu.func @power_of_two(%x: memref<16xf32>, %y: memref<16xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    // expected-error @+1 {{lanes, width and stride of a layout must be powers of two, found 4, 4, 3}}
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = [#kernel.layout<repeat = [1], lanes = [4], width = [4], stride = [3]>]} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @entry {
  gpu.func @entry(%x: memref<16xf32>, %y: memref<16xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    // expected-error @+1 {{must have a #kernel.layout for each vector result}}
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = [unit]} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @count {
  gpu.func @count(%x: memref<16xf32>, %y: memref<16xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    // expected-error @+1 {{must have one entry per result}}
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = []} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}
