"""Holds the list of ops against the contract and against the semantics suite.

Usage: check_complete.py OPS CONTRACT MISSING UNTESTED

OPS is what `oaml-opt --oaml-list-ops` prints, CONTRACT the names of all ops that were
promised. MISSING names those that are not there yet: an op that is there must not be
in it, an absent one must. UNTESTED names the ops without a program in test/Semantics,
with the reason behind a #; it is held to the same two rules.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), os.pardir, "Semantics"))
import cases  # noqa: E402 (found by the line above)


def names(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.split("#")[0].strip() for line in file]
    found = [line for line in lines if line]
    if found != sorted(set(found)):
        sys.exit(f"{path}: names are not sorted, or occur twice")
    return found


def main():
    ops, contract, missing, untested = map(names, sys.argv[1:])
    ops = {op.removeprefix("oaml.") for op in ops}
    errors = []

    def compare(absent, listed, path, lacks):
        for name in sorted(absent - set(listed)):
            errors.append(f"oaml.{name} {lacks}")
        for name in sorted(set(listed) - absent):
            errors.append(f"{os.path.basename(path)} names {name}, wrongly by now")

    compare(set(contract) - ops, missing, sys.argv[3], "is in the contract and not there")
    compare(ops - set(cases.OPS), untested, sys.argv[4], "has no program in test/Semantics")
    for name in sorted(set(cases.OPS) - ops):
        errors.append(f"test/Semantics tests {name}, which is no op")
    print(*errors, sep="\n")
    print(f"{len(ops)} ops; {len(missing)} of the contract's {len(contract)} are missing: "
          f"{', '.join(missing)}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
