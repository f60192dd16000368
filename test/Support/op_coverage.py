"""Writes docs/coverage.md: what is implemented and tested of each op.

Usage: op_coverage.py --source=DIR --build=DIR [--results=FILE] [--check=PAGE]

Columns come from where the facts are: the records (interpreter, lowering, gradient),
test/Dialect/OAML/invalid-*.mlir (rejections tested), the list of finite-difference
tests (first and second order), and the results of the last `scripts/test` (the
semantics suite on each executor). --check compares a page with what would be written,
but for the results.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

EXECUTORS = ("interpreter", "lavapipe", "swiftshader")
TBLGEN = "/usr/lib/llvm-22/bin/llvm-tblgen"
MLIR_INCLUDE = "/usr/lib/llvm-22/include"


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def read_records(source):
    """For each mnemonic the names of traits and interfaces of its record."""
    include = pathlib.Path(source, "include")
    dump = json.loads(output(TBLGEN, "--dump-json", f"-I{include}", f"-I{MLIR_INCLUDE}",
                             str(include / "oaml/Dialect/OAML/IR/OAMLOps.td")))
    records = {}
    for name in dump["!instanceof"]["Op"]:
        record = dump[name]
        if not name.startswith("OAML_"):
            continue
        traits = set()
        for trait in record["traits"]:
            definition = dump[trait["def"]]
            traits |= {trait["def"], definition.get("trait"),
                       definition.get("cppInterfaceName"),
                       *definition["!superclasses"]}
        records[record["opName"]] = {str(t).removesuffix("::Trait") for t in traits}
    return records


def count_rejections(source):
    """How many rejected programs name each op in the expected message."""
    counts = {}
    for path in pathlib.Path(source, "test").rglob("*.mlir"):
        for name in re.findall(r"expected-error[^\n]*'oaml\.(\w+)'", path.read_text()):
            counts[name] = counts.get(name, 0) + 1
    return counts


def differentiated(build, ops):
    """Ops that are differentiated by a finite-difference test, by order."""
    binary = next(pathlib.Path(build, "unittests/Dialect/OAML").glob("*Tests"))
    first, second, test = set(), set(), ""
    for line in output(str(binary), "--gtest_list_tests").splitlines():
        if not line.startswith(" "):
            suite = line.strip()
            continue
        if "FiniteDifferences" not in suite:
            continue
        kind, _, case = line.split("#")[0].strip().partition("/")
        fitting = [op for op in ops if case == op or case.startswith(op + "_")]
        if fitting:
            (first if kind == "FirstOrder" else second).add(max(fitting, key=len))
    return first, second


def read_results(path):
    """(op, executor) -> the code of its semantics test."""
    if not path or not pathlib.Path(path).exists():
        return {}
    found = {}
    for test in json.loads(pathlib.Path(path).read_text())["tests"]:
        match = re.search(r"Semantics/(\w+)/(\w+)$", test["name"])
        if match:
            found[match.groups()] = test["code"]
    return found


def write_page(options):
    source = pathlib.Path(options.source)
    records = read_records(source)
    contract = (source / "test/Dialect/OAML/contract-ops.txt").read_text().split()
    rejections = count_rejections(source)
    first, second = differentiated(options.build, records)
    results = read_results(options.results)
    rows, holes = [], 0
    for op in sorted({*contract, *records}):
        traits = records.get(op)
        if traits is None:
            rows.append(f"| {op} | missing |" + " |" * (5 + len(EXECUTORS)))
            holes += 1
            continue
        composite = "DecomposableOpInterface" in traits
        detached = "OAML_Detached" in traits
        rule = any("DifferentiableOpInterface" in t for t in traits) or bool(
            traits & {"OAML_Differentiable", "OAML_PartlyDifferentiable"})
        lowering = ("decomposed" if composite else
                    "linalg" if "LinalgLowerableOpInterface" in traits else "expanded")
        gradient = ("detached" if detached else
                    ("rule" if rule else "decomposed" if composite else "–"))
        if gradient in ("rule", "decomposed"):
            gradient += " ✓" if op in first else " ✗"
            order = "✓" if op in second else "✗"
        else:
            order = "–"
        cells = [lowering, str(rejections.get(op, 0)),
                 "✓" if "InterpretableOpInterface" in traits else "–", gradient, order]
        for executor in EXECUTORS:
            code = results.get((op, executor))
            cells.append({None: "–", "PASS": "✓"}.get(code, "✗"))
        holes += sum("✗" in cell for cell in cells)
        rows.append(f"| {op} | " + " | ".join(cells) + " |")
    return "\n".join([
        "# Coverage", "",
        "Written by `scripts/coverage`; nothing here is edited by hand.", "",
        "- *rejections*: rejected programs whose message a test expects.",
        "- *gradient*: a rule of its own, or that of its decomposition; ✓ checked by",
        "  finite differences in double; *second order* likewise, Hessian times vector.",
        "- *interpreter*, *lavapipe*, *swiftshader*: the op's program in `test/Semantics`;",
        "  – none.", "",
        f"{len(records)} ops, {len(contract)} promised; {holes} holes (✗ or missing).", "",
        "| op | lowering | rejections | interprets | gradient | second order | " +
        " | ".join(EXECUTORS) + " |",
        "| --- | --- | --: | :-: | --- | :-: |" + " :-: |" * len(EXECUTORS), *rows, ""])


def static_part(page):
    """What does not depend on test results."""
    rows = [line.split("|")[:7] for line in page.splitlines() if line.startswith("| ")]
    return ["|".join(row) for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--results")
    parser.add_argument("--check", type=pathlib.Path)
    options = parser.parse_args()
    page = write_page(options)
    if not options.check:
        print(page, end="")
        return 0
    old, new = static_part(options.check.read_text()), static_part(page)
    changed = sorted(set(old) ^ set(new))
    if changed:
        print(f"{options.check.name} is not up to date: run scripts/coverage", *changed,
              sep="\n")
        return 1
    print(f"{len(new)} rows are up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
