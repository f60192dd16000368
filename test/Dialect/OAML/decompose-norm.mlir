// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-decompose),canonicalize,cse)' --split-input-file | FileCheck %s

// The variance is formed of centred values.
// CHECK-LABEL: func.func @batch_norm_2d(
// CHECK-SAME:    %[[X0:.*]]: tensor<2x3x4x5xf32>, %[[X1:.*]]: tensor<3xf32>, %[[X2:.*]]: tensor<3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<5.000000e-01>
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<2.500000e-02>
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<1.000000e+00>
// CHECK-NEXT:    %[[V3:.*]] = oaml.reduce sum, %[[X0]] {axes = array<i64: 0, 2, 3>}
// CHECK-NEXT:    %[[V4:.*]] = oaml.mul %[[V3]], %[[V1]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.sub %[[X0]], %[[V4]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.mul %[[V5]], %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.reduce sum, %[[V6]] {axes = array<i64: 0, 2, 3>}
// CHECK-NEXT:    %[[V8:.*]] = oaml.mul %[[V7]], %[[V1]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.add %[[V8]], %[[V0]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.sqrt %[[V9]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.div %[[V2]], %[[V10]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.mul %[[V5]], %[[V11]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.reshape %[[X1]] to [3, 1, 1]
// CHECK-NEXT:    %[[V14:.*]] = oaml.mul %[[V12]], %[[V13]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.reshape %[[X2]] to [3, 1, 1]
// CHECK-NEXT:    %[[V16:.*]] = oaml.add %[[V14]], %[[V15]]
// CHECK-NEXT:    %[[V17:.*]] = oaml.reshape %[[V4]] to [3]
// CHECK-NEXT:    %[[V18:.*]] = oaml.reshape %[[V8]] to [3]
// CHECK-NEXT:    return %[[V16]], %[[V17]], %[[V18]]
func.func @batch_norm_2d(%x: tensor<2x3x4x5xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = 0.5} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// Narrow floats are widened once.
// CHECK-LABEL: func.func @rms_norm(
// CHECK-SAME:    %[[X0:.*]]: tensor<?x4xf16>, %[[X1:.*]]: tensor<4xf16>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<5.000000e-01>
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<2.500000e-01>
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<1.000000e+00>
// CHECK-NEXT:    %[[V3:.*]] = oaml.cast %[[X0]] {dtype = f32}
// CHECK-NEXT:    %[[V4:.*]] = oaml.mul %[[V3]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.reduce sum, %[[V4]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V6:.*]] = oaml.mul %[[V5]], %[[V1]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.add %[[V6]], %[[V0]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.sqrt %[[V7]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.div %[[V2]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.mul %[[V3]], %[[V9]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.cast %[[X1]] {dtype = f32}
// CHECK-NEXT:    %[[V12:.*]] = oaml.mul %[[V10]], %[[V11]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.cast %[[V12]] {dtype = f16}
// CHECK-NEXT:    return %[[V13]]
func.func @rms_norm(%x: tensor<?x4xf16>, %w: tensor<4xf16>) -> tensor<?x4xf16> {
  %0 = oaml.rms_norm %x, %w {epsilon = 0.5} : (tensor<?x4xf16>, tensor<4xf16>) -> tensor<?x4xf16>
  return %0 : tensor<?x4xf16>
}

// -----

// Affine row i mod 2 of row i: rows in pairs.
// CHECK-LABEL: func.func @rms_norm_gated(
// CHECK-SAME:    %[[X0:.*]]: tensor<6x4xf32>, %[[X1:.*]]: tensor<2x4xf32>, %[[X2:.*]]: tensor<6x4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<5.000000e-01>
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<2.500000e-01>
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<1.000000e+00>
// CHECK-NEXT:    %[[V3:.*]] = oaml.reshape %[[X0]] to [3, 2, 4]
// CHECK-NEXT:    %[[V4:.*]] = oaml.mul %[[V3]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.reduce sum, %[[V4]] {axes = array<i64: 2>}
// CHECK-NEXT:    %[[V6:.*]] = oaml.mul %[[V5]], %[[V1]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.add %[[V6]], %[[V0]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.sqrt %[[V7]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.div %[[V2]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.mul %[[V3]], %[[V9]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.mul %[[V10]], %[[X1]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.reshape %[[X2]] to [3, 2, 4]
// CHECK-NEXT:    %[[V13:.*]] = oaml.sigmoid %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.mul %[[V12]], %[[V13]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.mul %[[V11]], %[[V14]]
// CHECK-NEXT:    %[[V16:.*]] = oaml.reshape %[[V15]] to [6, 4]
// CHECK-NEXT:    return %[[V16]]
func.func @rms_norm_gated(%x: tensor<6x4xf32>, %w: tensor<2x4xf32>, %z: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = oaml.rms_norm_gated %x, %w, %z {epsilon = 0.5} : (tensor<6x4xf32>, tensor<2x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

// Affine rows that lie as the last axes of the input do are broadcast.
// CHECK-LABEL: func.func @trailing(
// CHECK-SAME:    %[[X0:.*]]: tensor<3x2x4xf32>, %[[X1:.*]]: tensor<2x4xf32>, %[[X2:.*]]: tensor<3x2x4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<5.000000e-01>
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<2.500000e-01>
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<1.000000e+00>
// CHECK-NEXT:    %[[V3:.*]] = oaml.mul %[[X0]], %[[X0]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.reduce sum, %[[V3]] {axes = array<i64: 2>}
// CHECK-NEXT:    %[[V5:.*]] = oaml.mul %[[V4]], %[[V1]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.add %[[V5]], %[[V0]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.sqrt %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.div %[[V2]], %[[V7]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.mul %[[X0]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.mul %[[V9]], %[[X1]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.sigmoid %[[X2]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.mul %[[X2]], %[[V11]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.mul %[[V10]], %[[V12]]
// CHECK-NEXT:    return %[[V13]]
func.func @trailing(%x: tensor<3x2x4xf32>, %w: tensor<2x4xf32>, %z: tensor<3x2x4xf32>) -> tensor<3x2x4xf32> {
  %0 = oaml.rms_norm_gated %x, %w, %z {epsilon = 0.5} : (tensor<3x2x4xf32>, tensor<2x4xf32>, tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}
