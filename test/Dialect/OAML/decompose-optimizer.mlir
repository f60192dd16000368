// RUN: oaml-opt %s --oaml-decompose --cse --split-input-file | FileCheck %s

// More rows than columns: the Gram matrix is that of the columns.
// CHECK-LABEL: func.func @muon_tall
// CHECK-SAME:    %[[X0:.*]]: tensor<5x2xf32>, %[[X1:.*]]: tensor<5x2xf32>, %[[X2:.*]]: tensor<5x2xf32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.mul %[[X2]], %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = oaml.mul %[[X1]], %[[V0]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.add %[[V2]], %[[V1]]
// CHECK-NEXT:    %[[V4:.*]] = oaml.mul %[[V3]], %[[V0]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.add %[[V1]], %[[V4]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.constant dense<5.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V7:.*]] = oaml.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V8:.*]] = oaml.compare{{ +}}gt, %[[V6]], %[[V7]]
// CHECK-NEXT:    %[[V9:.*]] = oaml.select %[[V8]], %[[V6]], %[[V7]]
// CHECK-NEXT:    %[[V10:.*]] = oaml.constant dense<9.99999993E-9> : tensor<f32>
// CHECK-NEXT:    %[[V11:.*]] = oaml.mul %[[V5]], %[[V5]]
// CHECK-NEXT:    %[[V12:.*]] = oaml.reduce{{ +}}sum, %[[V11]] {axes = array<i64: 0, 1>}
// CHECK-NEXT:    %[[V13:.*]] = oaml.add %[[V12]], %[[V10]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.sqrt %[[V13]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.div %[[V5]], %[[V14]]
// CHECK-NEXT:    %[[V16:.*]] = oaml.contraction %[[V15]], %[[V15]] {indexing_maps = [#map, #map1, #map2]}
// CHECK-NEXT:    %[[V17:.*]] = oaml.constant dense<-4.775000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V18:.*]] = oaml.mul %[[V16]], %[[V17]]
// CHECK-NEXT:    %[[V19:.*]] = oaml.contraction %[[V16]], %[[V16]] {indexing_maps = [#map, #map2, #map1]}
// CHECK-NEXT:    %[[V20:.*]] = oaml.constant dense<2.031500e+00> : tensor<f32>
// CHECK-NEXT:    %[[V21:.*]] = oaml.mul %[[V19]], %[[V20]]
// CHECK-NEXT:    %[[V22:.*]] = oaml.add %[[V18]], %[[V21]]
// CHECK-NEXT:    %[[V23:.*]] = oaml.contraction %[[V15]], %[[V22]] {indexing_maps = [#map, #map2, #map1]}
// CHECK-NEXT:    %[[V24:.*]] = oaml.constant dense<3.444500e+00> : tensor<f32>
// CHECK-NEXT:    %[[V25:.*]] = oaml.mul %[[V15]], %[[V24]]
// CHECK-NEXT:    %[[V26:.*]] = oaml.add %[[V25]], %[[V23]]
// CHECK-NEXT:    %[[V27:.*]] = oaml.sqrt %[[V9]]
// CHECK-NEXT:    %[[V28:.*]] = oaml.constant dense<2.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V29:.*]] = oaml.mul %[[V27]], %[[V28]]
// CHECK-NEXT:    %[[V30:.*]] = oaml.mul %[[V26]], %[[V29]]
// CHECK-NEXT:    %[[V31:.*]] = oaml.constant dense<2.500000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V32:.*]] = oaml.mul %[[V31]], %[[V30]]
// CHECK-NEXT:    %[[V33:.*]] = oaml.sub %[[X0]], %[[V32]]
// CHECK-NEXT:    return %[[V33]], %[[V3]]
func.func @muon_tall(%p: tensor<5x2xf32>, %b: tensor<5x2xf32>, %g: tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>) {
  %q, %c = oaml.muon_step %p, %b, %g {lr = 0.25, beta = 0.5, weight_decay = 0.0, epsilon = 1.0e-8, iterations = 1} : (tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>)
  return %q, %c : tensor<5x2xf32>, tensor<5x2xf32>
}

// -----

// An operand outside its range is NaN, and so is the factor.
// CHECK-LABEL: func.func @clip_grad_norm
// CHECK-SAME:    %[[X0:.*]]: tensor<4xf32>, %[[X1:.*]]: tensor<2x3xf32>, %[[X2:.*]]: tensor<f32>
// CHECK-NEXT:    %[[V0:.*]] = oaml.constant dense<0x7FC00000> : tensor<f32>
// CHECK-NEXT:    %[[V1:.*]] = oaml.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:.*]] = oaml.compare{{ +}}gt, %[[X2]], %[[V1]]
// CHECK-NEXT:    %[[V3:.*]] = oaml.constant dense<3.40282347E+38> : tensor<f32>
// CHECK-NEXT:    %[[V4:.*]] = oaml.compare{{ +}}le, %[[X2]], %[[V3]]
// CHECK-NEXT:    %[[V5:.*]] = oaml.select %[[V4]], %[[X2]], %[[V0]]
// CHECK-NEXT:    %[[V6:.*]] = oaml.select %[[V2]], %[[V5]], %[[V0]]
// CHECK-NEXT:    %[[V7:.*]] = oaml.mul %[[X0]], %[[X0]]
// CHECK-NEXT:    %[[V8:.*]] = oaml.reduce{{ +}}sum, %[[V7]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[V9:.*]] = oaml.reshape %[[V8]] to []
// CHECK-NEXT:    %[[V10:.*]] = oaml.mul %[[X1]], %[[X1]]
// CHECK-NEXT:    %[[V11:.*]] = oaml.reduce{{ +}}sum, %[[V10]] {axes = array<i64: 0, 1>}
// CHECK-NEXT:    %[[V12:.*]] = oaml.reshape %[[V11]] to []
// CHECK-NEXT:    %[[V13:.*]] = oaml.add %[[V9]], %[[V12]]
// CHECK-NEXT:    %[[V14:.*]] = oaml.sqrt %[[V13]]
// CHECK-NEXT:    %[[V15:.*]] = oaml.compare{{ +}}gt, %[[V14]], %[[V6]]
// CHECK-NEXT:    %[[V16:.*]] = oaml.div %[[V6]], %[[V14]]
// CHECK-NEXT:    %[[V17:.*]] = oaml.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V18:.*]] = oaml.select %[[V15]], %[[V16]], %[[V17]]
// CHECK-NEXT:    %[[V19:.*]] = oaml.compare{{ +}}eq, %[[V6]], %[[V6]]
// CHECK-NEXT:    %[[V20:.*]] = oaml.select %[[V19]], %[[V18]], %[[V6]]
// CHECK-NEXT:    %[[V21:.*]] = oaml.mul %[[X0]], %[[V20]]
// CHECK-NEXT:    %[[V22:.*]] = oaml.mul %[[X1]], %[[V20]]
// CHECK-NEXT:    return %[[V21]], %[[V22]]
func.func @clip_grad_norm(%g: tensor<4xf32>, %h: tensor<2x3xf32>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<2x3xf32>) {
  %a, %b = oaml.clip_grad_norm %g, %h max_norm(%s) : (tensor<4xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<2x3xf32>)
  return %a, %b : tensor<4xf32>, tensor<2x3xf32>
}
