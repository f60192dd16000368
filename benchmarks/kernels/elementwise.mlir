func.func @relu_fma_4m(%x: tensor<4194304xf32>, %y: tensor<4194304xf32>, %z: tensor<4194304xf32>) -> tensor<4194304xf32> {
  %xy = oaml.mul %x, %y : (tensor<4194304xf32>, tensor<4194304xf32>) -> tensor<4194304xf32>
  %sum = oaml.add %xy, %z : (tensor<4194304xf32>, tensor<4194304xf32>) -> tensor<4194304xf32>
  %r = oaml.relu %sum : (tensor<4194304xf32>) -> tensor<4194304xf32>
  return %r : tensor<4194304xf32>
}
