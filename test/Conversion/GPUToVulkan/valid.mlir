// REQUIRES: spirv-val
// RUN: oaml-opt %S/gpu-to-vulkan.mlir --oaml-gpu-to-vulkan | %python %source-dir/test/Support/spirv_val.py
// RUN: oaml-opt %S/../../Codegen/distribute.mlir --oaml-check-tile-ir --oaml-assign-layouts --oaml-distribute --canonicalize --cse --oaml-gpu-to-vulkan | %python %source-dir/test/Support/spirv_val.py
