// RUN: oaml-opt %s --oaml-gpu-to-vulkan --split-input-file --verify-diagnostics

#device = #kernel.device<name = "bare", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = false, float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
gpu.module @shape {
  // expected-error @+1 {{argument 0 must be an index or a one-dimensional memref, found 'memref<4x4xf32>'; is the kernel distributed?}}
  gpu.func @shape(%x: memref<4x4xf32>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    gpu.return
  }
}
