"""Checks liboaml-rt.so: size when stripped, dependencies, exported names."""

import os
import subprocess
import sys
import tempfile

MAX_SIZE = 300 * 1024  # bytes, stripped
# The C and C++ runtimes and the dynamic loader; Vulkan is loaded by hand.
ALLOWED = ("libstdc++.so", "libm.so", "libgcc_s.so", "libc.so", "ld-linux",
           "libpthread.so", "libdl.so")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def main(library):
    errors = []
    with tempfile.TemporaryDirectory() as directory:
        stripped = os.path.join(directory, "stripped.so")
        output("llvm-strip", "-o", stripped, library)
        size = os.path.getsize(stripped)
    if size > MAX_SIZE:
        errors.append(f"{size} bytes stripped, at most {MAX_SIZE} are allowed")

    for line in output("llvm-readelf", "-d", library).splitlines():
        if "(NEEDED)" in line:
            name = line.split("[")[1].rstrip("]")
            if not name.startswith(ALLOWED):
                errors.append(f"it needs {name}")
        if "(SONAME)" in line and "liboaml-rt.so." not in line:
            errors.append("its name carries no version")

    # "0000000000041230 T _ZNK4oaml2rt6Device7getInfoEv@@OAML_RT_0": mangled, as
    # versioned names are not demangled.
    listing = output("llvm-nm", "-D", "--defined-only", library)
    symbols = [line.split()[2].split("@")[0]
               for line in listing.splitlines() if len(line.split()) == 3]
    foreign = [name for name in symbols
               if not name.startswith(("_ZN4oaml2rt", "_ZNK4oaml2rt", "oaml",
                                       "OAML_RT_"))]
    if foreign:
        errors.append(f"it exports {foreign[0]} and {len(foreign) - 1} more "
                      "names that are not its own")
    hidden = [name for name in symbols
              if name.startswith(("_ZN4oaml2rt6detail", "_ZNK4oaml2rt6detail"))]
    if hidden:
        errors.append(f"it exports {hidden[0]}, which is internal")
    if not any(name.startswith("_ZN4oaml2rt7Program6create")
               for name in symbols):
        errors.append("it does not export its API")
    for error in errors:
        print(f"{library}: {error}", file=sys.stderr)
    return 1 if errors else 0


sys.exit(main(sys.argv[1]))
