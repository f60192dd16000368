// RUN: oaml-opt %s --oaml-record-predicates | FileCheck %s

// Each relation once; what can be decided is not recorded.
// CHECK: #[[X:.*]] = affine_map<()[s0, s1] -> (s0)>
// CHECK: #[[Y:.*]] = affine_map<()[s0, s1] -> (s1)>
// CHECK: #[[END:.*]] = affine_map<()[s0, s1] -> (4)>
// CHECK-LABEL: func.func @relations
// CHECK-SAME: plan.predicates = [
// CHECK-SAME: #plan.predicate<"oaml.add", "{{[^"]*}}", #[[X]], "eq", #[[Y]], #{{[a-z0-9]*}}>,
// CHECK-SAME: #plan.predicate<"oaml.slice", "{{[^"]*}}", #[[END]], "le", #[[X]], #{{[a-z0-9]*}}>]
func.func @relations(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<3xf32> {
  %0 = oaml.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = oaml.mul %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = oaml.slice %1 {axis = 0, start = 1, end = 4} : (tensor<?xf32>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}

// Extents of one name are one symbol.
// CHECK-LABEL: func.func @named
// CHECK-NOT: plan.predicates
func.func @named(%x: tensor<?xf32> {oaml.dims = ["B"]}, %y: tensor<?xf32> {oaml.dims = ["B"]}) -> tensor<?xf32> {
  %0 = oaml.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// What nobody runs from outside has no entry.
// CHECK-LABEL: func.func private @inner
// CHECK-NOT: plan.predicates
func.func private @inner(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = oaml.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The number of elements is limited where it depends on the run: that of the
// largest tensor stands for those of others.
// CHECK-LABEL: func.func @counts
// CHECK-SAME: plan.predicates = [#plan.predicate<"oaml.mul", "an element count that fits 32 bits", #[[COUNT:[a-z0-9]*]], "le", #[[LIMIT:[a-z0-9]*]], #{{[a-z0-9]*}}>]}
func.func @counts(%x: tensor<?x1xf32>, %y: tensor<?xf32>, %z: tensor<8xf32>) -> tensor<?x?xf32> {
  %0 = oaml.exp %y : (tensor<?xf32>) -> tensor<?xf32>
  %1 = oaml.mul %x, %0 : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %2 = oaml.neg %1 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
