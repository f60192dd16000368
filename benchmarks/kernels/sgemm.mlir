// Products of square matrices: static extents, dynamic M and N, all dynamic.

#lhs = affine_map<(m, n, k) -> (m, k)>
#nn = affine_map<(m, n, k) -> (k, n)>
#nt = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>

func.func @sgemm_nn_512(
    %a: tensor<512x512xf32>,
    %b: tensor<512x512xf32>)
    -> tensor<512x512xf32> {
  %c = oaml.contraction %a, %b {indexing_maps = [#lhs, #nn, #result]}
      : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %c : tensor<512x512xf32>
}

func.func @sgemm_nn_1024(
    %a: tensor<1024x1024xf32>,
    %b: tensor<1024x1024xf32>)
    -> tensor<1024x1024xf32> {
  %c = oaml.contraction %a, %b {indexing_maps = [#lhs, #nn, #result]}
      : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %c : tensor<1024x1024xf32>
}

func.func @sgemm_nn_dynamic_mn(
    %a: tensor<?x512xf32> {oaml.dims = ["M", 512]},
    %b: tensor<512x?xf32> {oaml.dims = [512, "N"]})
    -> (tensor<?x?xf32> {oaml.dims = ["M", "N"]}) {
  %c = oaml.contraction %a, %b {indexing_maps = [#lhs, #nn, #result]}
      : (tensor<?x512xf32>, tensor<512x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @sgemm_nn_dynamic(
    %a: tensor<?x?xf32> {oaml.dims = ["M", "K"]},
    %b: tensor<?x?xf32> {oaml.dims = ["K", "N"]})
    -> (tensor<?x?xf32> {oaml.dims = ["M", "N"]}) {
  %c = oaml.contraction %a, %b {indexing_maps = [#lhs, #nn, #result]}
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @sgemm_nt_512(
    %a: tensor<512x512xf32>,
    %b: tensor<512x512xf32>)
    -> tensor<512x512xf32> {
  %c = oaml.contraction %a, %b {indexing_maps = [#lhs, #nt, #result]}
      : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %c : tensor<512x512xf32>
}

func.func @sgemm_nt_1024(
    %a: tensor<1024x1024xf32>,
    %b: tensor<1024x1024xf32>)
    -> tensor<1024x1024xf32> {
  %c = oaml.contraction %a, %b {indexing_maps = [#lhs, #nt, #result]}
      : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %c : tensor<1024x1024xf32>
}

func.func @sgemm_nt_dynamic_mn(
    %a: tensor<?x512xf32> {oaml.dims = ["M", 512]},
    %b: tensor<?x512xf32> {oaml.dims = ["N", 512]})
    -> (tensor<?x?xf32> {oaml.dims = ["M", "N"]}) {
  %c = oaml.contraction %a, %b {indexing_maps = [#lhs, #nt, #result]}
      : (tensor<?x512xf32>, tensor<?x512xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

func.func @sgemm_nt_dynamic(
    %a: tensor<?x?xf32> {oaml.dims = ["M", "K"]},
    %b: tensor<?x?xf32> {oaml.dims = ["N", "K"]})
    -> (tensor<?x?xf32> {oaml.dims = ["M", "N"]}) {
  %c = oaml.contraction %a, %b {indexing_maps = [#lhs, #nt, #result]}
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}
