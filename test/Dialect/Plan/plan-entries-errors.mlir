// RUN: oaml-opt %s --oaml-plan-entries --verify-diagnostics

func.func @no_kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'oaml.exp' op requires to be inside a kernel before the host program is planned}}
  %0 = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
