// RUN: oaml-opt %s --split-input-file --verify-diagnostics

func.func @constant_of_vector() {
  // expected-error @+1 {{'oaml.constant' op requires 'value' of ranked tensor type, found vector<2xf32>}}
  %0 = "oaml.constant"() {value = dense<1.0> : vector<2xf32>} : () -> tensor<2xf32>
  return
}

// -----

func.func @constant_of_double() {
  // expected-error @+1 {{'oaml.constant' op result #0 must be ranked tensor of f32, f16, bf16, i32, i8 or ui8 with rank at most 8, but got 'tensor<2xf64>'}}
  %0 = "oaml.constant"() {value = dense<1.0> : tensor<2xf64>} : () -> tensor<2xf64>
  return
}

// -----

func.func @dim_axis(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.dim' op requires 'axis' from 0 to rank-1, found 2 and rank 2}}
  %0 = oaml.dim %x {axis = 2} : tensor<4x3xf32>
  return
}

// -----

func.func @broadcast_extent(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.broadcast_to' op requires an extent of x that is 1 or that of 'shape' at axis 0 of x, found 3 and 4}}
  %0 = oaml.broadcast_to %x to [2, 4] : (tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_to_lower_rank(%x: tensor<1x3xf32>) {
  // expected-error @+1 {{'oaml.broadcast_to' op requires 'shape' of at least the rank of x, found rank 1 and tensor<1x3xf32>}}
  %0 = oaml.broadcast_to %x to [3] : (tensor<1x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_negative(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.broadcast_to' op requires 'shape' with extents of at least 0 at axis 0, found 0 and -2}}
  %0 = oaml.broadcast_to %x to [-2, 3] : (tensor<3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @broadcast_rank_9(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.broadcast_to' op requires 'shape' of rank at most 8, found rank 9}}
  %0 = oaml.broadcast_to %x to [1, 1, 1, 1, 1, 1, 1, 1, 3] : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_operand_missing(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.broadcast_to' op requires one index operand per dynamic entry of 'shape', found 0 operands and 1 entries}}
  %0 = "oaml.broadcast_to"(%x) {shape = array<i64: -9223372036854775808, 3>} : (tensor<3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @reshape_count(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.reshape' op requires as many elements in x as in 'shape', found 12 and 5}}
  %0 = oaml.reshape %x to [5] : (tensor<4x3xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @reshape_two_inferred(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.reshape' op requires 'shape' with at most one -1, found it at axes 0 and 1}}
  %0 = oaml.reshape %x to [-1, -1] : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @reshape_inferred_does_not_divide(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.reshape' op requires as many elements in x as in 'shape', found 12 and 10}}
  %0 = oaml.reshape %x to [-1, 5] : (tensor<4x3xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @reshape_inferred_of_nothing(%x: tensor<0x3xf32>) {
  // expected-error @+1 {{'oaml.reshape' op requires a product of at least 1 of the extents beside the -1 of 'shape', found 1 and 0}}
  %0 = oaml.reshape %x to [-1, 0] : (tensor<0x3xf32>) -> tensor<?x0xf32>
  return
}

// -----

func.func @reshape_negative(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.reshape' op requires 'shape' with extents of at least 0 at axis 0, found 0 and -2}}
  %0 = oaml.reshape %x to [-2] : (tensor<4x3xf32>) -> tensor<12xf32>
  return
}

// -----

func.func @reshape_dynamic_count(%x: tensor<?x4xf32>, %n: index) {
  // expected-error @+1 {{'oaml.reshape' op requires results of types 'tensor<?x0xf32>', found 'tensor<?x1xf32>'}}
  %0 = oaml.reshape %x to [%n, 0] : (tensor<?x4xf32>, index) -> tensor<?x1xf32>
  return
}

// -----

func.func @transpose_axis0(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.transpose' op requires 'axis0' from 0 to rank-1, found 2 and rank 2}}
  %0 = oaml.transpose %x {axis0 = 2, axis1 = 0} : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @transpose_axis1(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.transpose' op requires 'axis1' from 0 to rank-1, found -1 and rank 2}}
  %0 = oaml.transpose %x {axis0 = 0, axis1 = -1} : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @transpose_empty(%x: tensor<0x3xf32>) {
  // expected-error @+1 {{'oaml.transpose' op requires elements in x (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.transpose %x {axis0 = 0, axis1 = 1} : (tensor<0x3xf32>) -> tensor<3x0xf32>
  return
}

// -----

func.func @slice_axis(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.slice' op requires 'axis' from 0 to rank-1, found 2 and rank 2}}
  %0 = oaml.slice %x {axis = 2, start = 0, end = 1} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @slice_start_negative(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.slice' op requires 0 <= start, found 0 and -1}}
  %0 = oaml.slice %x {axis = 1, start = -1, end = 1} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @slice_empty(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.slice' op requires start < end, found 1 and 1}}
  %0 = oaml.slice %x {axis = 1, start = 1, end = 1} : (tensor<4x3xf32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @slice_end(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.slice' op requires end <= extent of x along axis 1, found 4 and 3}}
  %0 = oaml.slice %x {axis = 1, start = 0, end = 4} : (tensor<4x3xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @slice_operand_without_entry(%x: tensor<4x3xf32>, %i: index) {
  // expected-error @+1 {{'oaml.slice' op requires one index operand per dynamic entry of 'start', found 1 operands and 0 entries}}
  %0 = oaml.slice %x start(%i) {axis = 1, start = 0, end = 3} : (tensor<4x3xf32>, index) -> tensor<4x3xf32>
  return
}

// -----

func.func @pad_entries(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.pad' op requires one entry of 'low' per axis of x, found 1 entries and tensor<4x3xf32>}}
  %0 = oaml.pad %x low [0] high [0, 0] : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @pad_negative(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'oaml.pad' op requires 'high' of at least 0 at axis 1, found 0 and -1}}
  %0 = oaml.pad %x low [0, 0] high [0, -1] : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @pad_value(%x: tensor<4xui8>) {
  // expected-error @+1 {{'oaml.pad' op requires 'value' that 'ui8' can hold, found 0.5}}
  %0 = oaml.pad %x low [1] high [0] {value = 0.5} : (tensor<4xui8>) -> tensor<5xui8>
  return
}

// -----

func.func @iota_axis() {
  // expected-error @+1 {{'oaml.iota' op requires 'axis' from 0 to rank-1, found 1 and rank 1}}
  %0 = oaml.iota [4] {axis = 1} : () -> tensor<4xi32>
  return
}

// -----

func.func @philox_empty() {
  // expected-error @+1 {{'oaml.philox_uniform' op requires 'shape' with extents of at least 1 at axis 1, found 1 and 0}}
  %0 = oaml.philox_uniform [4, 0] {low = 0.0, high = 1.0, seed = 1} : () -> tensor<4x0xf32>
  return
}

// -----

func.func @philox_rank_0() {
  // expected-error @+1 {{'oaml.philox_uniform' op requires 'shape' of rank 1 or more, found rank 0}}
  %0 = oaml.philox_uniform [] {low = 0.0, high = 1.0, seed = 1} : () -> tensor<f32>
  return
}

// -----

func.func @philox_without_seed() {
  // expected-error @+1 {{'oaml.philox_uniform' op requires 'seed' either as an attribute or as operand 'seed_value', found neither}}
  %0 = oaml.philox_uniform [4] {low = 0.0, high = 1.0} : () -> tensor<4xf32>
  return
}

// -----

func.func @philox_two_seeds(%s: tensor<i32>) {
  // expected-error @+1 {{'oaml.philox_uniform' op requires 'seed' either as an attribute or as operand 'seed_value', found both}}
  %0 = oaml.philox_uniform [4] seed(%s) {low = 0.0, high = 1.0, seed = 1} : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @philox_float_seed(%s: tensor<f32>) {
  // expected-error @+1 {{'oaml.philox_uniform' op requires operand 'seed_value' of i32, found 'tensor<f32>'}}
  %0 = oaml.philox_uniform [4] seed(%s) {low = 0.0, high = 1.0} : (tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @philox_infinite() {
  // expected-error @+1 {{'oaml.philox_uniform' op requires a finite 'high', found}}
  %0 = oaml.philox_uniform [4] {low = 0.0, high = 0x7FF0000000000000 : f64, seed = 1} : () -> tensor<4xf32>
  return
}

// -----

func.func @xavier_bound() {
  // expected-error @+1 {{'oaml.rand_xavier' op requires a finite 'bound' of at least 0}}
  %0 = oaml.rand_xavier [4] {seed = 1, bound = -0.5} : () -> tensor<4xf32>
  return
}

// -----

func.func @resolve_seed_shape(%s: tensor<2xi32>, %r: tensor<i32>) {
  // expected-error @+1 {{'oaml.resolve_seed' op requires seed of rank 0 or shape [1], found tensor<2xi32>}}
  %0 = oaml.resolve_seed %s, %r {salt = 1} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return
}

// -----

func.func @concat_of_no_part() {
  // expected-error @+1 {{'oaml.concat' op requires at least one part, found none}}
  %0 = oaml.concat {axis = 0} : () -> tensor<1xf32>
  return
}

// -----

func.func @concat_axis(%a: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.concat' op requires 'axis' from 0 to rank-1, found 1 and rank 1}}
  %0 = oaml.concat %a, %a {axis = 1} : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @concat_types(%a: tensor<3xf32>, %b: tensor<3xf16>) {
  // expected-error @+1 {{'oaml.concat' op requires one element type for part 0 and part 1, found f32 and f16}}
  %0 = oaml.concat %a, %b {axis = 0} : (tensor<3xf32>, tensor<3xf16>) -> tensor<6xf32>
  return
}

// -----

func.func @concat_ranks(%a: tensor<3xf32>, %b: tensor<3x1xf32>) {
  // expected-error @+1 {{'oaml.concat' op requires parts of one rank, found 1 and 2 in part 2}}
  %0 = oaml.concat %a, %a, %b {axis = 0} : (tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>) -> tensor<9xf32>
  return
}

// -----

func.func @concat_other_extents(%a: tensor<3x2xf32>, %b: tensor<4x2xf32>) {
  // expected-error @+1 {{'oaml.concat' op requires equal extents of part 0 and part 1 along axis 0, found 3 and 4}}
  %0 = oaml.concat %a, %b {axis = 1} : (tensor<3x2xf32>, tensor<4x2xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @split_axis(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.split' op requires 'axis' from 0 to rank-1, found -1 and rank 1}}
  %0 = oaml.split %x {sizes = array<i64: 3>, axis = -1} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @split_nothing(%x: tensor<0x3xf32>) {
  // expected-error @+1 {{'oaml.split' op requires elements in x (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.split %x {sizes = array<i64: 3>, axis = 1} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  return
}

// -----

func.func @split_into_nothing(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.split' op requires at least one entry of 'sizes'}}
  oaml.split %x {sizes = array<i64>, axis = 0} : (tensor<3xf32>) -> ()
  return
}

// -----

func.func @split_size_0(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.split' op requires 'sizes' of at least 1, found 0 at position 1}}
  %0, %1 = oaml.split %x {sizes = array<i64: 3, 0>, axis = 0} : (tensor<3xf32>) -> (tensor<3xf32>, tensor<0xf32>)
  return
}

// -----

func.func @split_total(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.split' op requires an extent of x along axis 0 that is the sum of 'sizes', found 3 and 4}}
  %0, %1 = oaml.split %x {sizes = array<i64: 3, 1>, axis = 0} : (tensor<3xf32>) -> (tensor<3xf32>, tensor<1xf32>)
  return
}

// -----

func.func @split_results(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.split' op requires results of types 'tensor<2xf32>', 'tensor<1xf32>', found 'tensor<2xf32>'}}
  %0 = oaml.split %x {sizes = array<i64: 2, 1>, axis = 0} : (tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @repeats(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.repeat_interleave' op requires 'repeats' from 1 to 2^32-1, found 0}}
  %0 = oaml.repeat_interleave %x {repeats = 0, axis = 0} : (tensor<3xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @repeat_axis(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.repeat_interleave' op requires 'axis' from 0 to rank-1, found 1 and rank 1}}
  %0 = oaml.repeat_interleave %x {repeats = 1, axis = 1} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @repeats_beyond_32_bits(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.repeat_interleave' op requires extents that fit 32 bits, found 12884901885 in result 0}}
  %0 = oaml.repeat_interleave %x {repeats = 4294967295, axis = 0} : (tensor<3xf32>) -> tensor<12884901885xf32>
  return
}

// -----

func.func @repeat_nothing(%x: tensor<0xf32>) {
  // expected-error @+1 {{'oaml.repeat_interleave' op requires elements in x (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.repeat_interleave %x {repeats = 2, axis = 0} : (tensor<0xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @mask_of_rank_1(%x: tensor<3xf32>) {
  // expected-error @+1 {{'oaml.causal_mask' op requires scores of rank 2 or more, found tensor<3xf32>}}
  %0 = oaml.causal_mask %x : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @mask_of_nothing(%x: tensor<0x3xf32>) {
  // expected-error @+1 {{'oaml.causal_mask' op requires elements in scores (extent of axis 0 at least 1), found 1 and 0}}
  %0 = oaml.causal_mask %x : (tensor<0x3xf32>) -> tensor<0x3xf32>
  return
}

// -----

func.func @mask_in_both_forms(%x: tensor<3x3xf32>) {
  // expected-error @+1 {{'oaml.causal_mask' op requires either scores or 'size', found both}}
  %0 = oaml.causal_mask %x {size = 3} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @mask_in_no_form() {
  // expected-error @+1 {{'oaml.causal_mask' op requires either scores or 'size', found neither}}
  %0 = oaml.causal_mask : () -> tensor<3x3xf32>
  return
}

// -----

func.func @mask_of_size_0() {
  // expected-error @+1 {{'oaml.causal_mask' op requires 'size' of at least 1, found 0}}
  %0 = oaml.causal_mask {size = 0} : () -> tensor<0x0xf32>
  return
}
