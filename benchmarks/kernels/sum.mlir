func.func @column_sum_1024x256(%x: tensor<1024x256xf32>) -> tensor<1x256xf32> {
  %y = oaml.sum %x {axis = 0} : (tensor<1024x256xf32>) -> tensor<1x256xf32>
  return %y : tensor<1x256xf32>
}

func.func @column_sum_16384x256(%x: tensor<16384x256xf32>) -> tensor<1x256xf32> {
  %y = oaml.sum %x {axis = 0} : (tensor<16384x256xf32>) -> tensor<1x256xf32>
  return %y : tensor<1x256xf32>
}

func.func @sum_4m(%x: tensor<2048x2048xf32>) -> tensor<1xf32> {
  %y = oaml.sum %x : (tensor<2048x2048xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}

func.func @sum_dynamic(%x: tensor<?x?xf32>) -> tensor<1xf32> {
  %y = oaml.sum %x : (tensor<?x?xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
