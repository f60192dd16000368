// RUN: oaml-opt %s | oaml-opt | FileCheck %s

// CHECK-LABEL: func @cells
func.func @cells(%g: tensor<?x4xf32>, %h: tensor<?x4xf32>, %w: tensor<4x4xf32>, %b: tensor<4xf32>,
                 %g3: tensor<2x?xf16>, %h3: tensor<2x4xf16>, %w3: tensor<?x4xf16>) -> (tensor<?x4xf32>, tensor<2x4xf16>) {
  // CHECK: oaml.rnn_cell %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<4x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %0 = oaml.rnn_cell %g, %h, %w, %b : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<4x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  // CHECK: oaml.gru_cell %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x?xf16>, tensor<2x4xf16>, tensor<?x4xf16>) -> tensor<2x4xf16>
  %1 = oaml.gru_cell %g3, %h3, %w3 : (tensor<2x?xf16>, tensor<2x4xf16>, tensor<?x4xf16>) -> tensor<2x4xf16>
  return %0, %1 : tensor<?x4xf32>, tensor<2x4xf16>
}

// CHECK-LABEL: func @networks
func.func @networks(%g: tensor<?x?x4xf32>, %w: tensor<4x4xf32>, %g3: tensor<2x5x12xf32>, %w3: tensor<12x4xf32>, %b: tensor<12xf32>)
    -> (tensor<?x?x4xf32>, tensor<2x5x4xf32>) {
  // CHECK: oaml.rnn_scan %{{.*}}, %{{.*}} : (tensor<?x?x4xf32>, tensor<4x4xf32>) -> tensor<?x?x4xf32>
  %0 = oaml.rnn_scan %g, %w : (tensor<?x?x4xf32>, tensor<4x4xf32>) -> tensor<?x?x4xf32>
  // CHECK: oaml.gru_scan %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x5x12xf32>, tensor<12x4xf32>, tensor<12xf32>) -> tensor<2x5x4xf32>
  %1 = oaml.gru_scan %g3, %w3, %b : (tensor<2x5x12xf32>, tensor<12x4xf32>, tensor<12xf32>) -> tensor<2x5x4xf32>
  return %0, %1 : tensor<?x?x4xf32>, tensor<2x5x4xf32>
}

// CHECK-LABEL: func @scan
func.func @scan(%h: tensor<?x4xf32>, %x: tensor<?x?x4xf32>, %w: tensor<4xf32>) -> (tensor<?x?x4xf32>, tensor<?x?x4xi32>) {
  // CHECK: %{{.*}}:2 = oaml.scan carries(%{{.*}}) slices(%{{.*}}) captures(%{{.*}}) {axis = 1 : i64, reverse} : (tensor<?x4xf32>, tensor<?x?x4xf32>, tensor<4xf32>) -> (tensor<?x?x4xf32>, tensor<?x?x4xi32>) {
  // CHECK-NEXT: ^bb0(%[[C:.*]]: tensor<?x4xf32>, %[[S:.*]]: tensor<?x4xf32>, %[[W:.*]]: tensor<4xf32>):
  %0:2 = oaml.scan carries(%h) slices(%x) captures(%w) {axis = 1, reverse}
      : (tensor<?x4xf32>, tensor<?x?x4xf32>, tensor<4xf32>) -> (tensor<?x?x4xf32>, tensor<?x?x4xi32>) {
  ^bb0(%c: tensor<?x4xf32>, %s: tensor<?x4xf32>, %v: tensor<4xf32>):
    %1 = oaml.mul %c, %v : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
    %2 = oaml.add %1, %s : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %3 = oaml.compare gt, %2, %c : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi32>
    // CHECK: oaml.yield %{{.*}}, %{{.*}} : tensor<?x4xf32>, tensor<?x4xi32>
    oaml.yield %2, %3 : tensor<?x4xf32>, tensor<?x4xi32>
  }
  return %0#0, %0#1 : tensor<?x?x4xf32>, tensor<?x?x4xi32>
}
