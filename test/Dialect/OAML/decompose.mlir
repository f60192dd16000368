// RUN: oaml-opt %s --oaml-decompose --cse --split-input-file | FileCheck %s
// RUN: oaml-opt %s --oaml-decompose=keep=oaml.softmax,oaml.linear_relu --split-input-file | FileCheck %s --check-prefix=KEEP

// A NaN compares false and passes.
// CHECK-LABEL: func.func @relu
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.compare{{ +}}le, %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.select %[[V1]], %[[V0]], %[[X0]]
// CHECK-NEXT:    return %[[V2]]
func.func @relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @gelu
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf16>
// CHECK-NEXT:    %[[V0:.*]] = oaml.cast %[[X0]] {dtype = f32}
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<1.000000e+01> : tensor<f32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.compare{{ +}}gt, %[[V0]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.constant dense<-1.000000e+01> : tensor<f32>
// CHECK-NEXT:    %[[V4:.*]] = oaml.compare{{ +}}lt, %[[V0]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.select %[[V4]], %[[V3]], %[[V0]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.select %[[V2]], %[[V1]], %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.mul %[[V6]], %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.constant dense<0.0356774069> : tensor<f32>
// CHECK-NEXT:    %[[V9:.*]] = oaml.mul %[[V7]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.constant dense<0.797884583> : tensor<f32>
// CHECK-NEXT:    %[[V11:.*]] = oaml.add %[[V9]], %[[V10]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.mul %[[V6]], %[[V11]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.tanh %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V15:.*]] = oaml.mul %[[V0]], %[[V14]]
// CHECK-NEXT:    %[[V16:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V17:.*]] = oaml.add %[[V13]], %[[V16]]
// CHECK-NEXT:    %[[V18:.*]] = oaml.mul %[[V15]], %[[V17]]
// CHECK-NEXT:    %[[V19:.*]] = oaml.cast %[[V18]] {dtype = f16}
// CHECK-NEXT:    return %[[V19]]
func.func @gelu(%x: tensor<4xf16>) -> tensor<4xf16> {
  %y = oaml.gelu %x : (tensor<4xf16>) -> tensor<4xf16>
  return %y : tensor<4xf16>
}

// -----

// CHECK-LABEL: func.func @sum
// CHECK-SAME:    %[[X0:.*]]: tensor<4x1x3xf16>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reduce{{ +}}sum, %[[X0]] {axes = array<i64: 0, 2>}
// CHECK-NEXT:    %[[V1:.*]] = oaml.reshape %[[V0]] to [1]
// CHECK-NEXT:    %[[V2:.*]] = oaml.reduce{{ +}}sum, %[[X0]] {axes = array<i64: 2>}
// CHECK-NEXT:    return %[[V1]], %[[V2]], %[[X0]]
func.func @sum(%x: tensor<4x1x3xf16>) -> (tensor<1xf16>, tensor<4x1x1xf16>, tensor<4x1x3xf16>) {
  %a = oaml.sum %x : (tensor<4x1x3xf16>) -> tensor<1xf16>
  %b = oaml.sum %x {axis = 2} : (tensor<4x1x3xf16>) -> tensor<4x1x1xf16>
  %c = oaml.sum %x {axis = 1} : (tensor<4x1x3xf16>) -> tensor<4x1x3xf16>
  return %a, %b, %c : tensor<1xf16>, tensor<4x1x1xf16>, tensor<4x1x3xf16>
}

// -----

// CHECK-LABEL: func.func @mean
// CHECK-SAME:    %[[X0:.*]]: tensor<?x3x?xbf16>
// CHECK-NEXT:    %[[V0:.*]] = oaml.cast %[[X0]] {dtype = f32}
// CHECK-NEXT:    %[[V1:.*]] = oaml.reduce{{ +}}sum, %[[V0]] {axes = array<i64: 0, 1, 2>}
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:.*]] = oaml.dim %[[X0]] {axis = 0 : i64}
// CHECK-NEXT:    %[[V4:.*]] = oaml.from_index %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.dim %[[X0]] {axis = 2 : i64}
// CHECK-NEXT:    %[[V6:.*]] = oaml.from_index %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.mul %[[V4]], %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.constant dense<3> : tensor<i32>
// CHECK-NEXT:    %[[V9:.*]] = oaml.mul %[[V7]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.cast %[[V9]] {dtype = f32}
// CHECK-NEXT:    %[[V11:.*]] = oaml.div %[[V2]], %[[V10]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.mul %[[V1]], %[[V11]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.cast %[[V12]] {dtype = bf16}
// CHECK-NEXT:    %[[V14:.*]] = oaml.reshape %[[V13]] to [1]
// CHECK-NEXT:    return %[[V14]]
func.func @mean(%x: tensor<?x3x?xbf16>) -> tensor<1xbf16> {
  %y = oaml.mean %x : (tensor<?x3x?xbf16>) -> tensor<1xbf16>
  return %y : tensor<1xbf16>
}

// -----

// CHECK-LABEL: func.func @max
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reduce{{ +}}max, %[[X0]] {axes = array<i64: 0, 1>}
// CHECK-NEXT:    %[[V1:.*]] = oaml.reshape %[[V0]] to [1]
// CHECK-NEXT:    %[[V2:.*]] = oaml.reduce{{ +}}max, %[[X0]] {axes = array<i64: 1>}
// CHECK-NEXT:    return %[[V1]], %[[V2]]
func.func @max(%x: tensor<4x3xf32>) -> (tensor<1xf32>, tensor<4x1xf32>) {
  %a = oaml.max %x : (tensor<4x3xf32>) -> tensor<1xf32>
  %b = oaml.max %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return %a, %b : tensor<1xf32>, tensor<4x1xf32>
}

// -----

// KEEP-LABEL: func.func @softmax
// KEEP-NEXT:    oaml.softmax
// CHECK-LABEL: func.func @softmax
// CHECK-SAME:    %[[X0:.*]]: tensor<4x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reduce{{ +}}max_number, %[[X0]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V1:.*]] = oaml.sub %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.exp %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.reduce{{ +}}sum, %[[V2]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V4:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:.*]] = oaml.div %[[V4]], %[[V3]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.mul %[[V2]], %[[V5]]
// CHECK-NEXT:    return %[[V6]]
func.func @softmax(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %y = oaml.softmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----
// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @matmul_nt
// CHECK-SAME:    %[[X0:.*]]: tensor<?x4x8xf32>, %[[X1:.*]]: tensor<3x8xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.contraction %[[X0]], %[[X1]] {indexing_maps = [#[[MAP]], #[[MAP1]], #[[MAP2]]]}
// CHECK-NEXT:    return %[[V0]]
func.func @matmul_nt(%a: tensor<?x4x8xf32>, %b: tensor<3x8xf32>) -> tensor<?x4x3xf32> {
  %y = oaml.matmul_nt %a, %b : (tensor<?x4x8xf32>, tensor<3x8xf32>) -> tensor<?x4x3xf32>
  return %y : tensor<?x4x3xf32>
}

// -----
// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>

// CHECK-LABEL: func.func @bmm
// CHECK-SAME:    %[[X0:.*]]: tensor<2x4x8xf32>, %[[X1:.*]]: tensor<2x8x3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.contraction %[[X0]], %[[X1]] {indexing_maps = [#[[MAP]], #[[MAP1]], #[[MAP2]]]}
// CHECK-NEXT:    return %[[V0]]
func.func @bmm(%a: tensor<2x4x8xf32>, %b: tensor<2x8x3xf32>) -> tensor<2x4x3xf32> {
  %y = oaml.bmm %a, %b : (tensor<2x4x8xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
  return %y : tensor<2x4x3xf32>
}

// -----
// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>

// CHECK-LABEL: func.func @linear
// CHECK-SAME:    %[[X0:.*]]: tensor<4x8xf32>, %[[X1:.*]]: tensor<3x8xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.contraction %[[X0]], %[[X1]] {indexing_maps = [#[[MAP]], #[[MAP1]], #[[MAP2]]]}
// CHECK-NEXT:    return %[[V0]]
func.func @linear(%x: tensor<4x8xf32>, %w: tensor<3x8xf32>) -> tensor<4x3xf32> {
  %y = oaml.linear %x, %w : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----
// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>

// KEEP-LABEL: func.func @linear_relu
// KEEP-NEXT:    oaml.linear_relu
// CHECK-LABEL: func.func @linear_relu
// CHECK-SAME:    %[[X0:.*]]: tensor<4x8xf32>, %[[X1:.*]]: tensor<3x8xf32>, %[[X2:.*]]: tensor<3xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.contraction %[[X0]], %[[X1]] {indexing_maps = [#[[MAP]], #[[MAP1]], #[[MAP2]]]}
// CHECK-NEXT:    %[[V1:.*]] = oaml.add %[[V0]], %[[X2]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:.*]] = oaml.compare{{ +}}le, %[[V1]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.select %[[V3]], %[[V2]], %[[V1]]
// CHECK-NEXT:    return %[[V4]]
func.func @linear_relu(%x: tensor<4x8xf32>, %w: tensor<3x8xf32>, %b: tensor<3xf32>) -> tensor<4x3xf32> {
  %y = oaml.linear_relu %x, %w, %b : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @cross_entropy
// CHECK-SAME:    %[[X0:.*]]: tensor<4x10xf32>, %[[X1:.*]]: tensor<4xi32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reduce{{ +}}max_number, %[[X0]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V1:.*]] = oaml.sub %[[X0]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.exp %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.reduce{{ +}}sum, %[[V2]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V4:.*]] = oaml.reshape %[[X1]] to [4, 1]
// CHECK-NEXT:    %[[V5:.*]] = oaml.iota [1, 10] {axis = 1 : i64}
// CHECK-NEXT:    %[[V6:.*]] = oaml.compare{{ +}}eq, %[[V5]], %[[V4]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.constant dense<2.500000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V8:.*]] = oaml.constant dense<0x7FC00000> : tensor<f32>
// CHECK-NEXT:    %[[V9:.*]] = oaml.constant dense<10> : tensor<i32>
// CHECK-NEXT:    %[[V10:.*]] = oaml.compare{{ +}}lt, %[[V4]], %[[V9]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.select %[[V10]], %[[V7]], %[[V8]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[V13:.*]] = oaml.compare{{ +}}ge, %[[V4]], %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.select %[[V13]], %[[V11]], %[[V8]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V16:.*]] = oaml.select %[[V6]], %[[V1]], %[[V15]]
// CHECK-NEXT:    %[[V17:.*]] = oaml.reduce{{ +}}sum, %[[V16]] {axes = array<i64: 1>}
// CHECK-NEXT:    %[[V18:.*]] = oaml.log %[[V3]]
// CHECK-NEXT:    %[[V19:.*]] = oaml.sub %[[V18]], %[[V17]]
// CHECK-NEXT:    %[[V20:.*]] = oaml.mul %[[V19]], %[[V14]]
// CHECK-NEXT:    %[[V21:.*]] = oaml.reduce{{ +}}sum, %[[V20]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[V22:.*]] = oaml.reshape %[[V21]] to [1]
// CHECK-NEXT:    return %[[V22]]
func.func @cross_entropy(%x: tensor<4x10xf32>, %t: tensor<4xi32>) -> tensor<1xf32> {
  %y = oaml.cross_entropy %x, %t : (tensor<4x10xf32>, tensor<4xi32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}

// -----

// CHECK-LABEL: func.func @accuracy_count
// CHECK-SAME:    %[[X0:.*]]: tensor<2x?x10xf32>, %[[X1:.*]]: tensor<?xui8>, %[[X2:.*]]: tensor<?xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.argmax %[[X0]] {axis = 2 : i64}
// CHECK-NEXT:    %[[V1:.*]] = oaml.cast %[[X1]] {dtype = i32}
// CHECK-NEXT:    %[[V2:.*]] = oaml.dim %[[X0]] {axis = 1 : i64}
// CHECK-NEXT:    %[[V3:.*]] = oaml.reshape %[[V1]] to [2, %[[V2]], 1]
// CHECK-NEXT:    %[[V4:.*]] = oaml.compare{{ +}}eq, %[[V0]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.reshape %[[X2]] to [2, %[[V2]], 1]
// CHECK-NEXT:    %[[V6:.*]] = oaml.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[V7:.*]] = oaml.select %[[V5]], %[[V4]], %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.reduce{{ +}}sum, %[[V7]] {axes = array<i64: 0, 1>}
// CHECK-NEXT:    %[[V9:.*]] = oaml.reshape %[[V8]] to [1]
// CHECK-NEXT:    return %[[V9]]
func.func @accuracy_count(%x: tensor<2x?x10xf32>, %t: tensor<?xui8>, %m: tensor<?xf32>) -> tensor<1xi32> {
  %y = oaml.accuracy_count %x, %t, %m : (tensor<2x?x10xf32>, tensor<?xui8>, tensor<?xf32>) -> tensor<1xi32>
  return %y : tensor<1xi32>
}

// -----

// With attributes everything about the scalars is computed at compile time.
// CHECK-LABEL: func.func @adamw_attributes
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>, %[[X2:.*]]: tensor<4xf32>, %[[X3:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.mul %[[X1]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.add %[[V1]], %[[X3]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.constant dense<9.990000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V4:.*]] = oaml.mul %[[X2]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.mul %[[X3]], %[[X3]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.constant dense<1.000000e-03> : tensor<f32>
// CHECK-NEXT:    %[[V7:.*]] = oaml.mul %[[V5]], %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.add %[[V4]], %[[V7]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.constant dense<1.000000e+03> : tensor<f32>
// CHECK-NEXT:    %[[V10:.*]] = oaml.mul %[[V8]], %[[V9]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.sqrt %[[V10]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.constant dense<9.99999993E-9> : tensor<f32>
// CHECK-NEXT:    %[[V13:.*]] = oaml.add %[[V11]], %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.div %[[V2]], %[[V13]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.mul %[[V6]], %[[V14]]
// CHECK-NEXT:    %[[V16:.*]] = oaml.sub %[[X0]], %[[V15]]
// CHECK-NEXT:    return %[[V16]]
func.func @adamw_attributes(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %r:3 = oaml.adamw_step %p, %m, %v, %g {lr = 0.001, beta1 = 0.0, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.0, step = 1}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @adamw_operands
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>, %[[X2:.*]]: tensor<4xf32>, %[[X3:.*]]: tensor<4xf32>, %[[X4:.*]]: tensor<1xf32>, %[[X5:.*]]: tensor<i32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.reshape %[[X4]] to []
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<0x7FC00000> : tensor<f32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:.*]] = oaml.compare{{ +}}ge, %[[V0]], %[[V2]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:.*]] = oaml.compare{{ +}}lt, %[[V0]], %[[V4]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.select %[[V5]], %[[V0]], %[[V1]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.select %[[V3]], %[[V6]], %[[V1]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.cast %[[X5]] {dtype = f32}
// CHECK-NEXT:    %[[V9:.*]] = oaml.compare{{ +}}ge, %[[V8]], %[[V4]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.select %[[V9]], %[[V8]], %[[V1]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.mul %[[X1]], %[[V7]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.sub %[[V4]], %[[V7]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.mul %[[X3]], %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.add %[[V11]], %[[V13]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.constant dense<9.990000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V16:.*]] = oaml.mul %[[X2]], %[[V15]]
// CHECK-NEXT:    %[[V17:.*]] = oaml.mul %[[X3]], %[[X3]]
// CHECK-NEXT:    %[[V18:.*]] = oaml.constant dense<1.000000e-03> : tensor<f32>
// CHECK-NEXT:    %[[V19:.*]] = oaml.mul %[[V17]], %[[V18]]
// CHECK-NEXT:    %[[V20:.*]] = oaml.add %[[V16]], %[[V19]]
// CHECK-NEXT:    %[[V21:.*]] = oaml.log %[[V7]]
// CHECK-NEXT:    %[[V22:.*]] = oaml.mul %[[V10]], %[[V21]]
// CHECK-NEXT:    %[[V23:.*]] = oaml.expm1 %[[V22]]
// CHECK-NEXT:    %[[V24:.*]] = oaml.neg %[[V23]]
// CHECK-NEXT:    %[[V25:.*]] = oaml.div %[[V18]], %[[V24]]
// CHECK-NEXT:    %[[V26:.*]] = oaml.constant dense<-0.00100050028> : tensor<f32>
// CHECK-NEXT:    %[[V27:.*]] = oaml.mul %[[V10]], %[[V26]]
// CHECK-NEXT:    %[[V28:.*]] = oaml.expm1 %[[V27]]
// CHECK-NEXT:    %[[V29:.*]] = oaml.neg %[[V28]]
// CHECK-NEXT:    %[[V30:.*]] = oaml.div %[[V4]], %[[V29]]
// CHECK-NEXT:    %[[V31:.*]] = oaml.mul %[[V20]], %[[V30]]
// CHECK-NEXT:    %[[V32:.*]] = oaml.sqrt %[[V31]]
// CHECK-NEXT:    %[[V33:.*]] = oaml.constant dense<9.99999993E-9> : tensor<f32>
// CHECK-NEXT:    %[[V34:.*]] = oaml.add %[[V32]], %[[V33]]
// CHECK-NEXT:    %[[V35:.*]] = oaml.div %[[V14]], %[[V34]]
// CHECK-NEXT:    %[[V36:.*]] = oaml.constant dense<9.99999974E-6> : tensor<f32>
// CHECK-NEXT:    %[[V37:.*]] = oaml.mul %[[V36]], %[[X0]]
// CHECK-NEXT:    %[[V38:.*]] = oaml.sub %[[X0]], %[[V37]]
// CHECK-NEXT:    %[[V39:.*]] = oaml.mul %[[V25]], %[[V35]]
// CHECK-NEXT:    %[[V40:.*]] = oaml.sub %[[V38]], %[[V39]]
// CHECK-NEXT:    return %[[V40]]
func.func @adamw_operands(%p: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>, %b: tensor<1xf32>, %t: tensor<i32>) -> tensor<4xf32> {
  %r:3 = oaml.adamw_step %p, %m, %v, %g beta1(%b) step(%t) {lr = 0.001, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @sgd
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>, %[[X2:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<0.00999999977> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.mul %[[V0]], %[[X0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.add %[[X2]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.constant dense<1.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V4:.*]] = oaml.mul %[[V3]], %[[V2]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.constant dense<0.899999976> : tensor<f32>
// CHECK-NEXT:    %[[V6:.*]] = oaml.mul %[[V5]], %[[X1]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.add %[[V6]], %[[X2]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.mul %[[V3]], %[[V7]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.sub %[[X0]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.sub %[[V9]], %[[V1]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.sub %[[X0]], %[[V4]]
// CHECK-NEXT:    return %[[V10]], %[[V7]], %[[V11]], %[[X1]]
func.func @sgd(%p: tensor<4xf32>, %b: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %r:2 = oaml.sgd_step %p, momentum(%b), %g {lr = 0.1, momentum_factor = 0.9, weight_decay = 0.01}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %s:2 = oaml.sgd_step %p, momentum(%b), %g {lr = 0.1, momentum_factor = 0.0, weight_decay = 0.01}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1, %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @sgd_momentum_operand
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<4xf32>, %[[X2:.*]]: tensor<4xf32>, %[[X3:.*]]: tensor<f32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<0x7FC00000> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.compare{{ +}}ge, %[[X3]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:.*]] = oaml.compare{{ +}}lt, %[[X3]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.select %[[V4]], %[[X3]], %[[V0]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.select %[[V2]], %[[V5]], %[[V0]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.constant dense<1.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V8:.*]] = oaml.mul %[[V7]], %[[X2]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.sub %[[X0]], %[[V8]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.mul %[[V6]], %[[X1]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.add %[[V10]], %[[X2]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.mul %[[V7]], %[[V11]]
// CHECK-NEXT:    %[[V13:.*]] = oaml.sub %[[X0]], %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.compare{{ +}}eq, %[[V6]], %[[V1]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.select %[[V14]], %[[V9]], %[[V13]]
// CHECK-NEXT:    %[[V16:.*]] = oaml.select %[[V14]], %[[X1]], %[[V11]]
// CHECK-NEXT:    return %[[V15]], %[[V16]]
func.func @sgd_momentum_operand(%p: tensor<4xf32>, %b: tensor<4xf32>, %g: tensor<4xf32>, %mu: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = oaml.sgd_step %p, momentum(%b), %g momentum_factor(%mu) {lr = 0.1, weight_decay = 0.0}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @rand_xavier
// CHECK-SAME:    %[[X0:.*]]: tensor<i32>, %[[X1:.*]]: index
// CHECK-NEXT:    %[[V0:.*]] = oaml.philox_uniform [8, 4] seed(%[[X0]]) {high = 5.000000e-01
// CHECK-NEXT:    %[[V1:.*]] = oaml.philox_uniform [5] {high = 1.000000e-01
// CHECK-NEXT:    %[[V2:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:.*]] = oaml.from_index %[[X1]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.cast %[[V3]] {dtype = f32}
// CHECK-NEXT:    %[[V5:.*]] = oaml.div %[[V2]], %[[V4]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.sqrt %[[V5]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.neg %[[V6]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.philox_uniform [3, %[[X1]]] low(%[[V7]]) high(%[[V6]]) seed(%[[X0]])
// CHECK-NEXT:    return %[[V0]], %[[V1]], %[[V8]]
func.func @rand_xavier(%s: tensor<i32>, %n: index) -> (tensor<8x4xf32>, tensor<5xf32>, tensor<3x?xf32>) {
  %a = oaml.rand_xavier [8, 4] seed(%s) : (tensor<i32>) -> tensor<8x4xf32>
  %b = oaml.rand_xavier [5] {seed = 7} : () -> tensor<5xf32>
  %c = oaml.rand_xavier [3, %n] seed(%s) : (index, tensor<i32>) -> tensor<3x?xf32>
  return %a, %b, %c : tensor<8x4xf32>, tensor<5xf32>, tensor<3x?xf32>
}
