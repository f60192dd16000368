// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' | FileCheck %s

// Saturating, NaN to 0; the conversion itself never sees a number that i32
// does not hold.
// CHECK-LABEL: func.func @to_i32(
// CHECK:       ^bb0(%[[X:.*]]: f32, %{{.*}}: i32):
// CHECK:         %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]]
// CHECK:         %[[LIMIT:.*]] = arith.constant 2.14748365E+9
// CHECK:         %[[GREAT:.*]] = arith.cmpf oge, %[[X]], %[[LIMIT]]
// CHECK:         %[[LEAST:.*]] = arith.constant -2.14748365E+9
// CHECK:         %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]], %[[LEAST]]
// CHECK:         %[[A:.*]] = arith.select %[[ABOVE]], %[[X]], %[[LEAST]]
// CHECK:         %[[GREATEST:.*]] = arith.constant 2.14748352E+9
// CHECK:         %[[BELOW:.*]] = arith.cmpf olt, %[[A]], %[[GREATEST]]
// CHECK:         %[[B:.*]] = arith.select %[[BELOW]], %[[A]], %[[GREATEST]]
// CHECK:         %[[C:.*]] = arith.fptosi %[[B]] : f32 to i32
// CHECK:         %[[MAX:.*]] = arith.constant 2147483647 : i32
// CHECK:         %[[D:.*]] = arith.select %[[GREAT]], %[[MAX]], %[[C]]
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:         %[[E:.*]] = arith.select %[[NAN]], %[[ZERO]], %[[D]]
// CHECK:         linalg.yield %[[E]]
func.func @to_i32(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = oaml.cast %x {dtype = i32} : (tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @to_bytes(
// CHECK-SAME:    -> (tensor<4xi8>, tensor<4xi8>)
// CHECK:         arith.extf %{{.*}} : f16 to f32
// CHECK:         arith.constant 2.550000e+02
// CHECK:         %[[W:.*]] = arith.fptosi %{{.*}} : f32 to i32
// CHECK:         arith.trunci %[[W]] : i32 to i8
// CHECK:         arith.constant -1.280000e+02
// CHECK:         arith.constant 1.270000e+02
// CHECK:         arith.fptosi
func.func @to_bytes(%x: tensor<4xf16>) -> (tensor<4xui8>, tensor<4xi8>) {
  %0 = oaml.cast %x {dtype = ui8} : (tensor<4xf16>) -> tensor<4xui8>
  %1 = oaml.cast %x {dtype = i8} : (tensor<4xf16>) -> tensor<4xi8>
  return %0, %1 : tensor<4xui8>, tensor<4xi8>
}

// i32 to bf16 by way of f32 would round twice: a sticky bit prevents that.
// CHECK-LABEL: func.func @from_integers(
// CHECK:         arith.sitofp %{{.*}} : i32 to f32
// CHECK:         linalg.generic
// CHECK:         %[[STICKY:.*]] = arith.constant 128 : i32
// CHECK:         %[[ODD:.*]] = arith.ori %{{.*}}, %[[STICKY]]
// CHECK:         arith.sitofp %{{.*}} : i32 to f32
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
// CHECK:         arith.extui %{{.*}} : i8 to i32
// CHECK:         arith.sitofp
// CHECK:         arith.truncf %{{.*}} : f32 to f16
// CHECK:         arith.extsi %{{.*}} : i8 to i32
func.func @from_integers(%x: tensor<4xi32>, %u: tensor<4xui8>, %i: tensor<4xi8>)
    -> (tensor<4xf32>, tensor<4xbf16>, tensor<4xf16>, tensor<4xf32>) {
  %0 = oaml.cast %x {dtype = f32} : (tensor<4xi32>) -> tensor<4xf32>
  %1 = oaml.cast %x {dtype = bf16} : (tensor<4xi32>) -> tensor<4xbf16>
  %2 = oaml.cast %u {dtype = f16} : (tensor<4xui8>) -> tensor<4xf16>
  %3 = oaml.cast %i {dtype = f32} : (tensor<4xi8>) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xbf16>, tensor<4xf16>, tensor<4xf32>
}

// CHECK-LABEL: func.func @between(
// CHECK:         arith.extui %{{.*}} : i8 to i32
// CHECK:         arith.trunci %{{.*}} : i32 to i8
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
// ui8 and i8 are the same bits.
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @between(%u: tensor<4xui8>, %x: tensor<4xi32>, %h: tensor<4xf16>)
    -> (tensor<4xi32>, tensor<4xui8>, tensor<4xbf16>, tensor<4xi8>) {
  %0 = oaml.cast %u {dtype = i32} : (tensor<4xui8>) -> tensor<4xi32>
  %1 = oaml.cast %x {dtype = ui8} : (tensor<4xi32>) -> tensor<4xui8>
  %2 = oaml.cast %h {dtype = bf16} : (tensor<4xf16>) -> tensor<4xbf16>
  %3 = oaml.cast %u {dtype = i8} : (tensor<4xui8>) -> tensor<4xi8>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xui8>, tensor<4xbf16>, tensor<4xi8>
}
