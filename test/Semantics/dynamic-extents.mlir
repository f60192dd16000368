// The program of run_dynamic.py. Results in the order of `expected` there.

func.func private @linear(%x: tensor<?x64xf32>, %w: tensor<33x64xf32>,
                          %b: tensor<33xf32>) -> tensor<?x33xf32> {
  %y = oaml.linear %x, %w, %b
      : (tensor<?x64xf32>, tensor<33x64xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  return %y : tensor<?x33xf32>
}

func.func private @loss(%logits: tensor<?x33xf32>, %targets: tensor<?xi32>)
    -> tensor<1xf32> {
  %l = oaml.cross_entropy %logits, %targets
      : (tensor<?x33xf32>, tensor<?xi32>) -> tensor<1xf32>
  return %l : tensor<1xf32>
}

func.func @main(
    %x: tensor<?x64xf32> {oaml.name = "x", oaml.dims = ["B", 64]},
    %w: tensor<33x64xf32> {oaml.name = "w"},
    %b: tensor<33xf32> {oaml.name = "b"},
    %targets: tensor<?xi32> {oaml.name = "targets", oaml.dims = ["B"]},
    %g: tensor<?x33xf32> {oaml.name = "g", oaml.dims = ["B", 33]})
    -> (tensor<?x33xf32>, tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>,
        tensor<?x64xf32>, tensor<64x?xf32>, tensor<1x64xf32>, tensor<?x1xf32>,
        tensor<1xf32>, tensor<1x64xf32>, tensor<?x1xi32>, tensor<1x64xi32>,
        tensor<33x64xf32>, tensor<?x?xf32>, tensor<?x57xf32>, tensor<?xf32>,
        tensor<64x?xf32>, tensor<1xf32>, tensor<1xi32>, tensor<?x64xf32>,
        tensor<33x64xf32>, tensor<33xf32>, tensor<?x33xf32>,
        tensor<?x64xf32>, tensor<33x64xf32>, tensor<?x64xf32>, tensor<?x5xf32>,
        tensor<?x5xi32>, tensor<64x1xf32>, tensor<64x1xi32>, tensor<?x5xf32>,
        tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x31xf32>, tensor<?x33xf32>,
        tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x32xf32>) {
  %hidden = oaml.linear_relu %x, %w, %b
      : (tensor<?x64xf32>, tensor<33x64xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %gelu = oaml.gelu %x : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %row = oaml.slice %w {axis = 0, start = 0, end = 1}
      : (tensor<33x64xf32>) -> tensor<1x64xf32>
  %sum = oaml.add %x, %row : (tensor<?x64xf32>, tensor<1x64xf32>) -> tensor<?x64xf32>
  %rows = oaml.softmax %x {axis = 1} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %columns = oaml.softmax %x {axis = 0} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %xt = oaml.transpose %x {axis0 = 0, axis1 = 1}
      : (tensor<?x64xf32>) -> tensor<64x?xf32>
  %long = oaml.softmax %xt {axis = 1} : (tensor<64x?xf32>) -> tensor<64x?xf32>
  %sum0 = oaml.sum %x {axis = 0} : (tensor<?x64xf32>) -> tensor<1x64xf32>
  %sum1 = oaml.sum %x {axis = 1} : (tensor<?x64xf32>) -> tensor<?x1xf32>
  %mean = oaml.mean %x : (tensor<?x64xf32>) -> tensor<1xf32>
  %max0 = oaml.max %x {axis = 0} : (tensor<?x64xf32>) -> tensor<1x64xf32>
  %argmax1 = oaml.argmax %x {axis = 1} : (tensor<?x64xf32>) -> tensor<?x1xi32>
  %argmax0 = oaml.argmax %x {axis = 0} : (tensor<?x64xf32>) -> tensor<1x64xi32>
  %tn = oaml.contraction %g, %x {indexing_maps = [
      affine_map<(n, k, b) -> (b, n)>, affine_map<(n, k, b) -> (b, k)>,
      affine_map<(n, k, b) -> (n, k)>]}
      : (tensor<?x33xf32>, tensor<?x64xf32>) -> tensor<33x64xf32>
  %gram = oaml.contraction %x, %x {indexing_maps = [
      affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
      affine_map<(i, j, k) -> (i, j)>]}
      : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x?xf32>
  %slice = oaml.slice %x {axis = 1, start = 3, end = 60}
      : (tensor<?x64xf32>) -> tensor<?x57xf32>
  %flat = oaml.reshape %x to [-1] : (tensor<?x64xf32>) -> tensor<?xf32>
  %loss = func.call @loss(%g, %targets)
      : (tensor<?x33xf32>, tensor<?xi32>) -> tensor<1xf32>
  %count = oaml.accuracy_count %g, %targets
      : (tensor<?x33xf32>, tensor<?xi32>) -> tensor<1xi32>
  %y, %gx, %gw, %gb = oaml.vjp @linear(%x, %w, %b) cotangents(%g)
      {wrt = array<i64: 0, 1, 2>}
      : (tensor<?x64xf32>, tensor<33x64xf32>, tensor<33xf32>, tensor<?x33xf32>)
      -> (tensor<?x33xf32>, tensor<?x64xf32>, tensor<33x64xf32>, tensor<33xf32>)
  %glogits = oaml.grad @loss(%g, %targets) {wrt = array<i64: 0>}
      : (tensor<?x33xf32>, tensor<?xi32>) -> tensor<?x33xf32>
  %n = oaml.dim %x {axis = 0} : tensor<?x64xf32>
  %looked = oaml.embedding %x, %targets
      : (tensor<?x64xf32>, tensor<?xi32>) -> tensor<?x64xf32>
  %added = oaml.scatter_add_rows %x, %targets {rows = 33}
      : (tensor<?x64xf32>, tensor<?xi32>) -> tensor<33x64xf32>
  %sparse = oaml.scatter_add_rows %x, %targets rows(%n)
      {rows = -9223372036854775808}
      : (tensor<?x64xf32>, tensor<?xi32>, index) -> tensor<?x64xf32>
  %best:2 = oaml.top_k %x {k = 5} : (tensor<?x64xf32>) -> (tensor<?x5xf32>, tensor<?x5xi32>)
  %first:2 = oaml.top_k %xt {k = 1}
      : (tensor<64x?xf32>) -> (tensor<64x1xf32>, tensor<64x1xi32>)
  %chosen = oaml.gather_last_dim %x, %best#1
      : (tensor<?x64xf32>, tensor<?x5xi32>) -> tensor<?x5xf32>
  %mask = oaml.top_k_mask %best#1 {num_experts = 64}
      : (tensor<?x5xi32>) -> tensor<?x64xf32>
  %twice = oaml.concat %x, %x {axis = 0}
      : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %parts:2 = oaml.split %x {sizes = array<i64: 31, 33>, axis = 1}
      : (tensor<?x64xf32>) -> (tensor<?x31xf32>, tensor<?x33xf32>)
  %repeated = oaml.repeat_interleave %x {repeats = 3, axis = 0}
      : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %masked = oaml.causal_mask %x : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %logs = oaml.log_softmax %x {axis = 0} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %gated = oaml.silu_mul %x {intermediate_size = 32}
      : (tensor<?x64xf32>) -> tensor<?x32xf32>
  return %hidden, %gelu, %sum, %rows, %columns, %long, %sum0, %sum1, %mean, %max0,
      %argmax1, %argmax0, %tn, %gram, %slice, %flat, %xt, %loss, %count, %gx, %gw,
      %gb, %glogits,
      %looked, %added, %sparse, %best#0, %best#1, %first#0, %first#1, %chosen,
      %mask, %twice, %parts#0, %parts#1, %repeated, %masked, %logs, %gated
      : tensor<?x33xf32>, tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>,
        tensor<?x64xf32>, tensor<64x?xf32>, tensor<1x64xf32>, tensor<?x1xf32>,
        tensor<1xf32>, tensor<1x64xf32>, tensor<?x1xi32>, tensor<1x64xi32>,
        tensor<33x64xf32>, tensor<?x?xf32>, tensor<?x57xf32>, tensor<?xf32>,
        tensor<64x?xf32>, tensor<1xf32>, tensor<1xi32>, tensor<?x64xf32>,
        tensor<33x64xf32>, tensor<33xf32>, tensor<?x33xf32>,
        tensor<?x64xf32>, tensor<33x64xf32>, tensor<?x64xf32>, tensor<?x5xf32>,
        tensor<?x5xi32>, tensor<64x1xf32>, tensor<64x1xi32>, tensor<?x5xf32>,
        tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x31xf32>, tensor<?x33xf32>,
        tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x32xf32>
}
