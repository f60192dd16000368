// RUN: oaml-opt %s --oaml-print-symbolic-shapes --split-input-file --verify-diagnostics -o /dev/null

// The types alone allow it: the program's names do not.
func.func @never_equal(%x: tensor<?xf32> {oaml.dims = ["B"]}) -> tensor<?xf32> {
  %0 = oaml.pad %x low [1] high [0] : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error @+1 {{'oaml.add' op requires extents of left, right that are equal or 1 along axis 0 of the broadcast shape, found B and B + 1}}
  %1 = oaml.add %x, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

func.func @never_in_range(%x: tensor<?xf32> {oaml.dims = ["B"]}, %y: tensor<?xf32> {oaml.dims = ["S"]}) -> tensor<?xf32> {
  %b = oaml.dim %x {axis = 0} : tensor<?xf32>
  %0 = oaml.pad %x low [%b] high [1] : (tensor<?xf32>, index) -> tensor<?xf32>
  %n = oaml.dim %0 {axis = 0} : tensor<?xf32>
  // expected-error @+1 {{'oaml.slice' op requires end <= extent of x along axis 0, found B * 2 + 1 and B}}
  %1 = oaml.slice %x end(%n) {axis = 0, start = 0, end = -9223372036854775808} : (tensor<?xf32>, index) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

func.func @no_arithmetic(%x: tensor<?xf32>, %i: index, %j: index) -> tensor<?xf32> {
  // expected-error @+1 {{'arith.xori' op is not understood as arithmetic on extents}}
  %n = arith.xori %i, %j : index
  %0 = oaml.pad %x low [%n] high [0] : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
