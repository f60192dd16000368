// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' | FileCheck %s

// Extents of 1 are repeated by constant index 0, missing axes by their absence.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[SCALAR:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[NONE:.*]] = affine_map<() -> ()>

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[X:.*]]: tensor<?x3xf32>, %[[R:.*]]: tensor<3xf32>, %[[C:.*]]: tensor<4x1xf32>, %[[S:.*]]: tensor<f32>)
// CHECK:         %[[DIM:.*]] = tensor.dim %[[X]]
// CHECK:         tensor.empty(%[[DIM]]) : tensor<?x3xf32>
// CHECK:         linalg.generic {indexing_maps = [#[[ROW]], #[[ID]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[R]], %[[X]]
// CHECK:           arith.addf {{.*}} fastmath<contract> : f32
// CHECK:         linalg.generic {indexing_maps = [#[[ID]], #[[SCALAR]], #[[ID]]]
// CHECK:           arith.mulf {{.*}} fastmath<contract> : f32
// CHECK:         linalg.generic {indexing_maps = [#[[COLUMN]], #[[ROW]], #[[ID]]]{{.*}} ins(%[[C]], %[[R]]
// CHECK:           arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
func.func @broadcast(%x: tensor<?x3xf32>, %r: tensor<3xf32>, %c: tensor<4x1xf32>,
                     %s: tensor<f32>) -> (tensor<?x3xf32>, tensor<4x3xf32>) {
  %0 = oaml.add %r, %x : (tensor<3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = oaml.mul %0, %s : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  %2 = oaml.div %c, %r : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %1, %2 : tensor<?x3xf32>, tensor<4x3xf32>
}

// An extent that one operand knows is static in the linalg op.
// CHECK-LABEL: func.func @refined(
// CHECK:         tensor.empty() : tensor<4x3xf32>
// CHECK:         tensor.cast %{{.*}} : tensor<4x3xf32> to tensor<?x3xf32>
func.func @refined(%x: tensor<?x3xf32>, %y: tensor<4x3xf32>) -> tensor<?x3xf32> {
  %0 = "oaml.sub"(%x, %y) : (tensor<?x3xf32>, tensor<4x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Splat constants become scalars of the body.
// CHECK-LABEL: func.func @constant(
// CHECK:         linalg.generic {{.*}} ins(%{{[^,]*}} : tensor<4x3xf32>)
// CHECK:           %[[C:.*]] = arith.constant 2.000000e+00 : f32
// CHECK:           arith.subf %{{.*}}, %[[C]]
func.func @constant(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %c = oaml.constant dense<2.0> : tensor<f32>
  %0 = oaml.sub %x, %c : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @integers(
// CHECK:         linalg.generic {indexing_maps = [#[[NONE]], #[[NONE]], #[[NONE]]], iterator_types = []}
// CHECK:           arith.addi %{{.*}} : i32
// CHECK:           arith.muli %{{.*}} : i32
func.func @integers(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = oaml.add %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = oaml.mul %0, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// Narrow floats are computed in f32.
// CHECK-LABEL: func.func @narrow(
// CHECK:         %[[A:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK:         %[[B:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK:         %[[C:.*]] = arith.addf %[[A]], %[[B]] fastmath<contract> : f32
// CHECK:         arith.truncf %[[C]] : f32 to f16
// CHECK:         arith.extf %{{.*}} : bf16 to f32
// CHECK:         math.log1p %{{.*}} : f32
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
func.func @narrow(%x: tensor<4xf16>, %y: tensor<4xbf16>) -> (tensor<4xf16>, tensor<4xbf16>) {
  %0 = oaml.add %x, %x : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %1 = oaml.log1p %y : (tensor<4xbf16>) -> tensor<4xbf16>
  return %0, %1 : tensor<4xf16>, tensor<4xbf16>
}

// CHECK-LABEL: func.func @functions(
// CHECK:         arith.negf
// CHECK:         math.exp %
// CHECK:         math.expm1
// CHECK:         math.log %
// CHECK:         math.sqrt
// CHECK:         math.tanh
// CHECK:         %[[ONE:.*]] = arith.constant 1.0
// CHECK:         %[[N:.*]] = arith.negf
// CHECK:         %[[E:.*]] = math.exp %[[N]]
// CHECK:         %[[S:.*]] = arith.addf %[[ONE]], %[[E]] : f32
// CHECK:         %[[Y:.*]] = arith.divf %[[ONE]], %[[S]] : f32
// CHECK:         linalg.yield %[[Y]]
// CHECK:         return
func.func @functions(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = oaml.neg %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = oaml.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = oaml.expm1 %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = oaml.log %2 : (tensor<4xf32>) -> tensor<4xf32>
  %4 = oaml.sqrt %3 : (tensor<4xf32>) -> tensor<4xf32>
  %5 = oaml.tanh %4 : (tensor<4xf32>) -> tensor<4xf32>
  %6 = oaml.sigmoid %5 : (tensor<4xf32>) -> tensor<4xf32>
  %7 = oaml.detach %6 : (tensor<4xf32>) -> tensor<4xf32>
  return %7 : tensor<4xf32>
}

// NaN compares false but under ne; ui8 is read without sign.
// CHECK-LABEL: func.func @compare(
// CHECK-SAME:    tensor<4xi8>, %{{.*}}: tensor<4xi8>)
// CHECK:         arith.cmpf ogt
// CHECK:         arith.extui %{{.*}} : i1 to i32
// CHECK:         arith.cmpf une
// CHECK:         arith.cmpi ult
// CHECK:         arith.cmpi slt
func.func @compare(%x: tensor<4xf32>, %u: tensor<4xui8>, %i: tensor<4xi8>)
    -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %0 = oaml.compare gt, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  %1 = oaml.compare ne, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  %2 = oaml.compare lt, %u, %u : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi32>
  %3 = oaml.compare lt, %i, %i : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// Any condition that is not 0 counts, also NaN.
// CHECK-LABEL: func.func @select(
// CHECK:         %[[C:.*]] = arith.cmpi ne, %{{.*}} : i32
// CHECK:         arith.select %[[C]], %{{.*}} : f16
// CHECK:         arith.cmpf une, %{{.*}} : f32
func.func @select(%m: tensor<4xi32>, %a: tensor<4xf16>, %b: tensor<f16>) -> tensor<4xf16> {
  %0 = oaml.select %m, %a, %b : (tensor<4xi32>, tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  %1 = oaml.select %0, %a, %b : (tensor<4xf16>, tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  return %1 : tensor<4xf16>
}
