// RUN: oaml-opt %s --oaml-print-symbolic-shapes -o /dev/null | FileCheck %s

// One name is one symbol, so nothing is left to check; an extent without a name is
// a symbol of its own.
// CHECK-LABEL: func @names
// CHECK-NEXT: s0 = B: argument 0, axis 0
// CHECK-NEXT: s1 = arg2_0: argument 2, axis 0
// CHECK-NEXT: %0 = oaml.add: [s0, 64]
// CHECK-NEXT: %1 = oaml.add: [s0, 64]
// CHECK-NEXT: oaml.add requires s0 == s1: extents of left, right that are equal or 1 along axis 0 of the broadcast shape
// CHECK-NOT: requires
func.func @names(%a: tensor<?x64xf32> {oaml.dims = ["B", 64]}, %b: tensor<?x64xf32> {oaml.dims = ["B", 64]}, %c: tensor<?x64xf32>)
    -> tensor<?x64xf32> {
  %0 = oaml.add %a, %b : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %1 = oaml.add %0, %c : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return %1 : tensor<?x64xf32>
}

// However an extent is computed, it has one form.
// CHECK-LABEL: func @arithmetic
// CHECK-NEXT: s0 = B: argument 0, axis 0
// CHECK-NEXT: s1 = S: argument 0, axis 1
// CHECK: oaml.reshape: [s0 * s1, 32]
// CHECK: arith.muli: s0 * s1
// CHECK: oaml.reshape: [s0 * s1, 32]
// CHECK: oaml.reshape: [s1 * 2, s0, 16]
// CHECK: oaml.add: [s0 * s1, 32]
// CHECK-NEXT: oaml.reshape requires 1 <= s0 * 16: a product of at least 1 of the extents beside the -1 of 'shape'
// CHECK-NOT: requires
func.func @arithmetic(%x: tensor<?x?x32xf32> {oaml.dims = ["B", "S", 32]}) -> tensor<?x32xf32> {
  %0 = oaml.reshape %x to [-1, 32] : (tensor<?x?x32xf32>) -> tensor<?x32xf32>
  %b = oaml.dim %x {axis = 0} : tensor<?x?x32xf32>
  %s = oaml.dim %x {axis = 1} : tensor<?x?x32xf32>
  %n = arith.muli %s, %b : index
  %1 = oaml.reshape %x to [%n, 32] : (tensor<?x?x32xf32>, index) -> tensor<?x32xf32>
  %2 = oaml.reshape %1 to [-1, %b, 16] : (tensor<?x32xf32>, index) -> tensor<?x?x16xf32>
  %3 = oaml.add %0, %1 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x32xf32>
  return %3 : tensor<?x32xf32>
}

// What cannot be divided is a rule for run time.
// CHECK-LABEL: func @quotient
// CHECK: oaml.reshape: [(s0 * 3) floordiv 8, 8]
// CHECK: oaml.reshape requires s0 * 3 == ((s0 * 3) floordiv 8) * 8: as many elements in x as in 'shape'
func.func @quotient(%x: tensor<?x3xf32> {oaml.dims = ["B", 3]}) -> tensor<?x8xf32> {
  %0 = oaml.reshape %x to [-1, 8] : (tensor<?x3xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Bounds of indices; extents are not negative, indices may be.
// CHECK-LABEL: func @bounds
// CHECK-NEXT: s0 = N: argument 0, axis 0
// CHECK-NEXT: s1 = arg1: argument 1
// CHECK-NOT: axis
// CHECK: oaml.slice: [s0 - s1]
// CHECK-NEXT: oaml.pad: [s0 + s1]
// CHECK: oaml.slice requires 0 <= s1: 0 <= start
// CHECK-NEXT: oaml.slice requires s1 < s0: start < end
// CHECK-NOT: requires
func.func @bounds(%x: tensor<?xf32> {oaml.dims = ["N"]}, %i: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = oaml.dim %x {axis = 0} : tensor<?xf32>
  %0 = oaml.slice %x start(%i) end(%n) {axis = 0, start = -9223372036854775808, end = -9223372036854775808}
      : (tensor<?xf32>, index, index) -> tensor<?xf32>
  %1 = oaml.pad %x low [%i] high [0] : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// Names of results are checked where arguments have them.
// CHECK-LABEL: func @results
// CHECK: func.return requires s1 == s0: extent 'A' of result 0 at axis 0
// CHECK-NOT: requires
func.func @results(%a: tensor<?xf32> {oaml.dims = ["A"]}, %b: tensor<?xf32> {oaml.dims = ["B"]})
    -> (tensor<?xf32> {oaml.dims = ["A"]}, tensor<?xf32> {oaml.dims = ["B"]}, tensor<?xf32> {oaml.dims = ["C"]}) {
  return %b, %b, %a : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// A type may state what only run time knows.
// CHECK-LABEL: func @declared
// CHECK: oaml.neg: [4]
// CHECK: oaml.neg requires s0 == 4: the declared result extent
func.func @declared(%a: tensor<?xf32>) -> tensor<4xf32> {
  %0 = oaml.neg %a : (tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Elements have to be there.
// CHECK-LABEL: func @elements
// CHECK: oaml.mean requires 1 <= s0: elements in x (extent of axis 0 at least 1)
// CHECK-NOT: requires
func.func @elements(%x: tensor<?x4xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %0 = oaml.mean %x : (tensor<?x4xf32>) -> tensor<1xf32>
  %1 = oaml.max %x : (tensor<?x4xf32>) -> tensor<1xf32>
  return %0, %1 : tensor<1xf32>, tensor<1xf32>
}
