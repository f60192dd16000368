// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @table_rank(%t: tensor<3xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'oaml.embedding' op requires table of rank 2, found tensor<3xf32>}}
  %0 = oaml.embedding %t, %i : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @float_indices(%t: tensor<3x4xf32>, %i: tensor<2xf32>) {
  // expected-error @+1 {{'oaml.embedding' op operand #1 must be ranked tensor of i32 or ui8 with rank at most 8, but got 'tensor<2xf32>'}}
  %0 = oaml.embedding %t, %i : (tensor<3x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @no_indices(%t: tensor<3x4xf32>, %i: tensor<2x0xi32>) {
  // expected-error @+1 {{'oaml.embedding' op requires elements in indices (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.embedding %t, %i : (tensor<3x4xf32>, tensor<2x0xi32>) -> tensor<0x4xf32>
  return
}

// -----

func.func @number_of_rows(%t: tensor<3x4xf32>, %i: tensor<2x5xi32>) {
  // expected-error @+1 {{'oaml.embedding' op requires results of types 'tensor<10x4xf32>', found 'tensor<2x5x4xf32>'}}
  %0 = oaml.embedding %t, %i : (tensor<3x4xf32>, tensor<2x5xi32>) -> tensor<2x5x4xf32>
  return
}

// -----

func.func @gather_rank(%x: tensor<3x4xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{'oaml.gather_last_dim' op requires indices of rank 2, found tensor<3xi32>}}
  %0 = oaml.gather_last_dim %x, %i : (tensor<3x4xf32>, tensor<3xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_rows(%x: tensor<3x4xf32>, %i: tensor<2x1xi32>) {
  // expected-error @+1 {{'oaml.gather_last_dim' op requires equal first extents of x and indices, found 3 and 2}}
  %0 = oaml.gather_last_dim %x, %i : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @gather_nothing(%x: tensor<3x0xf32>, %i: tensor<3x1xi32>) {
  // expected-error @+1 {{'oaml.gather_last_dim' op requires elements in x (extent of axis 1 at least 1), found 1 and 0}}
  %0 = oaml.gather_last_dim %x, %i : (tensor<3x0xf32>, tensor<3x1xi32>) -> tensor<3x1xf32>
  return
}

// -----

func.func @source_rank(%s: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{'oaml.scatter_add_rows' op requires source of rank 2, found tensor<3xf32>}}
  %0 = oaml.scatter_add_rows %s, %i {rows = 2} : (tensor<3xf32>, tensor<3xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @index_per_row(%s: tensor<3x4xf32>, %i: tensor<2xi32>) {
  // expected-error @+1 {{'oaml.scatter_add_rows' op requires one index per row of source, found 3 and 2}}
  %0 = oaml.scatter_add_rows %s, %i {rows = 2} : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @indices_rank(%s: tensor<3x4xf32>, %i: tensor<3x1xi32>) {
  // expected-error @+1 {{'oaml.scatter_add_rows' op requires indices of rank 1, found tensor<3x1xi32>}}
  %0 = oaml.scatter_add_rows %s, %i {rows = 2} : (tensor<3x4xf32>, tensor<3x1xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @no_rows(%s: tensor<3x4xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{'oaml.scatter_add_rows' op requires 'rows' of at least 1, found 1 and 0}}
  %0 = oaml.scatter_add_rows %s, %i {rows = 0} : (tensor<3x4xf32>, tensor<3xi32>) -> tensor<0x4xf32>
  return
}

// -----

func.func @rows_in_both_forms(%s: tensor<3x4xf32>, %i: tensor<3xi32>, %n: index) {
  // expected-error @+1 {{'oaml.scatter_add_rows' op requires one index operand per dynamic entry of 'rows', found 1 operands and 0 entries}}
  %0 = oaml.scatter_add_rows %s, %i rows(%n) {rows = 2} : (tensor<3x4xf32>, tensor<3xi32>, index) -> tensor<2x4xf32>
  return
}

// -----

func.func @nothing_to_add(%s: tensor<0x4xf32>, %i: tensor<0xi32>) {
  // expected-error @+1 {{'oaml.scatter_add_rows' op requires elements in source (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.scatter_add_rows %s, %i {rows = 2} : (tensor<0x4xf32>, tensor<0xi32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @rows_of_halves(%s: tensor<3x4xf16>, %i: tensor<3xi32>) {
  // expected-error @+1 {{'oaml.accumulate_rows' op operand #0 must be ranked tensor of f32 with rank at most 8, but got 'tensor<3x4xf16>'}}
  %0 = oaml.accumulate_rows %s, %i {rows = 2} : (tensor<3x4xf16>, tensor<3xi32>) -> tensor<2x4xf16>
  return
}

// -----

func.func @index_per_element(%s: tensor<3x4xf32>, %i: tensor<3x2xi32>) {
  // expected-error @+1 {{'oaml.accumulate_last_dim' op requires one index per element of source, found 4 and 2}}
  %0 = oaml.accumulate_last_dim %s, %i {size = 5} : (tensor<3x4xf32>, tensor<3x2xi32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @size_0(%s: tensor<3x2xf32>, %i: tensor<3x2xi32>) {
  // expected-error @+1 {{'oaml.accumulate_last_dim' op requires 'size' of at least 1, found 1 and 0}}
  %0 = oaml.accumulate_last_dim %s, %i {size = 0} : (tensor<3x2xf32>, tensor<3x2xi32>) -> tensor<3x0xf32>
  return
}
