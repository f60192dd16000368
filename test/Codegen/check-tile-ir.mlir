// RUN: oaml-opt %s --oaml-check-tile-ir --split-input-file --verify-diagnostics

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
  parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
  float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

gpu.module @scale {
  gpu.func @scale(%x: memref<?x16xf32> {oaml.dims = ["B", 16]},
                  %y: memref<?x16xf32> {oaml.dims = ["B", 16]},
                  %B: index {kernel.symbol = "B"}) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<()[s0] -> (s0)>} {
    %id = kernel.workgroup_id : index
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%id, %c0], %pad {in_bounds = [true]} : memref<?x16xf32>, vector<16xf32>
    %w = arith.addf %v, %v : vector<16xf32>
    vector.transfer_write %w, %y[%id, %c0] {in_bounds = [true]} : vector<16xf32>, memref<?x16xf32>
    gpu.return
  }
}

// -----

gpu.module @no_device {
  // expected-error @+1 {{needs the attribute 'kernel.device'}}
  gpu.func @no_device() kernel {
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 1, shared_memory = 0, parallel_workgroups = 1, load_bits = 32, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @grid {
  // expected-error @+1 {{an affine map from its 1 symbols to the number of workgroups}}
  gpu.func @grid(%B: index {kernel.symbol = "B"}) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 1, shared_memory = 0, parallel_workgroups = 1, load_bits = 32, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @dims {
  // expected-error @+1 {{argument 0, dimension 0: a dynamic extent must be named after a symbol of the kernel or be an affine map of its symbols, found "C"}}
  gpu.func @dims(%x: memref<?xf32> {oaml.dims = ["C"]}, %B: index {kernel.symbol = "B"}) kernel attributes {kernel.device = #device, kernel.grid = affine_map<()[s0] -> (s0)>} {
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 1, shared_memory = 0, parallel_workgroups = 1, load_bits = 32, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @element {
  // expected-error @+1 {{argument 0 must have f32, f16, bf16, i32, i8 or i1 elements, found 'f64'}}
  gpu.func @element(%x: memref<4xf64>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 1, shared_memory = 0, parallel_workgroups = 1, load_bits = 32, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @allocation {
  gpu.func @allocation(%x: memref<4xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    // expected-error @+1 {{is not allowed in tile IR}}
    %a = memref.alloca() : memref<4xf32>
    gpu.return
  }
}
