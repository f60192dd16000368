// RUN: split-file %s %t
// RUN: oaml-run %t/adamw.mlir --executor=interpreter --input="2xf32=1 -2" --input="2xf32=0" --input="2xf32=0" --input="2xf32=0.5 -0.25" --input="f32=0.1" --input="i32=1" | FileCheck %s --check-prefix=ADAMW
// RUN: oaml-run %t/adamw.mlir --executor=interpreter --input="2xf32=1 -2" --input="2xf32=0" --input="2xf32=0" --input="2xf32=0.5 -0.25" --input="f32=-1" --input="i32=1" | FileCheck %s --check-prefix=BADRATE
// RUN: oaml-run %t/adamw.mlir --executor=interpreter --input="2xf32=1 -2" --input="2xf32=0" --input="2xf32=0" --input="2xf32=0.5 -0.25" --input="f32=0.1" --input="i32=0" | FileCheck %s --check-prefix=BADRATE
// RUN: oaml-run %t/sgd.mlir --executor=interpreter --input="2xf32=1 -2" --input="2xf32=0.5 1" --input="2xf32=0.5 -0.25" | FileCheck %s --check-prefix=SGD

//--- adamw.mlir
// m = 0.05, m / (1 - 0.9) = 0.5, v = 0.00025, v / (1 - 0.999) = 0.25:
// 1 - 0.1 * 0.01 * 1 - 0.1 * 0.5 / (0.5 + 1e-8)
// ADAMW:      2xf32=0.898999989 -1.898
// ADAMW-NEXT: 2xf32=0.0500000007 -0.0250000004
// ADAMW-NEXT: 2xf32=0.000250000012 6.2500003e-05
// What depends on a scalar out of its range is NaN, the rest is not.
// BADRATE:      2xf32=nan nan
// BADRATE-NEXT: 2xf32=0.0500000007 -0.0250000004
// BADRATE-NEXT: 2xf32=0.000250000012 6.2500003e-05
func.func @main(%p: tensor<2xf32>, %m: tensor<2xf32>, %v: tensor<2xf32>, %g: tensor<2xf32>,
                %lr: tensor<f32>, %step: tensor<i32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0:3 = oaml.adamw_step %p, %m, %v, %g lr(%lr) step(%step)
      {beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, weight_decay = 0.01}
      : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<i32>)
      -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

//--- sgd.mlir
// With momentum the decay is not scaled by the rate.
// SGD:      2xf32=0.795000017 -1.84500003
// SGD-NEXT: 2xf32=0.949999988 0.649999976
// Without, and with a factor of 0, it is.
// SGD-NEXT: 2xf32=0.939999998 -1.95500004
// SGD-NEXT: 2xf32=0.939999998 -1.95500004
// SGD-NEXT: 2xf32=0.5 1
func.func @main(%p: tensor<2xf32>, %b: tensor<2xf32>, %g: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0:2 = oaml.sgd_step %p, momentum(%b), %g {lr = 0.1, momentum_factor = 0.9, weight_decay = 0.11}
      : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %1 = oaml.sgd_step %p, %g {lr = 0.1, momentum_factor = 0.9, weight_decay = 0.1}
      : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2:2 = oaml.sgd_step %p, momentum(%b), %g {lr = 0.1, momentum_factor = 0.0, weight_decay = 0.1}
      : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1, %1, %2#0, %2#1 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
