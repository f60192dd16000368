// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @extents_do_not_broadcast(%a: tensor<4x3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.add' op requires extents of left, right that are equal or 1 along axis 1 of the broadcast shape, found 3 and 4}}
  %0 = oaml.add %a, %b : (tensor<4x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @element_types_differ(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error @+1 {{'oaml.mul' op requires one element type for left and right, found f32 and f16}}
  %0 = oaml.mul %a, %b : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic_extent_never_broadcasts(%a: tensor<?xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.sub' op requires results of types 'tensor<4xf32>', found 'tensor<5xf32>'}}
  %0 = oaml.sub %a, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @element_type_of_result(%a: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.exp' op requires results of types 'tensor<4xf32>', found 'tensor<4xf16>'}}
  %0 = oaml.exp %a : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @integers_have_no_exponential(%a: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.exp' op operand #0 must be ranked tensor of f32, f16 or bf16 with rank at most 8, but got 'tensor<4xi32>'}}
  %0 = oaml.exp %a : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @bytes_are_not_added(%a: tensor<4xi8>) {
  // expected-error @+1 {{'oaml.add' op operand #0 must be ranked tensor of f32, f16, bf16 or i32 with rank at most 8, but got 'tensor<4xi8>'}}
  %0 = oaml.add %a, %a : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @unranked(%a: tensor<*xf32>) {
  // expected-error @+1 {{'oaml.neg' op operand #0 must be ranked tensor of f32, f16 or bf16 with rank at most 8, but got 'tensor<*xf32>'}}
  %0 = oaml.neg %a : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @rank_9(%a: tensor<1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error @+1 {{'oaml.neg' op operand #0 must be ranked tensor of f32, f16 or bf16 with rank at most 8, but got 'tensor<1x1x1x1x1x1x1x1x1xf32>'}}
  %0 = oaml.neg %a : (tensor<1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @extent_beyond_32_bits(%a: tensor<4294967296xf32>) {
  // expected-error @+1 {{'oaml.neg' op requires extents that fit 32 bits, found 4294967296 in operand 0}}
  %0 = oaml.neg %a : (tensor<4294967296xf32>) -> tensor<4294967296xf32>
  return
}

// -----

func.func @count_beyond_32_bits(%a: tensor<65536x1xf32>, %b: tensor<1x65536xf32>) {
  // expected-error @+1 {{'oaml.add' op requires an element count that fits 32 bits, found 4294967296 in result 0}}
  %0 = oaml.add %a, %b : (tensor<65536x1xf32>, tensor<1x65536xf32>) -> tensor<65536x65536xf32>
  return
}

// -----

func.func @compare_element_types(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.compare' op requires one element type for left and right, found f32 and i32}}
  %0 = oaml.compare lt, %a, %b : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @select_element_types(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error @+1 {{'oaml.select' op requires one element type for on_true and on_false, found f32 and f16}}
  %0 = oaml.select %a, %a, %b : (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @select_extents(%a: tensor<4xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.select' op requires extents of condition, on_true, on_false that are equal or 1 along axis 0 of the broadcast shape, found 4 and 3}}
  %0 = oaml.select %a, %a, %b : (tensor<4xf32>, tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @cast_to_double(%a: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.cast' op requires 'dtype' f32, f16, bf16, i32, i8 or ui8, found f64}}
  %0 = oaml.cast %a {dtype = f64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @cast_to_another_type(%a: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.cast' op requires results of types 'tensor<4xf16>', found 'tensor<4xbf16>'}}
  %0 = oaml.cast %a {dtype = f16} : (tensor<4xf32>) -> tensor<4xbf16>
  return
}
