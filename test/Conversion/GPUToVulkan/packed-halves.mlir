// RUN: oaml-opt %s --oaml-gpu-to-vulkan | FileCheck %s

// A device that knows no halves: they are parts of words, widened at the load
// and rounded at the store by arithmetic on words.

#device = #kernel.device<name = "bare", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 32, pointer_views = false, int64 = false, float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>
// A device that computes halves but cannot store them.
#registers = #kernel.device<name = "registers", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 64, pointer_views = true, int64 = false, float16 = true, storage16 = false, storage8 = false, signed_zero_inf_nan = false>

// CHECK-LABEL: spirv.module @halves
// CHECK-NOT: StorageBuffer16BitAccess
// CHECK-NOT: Float16
// CHECK: spirv.func @halves
// CHECK-NOT: f16
// CHECK: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 4] : i32
// CHECK: spirv.ConvertUToF %{{.*}} : i32 to f32
// CHECK: spirv.FMul
// CHECK: spirv.FAdd %{{.*}} : f32
// CHECK: spirv.AtomicAnd <Device> <None>
// CHECK: spirv.AtomicOr <Device> <None>
// CHECK-NOT: f16
gpu.module @halves_module {
  gpu.func @halves(%x: memref<?xf16>, %y: memref<?xf16>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %lane = gpu.lane_id
    %v = memref.load %x[%lane] : memref<?xf16>
    %s = arith.addf %v, %v : f16
    memref.store %s, %y[%lane] : memref<?xf16>
    gpu.return
  }
}

// CHECK-LABEL: spirv.module @registers
// CHECK-NOT: StorageBuffer16BitAccess
// CHECK-SAME: Float16
// CHECK: spirv.FConvert %{{.*}} : f32 to f16
// CHECK: spirv.FAdd %{{.*}} : f16
// CHECK: spirv.FConvert %{{.*}} : f16 to f32
// CHECK: spirv.AtomicOr <Device> <None>
gpu.module @registers_module {
  gpu.func @registers(%x: memref<?xf16>, %y: memref<?xf16>) kernel attributes {kernel.device = #registers, kernel.grid = affine_map<() -> (1)>} {
    %lane = gpu.lane_id
    %v = memref.load %x[%lane] : memref<?xf16>
    %s = arith.addf %v, %v : f16
    memref.store %s, %y[%lane] : memref<?xf16>
    gpu.return
  }
}
