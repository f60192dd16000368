// Every phase as a pipeline of its own, fed with what the one before printed;
// together they give what the whole pipeline gives.

// RUN: oaml-opt %s --oaml-graph-pipeline -o %t.1.mlir
// RUN: FileCheck %s --check-prefix=GRAPH --input-file=%t.1.mlir
// RUN: oaml-opt %t.1.mlir --oaml-differentiate-pipeline -o %t.2.mlir
// RUN: FileCheck %s --check-prefix=DIFFERENTIATE --input-file=%t.2.mlir
// RUN: oaml-opt %t.2.mlir --oaml-fuse-pipeline -o %t.3.mlir
// RUN: FileCheck %s --check-prefix=FUSE --input-file=%t.3.mlir
// RUN: oaml-opt %t.3.mlir --oaml-kernels-pipeline -o %t.4.mlir
// RUN: FileCheck %s --check-prefix=KERNELS --input-file=%t.4.mlir
// RUN: oaml-opt %t.4.mlir --oaml-codegen-pipeline -o %t.5.mlir
// RUN: FileCheck %s --check-prefix=CODEGEN --input-file=%t.5.mlir
// RUN: oaml-opt %t.5.mlir --oaml-plan-pipeline -o %t.6.mlir
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t.6.mlir
// RUN: oaml-opt %s --oaml-compile-pipeline -o %t.all.mlir
// Locations are those of the file that was read.
// RUN: grep -v "^#loc" %t.6.mlir > %t.6.txt
// RUN: grep -v "^#loc" %t.all.mlir > %t.all.txt
// RUN: diff %t.6.txt %t.all.txt

// Levels and the folder for kernels are options of the pipelines.
// RUN: oaml-opt %t.3.mlir --oaml-kernels-pipeline=opt-level=0 | FileCheck %s --check-prefix=LEVEL0
// RUN: rm -rf %t.kernels
// RUN: oaml-opt %t.4.mlir --oaml-codegen-pipeline=kernel-dump-dir=%t.kernels -o %t.5b.mlir
// RUN: diff %t.5.mlir %t.5b.mlir
// RUN: ls %t.kernels | FileCheck %s --check-prefix=DUMP

// A phase may run twice: kernels that have a binary keep it.
// RUN: oaml-opt %t.5.mlir --oaml-codegen-pipeline | diff - %t.5.mlir

#device = #kernel.device<name = "lavapipe", subgroup_size = 8,
    max_invocations = 1024, max_workgroups = 65535, shared_memory = 32768,
    parallel_workgroups = 2, load_bits = 64, pointer_views = true, int64 = true,
    float16 = true, storage16 = true, storage8 = true, signed_zero_inf_nan = true>

module attributes {kernel.device = #device} {

func.func private @loss(%w: tensor<10x64xf32>, %b: tensor<10xf32>, %x: tensor<?x64xf32>,
    %labels: tensor<?xi32>) -> tensor<1xf32> {
  %logits = oaml.linear %x, %w, %b
      : (tensor<?x64xf32>, tensor<10x64xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %loss = oaml.cross_entropy %logits, %labels
      : (tensor<?x10xf32>, tensor<?xi32>) -> tensor<1xf32>
  return %loss : tensor<1xf32>
}

// GRAPH: func.func @step
// GRAPH: oaml.value_and_grad @loss

// DIFFERENTIATE-NOT: @loss
// DIFFERENTIATE: func.func @step
// DIFFERENTIATE-NOT: oaml.value_and_grad
// DIFFERENTIATE-NOT: call @
// DIFFERENTIATE: return

// FUSE: func.func @step
// FUSE-NOT: oaml.linear
// FUSE-NOT: oaml.cross_entropy
// FUSE-NOT: oaml.sgd_step
// FUSE: oaml.contraction

// KERNELS: func.func @step
// KERNELS-NOT: = oaml.contraction
// KERNELS: kernel.dispatch
// KERNELS-NOT: = oaml.contraction
// KERNELS: return
// KERNELS: kernel.func

// LEVEL0: func.func @step
// LEVEL0: kernel.dispatch @contraction(
// LEVEL0: kernel.dispatch @add

// CODEGEN: kernel.func private @[[K:[a-z_0-9]+]](
// CODEGEN-SAME: kernel.schedule = {{.*}}#kernel.schedule<
// CODEGEN: kernel.binary @[[K]]_binary
// CODEGEN-SAME: kernel = @[[K]]

// DUMP: .0-kernel.mlir
// DUMP: .4-binary.spv

// PLAN-NOT: func.func
// PLAN: plan.entry @step
// PLAN: plan.launch
// PLAN-NOT: func.func
func.func @step(%w: tensor<10x64xf32> {oaml.donated = 0}, %b: tensor<10xf32> {oaml.donated = 1},
    %x: tensor<?x64xf32> {oaml.dims = ["B", 64]}, %labels: tensor<?xi32> {oaml.dims = ["B"]},
    %lr: tensor<f32>) -> (tensor<10x64xf32>, tensor<10xf32>, tensor<1xf32>) {
  %loss, %gw, %gb = oaml.value_and_grad @loss(%w, %b, %x, %labels) {wrt = array<i64: 0, 1>}
      : (tensor<10x64xf32>, tensor<10xf32>, tensor<?x64xf32>, tensor<?xi32>)
      -> (tensor<1xf32>, tensor<10x64xf32>, tensor<10xf32>)
  %sw = oaml.mul %gw, %lr : (tensor<10x64xf32>, tensor<f32>) -> tensor<10x64xf32>
  %sb = oaml.mul %gb, %lr : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  %nw = oaml.sub %w, %sw : (tensor<10x64xf32>, tensor<10x64xf32>) -> tensor<10x64xf32>
  %nb = oaml.sub %b, %sb : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  return %nw, %nb, %loss : tensor<10x64xf32>, tensor<10xf32>, tensor<1xf32>
}

}
