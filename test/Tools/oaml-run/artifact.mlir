// Artifacts: run, described, refused.
// REQUIRES: lavapipe
// DEFINE: %{exits} = %python %source-dir/test/Support/exits.py
// RUN: rm -rf %t && mkdir %t
// RUN: oaml-compile %s --target=lavapipe -o %t/main.oamlx
// RUN: oaml-run %t/main.oamlx --function=main --input="2x3xf32=1 -2 3 -4 5 -6" --input="3xf32=1" | FileCheck %s --check-prefix=MAIN
// RUN: oaml-run - --function=main --input="1x3xf32=1 -2 3" --input="3xf32=1" < %t/main.oamlx | FileCheck %s --check-prefix=STDIN
// RUN: oaml-run %s --function=main --input="2x3xf32=1 -2 3 -4 5 -6" --input="3xf32=1" | FileCheck %s --check-prefix=MAIN
// RUN: oaml-run %s --function=main -O0 --input="2x3xf32=1 -2 3 -4 5 -6" --input="3xf32=1" | FileCheck %s --check-prefix=MAIN
// RUN: oaml-run %s --function=main --compare=interpreter --input="2x3xf32=1 -2 3 -4 5 -6" --input="3xf32=1" 2>&1 | FileCheck %s --check-prefixes=COMPARE,MAIN
// COMPARE: oaml-run: all {{[0-9]+}} values that cross kernels agree with the interpreter
// MAIN:  2x3xf32=2 0 4 0 6 0
// STDIN: 1x3xf32=2 0 4

// A donated argument goes on from the run before.
// RUN: oaml-run %t/main.oamlx --function=twice --repeat=3 --input="2xf32=1 2" 2> %t/time | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %s --check-prefix=TIME --input-file=%t/time
// COUNT: 2xf32=8 16
// TIME: oaml-run: 3 runs, fastest {{.*}} ms, median {{.*}} ms

// The same seed gives the same numbers as on the interpreter.
// RUN: oaml-run %t/main.oamlx --function=draw --seed=5 > %t/vulkan.txt
// RUN: oaml-run %s --function=draw --seed=5 --executor=interpreter > %t/interpreter.txt
// RUN: cmp %t/vulkan.txt %t/interpreter.txt

// RUN: env VK_DRIVER_FILES=/nonexistent oaml-run %t/main.oamlx --describe | FileCheck %s --check-prefix=DESCRIBE
// DESCRIBE: artifact version {{[0-9]+\.[0-9]+}}, {{[0-9]+}} bytes
// DESCRIBE: target lavapipe, Vulkan 1.
// DESCRIBE: entry @main
// DESCRIBE:   argument 0 x: Bx3xf32
// DESCRIBE:   result 0 {{.*}}Bx3xf32
// DESCRIBE: entry @twice
// DESCRIBE:   argument 0 {{.*}}2xf32 (becomes result 0)
// DESCRIBE: entry @draw
// DESCRIBE:   argument 0 {{.*}}i32 (filled by the runtime)
// DESCRIBE: kernel
// DESCRIBE:   workgroup {{[0-9]+}} in subgroups of 8
// RUN: oaml-run %t/main.oamlx --describe=json | %python -c "import json, sys; d = json.load(sys.stdin); e = d['entries'][0]; print([x['name'] for x in d['entries']], e['arguments'][0]['dims'], e['symbols'], d['kernels'][0]['subgroup_size'])" | FileCheck %s --check-prefix=JSON
// JSON: ['main', 'twice', 'draw'] ['B', 3] [{'name': 'B', 'argument': 0, 'dimension': 0}] 8

// RUN: oaml-run %t/main.oamlx --function=main --input="2x3xf32=1" --input="3xf32=1" --profile=%t/trace.json
// RUN: %python -c "import json; events = json.load(open('%t/trace.json'))['traceEvents']; print(len([e for e in events if e['ph'] == 'X' and e['dur'] >= 0]) >= 1)" | FileCheck %s --check-prefix=TRACE
// TRACE: True

// Wrong input.
// RUN: %{exits} 1 oaml-run %t/main.oamlx | FileCheck %s --check-prefix=WHICH
// WHICH: --function=NAME is required {{.*}} public ones: @main, @twice, @draw
// RUN: %{exits} 1 oaml-run %t/main.oamlx --function=other | FileCheck %s --check-prefix=OTHER
// OTHER: no function @other in the program; public ones: @main, @twice, @draw
// RUN: %{exits} 1 oaml-run %t/main.oamlx --function=main --input="2x3xf32=1" | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: requires 2 arguments, found 1
// RUN: %{exits} 1 oaml-run %t/main.oamlx --function=main --input="2x3xi32=1" --input="3xf32=1" | FileCheck %s --check-prefix=DTYPE
// DTYPE: error: {{.*}}x{{.*}}f32{{.*}}i32
// RUN: %{exits} 1 oaml-run %t/main.oamlx --function=main --input="2x4xf32=1" --input="3xf32=1" | FileCheck %s --check-prefix=EXTENT
// EXTENT: error: {{.*}}x{{.*}}3xf32{{.*}}2x4xf32
// RUN: %{exits} 1 oaml-run %t/main.oamlx --executor=interpreter | FileCheck %s --check-prefix=INTERPRETER
// INTERPRETER: the interpreter requires a program as .mlir or .mlirbc, found an artifact
// RUN: %{exits} 1 oaml-run %t/main.oamlx --compare=interpreter | FileCheck %s --check-prefix=NOCOMPARE
// NOCOMPARE: --compare requires a program as .mlir or .mlirbc, found an artifact
// RUN: %{exits} 1 oaml-run %t/none.oamlx --describe | FileCheck %s --check-prefix=NONE
// NONE: none.oamlx{{.*}}No such file or directory
// RUN: %python -c "data = open('%t/main.oamlx', 'rb').read(); open('%t/short.oamlx', 'wb').write(data[:200]); open('%t/empty.oamlx', 'wb'); open('%t/text.oamlx', 'w').write('func.func @main()')"
// RUN: %{exits} 1 oaml-run %t/short.oamlx --describe | FileCheck %s --check-prefix=DAMAGED
// RUN: %{exits} 1 oaml-run %t/empty.oamlx --describe | FileCheck %s --check-prefix=DAMAGED
// RUN: %{exits} 1 oaml-run %t/text.oamlx | FileCheck %s --check-prefix=DAMAGED
// DAMAGED: oaml-run: error: {{.*}}.oamlx

// Devices.
// RUN: %{exits} 3 env VK_DRIVER_FILES=/nonexistent oaml-run %t/main.oamlx --function=draw | FileCheck %s --check-prefix=NODEVICE
// RUN: %{exits} 3 env VK_DRIVER_FILES=/nonexistent oaml-run %s --function=draw | FileCheck %s --check-prefix=NODEVICE
// NODEVICE: error: no Vulkan driver on this system
// RUN: %{exits} 3 oaml-run %t/main.oamlx --function=draw --device=rocket | FileCheck %s --check-prefix=ROCKET
// ROCKET: error: {{.*}}rocket
// RUN: oaml-compile %s --target=swiftshader -o %t/swiftshader.oamlx
// RUN: %{exits} 3 oaml-run %t/swiftshader.oamlx --function=draw | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: error: {{.*}}subgroup

func.func @main(%x: tensor<?x3xf32> {oaml.name = "x", oaml.dims = ["B", 3]}, %b: tensor<3xf32>) -> (tensor<?x3xf32> {oaml.dims = ["B", 3]}) {
  %0 = oaml.add %x, %b : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %1 = oaml.relu %0 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}
func.func @twice(%x: tensor<2xf32> {oaml.donated = 0 : i64}) -> tensor<2xf32> {
  %0 = oaml.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @draw() -> tensor<5xf32> {
  %0 = oaml.philox_uniform [5] {low = -1.0, high = 1.0, seed = 0} : () -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
