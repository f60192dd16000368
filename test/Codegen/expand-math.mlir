// RUN: oaml-opt %s --oaml-expand-math | FileCheck %s
// RUN: oaml-opt %s --oaml-expand-math | FileCheck %s --check-prefix=GONE

// The errors are measured by unittests/Codegen/MathAccuracyTest.cpp.

// GONE-NOT: math.{{exp|expm1|log|log1p|tanh|rsqrt}} {{.*}} : {{f32|vector.*f32}}

// The reduction is kept as written; the polynomial may be contracted.
// CHECK-LABEL: func.func @exp(
// CHECK-SAME:    %[[X:.*]]: f32)
// CHECK:         %[[T:.*]] = arith.mulf %[[X]], %{{.*}} : f32
// CHECK:         %[[ROUND:.*]] = arith.constant 0x4B400000 : f32
// CHECK:         %[[SHIFTED:.*]] = arith.addf %[[T]], %{{.*}} : f32
// CHECK:         %[[N:.*]] = arith.subf %[[SHIFTED]], %{{.*}} : f32
// CHECK:         arith.mulf %[[N]], %{{.*}} : f32
// CHECK:         arith.bitcast %[[SHIFTED]] : f32 to i32
// CHECK:         arith.mulf %{{.*}} fastmath<contract> : f32
// CHECK:         arith.shli
// CHECK:         %[[LOW:.*]] = arith.cmpf olt, %[[X]], %{{.*}} : f32
// CHECK:         %[[Y:.*]] = arith.select %[[LOW]],
// CHECK:         return %[[Y]]
func.func @exp(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}

// An operand that cannot make it overflow: n + 127 is the exponent of a factor.
// CHECK-LABEL: func.func @exp_nonpositive(
// CHECK-COUNT-1: arith.select
// CHECK:         %[[FACTOR:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf %{{.*}}, %[[FACTOR]] : f32
// CHECK-NEXT:    return %[[Y]]
func.func @exp_nonpositive(%x: f32) -> f32 {
  %y = math.exp %x {kernel.nonpositive} : f32
  return %y : f32
}

// Vectors of any rank.
// CHECK-LABEL: func.func @vectors(
// CHECK:         arith.bitcast %{{.*}} : vector<2x8xf32> to vector<2x8xi32>
// CHECK:         arith.select %{{.*}} : vector<2x8xi1>, vector<2x8xf32>
// CHECK:         arith.bitcast %{{.*}} : vector<f32> to vector<i32>
func.func @vectors(%x: vector<2x8xf32>, %s: vector<f32>)
    -> (vector<2x8xf32>, vector<f32>) {
  %y = math.log %x : vector<2x8xf32>
  %z = math.expm1 %s : vector<f32>
  return %y, %z : vector<2x8xf32>, vector<f32>
}

// The sign is taken off and put on by its bit.
// CHECK-LABEL: func.func @tanh(
// CHECK:         %[[BITS:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK:         %[[SIGN:.*]] = arith.constant -2147483648 : i32
// CHECK:         %[[S:.*]] = arith.andi %[[BITS]], %[[SIGN]]
// CHECK:         arith.ori %{{.*}}, %[[S]] : i32
func.func @tanh(%x: f32) -> f32 {
  %y = math.tanh %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @log1p(
// CHECK:         arith.minsi
// CHECK:         arith.cmpf ugt
func.func @log1p(%x: f32) -> f32 {
  %y = math.log1p %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @rsqrt(
// CHECK:         %[[ROOT:.*]] = math.sqrt
// CHECK:         arith.divf %{{.*}}, %[[ROOT]] : f32
func.func @rsqrt(%x: f32) -> f32 {
  %y = math.rsqrt %x : f32
  return %y : f32
}

// Other functions and types stay.
// CHECK-LABEL: func.func @stay(
// CHECK:         math.sqrt
// CHECK:         math.exp %{{.*}} : f64
func.func @stay(%x: f32, %d: f64) -> (f32, f64) {
  %y = math.sqrt %x : f32
  %z = math.exp %d : f64
  return %y, %z : f32, f64
}
