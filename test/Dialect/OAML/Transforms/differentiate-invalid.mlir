// RUN: oaml-opt %s --oaml-differentiate --split-input-file --verify-diagnostics

func.func private @unknown(%x: tensor<4xf32>) -> tensor<1xf32> {
  // expected-error @below {{'math.erf' op has no adjoint rule and no decomposition, but a gradient reaches it}}
  %y = math.erf %x : tensor<4xf32>
  %s = oaml.sum %y : (tensor<4xf32>) -> tensor<1xf32>
  return %s : tensor<1xf32>
}
func.func @no_rule(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{requested here}}
  %g = oaml.grad @unknown(%x) {wrt = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// -----

// No error where no gradient passes: not towards a wanted argument, and not
// from the first result.
func.func private @aside(%x: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<1xf32>, tensor<4xf32>) {
  %k = math.erf %c : tensor<4xf32>
  %p = oaml.mul %x, %k : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = oaml.sum %p : (tensor<4xf32>) -> tensor<1xf32>
  %y = math.erf %x : tensor<4xf32>
  return %s, %y : tensor<1xf32>, tensor<4xf32>
}
func.func @not_needed(%x: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %g = oaml.grad @aside(%x, %c) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// -----

// A value that a region reads counts as an operand.
func.func private @region(%x: tensor<1xf32>, %c: i1) -> tensor<1xf32> {
  // expected-error @below {{'scf.if' op has no adjoint rule and no decomposition, but a gradient reaches it}}
  %y = scf.if %c -> tensor<1xf32> {
    scf.yield %x : tensor<1xf32>
  } else {
    %z = oaml.neg %x : (tensor<1xf32>) -> tensor<1xf32>
    scf.yield %z : tensor<1xf32>
  }
  return %y : tensor<1xf32>
}
func.func private @condition(%x: tensor<1xf32>) -> tensor<1xf32> {
  %c = arith.constant true
  %y = call @region(%x, %c) : (tensor<1xf32>, i1) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
func.func @captured(%x: tensor<1xf32>) -> tensor<1xf32> {
  // expected-note @below {{requested here}}
  %g = oaml.grad @condition(%x) {wrt = array<i64: 0>} : (tensor<1xf32>) -> tensor<1xf32>
  return %g : tensor<1xf32>
}

// -----

func.func private @ping(%x: tensor<1xf32>) -> tensor<1xf32> {
  %y = call @pong(%x) : (tensor<1xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
// expected-note @below {{through @pong}}
func.func private @pong(%x: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error @below {{'func.call' op requires functions without recursion, found @ping reaching itself}}
  %y = call @ping(%x) : (tensor<1xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
func.func @recursion(%x: tensor<1xf32>) -> tensor<1xf32> {
  %g = oaml.grad @ping(%x) {wrt = array<i64: 0>} : (tensor<1xf32>) -> tensor<1xf32>
  return %g : tensor<1xf32>
}

// -----

func.func private @up(%x: tensor<1xf32>) -> tensor<1xf32> {
  %g = oaml.grad @down(%x) {wrt = array<i64: 0>} : (tensor<1xf32>) -> tensor<1xf32>
  return %g : tensor<1xf32>
}
// expected-note @below {{through @down}}
func.func private @down(%x: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error @below {{'oaml.grad' op requires functions without recursion, found @up reaching itself}}
  %g = oaml.grad @up(%x) {wrt = array<i64: 0>} : (tensor<1xf32>) -> tensor<1xf32>
  return %g : tensor<1xf32>
}

// -----

func.func private @declared(tensor<1xf32>) -> tensor<1xf32>
func.func @no_body(%x: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error @below {{'oaml.grad' op requires a function with a body of one block, found 0 blocks in @declared}}
  %g = oaml.grad @declared(%x) {wrt = array<i64: 0>} : (tensor<1xf32>) -> tensor<1xf32>
  return %g : tensor<1xf32>
}

// -----

func.func private @branches(%x: tensor<1xf32>) -> tensor<1xf32> {
  cf.br ^next(%x : tensor<1xf32>)
^next(%y: tensor<1xf32>):
  return %y : tensor<1xf32>
}
func.func private @calls(%x: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error @below {{'func.call' op requires a function with a body of one block, found 2 blocks in @branches}}
  %y = call @branches(%x) : (tensor<1xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
func.func @several_blocks(%x: tensor<1xf32>) -> tensor<1xf32> {
  %g = oaml.grad @calls(%x) {wrt = array<i64: 0>} : (tensor<1xf32>) -> tensor<1xf32>
  return %g : tensor<1xf32>
}
