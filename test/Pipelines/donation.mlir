// Donated arguments on a device: what is overwritten was read before.
// REQUIRES: lavapipe
// DEFINE: %{in} = --input="4xf32=1 2 3 4" --input="4xf32=10 20 30 40"
// DEFINE: %{run} = %lavapipe oaml-run
// RUN: rm -rf %t && mkdir %t
// RUN: oaml-compile %s --target=lavapipe -o %t/x.oamlx
// RUN: %{run} %t/x.oamlx --function=swap %{in} | FileCheck %s --check-prefix=SWAP
// RUN: %{run} %t/x.oamlx --function=cross %{in} | FileCheck %s --check-prefix=CROSS
// RUN: %{run} %t/x.oamlx --function=old_value %{in} | FileCheck %s --check-prefix=OLD
// RUN: %{run} %t/x.oamlx --function=parts %{in} | FileCheck %s --check-prefix=PARTS
// RUN: %{run} %t/x.oamlx --function=twice %{in} | FileCheck %s --check-prefix=TWICE
// RUN: %{run} %t/x.oamlx --function=later_reader %{in} | FileCheck %s --check-prefix=LATER
// The same without fusion and without sharing memory.
// RUN: oaml-compile %s --target=lavapipe -O0 -o %t/0.oamlx
// RUN: %{run} %t/0.oamlx --function=cross %{in} | FileCheck %s --check-prefix=CROSS
// RUN: %{run} %t/0.oamlx --function=parts %{in} | FileCheck %s --check-prefix=PARTS
// RUN: %{run} %t/0.oamlx --function=later_reader %{in} | FileCheck %s --check-prefix=LATER

// Several workgroups.
// RUN: %{run} %s --function=large --input="65537xf32=1" --input="65537xf32=3" --compare=interpreter --output=@%t/a.npy --output=@%t/b.npy 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: values that cross kernels agree with the interpreter

// SWAP: 4xf32=10 20 30 40
// SWAP-NEXT: 4xf32=1 2 3 4
func.func @swap(%a: tensor<4xf32> {oaml.donated = 0}, %b: tensor<4xf32> {oaml.donated = 1})
    -> (tensor<4xf32>, tensor<4xf32>) {
  return %b, %a : tensor<4xf32>, tensor<4xf32>
}

// Each update reads what the other overwrites.
// CROSS: 4xf32=-9 -18 -27 -36
// CROSS-NEXT: 4xf32=9 18 27 36
func.func @cross(%a: tensor<4xf32> {oaml.donated = 0}, %b: tensor<4xf32> {oaml.donated = 1})
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = oaml.sub %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = oaml.sub %b, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// OLD: 4xf32=11 22 33 44
// OLD-NEXT: 4xf32=1 2 3 4
func.func @old_value(%a: tensor<4xf32> {oaml.donated = 0}, %b: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = oaml.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %a : tensor<4xf32>, tensor<4xf32>
}

// Parts of one kernel, one of which reads all of what the other overwrites.
// PARTS: 4xf32=11 22 33 44
// PARTS-NEXT: 2x4xf32=11 22 33 44 11 22 33 44
func.func @parts(%a: tensor<4xf32> {oaml.donated = 0}, %b: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<2x4xf32>) {
  %h = oaml.broadcast_to %b to [2, 4] : (tensor<4xf32>) -> tensor<2x4xf32>
  %0 = oaml.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = oaml.add %a, %h : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0, %1 : tensor<4xf32>, tensor<2x4xf32>
}

// TWICE: 4xf32=11 22 33 44
// TWICE-NEXT: 4xf32=11 22 33 44
func.func @twice(%a: tensor<4xf32> {oaml.donated = 0}, %b: tensor<4xf32> {oaml.donated = 1})
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = oaml.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %0 : tensor<4xf32>, tensor<4xf32>
}

// The new and the old value meet in a later kernel, by way of a reshape.
// LATER: 4xf32=11 22 33 44
// LATER-NEXT: 2x2xf32=12 24 36 48
func.func @later_reader(%a: tensor<4xf32> {oaml.donated = 0}, %b: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<2x2xf32>) {
  %0 = oaml.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = oaml.reshape %0 to [2, 2] : (tensor<4xf32>) -> tensor<2x2xf32>
  %2 = oaml.reshape %a to [2, 2] : (tensor<4xf32>) -> tensor<2x2xf32>
  %3 = oaml.add %1, %2 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %3 : tensor<4xf32>, tensor<2x2xf32>
}

func.func @large(%a: tensor<65537xf32> {oaml.donated = 0}, %b: tensor<65537xf32> {oaml.donated = 1})
    -> (tensor<65537xf32>, tensor<65537xf32>) {
  %0 = oaml.sub %a, %b : (tensor<65537xf32>, tensor<65537xf32>) -> tensor<65537xf32>
  %1 = oaml.sub %b, %a : (tensor<65537xf32>, tensor<65537xf32>) -> tensor<65537xf32>
  return %0, %1 : tensor<65537xf32>, tensor<65537xf32>
}
