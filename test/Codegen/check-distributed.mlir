// RUN: oaml-opt %s --oaml-check-distributed --split-input-file --verify-diagnostics -o /dev/null

#device = #kernel.device<name = "bare", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 32, pointer_views = false, int64 = false, float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
gpu.module @view {
  gpu.func @view(%x: memref<?xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %lane = gpu.lane_id
    // expected-error @+1 {{is not allowed: device 'bare' has no pointer views}}
    %p = kernel.advance %x, %lane : memref<?xf32>
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "bare", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 32, pointer_views = false, int64 = false, float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
gpu.module @wide {
  gpu.func @wide(%x: memref<?xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %lane = gpu.lane_id
    // expected-error @+1 {{must work on scalars, one-dimensional buffers and vectors of at most 4 elements, found 'vector<8xf32>'}}
    %v = vector.load %x[%lane] : memref<?xf32>, vector<8xf32>
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "bare", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 32, pointer_views = false, int64 = false, float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
gpu.module @width {
  gpu.func @width(%x: memref<?xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %one = arith.constant 1 : i32
    %four = arith.constant 4 : i32
    // expected-error @+1 {{must be over the whole subgroup of 8 lanes}}
    %v, %valid = gpu.shuffle xor %one, %one, %four : i32
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "bare", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 32, pointer_views = false, int64 = false, float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
gpu.module @other {
  gpu.func @other(%x: memref<?xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    // expected-error @+1 {{is not allowed in distributed code}}
    %id = gpu.subgroup_id : index
    gpu.return
  }
}
