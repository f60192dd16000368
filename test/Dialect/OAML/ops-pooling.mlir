// RUN: oaml-opt %s | oaml-opt | FileCheck %s

// Pooling and resampling print and parse; extents of results are inferred.

// CHECK-LABEL: func @pools
func.func @pools(%x: tensor<?x2x5x4xf32>, %d: tensor<1x2x?x7xf16>) {
  // CHECK: oaml.avg_pool_2d %{{.*}} {kernel_size = 3 : i64, padding = 1 : i64, stride = 2 : i64} : (tensor<?x2x5x4xf32>) -> tensor<?x2x3x2xf32>
  %0 = oaml.avg_pool_2d %x {kernel_size = 3, stride = 2, padding = 1} : (tensor<?x2x5x4xf32>) -> tensor<?x2x3x2xf32>
  // CHECK: oaml.max_pool_2d %{{.*}} {kernel_size = 2 : i64, padding = 4 : i64, stride = 1 : i64} : (tensor<?x2x5x4xf32>) -> (tensor<?x2x12x11xf32>, tensor<?x2x12x11xi32>)
  %1:2 = oaml.max_pool_2d %x {kernel_size = 2, stride = 1, padding = 4} : (tensor<?x2x5x4xf32>) -> (tensor<?x2x12x11xf32>, tensor<?x2x12x11xi32>)
  // CHECK: oaml.avg_pool_2d %{{.*}} {kernel_size = 3 : i64, padding = 0 : i64, stride = 3 : i64} : (tensor<1x2x?x7xf16>) -> tensor<1x2x?x2xf16>
  %2 = oaml.avg_pool_2d %d {kernel_size = 3, stride = 3, padding = 0} : (tensor<1x2x?x7xf16>) -> tensor<1x2x?x2xf16>
  // CHECK: oaml.adaptive_avg_pool_2d %{{.*}} {output_height = 9 : i64, output_width = 2 : i64} : (tensor<1x2x?x7xf16>) -> tensor<1x2x9x2xf16>
  %3 = oaml.adaptive_avg_pool_2d %d {output_height = 9, output_width = 2} : (tensor<1x2x?x7xf16>) -> tensor<1x2x9x2xf16>
  // CHECK: oaml.upsample_2d nearest, %{{.*}} {scale_factor = 3 : i64} : (tensor<?x2x5x4xf32>) -> tensor<?x2x15x12xf32>
  %4 = oaml.upsample_2d nearest, %x {scale_factor = 3} : (tensor<?x2x5x4xf32>) -> tensor<?x2x15x12xf32>
  // CHECK: oaml.upsample_2d bilinear, %{{.*}} {scale_factor = 1 : i64} : (tensor<1x2x?x7xf16>) -> tensor<1x2x?x7xf16>
  %5 = oaml.upsample_2d bilinear, %d {scale_factor = 1} : (tensor<1x2x?x7xf16>) -> tensor<1x2x?x7xf16>
  return
}

// CHECK-LABEL: func @core
func.func @core(%x: tensor<?x2x5x4xf32>, %i: tensor<?x2x2x2xi32>, %g: tensor<?x2x2x2xf32>, %n: index) {
  // CHECK: oaml.resample window, %{{.*}} {kernel_size = 2 : i64, stride = 2 : i64} : (tensor<?x2x5x4xf32>) -> tensor<?x2x2x2xf32>
  %0 = oaml.resample window, %x {kernel_size = 2, stride = 2} : (tensor<?x2x5x4xf32>) -> tensor<?x2x2x2xf32>
  // CHECK: oaml.resample window, %{{.*}} to [5, 4] {kernel_size = 2 : i64, stride = 2 : i64, transposed} : (tensor<?x2x2x2xf32>) -> tensor<?x2x5x4xf32>
  %1 = oaml.resample window, %0 to [5, 4] {kernel_size = 2, stride = 2, transposed} : (tensor<?x2x2x2xf32>) -> tensor<?x2x5x4xf32>
  // CHECK: oaml.resample adaptive, %{{.*}} to [%{{.*}}, 3] : (tensor<?x2x5x4xf32>, index) -> tensor<?x2x?x3xf32>
  %2 = oaml.resample adaptive, %x to [%n, 3] : (tensor<?x2x5x4xf32>, index) -> tensor<?x2x?x3xf32>
  // CHECK: oaml.resample bilinear, %{{.*}} {scale_factor = 2 : i64} : (tensor<?x2x5x4xf32>) -> tensor<?x2x10x8xf32>
  %3 = oaml.resample bilinear, %x {scale_factor = 2} : (tensor<?x2x5x4xf32>) -> tensor<?x2x10x8xf32>
  // CHECK: oaml.window_gather %{{.*}}, %{{.*}} {kernel_size = 2 : i64, padding = 0 : i64, stride = 2 : i64} : (tensor<?x2x5x4xf32>, tensor<?x2x2x2xi32>) -> tensor<?x2x2x2xf32>
  %4 = oaml.window_gather %x, %i {kernel_size = 2, stride = 2, padding = 0} : (tensor<?x2x5x4xf32>, tensor<?x2x2x2xi32>) -> tensor<?x2x2x2xf32>
  // CHECK: oaml.window_scatter %{{.*}}, %{{.*}} to [5, %{{.*}}] {kernel_size = 2 : i64, padding = 0 : i64, stride = 2 : i64} : (tensor<?x2x2x2xf32>, tensor<?x2x2x2xi32>, index) -> tensor<?x2x5x?xf32>
  %5 = oaml.window_scatter %g, %i to [5, %n] {kernel_size = 2, stride = 2, padding = 0} : (tensor<?x2x2x2xf32>, tensor<?x2x2x2xi32>, index) -> tensor<?x2x5x?xf32>
  return
}
