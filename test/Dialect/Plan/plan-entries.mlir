// RUN: oaml-opt %s --oaml-plan-entries --split-input-file | FileCheck %s

kernel.func private @exp(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = oaml.exp %x : (tensor<64xf32>) -> tensor<64xf32>
  kernel.return %y : tensor<64xf32>
}

// The first launch writes to the arena, the last one where the result is wanted.
// CHECK-LABEL: plan.entry @chain
// CHECK-SAME: symbols [] extents [#[[E:.+]]] -> [#[[E]]] arena #[[A:[^ ]+]] bound #[[A]]
// CHECK-NEXT: %[[X:.+]] = plan.argument 0 size #[[S:.+]]
// CHECK-NEXT: %[[T:.+]] = plan.arena at #[[ZERO:.+]] size #[[S]]
// CHECK-NEXT: plan.launch @exp(%[[X]], %[[T]]) extents []
// CHECK-NEXT: %[[Y:.+]] = plan.result 0 size #[[S]]
// CHECK-NEXT: plan.barrier
// CHECK-NEXT: plan.launch @exp(%[[T]], %[[Y]]) extents []
// CHECK-NEXT: {{^ *}}}
// CHECK-NOT: func.func
func.func @chain(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = kernel.dispatch @exp(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.dispatch @exp(%0) : (tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}
func.func private @called_no_more(%x: tensor<64xf32>) -> tensor<64xf32> {
  return %x : tensor<64xf32>
}

// -----

kernel.func private @exp(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = oaml.exp %x : (tensor<64xf32>) -> tensor<64xf32>
  kernel.return %y : tensor<64xf32>
}

// What does not touch the same bytes needs no barrier: reads of one buffer,
// writes to different ones. Levels bring independent launches together.
// CHECK-LABEL: plan.entry @independent
// CHECK-NOT: plan.barrier
// CHECK: plan.launch @exp(%[[X:[^,]+]], %[[A:.+]])
// CHECK-NOT: plan.barrier
// CHECK: plan.launch @exp(%[[X]], %[[B:.+]])
// CHECK: plan.barrier
// CHECK: plan.launch @exp(%[[A]],
// CHECK-NOT: plan.barrier
// CHECK: plan.launch @exp(%[[B]],
// CHECK-NOT: plan.barrier
func.func @independent(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = kernel.dispatch @exp(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.dispatch @exp(%0) : (tensor<64xf32>) -> tensor<64xf32>
  %2 = kernel.dispatch @exp(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %3 = kernel.dispatch @exp(%2) : (tensor<64xf32>) -> tensor<64xf32>
  return %1, %3 : tensor<64xf32>, tensor<64xf32>
}

// -----

kernel.func private @sub(%x: tensor<64xf32>, %y: tensor<64xf32>)
    -> (tensor<64xf32> {kernel.inplace = 0 : i64}) {
  %z = oaml.sub %x, %y : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  kernel.return %z : tensor<64xf32>
}

// CHECK-LABEL: plan.entry @donated_in_place
// CHECK-NEXT: %[[W:.+]] = plan.argument 0
// CHECK-NEXT: %[[G:.+]] = plan.argument 1
// CHECK-NEXT: plan.launch @sub(%[[W]], %[[G]], %[[W]])
// CHECK-NEXT: {{^ *}}}
func.func @donated_in_place(%w: tensor<64xf32> {oaml.donated = 0}, %g: tensor<64xf32>) -> tensor<64xf32> {
  %0 = kernel.dispatch @sub(%w, %g) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// The kernel may write over its operand 0, and the argument is operand 1.
// CHECK-LABEL: plan.entry @copied_where_kernel_forbids
// CHECK: plan.launch @sub(%{{.+}}, %[[W:.+]], %[[T:.+]])
// CHECK-NEXT: plan.barrier
// CHECK-NEXT: plan.copy %[[T]] to %[[W]]
// CHECK-NEXT: {{^ *}}}
func.func @copied_where_kernel_forbids(%w: tensor<64xf32> {oaml.donated = 0}, %g: tensor<64xf32>) -> tensor<64xf32> {
  %0 = kernel.dispatch @sub(%g, %w) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// The kernel reads the argument a second time.
// CHECK-LABEL: plan.entry @copied_where_operand_is_read_twice
// CHECK: plan.launch @sub(%[[W:.+]], %[[W]], %[[T:.+]])
// CHECK-NEXT: plan.barrier
// CHECK-NEXT: plan.copy %[[T]] to %[[W]]
func.func @copied_where_operand_is_read_twice(%w: tensor<64xf32> {oaml.donated = 0}) -> tensor<64xf32> {
  %0 = kernel.dispatch @sub(%w, %w) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// All other readers come before the launch that overwrites the argument, even
// where they stand behind it.
// CHECK-LABEL: plan.entry @readers_come_first
// CHECK: plan.launch @sub(%[[G:.+]], %[[W:.+]], %[[Z:.+]])
// CHECK: plan.barrier
// CHECK: plan.launch @sub(%[[W]], %[[G]], %[[W]])
// CHECK-NOT: plan.copy
func.func @readers_come_first(%w: tensor<64xf32> {oaml.donated = 0}, %g: tensor<64xf32>)
    -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = kernel.dispatch @sub(%w, %g) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.dispatch @sub(%g, %w) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// A reader that needs the new value cannot come before it.
// CHECK-LABEL: plan.entry @copied_where_reader_comes_later
// CHECK: plan.launch @sub(%[[W:.+]], %[[G:.+]], %[[T:.+]])
// CHECK: plan.barrier
// CHECK: plan.launch @sub(%[[T]], %[[W]], %{{.+}})
// CHECK: plan.barrier
// CHECK: plan.copy %[[T]] to %[[W]]
func.func @copied_where_reader_comes_later(%w: tensor<64xf32> {oaml.donated = 0}, %g: tensor<64xf32>)
    -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = kernel.dispatch @sub(%w, %g) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.dispatch @sub(%0, %w) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// Two updates of which each reads what the other overwrites: one of them waits.
// CHECK-LABEL: plan.entry @no_cycle_of_updates
// CHECK-COUNT-2: plan.launch
// CHECK: plan.copy
func.func @no_cycle_of_updates(%a: tensor<64xf32> {oaml.donated = 0}, %b: tensor<64xf32> {oaml.donated = 1})
    -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = kernel.dispatch @sub(%a, %b) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.dispatch @sub(%b, %a) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// -----

// Nothing to do.
// CHECK-LABEL: plan.entry @donated_argument_returned
// CHECK-NEXT: {{^ *}}}
func.func @donated_argument_returned(%w: tensor<64xf32> {oaml.donated = 0}) -> tensor<64xf32> {
  return %w : tensor<64xf32>
}

// CHECK-LABEL: plan.entry @argument_returned
// CHECK-NEXT: %[[X:.+]] = plan.argument 0
// CHECK-NEXT: %[[Y:.+]] = plan.result 0
// CHECK-NEXT: plan.copy %[[X]] to %[[Y]]
// CHECK-NEXT: {{^ *}}}
func.func @argument_returned(%x: tensor<64xf32>) -> tensor<64xf32> {
  return %x : tensor<64xf32>
}

// Both old values are kept before either is overwritten.
// CHECK-LABEL: plan.entry @swap
// CHECK-DAG: %[[A:.+]] = plan.argument 0
// CHECK-DAG: %[[B:.+]] = plan.argument 1
// CHECK-DAG: plan.copy %[[B]] to %[[T:.+]] size
// CHECK-DAG: plan.copy %[[A]] to %[[U:.+]] size
// CHECK: plan.barrier
// CHECK-DAG: plan.copy %[[T]] to %[[A]]
// CHECK-DAG: plan.copy %[[U]] to %[[B]]
// CHECK-NOT: plan.barrier
func.func @swap(%a: tensor<64xf32> {oaml.donated = 0}, %b: tensor<64xf32> {oaml.donated = 1})
    -> (tensor<64xf32>, tensor<64xf32>) {
  return %b, %a : tensor<64xf32>, tensor<64xf32>
}

// -----

kernel.func private @exp(%x: tensor<64xf32>) -> (tensor<64xf32> {kernel.inplace = 0 : i64}) {
  %y = oaml.exp %x : (tensor<64xf32>) -> tensor<64xf32>
  kernel.return %y : tensor<64xf32>
}

// The old value is result 1: it is not overwritten before it is there.
// CHECK-LABEL: plan.entry @old_value_returned
// CHECK: %[[A:.+]] = plan.argument 0
// CHECK: plan.copy %[[A]] to %[[K:.+]] size
// CHECK: plan.launch @exp(%[[A]], %[[T:.+]]) extents
// CHECK: plan.barrier
// CHECK: plan.copy %[[T]] to %[[A]]
// CHECK: plan.copy %[[K]] to %{{.+}}
func.func @old_value_returned(%a: tensor<64xf32> {oaml.donated = 0}) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = kernel.dispatch @exp(%a) : (tensor<64xf32>) -> tensor<64xf32>
  return %0, %a : tensor<64xf32>, tensor<64xf32>
}

// CHECK-LABEL: plan.entry @result_used_twice
// CHECK: %[[Y:.+]] = plan.result 0
// CHECK: plan.launch @exp(%{{.+}}, %[[Y]])
// CHECK: %[[Z:.+]] = plan.result 1
// CHECK: plan.barrier
// CHECK: plan.copy %[[Y]] to %[[Z]]
// CHECK-NOT: plan.copy
func.func @result_used_twice(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = kernel.dispatch @exp(%x) : (tensor<64xf32>) -> tensor<64xf32>
  return %0, %0 : tensor<64xf32>, tensor<64xf32>
}

// A value may be read while it is a result.
// CHECK-LABEL: plan.entry @result_read
// CHECK: plan.launch @exp(%{{.+}}, %[[Y:.+]]) extents
// CHECK: plan.barrier
// CHECK: plan.launch @exp(%[[Y]], %{{.+}}) extents
// CHECK-NOT: plan.copy
func.func @result_read(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = kernel.dispatch @exp(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.dispatch @exp(%0) : (tensor<64xf32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// CHECK-LABEL: plan.entry @constant
// CHECK: %[[C:.+]] = plan.constant dense<{{.*}}> : tensor<2x32xf32>
// CHECK: plan.launch @exp(%[[C]], %[[Y:.+]]) extents
// CHECK: plan.copy %[[C]] to %{{.+}}
func.func @constant() -> (tensor<64xf32>, tensor<2x32xf32>) {
  %c = oaml.constant dense<1.0> : tensor<2x32xf32>
  %v = oaml.reshape %c to [64] : (tensor<2x32xf32>) -> tensor<64xf32>
  %0 = kernel.dispatch @exp(%v) : (tensor<64xf32>) -> tensor<64xf32>
  return %0, %c : tensor<64xf32>, tensor<2x32xf32>
}

// A reshape is the same memory: no copy, and its readers are readers of the
// argument.
// CHECK-LABEL: plan.entry @views
// CHECK-NEXT: %[[X:.+]] = plan.argument 0
// CHECK-NEXT: plan.launch @exp(%[[X]], %[[X]])
// CHECK-NEXT: {{^ *}}}
func.func @views(%x: tensor<64xf32> {oaml.donated = 0}) -> tensor<64xf32> {
  %a = oaml.reshape %x to [8, 8] : (tensor<64xf32>) -> tensor<8x8xf32>
  %b = oaml.reshape %a to [64] : (tensor<8x8xf32>) -> tensor<64xf32>
  %0 = kernel.dispatch @exp(%b) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = oaml.reshape %0 to [2, 32] : (tensor<64xf32>) -> tensor<2x32xf32>
  %2 = oaml.reshape %1 to [64] : (tensor<2x32xf32>) -> tensor<64xf32>
  return %2 : tensor<64xf32>
}

// Two values take turns in the arena.
// CHECK-LABEL: plan.entry @arena_is_reused
// CHECK: %[[A:.+]] = plan.arena at #[[FIRST:.+]] size
// CHECK: %[[B:.+]] = plan.arena at #[[SECOND:.+]] size
// CHECK: %[[C:.+]] = plan.arena at #[[FIRST]] size
// CHECK-NOT: plan.arena
func.func @arena_is_reused(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = kernel.dispatch @exp(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.dispatch @exp(%0) : (tensor<64xf32>) -> tensor<64xf32>
  %2 = kernel.dispatch @exp(%1) : (tensor<64xf32>) -> tensor<64xf32>
  %3 = kernel.dispatch @exp(%2) : (tensor<64xf32>) -> tensor<64xf32>
  return %3 : tensor<64xf32>
}

// -----

kernel.func private @exp(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}) -> (tensor<?x4xf32> {oaml.dims = ["B", 4]}) {
  %y = oaml.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  kernel.return %y : tensor<?x4xf32>
}
kernel.func private @sum(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}) -> (tensor<?x1xf32> {oaml.dims = ["B", 1]}) {
  %y = oaml.reduce sum, %x {axes = array<i64: 1>} : (tensor<?x4xf32>) -> tensor<?x1xf32>
  kernel.return %y : tensor<?x1xf32>
}
kernel.func private @mul(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}, %y: tensor<?x1xf32> {oaml.dims = ["B", 1]})
    -> (tensor<?x4xf32> {oaml.dims = ["B", 4]}) {
  %z = oaml.mul %x, %y : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  kernel.return %z : tensor<?x4xf32>
}
kernel.func private @fill(%n: index {kernel.symbol = "N"}) -> (tensor<?xf32> {oaml.dims = ["N"]}) {
  %c = oaml.constant dense<1.0> : tensor<1xf32>
  %y = oaml.broadcast_to %c to [%n] : (tensor<1xf32>, index) -> tensor<?xf32>
  kernel.return %y : tensor<?xf32>
}

// Sizes, offsets and extents are maps of the symbols.
// CHECK-DAG: #[[SHAPE:.+]] = affine_map<()[s0] -> (s0, 4)>
// CHECK-DAG: #[[B:.+]] = affine_map<()[s0] -> (s0)>
// CHECK-DAG: #[[BYTES:.+]] = affine_map<()[s0] -> (s0 * 16)>
// CHECK-DAG: #[[TWICE:.+]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK-LABEL: plan.entry @dynamic
// CHECK-SAME: symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
// CHECK-SAME: extents [#[[SHAPE]]] -> [#[[SHAPE]], #[[TWICE]]]
// CHECK: plan.argument 0 size #[[BYTES]]
// CHECK: plan.launch @exp({{.+}}) extents [#[[B]]]
// CHECK: plan.launch @fill({{.+}}) extents [#[[TWICE]]]
func.func @dynamic(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %0 = kernel.dispatch @exp(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %b = oaml.dim %x {axis = 0} : tensor<?x4xf32>
  %two = arith.constant 2 : index
  %n = arith.muli %b, %two : index
  %1 = kernel.dispatch @fill(%n) : (index) -> tensor<?xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?xf32>
}

// Neighbours in the arena are known to be apart for every B, also where a small
// value stands in the slot of a larger one: barriers only where a value is read.
// CHECK-LABEL: plan.entry @neighbours
// CHECK: plan.launch @exp(%[[X:.+]], %[[E:.+]])
// CHECK-NOT: plan.barrier
// CHECK: plan.launch @sum(%[[X]], %[[S:.+]])
// CHECK: plan.barrier
// CHECK: plan.launch @mul(%[[E]], %[[S]], %[[M:.+]]) extents
// CHECK: plan.barrier
// CHECK: plan.launch @sum(%[[M]], %[[T:.+]]) extents
// CHECK: plan.barrier
// CHECK: plan.launch @mul(%[[M]], %[[T]], %[[P:.+]]) extents
// CHECK-NOT: plan.barrier
// CHECK: plan.launch @mul(%[[X]], %[[T]], %{{.+}})
func.func @neighbours(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %e = kernel.dispatch @exp(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %s = kernel.dispatch @sum(%x) : (tensor<?x4xf32>) -> tensor<?x1xf32>
  %m = kernel.dispatch @mul(%e, %s) : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %t = kernel.dispatch @sum(%m) : (tensor<?x4xf32>) -> tensor<?x1xf32>
  %p = kernel.dispatch @mul(%m, %t) : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %q = kernel.dispatch @mul(%x, %t) : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  return %p, %q : tensor<?x4xf32>, tensor<?x4xf32>
}

// Rules that only the run can decide become predicates.
// CHECK-LABEL: plan.entry @predicates
// CHECK-SAME: predicates = [#plan.predicate<"oaml.{{[a-z_]+}}",
func.func @predicates(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]}) -> tensor<?x8xf32> {
  %two = arith.constant 2 : index
  %b = oaml.dim %x {axis = 0} : tensor<?x4xf32>
  %h = arith.floordivsi %b, %two : index
  %0 = oaml.reshape %x to [%h, 8] : (tensor<?x4xf32>, index) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// So do the counts of elements that were not seen before: kernels index with 32
// bits.
// CHECK-LABEL: plan.entry @counts
// CHECK-SAME: predicates = [#plan.predicate<"oaml.mul", "an element count that fits 32 bits", #[[COUNT:map[0-9]*]], "le", #map{{[0-9]*}}, #loc{{[0-9]*}}>]}
kernel.func private @outer(%x: tensor<?x1xf32> {oaml.dims = ["A", 1]}, %y: tensor<?xf32> {oaml.dims = ["B"]})
    -> (tensor<?x?xf32> {oaml.dims = ["A", "B"]}) attributes {kernel.ops = ["oaml.mul"]} {
  %0 = oaml.mul %x, %y : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  kernel.return %0 : tensor<?x?xf32>
}
kernel.func private @square(%x: tensor<?x?xf32> {oaml.dims = ["A", "B"]})
    -> (tensor<?x?xf32> {oaml.dims = ["A", "B"]}) attributes {kernel.ops = ["oaml.mul"]} {
  %0 = oaml.mul %x, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  kernel.return %0 : tensor<?x?xf32>
}
func.func @counts(%x: tensor<?x1xf32> {oaml.dims = ["A", 1]}, %y: tensor<?xf32> {oaml.dims = ["B"]})
    -> tensor<?x?xf32> {
  %0 = kernel.dispatch @outer(%x, %y) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %1 = kernel.dispatch @square(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
