// RUN: split-file %s %t
// RUN: oaml-run %t/products.mlir --executor=interpreter --input="2x3xf32=1 2 3 4 5 6" --input="2x3xf32=1 0 -1 2 1 0" --input="2xf32=10 -20" | FileCheck %s --check-prefix=PRODUCTS
// RUN: oaml-run %t/bmm.mlir --executor=interpreter --input="2x1x2xf32=1 2 3 4" --input="2x2x2xf32=1 0 0 1 2 0 0 2" | FileCheck %s --check-prefix=BMM
// RUN: oaml-run %t/nan.mlir --executor=interpreter --input="2x2xf32=nan 1 2 3" --input="1x2xf32=1 1" --input="1xf32=0" | FileCheck %s --check-prefix=NAN

//--- products.mlir
// PRODUCTS:      2x2xf32=-2 4 -2 13
// PRODUCTS-NEXT: 2x2xf32=-2 4 -2 13
// PRODUCTS-NEXT: 2x2xf32=8 -16 8 -7
// PRODUCTS-NEXT: 2x2xf32=8 0 8 0
// PRODUCTS-NEXT: 2x2xf32=-2 4 -2 13
// PRODUCTS-NEXT: 2x2xf32=-2 -2 4 13
// The sum over both shared axes, and a batch of one product each.
// PRODUCTS-NEXT: f32=11
// PRODUCTS-NEXT: 2x3xf32=1 0 -3 8 5 0
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %bias: tensor<2xf32>)
    -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<f32>, tensor<2x3xf32>) {
  %0 = oaml.matmul_nt %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %1 = oaml.linear %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %2 = oaml.linear %a, %b, %bias : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %3 = oaml.linear_relu %a, %b, %bias : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %4 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %5 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>]}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %6 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, k) -> (m, k)>,
      affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> ()>]}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %7 = oaml.contraction %a, %b {indexing_maps = [affine_map<(m, k) -> (m, k)>,
      affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m, k)>]}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2x2xf32>, tensor<2x2xf32>,
    tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<f32>, tensor<2x3xf32>
}

//--- bmm.mlir
// BMM: 2x1x2xf32=1 2 6 8
func.func @main(%a: tensor<2x1x2xf32>, %b: tensor<2x2x2xf32>) -> tensor<2x1x2xf32> {
  %0 = oaml.bmm %a, %b : (tensor<2x1x2xf32>, tensor<2x2x2xf32>) -> tensor<2x1x2xf32>
  return %0 : tensor<2x1x2xf32>
}

//--- nan.mlir
// NaN in, NaN out, also through the relu.
// NAN: 2x1xf32=nan 5
func.func @main(%a: tensor<2x2xf32>, %b: tensor<1x2xf32>, %c: tensor<1xf32>) -> tensor<2x1xf32> {
  %0 = oaml.linear_relu %a, %b, %c : (tensor<2x2xf32>, tensor<1x2xf32>, tensor<1xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}
