// RUN: rm -rf %t && mkdir %t && oaml-compile --target=lavapipe %s -o %t/out.oamlx --dump-phases=%t/phases
// RUN: FileCheck %s < %t/phases/kernels/attention.1-tile.mlir

// One loop over the keys that the last query of the tile sees, with the sum of
// products, the maximum so far and the sum of exponentials; no scores in memory.

// CHECK:         %[[FIRST:.*]] = arith.muli %{{.*}}, %c16
// CHECK:         %[[AFTER:.*]] = arith.addi %[[FIRST]], %c16
// CHECK:         %[[END:.*]] = arith.minui %[[AFTER]], %c1024
// CHECK:         scf.for %{{.*}} = %c0 to %[[END]] step %c32 iter_args(%[[TOTAL:.*]] = %{{.*}}, %[[MAX:.*]] = %{{.*}}, %[[SUM:.*]] = %{{.*}}) -> (vector<16x64xf32>, vector<1x16xf32>, vector<1x16xf32>) {
// CHECK-NOT:       scf.for
// CHECK:           vector.contract
// CHECK-SAME:        vector<16x64xf32>, vector<32x64xf32> into vector<16x32xf32>
// CHECK:           %[[NEXT:.*]] = vector.multi_reduction <maximumf>, %{{.*}}, %[[MAX]] [2]
// CHECK:           math.exp
// CHECK:           %[[FACTOR:.*]] = math.exp %{{.*}} : vector<1x16xf32>
// CHECK:           arith.mulf %[[SUM]], %[[FACTOR]]
// CHECK:           vector.multi_reduction <add>
// CHECK:           arith.mulf %[[TOTAL]], %{{.*}} : vector<16x64xf32>
// CHECK:           vector.contract
// CHECK-SAME:        vector<16x32xf32>, vector<32x64xf32> into vector<16x64xf32>
// CHECK:           scf.yield
// CHECK:         arith.divf
// CHECK-NOT:     scf.for
func.func @attend(%q: tensor<8x1024x64xf32>, %k: tensor<8x1024x64xf32>, %v: tensor<8x1024x64xf32>) -> tensor<8x1024x64xf32> {
  %y = oaml.flash_attention_causal %q, %k, %v {scale = 0.125} : (tensor<8x1024x64xf32>, tensor<8x1024x64xf32>, tensor<8x1024x64xf32>) -> tensor<8x1024x64xf32>
  return %y : tensor<8x1024x64xf32>
}
