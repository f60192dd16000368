// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @conv_1d_rank(%x: tensor<1x2x8x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires input of rank 3, found tensor<1x2x8x8xf32>}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x8x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_weight_rank(%x: tensor<1x2x8xf32>, %w: tensor<3x2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires weight of rank 3, found tensor<3x2xf32>}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x2xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_bias_rank(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<1x3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires bias of rank 1, found tensor<1x3xf32>}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<1x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_bias(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires one element of bias per output channel (axis 0 of weight), found 4 and 3}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<4xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_channels(%x: tensor<1x2x8xf32>, %w: tensor<3x4x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires equal input channels of input (axis 1) and weight (axis 1), found 2 and 4}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x4x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_empty_input(%x: tensor<0x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires elements in input (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 1} : (tensor<0x2x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_empty_weight(%x: tensor<1x2x8xf32>, %w: tensor<3x2x0xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires elements in weight (extent of axis 2 at least 1), found 1 and 0}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x2x0xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_empty_bias(%x: tensor<1x2x8xf32>, %w: tensor<0x2x3xf32>, %b: tensor<0xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires elements in weight (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x8xf32>, tensor<0x2x3xf32>, tensor<0xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_types(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf16>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires one element type for input and weight, found f32 and f16}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x2x3xf16>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_stride(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires 'stride' from 1 to 4294967295, found 0}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 0, padding = 0, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_padding(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires 'padding' from 0 to 4294967295, found -1}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = -1, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_dilation(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires 'dilation' from 1 to 4294967295, found 0}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 0} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_larger(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires windows no larger than the padded length, found 11 and 10}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 1, dilation = 5} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_dilation_huge(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires windows no larger than the padded length, found 8589934591 and 8}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 0, dilation = 4294967295} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_padding_huge(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires a length that fits 32 bits with its padding, found 8589934598 and 4294967295}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 1, padding = 4294967295, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_stride_huge(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires 'stride' from 1 to 4294967295, found 4294967296}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 4294967296, padding = 0, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_1d_stride_largest(%x: tensor<1x2x8xf32>, %w: tensor<3x2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_1d' op requires 'stride' from 1 to 4294967295, found 9223372036854775807}}
  %0 = oaml.conv_1d %x, %w, %b {stride = 9223372036854775807, padding = 0, dilation = 1} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>, tensor<3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_2d_rank(%x: tensor<4x5x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires input of rank 4, found tensor<4x5x5xf32>}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 2} : (tensor<4x5x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_weight_rank(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires weight of rank 4, found tensor<6x2x3xf32>}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 2} : (tensor<1x4x5x5xf32>, tensor<6x2x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_bias(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<5xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires one element of bias per output channel (axis 0 of weight), found 5 and 6}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 2} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>, tensor<5xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_channels(%x: tensor<1x4x5x5xf32>, %w: tensor<6x3x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires equal input channels per group of input (axis 1) and weight (axis 1), found 2 and 3}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 2} : (tensor<1x4x5x5xf32>, tensor<6x3x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_groups(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires 'groups' from 1 to 4294967295, found 0}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 0} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_groups_of_input(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires 'groups' that divide the number of input channels (rest 0), found 1 and 0}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 3} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_groups_of_output(%x: tensor<1x4x5x5xf32>, %w: tensor<6x1x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires 'groups' that divide the number of output channels (rest 0), found 2 and 0}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 4} : (tensor<1x4x5x5xf32>, tensor<6x1x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_square(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x2xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires a square kernel (axes 2 and 3 of weight), found 3 and 2}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 2} : (tensor<1x4x5x5xf32>, tensor<6x2x3x2xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_stride(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires 'stride' from 1 to 4294967295, found 0}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 0, padding = 0, groups = 2} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_padding(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires 'padding' from 0 to 4294967295, found -2}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = -2, groups = 2} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_larger_height(%x: tensor<1x4x2x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires windows no larger than the padded height, found 3 and 2}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 2} : (tensor<1x4x2x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_larger_width(%x: tensor<1x4x5x2xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires windows no larger than the padded width, found 3 and 2}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 2} : (tensor<1x4x5x2xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_empty(%x: tensor<1x4x0x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires elements in input (extent of axis 2 at least 1), found 1 and 0}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 2} : (tensor<1x4x0x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_padding_huge(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires a height that fits 32 bits with its padding, found 4294967297 and 4294967295}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 2147483646, groups = 2} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_2d_groups_huge(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.conv_2d' op requires 'groups' from 1 to 4294967295, found 4294967297}}
  %0 = oaml.conv_2d %x, %w, %b {stride = 1, padding = 0, groups = 4294967297} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x3xf32>
  return
}

// -----

func.func @conv_transpose_1d_rank(%x: tensor<2x4xf32>, %w: tensor<2x3x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires input of rank 3, found tensor<2x4xf32>}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 1, padding = 0, dilation = 1} : (tensor<2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_1d_weight_rank(%x: tensor<1x2x4xf32>, %w: tensor<2x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires weight of rank 3, found tensor<2x3xf32>}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x4xf32>, tensor<2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_1d_channels(%x: tensor<1x2x4xf32>, %w: tensor<3x3x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires equal input channels of input (axis 1) and weight (axis 0), found 2 and 3}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x4xf32>, tensor<3x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_1d_empty(%x: tensor<1x2x0xf32>, %w: tensor<2x3x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires elements in input (extent of axis 2 at least 1), found 1 and 0}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 1, padding = 0, dilation = 1} : (tensor<1x2x0xf32>, tensor<2x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_1d_stride(%x: tensor<1x2x4xf32>, %w: tensor<2x3x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires 'stride' from 1 to 4294967295, found 0}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 0, padding = 0, dilation = 1} : (tensor<1x2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_1d_dilation(%x: tensor<1x2x4xf32>, %w: tensor<2x3x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires 'dilation' from 1 to 4294967295, found 0}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 1, padding = 0, dilation = 0} : (tensor<1x2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_1d_no_result(%x: tensor<1x2x4xf32>, %w: tensor<2x3x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires a result with positions along spatial axis 0, found 1 and 0}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 1, padding = 3, dilation = 1} : (tensor<1x2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_1d_stride_huge(%x: tensor<1x2x4xf32>, %w: tensor<2x3x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires an extent of the result that fits 32 bits, along spatial axis 0, found 12884901888 and 4294967295}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 4294967295, padding = 0, dilation = 1} : (tensor<1x2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_1d_product_huge(%x: tensor<1x2x4294967295xf32>, %w: tensor<2x3x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires an extent of the result that fits 32 bits, along spatial axis 0, found 9223372036854775807 and 4294967295}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 4294967295, padding = 0, dilation = 1} : (tensor<1x2x4294967295xf32>, tensor<2x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_1d_padding_huge(%x: tensor<1x2x4xf32>, %w: tensor<2x3x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires a result with positions along spatial axis 0, found 1 and -8589934584}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 1, padding = 4294967295, dilation = 1} : (tensor<1x2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_1d_dilation_huge(%x: tensor<1x2x4xf32>, %w: tensor<2x3x3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_1d' op requires an extent of the result that fits 32 bits, along spatial axis 0, found 8589934594 and 4294967295}}
  %0 = oaml.conv_transpose_1d %x, %w {stride = 1, padding = 0, dilation = 4294967295} : (tensor<1x2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @conv_transpose_2d_rank(%x: tensor<2x4x4xf32>, %w: tensor<2x3x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_2d' op requires input of rank 4, found tensor<2x4x4xf32>}}
  %0 = oaml.conv_transpose_2d %x, %w, %b {stride = 1, padding = 0} : (tensor<2x4x4xf32>, tensor<2x3x3x3xf32>, tensor<3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @conv_transpose_2d_channels(%x: tensor<1x2x4x4xf32>, %w: tensor<3x3x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_2d' op requires equal input channels of input (axis 1) and weight (axis 0), found 2 and 3}}
  %0 = oaml.conv_transpose_2d %x, %w, %b {stride = 1, padding = 0} : (tensor<1x2x4x4xf32>, tensor<3x3x3x3xf32>, tensor<3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @conv_transpose_2d_square(%x: tensor<1x2x4x4xf32>, %w: tensor<2x3x3x2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_2d' op requires a square kernel (axes 2 and 3 of weight), found 3 and 2}}
  %0 = oaml.conv_transpose_2d %x, %w, %b {stride = 1, padding = 0} : (tensor<1x2x4x4xf32>, tensor<2x3x3x2xf32>, tensor<3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @conv_transpose_2d_bias(%x: tensor<1x2x4x4xf32>, %w: tensor<2x3x3x3xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_2d' op requires one element of bias per output channel (axis 1 of weight), found 2 and 3}}
  %0 = oaml.conv_transpose_2d %x, %w, %b {stride = 1, padding = 0} : (tensor<1x2x4x4xf32>, tensor<2x3x3x3xf32>, tensor<2xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @conv_transpose_2d_stride(%x: tensor<1x2x4x4xf32>, %w: tensor<2x3x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_2d' op requires 'stride' from 1 to 4294967295, found 0}}
  %0 = oaml.conv_transpose_2d %x, %w, %b {stride = 0, padding = 0} : (tensor<1x2x4x4xf32>, tensor<2x3x3x3xf32>, tensor<3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @conv_transpose_2d_no_result(%x: tensor<1x2x4x4xf32>, %w: tensor<2x3x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_2d' op requires a result with positions along spatial axis 0, found 1 and 0}}
  %0 = oaml.conv_transpose_2d %x, %w, %b {stride = 1, padding = 3} : (tensor<1x2x4x4xf32>, tensor<2x3x3x3xf32>, tensor<3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @conv_transpose_2d_no_result_width(%x: tensor<1x2x4x1xf32>, %w: tensor<2x3x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_2d' op requires a result with positions along spatial axis 1, found 1 and -1}}
  %0 = oaml.conv_transpose_2d %x, %w, %b {stride = 1, padding = 2} : (tensor<1x2x4x1xf32>, tensor<2x3x3x3xf32>, tensor<3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @conv_transpose_2d_empty(%x: tensor<1x2x4x0xf32>, %w: tensor<2x3x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_2d' op requires elements in input (extent of axis 3 at least 1), found 1 and 0}}
  %0 = oaml.conv_transpose_2d %x, %w, %b {stride = 1, padding = 0} : (tensor<1x2x4x0xf32>, tensor<2x3x3x3xf32>, tensor<3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @conv_transpose_2d_stride_huge(%x: tensor<1x2x4x4xf32>, %w: tensor<2x3x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.conv_transpose_2d' op requires an extent of the result that fits 32 bits, along spatial axis 0, found 12884901888 and 4294967295}}
  %0 = oaml.conv_transpose_2d %x, %w, %b {stride = 4294967295, padding = 0} : (tensor<1x2x4x4xf32>, tensor<2x3x3x3xf32>, tensor<3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @convolution_rank_2(%a: tensor<1x2xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires left of rank 3 to 5, found tensor<1x2xf32>}}
  %0 = oaml.convolution output, %a, %b {} : (tensor<1x2xf32>, tensor<3x2xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_ranks(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires right of rank 3, found tensor<3x2x3x3xf32>}}
  %0 = oaml.convolution output, %a, %b {} : (tensor<1x2x8xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_strides(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires no entry of 'strides' or one per spatial axis (1), found 2}}
  %0 = oaml.convolution output, %a, %b {strides = array<i64: 1, 1>} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_stride(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires 'strides' from 1 to 4294967295, found 0}}
  %0 = oaml.convolution output, %a, %b {strides = array<i64: 0>} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_dilation(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires 'dilations' from 1 to 4294967295, found 0}}
  %0 = oaml.convolution output, %a, %b {dilations = array<i64: 0>} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_input_dilation(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires 'input_dilations' from 1 to 4294967295, found -1}}
  %0 = oaml.convolution output, %a, %b {input_dilations = array<i64: -1>} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_padding_low(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires 'padding_low' from 0 to 4294967295, found -1}}
  %0 = oaml.convolution output, %a, %b {padding_low = array<i64: -1>} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_padding_high(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires 'padding_high' from 0 to 4294967295, found -1}}
  %0 = oaml.convolution output, %a, %b {padding_high = array<i64: -1>} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_groups(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires 'groups' from 1 to 4294967295, found 0}}
  %0 = oaml.convolution output, %a, %b {groups = 0} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_groups_of_output(%a: tensor<1x2x8xf32>, %b: tensor<3x1x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires 'groups' that divide the number of output channels (rest 0), found 1 and 0}}
  %0 = oaml.convolution output, %a, %b {groups = 2} : (tensor<1x2x8xf32>, tensor<3x1x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_channels(%a: tensor<1x2x8xf32>, %b: tensor<3x4x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires equal input channels per group of input (axis 1) and weight (axis 1), found 2 and 4}}
  %0 = oaml.convolution output, %a, %b {} : (tensor<1x2x8xf32>, tensor<3x4x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_shape_given(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires a 'shape' of 0 extents for target output, found 1}}
  %0 = oaml.convolution output, %a, %b to [6] {} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_shape_missing(%a: tensor<1x3x6xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires a 'shape' of 1 extents for target input, found 0}}
  %0 = oaml.convolution input, %a, %b {} : (tensor<1x3x6xf32>, tensor<3x2x3xf32>) -> tensor<1x2x8xf32>
  return
}

// -----

func.func @convolution_input_windows(%a: tensor<1x3x6xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires as many positions of the output as windows, along spatial axis 0, found 6 and 7}}
  %0 = oaml.convolution input, %a, %b to [9] {} : (tensor<1x3x6xf32>, tensor<3x2x3xf32>) -> tensor<1x2x9xf32>
  return
}

// -----

func.func @convolution_input_channels(%a: tensor<1x4x6xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires equal output channels of output (axis 1) and weight (axis 0), found 4 and 3}}
  %0 = oaml.convolution input, %a, %b to [8] {} : (tensor<1x4x6xf32>, tensor<3x2x3xf32>) -> tensor<1x2x8xf32>
  return
}

// -----

func.func @convolution_weight_windows(%a: tensor<1x2x8xf32>, %b: tensor<1x3x6xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires as many positions of the output as windows, along spatial axis 0, found 6 and 5}}
  %0 = oaml.convolution weight, %a, %b to [4] {} : (tensor<1x2x8xf32>, tensor<1x3x6xf32>) -> tensor<3x2x4xf32>
  return
}

// -----

func.func @convolution_weight_batch(%a: tensor<1x2x8xf32>, %b: tensor<2x3x6xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires equal batch extents of input and output, found 1 and 2}}
  %0 = oaml.convolution weight, %a, %b to [3] {} : (tensor<1x2x8xf32>, tensor<2x3x6xf32>) -> tensor<3x2x3xf32>
  return
}

// -----

func.func @convolution_weight_groups(%a: tensor<1x3x8xf32>, %b: tensor<1x4x6xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires 'groups' that divide the number of input channels (rest 0), found 1 and 0}}
  %0 = oaml.convolution weight, %a, %b to [3] {groups = 2} : (tensor<1x3x8xf32>, tensor<1x4x6xf32>) -> tensor<4x1x3xf32>
  return
}

// -----

func.func @convolution_larger(%a: tensor<1x2x2xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires windows no larger than the padded spatial axis 0, found 3 and 2}}
  %0 = oaml.convolution output, %a, %b {} : (tensor<1x2x2xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_padded_dilated(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires 'input_dilations' of 1 with 'padded', found others}}
  %0 = oaml.convolution output, %a, %b {input_dilations = array<i64: 2>, padded} : (tensor<1x2x8xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_padded_strided(%a: tensor<1x3x6xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires 'strides' of 1 with 'padded', found others}}
  %0 = oaml.convolution input, %a, %b to [8] {strides = array<i64: 2>, padded} : (tensor<1x3x6xf32>, tensor<3x2x3xf32>) -> tensor<1x2x8xf32>
  return
}

// -----

func.func @convolution_padded_extent(%a: tensor<1x2x2xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires cells of left inside of its padding, along spatial axis 0, found 1 and 0}}
  %0 = oaml.convolution output, %a, %b {padding_low = array<i64: 1>, padding_high = array<i64: 1>, padded} : (tensor<1x2x2xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_padded_beyond(%a: tensor<1x3x6xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires padding below the extent of a window with 'padded', along spatial axis 0, found 0 and -1}}
  %0 = oaml.convolution input, %a, %b to [2] {padding_low = array<i64: 3>, padding_high = array<i64: 3>, padded} : (tensor<1x3x6xf32>, tensor<3x2x3xf32>) -> tensor<1x2x2xf32>
  return
}

// -----

func.func @convolution_types(%a: tensor<1x2x8xf32>, %b: tensor<3x2x3xbf16>) {
  // expected-error @+1 {{'oaml.convolution' op requires one element type for left and right, found f32 and bf16}}
  %0 = oaml.convolution output, %a, %b {} : (tensor<1x2x8xf32>, tensor<3x2x3xbf16>) -> tensor<1x3x6xf32>
  return
}

// -----

func.func @convolution_huge(%a: tensor<1x2x4294967295xf32>, %b: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'oaml.convolution' op requires a spatial axis 0 that fits 32 bits with its padding, found 9223372036854775807 and 4294967295}}
  %0 = oaml.convolution output, %a, %b {input_dilations = array<i64: 4294967295>} : (tensor<1x2x4294967295xf32>, tensor<3x2x3xf32>) -> tensor<1x3x6xf32>
  return
}
