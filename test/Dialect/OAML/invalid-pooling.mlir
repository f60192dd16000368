// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @avg_pool_2d_rank(%x: tensor<2x4x4xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires input of rank 4, found tensor<2x4x4xf32>}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 2, stride = 2, padding = 0} : (tensor<2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @avg_pool_2d_empty(%x: tensor<1x2x0x4xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires elements in input (extent of axis 2 at least 1), found 1 and 0}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 2, stride = 2, padding = 0} : (tensor<1x2x0x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @avg_pool_2d_kernel(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires 'kernel_size' from 1 to 4294967295, found 0}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 0, stride = 2, padding = 0} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @avg_pool_2d_stride(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires 'stride' from 1 to 4294967295, found 0}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 2, stride = 0, padding = 0} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @avg_pool_2d_padding(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires 'padding' from 0 to 4294967295, found -1}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 2, stride = 2, padding = -1} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @avg_pool_2d_larger(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires windows no larger than the padded height, found 5 and 4}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 5, stride = 1, padding = 0} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @avg_pool_2d_larger_width(%x: tensor<1x1x9x3xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires windows no larger than the padded width, found 6 and 5}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 6, stride = 1, padding = 1} : (tensor<1x1x9x3xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @avg_pool_2d_padding_huge(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires 'padding' from 0 to 4294967295, found 4294967296}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 2, stride = 2, padding = 4294967296} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @avg_pool_2d_sum_huge(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires a height that fits 32 bits with its padding, found 4294967296 and 4294967295}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 4294967295, stride = 1, padding = 2147483646} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @avg_pool_2d_stride_huge(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires 'stride' from 1 to 4294967295, found 9223372036854775807}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 2, stride = 9223372036854775807, padding = 0} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @avg_pool_2d_result(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.avg_pool_2d' op requires results of types 'tensor<1x2x2x2xf32>', found 'tensor<1x2x3x2xf32>'}}
  %0 = oaml.avg_pool_2d %x {kernel_size = 2, stride = 2, padding = 0} : (tensor<1x2x4x4xf32>) -> tensor<1x2x3x2xf32>
  return
}

// -----

func.func @max_pool_2d_rank(%x: tensor<2x4x4xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires input of rank 4, found tensor<2x4x4xf32>}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 2, stride = 2, padding = 0} : (tensor<2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  return
}

// -----

func.func @max_pool_2d_empty(%x: tensor<1x2x0x4xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires elements in input (extent of axis 2 at least 1), found 1 and 0}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 2, stride = 2, padding = 0} : (tensor<1x2x0x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  return
}

// -----

func.func @max_pool_2d_kernel(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires 'kernel_size' from 1 to 4294967295, found 0}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 0, stride = 2, padding = 0} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  return
}

// -----

func.func @max_pool_2d_stride(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires 'stride' from 1 to 4294967295, found 0}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 2, stride = 0, padding = 0} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  return
}

// -----

func.func @max_pool_2d_padding(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires 'padding' from 0 to 4294967295, found -1}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 2, stride = 2, padding = -1} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  return
}

// -----

func.func @max_pool_2d_larger(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires windows no larger than the padded height, found 5 and 4}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 5, stride = 1, padding = 0} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  return
}

// -----

func.func @max_pool_2d_larger_width(%x: tensor<1x1x9x3xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires windows no larger than the padded width, found 6 and 5}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 6, stride = 1, padding = 1} : (tensor<1x1x9x3xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  return
}

// -----

func.func @max_pool_2d_padding_huge(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires 'padding' from 0 to 4294967295, found 4294967296}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 2, stride = 2, padding = 4294967296} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  return
}

// -----

func.func @max_pool_2d_sum_huge(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires a height that fits 32 bits with its padding, found 4294967296 and 4294967295}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 4294967295, stride = 1, padding = 2147483646} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  return
}

// -----

func.func @max_pool_2d_stride_huge(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires 'stride' from 1 to 4294967295, found 9223372036854775807}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 2, stride = 9223372036854775807, padding = 0} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  return
}

// -----

func.func @max_pool_2d_result(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.max_pool_2d' op requires results of types 'tensor<1x2x2x2xf32>', 'tensor<1x2x2x2xi32>', found 'tensor<1x2x3x2xf32>', 'tensor<1x2x3x2xi32>'}}
  %0:2 = oaml.max_pool_2d %x {kernel_size = 2, stride = 2, padding = 0} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x3x2xf32>, tensor<1x2x3x2xi32>)
  return
}

// -----

func.func @adaptive_avg_pool_2d_rank(%x: tensor<2x4x4xf32>) {
  // expected-error @+1 {{'oaml.adaptive_avg_pool_2d' op requires input of rank 4, found tensor<2x4x4xf32>}}
  %0 = oaml.adaptive_avg_pool_2d %x {output_height = 2, output_width = 2} : (tensor<2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @adaptive_avg_pool_2d_empty(%x: tensor<0x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.adaptive_avg_pool_2d' op requires elements in input (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.adaptive_avg_pool_2d %x {output_height = 2, output_width = 2} : (tensor<0x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @adaptive_avg_pool_2d_height(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.adaptive_avg_pool_2d' op requires 'output_height' from 1 to 4294967295, found 0}}
  %0 = oaml.adaptive_avg_pool_2d %x {output_height = 0, output_width = 2} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @adaptive_avg_pool_2d_width(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.adaptive_avg_pool_2d' op requires 'output_width' from 1 to 4294967295, found -1}}
  %0 = oaml.adaptive_avg_pool_2d %x {output_height = 2, output_width = -1} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @adaptive_avg_pool_2d_height_huge(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.adaptive_avg_pool_2d' op requires 'output_height' from 1 to 4294967295, found 4294967296}}
  %0 = oaml.adaptive_avg_pool_2d %x {output_height = 4294967296, output_width = 1} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @adaptive_avg_pool_2d_product_huge(%x: tensor<1x1x65536x1xf32>) {
  // expected-error @+1 {{'oaml.adaptive_avg_pool_2d' op requires numbers of cells and bins whose product fits 32 bits, along the height, found 4294967296 and 4294967295}}
  %0 = oaml.adaptive_avg_pool_2d %x {output_height = 65536, output_width = 1} : (tensor<1x1x65536x1xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @upsample_2d_nearest_rank(%x: tensor<2x4x4xf32>) {
  // expected-error @+1 {{'oaml.upsample_2d' op requires input of rank 4, found tensor<2x4x4xf32>}}
  %0 = oaml.upsample_2d nearest, %x {scale_factor = 2} : (tensor<2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @upsample_2d_nearest_empty(%x: tensor<1x0x4x4xf32>) {
  // expected-error @+1 {{'oaml.upsample_2d' op requires elements in input (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.upsample_2d nearest, %x {scale_factor = 2} : (tensor<1x0x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @upsample_2d_nearest_factor(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.upsample_2d' op requires 'scale_factor' from 1 to 4294967295, found 0}}
  %0 = oaml.upsample_2d nearest, %x {scale_factor = 0} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @upsample_2d_nearest_huge(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.upsample_2d' op requires a height of the result below 2^31, found 17179869180 and 2147483647}}
  %0 = oaml.upsample_2d nearest, %x {scale_factor = 4294967295} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @upsample_2d_bilinear_rank(%x: tensor<2x4x4xf32>) {
  // expected-error @+1 {{'oaml.upsample_2d' op requires input of rank 4, found tensor<2x4x4xf32>}}
  %0 = oaml.upsample_2d bilinear, %x {scale_factor = 2} : (tensor<2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @upsample_2d_bilinear_empty(%x: tensor<1x0x4x4xf32>) {
  // expected-error @+1 {{'oaml.upsample_2d' op requires elements in input (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.upsample_2d bilinear, %x {scale_factor = 2} : (tensor<1x0x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @upsample_2d_bilinear_factor(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.upsample_2d' op requires 'scale_factor' from 1 to 4294967295, found 0}}
  %0 = oaml.upsample_2d bilinear, %x {scale_factor = 0} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @upsample_2d_bilinear_huge(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.upsample_2d' op requires a height of the result below 2^31, found 17179869180 and 2147483647}}
  %0 = oaml.upsample_2d bilinear, %x {scale_factor = 4294967295} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @resample_shape_given(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.resample' op requires a 'shape' of 0 extents for mode window, found 2}}
  %0 = oaml.resample window, %x to [2, 2] {kernel_size = 2, stride = 2} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @resample_shape_missing(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.resample' op requires a 'shape' of 2 extents for mode adaptive, found 0}}
  %0 = oaml.resample adaptive, %x {} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @resample_transposed_height(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.resample' op requires input with the height that 'shape' leads to, found 4 and 5}}
  %0 = oaml.resample window, %x to [11, 8] {kernel_size = 2, stride = 2, transposed} : (tensor<1x2x4x4xf32>) -> tensor<1x2x11x8xf32>
  return
}

// -----

func.func @resample_transposed_width(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.resample' op requires input with the width that 'shape' leads to, found 4 and 5}}
  %0 = oaml.resample window, %x to [8, 11] {kernel_size = 2, stride = 2, transposed} : (tensor<1x2x4x4xf32>) -> tensor<1x2x8x11xf32>
  return
}

// -----

func.func @resample_shape_zero(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.resample' op requires 'shape' with extents of at least 1 at axis 0, found 1 and 0}}
  %0 = oaml.resample nearest, %x to [0, 2] {scale_factor = 2, transposed} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @resample_factor(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.resample' op requires 'scale_factor' from 1 to 4294967295, found 0}}
  %0 = oaml.resample nearest, %x {scale_factor = 0} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @resample_kernel(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+1 {{'oaml.resample' op requires 'kernel_size' from 1 to 4294967295, found 0}}
  %0 = oaml.resample window, %x {kernel_size = 0} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @window_gather_rank(%x: tensor<2x4x4xf32>, %i: tensor<1x2x2x2xi32>) {
  // expected-error @+1 {{'oaml.window_gather' op requires input of rank 4, found tensor<2x4x4xf32>}}
  %0 = oaml.window_gather %x, %i {kernel_size = 2, stride = 2, padding = 0} : (tensor<2x4x4xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @window_gather_windows(%x: tensor<1x2x4x4xf32>, %i: tensor<1x2x3x2xi32>) {
  // expected-error @+1 {{'oaml.window_gather' op requires one element of indices per window along axis 2, found 3 and 2}}
  %0 = oaml.window_gather %x, %i {kernel_size = 2, stride = 2, padding = 0} : (tensor<1x2x4x4xf32>, tensor<1x2x3x2xi32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @window_gather_batch(%x: tensor<1x2x4x4xf32>, %i: tensor<2x2x2x2xi32>) {
  // expected-error @+1 {{'oaml.window_gather' op requires one element of indices per window along axis 0, found 2 and 1}}
  %0 = oaml.window_gather %x, %i {kernel_size = 2, stride = 2, padding = 0} : (tensor<1x2x4x4xf32>, tensor<2x2x2x2xi32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @window_gather_kernel(%x: tensor<1x2x4x4xf32>, %i: tensor<1x2x2x2xi32>) {
  // expected-error @+1 {{'oaml.window_gather' op requires 'kernel_size' from 1 to 4294967295, found 0}}
  %0 = oaml.window_gather %x, %i {kernel_size = 0, stride = 2, padding = 0} : (tensor<1x2x4x4xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @window_gather_stride(%x: tensor<1x2x4x4xf32>, %i: tensor<1x2x2x2xi32>) {
  // expected-error @+1 {{'oaml.window_gather' op requires 'stride' from 1 to 4294967295, found 0}}
  %0 = oaml.window_gather %x, %i {kernel_size = 2, stride = 0, padding = 0} : (tensor<1x2x4x4xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @window_gather_empty(%x: tensor<1x2x0x4xf32>, %i: tensor<1x2x2x2xi32>) {
  // expected-error @+1 {{'oaml.window_gather' op requires elements in input (extent of axis 2 at least 1), found 1 and 0}}
  %0 = oaml.window_gather %x, %i {kernel_size = 2, stride = 2, padding = 0} : (tensor<1x2x0x4xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @window_scatter_indices(%x: tensor<1x2x2x2xf32>, %i: tensor<1x2x2x1xi32>) {
  // expected-error @+1 {{'oaml.window_scatter' op requires equal extents of source and indices along axis 3, found 2 and 1}}
  %0 = oaml.window_scatter %x, %i to [4, 4] {kernel_size = 2, stride = 2, padding = 0} : (tensor<1x2x2x2xf32>, tensor<1x2x2x1xi32>) -> tensor<1x2x4x4xf32>
  return
}

// -----

func.func @window_scatter_shape(%x: tensor<1x2x2x2xf32>, %i: tensor<1x2x2x2xi32>) {
  // expected-error @+1 {{'oaml.window_scatter' op requires a 'shape' of 2 extents, found 1}}
  %0 = oaml.window_scatter %x, %i to [4] {kernel_size = 2, stride = 2, padding = 0} : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x4x4xf32>
  return
}

// -----

func.func @window_scatter_height(%x: tensor<1x2x2x2xf32>, %i: tensor<1x2x2x2xi32>) {
  // expected-error @+1 {{'oaml.window_scatter' op requires one element of source per window along axis 2, found 2 and 4}}
  %0 = oaml.window_scatter %x, %i to [9, 4] {kernel_size = 2, stride = 2, padding = 0} : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x4x4xf32>
  return
}

// -----

func.func @window_scatter_padding(%x: tensor<1x2x2x2xf32>, %i: tensor<1x2x2x2xi32>) {
  // expected-error @+1 {{'oaml.window_scatter' op requires 'padding' from 0 to 4294967295, found -1}}
  %0 = oaml.window_scatter %x, %i to [4, 4] {kernel_size = 2, stride = 2, padding = -1} : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x4x4xf32>
  return
}
