// RUN: oaml-opt %s --oaml-decompose --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @bmm_nt
// CHECK-SAME:    %[[X0:.*]]: tensor<2x3x5xf32>, %[[X1:.*]]: tensor<2x4x5xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.contraction %[[X0]], %[[X1]] {indexing_maps = [#map, #map1, #map2]}
// CHECK-NEXT:    return %[[V0]]
func.func @bmm_nt(%a: tensor<2x3x5xf32>, %b: tensor<2x4x5xf32>) -> tensor<2x3x4xf32> {
  %y = oaml.bmm_nt %a, %b : (tensor<2x3x5xf32>, tensor<2x4x5xf32>) -> tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @bmm_tn
// CHECK-SAME:    %[[X0:.*]]: tensor<2x5x3xf32>, %[[X1:.*]]: tensor<2x5x4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.contraction %[[X0]], %[[X1]] {indexing_maps = [#map, #map1, #map2]}
// CHECK-NEXT:    return %[[V0]]
func.func @bmm_tn(%a: tensor<2x5x3xf32>, %b: tensor<2x5x4xf32>) -> tensor<2x3x4xf32> {
  %y = oaml.bmm_tn %a, %b : (tensor<2x5x3xf32>, tensor<2x5x4xf32>) -> tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @bias_add
// CHECK-SAME:    %[[X0:.*]]: tensor<?x3xf16>, %[[X1:.*]]: tensor<3xf16>
// CHECK-NEXT:    %[[V0:.*]] = oaml.add %[[X0]], %[[X1]]
// CHECK-NEXT:    return %[[V0]]
func.func @bias_add(%x: tensor<?x3xf16>, %b: tensor<3xf16>) -> tensor<?x3xf16> {
  %y = oaml.bias_add %x, %b : (tensor<?x3xf16>, tensor<3xf16>) -> tensor<?x3xf16>
  return %y : tensor<?x3xf16>
}

// -----

// Each part is widened by zeros to the whole.
// CHECK-LABEL: func.func @packed_linear
// CHECK-SAME:    %[[X0:.*]]: tensor<?x8xf32>, %[[X1:.*]]: tensor<3x8xf32>, %[[X2:.*]]: tensor<2x8xf32>, %[[X3:.*]]: tensor<3xf32>, %[[X4:.*]]: tensor<2xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.contraction %[[X0]], %[[X1]] {indexing_maps = [#map, #map1, #map2]}
// CHECK-NEXT:    %[[V1:.*]] = oaml.add %[[V0]], %[[X3]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.contraction %[[X0]], %[[X2]] {indexing_maps = [#map, #map1, #map2]}
// CHECK-NEXT:    %[[V3:.*]] = oaml.add %[[V2]], %[[X4]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.pad %[[V1]] low [0, 0] high [0, 2]
// CHECK-NEXT:    %[[V5:.*]] = oaml.pad %[[V3]] low [0, 3] high [0, 0]
// CHECK-NEXT:    %[[V6:.*]] = oaml.add %[[V4]], %[[V5]]
// CHECK-NEXT:    return %[[V6]]
func.func @packed_linear(%x: tensor<?x8xf32>, %v: tensor<3x8xf32>, %w: tensor<2x8xf32>, %b: tensor<3xf32>, %c: tensor<2xf32>) -> tensor<?x5xf32> {
  %y = oaml.packed_linear %x weights(%v, %w) biases(%b, %c) : (tensor<?x8xf32>, tensor<3x8xf32>, tensor<2x8xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<?x5xf32>
  return %y : tensor<?x5xf32>
}
