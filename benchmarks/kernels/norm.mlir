func.func @layer_norm_4096x1024(%x: tensor<4096x1024xf32>, %weight: tensor<1024xf32>, %bias: tensor<1024xf32>) -> tensor<4096x1024xf32> {
  %mean = oaml.mean %x {axis = 1} : (tensor<4096x1024xf32>) -> tensor<4096x1xf32>
  %centred = oaml.sub %x, %mean : (tensor<4096x1024xf32>, tensor<4096x1xf32>) -> tensor<4096x1024xf32>
  %squares = oaml.mul %centred, %centred : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  %variance = oaml.mean %squares {axis = 1} : (tensor<4096x1024xf32>) -> tensor<4096x1xf32>
  %epsilon = oaml.constant dense<1.0e-5> : tensor<f32>
  %moved = oaml.add %variance, %epsilon : (tensor<4096x1xf32>, tensor<f32>) -> tensor<4096x1xf32>
  %deviation = oaml.sqrt %moved : (tensor<4096x1xf32>) -> tensor<4096x1xf32>
  %one = oaml.constant dense<1.0> : tensor<f32>
  %scale = oaml.div %one, %deviation : (tensor<f32>, tensor<4096x1xf32>) -> tensor<4096x1xf32>
  %normal = oaml.mul %centred, %scale : (tensor<4096x1024xf32>, tensor<4096x1xf32>) -> tensor<4096x1024xf32>
  %weighted = oaml.mul %normal, %weight : (tensor<4096x1024xf32>, tensor<1024xf32>) -> tensor<4096x1024xf32>
  %y = oaml.add %weighted, %bias : (tensor<4096x1024xf32>, tensor<1024xf32>) -> tensor<4096x1024xf32>
  return %y : tensor<4096x1024xf32>
}

func.func @rms_norm_4096x1024(%x: tensor<4096x1024xf32>, %weight: tensor<1024xf32>) -> tensor<4096x1024xf32> {
  %squares = oaml.mul %x, %x : (tensor<4096x1024xf32>, tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  %mean = oaml.mean %squares {axis = 1} : (tensor<4096x1024xf32>) -> tensor<4096x1xf32>
  %epsilon = oaml.constant dense<1.0e-6> : tensor<f32>
  %moved = oaml.add %mean, %epsilon : (tensor<4096x1xf32>, tensor<f32>) -> tensor<4096x1xf32>
  %root = oaml.sqrt %moved : (tensor<4096x1xf32>) -> tensor<4096x1xf32>
  %one = oaml.constant dense<1.0> : tensor<f32>
  %scale = oaml.div %one, %root : (tensor<f32>, tensor<4096x1xf32>) -> tensor<4096x1xf32>
  %normal = oaml.mul %x, %scale : (tensor<4096x1024xf32>, tensor<4096x1xf32>) -> tensor<4096x1024xf32>
  %y = oaml.mul %normal, %weight : (tensor<4096x1024xf32>, tensor<1024xf32>) -> tensor<4096x1024xf32>
  return %y : tensor<4096x1024xf32>
}
