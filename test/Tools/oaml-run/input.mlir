// The grammar of --input, and of printed results.
// RUN: oaml-run %s --executor=interpreter --function=f32 --input="2x3xf32=1 2 3 4 5 6" | FileCheck %s --check-prefix=LIST
// RUN: oaml-run %s --executor=interpreter --function=f32 --input="2x3xf32=1,2, 3  4,5 6" | FileCheck %s --check-prefix=LIST
// LIST: 2x3xf32=1 2 3 4 5 6
// RUN: oaml-run %s --executor=interpreter --function=f32 --input="2x3xf32=0.1" | FileCheck %s --check-prefix=SPLAT
// SPLAT: 2x3xf32=0.100000001 0.100000001 0.100000001 0.100000001 0.100000001 0.100000001
// RUN: oaml-run %s --executor=interpreter --function=f32 --input="2x3xf32=nan -nan inf -INF +Infinity 0x1p-3" | FileCheck %s --check-prefix=SPECIAL
// SPECIAL: 2x3xf32=nan nan inf -inf inf 0.125
// RUN: oaml-run %s --executor=interpreter --function=f32 --input="2x3xf32=1e-45 -0 1e38 3.14159265 .5 -2e+1" | FileCheck %s --check-prefix=FLOATS
// FLOATS: 2x3xf32={{0|1.40129846e-45}} -0 9.99999968e+37 3.14159274 0.5 -20
// RUN: oaml-run %s --executor=interpreter --function=scalar --input="f32=0.5" | FileCheck %s --check-prefix=SCALAR
// SCALAR: {{^}}f32=0.5
// RUN: oaml-run %s --executor=interpreter --function=i32 --input="4xi32=2147483647 -2147483648 4294967295 0x10" | FileCheck %s --check-prefix=I32
// RUN: oaml-run %s --executor=interpreter --function=i32 --input="4xui32=2147483647 2147483648 4294967295 16" | FileCheck %s --check-prefix=I32
// I32: 4xi32=2147483647 -2147483648 -1 16
// RUN: oaml-run %s --executor=interpreter --function=small --input="2xf16=65504 1e-7" --input="1xbf16=0.1" --input="2xi8=-128 127" --input="2xui8=0 255" | FileCheck %s --check-prefix=SMALL
// SMALL:      2xf16=65504 1.1920929e-07
// SMALL-NEXT: 1xbf16=0.100097656
// SMALL-NEXT: 2xi8=-128 127
// SMALL-NEXT: 2xui8=0 255
// RUN: oaml-run %s --executor=interpreter --function=dynamic --input="0x2xf32=" | FileCheck %s --check-prefix=EMPTY
// EMPTY: 0x2xf32={{$}}
// RUN: oaml-run %s --executor=interpreter --function=dynamic --input="3x2xf32=1" | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: 3x2xf32=1 1 1 1 1 1

// The program on standard input, and as bytecode.
// RUN: oaml-run - --executor=interpreter --function=f32 --input="2x3xf32=0.1 nan inf -3e-9 7 1e30" < %s | FileCheck %s --check-prefix=STDIN
// STDIN: 2x3xf32=0.100000001 nan inf -3.00000003e-09 7 1.00000002e+30
// RUN: oaml-opt %s --emit-bytecode -o %t.mlirbc
// RUN: oaml-run %t.mlirbc --executor=interpreter --function=f32 --input="2x3xf32=1 2 3 4 5 6" | FileCheck %s --check-prefix=LIST

func.func @f32(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  return %x : tensor<2x3xf32>
}
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @i32(%x: tensor<4xi32>) -> tensor<4xi32> {
  return %x : tensor<4xi32>
}
func.func @small(%a: tensor<2xf16>, %b: tensor<1xbf16>, %c: tensor<2xi8>, %d: tensor<2xui8>)
    -> (tensor<2xf16>, tensor<1xbf16>, tensor<2xi8>, tensor<2xui8>) {
  return %a, %b, %c, %d : tensor<2xf16>, tensor<1xbf16>, tensor<2xi8>, tensor<2xui8>
}
func.func @dynamic(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  return %x : tensor<?x2xf32>
}
