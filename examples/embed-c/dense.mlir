// A dense layer for a batch of any size, to compile for embed-c.
func.func @dense(%x: tensor<?x3xf32> {oaml.name = "x", oaml.dims = ["B", 3]},
                 %w: tensor<2x3xf32> {oaml.name = "w"},
                 %b: tensor<2xf32> {oaml.name = "b"})
    -> (tensor<?x2xf32> {oaml.name = "y"}) {
  %y = oaml.linear %x, %w, %b
      : (tensor<?x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
