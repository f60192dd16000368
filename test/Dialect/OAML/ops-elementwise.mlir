// RUN: oaml-opt %s --verify-roundtrip | FileCheck %s
// RUN: oaml-opt %s --mlir-print-op-generic | oaml-opt | FileCheck %s
// RUN: oaml-opt %s --emit-bytecode | oaml-opt | FileCheck %s

// CHECK-LABEL: func @arithmetic
func.func @arithmetic(%a: tensor<4x3xf32>, %b: tensor<3xf32>, %i: tensor<2xi32>)
    -> tensor<4x3xf32> {
  // CHECK: oaml.add %{{.*}}, %{{.*}} : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  %0 = oaml.add %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  // CHECK: oaml.sub %{{.*}} : (tensor<3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = oaml.sub %b, %0 : (tensor<3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: oaml.mul
  %2 = oaml.mul %1, %0 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: oaml.div
  %3 = oaml.div %2, %a : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: oaml.add %{{.*}} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %4 = oaml.add %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %3 : tensor<4x3xf32>
}

// CHECK-LABEL: func @narrow_types
func.func @narrow_types(%a: tensor<8xf16>, %b: tensor<8xbf16>) -> (tensor<8xf16>, tensor<8xbf16>) {
  // CHECK: oaml.add %{{.*}} : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %0 = oaml.add %a, %a : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  // CHECK: oaml.exp %{{.*}} : (tensor<8xbf16>) -> tensor<8xbf16>
  %1 = oaml.exp %b : (tensor<8xbf16>) -> tensor<8xbf16>
  return %0, %1 : tensor<8xf16>, tensor<8xbf16>
}

// Rank 0 and rank 8, empty tensors.
// CHECK-LABEL: func @extreme_shapes
func.func @extreme_shapes(%a: tensor<f32>, %b: tensor<1x1x1x1x1x1x1x2xf32>, %c: tensor<0x3xf32>)
    -> (tensor<1x1x1x1x1x1x1x2xf32>, tensor<0x3xf32>) {
  // CHECK: oaml.add %{{.*}} : (tensor<f32>, tensor<1x1x1x1x1x1x1x2xf32>) -> tensor<1x1x1x1x1x1x1x2xf32>
  %0 = oaml.add %a, %b : (tensor<f32>, tensor<1x1x1x1x1x1x1x2xf32>) -> tensor<1x1x1x1x1x1x1x2xf32>
  // CHECK: oaml.mul %{{.*}} : (tensor<0x3xf32>, tensor<f32>) -> tensor<0x3xf32>
  %1 = oaml.mul %c, %a : (tensor<0x3xf32>, tensor<f32>) -> tensor<0x3xf32>
  return %0, %1 : tensor<1x1x1x1x1x1x1x2xf32>, tensor<0x3xf32>
}

// A dynamic extent equals the others; a type may know less or more than the rule.
// CHECK-LABEL: func @dynamic
func.func @dynamic(%a: tensor<?x4xf32>, %b: tensor<4xf32>, %c: tensor<3x4xf32>)
    -> (tensor<?x4xf32>, tensor<3x4xf32>, tensor<?x?xf32>) {
  // CHECK: oaml.add %{{.*}} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %0 = oaml.add %a, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  // CHECK: oaml.add %{{.*}} : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = oaml.add %a, %c : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: oaml.neg %{{.*}} : (tensor<?x4xf32>) -> tensor<?x?xf32>
  %2 = oaml.neg %a : (tensor<?x4xf32>) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x4xf32>, tensor<3x4xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func @functions
func.func @functions(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: oaml.neg
  %0 = oaml.neg %x : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.exp
  %1 = oaml.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.expm1
  %2 = oaml.expm1 %1 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.log %
  %3 = oaml.log %2 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.log1p
  %4 = oaml.log1p %3 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.sqrt
  %5 = oaml.sqrt %4 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.sigmoid
  %6 = oaml.sigmoid %5 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.tanh
  %7 = oaml.tanh %6 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.relu
  %8 = oaml.relu %7 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.gelu
  %9 = oaml.gelu %8 : (tensor<4xf32>) -> tensor<4xf32>
  return %9 : tensor<4xf32>
}

// CHECK-LABEL: func @choice
func.func @choice(%a: tensor<4xf32>, %b: tensor<f32>, %u: tensor<4xui8>) -> tensor<4xf16> {
  // CHECK: oaml.compare gt, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi32>
  %0 = oaml.compare gt, %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xi32>
  // CHECK: oaml.select %{{.*}} : (tensor<4xi32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = oaml.select %0, %a, %b : (tensor<4xi32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: oaml.select %{{.*}} : (tensor<4xui8>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = oaml.select %u, %1, %b : (tensor<4xui8>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: oaml.cast %{{.*}} {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
  %3 = oaml.cast %2 {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
  return %3 : tensor<4xf16>
}

// CHECK-LABEL: func @more_functions
func.func @more_functions(%x: tensor<?x3xbf16>, %b: tensor<?xui8>) -> (tensor<?x3xbf16>, tensor<?xui8>) {
  // CHECK: oaml.abs %{{.*}} : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %0 = oaml.abs %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: oaml.sin %{{.*}} : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %1 = oaml.sin %0 : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: oaml.cos %{{.*}} : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %2 = oaml.cos %1 : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: oaml.reciprocal %{{.*}} : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %3 = oaml.reciprocal %2 : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: oaml.copy %{{.*}} : (tensor<?xui8>) -> tensor<?xui8>
  %4 = oaml.copy %b : (tensor<?xui8>) -> tensor<?xui8>
  return %3, %4 : tensor<?x3xbf16>, tensor<?xui8>
}

// CHECK-LABEL: func @with_scalars
func.func @with_scalars(%x: tensor<?xf32>, %s: tensor<f32>, %i: tensor<4xi32>, %n: tensor<1xi32>)
    -> (tensor<?xf32>, tensor<4xi32>, tensor<4xf32>) {
  // CHECK: oaml.scale %{{.*}} factor(%{{.*}}) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %0 = oaml.scale %x factor(%s) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK: oaml.add_scalar %{{.*}} {value = 1.000000e+00 : f64} : (tensor<?xf32>) -> tensor<?xf32>
  %1 = oaml.add_scalar %0 {value = 1.0} : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: oaml.sub_scalar %{{.*}} value(%{{.*}}) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = oaml.sub_scalar %1 value(%s) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK: oaml.div_scalar %{{.*}} {value = 0x7FF0000000000000 : f64} : (tensor<?xf32>) -> tensor<?xf32>
  %3 = oaml.div_scalar %2 {value = 0x7FF0000000000000 : f64} : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: oaml.clamp_min %{{.*}} {minimum = 0.000000e+00 : f64} : (tensor<?xf32>) -> tensor<?xf32>
  %4 = oaml.clamp_min %3 {minimum = 0.0} : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: oaml.clamp_max %{{.*}} maximum(%{{.*}}) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %5 = oaml.clamp_max %4 maximum(%s) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK: oaml.pow %{{.*}} exponent(%{{.*}}) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %6 = oaml.pow %5 exponent(%s) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK: oaml.greater_equal %{{.*}} {value = 5.000000e-01 : f64} : (tensor<?xf32>) -> tensor<?xf32>
  %7 = oaml.greater_equal %6 {value = 0.5} : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: oaml.add_scalar %{{.*}} value(%{{.*}}) : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  %8 = oaml.add_scalar %i value(%n) : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  // CHECK: oaml.equal %{{.*}} {value = 3.000000e+00 : f64} : (tensor<4xi32>) -> tensor<4xf32>
  %9 = oaml.equal %i {value = 3.0} : (tensor<4xi32>) -> tensor<4xf32>
  return %7, %8, %9 : tensor<?xf32>, tensor<4xi32>, tensor<4xf32>
}
