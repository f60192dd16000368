// RUN: oaml-opt %s | oaml-opt | FileCheck %s

// Normalizations print and parse, in all float types and with dynamic extents.

// CHECK-LABEL: func @planes
func.func @planes(%x: tensor<?x3x4x?xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %s: tensor<3xf32>) {
  // CHECK: oaml.batch_norm_2d %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 1.000000e-05 : f64} : (tensor<?x3x4x?xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3x4x?xf32>, tensor<3xf32>, tensor<3xf32>)
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = 1.0e-5} : (tensor<?x3x4x?xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3x4x?xf32>, tensor<3xf32>, tensor<3xf32>)
  // CHECK: oaml.batch_norm_2d_with_stats %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 1.000000e-05 : f64} : (tensor<?x3x4x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3x4x?xf32>
  %1 = oaml.batch_norm_2d_with_stats %x, %m, %s, %w, %b {epsilon = 1.0e-5} : (tensor<?x3x4x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3x4x?xf32>
  return
}

// CHECK-LABEL: func @channels
func.func @channels(%x: tensor<2x3x?xbf16>, %w: tensor<3xbf16>, %b: tensor<3xbf16>, %g: tensor<2x3x?xbf16>) {
  // CHECK: oaml.channel_norm %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<2x3x?xbf16>
  %0 = oaml.channel_norm %x, %w, %b {epsilon = 0.5} : (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<2x3x?xbf16>
  // CHECK: oaml.channel_norm_relu %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<2x3x?xbf16>
  %1 = oaml.channel_norm_relu %x, %w, %b {epsilon = 0.5} : (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<3xbf16>) -> tensor<2x3x?xbf16>
  // CHECK: oaml.channel_norm_backward %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<2x3x?xbf16>) -> (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<3xbf16>)
  %2:3 = oaml.channel_norm_backward %x, %w, %g {epsilon = 0.5} : (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<2x3x?xbf16>) -> (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<3xbf16>)
  // CHECK: oaml.channel_norm_relu_backward %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<2x3x?xbf16>, tensor<2x3x?xbf16>) -> (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<3xbf16>)
  %3:3 = oaml.channel_norm_relu_backward %x, %w, %1, %g {epsilon = 0.5} : (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<2x3x?xbf16>, tensor<2x3x?xbf16>) -> (tensor<2x3x?xbf16>, tensor<3xbf16>, tensor<3xbf16>)
  return
}

// CHECK-LABEL: func @rows
func.func @rows(%x: tensor<?x3xf16>, %w: tensor<3xf16>, %b: tensor<3xf16>, %g: tensor<?x3xf16>) {
  // CHECK: oaml.layer_norm %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<?x3xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<?x3xf16>
  %0 = oaml.layer_norm %x, %w, %b {epsilon = 0.5} : (tensor<?x3xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<?x3xf16>
  // CHECK: oaml.rms_norm %{{.*}}, %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<?x3xf16>, tensor<3xf16>) -> tensor<?x3xf16>
  %1 = oaml.rms_norm %x, %w {epsilon = 0.5} : (tensor<?x3xf16>, tensor<3xf16>) -> tensor<?x3xf16>
  // CHECK: oaml.residual_rms_norm %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<?x3xf16>, tensor<?x3xf16>, tensor<3xf16>) -> (tensor<?x3xf16>, tensor<?x3xf16>)
  %2:2 = oaml.residual_rms_norm %x, %g, %w {epsilon = 0.5} : (tensor<?x3xf16>, tensor<?x3xf16>, tensor<3xf16>) -> (tensor<?x3xf16>, tensor<?x3xf16>)
  // CHECK: oaml.rms_norm_gated %{{.*}}, %{{.*}}, bias(%{{.*}}), %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<?x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  %3 = oaml.rms_norm_gated %x, %w, bias(%b), %g {epsilon = 0.5} : (tensor<?x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  // CHECK: oaml.rms_norm_gated %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<?x3xf16>, tensor<3xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  %4 = oaml.rms_norm_gated %x, %w, %g {epsilon = 0.5} : (tensor<?x3xf16>, tensor<3xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  // CHECK: oaml.rms_norm_gated_backward %{{.*}}, %{{.*}}, bias(%{{.*}}), %{{.*}}, %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<?x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<?x3xf16>, tensor<?x3xf16>) -> (tensor<?x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<?x3xf16>)
  %5:4 = oaml.rms_norm_gated_backward %x, %w, bias(%b), %g, %x {epsilon = 0.5} : (tensor<?x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<?x3xf16>, tensor<?x3xf16>) -> (tensor<?x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<?x3xf16>)
  // CHECK: oaml.rms_norm_gated_backward %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 5.000000e-01 : f64} : (tensor<?x3xf16>, tensor<3xf16>, tensor<?x3xf16>, tensor<?x3xf16>) -> (tensor<?x3xf16>, tensor<3xf16>, tensor<?x3xf16>)
  %6:3 = oaml.rms_norm_gated_backward %x, %w, %g, %x {epsilon = 0.5} : (tensor<?x3xf16>, tensor<3xf16>, tensor<?x3xf16>, tensor<?x3xf16>) -> (tensor<?x3xf16>, tensor<3xf16>, tensor<?x3xf16>)
  return
}
