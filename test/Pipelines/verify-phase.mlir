// RUN: split-file %s %t
// RUN: oaml-opt %t/differentiate.mlir --oaml-verify-phase=phase=differentiate --split-input-file --verify-diagnostics
// RUN: oaml-opt %t/fuse.mlir --oaml-verify-phase=phase=fuse --split-input-file --verify-diagnostics
// RUN: oaml-opt %t/kernels.mlir --oaml-verify-phase=phase=kernels --split-input-file --verify-diagnostics
// RUN: oaml-opt %t/codegen.mlir --oaml-verify-phase=phase=codegen --split-input-file --verify-diagnostics
// RUN: oaml-opt %t/plan.mlir --oaml-verify-phase=phase=plan --split-input-file --verify-diagnostics
// RUN: oaml-opt %t/other.mlir --oaml-verify-phase=phase=cook --verify-diagnostics
// RUN: oaml-opt %t/device.mlir --oaml-compile-kernels --verify-diagnostics
// Nothing is promised after the first phase, and what keeps its promise passes.
// RUN: oaml-opt %t/good.mlir --oaml-verify-phase=phase=graph --oaml-verify-phase=phase=differentiate --oaml-verify-phase=phase=fuse --oaml-verify-phase=phase=kernels -o /dev/null

//--- differentiate.mlir
func.func private @f(%x: tensor<1xf32>) -> tensor<1xf32> {
  return %x : tensor<1xf32>
}
func.func @gradient(%x: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error @+1 {{'oaml.grad' op is still there after phase differentiate: run oaml-differentiate}}
  %0 = oaml.grad @f(%x) {wrt = array<i64: 0>} : (tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @recursive(%x: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error @+1 {{'func.call' op is still there after phase differentiate: calls are inlined, and recursion cannot be}}
  %0 = call @recursive(%x) : (tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

//--- fuse.mlir
func.func @composite(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'oaml.softmax' op is composite: phase fuse leaves core ops only}}
  %0 = oaml.softmax %x {axis = 1} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

//--- kernels.mlir
func.func @outside(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'oaml.exp' op is in no kernel: after phase kernels a function holds only dispatches, reshapes, constants and index arithmetic}}
  %0 = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

kernel.func @composite(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'oaml.softmax' op cannot be compiled in a kernel: it is no core op}}
  %0 = oaml.softmax %x {axis = 1} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  kernel.return %0 : tensor<4x8xf32>
}

//--- codegen.mlir
// expected-error @+1 {{'kernel.func' op has no kernel.binary after phase codegen}}
kernel.func @not_compiled(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  kernel.return %0 : tensor<4xf32>
}

//--- plan.mlir
// expected-error @+1 {{'func.func' op is still there after phase plan: every public function becomes a plan.entry}}
func.func @not_planned(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

//--- other.mlir
// expected-error @+1 {{unknown phase "cook": the phases are graph, differentiate, fuse, kernels, codegen, plan}}
module {
}

//--- device.mlir
// expected-error @+1 {{requires kernel.device to compile kernels}}
module {
}

//--- good.mlir
kernel.func @exp(%x: tensor<?xf32> {oaml.dims = ["B"]}) -> (tensor<?xf32> {oaml.dims = ["B"]}) {
  %0 = oaml.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  kernel.return %0 : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>) -> tensor<?x1xf32> {
  %n = oaml.dim %x {axis = 0} : tensor<?xf32>
  %0 = kernel.dispatch @exp(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = oaml.reshape %0 to [%n, 1] : (tensor<?xf32>, index) -> tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}
