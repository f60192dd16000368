"""Validates every SPIR-V module in a folder for Vulkan 1.2.

Usage: python spirv_val.py FOLDER

Hands each FOLDER/*.spv to spirv-val. Exits with 1 if a module is invalid, or if
there is none.
"""

import pathlib
import subprocess
import sys


def main():
    modules = sorted(pathlib.Path(sys.argv[1]).glob("*.spv"))
    if not modules:
        print("no module in", sys.argv[1], file=sys.stderr)
        return 1
    status = 0
    for module in modules:
        command = ["spirv-val", "--target-env", "vulkan1.2", str(module)]
        if subprocess.run(command).returncode:
            print("invalid:", module.name, file=sys.stderr)
            status = 1
    print(f"{len(modules)} modules validated")
    return status


if __name__ == "__main__":
    sys.exit(main())
