// RUN: oaml-opt %s --oaml-gpu-to-vulkan | FileCheck %s

// A device without 8-bit storage: bytes are parts of words, read by a shift,
// written by two atomics that leave the other bytes of the word as they are.

#device = #kernel.device<name = "bare", subgroup_size = 8, max_invocations = 8, max_workgroups = 65535, shared_memory = 0, parallel_workgroups = 1, load_bits = 32, pointer_views = false, int64 = false, float16 = false, storage16 = false, storage8 = false, signed_zero_inf_nan = false>

// CHECK-LABEL: spirv.module @copy_bytes
// CHECK-NOT: StorageBuffer8BitAccess
// CHECK: spirv.func @copy_bytes
// CHECK: %[[WORD:.*]] = spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 4] : i32
// CHECK: %[[PART:.*]] = spirv.ShiftRightLogical %[[WORD]], %[[BIT:.*]] : i32, i32
// CHECK: %[[BYTE:.*]] = spirv.BitwiseAnd %[[PART]], %{{.*}} : i32
// CHECK: %[[OTHERS:.*]] = spirv.Not
// CHECK: spirv.AtomicAnd <Device> <None> %[[POINTER:.*]], %[[OTHERS]]
// CHECK: spirv.AtomicOr <Device> <None> %[[POINTER]], %{{.*}}
gpu.module @copy_bytes {
  gpu.func @copy_bytes(%x: memref<?xi8>, %y: memref<?xi8>) kernel attributes {kernel.device = #device, kernel.grid = affine_map<() -> (1)>} {
    %lane = gpu.lane_id
    %v = memref.load %x[%lane] : memref<?xi8>
    memref.store %v, %y[%lane] : memref<?xi8>
    gpu.return
  }
}
