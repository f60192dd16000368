"""Validates every SPIR-V module in the IR on standard input for Vulkan 1.2.

Usage: oaml-opt ... | python spirv_val.py

Serializes each `spirv.module` with mlir-translate and hands it to spirv-val.
Exits with 1 if a module is invalid, or if there is none.
"""

import re
import subprocess
import sys


def main():
    text = sys.stdin.read()
    modules = re.findall(r"^  spirv\.module .*?^  }$", text, re.S | re.M)
    if not modules:
        print("no spirv.module in the input", file=sys.stderr)
        return 1
    status = 0
    for module in modules:
        words = subprocess.run(
            ["mlir-translate", "--no-implicit-module", "--serialize-spirv"],
            input=module.encode(), stdout=subprocess.PIPE, check=True).stdout
        result = subprocess.run(["spirv-val", "--target-env", "vulkan1.2", "-"],
                                input=words)
        if result.returncode:
            print("invalid:", module.splitlines()[0], file=sys.stderr)
            status = 1
    print(f"{len(modules)} modules validated")
    return status


if __name__ == "__main__":
    sys.exit(main())
