// --compare=interpreter names the kernel at which values first differ. With no
// tolerance at all, the last bit of an exponential will do.
// REQUIRES: lavapipe
// DEFINE: %{exits} = %python %source-dir/test/Support/exits.py
// RUN: oaml-run %s --compare=interpreter 2>&1 | FileCheck %s --check-prefix=AGREES
// AGREES: oaml-run: all {{[0-9]+}} values that cross kernels agree with the interpreter
// AGREES: {{^}}1xf32=
// RUN: %{exits} 1 oaml-run %s --compare=interpreter --tolerance=0 | FileCheck %s --check-prefix=DIFFERS
// DIFFERS: compare.mlir:[[#]]:{{[0-9]+}}: error: kernel @{{.*}} ({{.*}}oaml.exp{{.*}}) differs from the interpreter in result 0 at [{{[0-9]+}}]: found {{[0-9.e-]+}}, expected {{[0-9.e-]+}}; {{[0-9]+}} of 1000 elements differ
// DIFFERS: remark: {{[0-9]+}} of {{[0-9]+}} values that cross kernels differ
// RUN: %{exits} 2 oaml-run %s --compare=interpreter --executor=interpreter | FileCheck %s --check-prefix=EXECUTOR
// RUN: %{exits} 2 oaml-run %s --compare=interpreter --repeat=2 | FileCheck %s --check-prefix=EXECUTOR
// EXECUTOR: --compare requires --executor=vulkan and one run
// RUN: %{exits} 2 oaml-run %s --compare=interpreter --tolerance=-1 | FileCheck %s --check-prefix=TOLERANCE
// TOLERANCE: --tolerance requires a number that is not negative

func.func @main() -> (tensor<1xf32>, tensor<1000xf32>) {
  %i = oaml.iota [1000] {axis = 0} : () -> tensor<1000xi32>
  %x = oaml.cast %i {dtype = f32} : (tensor<1000xi32>) -> tensor<1000xf32>
  %c = oaml.constant dense<-0.0123> : tensor<f32>
  %y = oaml.mul %x, %c : (tensor<1000xf32>, tensor<f32>) -> tensor<1000xf32>
  %z = oaml.exp %y : (tensor<1000xf32>) -> tensor<1000xf32>
  %m = oaml.max %z : (tensor<1000xf32>) -> tensor<1xf32>
  return %m, %z : tensor<1xf32>, tensor<1000xf32>
}
