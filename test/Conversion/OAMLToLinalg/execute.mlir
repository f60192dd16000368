// RUN: oaml-opt %s --pass-pipeline='builtin.module( \
// RUN:     func.func(oaml-lower-to-linalg), \
// RUN:     one-shot-bufferize{bufferize-function-boundaries=1 \
// RUN:       function-boundary-type-conversion=identity-layout-map}, \
// RUN:     func.func(convert-linalg-to-loops), oaml-expand-math, \
// RUN:     expand-strided-metadata, lower-affine, convert-scf-to-cf, \
// RUN:     convert-cf-to-llvm, arith-expand{include-bf16=true}, \
// RUN:     convert-arith-to-llvm, convert-math-to-llvm, \
// RUN:     finalize-memref-to-llvm, convert-func-to-llvm, \
// RUN:     reconcile-unrealized-casts)' \
// RUN:   | mlir-runner -e main -entry-point-result=void \
// RUN:       -shared-libs=%mlir-lib-dir/libmlir_runner_utils.so,%mlir-lib-dir/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// What the lowering means, on the host by upstream's loops, where rules are
// easily missed: NaN, ties, saturation, rounding, random bits, order of elements.

func.func private @printMemrefF32(memref<*xf32>)
func.func private @printMemrefI32(memref<*xi32>)

func.func @print_f32(%x: tensor<?x?xf32>) {
  %0 = bufferization.to_buffer %x : tensor<?x?xf32> to memref<?x?xf32>
  %1 = memref.cast %0 : memref<?x?xf32> to memref<*xf32>
  call @printMemrefF32(%1) : (memref<*xf32>) -> ()
  return
}

func.func @print_i32(%x: tensor<?x?xi32>) {
  %0 = bufferization.to_buffer %x : tensor<?x?xi32> to memref<?x?xi32>
  %1 = memref.cast %0 : memref<?x?xi32> to memref<*xi32>
  call @printMemrefI32(%1) : (memref<*xi32>) -> ()
  return
}

func.func @reductions() {
  %x = oaml.constant dense<[[0x7FC00000, 0xFF800000, 0x7FC00000],
                            [1.0, 3.0, 3.0],
                            [0x7FC00000, 0x7FC00000, 0x7FC00000],
                            [-1.0, -2.0, 0x7F800000]]> : tensor<4x3xf32>
  %argmax = oaml.argmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x1xi32>
  %0 = tensor.cast %argmax : tensor<4x1xi32> to tensor<?x?xi32>
  call @print_i32(%0) : (tensor<?x?xi32>) -> ()
  %flat = oaml.argmax %x : (tensor<4x3xf32>) -> tensor<1xi32>
  %1 = oaml.reshape %flat to [1, 1] : (tensor<1xi32>) -> tensor<1x1xi32>
  %2 = tensor.cast %1 : tensor<1x1xi32> to tensor<?x?xi32>
  call @print_i32(%2) : (tensor<?x?xi32>) -> ()
  %max = oaml.reduce max, %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  %3 = tensor.cast %max : tensor<4x1xf32> to tensor<?x?xf32>
  call @print_f32(%3) : (tensor<?x?xf32>) -> ()
  return
}
// -inf wins against NaN; the first of equals; nothing but NaN gives 0.
// CHECK:      [1],
// CHECK-NEXT: [1],
// CHECK-NEXT: [0],
// CHECK-NEXT: [2]
// CHECK:      {{\[\[}}11]]
// CHECK:      [nan],
// CHECK-NEXT: [3],
// CHECK-NEXT: [nan],
// CHECK-NEXT: [inf]

func.func @casts() {
  %x = oaml.constant dense<[[0x7FC00000, 0xFF800000, 0x7F800000, 2147483647.0,
                             -2147483648.0, -1.9, 300.7, 254.99]]> : tensor<1x8xf32>
  %i32 = oaml.cast %x {dtype = i32} : (tensor<1x8xf32>) -> tensor<1x8xi32>
  %0 = tensor.cast %i32 : tensor<1x8xi32> to tensor<?x?xi32>
  call @print_i32(%0) : (tensor<?x?xi32>) -> ()
  %ui8 = oaml.cast %x {dtype = ui8} : (tensor<1x8xf32>) -> tensor<1x8xui8>
  %1 = oaml.cast %ui8 {dtype = i32} : (tensor<1x8xui8>) -> tensor<1x8xi32>
  %2 = tensor.cast %1 : tensor<1x8xi32> to tensor<?x?xi32>
  call @print_i32(%2) : (tensor<?x?xi32>) -> ()
  %i8 = oaml.cast %x {dtype = i8} : (tensor<1x8xf32>) -> tensor<1x8xi8>
  %3 = oaml.cast %i8 {dtype = i32} : (tensor<1x8xi8>) -> tensor<1x8xi32>
  %4 = tensor.cast %3 : tensor<1x8xi32> to tensor<?x?xi32>
  call @print_i32(%4) : (tensor<?x?xi32>) -> ()
  // 2^24 + 2^16 is halfway between two numbers of bf16.
  %i = oaml.constant dense<[[16842753, 16842752, -16842753, -16842752, 255]]> : tensor<1x5xi32>
  %bf16 = oaml.cast %i {dtype = bf16} : (tensor<1x5xi32>) -> tensor<1x5xbf16>
  %5 = oaml.cast %bf16 {dtype = i32} : (tensor<1x5xbf16>) -> tensor<1x5xi32>
  %6 = tensor.cast %5 : tensor<1x5xi32> to tensor<?x?xi32>
  call @print_i32(%6) : (tensor<?x?xi32>) -> ()
  return
}
// CHECK: [0, -2147483648, 2147483647, 2147483647, -2147483648, -1, 300, 254]
// CHECK: [0, 0, 255, 255, 0, 0, 255, 254]
// CHECK: [0, -128, 127, 127, -128, -1, 127, 127]
// CHECK: [16908288, 16777216, -16908288, -16777216, 255]

func.func @random() {
  %u = oaml.philox_uniform [2, 4] {low = -2.0, high = 3.0, seed = -1} : () -> tensor<2x4xf32>
  %0 = tensor.cast %u : tensor<2x4xf32> to tensor<?x?xf32>
  call @print_f32(%0) : (tensor<?x?xf32>) -> ()
  %exp = oaml.exp %u : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = tensor.cast %exp : tensor<2x4xf32> to tensor<?x?xf32>
  call @print_f32(%1) : (tensor<?x?xf32>) -> ()
  %sigmoid = oaml.sigmoid %u : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = tensor.cast %sigmoid : tensor<2x4xf32> to tensor<?x?xf32>
  call @print_f32(%2) : (tensor<?x?xf32>) -> ()
  %run = oaml.constant dense<123456789> : tensor<i32>
  %zero = oaml.constant dense<0> : tensor<1xi32>
  %seed = oaml.resolve_seed %zero, %run {salt = 3} : (tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
  %3 = oaml.reshape %seed to [1, 1] : (tensor<1xi32>) -> tensor<1x1xi32>
  %4 = tensor.cast %3 : tensor<1x1xi32> to tensor<?x?xi32>
  call @print_i32(%4) : (tensor<?x?xi32>) -> ()
  return
}
// CHECK:      [-1.59602, 2.02596, 1.32475, 0.216317],
// CHECK-NEXT: [2.34086, -0.191442, 0.727437, 1.87557]
// CHECK:      [0.202703, 7.58341, 3.76125, 1.2415],
// CHECK-NEXT: [10.3902, 0.825767, 2.06977, 6.52452]
// CHECK:      [0.168539, 0.883496, 0.789971, 0.553869],
// CHECK-NEXT: [0.912205, 0.452285, 0.674243, 0.867101]
// CHECK:      [-1865379910]

func.func @movement() {
  %column = oaml.iota [6, 4] {axis = 1} : () -> tensor<6x4xi32>
  %row = oaml.iota [6, 4] {axis = 0} : () -> tensor<6x4xi32>
  %ten = oaml.constant dense<10> : tensor<i32>
  %0 = oaml.mul %row, %ten : (tensor<6x4xi32>, tensor<i32>) -> tensor<6x4xi32>
  %1 = oaml.add %0, %column : (tensor<6x4xi32>, tensor<6x4xi32>) -> tensor<6x4xi32>
  %2 = oaml.slice %1 {axis = 0, start = 1, end = 5} : (tensor<6x4xi32>) -> tensor<4x4xi32>
  %3 = oaml.reshape %2 to [2, 8] : (tensor<4x4xi32>) -> tensor<2x8xi32>
  %4 = oaml.transpose %3 {axis0 = 0, axis1 = 1} : (tensor<2x8xi32>) -> tensor<8x2xi32>
  %5 = oaml.pad %4 low [0, 1] high [0, 1] {value = -1.0} : (tensor<8x2xi32>) -> tensor<8x4xi32>
  %6 = tensor.cast %5 : tensor<8x4xi32> to tensor<?x?xi32>
  call @print_i32(%6) : (tensor<?x?xi32>) -> ()
  return
}
// CHECK:      [-1, 10, 30, -1],
// CHECK-NEXT: [-1, 11, 31, -1],
// CHECK-NEXT: [-1, 12, 32, -1],
// CHECK-NEXT: [-1, 13, 33, -1],
// CHECK-NEXT: [-1, 20, 40, -1],
// CHECK-NEXT: [-1, 21, 41, -1],
// CHECK-NEXT: [-1, 22, 42, -1],
// CHECK-NEXT: [-1, 23, 43, -1]

// With extents that are only known at run time: 2 x 6 times 3 x 6 transposed,
// plus a column, summed.
func.func @dynamic(%x: tensor<?x6xf32>, %w: tensor<?x6xf32>, %c: tensor<?x1xf32>) {
  %0 = oaml.contraction %x, %w {indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]}
      : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x?xf32>
  %1 = oaml.add %0, %c : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  call @print_f32(%1) : (tensor<?x?xf32>) -> ()
  %2 = oaml.reduce sum, %1 {axes = array<i64: 0, 1>} : (tensor<?x?xf32>) -> tensor<1x1xf32>
  %3 = tensor.cast %2 : tensor<1x1xf32> to tensor<?x?xf32>
  call @print_f32(%3) : (tensor<?x?xf32>) -> ()
  %4 = oaml.reshape %x to [-1, 4] : (tensor<?x6xf32>) -> tensor<?x4xf32>
  %5 = tensor.cast %4 : tensor<?x4xf32> to tensor<?x?xf32>
  call @print_f32(%5) : (tensor<?x?xf32>) -> ()
  %m = oaml.dim %x {axis = 0} : tensor<?x6xf32>
  %6 = oaml.slice %x end(%m) {axis = 0, start = 1, end = -9223372036854775808}
      : (tensor<?x6xf32>, index) -> tensor<?x6xf32>
  %7 = tensor.cast %6 : tensor<?x6xf32> to tensor<?x?xf32>
  call @print_f32(%7) : (tensor<?x?xf32>) -> ()
  return
}
// CHECK:      [115, 160, 205],
// CHECK-NEXT: [260, 413, 566]
// CHECK:      {{\[\[}}1719]]
// CHECK:      [0, 1, 2, 3],
// CHECK-NEXT: [4, 5, 6, 7],
// CHECK-NEXT: [8, 9, 10, 11]
// CHECK:      [6, 7, 8, 9, 10, 11]

func.func @main() {
  call @reductions() : () -> ()
  call @casts() : () -> ()
  call @random() : () -> ()
  call @movement() : () -> ()
  %x = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0],
                             [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]]> : tensor<2x6xf32>
  %w = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
                             [4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
                             [7.0, 8.0, 9.0, 10.0, 11.0, 12.0]]> : tensor<3x6xf32>
  %c = arith.constant dense<[[45.0], [64.0]]> : tensor<2x1xf32>
  %dx = tensor.cast %x : tensor<2x6xf32> to tensor<?x6xf32>
  %dw = tensor.cast %w : tensor<3x6xf32> to tensor<?x6xf32>
  %dc = tensor.cast %c : tensor<2x1xf32> to tensor<?x1xf32>
  call @dynamic(%dx, %dw, %dc) : (tensor<?x6xf32>, tensor<?x6xf32>, tensor<?x1xf32>) -> ()
  return
}
