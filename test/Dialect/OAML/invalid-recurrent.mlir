// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @types(%g: tensor<2x4xf32>, %h: tensor<2x4xf16>, %w: tensor<4x4xf32>) {
  // expected-error@below {{'oaml.rnn_cell' op requires one element type for gates_i and hidden, found f32 and f16}}
  %y = oaml.rnn_cell %g, %h, %w : (tensor<2x4xf32>, tensor<2x4xf16>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @rank(%g: tensor<4xf32>, %h: tensor<2x4xf32>, %w: tensor<4x4xf32>) {
  // expected-error@below {{'oaml.rnn_cell' op requires gates_i of rank 2, found}}
  %y = oaml.rnn_cell %g, %h, %w : (tensor<4xf32>, tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @weight(%g: tensor<2x4xf32>, %h: tensor<2x4xf32>, %w: tensor<5x4xf32>) {
  // expected-error@below {{'oaml.rnn_cell' op requires weight_hh with as many rows as columns, found 5 and 4}}
  %y = oaml.rnn_cell %g, %h, %w : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<5x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gates(%g: tensor<2x11xf32>, %h: tensor<2x4xf32>, %w: tensor<12x4xf32>) {
  // expected-error@below {{'oaml.gru_cell' op requires gates_i with 3 times as many columns as weight_hh has, found 11 and 12}}
  %y = oaml.gru_cell %g, %h, %w : (tensor<2x11xf32>, tensor<2x4xf32>, tensor<12x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @hidden_rows(%g: tensor<2x12xf32>, %h: tensor<3x4xf32>, %w: tensor<12x4xf32>) {
  // expected-error@below {{'oaml.gru_cell' op requires as many rows of hidden as of gates_i, found 3 and 2}}
  %y = oaml.gru_cell %g, %h, %w : (tensor<2x12xf32>, tensor<3x4xf32>, tensor<12x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @hidden_columns(%g: tensor<2x12xf32>, %h: tensor<2x5xf32>, %w: tensor<12x4xf32>) {
  // expected-error@below {{'oaml.gru_cell' op requires as many columns of hidden as of weight_hh, found 5 and 4}}
  %y = oaml.gru_cell %g, %h, %w : (tensor<2x12xf32>, tensor<2x5xf32>, tensor<12x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bias(%g: tensor<2x3x12xf32>, %w: tensor<12x4xf32>, %b: tensor<4xf32>) {
  // expected-error@below {{'oaml.gru_scan' op requires bias_hh with an element per row of weight_hh, found 4 and 12}}
  %y = oaml.gru_scan %g, %w, %b : (tensor<2x3x12xf32>, tensor<12x4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @empty(%g: tensor<2x0x4xf32>, %w: tensor<4x4xf32>) {
  // expected-error@below {{'oaml.rnn_scan' op requires elements in gates_i}}
  %y = oaml.rnn_scan %g, %w : (tensor<2x0x4xf32>, tensor<4x4xf32>) -> tensor<2x0x4xf32>
  return
}

// -----

func.func @no_slice(%h: tensor<4xf32>) {
  // expected-error@below {{'oaml.scan' op requires a scanned tensor, found none}}
  %y = oaml.scan carries(%h) {axis = 0} : (tensor<4xf32>) -> tensor<3x4xf32> {
  ^bb0(%c: tensor<4xf32>):
    oaml.yield %c : tensor<4xf32>
  }
  return
}

// -----

func.func @no_axis(%x: tensor<4xf32>) {
  // expected-error@below {{'oaml.scan' op requires 'axis' from 0 to rank-1, found 1 and rank 1}}
  %y = oaml.scan slices(%x) {axis = 1} : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%s: tensor<f32>):
    oaml.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @lengths(%x: tensor<4xf32>, %z: tensor<5xf32>) {
  // expected-error@below {{'oaml.scan' op requires equal extents of scanned tensors along the axis, found 4 and 5}}
  %y = oaml.scan slices(%x, %z) {axis = 0} : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32> {
  ^bb0(%s: tensor<f32>, %t: tensor<f32>):
    oaml.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @no_steps(%x: tensor<0xf32>) {
  // expected-error@below {{'oaml.scan' op requires a scanned axis of at least 1, found 1 and 0}}
  %y = oaml.scan slices(%x) {axis = 0} : (tensor<0xf32>) -> tensor<0xf32> {
  ^bb0(%s: tensor<f32>):
    oaml.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @arguments(%x: tensor<3x4xf32>) {
  // expected-error@below {{'oaml.scan' op requires one argument of the body per operand, found 2 and 1}}
  %y = oaml.scan slices(%x) {axis = 0} : (tensor<3x4xf32>) -> tensor<3x4xf32> {
  ^bb0(%s: tensor<4xf32>, %t: tensor<4xf32>):
    oaml.yield %s : tensor<4xf32>
  }
  return
}

// -----

func.func @argument_type(%x: tensor<3x4xf32>) {
  // expected-error@below {{'oaml.scan' op requires body argument 0 of type tensor<4xf32>, found tensor<3xf32>}}
  %y = oaml.scan slices(%x) {axis = 0} : (tensor<3x4xf32>) -> tensor<3x3xf32> {
  ^bb0(%s: tensor<3xf32>):
    oaml.yield %s : tensor<3xf32>
  }
  return
}

// -----

func.func @few_yields(%h: tensor<4xf32>, %x: tensor<3x4xf32>) {
  // expected-error@below {{'oaml.scan' op requires a yield of at least the carried tensors, found 0 and 1}}
  %y = oaml.scan carries(%h) slices(%x) {axis = 0} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32> {
  ^bb0(%c: tensor<4xf32>, %s: tensor<4xf32>):
    oaml.yield
  }
  return
}

// -----

func.func @carried_type(%h: tensor<4xf32>, %x: tensor<3xf32>) {
  // expected-error@below {{'oaml.scan' op requires yielded value 0 of type tensor<4xf32>, found tensor<f32>}}
  %y = oaml.scan carries(%h) slices(%x) {axis = 0} : (tensor<4xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%c: tensor<4xf32>, %s: tensor<f32>):
    oaml.yield %s : tensor<f32>
  }
  return
}

// -----

func.func @inner_rule(%h: tensor<4xf32>, %x: tensor<3x5xf32>) {
  %y = oaml.scan carries(%h) slices(%x) {axis = 0} : (tensor<4xf32>, tensor<3x5xf32>) -> tensor<3x4xf32> {
  ^bb0(%c: tensor<4xf32>, %s: tensor<5xf32>):
    // expected-error@below {{'oaml.add' op requires extents of left, right that are equal or 1 along axis 0 of the broadcast shape, found 4 and 5}}
    %0 = oaml.add %c, %s : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
    oaml.yield %0 : tensor<4xf32>
  }
  return
}
