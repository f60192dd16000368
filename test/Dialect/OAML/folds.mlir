// RUN: oaml-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func @identities
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[I]], %[[I]], %[[I]]
func.func @identities(%x: tensor<4xf32>, %i: tensor<4xi32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %zero = oaml.constant dense<0.0> : tensor<f32>
  %minus_zero = oaml.constant dense<-0.0> : tensor<f32>
  %one = oaml.constant dense<1.0> : tensor<4xf32>
  %izero = oaml.constant dense<0> : tensor<i32>
  %ione = oaml.constant dense<1> : tensor<i32>
  %0 = oaml.add %x, %minus_zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = oaml.sub %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = oaml.mul %one, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = oaml.div %x, %one : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %n = oaml.neg %x : (tensor<4xf32>) -> tensor<4xf32>
  %4 = oaml.neg %n : (tensor<4xf32>) -> tensor<4xf32>
  %5 = oaml.add %izero, %i : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
  %6 = oaml.sub %i, %izero : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %7 = oaml.mul %i, %ione : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// -0 + 0 = 0 and -0 - -0 = 0; NaN - NaN and NaN * 0 are NaN; 0 - 0 is 0, not -0.
// CHECK-LABEL: func @no_identities
func.func @no_identities(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>) {
  %zero = oaml.constant dense<0.0> : tensor<f32>
  %minus_zero = oaml.constant dense<-0.0> : tensor<f32>
  // CHECK: oaml.add
  %0 = oaml.add %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: oaml.sub
  %1 = oaml.sub %x, %minus_zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: oaml.sub
  %2 = oaml.sub %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.mul
  %3 = oaml.mul %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: oaml.sub
  %4 = oaml.sub %zero, %x : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: oaml.compare
  %5 = oaml.compare eq, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>
}

// A broadcast is no identity.
// CHECK-LABEL: func @broadcasting
func.func @broadcasting(%x: tensor<f32>) -> tensor<4xf32> {
  %one = oaml.constant dense<1.0> : tensor<4xf32>
  // CHECK: oaml.mul
  %0 = oaml.mul %x, %one : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @integers
// CHECK-DAG: %[[ZERO:.*]] = oaml.constant dense<0> : tensor<4xi32>
// CHECK-DAG: %[[ONE:.*]] = oaml.constant dense<1> : tensor<4xi32>
// CHECK: return %[[ZERO]], %[[ZERO]], %[[ONE]], %[[ZERO]]
func.func @integers(%i: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %zero = oaml.constant dense<0> : tensor<i32>
  %0 = oaml.sub %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = oaml.mul %i, %zero : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %2 = oaml.compare ge, %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %3 = oaml.compare ne, %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// CHECK-LABEL: func @constants
// CHECK-DAG: %[[SUM:.*]] = oaml.constant dense<{{\[}}[1.100000e+01, 1.200000e+01], [2.100000e+01, 2.200000e+01]]> : tensor<2x2xf32>
// CHECK-DAG: %[[QUOTIENT:.*]] = oaml.constant dense<0x7F800000> : tensor<3xf32>
// CHECK-DAG: %[[WRAPPED:.*]] = oaml.constant dense<-2147483648> : tensor<i32>
// CHECK-DAG: %[[EXP:.*]] = oaml.constant dense<2.71828175> : tensor<f32>
// CHECK: return %[[SUM]], %[[QUOTIENT]], %[[WRAPPED]], %[[EXP]]
func.func @constants() -> (tensor<2x2xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>) {
  %a = oaml.constant dense<[[10.0], [20.0]]> : tensor<2x1xf32>
  %b = oaml.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = oaml.add %a, %b : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %one = oaml.constant dense<1.0> : tensor<3xf32>
  %zero = oaml.constant dense<0.0> : tensor<f32>
  %1 = oaml.div %one, %zero : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %max = oaml.constant dense<2147483647> : tensor<i32>
  %ione = oaml.constant dense<1> : tensor<i32>
  %2 = oaml.add %max, %ione : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %scalar = oaml.constant dense<1.0> : tensor<f32>
  %3 = oaml.exp %scalar : (tensor<f32>) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<2x2xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>
}

// Splats of any size are folded, other constants up to 1024 elements.
// CHECK-LABEL: func @sizes
// CHECK: oaml.constant dense<3.000000e+00> : tensor<1000x1000xf32>
// CHECK: oaml.add
func.func @sizes() -> (tensor<1000x1000xf32>, tensor<1000x2xf32>) {
  %a = oaml.constant dense<1.0> : tensor<1000x1000xf32>
  %b = oaml.constant dense<2.0> : tensor<f32>
  %0 = oaml.add %a, %b : (tensor<1000x1000xf32>, tensor<f32>) -> tensor<1000x1000xf32>
  %c = oaml.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %d = oaml.constant dense<2.0> : tensor<1000x1xf32>
  %1 = oaml.add %d, %c : (tensor<1000x1xf32>, tensor<2xf32>) -> tensor<1000x2xf32>
  return %0, %1 : tensor<1000x1000xf32>, tensor<1000x2xf32>
}

// Toward zero, saturating, NaN to 0; ties to even; low bits.
// CHECK-LABEL: func @cast_constants
// CHECK-DAG: %[[A:.*]] = oaml.constant dense<[2147483647, -1, 0, 2]> : tensor<4xi32>
// CHECK-DAG: %[[B:.*]] = oaml.constant dense<0x4B800000> : tensor<f32>
// CHECK-DAG: %[[C:.*]] = oaml.constant dense<[255, 44]> : tensor<2xui8>
// CHECK-DAG: %[[D:.*]] = oaml.constant dense<2.550000e+02> : tensor<f16>
// CHECK-DAG: %[[E:.*]] = oaml.constant dense<255> : tensor<ui8>
func.func @cast_constants() -> (tensor<4xi32>, tensor<f32>, tensor<2xui8>, tensor<f16>, tensor<ui8>) {
  %a = oaml.constant dense<[3.0e9, -1.5, 0x7FC00000, 2.9]> : tensor<4xf32>
  %0 = oaml.cast %a {dtype = i32} : (tensor<4xf32>) -> tensor<4xi32>
  %b = oaml.constant dense<16777217> : tensor<i32>
  %1 = oaml.cast %b {dtype = f32} : (tensor<i32>) -> tensor<f32>
  %c = oaml.constant dense<[-1, 300]> : tensor<2xi32>
  %2 = oaml.cast %c {dtype = ui8} : (tensor<2xi32>) -> tensor<2xui8>
  %d = oaml.constant dense<255> : tensor<ui8>
  %3 = oaml.cast %d {dtype = f16} : (tensor<ui8>) -> tensor<f16>
  %e = oaml.constant dense<1000.0> : tensor<f32>
  %4 = oaml.cast %e {dtype = ui8} : (tensor<f32>) -> tensor<ui8>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
  return %0, %1, %2, %3, %4 : tensor<4xi32>, tensor<f32>, tensor<2xui8>, tensor<f16>, tensor<ui8>
}

// CHECK-LABEL: func @comparisons
// CHECK-DAG: oaml.constant dense<[1, 0]> : tensor<2xi32>
// CHECK-DAG: oaml.constant dense<1> : tensor<i32>
// CHECK-DAG: oaml.constant dense<0> : tensor<i32>
func.func @comparisons() -> (tensor<2xi32>, tensor<i32>, tensor<i32>) {
  %a = oaml.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %b = oaml.constant dense<2.0> : tensor<f32>
  %0 = oaml.compare lt, %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xi32>
  %nan = oaml.constant dense<0x7FC00000> : tensor<f32>
  %1 = oaml.compare ne, %nan, %nan : (tensor<f32>, tensor<f32>) -> tensor<i32>
  // ui8 is unsigned: 200 < 100 does not hold, though it does as i8.
  %c = oaml.constant dense<200> : tensor<ui8>
  %d = oaml.constant dense<100> : tensor<ui8>
  %2 = oaml.compare lt, %c, %d : (tensor<ui8>, tensor<ui8>) -> tensor<i32>
  return %0, %1, %2 : tensor<2xi32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: func @select
// CHECK-SAME: (%[[M:.*]]: tensor<4xi32>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
// CHECK: return %[[A]], %[[A]], %[[B]]
func.func @select(%m: tensor<4xi32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = oaml.select %m, %a, %a : (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // NaN is not 0.
  %nan = oaml.constant dense<0x7FC00000> : tensor<f32>
  %1 = oaml.select %nan, %a, %b : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %zero = oaml.constant dense<0> : tensor<4xi32>
  %2 = oaml.select %zero, %a, %b : (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @movement
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>)
// CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @movement(%x: tensor<4x3xf32>)
    -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) {
  %0 = oaml.reshape %x to [4, -1] : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = oaml.broadcast_to %x to [4, 3] : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %t = oaml.transpose %x {axis0 = 0, axis1 = 1} : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %2 = oaml.transpose %t {axis0 = 1, axis1 = 0} : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %3 = oaml.transpose %x {axis0 = 1, axis1 = 1} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %4 = oaml.slice %x {axis = 0, start = 0, end = 4} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %5 = oaml.pad %x low [0, 0] high [0, 0] : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %6 = oaml.cast %x {dtype = f32} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>
}

// CHECK-LABEL: func @dynamic_movement
// CHECK-SAME: (%[[X:.*]]: tensor<?x3xf32>, %[[N:.*]]: index)
func.func @dynamic_movement(%x: tensor<?x3xf32>, %n: index)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %b = oaml.dim %x {axis = 0} : tensor<?x3xf32>
  %0 = oaml.reshape %x to [%b, 3] : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  %1 = oaml.broadcast_to %x to [%b, 3] : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  %2 = oaml.slice %x end(%b) {axis = 0, start = 0, end = -9223372036854775808} : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  // Not with an extent from elsewhere: it is a requirement.
  // CHECK: %[[A:.*]] = oaml.broadcast_to %[[X]] to [%[[N]], 3]
  %3 = oaml.broadcast_to %x to [%n, 3] : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  // CHECK: %[[B:.*]] = oaml.slice %[[X]] end(%[[N]])
  %4 = oaml.slice %x end(%n) {axis = 0, start = 0, end = -9223372036854775808} : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  // CHECK: return %[[X]], %[[X]], %[[X]], %[[A]], %[[B]]
  return %0, %1, %2, %3, %4 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: func @movement_of_constants
// CHECK-DAG: oaml.constant dense<{{\[}}[1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
// CHECK-DAG: oaml.constant dense<{{\[}}[2.000000e+00, 3.000000e+00], [5.000000e+00, 6.000000e+00]]> : tensor<2x2xf32>
// CHECK-DAG: oaml.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00]> : tensor<6xf32>
// CHECK-DAG: oaml.constant dense<7.000000e+00> : tensor<5x2xf32>
func.func @movement_of_constants() -> (tensor<3x2xf32>, tensor<2x2xf32>, tensor<6xf32>, tensor<5x2xf32>) {
  %c = oaml.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = oaml.transpose %c {axis0 = 0, axis1 = 1} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = oaml.slice %c {axis = 1, start = 1, end = 3} : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %2 = oaml.reshape %c to [6] : (tensor<2x3xf32>) -> tensor<6xf32>
  %s = oaml.constant dense<7.0> : tensor<2xf32>
  %3 = oaml.broadcast_to %s to [5, 2] : (tensor<2xf32>) -> tensor<5x2xf32>
  return %0, %1, %2, %3 : tensor<3x2xf32>, tensor<2x2xf32>, tensor<6xf32>, tensor<5x2xf32>
}

// CHECK-LABEL: func @reduce_of_unit_axes
// CHECK-SAME: (%[[X:.*]]: tensor<4x1xf32>)
// CHECK-NEXT: return %[[X]], %[[X]]
func.func @reduce_of_unit_axes(%x: tensor<4x1xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>) {
  %0 = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %1 = oaml.reduce max, %x {axes = array<i64>} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  return %0, %1 : tensor<4x1xf32>, tensor<4x1xf32>
}

// The edge stays cut; a static extent is a constant.
// CHECK-LABEL: func @detach_and_dim
// CHECK-DAG: %[[C:.*]] = arith.constant 3 : index
// CHECK: %[[D:.*]] = oaml.detach
// CHECK-NOT: oaml.detach
// CHECK: return %[[D]], %[[C]]
func.func @detach_and_dim(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, index) {
  %0 = oaml.detach %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = oaml.detach %0 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = oaml.dim %1 {axis = 1} : tensor<4x3xf32>
  return %1, %2 : tensor<4x3xf32>, index
}
