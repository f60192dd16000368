// RUN: oaml-opt %s --oaml-plan-entries=reuse=false | FileCheck %s --check-prefix=NOREUSE
// RUN: oaml-opt %s --oaml-plan-entries --remarks-filter=plan -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

kernel.func private @exp(%x: tensor<?x16xf32> {oaml.dims = ["B", 16]}) -> (tensor<?x16xf32> {oaml.dims = ["B", 16]}) {
  %y = oaml.exp %x : (tensor<?x16xf32>) -> tensor<?x16xf32>
  kernel.return %y : tensor<?x16xf32>
}

// Every value has bytes of its own: no two parts of the arena are at one place.
// NOREUSE-LABEL: plan.entry @chain
// NOREUSE: plan.arena at #[[A:[a-z0-9]+]] size
// NOREUSE-NOT: plan.arena at #[[A]] size
// NOREUSE: plan.arena at #[[B:[a-z0-9]+]] size
// NOREUSE-NOT: plan.arena at #[[A]] size
// NOREUSE-NOT: plan.arena at #[[B]] size
// NOREUSE: plan.arena at
// REMARK: remark: {{.*}}arena | Category:plan | {{.*}}Remark="arena of 8192 bytes, lower bound 8192 bytes (dynamic extents taken as 64)"
func.func @chain(%x: tensor<?x16xf32> {oaml.dims = ["B", 16]}) -> tensor<?x16xf32> {
  %0 = kernel.dispatch @exp(%x) : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %1 = kernel.dispatch @exp(%0) : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %2 = kernel.dispatch @exp(%1) : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %3 = kernel.dispatch @exp(%2) : (tensor<?x16xf32>) -> tensor<?x16xf32>
  return %3 : tensor<?x16xf32>
}

// REMARK: remark: {{.*}}donate | Category:plan | {{.*}}Remark="result 0 is copied into the argument donated to it: the argument is still read, or the kernel cannot work in place"
func.func @copied(%x: tensor<?x16xf32> {oaml.dims = ["B", 16], oaml.donated = 0}) -> tensor<?x16xf32> {
  %0 = kernel.dispatch @exp(%x) : (tensor<?x16xf32>) -> tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}
