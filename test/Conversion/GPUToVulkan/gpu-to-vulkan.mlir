// RUN: oaml-opt %s --oaml-gpu-to-vulkan | FileCheck %s

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
  max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
  parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
  float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>
#plain = #kernel.device<name = "plain", subgroup_size = 4,
  max_invocations = 256, max_workgroups = 65535, shared_memory = 16384,
  parallel_workgroups = 2, load_bits = 32, pointer_views = false, int64 = false,
  float16 = false, storage16 = true, storage8 = true, signed_zero_inf_nan = false>

// The push constant is a pointer to the launch record: two buffers, one symbol,
// the number of workgroups. A dynamic grid may take two dimensions.
// CHECK-LABEL: spirv.module @scale PhysicalStorageBuffer64 GLSL450
// CHECK-SAME: #spirv.vce<v1.3, [Shader, PhysicalStorageBufferAddresses, GroupNonUniform, SignedZeroInfNanPreserve, Int64]
// CHECK: spirv.GlobalVariable @launch : !spirv.ptr<!spirv.struct<(!spirv.ptr<!spirv.struct<(!spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0]), Block>, PhysicalStorageBuffer> [0], !spirv.ptr<{{.*}}> [8], i32 [16], i32 [20]), Block>, PhysicalStorageBuffer> [0]), Block>, PushConstant>
// CHECK: spirv.func @scale()
// CHECK: %[[N:.+]] = spirv.Load "PhysicalStorageBuffer" %{{.+}} ["Aligned", 4] : i32
// CHECK: %[[N:.+]] = spirv.Load "PhysicalStorageBuffer" %{{.+}} ["Aligned", 4] : i32
// CHECK: %[[C65535:.+]] = spirv.Constant 65535 : i32
// CHECK: %[[ROW:.+]] = spirv.IMul %{{.+}}, %[[C65535]]
// CHECK: %[[ID:.+]] = spirv.IAdd %[[ROW]], %{{.+}}
// CHECK: %[[IN:.+]] = spirv.ULessThan %[[ID]], %[[N]]
// CHECK: spirv.mlir.selection
// CHECK: spirv.BranchConditional %[[IN]]
// CHECK: spirv.Bitcast %{{.+}} : !spirv.ptr<f32, PhysicalStorageBuffer> to !spirv.ptr<i64, PhysicalStorageBuffer>
// CHECK: spirv.Load "PhysicalStorageBuffer" %{{.+}} ["Aligned", 8] : i64
// CHECK: spirv.FMul %{{.+}}, %{{.+}} {no_contraction} : f32
// CHECK: spirv.FAdd %{{.+}}, %{{.+}} : f32
// CHECK: spirv.EntryPoint "GLCompute" @scale, @{{.+}}
// CHECK: spirv.ExecutionMode @scale "LocalSize", 8, 1, 1
// CHECK: spirv.ExecutionMode @scale "SignedZeroInfNanPreserve", 32
gpu.module @scale_module {
  gpu.func @scale(%x: memref<?xf32>, %y: memref<?xf32>, %B: index) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<()[s0] -> (s0)>} {
    %lane = gpu.lane_id
    %id = kernel.workgroup_id : index
    %at = arith.addi %id, %lane : index
    %p = kernel.advance %x, %at : memref<?xf32>
    %c0 = arith.constant 0 : index
    %v = vector.load %p[%c0] : memref<?xf32>, vector<2xf32>
    %a = vector.extract %v[0] : f32 from vector<2xf32>
    %b = vector.extract %v[1] : f32 from vector<2xf32>
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %b fastmath<contract> : f32
    memref.store %s, %y[%B] : memref<?xf32>
    gpu.return
  }
}

// A grid of a known small size needs neither.
// CHECK-LABEL: spirv.module @small
// CHECK-NOT: spirv.mlir.selection
// CHECK-NOT: spirv.IMul
// CHECK: spirv.Return
gpu.module @small_module {
  gpu.func @small(%x: memref<?xf32>) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<() -> (65535)>} {
    %id = kernel.workgroup_id : index
    %c0 = arith.constant 0.0 : f32
    memref.store %c0, %x[%id] : memref<?xf32>
    gpu.return
  }
}

// The results of a loop are the header's arguments, which are the initial values
// if it runs zero times.
// CHECK-LABEL: spirv.module @loop
// CHECK: %[[R:.+]] = spirv.mlir.loop control(DontUnroll) -> f32 {
// CHECK: ^[[HEADER:.+]](%{{.+}}: i32, %[[ACC:.+]]: f32):
// CHECK: spirv.BranchConditional
// CHECK: spirv.Branch ^[[HEADER]](%{{.+}}, %{{.+}} : i32, f32)
// CHECK: spirv.mlir.merge %[[ACC]] : f32
// CHECK: %[[S:.+]] = spirv.mlir.selection -> f32 {
// CHECK: ^{{.+}}(%[[A:.+]]: f32):
// CHECK: spirv.mlir.merge %[[A]] : f32
// CHECK: spirv.Store "PhysicalStorageBuffer" %{{.+}}, %[[S]]
gpu.module @loop_module {
  gpu.func @loop(%x: memref<?xf32>, %n: index) kernel
      attributes {kernel.device = #device, kernel.grid = affine_map<()[s0] -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
      %v = memref.load %x[%i] : memref<?xf32>
      %s = arith.addf %acc, %v : f32
      scf.yield %s : f32
    }
    %is = arith.cmpi eq, %n, %c0 : index
    %t = scf.if %is -> f32 {
      scf.yield %zero : f32
    } else {
      %m = arith.mulf %r, %r : f32
      scf.yield %m : f32
    }
    memref.store %t, %x[%c0] : memref<?xf32>
    gpu.return
  }
}

// bf16 is held as f32: shifted in, rounded where the program rounds, shifted out.
// CHECK-LABEL: spirv.module @bf16
// CHECK-SAME: StorageBuffer16BitAccess
// CHECK: %[[L:.+]] = spirv.Load "PhysicalStorageBuffer" %{{.+}} ["Aligned", 2] : i16
// CHECK: %[[U:.+]] = spirv.UConvert %[[L]] : i16 to i32
// CHECK: spirv.ShiftLeftLogical %[[U]]
// CHECK: spirv.FMul %{{.+}}, %{{.+}} {no_contraction} : f32
// CHECK: spirv.IsNan
// CHECK: %[[W:.+]] = spirv.ShiftRightLogical
// CHECK: spirv.UConvert %[[W]] : i32 to i16
gpu.module @bf16_module {
  gpu.func @bf16(%x: memref<?xbf16>) kernel
      attributes {kernel.device = #plain, kernel.grid = affine_map<() -> (1)>} {
    %lane = gpu.lane_id
    %v = memref.load %x[%lane] : memref<?xbf16>
    %s = arith.mulf %v, %v : bf16
    memref.store %s, %x[%lane] : memref<?xbf16>
    gpu.return
  }
}

// f16 without f16 arithmetic: storage and conversions only.
// CHECK-LABEL: spirv.module @f16
// CHECK-NOT: Float16
// CHECK: spirv.Load "PhysicalStorageBuffer" %{{.+}} ["Aligned", 2] : f16
// CHECK: spirv.FConvert %{{.+}} : f16 to f32
// CHECK: spirv.FAdd %{{.+}} : f32
// CHECK: spirv.FConvert %{{.+}} : f32 to f16
gpu.module @f16_module {
  gpu.func @f16(%x: memref<?xf16>) kernel
      attributes {kernel.device = #plain, kernel.grid = affine_map<() -> (1)>} {
    %lane = gpu.lane_id
    %v = memref.load %x[%lane] : memref<?xf16>
    %s = arith.addf %v, %v : f16
    memref.store %s, %x[%lane] : memref<?xf16>
    gpu.return
  }
}

// i8 is held as i32, and i1 is a byte in memory.
// CHECK-LABEL: spirv.module @bytes
// CHECK-SAME: StorageBuffer8BitAccess
// CHECK: spirv.Load "PhysicalStorageBuffer" %{{.+}} ["Aligned", 1] : i8
// CHECK: spirv.UConvert %{{.+}} : i8 to i32
// CHECK: spirv.INotEqual
// CHECK: spirv.UConvert %{{.+}} : i32 to i8
gpu.module @bytes_module {
  gpu.func @bytes(%x: memref<?xi8>, %y: memref<?xi1>, %z: memref<?xi8>) kernel
      attributes {kernel.device = #plain, kernel.grid = affine_map<() -> (1)>} {
    %lane = gpu.lane_id
    %v = memref.load %x[%lane] : memref<?xi8>
    %m = memref.load %y[%lane] : memref<?xi1>
    %w = arith.extsi %v : i8 to i32
    %n = arith.extui %m : i1 to i32
    %s = arith.addi %w, %n : i32
    %t = arith.trunci %s : i32 to i8
    memref.store %t, %z[%lane] : memref<?xi8>
    gpu.return
  }
}
