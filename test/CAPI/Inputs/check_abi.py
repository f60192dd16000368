"""Compares the C functions that a library exports with the list in the tree.

Usage: check_abi.py LIBRARY LIST HEADER [--at-most=N] [--update]

LIST has a name and version per line, as `nm -D` prints them, sorted. HEADER
declares exactly these functions. --update writes the list anew: for functions
that were added; taking one away or changing it breaks programs.
"""

import argparse
import difflib
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("list")
    parser.add_argument("header")
    parser.add_argument("--at-most", type=int)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()

    listing = subprocess.run(
        ["llvm-nm", "-D", "--defined-only", arguments.library],
        check=True, capture_output=True, text=True).stdout
    names = (line.split()[2] for line in listing.splitlines()
             if len(line.split()) == 3)
    exported = sorted(name for name in names if name.startswith("oaml"))
    if arguments.update:
        with open(arguments.list, "w", encoding="utf-8") as file:
            file.writelines(name + "\n" for name in exported)

    errors = []
    with open(arguments.list, encoding="utf-8") as file:
        expected = file.read().splitlines()
    changes = [line for line in difflib.unified_diff(
        expected, exported, lineterm="", n=0)
        if re.match(r"[-+][^-+]", line)]
    if changes:
        errors.append(f"{arguments.library} does not export what "
                      f"{arguments.list} says (- listed, + exported):")
        errors += [f"  {line[0]} {line[1:]}" for line in changes]
        errors.append("  where that is meant: check_abi.py --update")

    text = open(arguments.header, encoding="utf-8").read()
    declared = set(re.findall(r"^OAML_C_API [^;(]*?(\w+)\(", text, re.M))
    functions = {name.split("@")[0] for name in exported}
    for name in sorted(declared - functions):
        errors.append(f"{arguments.header}: {name} is declared, not exported")
    for name in sorted(functions - declared):
        errors.append(f"{arguments.header}: {name} is exported, not declared")
    if arguments.at_most and len(functions) > arguments.at_most:
        errors.append(f"{len(functions)} functions, at most "
                      f"{arguments.at_most} are wanted")
    print("\n".join(errors) or f"{len(functions)} functions as listed")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
