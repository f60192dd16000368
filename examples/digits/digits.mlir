// A classifier of handwritten digits: 64 -> 128 relu -> 64 relu -> 10.
//
// @loss is the model, written once; @step trains it by its gradients; @predict
// uses it. The batch "B" may differ from run to run. All that lasts from step to
// step is donated: the weights and AdamW's moments m and v are updated in place.

// Logits of images with 64 pixels in 0..1.
func.func private @model(
    %w1: tensor<128x64xf32>, %b1: tensor<128xf32>,
    %w2: tensor<64x128xf32>, %b2: tensor<64xf32>,
    %w3: tensor<10x64xf32>, %b3: tensor<10xf32>,
    %images: tensor<?x64xf32>) -> tensor<?x10xf32> {
  %h1 = oaml.linear_relu %images, %w1, %b1
      : (tensor<?x64xf32>, tensor<128x64xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %h2 = oaml.linear_relu %h1, %w2, %b2
      : (tensor<?x128xf32>, tensor<64x128xf32>, tensor<64xf32>) -> tensor<?x64xf32>
  %logits = oaml.linear %h2, %w3, %b3
      : (tensor<?x64xf32>, tensor<10x64xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  return %logits : tensor<?x10xf32>
}

// The mean cross entropy of a batch, and how many images are classified right.
func.func private @loss(
    %w1: tensor<128x64xf32>, %b1: tensor<128xf32>,
    %w2: tensor<64x128xf32>, %b2: tensor<64xf32>,
    %w3: tensor<10x64xf32>, %b3: tensor<10xf32>,
    %images: tensor<?x64xf32>, %labels: tensor<?xi32>)
    -> (tensor<1xf32>, tensor<1xi32>) {
  %logits = call @model(%w1, %b1, %w2, %b2, %w3, %b3, %images)
      : (tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
         tensor<10x64xf32>, tensor<10xf32>, tensor<?x64xf32>) -> tensor<?x10xf32>
  %loss = oaml.cross_entropy %logits, %labels
      : (tensor<?x10xf32>, tensor<?xi32>) -> tensor<1xf32>
  %correct = oaml.accuracy_count %logits, %labels
      : (tensor<?x10xf32>, tensor<?xi32>) -> tensor<1xi32>
  return %loss, %correct : tensor<1xf32>, tensor<1xi32>
}

// Start weights, other ones for each seed of the run; moments are zero.
func.func @init() -> (
    tensor<128x64xf32> {oaml.name = "w1"}, tensor<128xf32> {oaml.name = "b1"},
    tensor<64x128xf32> {oaml.name = "w2"}, tensor<64xf32> {oaml.name = "b2"},
    tensor<10x64xf32> {oaml.name = "w3"}, tensor<10xf32> {oaml.name = "b3"},
    tensor<128x64xf32> {oaml.name = "m_w1"}, tensor<128xf32> {oaml.name = "m_b1"},
    tensor<64x128xf32> {oaml.name = "m_w2"}, tensor<64xf32> {oaml.name = "m_b2"},
    tensor<10x64xf32> {oaml.name = "m_w3"}, tensor<10xf32> {oaml.name = "m_b3"},
    tensor<128x64xf32> {oaml.name = "v_w1"}, tensor<128xf32> {oaml.name = "v_b1"},
    tensor<64x128xf32> {oaml.name = "v_w2"}, tensor<64xf32> {oaml.name = "v_b2"},
    tensor<10x64xf32> {oaml.name = "v_w3"}, tensor<10xf32> {oaml.name = "v_b3"}) {
  %w1 = oaml.rand_xavier [128, 64] {seed = 0} : () -> tensor<128x64xf32>
  %w2 = oaml.rand_xavier [64, 128] {seed = 0} : () -> tensor<64x128xf32>
  %w3 = oaml.rand_xavier [10, 64] {seed = 0} : () -> tensor<10x64xf32>
  %zw1 = oaml.constant dense<0.0> : tensor<128x64xf32>
  %zw2 = oaml.constant dense<0.0> : tensor<64x128xf32>
  %zw3 = oaml.constant dense<0.0> : tensor<10x64xf32>
  %zb1 = oaml.constant dense<0.0> : tensor<128xf32>
  %zb2 = oaml.constant dense<0.0> : tensor<64xf32>
  %zb3 = oaml.constant dense<0.0> : tensor<10xf32>
  return %w1, %zb1, %w2, %zb2, %w3, %zb3,
         %zw1, %zb1, %zw2, %zb2, %zw3, %zb3,
         %zw1, %zb1, %zw2, %zb2, %zw3, %zb3
      : tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
        tensor<10x64xf32>, tensor<10xf32>,
        tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
        tensor<10x64xf32>, tensor<10xf32>,
        tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
        tensor<10x64xf32>, tensor<10xf32>
}

// One step of AdamW on a batch, with learning rate %lr; %step counts from 1.
func.func @step(
    %w1: tensor<128x64xf32> {oaml.name = "w1", oaml.donated = 0},
    %b1: tensor<128xf32> {oaml.name = "b1", oaml.donated = 1},
    %w2: tensor<64x128xf32> {oaml.name = "w2", oaml.donated = 2},
    %b2: tensor<64xf32> {oaml.name = "b2", oaml.donated = 3},
    %w3: tensor<10x64xf32> {oaml.name = "w3", oaml.donated = 4},
    %b3: tensor<10xf32> {oaml.name = "b3", oaml.donated = 5},
    %m_w1: tensor<128x64xf32> {oaml.name = "m_w1", oaml.donated = 6},
    %m_b1: tensor<128xf32> {oaml.name = "m_b1", oaml.donated = 7},
    %m_w2: tensor<64x128xf32> {oaml.name = "m_w2", oaml.donated = 8},
    %m_b2: tensor<64xf32> {oaml.name = "m_b2", oaml.donated = 9},
    %m_w3: tensor<10x64xf32> {oaml.name = "m_w3", oaml.donated = 10},
    %m_b3: tensor<10xf32> {oaml.name = "m_b3", oaml.donated = 11},
    %v_w1: tensor<128x64xf32> {oaml.name = "v_w1", oaml.donated = 12},
    %v_b1: tensor<128xf32> {oaml.name = "v_b1", oaml.donated = 13},
    %v_w2: tensor<64x128xf32> {oaml.name = "v_w2", oaml.donated = 14},
    %v_b2: tensor<64xf32> {oaml.name = "v_b2", oaml.donated = 15},
    %v_w3: tensor<10x64xf32> {oaml.name = "v_w3", oaml.donated = 16},
    %v_b3: tensor<10xf32> {oaml.name = "v_b3", oaml.donated = 17},
    %images: tensor<?x64xf32> {oaml.name = "images", oaml.dims = ["B", 64]},
    %labels: tensor<?xi32> {oaml.name = "labels", oaml.dims = ["B"]},
    %lr: tensor<f32> {oaml.name = "lr"},
    %step: tensor<i32> {oaml.name = "step"}) -> (
    tensor<128x64xf32> {oaml.name = "w1"}, tensor<128xf32> {oaml.name = "b1"},
    tensor<64x128xf32> {oaml.name = "w2"}, tensor<64xf32> {oaml.name = "b2"},
    tensor<10x64xf32> {oaml.name = "w3"}, tensor<10xf32> {oaml.name = "b3"},
    tensor<128x64xf32> {oaml.name = "m_w1"}, tensor<128xf32> {oaml.name = "m_b1"},
    tensor<64x128xf32> {oaml.name = "m_w2"}, tensor<64xf32> {oaml.name = "m_b2"},
    tensor<10x64xf32> {oaml.name = "m_w3"}, tensor<10xf32> {oaml.name = "m_b3"},
    tensor<128x64xf32> {oaml.name = "v_w1"}, tensor<128xf32> {oaml.name = "v_b1"},
    tensor<64x128xf32> {oaml.name = "v_w2"}, tensor<64xf32> {oaml.name = "v_b2"},
    tensor<10x64xf32> {oaml.name = "v_w3"}, tensor<10xf32> {oaml.name = "v_b3"},
    tensor<1xf32> {oaml.name = "loss"}, tensor<1xi32> {oaml.name = "correct"}) {
  %loss, %correct, %g_w1, %g_b1, %g_w2, %g_b2, %g_w3, %g_b3 =
      oaml.value_and_grad @loss(%w1, %b1, %w2, %b2, %w3, %b3, %images, %labels)
      {wrt = array<i64: 0, 1, 2, 3, 4, 5>}
      : (tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
         tensor<10x64xf32>, tensor<10xf32>, tensor<?x64xf32>, tensor<?xi32>)
      -> (tensor<1xf32>, tensor<1xi32>,
          tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
          tensor<10x64xf32>, tensor<10xf32>)
  %n_w1, %n_m_w1, %n_v_w1 = oaml.adamw_step %w1, %m_w1, %v_w1, %g_w1
      lr(%lr) step(%step)
      {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01}
      : (tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>,
         tensor<128x64xf32>, tensor<f32>, tensor<i32>)
      -> (tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>)
  %n_b1, %n_m_b1, %n_v_b1 = oaml.adamw_step %b1, %m_b1, %v_b1, %g_b1
      lr(%lr) step(%step)
      {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01}
      : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>,
         tensor<128xf32>, tensor<f32>, tensor<i32>)
      -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
  %n_w2, %n_m_w2, %n_v_w2 = oaml.adamw_step %w2, %m_w2, %v_w2, %g_w2
      lr(%lr) step(%step)
      {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01}
      : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>,
         tensor<64x128xf32>, tensor<f32>, tensor<i32>)
      -> (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>)
  %n_b2, %n_m_b2, %n_v_b2 = oaml.adamw_step %b2, %m_b2, %v_b2, %g_b2
      lr(%lr) step(%step)
      {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01}
      : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>,
         tensor<64xf32>, tensor<f32>, tensor<i32>)
      -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>)
  %n_w3, %n_m_w3, %n_v_w3 = oaml.adamw_step %w3, %m_w3, %v_w3, %g_w3
      lr(%lr) step(%step)
      {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01}
      : (tensor<10x64xf32>, tensor<10x64xf32>, tensor<10x64xf32>,
         tensor<10x64xf32>, tensor<f32>, tensor<i32>)
      -> (tensor<10x64xf32>, tensor<10x64xf32>, tensor<10x64xf32>)
  %n_b3, %n_m_b3, %n_v_b3 = oaml.adamw_step %b3, %m_b3, %v_b3, %g_b3
      lr(%lr) step(%step)
      {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01}
      : (tensor<10xf32>, tensor<10xf32>, tensor<10xf32>,
         tensor<10xf32>, tensor<f32>, tensor<i32>)
      -> (tensor<10xf32>, tensor<10xf32>, tensor<10xf32>)
  return %n_w1, %n_b1, %n_w2, %n_b2, %n_w3, %n_b3,
         %n_m_w1, %n_m_b1, %n_m_w2, %n_m_b2, %n_m_w3, %n_m_b3,
         %n_v_w1, %n_v_b1, %n_v_w2, %n_v_b2, %n_v_w3, %n_v_b3,
         %loss, %correct
      : tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
        tensor<10x64xf32>, tensor<10xf32>,
        tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
        tensor<10x64xf32>, tensor<10xf32>,
        tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
        tensor<10x64xf32>, tensor<10xf32>,
        tensor<1xf32>, tensor<1xi32>
}

// The digit that each image shows.
func.func @predict(
    %w1: tensor<128x64xf32> {oaml.name = "w1"},
    %b1: tensor<128xf32> {oaml.name = "b1"},
    %w2: tensor<64x128xf32> {oaml.name = "w2"},
    %b2: tensor<64xf32> {oaml.name = "b2"},
    %w3: tensor<10x64xf32> {oaml.name = "w3"},
    %b3: tensor<10xf32> {oaml.name = "b3"},
    %images: tensor<?x64xf32> {oaml.name = "images", oaml.dims = ["B", 64]})
    -> (tensor<?xi32> {oaml.name = "digits", oaml.dims = ["B"]}) {
  %logits = call @model(%w1, %b1, %w2, %b2, %w3, %b3, %images)
      : (tensor<128x64xf32>, tensor<128xf32>, tensor<64x128xf32>, tensor<64xf32>,
         tensor<10x64xf32>, tensor<10xf32>, tensor<?x64xf32>) -> tensor<?x10xf32>
  %best = oaml.argmax %logits {axis = 1} : (tensor<?x10xf32>) -> tensor<?x1xi32>
  %rows = oaml.dim %images {axis = 0} : tensor<?x64xf32>
  %digits = oaml.reshape %best to [%rows] : (tensor<?x1xi32>, index) -> tensor<?xi32>
  return %digits : tensor<?xi32>
}
