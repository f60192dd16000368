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

// -----

func.func @scalar_missing(%x: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.scale' op requires 'factor' either as an attribute or as operand 'factor_value', found neither}}
  %0 = oaml.scale %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scalar_twice(%x: tensor<4xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'oaml.pow' op requires 'exponent' either as an attribute or as operand 'exponent_value', found both}}
  %0 = oaml.pow %x exponent(%s) {exponent = 2.0} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @integer_scalar_of_floats(%x: tensor<4xf32>, %s: tensor<i32>) {
  // expected-error @+1 {{'oaml.add_scalar' op requires operand 'value_value' of 'f32' beside x of 'f32', found 'tensor<i32>'}}
  %0 = oaml.add_scalar %x value(%s) : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @float_scalar_of_integers(%x: tensor<4xi32>, %s: tensor<f32>) {
  // expected-error @+1 {{'oaml.equal' op requires operand 'value_value' of 'i32' beside x of 'i32', found 'tensor<f32>'}}
  %0 = oaml.equal %x value(%s) : (tensor<4xi32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @fraction_of_integers(%x: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.add_scalar' op requires 'value' that 'i32' can hold, found 1.500000e+00}}
  %0 = oaml.add_scalar %x {value = 1.5} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @number_beyond_integers(%x: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.equal' op requires 'value' that 'i32' can hold, found 2.147484e+09}}
  %0 = oaml.equal %x {value = 2147483648.0} : (tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @scalar_of_rank_1(%x: tensor<4xf32>, %s: tensor<4xf32>) {
  // expected-error @+1 {{'oaml.clamp_min' op operand #1 must be tensor of one f32 or i32 with rank 0 or shape [1], but got 'tensor<4xf32>'}}
  %0 = oaml.clamp_min %x minimum(%s) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @integers_are_not_scaled(%x: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.scale' op operand #0 must be ranked tensor of f32, f16 or bf16 with rank at most 8, but got 'tensor<4xi32>'}}
  %0 = oaml.scale %x {factor = 2.0} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @integers_are_not_ordered(%x: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.greater_equal' op operand #0 must be ranked tensor of f32, f16 or bf16 with rank at most 8, but got 'tensor<4xi32>'}}
  %0 = oaml.greater_equal %x {value = 2.0} : (tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @mask_of_integers_is_f32(%x: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.equal' op requires results of types 'tensor<4xf32>', found 'tensor<4xf16>'}}
  %0 = oaml.equal %x {value = 2.0} : (tensor<4xi32>) -> tensor<4xf16>
  return
}

// -----

func.func @sine_of_integers(%x: tensor<4xi32>) {
  // expected-error @+1 {{'oaml.sin' op operand #0 must be ranked tensor of f32, f16 or bf16 with rank at most 8, but got 'tensor<4xi32>'}}
  %0 = oaml.sin %x : (tensor<4xi32>) -> tensor<4xi32>
  return
}
