// What oaml-compile writes, by its options.
// DEFINE: %{compile} = oaml-compile %s --target=lavapipe
// RUN: rm -rf %t && mkdir %t

// An artifact, to a file or to standard output; the same bytes each time.
// RUN: %{compile} -o %t/a.oamlx
// RUN: %{compile} -o %t/b.oamlx
// RUN: %{compile} > %t/c.oamlx
// RUN: oaml-compile - --target=lavapipe -o %t/d.oamlx < %s
// RUN: cmp %t/a.oamlx %t/b.oamlx
// RUN: cmp %t/a.oamlx %t/c.oamlx
// RUN: %python -c "print(open('%t/a.oamlx', 'rb').read()[8:12].decode())" | FileCheck %s --check-prefix=MAGIC
// MAGIC: OAMX
// RUN: %{compile} --mlir-disable-threading -o %t/e.oamlx
// RUN: cmp %t/a.oamlx %t/e.oamlx

// RUN: oaml-compile --help | FileCheck %s --check-prefix=HELP
// HELP: oaml-compile IN.mlir -o OUT.oamlx
// HELP-DAG: -O <char>
// HELP-DAG: --compile-from=<phase>
// HELP-DAG: --compile-to=<phase>
// HELP-DAG: --dump-phases=<dir>
// HELP-DAG: --entry=<name>
// HELP-DAG: --target=<string>
// HELP-DAG: -o <file>

// Levels: a kernel per op, fusion, kernels side by side.
// RUN: %{compile} -O0 --compile-to=kernels | FileCheck %s --check-prefix=O0
// RUN: %{compile} -O1 --compile-to=kernels | FileCheck %s --check-prefix=O1
// RUN: %{compile} -O2 --compile-to=kernels | FileCheck %s --check-prefix=O2
// RUN: %{compile} --compile-to=kernels | FileCheck %s --check-prefix=O2
// O0-LABEL: func.func @main
// O0-COUNT-4: kernel.dispatch
// O0-NEXT: return
// O1-LABEL: func.func @main
// O1-COUNT-2: kernel.dispatch
// O1-NEXT: return
// O2-LABEL: func.func @main
// O2-NEXT: kernel.dispatch
// O2-NEXT: return

// Entries: those named, else all public functions.
// RUN: %{compile} --compile-to=plan | FileCheck %s --check-prefix=PUBLIC
// RUN: %{compile} --compile-to=plan --entry=other | FileCheck %s --check-prefix=OTHER
// RUN: %{compile} --compile-to=plan --entry=helper --entry=main | FileCheck %s --check-prefix=TWO
// PUBLIC-DAG: plan.entry @main
// PUBLIC-DAG: plan.entry @other
// PUBLIC-NOT: @helper
// OTHER: plan.entry @other
// OTHER-NOT: plan.entry
// TWO-DAG: plan.entry @main
// TWO-DAG: plan.entry @helper
// TWO-NOT: plan.entry @other

// Phases one by one give what they give together.
// RUN: %{compile} --compile-to=graph -o %t/1.mlir
// RUN: oaml-compile %t/1.mlir --target=lavapipe --compile-from=differentiate --compile-to=fuse -o %t/3.mlir
// RUN: oaml-compile %t/3.mlir --target=lavapipe --compile-from=kernels --compile-to=kernels -o %t/4.mlir
// RUN: oaml-compile %t/4.mlir --target=lavapipe --compile-from=codegen --compile-to=codegen -o %t/5.mlir
// RUN: oaml-compile %t/5.mlir --target=lavapipe --compile-from=plan --compile-to=plan -o %t/6.mlir
// RUN: %{compile} --compile-to=plan -o %t/plan.mlir
// RUN: diff %t/6.mlir %t/plan.mlir
// RUN: oaml-compile %t/6.mlir --target=lavapipe --compile-from=artifact -o %t/6.oamlx

// The program after each phase, and the stages of each kernel.
// RUN: %{compile} --dump-phases=%t/dump/new -o %t/f.oamlx
// RUN: cmp %t/a.oamlx %t/f.oamlx
// RUN: ls %t/dump/new %t/dump/new/kernels | FileCheck %s --check-prefix=DUMP
// DUMP: 1-graph.mlir
// DUMP-NEXT: 2-differentiate.mlir
// DUMP-NEXT: 3-fuse.mlir
// DUMP-NEXT: 4-kernels.mlir
// DUMP-NEXT: 5-codegen.mlir
// DUMP-NEXT: 6-plan.mlir
// DUMP-NEXT: kernels
// DUMP: [[K:[a-z_0-9]+]].0-kernel.mlir
// DUMP-NEXT: [[K]].1-tile.mlir
// DUMP-NEXT: [[K]].2-lanes.mlir
// DUMP-NEXT: [[K]].3-spirv.mlir
// DUMP-NEXT: [[K]].4-binary.spv
// What was dumped can be fed back in.
// RUN: oaml-compile %t/dump/new/4-kernels.mlir --compile-from=codegen --target=lavapipe -o %t/g.oamlx
// RUN: cmp %t/a.oamlx %t/g.oamlx
// RUN: oaml-compile %t/dump/new/2-differentiate.mlir --compile-from=fuse --target=lavapipe --compile-to=kernels -o - | FileCheck %s --check-prefix=O2

func.func private @helper(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = oaml.exp %x : (tensor<64xf32>) -> tensor<64xf32>
  %1 = oaml.neg %0 : (tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

func.func @main(%x: tensor<64xf32>, %y: tensor<5x7xf32>) -> (tensor<64xf32>, tensor<5x7xf32>) {
  %0 = call @helper(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = oaml.exp %y : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %2 = oaml.neg %1 : (tensor<5x7xf32>) -> tensor<5x7xf32>
  return %0, %2 : tensor<64xf32>, tensor<5x7xf32>
}

func.func @other(%x: tensor<?xf32> {oaml.dims = ["B"]}) -> tensor<?xf32> {
  %0 = oaml.sqrt %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
