// RUN: oaml-opt %s --pass-pipeline='builtin.module(func.func(oaml-lower-to-linalg))' | FileCheck %s

// CHECK-LABEL: func.func @seed(
// CHECK:       ^bb0(%[[SEED:.*]]: i32, %[[SECOND:.*]]: i32, %{{.*}}: i32):
// 3 * 0x9E3779B9.
// CHECK:         %[[SALT:.*]] = arith.constant -626627285 : i32
// CHECK:         arith.xori %[[SECOND]], %[[SALT]]
// CHECK:         arith.constant -2048144789 : i32
// CHECK:         arith.constant -1028477387 : i32
// CHECK:         %[[H:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
// CHECK:         %[[DRAWN:.*]] = arith.cmpi eq, %[[SEED]], %{{.*}} : i32
// CHECK:         arith.select %[[DRAWN]], %[[H]], %[[SEED]] : i32
func.func @seed(%s: tensor<i32>, %r: tensor<i32>) -> tensor<i32> {
  %0 = oaml.resolve_seed %s, %r {salt = 3} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// Product and sum carry no flag: no device may fuse them.
// CHECK-LABEL: func.func @uniform(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1xf32>, tensor<i32>) outs(%{{.*}} : tensor<?x3xf32>)
// CHECK:         ^bb0(%[[LOW:.*]]: f32, %[[SEED:.*]]: i32, %{{.*}}: f32):
// CHECK:           %[[ROW:.*]] = linalg.index 0
// CHECK:           %[[COLUMN:.*]] = linalg.index 1
// CHECK:           %[[FIRST:.*]] = arith.muli %[[ROW]], %{{.*}} : index
// CHECK:           arith.addi %[[FIRST]], %[[COLUMN]] : index
// CHECK-COUNT-19:  arith.mului_extended
// CHECK-NOT:       arith.mului_extended
// CHECK:           %[[RANGE:.*]] = arith.subf %{{.*}}, %[[LOW]] : f32
// CHECK:           arith.shrui %[[BITS:.*]], %{{.*}} : i32
// CHECK:           arith.andi %[[BITS]], %{{.*}} : i32
// CHECK:           %[[HIGH:.*]] = arith.mulf {{.*}} : f32
// CHECK:           %[[LOWER:.*]] = arith.mulf {{.*}} : f32
// CHECK:           %[[UNIT:.*]] = arith.addf %[[HIGH]], %[[LOWER]] : f32
// CHECK:           %[[P:.*]] = arith.mulf %[[UNIT]], %[[RANGE]] : f32
// CHECK:           arith.addf %[[P]], %[[LOW]] : f32
func.func @uniform(%n: index, %low: tensor<1xf32>, %s: tensor<i32>) -> tensor<?x3xf32> {
  %0 = oaml.philox_uniform [%n, 3] low(%low) seed(%s) {high = 1.0}
      : (index, tensor<1xf32>, tensor<i32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// A fixed seed and bounds are constants of the body.
// CHECK-LABEL: func.func @fixed(
// CHECK:         linalg.generic {indexing_maps = [#{{.*}}], iterator_types = ["parallel"]} outs(
// CHECK:           arith.constant -1.000000e+00 : f32
// CHECK:           arith.constant 7 : i32
func.func @fixed() -> tensor<8xf32> {
  %0 = oaml.philox_uniform [8] {low = -1.0, high = 1.0, seed = 7} : () -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
