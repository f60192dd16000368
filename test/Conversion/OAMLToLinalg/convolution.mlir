// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' --split-input-file | FileCheck %s

// A contraction over taps and channels; the channels are innermost.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2 * 2 + d3)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d4, d3)>
// CHECK-DAG: #[[Y:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @plain(
// CHECK-NOT:     tensor.pad
// CHECK:         linalg.generic {indexing_maps = [#[[X]], #[[W]], #[[Y]]], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
// CHECK-NOT:       arith.select
// CHECK:           arith.mulf
// CHECK:           arith.addf
func.func @plain(%x: tensor<?x4x9xf32>, %w: tensor<6x4x3xf32>) -> tensor<?x6x4xf32> {
  %0 = oaml.convolution output, %x, %w {strides = array<i64: 2>} : (tensor<?x4x9xf32>, tensor<6x4x3xf32>) -> tensor<?x6x4xf32>
  return %0 : tensor<?x6x4xf32>
}

// -----

// Cells in the padding are read as zeros, and their products are left out.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2 + d3)>
// CHECK-LABEL: func.func @padding(
// CHECK:         tensor.pad %{{.*}} low[0, 0, 1] high[0, 0, 1]
// CHECK:         linalg.generic {indexing_maps = [#[[X]],
// CHECK:           %[[INSIDE:.*]] = arith.cmpi ult
// CHECK:           %[[SUM:.*]] = arith.addf %[[ACC:.*]], %{{.*}} fastmath<contract>
// CHECK:           arith.select %[[INSIDE]], %[[SUM]], %[[ACC]]
func.func @padding(%x: tensor<1x4x9xf32>, %w: tensor<6x4x3xf32>) -> tensor<1x6x9xf32> {
  %0 = oaml.convolution output, %x, %w {padding_low = array<i64: 1>, padding_high = array<i64: 1>} : (tensor<1x4x9xf32>, tensor<6x4x3xf32>) -> tensor<1x6x9xf32>
  return %0 : tensor<1x6x9xf32>
}

// -----

// Groups are a loop, and an axis of the result until all is summed.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d5, d3 + d4)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1 * 3 + d2, d5, d4)>
// CHECK-LABEL: func.func @groups(
// CHECK:         linalg.generic {indexing_maps = [#[[X]], #[[W]],
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] : tensor<1x2x3x7xf32> into tensor<1x6x7xf32>
func.func @groups(%x: tensor<1x4x9xf32>, %w: tensor<6x2x3xf32>) -> tensor<1x6x7xf32> {
  %0 = oaml.convolution output, %x, %w {groups = 2} : (tensor<1x4x9xf32>, tensor<6x2x3xf32>) -> tensor<1x6x7xf32>
  return %0 : tensor<1x6x7xf32>
}

// -----

// With steps of one the adjoint of the input is affine too, from the last tap on.
// CHECK-DAG: #[[Y:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2 - d3 + 2)>
// CHECK-LABEL: func.func @input(
// CHECK:         tensor.pad %{{.*}} low[0, 0, 1] high[0, 0, 1]
// CHECK:         linalg.generic {indexing_maps = [#[[Y]],
func.func @input(%y: tensor<1x6x9xf32>, %w: tensor<6x4x3xf32>) -> tensor<1x4x9xf32> {
  %0 = oaml.convolution input, %y, %w to [9] {padding_low = array<i64: 1>, padding_high = array<i64: 1>} : (tensor<1x6x9xf32>, tensor<6x4x3xf32>) -> tensor<1x4x9xf32>
  return %0 : tensor<1x4x9xf32>
}

// -----

// The adjoint of the weight sums over places: what meets the padding becomes 0.
// CHECK-LABEL: func.func @weight(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
// CHECK:           %[[INSIDE:.*]] = arith.cmpi ult
// CHECK:           %[[FACTOR:.*]] = arith.select %[[INSIDE]], %{{.*}}, %{{.*}} : f32
// CHECK:           arith.mulf %{{.*}}, %[[FACTOR]]
func.func @weight(%x: tensor<1x4x9xf32>, %y: tensor<1x6x9xf32>) -> tensor<6x4x3xf32> {
  %0 = oaml.convolution weight, %x, %y to [3] {padding_low = array<i64: 1>, padding_high = array<i64: 1>} : (tensor<1x4x9xf32>, tensor<1x6x9xf32>) -> tensor<6x4x3xf32>
  return %0 : tensor<6x4x3xf32>
}

// -----

// Places that are no whole steps are computed, and held inside of the tensor.
// CHECK-LABEL: func.func @strided_input(
// CHECK-NOT:     tensor.pad
// CHECK:         linalg.generic
// CHECK:           arith.remui
// CHECK:           arith.divui
// CHECK:           %[[PLACE:.*]] = arith.select %[[INSIDE:.*]], %{{.*}}, %{{.*}} : index
// CHECK:           tensor.extract %{{.*}}, %[[PLACE]]]
// CHECK:           arith.select %[[INSIDE]], %{{.*}}, %{{.*}} : f32
func.func @strided_input(%y: tensor<1x6x4xf32>, %w: tensor<6x4x3xf32>) -> tensor<1x4x9xf32> {
  %0 = oaml.convolution input, %y, %w to [9] {strides = array<i64: 2>} : (tensor<1x6x4xf32>, tensor<6x4x3xf32>) -> tensor<1x4x9xf32>
  return %0 : tensor<1x4x9xf32>
}

// -----

// Narrow floats are multiplied and summed in f32.
// CHECK-LABEL: func.func @narrow(
// CHECK-COUNT-2:   arith.extf
// CHECK:           arith.addf {{.*}} : f32
// CHECK:           arith.truncf {{.*}} : f32 to bf16
func.func @narrow(%x: tensor<1x4x9xbf16>, %w: tensor<6x4x3xbf16>) -> tensor<1x6x7xbf16> {
  %0 = oaml.convolution output, %x, %w : (tensor<1x4x9xbf16>, tensor<6x4x3xbf16>) -> tensor<1x6x7xbf16>
  return %0 : tensor<1x6x7xbf16>
}
