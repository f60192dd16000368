// RUN: oaml-opt %s | oaml-opt | FileCheck %s

// Convolutions print and parse; extents of results are inferred.

// CHECK-LABEL: func @forms
func.func @forms(%x: tensor<?x4x9xf16>, %w: tensor<6x4x3xf16>, %b: tensor<6xf16>, %p: tensor<?x4x9x?xf32>, %v: tensor<6x2x3x3xf32>, %c: tensor<6xf32>, %t: tensor<4x6x3x3xf32>, %u: tensor<4x6x3xf16>) {
  // CHECK: oaml.conv_1d %{{.*}}, %{{.*}}, %{{.*}} {dilation = 3 : i64, padding = 4 : i64, stride = 2 : i64} : (tensor<?x4x9xf16>, tensor<6x4x3xf16>, tensor<6xf16>) -> tensor<?x6x6xf16>
  %0 = oaml.conv_1d %x, %w, %b {stride = 2, padding = 4, dilation = 3} : (tensor<?x4x9xf16>, tensor<6x4x3xf16>, tensor<6xf16>) -> tensor<?x6x6xf16>
  // CHECK: oaml.conv_2d %{{.*}}, %{{.*}}, %{{.*}} {groups = 2 : i64, padding = 1 : i64, stride = 2 : i64} : (tensor<?x4x9x?xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<?x6x5x?xf32>
  %1 = oaml.conv_2d %p, %v, %c {stride = 2, padding = 1, groups = 2} : (tensor<?x4x9x?xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<?x6x5x?xf32>
  // CHECK: oaml.conv_transpose_1d %{{.*}}, %{{.*}} {dilation = 2 : i64, padding = 1 : i64, stride = 2 : i64} : (tensor<?x4x9xf16>, tensor<4x6x3xf16>) -> tensor<?x6x19xf16>
  %2 = oaml.conv_transpose_1d %x, %u {stride = 2, padding = 1, dilation = 2} : (tensor<?x4x9xf16>, tensor<4x6x3xf16>) -> tensor<?x6x19xf16>
  // CHECK: oaml.conv_transpose_2d %{{.*}}, %{{.*}}, %{{.*}} {padding = 1 : i64, stride = 2 : i64} : (tensor<?x4x9x?xf32>, tensor<4x6x3x3xf32>, tensor<6xf32>) -> tensor<?x6x17x?xf32>
  %3 = oaml.conv_transpose_2d %p, %t, %c {stride = 2, padding = 1} : (tensor<?x4x9x?xf32>, tensor<4x6x3x3xf32>, tensor<6xf32>) -> tensor<?x6x17x?xf32>
  return
}

// CHECK-LABEL: func @core
func.func @core(%x: tensor<?x4x9xf32>, %w: tensor<6x2x3xf32>, %y: tensor<?x6x5xf32>, %n: index, %p: tensor<?x4x11xf32>, %v: tensor<6x4x3xf32>, %z: tensor<1x2x3x4x5xbf16>, %u: tensor<1x2x2x2x2xbf16>) {
  // CHECK: oaml.convolution output, %{{.*}}, %{{.*}} {groups = 2 : i64, padding_high = array<i64: 1>, padding_low = array<i64: 1>, strides = array<i64: 2>} : (tensor<?x4x9xf32>, tensor<6x2x3xf32>) -> tensor<?x6x5xf32>
  %0 = oaml.convolution output, %x, %w {strides = array<i64: 2>, padding_low = array<i64: 1>, padding_high = array<i64: 1>, groups = 2} : (tensor<?x4x9xf32>, tensor<6x2x3xf32>) -> tensor<?x6x5xf32>
  // CHECK: oaml.convolution input, %{{.*}}, %{{.*}} to [%{{.*}}] {groups = 2 : i64, padding_high = array<i64: 1>, padding_low = array<i64: 1>, strides = array<i64: 2>} : (tensor<?x6x5xf32>, tensor<6x2x3xf32>, index) -> tensor<?x4x?xf32>
  %1 = oaml.convolution input, %y, %w to [%n] {strides = array<i64: 2>, padding_low = array<i64: 1>, padding_high = array<i64: 1>, groups = 2} : (tensor<?x6x5xf32>, tensor<6x2x3xf32>, index) -> tensor<?x4x?xf32>
  // CHECK: oaml.convolution weight, %{{.*}}, %{{.*}} to [3] {groups = 2 : i64, padding_high = array<i64: 1>, padding_low = array<i64: 1>, strides = array<i64: 2>} : (tensor<?x4x9xf32>, tensor<?x6x5xf32>) -> tensor<6x2x3xf32>
  %2 = oaml.convolution weight, %x, %y to [3] {strides = array<i64: 2>, padding_low = array<i64: 1>, padding_high = array<i64: 1>, groups = 2} : (tensor<?x4x9xf32>, tensor<?x6x5xf32>) -> tensor<6x2x3xf32>
  // CHECK: oaml.convolution output, %{{.*}}, %{{.*}} {padded, padding_high = array<i64: 1>, padding_low = array<i64: 1>} : (tensor<?x4x11xf32>, tensor<6x4x3xf32>) -> tensor<?x6x9xf32>
  %3 = oaml.convolution output, %p, %v {padding_low = array<i64: 1>, padding_high = array<i64: 1>, padded} : (tensor<?x4x11xf32>, tensor<6x4x3xf32>) -> tensor<?x6x9xf32>
  // CHECK: oaml.convolution output, %{{.*}}, %{{.*}} {dilations = array<i64: 2>, input_dilations = array<i64: 3>} : (tensor<?x4x9xf32>, tensor<6x4x3xf32>) -> tensor<?x6x21xf32>
  %4 = oaml.convolution output, %x, %v {dilations = array<i64: 2>, input_dilations = array<i64: 3>} : (tensor<?x4x9xf32>, tensor<6x4x3xf32>) -> tensor<?x6x21xf32>
  // CHECK: oaml.convolution output, %{{.*}}, %{{.*}} : (tensor<1x2x3x4x5xbf16>, tensor<1x2x2x2x2xbf16>) -> tensor<1x1x2x3x4xbf16>
  %5 = oaml.convolution output, %z, %u : (tensor<1x2x3x4x5xbf16>, tensor<1x2x2x2x2xbf16>) -> tensor<1x1x2x3x4xbf16>
  return
}
