// RUN: oaml-opt %s --oaml-form-kernels --split-input-file --verify-diagnostics

func.func @composite(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'oaml.softmax' op requires to be decomposed before kernels are formed}}
  %y = oaml.softmax %x {axis = 1} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// expected-error @+1 {{requires a body of one block to form kernels, found 2 blocks}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %x : tensor<4xf32>
}
