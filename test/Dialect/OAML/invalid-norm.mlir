// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @batch_norm_2d_rank(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d' op requires input of rank 4, found tensor<2x3x5xf32>}}
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = 1.0e-5} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_2d_empty(%x: tensor<0x3x4x5xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d' op requires elements in input (extent of axis 0 at least 1), found 1 and 0}}
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = 1.0e-5} : (tensor<0x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<0x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_2d_weight(%x: tensor<2x3x4x5xf32>, %w: tensor<4xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d' op requires one element of weight per channel of input (axis 1), found 4 and 3}}
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = 1.0e-5} : (tensor<2x3x4x5xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_2d_bias_rank(%x: tensor<2x3x4x5xf32>, %w: tensor<3xf32>, %b: tensor<1x3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d' op requires bias of rank 1, found tensor<1x3xf32>}}
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = 1.0e-5} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<1x3xf32>) -> (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_2d_types(%x: tensor<2x3x4x5xf32>, %w: tensor<3xf32>, %b: tensor<3xf16>) {
  // expected-error @+1 {{'oaml.batch_norm_2d' op requires one element type for input and bias, found f32 and f16}}
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = 1.0e-5} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf16>) -> (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_2d_epsilon_zero(%x: tensor<2x3x4x5xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d' op requires a finite 'epsilon' above 0, found 0}}
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = 0.0} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_2d_epsilon_negative(%x: tensor<2x3x4x5xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d' op requires a finite 'epsilon' above 0, found -1.0000000000000001E-5}}
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = -1.0e-5} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_2d_epsilon_infinite(%x: tensor<2x3x4x5xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d' op requires a finite 'epsilon' above 0, found +Inf}}
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = 0x7FF0000000000000 : f64} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_2d_epsilon_nan(%x: tensor<2x3x4x5xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d' op requires a finite 'epsilon' above 0, found NaN}}
  %0:3 = oaml.batch_norm_2d %x, %w, %b {epsilon = 0x7FF8000000000000 : f64} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @with_stats_rank(%x: tensor<2x3x5xf32>, %m: tensor<3xf32>, %s: tensor<3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d_with_stats' op requires input of rank 4, found tensor<2x3x5xf32>}}
  %0 = oaml.batch_norm_2d_with_stats %x, %m, %s, %w, %b {epsilon = 1.0} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @with_stats_empty(%x: tensor<2x3x0x5xf32>, %m: tensor<3xf32>, %s: tensor<3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d_with_stats' op requires elements in input (extent of axis 2 at least 1), found 1 and 0}}
  %0 = oaml.batch_norm_2d_with_stats %x, %m, %s, %w, %b {epsilon = 1.0} : (tensor<2x3x0x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x0x5xf32>
  return
}

// -----

func.func @with_stats_mean(%x: tensor<2x3x4x5xf32>, %m: tensor<1xf32>, %s: tensor<3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d_with_stats' op requires one element of mean per channel of input (axis 1), found 1 and 3}}
  %0 = oaml.batch_norm_2d_with_stats %x, %m, %s, %w, %b {epsilon = 1.0} : (tensor<2x3x4x5xf32>, tensor<1xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  return
}

// -----

func.func @with_stats_variance(%x: tensor<2x3x4x5xf32>, %m: tensor<3xf32>, %s: tensor<4xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d_with_stats' op requires one element of variance per channel of input (axis 1), found 4 and 3}}
  %0 = oaml.batch_norm_2d_with_stats %x, %m, %s, %w, %b {epsilon = 1.0} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  return
}

// -----

func.func @with_stats_weight(%x: tensor<2x3x4x5xf32>, %m: tensor<3xf32>, %s: tensor<3xf32>, %w: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d_with_stats' op requires one element of weight per channel of input (axis 1), found 2 and 3}}
  %0 = oaml.batch_norm_2d_with_stats %x, %m, %s, %w, %b {epsilon = 1.0} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  return
}

// -----

func.func @with_stats_bias(%x: tensor<2x3x4x5xf32>, %m: tensor<3xf32>, %s: tensor<3xf32>, %w: tensor<3xf32>, %b: tensor<6xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d_with_stats' op requires one element of bias per channel of input (axis 1), found 6 and 3}}
  %0 = oaml.batch_norm_2d_with_stats %x, %m, %s, %w, %b {epsilon = 1.0} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<6xf32>) -> tensor<2x3x4x5xf32>
  return
}

// -----

func.func @with_stats_statistics_type(%x: tensor<2x3x4x5xf32>, %m: tensor<3xf32>, %s: tensor<3xf16>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d_with_stats' op operand #2 must be ranked tensor of f32 with rank at most 8, but got 'tensor<3xf16>'}}
  %0 = oaml.batch_norm_2d_with_stats %x, %m, %s, %w, %b {epsilon = 1.0} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf16>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  return
}

// -----

func.func @with_stats_epsilon(%x: tensor<2x3x4x5xf32>, %m: tensor<3xf32>, %s: tensor<3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.batch_norm_2d_with_stats' op requires a finite 'epsilon' above 0, found 0}}
  %0 = oaml.batch_norm_2d_with_stats %x, %m, %s, %w, %b {epsilon = 0.0} : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  return
}

// -----

func.func @channel_norm_rank(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.channel_norm' op requires input of rank 3, found tensor<4x3xf32>}}
  %0 = oaml.channel_norm %x, %w, %b {epsilon = 1.0e-5} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @channel_norm_empty(%x: tensor<2x3x0xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.channel_norm' op requires elements in input (extent of axis 2 at least 1), found 1 and 0}}
  %0 = oaml.channel_norm %x, %w, %b {epsilon = 1.0e-5} : (tensor<2x3x0xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x0xf32>
  return
}

// -----

func.func @channel_norm_weight(%x: tensor<2x3x5xf32>, %w: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.channel_norm' op requires one element of weight per channel of input (axis 1), found 2 and 3}}
  %0 = oaml.channel_norm %x, %w, %b {epsilon = 1.0e-5} : (tensor<2x3x5xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @channel_norm_bias(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>, %b: tensor<5xf32>) {
  // expected-error @+1 {{'oaml.channel_norm' op requires one element of bias per channel of input (axis 1), found 5 and 3}}
  %0 = oaml.channel_norm %x, %w, %b {epsilon = 1.0e-5} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @channel_norm_epsilon(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.channel_norm' op requires a finite 'epsilon' above 0, found 0}}
  %0 = oaml.channel_norm %x, %w, %b {epsilon = 0.0} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @channel_norm_relu_rank(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu' op requires input of rank 3, found tensor<4x3xf32>}}
  %0 = oaml.channel_norm_relu %x, %w, %b {epsilon = 1.0e-5} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @channel_norm_relu_empty(%x: tensor<2x3x0xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu' op requires elements in input (extent of axis 2 at least 1), found 1 and 0}}
  %0 = oaml.channel_norm_relu %x, %w, %b {epsilon = 1.0e-5} : (tensor<2x3x0xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x0xf32>
  return
}

// -----

func.func @channel_norm_relu_weight(%x: tensor<2x3x5xf32>, %w: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu' op requires one element of weight per channel of input (axis 1), found 2 and 3}}
  %0 = oaml.channel_norm_relu %x, %w, %b {epsilon = 1.0e-5} : (tensor<2x3x5xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @channel_norm_relu_bias(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>, %b: tensor<5xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu' op requires one element of bias per channel of input (axis 1), found 5 and 3}}
  %0 = oaml.channel_norm_relu %x, %w, %b {epsilon = 1.0e-5} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @channel_norm_relu_epsilon(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu' op requires a finite 'epsilon' above 0, found 0}}
  %0 = oaml.channel_norm_relu %x, %w, %b {epsilon = 0.0} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @channel_norm_backward_rank(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_backward' op requires input of rank 3, found tensor<4x3xf32>}}
  %0:3 = oaml.channel_norm_backward %x, %w, %g {epsilon = 1.0} : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @channel_norm_backward_output_gradient(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>, %g: tensor<2x3x4xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_backward' op requires equal extents of input and output_gradient along axis 2, found 5 and 4}}
  %0:3 = oaml.channel_norm_backward %x, %w, %g {epsilon = 1.0} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @channel_norm_backward_weight(%x: tensor<2x3x5xf32>, %w: tensor<4xf32>, %g: tensor<2x3x5xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_backward' op requires one element of weight per channel of input (axis 1), found 4 and 3}}
  %0:3 = oaml.channel_norm_backward %x, %w, %g {epsilon = 1.0} : (tensor<2x3x5xf32>, tensor<4xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @channel_norm_backward_empty(%x: tensor<0x3x5xf32>, %w: tensor<3xf32>, %g: tensor<0x3x5xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_backward' op requires elements in input (extent of axis 0 at least 1), found 1 and 0}}
  %0:3 = oaml.channel_norm_backward %x, %w, %g {epsilon = 1.0} : (tensor<0x3x5xf32>, tensor<3xf32>, tensor<0x3x5xf32>) -> (tensor<0x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @channel_norm_backward_epsilon(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>, %g: tensor<2x3x5xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_backward' op requires a finite 'epsilon' above 0, found 0}}
  %0:3 = oaml.channel_norm_backward %x, %w, %g {epsilon = 0.0} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @channel_norm_relu_backward_rank(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %y: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu_backward' op requires input of rank 3, found tensor<4x3xf32>}}
  %0:3 = oaml.channel_norm_relu_backward %x, %w, %y, %g {epsilon = 1.0} : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @channel_norm_relu_backward_forward_output(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>, %y: tensor<2x4x5xf32>, %g: tensor<2x3x5xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu_backward' op requires equal extents of input and forward_output along axis 1, found 3 and 4}}
  %0:3 = oaml.channel_norm_relu_backward %x, %w, %y, %g {epsilon = 1.0} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<2x4x5xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @channel_norm_relu_backward_output_gradient(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>, %y: tensor<2x3x5xf32>, %g: tensor<1x3x5xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu_backward' op requires equal extents of input and output_gradient along axis 0, found 2 and 1}}
  %0:3 = oaml.channel_norm_relu_backward %x, %w, %y, %g {epsilon = 1.0} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<2x3x5xf32>, tensor<1x3x5xf32>) -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @channel_norm_relu_backward_weight(%x: tensor<2x3x5xf32>, %w: tensor<1xf32>, %y: tensor<2x3x5xf32>, %g: tensor<2x3x5xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu_backward' op requires one element of weight per channel of input (axis 1), found 1 and 3}}
  %0:3 = oaml.channel_norm_relu_backward %x, %w, %y, %g {epsilon = 1.0} : (tensor<2x3x5xf32>, tensor<1xf32>, tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>, tensor<1xf32>, tensor<1xf32>)
  return
}

// -----

func.func @channel_norm_relu_backward_empty(%x: tensor<2x3x0xf32>, %w: tensor<3xf32>, %y: tensor<2x3x0xf32>, %g: tensor<2x3x0xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu_backward' op requires elements in input (extent of axis 2 at least 1), found 1 and 0}}
  %0:3 = oaml.channel_norm_relu_backward %x, %w, %y, %g {epsilon = 1.0} : (tensor<2x3x0xf32>, tensor<3xf32>, tensor<2x3x0xf32>, tensor<2x3x0xf32>) -> (tensor<2x3x0xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @channel_norm_relu_backward_epsilon(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>, %y: tensor<2x3x5xf32>, %g: tensor<2x3x5xf32>) {
  // expected-error @+1 {{'oaml.channel_norm_relu_backward' op requires a finite 'epsilon' above 0, found -1}}
  %0:3 = oaml.channel_norm_relu_backward %x, %w, %y, %g {epsilon = -1.0} : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @layer_norm_rank_0(%x: tensor<f32>, %w: tensor<1xf32>, %b: tensor<1xf32>) {
  // expected-error @+1 {{'oaml.layer_norm' op requires x of rank 1 or more, found tensor<f32>}}
  %0 = oaml.layer_norm %x, %w, %b {epsilon = 1.0e-5} : (tensor<f32>, tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  return
}

// -----

func.func @layer_norm_empty(%x: tensor<0x3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.layer_norm' op requires elements in x (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.layer_norm %x, %w, %b {epsilon = 1.0e-5} : (tensor<0x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  return
}

// -----

func.func @layer_norm_weight(%x: tensor<4x3xf32>, %w: tensor<4xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.layer_norm' op requires one element of weight per column of x (last axis), found 4 and 3}}
  %0 = oaml.layer_norm %x, %w, %b {epsilon = 1.0e-5} : (tensor<4x3xf32>, tensor<4xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @layer_norm_bias(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %b: tensor<1x3xf32>) {
  // expected-error @+1 {{'oaml.layer_norm' op requires bias of rank 1, found tensor<1x3xf32>}}
  %0 = oaml.layer_norm %x, %w, %b {epsilon = 1.0e-5} : (tensor<4x3xf32>, tensor<3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @layer_norm_types(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %b: tensor<3xbf16>) {
  // expected-error @+1 {{'oaml.layer_norm' op requires one element type for x and bias, found f32 and bf16}}
  %0 = oaml.layer_norm %x, %w, %b {epsilon = 1.0e-5} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xbf16>) -> tensor<4x3xf32>
  return
}

// -----

func.func @layer_norm_epsilon(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.layer_norm' op requires a finite 'epsilon' above 0, found 0}}
  %0 = oaml.layer_norm %x, %w, %b {epsilon = 0.0} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_rank_0(%x: tensor<f32>, %w: tensor<1xf32>) {
  // expected-error @+1 {{'oaml.rms_norm' op requires input of rank 1 or more, found tensor<f32>}}
  %0 = oaml.rms_norm %x, %w {epsilon = 1.0} : (tensor<f32>, tensor<1xf32>) -> tensor<f32>
  return
}

// -----

func.func @rms_norm_empty(%x: tensor<4x0xf32>, %w: tensor<0xf32>) {
  // expected-error @+1 {{'oaml.rms_norm' op requires elements in input (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.rms_norm %x, %w {epsilon = 1.0} : (tensor<4x0xf32>, tensor<0xf32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @rms_norm_weight(%x: tensor<4x3xf32>, %w: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.rms_norm' op requires one element of weight per column of input (last axis), found 4 and 3}}
  %0 = oaml.rms_norm %x, %w {epsilon = 1.0} : (tensor<4x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_weight_rank(%x: tensor<4x3xf32>, %w: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm' op requires weight of rank 1, found tensor<4x3xf32>}}
  %0 = oaml.rms_norm %x, %w {epsilon = 1.0} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_epsilon(%x: tensor<4x3xf32>, %w: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm' op requires a finite 'epsilon' above 0, found 0}}
  %0 = oaml.rms_norm %x, %w {epsilon = 0.0} : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_integers(%x: tensor<4x3xi32>, %w: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm' op operand #0 must be ranked tensor of f32, f16 or bf16 with rank at most 8, but got 'tensor<4x3xi32>'}}
  %0 = oaml.rms_norm %x, %w {epsilon = 1.0} : (tensor<4x3xi32>, tensor<3xf32>) -> tensor<4x3xi32>
  return
}

// -----

func.func @residual_rms_norm_shapes(%a: tensor<4x3xf32>, %b: tensor<4x1xf32>, %w: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.residual_rms_norm' op requires equal extents of a and b along axis 1, found 3 and 1}}
  %0:2 = oaml.residual_rms_norm %a, %b, %w {epsilon = 1.0} : (tensor<4x3xf32>, tensor<4x1xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @residual_rms_norm_ranks(%a: tensor<4x3xf32>, %b: tensor<3xf32>, %w: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.residual_rms_norm' op requires one shape for a and b, found ranks 2 and 1}}
  %0:2 = oaml.residual_rms_norm %a, %b, %w {epsilon = 1.0} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @residual_rms_norm_empty(%a: tensor<0x3xf32>, %b: tensor<0x3xf32>, %w: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.residual_rms_norm' op requires elements in a (extent of axis 0 at least 1), found 1 and 0}}
  %0:2 = oaml.residual_rms_norm %a, %b, %w {epsilon = 1.0} : (tensor<0x3xf32>, tensor<0x3xf32>, tensor<3xf32>) -> (tensor<0x3xf32>, tensor<0x3xf32>)
  return
}

// -----

func.func @residual_rms_norm_weight(%a: tensor<4x3xf32>, %b: tensor<4x3xf32>, %w: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.residual_rms_norm' op requires one element of weight per column of a (last axis), found 4 and 3}}
  %0:2 = oaml.residual_rms_norm %a, %b, %w {epsilon = 1.0} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @residual_rms_norm_epsilon(%a: tensor<4x3xf32>, %b: tensor<4x3xf32>, %w: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.residual_rms_norm' op requires a finite 'epsilon' above 0, found 0}}
  %0:2 = oaml.residual_rms_norm %a, %b, %w {epsilon = 0.0} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @rms_norm_gated_gate(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %z: tensor<4x2xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated' op requires equal extents of input and gate along axis 1, found 3 and 2}}
  %0 = oaml.rms_norm_gated %x, %w, %z {epsilon = 1.0} : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_gated_width(%x: tensor<4x3xf32>, %w: tensor<4xf32>, %z: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated' op requires equal last extents of weight and input, found 4 and 3}}
  %0 = oaml.rms_norm_gated %x, %w, %z {epsilon = 1.0} : (tensor<4x3xf32>, tensor<4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_gated_bias(%x: tensor<4x3xf32>, %w: tensor<2x3xf32>, %b: tensor<3xf32>, %z: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated' op requires one shape for weight and bias, found ranks 2 and 1}}
  %0 = oaml.rms_norm_gated %x, %w, bias(%b), %z {epsilon = 1.0} : (tensor<4x3xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_gated_rows(%x: tensor<4x3xf32>, %w: tensor<3x3xf32>, %z: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated' op requires a number of rows of input that the number of rows of weight divides (rest 0), found 1 and 0}}
  %0 = oaml.rms_norm_gated %x, %w, %z {epsilon = 1.0} : (tensor<4x3xf32>, tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_gated_empty(%x: tensor<0x3xf32>, %w: tensor<3xf32>, %z: tensor<0x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated' op requires elements in input (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.rms_norm_gated %x, %w, %z {epsilon = 1.0} : (tensor<0x3xf32>, tensor<3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  return
}

// -----

func.func @rms_norm_gated_weight_rank(%x: tensor<4x3xf32>, %w: tensor<f32>, %z: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated' op requires weight of rank 1 or more, found tensor<f32>}}
  %0 = oaml.rms_norm_gated %x, %w, %z {epsilon = 1.0} : (tensor<4x3xf32>, tensor<f32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_gated_epsilon(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>, %z: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated' op requires a finite 'epsilon' above 0, found 0}}
  %0 = oaml.rms_norm_gated %x, %w, bias(%b), %z {epsilon = 0.0} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @rms_norm_gated_rank_0(%x: tensor<f32>, %w: tensor<1xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated' op requires input of rank 1 or more, found tensor<f32>}}
  %0 = oaml.rms_norm_gated %x, %w, %z {epsilon = 1.0} : (tensor<f32>, tensor<1xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @rms_norm_gated_backward_gate(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %z: tensor<4x2xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated_backward' op requires equal extents of input and gate along axis 1, found 3 and 2}}
  %0:3 = oaml.rms_norm_gated_backward %x, %w, %z, %g {epsilon = 1.0} : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32>)
  return
}

// -----

func.func @rms_norm_gated_backward_width(%x: tensor<4x3xf32>, %w: tensor<4xf32>, %z: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated_backward' op requires equal last extents of weight and input, found 4 and 3}}
  %0:3 = oaml.rms_norm_gated_backward %x, %w, %z, %g {epsilon = 1.0} : (tensor<4x3xf32>, tensor<4xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @rms_norm_gated_backward_bias(%x: tensor<4x3xf32>, %w: tensor<2x3xf32>, %b: tensor<3xf32>, %z: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated_backward' op requires one shape for weight and bias, found ranks 2 and 1}}
  %0:4 = oaml.rms_norm_gated_backward %x, %w, bias(%b), %z, %g {epsilon = 1.0} : (tensor<4x3xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @rms_norm_gated_backward_rows(%x: tensor<4x3xf32>, %w: tensor<3x3xf32>, %z: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated_backward' op requires a number of rows of input that the number of rows of weight divides (rest 0), found 1 and 0}}
  %0:3 = oaml.rms_norm_gated_backward %x, %w, %z, %g {epsilon = 1.0} : (tensor<4x3xf32>, tensor<3x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @rms_norm_gated_backward_empty(%x: tensor<0x3xf32>, %w: tensor<3xf32>, %z: tensor<0x3xf32>, %g: tensor<0x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated_backward' op requires elements in input (extent of axis 0 at least 1), found 1 and 0}}
  %0:3 = oaml.rms_norm_gated_backward %x, %w, %z, %g {epsilon = 1.0} : (tensor<0x3xf32>, tensor<3xf32>, tensor<0x3xf32>, tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<3xf32>, tensor<0x3xf32>)
  return
}

// -----

func.func @rms_norm_gated_backward_weight_rank(%x: tensor<4x3xf32>, %w: tensor<f32>, %z: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated_backward' op requires weight of rank 1 or more, found tensor<f32>}}
  %0:3 = oaml.rms_norm_gated_backward %x, %w, %z, %g {epsilon = 1.0} : (tensor<4x3xf32>, tensor<f32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<f32>, tensor<4x3xf32>)
  return
}

// -----

func.func @rms_norm_gated_backward_epsilon(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>, %z: tensor<4x3xf32>, %g: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated_backward' op requires a finite 'epsilon' above 0, found 0}}
  %0:4 = oaml.rms_norm_gated_backward %x, %w, bias(%b), %z, %g {epsilon = 0.0} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @rms_norm_gated_backward_rank_0(%x: tensor<f32>, %w: tensor<1xf32>, %z: tensor<f32>, %g: tensor<f32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated_backward' op requires input of rank 1 or more, found tensor<f32>}}
  %0:3 = oaml.rms_norm_gated_backward %x, %w, %z, %g {epsilon = 1.0} : (tensor<f32>, tensor<1xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<1xf32>, tensor<f32>)
  return
}

// -----

func.func @rms_norm_gated_backward_output_gradient(%x: tensor<4x3xf32>, %w: tensor<3xf32>, %z: tensor<4x3xf32>, %g: tensor<3x3xf32>) {
  // expected-error @+1 {{'oaml.rms_norm_gated_backward' op requires equal extents of input and output_gradient along axis 0, found 4 and 3}}
  %0:3 = oaml.rms_norm_gated_backward %x, %w, %z, %g {epsilon = 1.0} : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>)
  return
}
