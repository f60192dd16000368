// RUN: oaml-opt %s --split-input-file --verify-diagnostics



func.func @no_function(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires 'callee' to be a function, found @missing, which is none}}
  %0 = oaml.grad @missing(%w, %i) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{function is here}}
func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @arguments(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires 2 arguments, found 1}}
  %0 = oaml.grad @loss(%w) {wrt = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{function is here}}
func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @argument_type(%w: tensor<?xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires arguments number 0 of type 'tensor<4xf32>', found 'tensor<?xf32>'}}
  %0 = oaml.grad @loss(%w, %i) {wrt = array<i64: 0>} : (tensor<?xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @wrt_empty(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires 'wrt' with at least one argument, found none}}
  oaml.grad @loss(%w, %i) {wrt = array<i64>} : (tensor<4xf32>, tensor<4xi32>) -> ()
  return
}

// -----

func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @wrt_range(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires 'wrt' to number arguments, found 2 and 2 arguments}}
  %0 = oaml.grad @loss(%w, %i) {wrt = array<i64: 2>} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @wrt_negative(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires 'wrt' to number arguments, found -1 and 2 arguments}}
  %0 = oaml.grad @loss(%w, %i) {wrt = array<i64: -1>} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @wrt_twice(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires distinct numbers in 'wrt', found 0 twice}}
  %0:2 = oaml.grad @loss(%w, %i) {wrt = array<i64: 0, 0>} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @wrt_integer(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires 'wrt' to number float tensors, found 'tensor<4xi32>' as argument 1}}
  %0 = oaml.grad @loss(%w, %i) {wrt = array<i64: 1>} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{function is here}}
func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @result_type(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires results number 0 of type 'tensor<4xf32>', found 'tensor<3xf32>'}}
  %0 = oaml.grad @loss(%w, %i) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xi32>) -> tensor<3xf32>
  return
}

// -----

// expected-note @+1 {{function is here}}
func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @result_count(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires 1 results, found 2}}
  %0:2 = oaml.grad @loss(%w, %i) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// expected-note @+1 {{function is here}}
func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> tensor<2xf32>

func.func @loss_of_two_elements(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires a function whose first result is one float element, found 'tensor<2xf32>'}}
  %0 = oaml.grad @loss(%w, %i) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{function is here}}
func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> tensor<i32>

func.func @loss_of_integers(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires a function whose first result is one float element, found 'tensor<i32>'}}
  %0 = oaml.grad @loss(%w, %i) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{function is here}}
func.func private @loss(tensor<4xf32>, tensor<4xi32>)

func.func @loss_without_result(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.grad' op requires a function whose first result is one float element, found no result}}
  %0 = oaml.grad @loss(%w, %i) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{function is here}}
func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @value_results(%w: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.value_and_grad' op requires 3 results, found 2}}
  %0:2 = oaml.value_and_grad @loss(%w, %i) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<4xf32>)
  return
}

// -----

// expected-note @+1 {{function is here}}
func.func private @loss(tensor<4xf32>, tensor<4xi32>) -> (tensor<1xf32>, tensor<2xf32>)

func.func @vjp_cotangents(%w: tensor<4xf32>, %i: tensor<4xi32>, %g: tensor<1xf32>) {
  // expected-error @+1 {{'oaml.vjp' op requires 2 cotangents, found 1}}
  %0:3 = oaml.vjp @loss(%w, %i) cotangents(%g) {wrt = array<i64: 0>} : (tensor<4xf32>, tensor<4xi32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<4xf32>)
  return
}

// -----

// expected-note @+1 {{function is here}}
func.func @recursion(%w: tensor<4xf32>) -> tensor<1xf32> {
  // expected-error @+1 {{'oaml.grad' op requires functions without recursion, found @recursion inside of itself}}
  %0 = oaml.grad @recursion(%w) {wrt = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = oaml.sum %0 : (tensor<4xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}
