// For which device a program is compiled.
// DEFINE: %{exits} = %python %source-dir/test/Support/exits.py
// DEFINE: %{device} = --compile-to=graph
// RUN: rm -rf %t && split-file %s %t

// Profiles.
// RUN: oaml-compile %t/main.mlir --target=lavapipe %{device} | FileCheck %s --check-prefix=LAVAPIPE
// RUN: oaml-compile %t/main.mlir --target=swiftshader %{device} | FileCheck %s --check-prefix=SWIFTSHADER
// RUN: oaml-compile %t/main.mlir --target=desktop %{device} | FileCheck %s --check-prefix=DESKTOP
// RUN: oaml-compile %t/main.mlir --target=mobile %{device} | FileCheck %s --check-prefix=MOBILE
// LAVAPIPE: #kernel.device<name = "lavapipe", subgroup_size = 8,
// SWIFTSHADER: #kernel.device<name = "swiftshader", subgroup_size = 4,{{.*}} pointer_views = false, int64 = false,
// DESKTOP: #kernel.device<name = "desktop", subgroup_size = 32,
// MOBILE: #kernel.device<name = "mobile", subgroup_size = 16,
// All of them compile the program.
// RUN: oaml-compile %t/main.mlir --target=desktop -o %t/desktop.oamlx
// RUN: oaml-compile %t/main.mlir --target=mobile -o %t/mobile.oamlx

// A description in a file. Further keys do not matter: newer tools may write
// more.
// RUN: oaml-compile %t/main.mlir --target=%t/good.json %{device} | FileCheck %s --check-prefix=JSON
// JSON: #kernel.device<name = "mine", subgroup_size = 64, max_invocations = 256,{{.*}} load_bits = 128,

// Wrong descriptions.
// RUN: %{exits} 2 oaml-compile %t/main.mlir --target=abacus %{device} | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: oaml-compile: error: unknown target abacus: neither host nor a profile (desktop, lavapipe, mobile, swiftshader) nor a file that can be read
// RUN: %{exits} 1 oaml-compile %t/main.mlir --target=%t/syntax.json %{device} | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: syntax.json: error: [{{[0-9]+}}:{{[0-9]+}}, byte={{[0-9]+}}]:
// RUN: %{exits} 1 oaml-compile %t/main.mlir --target=%t/list.json %{device} | FileCheck %s --check-prefix=LIST
// LIST: list.json:1:1: error: requires a JSON object to describe a device
// RUN: %{exits} 1 oaml-compile %t/main.mlir --target=%t/noname.json %{device} | FileCheck %s --check-prefix=NONAME
// NONAME: noname.json:1:1: error: the description of a device requires the string "name"
// RUN: %{exits} 1 oaml-compile %t/main.mlir --target=%t/missing.json %{device} | FileCheck %s --check-prefix=KEYS
// KEYS: missing.json:1:1: error: the description of a device requires the integer "subgroup_size"
// KEYS: missing.json:1:1: error: the description of a device requires the boolean "storage8"
// RUN: %{exits} 1 oaml-compile %t/main.mlir --target=%t/wrong.json %{device} | FileCheck %s --check-prefix=WRONG
// WRONG: wrong.json:1:1: error: subgroup_size must be a power of two from 4 to 128, found 7

// The device that would run here.
// RUN: %{exits} 3 env VK_DRIVER_FILES=/nonexistent oaml-compile %t/main.mlir %{device} | FileCheck %s --check-prefix=NODEVICE
// NODEVICE: error: {{.*}}Vulkan

//--- main.mlir
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = oaml.exp %x : (tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
//--- good.json
{"name": "mine", "subgroup_size": 64, "max_invocations": 256, "max_workgroups": 65535,
 "shared_memory": 32768, "parallel_workgroups": 4, "load_bits": 128, "pointer_views": true,
 "int64": true, "float16": true, "storage16": true, "storage8": true,
 "signed_zero_inf_nan": true, "colour": "red"}
//--- syntax.json
{"name": "mine",
//--- list.json
[1, 2]
//--- noname.json
{"subgroup_size": 64}
//--- missing.json
{"name": "mine"}
//--- wrong.json
{"name": "mine", "subgroup_size": 7, "max_invocations": 256, "max_workgroups": 65535,
 "shared_memory": 32768, "parallel_workgroups": 4, "load_bits": 128, "pointer_views": true,
 "int64": true, "float16": true, "storage16": true, "storage8": true,
 "signed_zero_inf_nan": true}
