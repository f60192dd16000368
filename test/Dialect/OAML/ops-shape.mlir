// RUN: oaml-opt %s --verify-roundtrip | FileCheck %s
// RUN: oaml-opt %s --mlir-print-op-generic | oaml-opt | FileCheck %s
// RUN: oaml-opt %s --emit-bytecode | oaml-opt | FileCheck %s

// CHECK-LABEL: func @constants
func.func @constants() -> (tensor<2xf32>, tensor<2xui8>, tensor<i32>) {
  // CHECK: oaml.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = oaml.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: oaml.constant dense<255> : tensor<2xui8>
  %1 = oaml.constant dense<255> : tensor<2xui8>
  // CHECK: oaml.constant {oaml.note = "seed"} dense<7> : tensor<i32>
  %2 = oaml.constant {oaml.note = "seed"} dense<7> : tensor<i32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xui8>, tensor<i32>
}

// CHECK-LABEL: func @broadcast_to
func.func @broadcast_to(%x: tensor<3xf32>, %y: tensor<?x1xi8>, %b: index)
    -> (tensor<2x3xf32>, tensor<?x3xf32>, tensor<?x?xi8>, tensor<0x3xf32>) {
  // CHECK: oaml.broadcast_to %{{.*}} to [2, 3] : (tensor<3xf32>) -> tensor<2x3xf32>
  %0 = oaml.broadcast_to %x to [2, 3] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: oaml.broadcast_to %{{.*}} to [%{{.*}}, 3] : (tensor<3xf32>, index) -> tensor<?x3xf32>
  %1 = oaml.broadcast_to %x to [%b, 3] : (tensor<3xf32>, index) -> tensor<?x3xf32>
  %n = oaml.dim %y {axis = 0} : tensor<?x1xi8>
  // CHECK: oaml.broadcast_to %{{.*}} to [%{{.*}}, %{{.*}}] : (tensor<?x1xi8>, index, index) -> tensor<?x?xi8>
  %2 = oaml.broadcast_to %y to [%n, %b] : (tensor<?x1xi8>, index, index) -> tensor<?x?xi8>
  %3 = oaml.broadcast_to %x to [0, 3] : (tensor<3xf32>) -> tensor<0x3xf32>
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<?x3xf32>, tensor<?x?xi8>, tensor<0x3xf32>
}

// CHECK-LABEL: func @reshape
func.func @reshape(%x: tensor<4x3xf32>, %d: tensor<?x64xf32>, %e: tensor<0x3xf32>, %r: tensor<1xf32>)
    -> (tensor<12xf32>, tensor<2x6xf32>, tensor<?x16xf32>, tensor<?x2x32xf32>, tensor<3x0xf32>, tensor<f32>) {
  // CHECK: oaml.reshape %{{.*}} to [-1] : (tensor<4x3xf32>) -> tensor<12xf32>
  %0 = oaml.reshape %x to [-1] : (tensor<4x3xf32>) -> tensor<12xf32>
  %1 = oaml.reshape %x to [2, 6] : (tensor<4x3xf32>) -> tensor<2x6xf32>
  // CHECK: oaml.reshape %{{.*}} to [-1, 16] : (tensor<?x64xf32>) -> tensor<?x16xf32>
  %2 = oaml.reshape %d to [-1, 16] : (tensor<?x64xf32>) -> tensor<?x16xf32>
  %n = oaml.dim %d {axis = 0} : tensor<?x64xf32>
  // CHECK: oaml.reshape %{{.*}} to [%{{.*}}, 2, -1] : (tensor<?x64xf32>, index) -> tensor<?x2x32xf32>
  %3 = oaml.reshape %d to [%n, 2, -1] : (tensor<?x64xf32>, index) -> tensor<?x2x32xf32>
  %4 = oaml.reshape %e to [3, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>
  // CHECK: oaml.reshape %{{.*}} to [] : (tensor<1xf32>) -> tensor<f32>
  %5 = oaml.reshape %r to [] : (tensor<1xf32>) -> tensor<f32>
  return %0, %1, %2, %3, %4, %5 : tensor<12xf32>, tensor<2x6xf32>, tensor<?x16xf32>, tensor<?x2x32xf32>, tensor<3x0xf32>, tensor<f32>
}

// CHECK-LABEL: func @movement
func.func @movement(%x: tensor<4x3xf32>, %d: tensor<?x3xi32>, %i: index, %e: tensor<0x3xf32>)
    -> (tensor<3x4xf32>, tensor<4x2xf32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<0x1xf32>, tensor<6x5xf32>, tensor<?x?xi32>) {
  // CHECK: oaml.transpose %{{.*}} {axis0 = 0 : i64, axis1 = 1 : i64} : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %0 = oaml.transpose %x {axis0 = 0, axis1 = 1} : (tensor<4x3xf32>) -> tensor<3x4xf32>
  // CHECK: oaml.slice %{{.*}} {axis = 1 : i64, end = 2 : i64, start = 0 : i64} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  %1 = oaml.slice %x {axis = 1, start = 0, end = 2} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  // CHECK: oaml.slice %{{.*}} start(%{{.*}}) end(%{{.*}}) {{.*}} : (tensor<?x3xi32>, index, index) -> tensor<?x3xi32>
  %n = oaml.dim %d {axis = 0} : tensor<?x3xi32>
  %2 = oaml.slice %d start(%i) end(%n) {axis = 0, start = -9223372036854775808, end = -9223372036854775808}
      : (tensor<?x3xi32>, index, index) -> tensor<?x3xi32>
  // CHECK: oaml.slice %{{.*}} end(%{{.*}}) {{.*}} : (tensor<?x3xi32>, index) -> tensor<?x3xi32>
  %3 = oaml.slice %d end(%n) {axis = 0, start = 1, end = -9223372036854775808}
      : (tensor<?x3xi32>, index) -> tensor<?x3xi32>
  // Other axes may be empty.
  %4 = oaml.slice %e {axis = 1, start = 0, end = 1} : (tensor<0x3xf32>) -> tensor<0x1xf32>
  // CHECK: oaml.pad %{{.*}} low [0, 1] high [2, 1] {value = 1.000000e+00 : f64} : (tensor<4x3xf32>) -> tensor<6x5xf32>
  %5 = oaml.pad %x low [0, 1] high [2, 1] {value = 1.0} : (tensor<4x3xf32>) -> tensor<6x5xf32>
  // CHECK: oaml.pad %{{.*}} low [0, %{{.*}}] high [%{{.*}}, 0] : (tensor<?x3xi32>, index, index) -> tensor<?x?xi32>
  %6 = oaml.pad %d low [0, %i] high [%i, 0] : (tensor<?x3xi32>, index, index) -> tensor<?x?xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<3x4xf32>, tensor<4x2xf32>, tensor<?x3xi32>, tensor<?x3xi32>, tensor<0x1xf32>, tensor<6x5xf32>, tensor<?x?xi32>
}

// CHECK-LABEL: func @generators
func.func @generators(%b: index, %s: tensor<i32>, %low: tensor<1xf32>)
    -> (tensor<?x10xi32>, tensor<4x3xf32>, tensor<?xf32>, tensor<128x64xf32>, tensor<i32>) {
  // CHECK: oaml.iota [%{{.*}}, 10] {axis = 1 : i64} : (index) -> tensor<?x10xi32>
  %0 = oaml.iota [%b, 10] {axis = 1} : (index) -> tensor<?x10xi32>
  // CHECK: oaml.philox_uniform [4, 3] seed(%{{.*}}) {high = 1.000000e+00 : f64, low = 0.000000e+00 : f64} : (tensor<i32>) -> tensor<4x3xf32>
  %1 = oaml.philox_uniform [4, 3] seed(%s) {low = 0.0, high = 1.0} : (tensor<i32>) -> tensor<4x3xf32>
  // CHECK: oaml.philox_uniform [%{{.*}}] low(%{{.*}}) {high = 1.000000e+00 : f64, seed = 7 : i64} : (index, tensor<1xf32>) -> tensor<?xf32>
  %2 = oaml.philox_uniform [%b] low(%low) {high = 1.0, seed = 7} : (index, tensor<1xf32>) -> tensor<?xf32>
  // CHECK: oaml.rand_xavier [128, 64] {seed = 7 : i64} : () -> tensor<128x64xf32>
  %3 = oaml.rand_xavier [128, 64] {seed = 7} : () -> tensor<128x64xf32>
  // CHECK: oaml.resolve_seed %{{.*}}, %{{.*}} {salt = 3 : i64} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %4 = oaml.resolve_seed %s, %s {salt = 3} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %0, %1, %2, %3, %4 : tensor<?x10xi32>, tensor<4x3xf32>, tensor<?xf32>, tensor<128x64xf32>, tensor<i32>
}

// CHECK-LABEL: func @detach
func.func @detach(%x: tensor<?xui8>) -> tensor<?xui8> {
  // CHECK: oaml.detach %{{.*}} : (tensor<?xui8>) -> tensor<?xui8>
  %0 = oaml.detach %x : (tensor<?xui8>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @joining
func.func @joining(%a: tensor<4x?xi8>, %b: tensor<4x2xi8>, %e: tensor<4x0xi8>, %x: tensor<?x5xf32>)
    -> (tensor<4x?xi8>, tensor<?x3xf32>, tensor<?x10xf32>, tensor<?x5xf32>, tensor<3x3xf32>) {
  // CHECK: oaml.concat %{{.*}}, %{{.*}}, %{{.*}} {axis = 1 : i64} : (tensor<4x?xi8>, tensor<4x2xi8>, tensor<4x0xi8>) -> tensor<4x?xi8>
  %0 = oaml.concat %a, %b, %e {axis = 1} : (tensor<4x?xi8>, tensor<4x2xi8>, tensor<4x0xi8>) -> tensor<4x?xi8>
  // CHECK: oaml.split %{{.*}} {axis = 1 : i64, sizes = array<i64: 3, 2>} : (tensor<?x5xf32>) -> (tensor<?x3xf32>, tensor<?x2xf32>)
  %1, %2 = oaml.split %x {sizes = array<i64: 3, 2>, axis = 1} : (tensor<?x5xf32>) -> (tensor<?x3xf32>, tensor<?x2xf32>)
  // CHECK: oaml.repeat_interleave %{{.*}} {axis = 1 : i64, repeats = 2 : i64} : (tensor<?x5xf32>) -> tensor<?x10xf32>
  %3 = oaml.repeat_interleave %x {repeats = 2, axis = 1} : (tensor<?x5xf32>) -> tensor<?x10xf32>
  // CHECK: oaml.causal_mask %{{.*}} : (tensor<?x5xf32>) -> tensor<?x5xf32>
  %4 = oaml.causal_mask %x : (tensor<?x5xf32>) -> tensor<?x5xf32>
  // CHECK: oaml.causal_mask {size = 3 : i64} : () -> tensor<3x3xf32>
  %5 = oaml.causal_mask {size = 3} : () -> tensor<3x3xf32>
  return %0, %1, %3, %4, %5 : tensor<4x?xi8>, tensor<?x3xf32>, tensor<?x10xf32>, tensor<?x5xf32>, tensor<3x3xf32>
}
