// RUN: oaml-opt %s | oaml-opt | FileCheck %s

// CHECK-LABEL: func @heads
func.func @heads(%x: tensor<8x12xf16>) -> tensor<8x12xf16> {
  // CHECK: oaml.split_heads %{{.*}} {batch = 2 : i64, num_heads = 3 : i64, sequence_length = 4 : i64} : (tensor<8x12xf16>) -> tensor<6x4x4xf16>
  %0 = oaml.split_heads %x {batch = 2, sequence_length = 4, num_heads = 3} : (tensor<8x12xf16>) -> tensor<6x4x4xf16>
  // CHECK: oaml.merge_heads %{{.*}} : (tensor<6x4x4xf16>) -> tensor<8x12xf16>
  %1 = oaml.merge_heads %0 {batch = 2, sequence_length = 4, num_heads = 3} : (tensor<6x4x4xf16>) -> tensor<8x12xf16>
  return %1 : tensor<8x12xf16>
}

// CHECK-LABEL: func @rotation
func.func @rotation(%x: tensor<?x8xf32>, %o: tensor<i32>) -> tensor<?x8xf32> {
  // CHECK: oaml.rope %{{.*}} position_offset(%{{.*}}) {head_dim = 4 : i64, num_heads = 2 : i64, theta_base = 1.000000e+04 : f64} : (tensor<?x8xf32>, tensor<i32>) -> tensor<?x8xf32>
  %0 = oaml.rope %x position_offset(%o) {num_heads = 2, head_dim = 4, theta_base = 1.0e4} : (tensor<?x8xf32>, tensor<i32>) -> tensor<?x8xf32>
  // CHECK: oaml.rope %{{.*}} {head_dim = 8 : i64, num_heads = 1 : i64, position_offset = 3 : i64, theta_base = 5.000000e-01 : f64}
  %1 = oaml.rope %0 {num_heads = 1, head_dim = 8, theta_base = 0.5, position_offset = 3} : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// CHECK-LABEL: func @turns
func.func @turns(%t: tensor<?x1xi32>, %w: tensor<4xi32>) -> tensor<?x4xf32> {
  // CHECK: oaml.turn_cosine %{{.*}}, %{{.*}}, %{{.*}} {quarters = 3 : i64}
  %0 = oaml.turn_cosine %t, %w, %w {quarters = 3} : (tensor<?x1xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func @attention
func.func @attention(%q: tensor<?x5x4xf32>, %k: tensor<?x5x4xf32>, %v: tensor<?x5x4xf32>, %m: tensor<5x5xf32>) -> tensor<?x5x4xf32> {
  // CHECK: oaml.scaled_dot_product_attention %{{.*}}, %{{.*}}, %{{.*}} mask(%{{.*}}) {causal = true, scale = 5.000000e-01 : f64}
  %0 = oaml.scaled_dot_product_attention %q, %k, %v mask(%m) {scale = 0.5, causal = true} : (tensor<?x5x4xf32>, tensor<?x5x4xf32>, tensor<?x5x4xf32>, tensor<5x5xf32>) -> tensor<?x5x4xf32>
  // CHECK: oaml.flash_attention_causal %{{.*}}, %{{.*}}, %{{.*}} {scale = 5.000000e-01 : f64}
  %1 = oaml.flash_attention_causal %0, %k, %v {scale = 0.5} : (tensor<?x5x4xf32>, tensor<?x5x4xf32>, tensor<?x5x4xf32>) -> tensor<?x5x4xf32>
  return %1 : tensor<?x5x4xf32>
}

// CHECK-LABEL: func @packed
func.func @packed(%q: tensor<?x8xf32>, %s: tensor<2x3x3xf32>, %m: tensor<3x3xf32>) -> (tensor<?x8xf32>, tensor<2x3x3xf32>) {
  // CHECK: oaml.scaled_dot_product_attention_causal %{{.*}}, %{{.*}}, %{{.*}} {num_heads = 2 : i64, sequence_length = 3 : i64}
  %0 = oaml.scaled_dot_product_attention_causal %q, %q, %q {sequence_length = 3, num_heads = 2} : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  // CHECK: oaml.softmax_scaled_masked %{{.*}}, %{{.*}} {scale = 1.250000e-01 : f64} : (tensor<2x3x3xf32>, tensor<3x3xf32>) -> tensor<2x3x3xf32>
  %1 = oaml.softmax_scaled_masked %s, %m {scale = 0.125} : (tensor<2x3x3xf32>, tensor<3x3xf32>) -> tensor<2x3x3xf32>
  return %0, %1 : tensor<?x8xf32>, tensor<2x3x3xf32>
}

// CHECK-LABEL: func @kernels
func.func @kernels(%q: tensor<2x?x4xf16>, %m: tensor<?x?xf16>) -> tensor<2x?x4xf16> {
  // CHECK: oaml.attention %{{.*}}, %{{.*}}, %{{.*}} mask(%{{.*}}) {causal = true, scale = 5.000000e-01 : f64} : (tensor<2x?x4xf16>, tensor<2x?x4xf16>, tensor<2x?x4xf16>, tensor<?x?xf16>) -> (tensor<2x?x4xf16>, tensor<2x?xf32>)
  %y, %l = oaml.attention %q, %q, %q mask(%m) {scale = 0.5, causal = true} : (tensor<2x?x4xf16>, tensor<2x?x4xf16>, tensor<2x?x4xf16>, tensor<?x?xf16>) -> (tensor<2x?x4xf16>, tensor<2x?xf32>)
  // CHECK: oaml.attention_backward %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {causal = false, scale = 5.000000e-01 : f64}
  %a, %b, %c = oaml.attention_backward %q, %q, %q, %y, %l, %l {scale = 0.5, causal = false} : (tensor<2x?x4xf16>, tensor<2x?x4xf16>, tensor<2x?x4xf16>, tensor<2x?x4xf16>, tensor<2x?xf32>, tensor<2x?xf32>) -> (tensor<2x?x4xf16>, tensor<2x?x4xf16>, tensor<2x?x4xf16>)
  return %c : tensor<2x?x4xf16>
}
