# lit configuration of OAML's IR and tool tests.
#
# Substitutions beyond the tools themselves:
#   %python        the interpreter of test scripts (has NumPy)
#   %mlir-lib-dir  MLIR's libraries, for what mlir-runner loads
#   %lavapipe, %swiftshader, %mock-device
#                  in front of a command: run it on that device (default: lavapipe)
#   %validate      in front of a command: under the Khronos validation layer; any
#                  message fails the test.  On another device: %swiftshader %validate oaml-run …
#   %validation-layers  the folder of that layer
#   %source-dir, %binary-dir   the tops of the source and the build tree
# Features for REQUIRES: lavapipe, swiftshader, mock-device, validation, spirv-val,
# oaml-rt, oaml-compile (the build has the runtime, the whole compiler),
# oaml-python (and the Python package: with %venv in front of a command, python3
# has it).
#
# With OAML_OPT_CHECK_IR_ROUNDTRIP in the environment, every oaml-opt call also
# checks that what it prints parses to the same IR, as text and as bytecode.

import os
import shutil
import sys

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

sys.path.insert(0, os.path.join(config.oaml_source_dir, "test", "Support"))
import vulkan_env

config.name = "OAML"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".mlirbc", ".test"]
config.excludes = ["Inputs", "Support", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.oaml_binary_dir, "test")

found, layers = vulkan_env.configure(config)
python = vulkan_env.python()
validate = os.path.join(config.oaml_source_dir, "test", "Support", "validate.py")
config.substitutions += [
    ("%python", python),
    ("%source-dir", config.oaml_source_dir),
    ("%mlir-lib-dir", os.path.join(os.path.dirname(config.llvm_tools_dir), "lib")),
    ("%binary-dir", config.oaml_binary_dir),
    ("%validation-layers", layers),
    ("%validate", f"{python} {validate} {layers}"),
]
for device in ("lavapipe", "swiftshader", "mock-device"):
    driver = found.get(device, f"/nonexistent/no-{device}.json")
    config.substitutions.append((f"%{device}", f"env VK_DRIVER_FILES={driver}"))
if os.path.exists(os.path.join(config.oaml_tools_dir, "oaml-compile")):
    config.available_features.add("oaml-compile")
if os.path.exists(os.path.join(config.oaml_binary_dir, "lib", "liboaml-rt.so")):
    config.available_features.add("oaml-rt")
if os.path.exists(os.path.join(config.oaml_binary_dir, "python", "oaml", "ops.pyi")):
    config.available_features.add("oaml-python")
config.oaml_python = os.path.join(config.oaml_venv, "bin", "python")
if shutil.which("spirv-val"):
    config.available_features.add("spirv-val")

llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.oaml_tools_dir, append_path=True)
config.substitutions.append((
    "%venv", f"env PYTHONPATH={config.oaml_binary_dir}/python "
    f"PATH={config.oaml_venv}/bin:{config.environment['PATH']}"))

roundtrip = (["--verify-roundtrip"]
             if os.environ.get("OAML_OPT_CHECK_IR_ROUNDTRIP") else [])
llvm_config.add_tool_substitutions(
    [
        ToolSubst("oaml-opt", extra_args=roundtrip, unresolved="fatal"),
        ToolSubst("oaml-compile", unresolved="ignore"),
        ToolSubst("oaml-run", unresolved="ignore"),
        ToolSubst("oaml-lsp-server", unresolved="ignore"),
        ToolSubst("oaml-reduce", unresolved="ignore"),
        "FileCheck", "count", "not", "split-file", "mlir-opt",
        "mlir-runner",
    ],
    [config.oaml_tools_dir, config.llvm_tools_dir])
