// RUN: oaml-opt %s --oaml-tile --split-input-file --verify-diagnostics

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
#flat = #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = guard>

// expected-error @+1 {{needs the attribute 'kernel.device'}}
func.func @no_device(%x: tensor<64xf32>) -> tensor<64xf32>
    attributes {kernel.schedule = #flat} {
  return %x : tensor<64xf32>
}

// -----

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
#flat = #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = guard>

// expected-error @+1 {{schedule of part 0: needs one entry for each of 2 parallel loops and 0 reduction loops, found 3}}
func.func @rank(%x: tensor<64x64xf32>, %b: tensor<64xf32>) -> tensor<64x64xf32>
    attributes {kernel.device = #device, kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [4, 16, 1], block = [0, 0, 0], edges = guard>} {
  return %x : tensor<64x64xf32>
}

// -----

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
#flat = #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = guard>

// expected-error @+1 {{needs one schedule for each of its 2 groups of results, found 1}}
func.func @parts(%x: tensor<64xf32>, %y: tensor<8xf32>) -> (tensor<64xf32>, tensor<8xf32>)
    attributes {kernel.device = #device, kernel.schedule = [#flat]} {
  return %x, %y : tensor<64xf32>, tensor<8xf32>
}

// -----

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

// expected-error @+1 {{schedule of part 0: the tile of reduction loop 1 must be 0, found 32}}
func.func @tiled_reduction(%x: tensor<64x64xf32>) -> tensor<64xf32>
    attributes {kernel.device = #device, kernel.schedule =
    #kernel.schedule<strategy = reduction, tile = [4, 32], block = [0, 0], edges = guard>} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<64x64xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  return %r : tensor<64xf32>
}

// -----

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

// expected-error @+1 {{'shift' needs an extent that is known to be at least the tile of 16 in loop 0, found 10}}
func.func @shift_small(%x: tensor<10xf32>) -> tensor<10xf32>
    attributes {kernel.device = #device, kernel.schedule =
    #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = shift>} {
  return %x : tensor<10xf32>
}

// -----

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
#flat = #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = guard>

func.func @constant() -> tensor<4xf32>
    attributes {kernel.device = #device, kernel.schedule = #flat} {
  // expected-error @+1 {{in a kernel must be a splat: pass other constants as arguments}}
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
#flat = #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = guard>

// expected-error @+1 {{argument 0 must be a ranked tensor (or an index with 'kernel.symbol'), found 'f32'}}
func.func @scalar_argument(%s: f32) -> tensor<16xf32>
    attributes {kernel.device = #device, kernel.schedule = #flat} {
  %r = tensor.splat %s : tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
#flat = #kernel.schedule<strategy = elementwise, tile = [16], block = [0], edges = guard>

func.func @unsupported(%x: tensor<16xf32>) -> tensor<16xf32>
    attributes {kernel.device = #device, kernel.schedule = #flat} {
  // expected-error @+1 {{'tensor.generate' op is not supported in a kernel}}
  %r = tensor.generate {
    ^bb0(%i: index):
      %v = tensor.extract %x[%i] : tensor<16xf32>
      tensor.yield %v : f32 } : tensor<16xf32>
  return %r : tensor<16xf32>
}
