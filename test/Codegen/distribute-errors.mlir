// RUN: oaml-opt %s --oaml-distribute --split-input-file --verify-diagnostics

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @no_layout {
  gpu.func @no_layout(%x: memref<16xf32>, %y: memref<16xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    // expected-error @+1 {{has no layout for its result 'vector<16xf32>'; oaml-assign-layouts gives it one}}
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @mismatch {
  gpu.func @mismatch(%x: memref<16xf32>, %y: memref<16xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true], kernel.layouts = [#kernel.layout<repeat = [2], lanes = [8], width = [1], stride = [1]>]} : memref<16xf32>, vector<16xf32>
    // expected-error @+1 {{operand #0 has layout #kernel.layout<repeat = [2], lanes = [8], width = [1], stride = [1]>, needs #kernel.layout<repeat = [1], lanes = [8], width = [2], stride = [1]>; a kernel.convert_layout must stand between}}
    %w = math.absf %v {kernel.layouts = [#kernel.layout<repeat = [1], lanes = [8], width = [2], stride = [1]>]} : vector<16xf32>
    vector.transfer_write %w, %y[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    gpu.return
  }
}

// -----

#device = #kernel.device<name = "d", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = true, float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
gpu.module @unknown {
  gpu.func @unknown(%x: memref<16xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %v = arith.constant {kernel.layouts = [#kernel.layout<repeat = [2], lanes = [8], width = [1], stride = [1]>]} dense<0.0> : vector<16xf32>
    // expected-error @+1 {{cannot be distributed over lanes}}
    vector.print %v : vector<16xf32>
    gpu.return
  }
}
