// RUN: split-file %s %t
// RUN: oaml-run %t/main.mlir --executor=interpreter --input="2x2xf32=1 -2 3 -4" | FileCheck %s --check-prefix=MAIN
// RUN: not oaml-run %t/predicate.mlir --executor=interpreter --input="5x2xf32=1" 2>&1 | FileCheck %s --check-prefix=PREDICATE
// RUN: not oaml-run %t/main.mlir --executor=interpreter --input="2x3xf32=1" 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not oaml-run %t/barrier.mlir --executor=interpreter --input="2x2xf32=1" 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not oaml-run %t/range.mlir --executor=interpreter --input="2x2xf32=1" 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not oaml-run %t/small.mlir --executor=interpreter --input="2x2xf32=1" 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: oaml-run %t/unwritten.mlir --executor=interpreter --input="2x2xf32=1" | FileCheck %s --check-prefix=UNWRITTEN
// RUN: oaml-run %t/donated.mlir --executor=interpreter --repeat=3 --input="2x2xf32=1 2 3 -1" 2> /dev/null | FileCheck %s --check-prefix=DONATED

// A launch through the arena, a constant, a copy.
//--- main.mlir
// MAIN:      2x2xf32=2 1 4 1
// MAIN-NEXT: 2x2xf32=1 -2 3 -4
// TYPE: main.mlir:{{.*}}: error: 'plan.entry' op requires argument 0 of type 'tensor<2x2xf32>', found 'tensor<2x3xf32>'
kernel.func @relu(%x: tensor<?x2xf32> {oaml.dims = ["N", 2]}) -> (tensor<?x2xf32> {oaml.dims = ["N", 2]}) {
  %0 = oaml.relu %x : (tensor<?x2xf32>) -> tensor<?x2xf32>
  kernel.return %0 : tensor<?x2xf32>
}
kernel.func @add(%x: tensor<?x2xf32> {oaml.dims = ["N", 2]}, %c: tensor<2xf32>) -> (tensor<?x2xf32> {oaml.dims = ["N", 2]}) {
  %0 = oaml.add %x, %c : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  kernel.return %0 : tensor<?x2xf32>
}
plan.entry @main type (tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>)
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 2)>] -> [affine_map<()[s0] -> (s0, 2)>, affine_map<()[s0] -> (s0, 2)>]
    arena affine_map<()[s0] -> (s0 * 8)> bound affine_map<()[s0] -> (s0 * 8)> {
  %x = plan.argument 0 size affine_map<()[s0] -> (s0 * 8)>
  %t = plan.arena at affine_map<()[s0] -> (0)> size affine_map<()[s0] -> (s0 * 8)>
  %c = plan.constant dense<1.0> : tensor<2xf32>
  %y = plan.result 0 size affine_map<()[s0] -> (s0 * 8)>
  %z = plan.result 1 size affine_map<()[s0] -> (s0 * 8)>
  plan.launch @relu(%x, %t) extents [affine_map<()[s0] -> (s0)>]
  plan.copy %x to %z size affine_map<()[s0] -> (s0 * 8)>
  plan.barrier
  plan.launch @add(%t, %c, %y) extents [affine_map<()[s0] -> (s0)>]
}

//--- predicate.mlir
// PREDICATE: model.mlir:3:4: error: 'oaml.slice' op requires an end within the extent, found 5 and 4
plan.entry @main type (tensor<?x2xf32>) -> tensor<?x2xf32>
    symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
    extents [affine_map<()[s0] -> (s0, 2)>] -> [affine_map<()[s0] -> (s0, 2)>]
    arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)>
    attributes {predicates = [#plan.predicate<"oaml.slice", "an end within the extent", affine_map<()[s0] -> (s0)>, "le", affine_map<()[s0] -> (4)>, loc("model.mlir":3:4)>]} {
}

//--- barrier.mlir
// BARRIER: barrier.mlir:[[#]]:{{.*}}: error: 'plan.copy' op requires a barrier before it reads bytes of arena 0
// BARRIER: note: written here
plan.entry @main type (tensor<2x2xf32>) -> tensor<2x2xf32> symbols []
    extents [affine_map<() -> (2, 2)>] -> [affine_map<() -> (2, 2)>]
    arena affine_map<() -> (64)> bound affine_map<() -> (64)> {
  %x = plan.argument 0 size affine_map<() -> (16)>
  %y = plan.result 0 size affine_map<() -> (16)>
  %a = plan.arena at affine_map<() -> (0)> size affine_map<() -> (16)>
  %b = plan.arena at affine_map<() -> (0)> size affine_map<() -> (32)>
  plan.copy %x to %a size affine_map<() -> (16)>
  plan.copy %b to %y size affine_map<() -> (16)>
}

//--- range.mlir
// RANGE: range.mlir:{{.*}}: error: 'plan.arena' op requires bytes 256 to 272 of 264
plan.entry @main type (tensor<2x2xf32>) -> tensor<2x2xf32> symbols []
    extents [affine_map<() -> (2, 2)>] -> [affine_map<() -> (2, 2)>]
    arena affine_map<() -> (264)> bound affine_map<() -> (264)> {
  %a = plan.arena at affine_map<() -> (256)> size affine_map<() -> (16)>
}

//--- small.mlir
// SMALL: small.mlir:{{.*}}: error: 'plan.launch' op requires 16 bytes for 'tensor<2x2xf32>' in buffer 1, found 8
kernel.func @relu(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = oaml.relu %x : (tensor<2x2xf32>) -> tensor<2x2xf32>
  kernel.return %0 : tensor<2x2xf32>
}
plan.entry @main type (tensor<2x2xf32>) -> tensor<2x2xf32> symbols []
    extents [affine_map<() -> (2, 2)>] -> [affine_map<() -> (2, 2)>]
    arena affine_map<() -> (8)> bound affine_map<() -> (8)> {
  %x = plan.argument 0 size affine_map<() -> (16)>
  %a = plan.arena at affine_map<() -> (0)> size affine_map<() -> (8)>
  plan.launch @relu(%x, %a) extents []
}

//--- unwritten.mlir
// What nothing has written is NaN.
// UNWRITTEN: 2x2xf32=nan nan nan nan
plan.entry @main type (tensor<2x2xf32>) -> tensor<2x2xf32> symbols []
    extents [affine_map<() -> (2, 2)>] -> [affine_map<() -> (2, 2)>]
    arena affine_map<() -> (0)> bound affine_map<() -> (0)> {
}

//--- donated.mlir
// The argument's memory becomes the result; the next run goes on from it.
// DONATED: 2x2xf32=8 16 24 -8
kernel.func @twice(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = oaml.add %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  kernel.return %0 : tensor<2x2xf32>
}
plan.entry @main type (tensor<2x2xf32>) -> tensor<2x2xf32> symbols []
    extents [affine_map<() -> (2, 2)>] -> [affine_map<() -> (2, 2)>]
    arena affine_map<() -> (0)> bound affine_map<() -> (0)>
    attributes {arg_attrs = [{oaml.donated = 0 : i64}]} {
  %x = plan.argument 0 size affine_map<() -> (16)>
  plan.launch @twice(%x, %x) extents []
}
