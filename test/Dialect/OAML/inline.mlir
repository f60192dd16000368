// RUN: oaml-opt %s --inline | FileCheck %s

// CHECK-LABEL: func.func @caller
// CHECK-NEXT:    %[[C:.*]] = oaml.constant
// CHECK-NEXT:    %[[Y:.*]] = oaml.mul %{{.*}}, %[[C]]
// CHECK-NEXT:    return %[[Y]]
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = oaml.constant dense<2.0> : tensor<f32>
  %y = oaml.mul %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
