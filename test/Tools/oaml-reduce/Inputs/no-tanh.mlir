func.func @exponential(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
