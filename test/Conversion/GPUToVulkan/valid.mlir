// REQUIRES: spirv-val
// RUN: rm -rf %t && mkdir -p %t/a %t/b %t/c
// RUN: oaml-opt %S/gpu-to-vulkan.mlir --oaml-gpu-to-vulkan=binary-dir=%t/a -o /dev/null
// RUN: %python %source-dir/test/Support/spirv_val.py %t/a
// RUN: oaml-opt %S/../../Codegen/distribute.mlir --oaml-check-tile-ir --oaml-assign-layouts --oaml-distribute --canonicalize --cse --oaml-check-distributed --oaml-gpu-to-vulkan=binary-dir=%t/b -o /dev/null
// RUN: %python %source-dir/test/Support/spirv_val.py %t/b
// RUN: oaml-opt %S/../../Codegen/subgroup-sizes.mlir --oaml-check-tile-ir --oaml-assign-layouts --oaml-distribute --canonicalize --cse --oaml-gpu-to-vulkan=binary-dir=%t/c -o /dev/null
// RUN: %python %source-dir/test/Support/spirv_val.py %t/c
