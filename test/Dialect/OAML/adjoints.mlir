// RUN: oaml-opt %s --oaml-differentiate --cse --split-input-file | FileCheck %s

func.func private @f(%a: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<4x3xf32> {
  %y = oaml.div %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
// CHECK-LABEL: func.func @div_broadcast
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3xf32>, %[[X1:.*]]: tensor<3xf32>, %[[X2:.*]]: tensor<4x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.div %[[X0]], %[[X1]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.div %[[X2]], %[[X1]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.mul %[[V1]], %[[V0]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.reduce{{ +}}sum, %[[V2]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[V4:.*]] = oaml.neg %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.reshape %[[V4]] to [3]
// CHECK-NEXT:    return %[[V1]], %[[V5]]
func.func @div_broadcast(%a: tensor<4x3xf32>, %b: tensor<3xf32>, %g: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
  %r:3 = oaml.vjp @f(%a, %b) cotangents(%g) {wrt = array<i64: 0, 1>} : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<3xf32>)
  return %r#1, %r#2 : tensor<4x3xf32>, tensor<3xf32>
}

// -----

func.func private @f(%a: tensor<?x3xf32>, %b: tensor<1x3xf32>) -> tensor<?x3xf32> {
  %y = oaml.sub %a, %b : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
// CHECK-LABEL: func.func @sub_dynamic
// CHECK-SAME:    %[[X0:.*]]: tensor<?x3xf32>, %[[X1:.*]]: tensor<1x3xf32>, %[[X2:.*]]: tensor<?x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reduce{{ +}}sum, %[[X2]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[V1:.*]] = oaml.neg %[[V0]]
// CHECK-NEXT:    return %[[X2]], %[[V1]]
func.func @sub_dynamic(%a: tensor<?x3xf32>, %b: tensor<1x3xf32>, %g: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<1x3xf32>) {
  %r:3 = oaml.vjp @f(%a, %b) cotangents(%g) {wrt = array<i64: 0, 1>} : (tensor<?x3xf32>, tensor<1x3xf32>, tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<1x3xf32>)
  return %r#1, %r#2 : tensor<?x3xf32>, tensor<1x3xf32>
}

// -----

func.func private @f(%m: tensor<4x1xi32>, %a: tensor<4x3xf32>, %b: tensor<f32>) -> tensor<4x3xf32> {
  %y = oaml.select %m, %a, %b : (tensor<4x1xi32>, tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
// CHECK-LABEL: func.func @select
// CHECK-SAME:    %[[X0:.*]]: tensor<4x1xi32>, %[[X1:.*]]: tensor<4x3xf32>, %[[X2:.*]]: tensor<f32>, %[[X3:.*]]: tensor<4x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.select %[[X0]], %[[X3]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.select %[[X0]], %[[V0]], %[[X3]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.reduce{{ +}}sum, %[[V2]] {axes = array<i64: 0, 1>}
// CHECK-NEXT:    %[[V4:.*]] = oaml.reshape %[[V3]] to []
// CHECK-NEXT:    return %[[V1]], %[[V4]]
func.func @select(%m: tensor<4x1xi32>, %a: tensor<4x3xf32>, %b: tensor<f32>, %g: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<f32>) {
  %r:3 = oaml.vjp @f(%m, %a, %b) cotangents(%g) {wrt = array<i64: 1, 2>} : (tensor<4x1xi32>, tensor<4x3xf32>, tensor<f32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>)
  return %r#1, %r#2 : tensor<4x3xf32>, tensor<f32>
}

// -----

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf16> {
  %y = oaml.cast %x {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
  return %y : tensor<4xf16>
}
// CHECK-LABEL: func.func @cast
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf16>
// CHECK-NEXT:    %[[V0:.*]] = oaml.cast %[[X1]] {dtype = f32}
// CHECK-NEXT:    return %[[V0]]
func.func @cast(%x: tensor<4xf32>, %g: tensor<4xf16>) -> tensor<4xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = oaml.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %z = oaml.gelu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y, %z : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @relu
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>, %[[X2:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.relu %[[X0]]
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<1.000000e+01> : tensor<f32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.compare{{ +}}gt, %[[X0]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.constant dense<-1.000000e+01> : tensor<f32>
// CHECK-NEXT:    %[[V4:.*]] = oaml.compare{{ +}}lt, %[[X0]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.select %[[V4]], %[[V3]], %[[X0]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.select %[[V2]], %[[V1]], %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.mul %[[V6]], %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.constant dense<0.0356774069> : tensor<f32>
// CHECK-NEXT:    %[[V9:.*]] = oaml.mul %[[V7]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.constant dense<0.797884583> : tensor<f32>
// CHECK-NEXT:    %[[V11:.*]] = oaml.add %[[V9]], %[[V10]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.mul %[[V6]], %[[V11]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.tanh %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.mul %[[V13]], %[[V13]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V16:.*]] = oaml.sub %[[V15]], %[[V14]]
// CHECK-NEXT:    %[[V17:.*]] = oaml.mul %[[V6]], %[[V16]]
// CHECK-NEXT:    %[[V18:.*]] = oaml.constant dense<0.0535161123> : tensor<f32>
// CHECK-NEXT:    %[[V19:.*]] = oaml.mul %[[V7]], %[[V18]]
// CHECK-NEXT:    %[[V20:.*]] = oaml.constant dense<0.398942292> : tensor<f32>
// CHECK-NEXT:    %[[V21:.*]] = oaml.add %[[V19]], %[[V20]]
// CHECK-NEXT:    %[[V22:.*]] = oaml.mul %[[V17]], %[[V21]]
// CHECK-NEXT:    %[[V23:.*]] = oaml.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V24:.*]] = oaml.mul %[[V13]], %[[V23]]
// CHECK-NEXT:    %[[V25:.*]] = oaml.add %[[V24]], %[[V23]]
// CHECK-NEXT:    %[[V26:.*]] = oaml.add %[[V25]], %[[V22]]
// CHECK-NEXT:    %[[V27:.*]] = oaml.mul %[[X2]], %[[V26]]
// CHECK-NEXT:    %[[V28:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V29:.*]] = oaml.compare{{ +}}le, %[[V0]], %[[V28]]
// CHECK-NEXT:    %[[V30:.*]] = oaml.select %[[V29]], %[[V28]], %[[X1]]
// CHECK-NEXT:    %[[V31:.*]] = oaml.add %[[V27]], %[[V30]]
// CHECK-NEXT:    return %[[V31]]
func.func @relu(%x: tensor<4xf32>, %g: tensor<4xf32>, %h: tensor<4xf32>) -> tensor<4xf32> {
  %r:3 = oaml.vjp @f(%x) cotangents(%g, %h) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %r#2 : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<?x3xf32>) -> (tensor<1x3xf32>, tensor<?x1xf32>) {
  %y = oaml.reduce sum, %x {axes = array<i64: 0>} : (tensor<?x3xf32>) -> tensor<1x3xf32>
  %z = oaml.reduce max, %x {axes = array<i64: 1>} : (tensor<?x3xf32>) -> tensor<?x1xf32>
  return %y, %z : tensor<1x3xf32>, tensor<?x1xf32>
}
// CHECK-LABEL: func.func @reduce
// CHECK-SAME:    %[[X0:.*]]: tensor<?x3xf32>, %[[X1:.*]]: tensor<1x3xf32>, %[[X2:.*]]: tensor<?x1xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reduce{{ +}}max, %[[X0]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V1:.*]] = oaml.compare{{ +}}eq, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:.*]] = oaml.select %[[V1]], %[[X2]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.add %[[V3]], %[[X1]]
// CHECK-NEXT:    return %[[V4]]
func.func @reduce(%x: tensor<?x3xf32>, %g: tensor<1x3xf32>, %h: tensor<?x1xf32>) -> tensor<?x3xf32> {
  %r:3 = oaml.vjp @f(%x) cotangents(%g, %h) {wrt = array<i64: 0>} : (tensor<?x3xf32>, tensor<1x3xf32>, tensor<?x1xf32>) -> (tensor<1x3xf32>, tensor<?x1xf32>, tensor<?x3xf32>)
  return %r#2 : tensor<?x3xf32>
}

// -----

func.func private @f(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %y = oaml.softmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
// CHECK-LABEL: func.func @softmax
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3xf32>, %[[X1:.*]]: tensor<4x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.softmax %[[X0]] {axis = 1 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.mul %[[X1]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.reduce{{ +}}sum, %[[V1]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V3:.*]] = oaml.sub %[[X1]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.mul %[[V0]], %[[V3]]
// CHECK-NEXT:    return %[[V4]]
func.func @softmax(%x: tensor<4x3xf32>, %g: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return %r#1 : tensor<4x3xf32>
}

// -----

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
func.func private @f(%a: tensor<2x4x8xf32>, %b: tensor<3x8xf32>) -> tensor<2x4x3xf32> {
  %y = oaml.matmul_nt %a, %b : (tensor<2x4x8xf32>, tensor<3x8xf32>) -> tensor<2x4x3xf32>
  return %y : tensor<2x4x3xf32>
}
// CHECK-LABEL: func.func @matmul_nt
// CHECK-SAME:    %[[X0:.*]]: tensor<2x4x8xf32>, %[[X1:.*]]: tensor<3x8xf32>, %[[X2:.*]]: tensor<2x4x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.contraction %[[X2]], %[[X1]] {indexing_maps = [#[[MAP]], #[[MAP1]], #[[MAP2]]]}
// CHECK-NEXT:    %[[V1:.*]] = oaml.contraction %[[X2]], %[[X0]] {indexing_maps = [#[[MAP]], #[[MAP2]], #[[MAP1]]]}
// CHECK-NEXT:    return %[[V0]], %[[V1]]
func.func @matmul_nt(%a: tensor<2x4x8xf32>, %b: tensor<3x8xf32>, %g: tensor<2x4x3xf32>) -> (tensor<2x4x8xf32>, tensor<3x8xf32>) {
  %r:3 = oaml.vjp @f(%a, %b) cotangents(%g) {wrt = array<i64: 0, 1>} : (tensor<2x4x8xf32>, tensor<3x8xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<2x4x8xf32>, tensor<3x8xf32>)
  return %r#1, %r#2 : tensor<2x4x8xf32>, tensor<3x8xf32>
}

// -----

func.func private @f(%x: tensor<?x3xf32>, %e: tensor<?xf32>) -> tensor<?x3xf32> {
  %n = oaml.dim %e {axis = 0} : tensor<?xf32>
  %y = oaml.slice %x end(%n) {axis = 0, start = 1, end = -9223372036854775808} : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
// CHECK-LABEL: func.func @slice
// CHECK-SAME:    %[[X0:.*]]: tensor<?x3xf32>, %[[X1:.*]]: tensor<?xf32>, %[[X2:.*]]: tensor<?x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.dim %[[X1]] {axis = 0 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.dim %[[X0]] {axis = 0 : i64}
// CHECK-NEXT:    %[[V2:.*]] = arith.subi %[[V1]], %[[V0]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.pad %[[X2]] low [1, 0] high [%[[V2]], 0]
// CHECK-NEXT:    return %[[V3]]
func.func @slice(%x: tensor<?x3xf32>, %e: tensor<?xf32>, %g: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %r:2 = oaml.vjp @f(%x, %e) cotangents(%g) {wrt = array<i64: 0>} : (tensor<?x3xf32>, tensor<?xf32>, tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>)
  return %r#1 : tensor<?x3xf32>
}

// -----

func.func private @f(%x: tensor<4x3xf32>) -> tensor<6x3xf32> {
  %y = oaml.pad %x low [2, 0] high [0, 0] {value = 1.0} : (tensor<4x3xf32>) -> tensor<6x3xf32>
  return %y : tensor<6x3xf32>
}
// CHECK-LABEL: func.func @pad
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3xf32>, %[[X1:.*]]: tensor<6x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.slice %[[X1]] {axis = 0 : i64, end = 6 : i64, start = 2 : i64}
// CHECK-NEXT:    return %[[V0]]
func.func @pad(%x: tensor<4x3xf32>, %g: tensor<6x3xf32>) -> tensor<4x3xf32> {
  %r:2 = oaml.vjp @f(%x) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4x3xf32>, tensor<6x3xf32>) -> (tensor<6x3xf32>, tensor<4x3xf32>)
  return %r#1 : tensor<4x3xf32>
}

// -----

func.func private @f(%x: tensor<1x3xf32>, %e: tensor<?xf32>) -> (tensor<2x?x3xf32>, tensor<3x1xf32>, tensor<3xf32>) {
  %n = oaml.dim %e {axis = 0} : tensor<?xf32>
  %b = oaml.broadcast_to %x to [2, %n, 3] : (tensor<1x3xf32>, index) -> tensor<2x?x3xf32>
  %t = oaml.transpose %x {axis0 = 0, axis1 = 1} : (tensor<1x3xf32>) -> tensor<3x1xf32>
  %r = oaml.reshape %x to [3] : (tensor<1x3xf32>) -> tensor<3xf32>
  return %b, %t, %r : tensor<2x?x3xf32>, tensor<3x1xf32>, tensor<3xf32>
}
// CHECK-LABEL: func.func @movement
// CHECK-SAME:    %[[X0:.*]]: tensor<1x3xf32>, %[[X1:.*]]: tensor<?xf32>, %[[X2:.*]]: tensor<2x?x3xf32>, %[[X3:.*]]: tensor<3x1xf32>, %[[X4:.*]]: tensor<3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.dim %[[X1]] {axis = 0 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.reshape %[[X4]] to [1, 3]
// CHECK-NEXT:    %[[V2:.*]] = oaml.transpose %[[X3]] {axis0 = 0 : i64, axis1 = 1 : i64}
// CHECK-NEXT:    %[[V3:.*]] = oaml.add %[[V1]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.reduce{{ +}}sum, %[[X2]] {axes = array<i64: 0, 1>}
// CHECK-NEXT:    %[[V5:.*]] = oaml.reshape %[[V4]] to [1, 3]
// CHECK-NEXT:    %[[V6:.*]] = oaml.add %[[V3]], %[[V5]]
// CHECK-NEXT:    return %[[V6]]
func.func @movement(%x: tensor<1x3xf32>, %e: tensor<?xf32>, %g: tensor<2x?x3xf32>, %h: tensor<3x1xf32>, %i: tensor<3xf32>) -> tensor<1x3xf32> {
  %r:4 = oaml.vjp @f(%x, %e) cotangents(%g, %h, %i) {wrt = array<i64: 0>} : (tensor<1x3xf32>, tensor<?xf32>, tensor<2x?x3xf32>, tensor<3x1xf32>, tensor<3xf32>) -> (tensor<2x?x3xf32>, tensor<3x1xf32>, tensor<3xf32>, tensor<1x3xf32>)
  return %r#3 : tensor<1x3xf32>
}

// -----

func.func private @f(%x: tensor<?x10xf16>, %t: tensor<?xui8>) -> tensor<1xf32> {
  %y = oaml.cross_entropy %x, %t : (tensor<?x10xf16>, tensor<?xui8>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
// CHECK-LABEL: func.func @cross_entropy
// CHECK-SAME:    %[[X0:.*]]: tensor<?x10xf16>, %[[X1:.*]]: tensor<?xui8>
// CHECK-NEXT:    %[[V0:.*]] = oaml.dim %[[X0]] {axis = 0 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.cast %[[X0]] {dtype = f32}
// CHECK-NEXT:    %[[V2:.*]] = oaml.reduce{{ +}}max_number, %[[V1]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V3:.*]] = oaml.sub %[[V1]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.exp %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.reduce{{ +}}sum, %[[V4]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V6:.*]] = oaml.cast %[[X1]] {dtype = i32}
// CHECK-NEXT:    %[[V7:.*]] = oaml.reshape %[[V6]] to [%[[V0]], 1]
// CHECK-NEXT:    %[[V8:.*]] = oaml.iota [1, 10] {axis = 1 : i64}
// CHECK-NEXT:    %[[V9:.*]] = oaml.compare{{ +}}eq, %[[V8]], %[[V7]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V11:.*]] = oaml.from_index %[[V0]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.cast %[[V11]] {dtype = f32}
// CHECK-NEXT:    %[[V13:.*]] = oaml.div %[[V10]], %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.constant dense<0x7FC00000> : tensor<f32>
// CHECK-NEXT:    %[[V15:.*]] = oaml.constant dense<10> : tensor<i32>
// CHECK-NEXT:    %[[V16:.*]] = oaml.compare{{ +}}lt, %[[V7]], %[[V15]]
// CHECK-NEXT:    %[[V17:.*]] = oaml.select %[[V16]], %[[V13]], %[[V14]]
// CHECK-NEXT:    %[[V18:.*]] = oaml.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[V19:.*]] = oaml.compare{{ +}}ge, %[[V7]], %[[V18]]
// CHECK-NEXT:    %[[V20:.*]] = oaml.select %[[V19]], %[[V17]], %[[V14]]
// CHECK-NEXT:    %[[V21:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V22:.*]] = oaml.select %[[V9]], %[[V10]], %[[V21]]
// CHECK-NEXT:    %[[V23:.*]] = oaml.div %[[V4]], %[[V5]]
// CHECK-NEXT:    %[[V24:.*]] = oaml.sub %[[V23]], %[[V22]]
// CHECK-NEXT:    %[[V25:.*]] = oaml.mul %[[V24]], %[[V20]]
// CHECK-NEXT:    %[[V26:.*]] = oaml.cast %[[V25]] {dtype = f16}
// CHECK-NEXT:    return %[[V26]]
func.func @cross_entropy(%x: tensor<?x10xf16>, %t: tensor<?xui8>) -> tensor<?x10xf16> {
  %g = oaml.grad @f(%x, %t) {wrt = array<i64: 0>} : (tensor<?x10xf16>, tensor<?xui8>) -> tensor<?x10xf16>
  return %g : tensor<?x10xf16>
}
