// What --report tells: as text on standard error, as JSON in a file or on
// standard output.
// DEFINE: %{compile} = oaml-compile %s --target=lavapipe
// DEFINE: %{exits} = %python %source-dir/test/Support/exits.py
// RUN: rm -rf %t && mkdir %t

// RUN: %{compile} -o %t/x.oamlx --report 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: compiled in {{[0-9.]+}} ms (graph {{[0-9.]+}}, differentiate {{[0-9.]+}}, fuse {{[0-9.]+}}, kernels {{[0-9.]+}}, codegen {{[0-9.]+}}, plan {{[0-9.]+}}, artifact {{[0-9.]+}}) by oaml {{[0-9.]+}} for lavapipe: {{[0-9.]+}} k bytes
// TEXT: @main: 2 launches, 1 barrier, 0 copied, arena of 16.4 k bytes (lower bound 16.4 k)
// TEXT-NEXT: for B = 64
// TEXT-NEXT: kernel workgroups bytes read written flop
// TEXT-NEXT: exp {{[0-9]+}} 16.4 k 16.4 k 4096 {{.*}}report.mlir:[[#EXP:]]:{{[0-9]+}}
// TEXT-NEXT: contraction_add {{[0-9]+}} 17.7 k 1280 41.3 k
// TEXT: exp: 1 launch, {{.*}} bytes of SPIR-V, {{[1-9][0-9]*}} registers
// TEXT-NEXT: elementwise, tile [{{[0-9, ]+}}], block [{{[0-9, ]+}}], edges guard
// TEXT-NEXT: oaml.exp  ({{.*}}report.mlir:[[#EXP]]:{{[0-9]+}})
// TEXT-NEXT: not fused: oaml.exp stays out of the group of oaml.add: it would be computed again for every tile of the contraction
// TEXT: contraction_add: 1 launch
// TEXT-NEXT: contraction, tile
// TEXT-NEXT: oaml.contraction, oaml.add  ({{.*}}report.mlir:[[#EXP+1]]:{{[0-9]+}})

// RUN: %{compile} -o %t/y.oamlx --report=%t/r.json 2>&1 | count 0
// RUN: cmp %t/x.oamlx %t/y.oamlx
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/r.json
// RUN: %{compile} -o %t/y.oamlx --report=- | FileCheck %s --check-prefix=JSON
// JSON: "artifact_bytes": {{[1-9]}}
// JSON: "arena_bytes": {
// JSON-NEXT: "expression": "B * 256",
// JSON-NEXT: "value": 16384
// JSON: "phase": "graph"
// JSON: "symbol_value": 64
// JSON: "target": "lavapipe"

// Keys and numbers, for programs that read them.
// RUN: %python %S/check_report.py %t/r.json

// The plan is enough; without it there is nothing to report.
// RUN: %{compile} --compile-to=plan --report=%t/p.json -o %t/plan.mlir
// RUN: %python %S/check_report.py %t/p.json
// RUN: %{exits} 2 %{compile} --compile-to=kernels --report | FileCheck %s --check-prefix=EARLY
// EARLY: oaml-compile: error: --report needs the plan; --compile-to=kernels ends before it
// RUN: %{exits} 2 %{compile} --report=- | FileCheck %s --check-prefix=BOTH
// BOTH: oaml-compile: error: the report and the output cannot both go to standard output
// RUN: %{exits} 3 %{compile} -o %t/z.oamlx --report=%t/nowhere/r.json | FileCheck %s --check-prefix=WRITE
// WRITE: nowhere/r.json: error: cannot be written

func.func @main(%x: tensor<?x64xf32> {oaml.dims = ["B", 64]}, %w: tensor<5x64xf32>, %b: tensor<5xf32>)
    -> tensor<?x5xf32> {
  %e = oaml.exp %x : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %y = oaml.linear %e, %w, %b : (tensor<?x64xf32>, tensor<5x64xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  return %y : tensor<?x5xf32>
}
