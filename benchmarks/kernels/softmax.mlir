func.func @softmax_4096x1024(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %y = oaml.softmax %x {axis = 1} : (tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  return %y : tensor<4096x1024xf32>
}
