// RUN: oaml-opt %s --oaml-differentiate --oaml-decompose --oaml-simplify \
// RUN:   | FileCheck %s --implicit-check-not=oaml.broadcast_to --implicit-check-not=oaml.transpose

// A whole training step of a digit classifier. Nothing in it is there twice or for
// nothing: three contractions forward, five backward (none for the images), all
// by maps alone; one reduction per bias; softmax of the loss shared with its
// adjoint; scalars of the optimizer formed once.

func.func private @loss(%w1: tensor<128x64xf32>, %b1: tensor<128xf32>,
    %w2: tensor<64x128xf32>, %b2: tensor<64xf32>, %w3: tensor<10x64xf32>,
    %b3: tensor<10xf32>, %x: tensor<32x64xf32>, %t: tensor<32xi32>)
    -> (tensor<1xf32>, tensor<1xi32>) {
  %h1 = oaml.linear_relu %x, %w1, %b1 : (tensor<32x64xf32>, tensor<128x64xf32>, tensor<128xf32>) -> tensor<32x128xf32>
  %h2 = oaml.linear_relu %h1, %w2, %b2 : (tensor<32x128xf32>, tensor<64x128xf32>, tensor<64xf32>) -> tensor<32x64xf32>
  %l = oaml.linear %h2, %w3, %b3 : (tensor<32x64xf32>, tensor<10x64xf32>, tensor<10xf32>) -> tensor<32x10xf32>
  %loss = oaml.cross_entropy %l, %t : (tensor<32x10xf32>, tensor<32xi32>) -> tensor<1xf32>
  %hits = oaml.accuracy_count %l, %t : (tensor<32x10xf32>, tensor<32xi32>) -> tensor<1xi32>
  return %loss, %hits : tensor<1xf32>, tensor<1xi32>
}

// CHECK-DAG: #[[MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>

// CHECK-LABEL: func.func @step(
// CHECK-SAME:    %[[W1:[a-z0-9]+]]: tensor<128x64xf32>, %[[B1:[a-z0-9]+]]: tensor<128xf32>,
// CHECK-SAME:    %[[W2:[a-z0-9]+]]: tensor<64x128xf32>, %[[B2:[a-z0-9]+]]: tensor<64xf32>,
// CHECK-SAME:    %[[W3:[a-z0-9]+]]: tensor<10x64xf32>, %[[B3:[a-z0-9]+]]: tensor<10xf32>,
// CHECK-SAME:    %[[M1:[a-z0-9]+]]: tensor<128x64xf32>, %[[V1:[a-z0-9]+]]: tensor<128x64xf32>,
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<32x64xf32>, %[[T:[a-z0-9]+]]: tensor<32xi32>
// CHECK:         %[[P1:.*]] = oaml.contraction %[[X]], %[[W1]] {indexing_maps = [#[[MK]], #[[NK]], #[[MN]]]}
// CHECK-NEXT:    %[[A1:.*]] = oaml.add %[[P1]], %[[B1]]
// CHECK-NEXT:    oaml.compare{{ +}}le, %[[A1]]
// CHECK-NEXT:    %[[H1:.*]] = oaml.select {{.*}}%[[A1]]
// CHECK-NEXT:    %[[P2:.*]] = oaml.contraction %[[H1]], %[[W2]] {indexing_maps = [#[[MK]], #[[NK]], #[[MN]]]}
// CHECK-NEXT:    %[[A2:.*]] = oaml.add %[[P2]], %[[B2]]
// CHECK-NEXT:    oaml.compare{{ +}}le, %[[A2]]
// CHECK-NEXT:    %[[H2:.*]] = oaml.select {{.*}}%[[A2]]
// CHECK-NEXT:    %[[P3:.*]] = oaml.contraction %[[H2]], %[[W3]] {indexing_maps = [#[[MK]], #[[NK]], #[[MN]]]}
// CHECK-NEXT:    %[[L:.*]] = oaml.add %[[P3]], %[[B3]]
// CHECK-NEXT:    %[[MAX:.*]] = oaml.reduce{{ +}}max_number, %[[L]]
// CHECK-NEXT:    %[[Z:.*]] = oaml.sub %[[L]], %[[MAX]]
// CHECK-NEXT:    %[[E:.*]] = oaml.exp %[[Z]]
// CHECK-NEXT:    %[[S:.*]] = oaml.reduce{{ +}}sum, %[[E]]
// CHECK-NOT:     oaml.exp
// CHECK:         %[[LOSS:.*]] = oaml.reshape {{.*}} -> tensor<1xf32>
// CHECK:         oaml.argmax %[[L]]
// CHECK:         %[[SOFTMAX:.*]] = oaml.div %[[E]], %[[S]]
// CHECK-NEXT:    %[[D:.*]] = oaml.sub %[[SOFTMAX]]
// CHECK-NEXT:    %[[G3:.*]] = oaml.mul %[[D]]
// CHECK-NEXT:    %[[R3:.*]] = oaml.reduce{{ +}}sum, %[[G3]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[GB3:.*]] = oaml.reshape %[[R3]] to [10]
// CHECK-NEXT:    %[[GH2:.*]] = oaml.contraction %[[G3]], %[[W3]] {indexing_maps = [#[[MN]], #[[NK]], #[[MK]]]}
// CHECK-NEXT:    %[[GW3:.*]] = oaml.contraction %[[G3]], %[[H2]] {indexing_maps = [#[[MN]], #[[MK]], #[[NK]]]}
// CHECK-NEXT:    %[[OFF2:.*]] = oaml.compare{{ +}}le, %[[H2]]
// CHECK-NEXT:    %[[G2:.*]] = oaml.select %[[OFF2]], %{{.*}}, %[[GH2]]
// CHECK-NEXT:    %[[R2:.*]] = oaml.reduce{{ +}}sum, %[[G2]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[GB2:.*]] = oaml.reshape %[[R2]] to [64]
// CHECK-NEXT:    %[[GH1:.*]] = oaml.contraction %[[G2]], %[[W2]] {indexing_maps = [#[[MN]], #[[NK]], #[[MK]]]}
// CHECK-NEXT:    %[[GW2:.*]] = oaml.contraction %[[G2]], %[[H1]] {indexing_maps = [#[[MN]], #[[MK]], #[[NK]]]}
// CHECK-NEXT:    %[[OFF1:.*]] = oaml.compare{{ +}}le, %[[H1]]
// CHECK-NEXT:    %[[G1:.*]] = oaml.select %[[OFF1]], %{{.*}}, %[[GH1]]
// CHECK-NEXT:    %[[R1:.*]] = oaml.reduce{{ +}}sum, %[[G1]] {axes = array<i64: 0>}
// CHECK-NEXT:    %[[GB1:.*]] = oaml.reshape %[[R1]] to [128]
// CHECK-NEXT:    %[[GW1:.*]] = oaml.contraction %[[G1]], %[[X]] {indexing_maps = [#[[MN]], #[[MK]], #[[NK]]]}
// CHECK-NOT:     oaml.contraction
// CHECK-COUNT-2: oaml.expm1 {{.*}} -> tensor<f32>
// CHECK-NOT:     oaml.expm1
// CHECK:         %[[NEW:.*]] = oaml.sub {{.*}} -> tensor<128x64xf32>
// CHECK:         return %{{.*}}, %{{.*}}, %{{.*}}, %[[GB1]], %[[GW2]], %[[GB2]], %[[GW3]], %[[GB3]], %[[LOSS]]
func.func @step(%w1: tensor<128x64xf32>, %b1: tensor<128xf32>,
    %w2: tensor<64x128xf32>, %b2: tensor<64xf32>, %w3: tensor<10x64xf32>,
    %b3: tensor<10xf32>, %m: tensor<128x64xf32>, %v: tensor<128x64xf32>,
    %x: tensor<32x64xf32>, %t: tensor<32xi32>, %lr: tensor<f32>, %n: tensor<i32>)
    -> (tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>,
        tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>, tensor<10x64xf32>,
        tensor<10xf32>, tensor<1xf32>, tensor<1xi32>) {
  %loss, %hits, %gw1, %gb1, %gw2, %gb2, %gw3, %gb3 = oaml.value_and_grad
      @loss(%w1, %b1, %w2, %b2, %w3, %b3, %x, %t) {wrt = array<i64: 0, 1, 2, 3, 4, 5>}
      : (tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
         tensor<10x64xf32>, tensor<10xf32>, tensor<32x64xf32>, tensor<32xi32>)
      -> (tensor<1xf32>, tensor<1xi32>, tensor<128x64xf32>, tensor<128xf32>,
          tensor<64x128xf32>, tensor<64xf32>, tensor<10x64xf32>, tensor<10xf32>)
  %p1, %m1, %v1 = oaml.adamw_step %w1, %m, %v, %gw1 lr(%lr) step(%n)
      {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01}
      : (tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>,
         tensor<128x64xf32>, tensor<f32>, tensor<i32>)
      -> (tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>)
  return %p1, %m1, %v1, %gb1, %gw2, %gb2, %gw3, %gb3, %loss, %hits
      : tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>,
        tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>, tensor<10x64xf32>,
        tensor<10xf32>, tensor<1xf32>, tensor<1xi32>
}
