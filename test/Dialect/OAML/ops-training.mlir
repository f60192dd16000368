// RUN: oaml-opt %s --verify-roundtrip | FileCheck %s
// RUN: oaml-opt %s --mlir-print-op-generic | oaml-opt | FileCheck %s
// RUN: oaml-opt %s --emit-bytecode | oaml-opt | FileCheck %s

// CHECK-LABEL: func @adamw_step
func.func @adamw_step(%p: tensor<?xf32>, %m: tensor<?xf32>, %v: tensor<?xf32>, %g: tensor<?xf32>, %s: tensor<f32>, %t: tensor<1xi32>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK: oaml.adamw_step %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {beta1 = 9.000000e-01 : f64,
  %0:3 = oaml.adamw_step %p, %m, %v, %g
      {lr = 0.001, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01, step = 1}
      : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  // CHECK: oaml.adamw_step %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} lr(%{{.*}}) beta1(%{{.*}}) beta2(%{{.*}}) epsilon(%{{.*}}) weight_decay(%{{.*}}) step(%{{.*}}) : (
  %1:3 = oaml.adamw_step %0#0, %m, %v, %g lr(%s) beta1(%s) beta2(%s) epsilon(%s) weight_decay(%s) step(%t)
      : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<1xi32>)
      -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  return %0#0, %1#0, %1#1, %1#2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @sgd_step
func.func @sgd_step(%p: tensor<4xf32>, %b: tensor<4xf32>, %g: tensor<4xf32>, %s: tensor<f32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: oaml.sgd_step %{{.*}}, momentum(%{{.*}}), %{{.*}} {{.*}} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %0:2 = oaml.sgd_step %p, momentum(%b), %g {lr = 0.1, momentum_factor = 0.9, weight_decay = 0.0}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // Without momentum there is one result.
  // CHECK: oaml.sgd_step %{{.*}}, %{{.*}} lr(%{{.*}}) {{.*}} : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = oaml.sgd_step %p, %g lr(%s) {momentum_factor = 0.0, weight_decay = 0.0}
      : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0#0, %0#1, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func private @loss(tensor<4xf32>, tensor<?xf32>) -> (tensor<1xf32>, tensor<1xi32>)
func.func private @map(tensor<4xf32>) -> tensor<2xf32>

// CHECK-LABEL: func @gradients
func.func @gradients(%w: tensor<4xf32>, %x: tensor<?xf32>, %g: tensor<2xf32>)
    -> (tensor<4xf32>, tensor<1xf32>, tensor<1xi32>, tensor<?xf32>, tensor<4xf32>) {
  // CHECK: oaml.grad @loss(%{{.*}}, %{{.*}}) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  %0 = oaml.grad @loss(%w, %x) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  // CHECK: oaml.value_and_grad @loss(%{{.*}}, %{{.*}}) {wrt = array<i64: 1, 0>} : (tensor<4xf32>, tensor<?xf32>) -> (tensor<1xf32>, tensor<1xi32>, tensor<?xf32>, tensor<4xf32>)
  %1:4 = oaml.value_and_grad @loss(%w, %x) {wrt = array<i64: 1, 0>}
      : (tensor<4xf32>, tensor<?xf32>) -> (tensor<1xf32>, tensor<1xi32>, tensor<?xf32>, tensor<4xf32>)
  // CHECK: oaml.vjp @map(%{{.*}}) cotangents(%{{.*}}) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>)
  %2:2 = oaml.vjp @map(%w) cotangents(%g) {wrt = array<i64: 0>}
      : (tensor<4xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>)
  return %0, %1#0, %1#1, %1#2, %2#1 : tensor<4xf32>, tensor<1xf32>, tensor<1xi32>, tensor<?xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @signature
// CHECK-SAME: tensor<?x64xf32> {oaml.dims = ["B", 64], oaml.donated = 0 : i64, oaml.name = "x"}
// CHECK-SAME: tensor<i32> {oaml.run_seed}
// CHECK-SAME: -> (tensor<?x64xf32> {oaml.dims = ["B", 64], oaml.name = "y"})
func.func @signature(%x: tensor<?x64xf32> {oaml.name = "x", oaml.dims = ["B", 64], oaml.donated = 0},
                     %s: tensor<i32> {oaml.run_seed})
    -> (tensor<?x64xf32> {oaml.name = "y", oaml.dims = ["B", 64]}) {
  return %x : tensor<?x64xf32>
}
