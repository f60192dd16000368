// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @widths(%a: tensor<5x3xf32>, %b: tensor<8x4xf32>) {
  // expected-error@below {{'oaml.vq_assign' op requires equal widths of latent and codebook, found 3 and 4}}
  %r:2 = oaml.vq_assign %a, %b : (tensor<5x3xf32>, tensor<8x4xf32>) -> (tensor<5xi32>, tensor<5x3xf32>)
  return
}

// -----

func.func @rank(%a: tensor<5x3xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{'oaml.vq_assign' op requires codebook of rank 2, found}}
  %r:2 = oaml.vq_assign %a, %b : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5xi32>, tensor<5x3xf32>)
  return
}

// -----

func.func @empty(%a: tensor<5x3xf32>, %b: tensor<0x3xf32>) {
  // expected-error@below {{'oaml.vq_assign' op requires elements in codebook}}
  %r:2 = oaml.vq_assign %a, %b : (tensor<5x3xf32>, tensor<0x3xf32>) -> (tensor<5xi32>, tensor<5x3xf32>)
  return
}

// -----

func.func @lookup_rank(%a: tensor<8x3xf32>, %b: tensor<5x1xi32>) {
  // expected-error@below {{'oaml.vq_lookup' op requires indices of rank 1, found}}
  %r = oaml.vq_lookup %a, %b : (tensor<8x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @seed_rank(%a: tensor<8xi32>, %b: tensor<1xi32>, %c: tensor<i32>) {
  // expected-error@below {{'oaml.vq_revival_row' op requires seed of rank 0, found}}
  %r = oaml.vq_revival_row %a, %b, %c : (tensor<8xi32>, tensor<1xi32>, tensor<i32>) -> tensor<8xi32>
  return
}

// -----

func.func @ema_indices(%a: tensor<5x3xf32>, %b: tensor<4xi32>, %c: tensor<8x3xf32>, %d: tensor<8xf32>, %e: tensor<8x3xf32>) {
  // expected-error@below {{'oaml.vq_ema_update' op requires an element of indices per row of latent, found 4 and 5}}
  %r:3 = oaml.vq_ema_update %a, %b, %c, %d, %e {decay = 0.9, epsilon = 1.0e-5, dead_threshold = 1.0, seed = 7, normalize = false} : (tensor<5x3xf32>, tensor<4xi32>, tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>)
  return
}

// -----

func.func @ema_widths(%a: tensor<5x4xf32>, %b: tensor<5xi32>, %c: tensor<8x3xf32>, %d: tensor<8xf32>, %e: tensor<8x3xf32>) {
  // expected-error@below {{'oaml.vq_ema_update' op requires equal widths of latent and codebook, found 4 and 3}}
  %r:3 = oaml.vq_ema_update %a, %b, %c, %d, %e {decay = 0.9, epsilon = 1.0e-5, dead_threshold = 1.0, seed = 7, normalize = false} : (tensor<5x4xf32>, tensor<5xi32>, tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>)
  return
}

// -----

func.func @ema_sizes(%a: tensor<5x3xf32>, %b: tensor<5xi32>, %c: tensor<8x3xf32>, %d: tensor<7xf32>, %e: tensor<8x3xf32>) {
  // expected-error@below {{'oaml.vq_ema_update' op requires an element of cluster_size per row of codebook, found 7 and 8}}
  %r:3 = oaml.vq_ema_update %a, %b, %c, %d, %e {decay = 0.9, epsilon = 1.0e-5, dead_threshold = 1.0, seed = 7, normalize = false} : (tensor<5x3xf32>, tensor<5xi32>, tensor<8x3xf32>, tensor<7xf32>, tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>)
  return
}

// -----

func.func @ema_sums(%a: tensor<5x3xf32>, %b: tensor<5xi32>, %c: tensor<9x3xf32>, %d: tensor<8xf32>, %e: tensor<8x3xf32>) {
  // expected-error@below {{'oaml.vq_ema_update' op requires equal extents of codebook and embed_sum}}
  %r:3 = oaml.vq_ema_update %a, %b, %c, %d, %e {decay = 0.9, epsilon = 1.0e-5, dead_threshold = 1.0, seed = 7, normalize = false} : (tensor<5x3xf32>, tensor<5xi32>, tensor<9x3xf32>, tensor<8xf32>, tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>)
  return
}

// -----

func.func @decay(%a: tensor<5x3xf32>, %b: tensor<5xi32>, %c: tensor<8x3xf32>, %d: tensor<8xf32>, %e: tensor<8x3xf32>) {
  // expected-error@below {{'oaml.vq_ema_update' op requires 'decay' of at most 1, found 1.5}}
  %r:3 = oaml.vq_ema_update %a, %b, %c, %d, %e {decay = 1.5, epsilon = 1.0e-5, dead_threshold = 1.0, seed = 7, normalize = false} : (tensor<5x3xf32>, tensor<5xi32>, tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>)
  return
}

// -----

func.func @low_decay(%a: tensor<5x3xf32>, %b: tensor<5xi32>, %c: tensor<8x3xf32>, %d: tensor<8xf32>, %e: tensor<8x3xf32>) {
  // expected-error@below {{'oaml.vq_ema_update' op requires a finite 'decay' of at least 0}}
  %r:3 = oaml.vq_ema_update %a, %b, %c, %d, %e {decay = -0.5, epsilon = 1.0e-5, dead_threshold = 1.0, seed = 7, normalize = false} : (tensor<5x3xf32>, tensor<5xi32>, tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>)
  return
}

// -----

func.func @epsilon(%a: tensor<5x3xf32>, %b: tensor<5xi32>, %c: tensor<8x3xf32>, %d: tensor<8xf32>, %e: tensor<8x3xf32>) {
  // expected-error@below {{'oaml.vq_ema_update' op requires a finite 'epsilon' above 0}}
  %r:3 = oaml.vq_ema_update %a, %b, %c, %d, %e {decay = 0.9, epsilon = 0.0, dead_threshold = 1.0, seed = 7, normalize = false} : (tensor<5x3xf32>, tensor<5xi32>, tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>)
  return
}

// -----

func.func @threshold(%a: tensor<5x3xf32>, %b: tensor<5xi32>, %c: tensor<8x3xf32>, %d: tensor<8xf32>, %e: tensor<8x3xf32>) {
  // expected-error@below {{'oaml.vq_ema_update' op requires a finite 'dead_threshold' of at least 0}}
  %r:3 = oaml.vq_ema_update %a, %b, %c, %d, %e {decay = 0.9, epsilon = 1.0e-5, dead_threshold = -1.0, seed = 7, normalize = false} : (tensor<5x3xf32>, tensor<5xi32>, tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>)
  return
}

// -----

func.func @seed(%a: tensor<5x3xf32>, %b: tensor<5xi32>, %c: tensor<8x3xf32>, %d: tensor<8xf32>, %e: tensor<8x3xf32>) {
  // expected-error@below {{'oaml.vq_ema_update' op requires 'seed' of 32 bits without sign, found -1}}
  %r:3 = oaml.vq_ema_update %a, %b, %c, %d, %e {decay = 0.9, epsilon = 1.0e-5, dead_threshold = 1.0, seed = -1, normalize = false} : (tensor<5x3xf32>, tensor<5xi32>, tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<8xf32>, tensor<8x3xf32>)
  return
}
