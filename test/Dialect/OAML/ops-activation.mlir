// RUN: oaml-opt %s --verify-roundtrip | FileCheck %s
// RUN: oaml-opt %s --mlir-print-op-generic | oaml-opt | FileCheck %s

// CHECK-LABEL: func @activations
func.func @activations(%x: tensor<?x4xf16>) -> tensor<?x4xf16> {
  // CHECK: oaml.leaky_relu %{{.*}} {alpha = 1.000000e-01 : f64} : (tensor<?x4xf16>) -> tensor<?x4xf16>
  %0 = oaml.leaky_relu %x {alpha = 0.1} : (tensor<?x4xf16>) -> tensor<?x4xf16>
  // CHECK: oaml.elu %{{.*}} {alpha = -1.000000e+00 : f64} : (tensor<?x4xf16>) -> tensor<?x4xf16>
  %1 = oaml.elu %0 {alpha = -1.0} : (tensor<?x4xf16>) -> tensor<?x4xf16>
  // CHECK: oaml.silu %{{.*}} : (tensor<?x4xf16>) -> tensor<?x4xf16>
  %2 = oaml.silu %1 : (tensor<?x4xf16>) -> tensor<?x4xf16>
  // CHECK: oaml.softplus %{{.*}} : (tensor<?x4xf16>) -> tensor<?x4xf16>
  %3 = oaml.softplus %2 : (tensor<?x4xf16>) -> tensor<?x4xf16>
  // CHECK: oaml.mish %{{.*}} : (tensor<?x4xf16>) -> tensor<?x4xf16>
  %4 = oaml.mish %3 : (tensor<?x4xf16>) -> tensor<?x4xf16>
  // CHECK: oaml.swiglu %{{.*}}, %{{.*}} : (tensor<?x4xf16>, tensor<?x4xf16>) -> tensor<?x4xf16>
  %5 = oaml.swiglu %4, %x : (tensor<?x4xf16>, tensor<?x4xf16>) -> tensor<?x4xf16>
  return %5 : tensor<?x4xf16>
}

// CHECK-LABEL: func @silu_mul
func.func @silu_mul(%x: tensor<0x?x6xf32>) -> tensor<0x?x3xf32> {
  // CHECK: oaml.silu_mul %{{.*}} {intermediate_size = 3 : i64} : (tensor<0x?x6xf32>) -> tensor<0x?x3xf32>
  %0 = oaml.silu_mul %x {intermediate_size = 3} : (tensor<0x?x6xf32>) -> tensor<0x?x3xf32>
  return %0 : tensor<0x?x3xf32>
}
