// RUN: oaml-opt %s --verify-roundtrip | FileCheck %s
// RUN: oaml-opt %s --mlir-print-op-generic | oaml-opt | FileCheck %s
// RUN: oaml-opt %s --emit-bytecode | oaml-opt | FileCheck %s

// CHECK-LABEL: func @reductions
func.func @reductions(%x: tensor<4x3xf32>, %d: tensor<?x?xf32>, %e: tensor<0x3xf32>, %r: tensor<f32>, %i: tensor<4xi32>)
    -> (tensor<4x1xf32>, tensor<1x1xf32>, tensor<4x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1x3xf32>, tensor<?x1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<4x1xf32>) {
  // CHECK: oaml.reduce sum, %{{.*}} {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  %0 = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  // CHECK: oaml.reduce max, %{{.*}} {axes = array<i64: 0, 1>} : (tensor<?x?xf32>) -> tensor<1x1xf32>
  %1 = oaml.reduce max, %d {axes = array<i64: 0, 1>} : (tensor<?x?xf32>) -> tensor<1x1xf32>
  // CHECK: oaml.sum %{{.*}} {axis = 1 : i64}
  %2 = oaml.sum %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  // CHECK: oaml.mean %{{.*}} : (tensor<?x?xf32>) -> tensor<1xf32>
  %3 = oaml.mean %d : (tensor<?x?xf32>) -> tensor<1xf32>
  // CHECK: oaml.max %{{.*}} : (tensor<f32>) -> tensor<1xf32>
  %4 = oaml.max %r : (tensor<f32>) -> tensor<1xf32>
  // The sum of nothing is 0.
  %5 = oaml.sum %e {axis = 0} : (tensor<0x3xf32>) -> tensor<1x3xf32>
  // CHECK: oaml.argmax %{{.*}} {axis = 1 : i64} : (tensor<?x?xf32>) -> tensor<?x1xi32>
  %6 = oaml.argmax %d {axis = 1} : (tensor<?x?xf32>) -> tensor<?x1xi32>
  // CHECK: oaml.argmax %{{.*}} : (tensor<4x3xf32>) -> tensor<1xi32>
  %7 = oaml.argmax %x : (tensor<4x3xf32>) -> tensor<1xi32>
  // CHECK: oaml.reduce sum, %{{.*}} : (tensor<4xi32>) -> tensor<1xi32>
  %8 = oaml.reduce sum, %i {axes = array<i64: 0>} : (tensor<4xi32>) -> tensor<1xi32>
  // CHECK: oaml.reduce max_number, %{{.*}} {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  %9 = oaml.reduce max_number, %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<4x1xf32>, tensor<1x1xf32>, tensor<4x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1x3xf32>, tensor<?x1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<4x1xf32>
}

// CHECK-LABEL: func @softmax
func.func @softmax(%x: tensor<2x?x3xf16>) -> tensor<2x?x3xf16> {
  // CHECK: oaml.softmax %{{.*}} {axis = 2 : i64} : (tensor<2x?x3xf16>) -> tensor<2x?x3xf16>
  %0 = oaml.softmax %x {axis = 2} : (tensor<2x?x3xf16>) -> tensor<2x?x3xf16>
  return %0 : tensor<2x?x3xf16>
}

// CHECK-LABEL: func @products
func.func @products(%a: tensor<2x4x8xf32>, %w: tensor<3x8xf32>, %b: tensor<3xf32>, %d: tensor<?x8xf32>, %p: tensor<2x8x5xf32>)
    -> (tensor<2x4x3xf32>, tensor<2x4x3xf32>, tensor<?x3xf32>, tensor<2x4x3xf32>, tensor<2x4x5xf32>, tensor<?x3xf32>) {
  // CHECK: oaml.matmul_nt %{{.*}} : (tensor<2x4x8xf32>, tensor<3x8xf32>) -> tensor<2x4x3xf32>
  %0 = oaml.matmul_nt %a, %w : (tensor<2x4x8xf32>, tensor<3x8xf32>) -> tensor<2x4x3xf32>
  // CHECK: oaml.linear %{{.*}}, %{{.*}} : (tensor<2x4x8xf32>, tensor<3x8xf32>) -> tensor<2x4x3xf32>
  %1 = oaml.linear %a, %w : (tensor<2x4x8xf32>, tensor<3x8xf32>) -> tensor<2x4x3xf32>
  // CHECK: oaml.linear %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x8xf32>, tensor<3x8xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %2 = oaml.linear %d, %w, %b : (tensor<?x8xf32>, tensor<3x8xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  // CHECK: oaml.linear_relu
  %3 = oaml.linear_relu %a, %w, %b : (tensor<2x4x8xf32>, tensor<3x8xf32>, tensor<3xf32>) -> tensor<2x4x3xf32>
  // CHECK: oaml.bmm %{{.*}} : (tensor<2x4x8xf32>, tensor<2x8x5xf32>) -> tensor<2x4x5xf32>
  %4 = oaml.bmm %a, %p : (tensor<2x4x8xf32>, tensor<2x8x5xf32>) -> tensor<2x4x5xf32>
  // CHECK: oaml.contraction %{{.*}} {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}]} : (tensor<?x8xf32>, tensor<3x8xf32>) -> tensor<?x3xf32>
  %5 = oaml.contraction %d, %w {indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]}
      : (tensor<?x8xf32>, tensor<3x8xf32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x4x3xf32>, tensor<2x4x3xf32>, tensor<?x3xf32>, tensor<2x4x3xf32>, tensor<2x4x5xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: func @losses
func.func @losses(%x: tensor<?x3xf32>, %t: tensor<?xui8>, %y: tensor<2x4x3xf16>, %l: tensor<8xi32>, %m: tensor<2x4xf32>)
    -> (tensor<1xf32>, tensor<1xi32>, tensor<1xi32>) {
  // CHECK: oaml.cross_entropy %{{.*}} : (tensor<?x3xf32>, tensor<?xui8>) -> tensor<1xf32>
  %0 = oaml.cross_entropy %x, %t : (tensor<?x3xf32>, tensor<?xui8>) -> tensor<1xf32>
  // CHECK: oaml.accuracy_count %{{.*}}, %{{.*}} : (tensor<?x3xf32>, tensor<?xui8>) -> tensor<1xi32>
  %1 = oaml.accuracy_count %x, %t : (tensor<?x3xf32>, tensor<?xui8>) -> tensor<1xi32>
  // CHECK: oaml.accuracy_count %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x4x3xf16>, tensor<8xi32>, tensor<2x4xf32>) -> tensor<1xi32>
  %2 = oaml.accuracy_count %y, %l, %m : (tensor<2x4x3xf16>, tensor<8xi32>, tensor<2x4xf32>) -> tensor<1xi32>
  return %0, %1, %2 : tensor<1xf32>, tensor<1xi32>, tensor<1xi32>
}

// CHECK-LABEL: func @selection
func.func @selection(%x: tensor<?x8xf16>, %y: tensor<3xf32>, %d: tensor<?xf32>)
    -> (tensor<?x2xf16>, tensor<?x8xf32>, tensor<3xf32>, tensor<5xi32>, tensor<?x8xf16>) {
  // CHECK: oaml.top_k %{{.*}} {k = 2 : i64} : (tensor<?x8xf16>) -> (tensor<?x2xf16>, tensor<?x2xi32>)
  %v, %i = oaml.top_k %x {k = 2} : (tensor<?x8xf16>) -> (tensor<?x2xf16>, tensor<?x2xi32>)
  // CHECK: oaml.top_k_mask %{{.*}} {num_experts = 8 : i64} : (tensor<?x2xi32>) -> tensor<?x8xf32>
  %m = oaml.top_k_mask %i {num_experts = 8} : (tensor<?x2xi32>) -> tensor<?x8xf32>
  // A short row has fewer than k.
  // CHECK: oaml.top_k %{{.*}} {k = 7 : i64} : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  %w, %j = oaml.top_k %y {k = 7} : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  // CHECK: oaml.top_k %{{.*}} {k = 5 : i64} : (tensor<?xf32>) -> (tensor<5xf32>, tensor<5xi32>)
  %u, %l = oaml.top_k %d {k = 5} : (tensor<?xf32>) -> (tensor<5xf32>, tensor<5xi32>)
  // CHECK: oaml.log_softmax %{{.*}} {axis = 0 : i64} : (tensor<?x8xf16>) -> tensor<?x8xf16>
  %s = oaml.log_softmax %x {axis = 0} : (tensor<?x8xf16>) -> tensor<?x8xf16>
  return %v, %m, %w, %l, %s : tensor<?x2xf16>, tensor<?x8xf32>, tensor<3xf32>, tensor<5xi32>, tensor<?x8xf16>
}
