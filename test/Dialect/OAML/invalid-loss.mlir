// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @mse_shapes(%a: tensor<4x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.mse' op requires one shape for prediction and target, found ranks 2 and 1}}
  %0 = oaml.mse %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @l1_shapes(%a: tensor<4x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.l1' op requires one shape for prediction and target, found ranks 2 and 1}}
  %0 = oaml.l1 %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @smooth_l1_shapes(%a: tensor<4x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.smooth_l1' op requires one shape for prediction and target, found ranks 2 and 1}}
  %0 = oaml.smooth_l1 %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @bce_shapes(%a: tensor<4x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.bce' op requires one shape for prediction and target, found ranks 2 and 1}}
  %0 = oaml.bce %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @mse_extents(%a: tensor<4x3xf32>, %b: tensor<4x2xf32>) {
  // expected-error @+1 {{'oaml.mse' op requires equal extents of prediction and target along axis 1, found 3 and 2}}
  %0 = oaml.mse %a, %b : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @mse_types(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error @+1 {{'oaml.mse' op requires one element type for prediction and target}}
  %0 = oaml.mse %a, %b : (tensor<4xf32>, tensor<4xf16>) -> tensor<1xf32>
  return
}

// -----

func.func @mse_empty(%a: tensor<0x3xf32>, %b: tensor<0x3xf32>) {
  // expected-error @+1 {{'oaml.mse' op requires elements in prediction (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.mse %a, %b : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @masked_rank(%x: tensor<4xf32>, %t: tensor<4xi32>, %m: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.masked_cross_entropy' op requires logits of rank 2, found tensor<4xf32>}}
  %0 = oaml.masked_cross_entropy %x, %t, %m {valid_count = 1} : (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @masked_targets(%x: tensor<4x3xf32>, %t: tensor<3xi32>, %m: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.masked_cross_entropy' op requires one element of targets per row of logits, found 3 and 4}}
  %0 = oaml.masked_cross_entropy %x, %t, %m {valid_count = 1} : (tensor<4x3xf32>, tensor<3xi32>, tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @masked_mask(%x: tensor<4x3xf32>, %t: tensor<4xi32>, %m: tensor<2x3xf32>) {
  // expected-error @+1 {{'oaml.masked_cross_entropy' op requires one element of mask per row of logits, found 6 and 4}}
  %0 = oaml.masked_cross_entropy %x, %t, %m {valid_count = 1} : (tensor<4x3xf32>, tensor<4xi32>, tensor<2x3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @masked_count_zero(%x: tensor<4x3xf32>, %t: tensor<4xi32>, %m: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.masked_cross_entropy' op requires 'valid_count' of at least 1, found 0}}
  %0 = oaml.masked_cross_entropy %x, %t, %m {valid_count = 0} : (tensor<4x3xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @masked_count_large(%x: tensor<4x3xf32>, %t: tensor<4xi32>, %m: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.masked_cross_entropy' op requires 'valid_count' up to the number of rows of logits, found 5 and 4}}
  %0 = oaml.masked_cross_entropy %x, %t, %m {valid_count = 5} : (tensor<4x3xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @masked_count_missing(%x: tensor<4x3xf32>, %t: tensor<4xi32>, %m: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.masked_cross_entropy' op requires 'valid_count' either as an attribute or as operand 'valid_count_value', found neither}}
  %0 = oaml.masked_cross_entropy %x, %t, %m : (tensor<4x3xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @masked_count_twice(%x: tensor<4x3xf32>, %t: tensor<4xi32>, %m: tensor<4xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'oaml.masked_cross_entropy' op requires 'valid_count' either as an attribute or as operand 'valid_count_value', found both}}
  %0 = oaml.masked_cross_entropy %x, %t, %m valid_count(%n) {valid_count = 1} : (tensor<4x3xf32>, tensor<4xi32>, tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
  return
}

// -----

func.func @masked_mse_shapes(%p: tensor<4x3xf32>, %t: tensor<4x2xf32>, %m: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.masked_mse' op requires equal extents of prediction and target along axis 1, found 3 and 2}}
  %0 = oaml.masked_mse %p, %t, %m : (tensor<4x3xf32>, tensor<4x2xf32>, tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @masked_mse_rank(%p: tensor<3xf32>, %t: tensor<3xf32>, %m: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.masked_mse' op requires a mask of at most the rank of prediction, found ranks 2 and 1}}
  %0 = oaml.masked_mse %p, %t, %m : (tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @masked_mse_grows(%p: tensor<1x3xf32>, %t: tensor<1x3xf32>, %m: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.masked_mse' op requires a mask that broadcasts to prediction along axis 0, found 1 and 4}}
  %0 = oaml.masked_mse %p, %t, %m : (tensor<1x3xf32>, tensor<1x3xf32>, tensor<4x3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @accuracy_rank(%x: tensor<4xf32>, %t: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.accuracy_count' op requires logits of rank 2 or more, found tensor<4xf32>}}
  %0 = oaml.accuracy_count %x, %t : (tensor<4xf32>, tensor<4xi32>) -> tensor<1xi32>
  return
}

// -----

func.func @accuracy_labels(%x: tensor<2x4x3xf32>, %t: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.accuracy_count' op requires one element of labels per row of logits, found 4 and 8}}
  %0 = oaml.accuracy_count %x, %t : (tensor<2x4x3xf32>, tensor<4xi32>) -> tensor<1xi32>
  return
}

// -----

func.func @accuracy_mask(%x: tensor<4x3xf32>, %t: tensor<4xi32>, %m: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.accuracy_count' op requires one element of mask per row of logits, found 3 and 4}}
  %0 = oaml.accuracy_count %x, %t, %m : (tensor<4x3xf32>, tensor<4xi32>, tensor<3xf32>) -> tensor<1xi32>
  return
}

// -----

func.func @cross_entropy_rank(%a: tensor<2x4x3xf32>, %b: tensor<8xi32>) {
  // expected-error @+1 {{'oaml.cross_entropy' op requires logits of rank 2, found tensor<2x4x3xf32>}}
  %0 = oaml.cross_entropy %a, %b : (tensor<2x4x3xf32>, tensor<8xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @cross_entropy_targets(%a: tensor<4x3xf32>, %b: tensor<3xi32>) {
  // expected-error @+1 {{'oaml.cross_entropy' op requires one element of targets per row of logits, found 3 and 4}}
  %0 = oaml.cross_entropy %a, %b : (tensor<4x3xf32>, tensor<3xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @cross_entropy_empty(%a: tensor<0x3xf32>, %b: tensor<0xi32>) {
  // expected-error @+1 {{'oaml.cross_entropy' op requires elements in logits (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.cross_entropy %a, %b : (tensor<0x3xf32>, tensor<0xi32>) -> tensor<1xf32>
  return
}
