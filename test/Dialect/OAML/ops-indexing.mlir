// RUN: oaml-opt %s --verify-roundtrip | FileCheck %s
// RUN: oaml-opt %s --mlir-print-op-generic | oaml-opt | FileCheck %s

// CHECK-LABEL: func @gathers
func.func @gathers(%t: tensor<?x8xf32>, %i: tensor<2x?xi32>, %s: tensor<ui8>, %x: tensor<4x9xi32>, %k: tensor<4x2xui8>)
    -> (tensor<?x8xf32>, tensor<1x8xf32>, tensor<4x2xi32>) {
  // CHECK: oaml.embedding %{{.*}}, %{{.*}} : (tensor<?x8xf32>, tensor<2x?xi32>) -> tensor<?x8xf32>
  %0 = oaml.embedding %t, %i : (tensor<?x8xf32>, tensor<2x?xi32>) -> tensor<?x8xf32>
  // CHECK: oaml.embedding %{{.*}}, %{{.*}} : (tensor<?x8xf32>, tensor<ui8>) -> tensor<1x8xf32>
  %1 = oaml.embedding %t, %s : (tensor<?x8xf32>, tensor<ui8>) -> tensor<1x8xf32>
  // CHECK: oaml.gather_last_dim %{{.*}}, %{{.*}} : (tensor<4x9xi32>, tensor<4x2xui8>) -> tensor<4x2xi32>
  %2 = oaml.gather_last_dim %x, %k : (tensor<4x9xi32>, tensor<4x2xui8>) -> tensor<4x2xi32>
  return %0, %1, %2 : tensor<?x8xf32>, tensor<1x8xf32>, tensor<4x2xi32>
}

// CHECK-LABEL: func @sums
func.func @sums(%s: tensor<?x8xf16>, %i: tensor<?xi32>, %n: index, %f: tensor<?x8xf32>, %e: tensor<4x2xf32>, %k: tensor<4x2xi32>)
    -> (tensor<100x8xf16>, tensor<?x8xf16>, tensor<?x8xf32>, tensor<4x9xf32>) {
  // CHECK: oaml.scatter_add_rows %{{.*}}, %{{.*}} {rows = 100 : i64} : (tensor<?x8xf16>, tensor<?xi32>) -> tensor<100x8xf16>
  %0 = oaml.scatter_add_rows %s, %i {rows = 100} : (tensor<?x8xf16>, tensor<?xi32>) -> tensor<100x8xf16>
  // CHECK: oaml.scatter_add_rows %{{.*}}, %{{.*}} rows(%{{.*}}) {rows = -9223372036854775808 : i64} : (tensor<?x8xf16>, tensor<?xi32>, index) -> tensor<?x8xf16>
  %1 = oaml.scatter_add_rows %s, %i rows(%n) {rows = -9223372036854775808} : (tensor<?x8xf16>, tensor<?xi32>, index) -> tensor<?x8xf16>
  // CHECK: oaml.accumulate_rows %{{.*}}, %{{.*}} rows(%{{.*}}) {rows = -9223372036854775808 : i64} : (tensor<?x8xf32>, tensor<?xi32>, index) -> tensor<?x8xf32>
  %2 = oaml.accumulate_rows %f, %i rows(%n) {rows = -9223372036854775808} : (tensor<?x8xf32>, tensor<?xi32>, index) -> tensor<?x8xf32>
  // CHECK: oaml.accumulate_last_dim %{{.*}}, %{{.*}} {size = 9 : i64} : (tensor<4x2xf32>, tensor<4x2xi32>) -> tensor<4x9xf32>
  %3 = oaml.accumulate_last_dim %e, %k {size = 9} : (tensor<4x2xf32>, tensor<4x2xi32>) -> tensor<4x9xf32>
  return %0, %1, %2, %3 : tensor<100x8xf16>, tensor<?x8xf16>, tensor<?x8xf32>, tensor<4x9xf32>
}
