"""Prints the examples of op records as one module, a function each.

Usage: op_examples.py OPS RECORDS

OPS is a file with the names of all ops, one a line; one without an example is an error.
RECORDS is what `llvm-tblgen --dump-json` makes of OAMLOps.td.

An example is the ```mlir block after "Example" in a description. The values that it
uses become arguments: their types are those of the op's signature, in order.
"""

import json
import re
import sys
import textwrap

PRELUDE = """
func.func private @loss(tensor<4xf32>, tensor<4xf32>) -> tensor<1xf32>
func.func private @f(tensor<4xf32>) -> tensor<4xf32>
"""


def split_types(text):
    """The types of a comma-separated list."""
    parts, depth, current = [], 0, ""
    for character in text:
        depth += {"<": 1, "(": 1, ">": -1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    return parts + [current.strip()] if current.strip() else parts


def operand_types(example):
    """Types of the operands: after the last colon outside of all brackets."""
    depth, colon = 0, -1
    for position, character in enumerate(example):
        if character in "{[(":
            depth += 1
        elif character in "}])":
            depth -= 1
        elif character == ":" and depth == 0:
            colon = position
    signature = example[colon + 1:].strip()
    if colon < 0:
        return []
    if signature.startswith("("):
        depth = 0
        for position, character in enumerate(signature):
            depth += {"(": 1, ")": -1}.get(character, 0)
            if depth == 0:
                return split_types(signature[1:position])
    return split_types(signature)


def main():
    functions = []
    missing = set(open(sys.argv[1], encoding="utf-8").read().split())
    with open(sys.argv[2], encoding="utf-8") as file:
        dump = json.load(file)
    for record in (dump[name] for name in dump["!instanceof"]["Op"]):
        name = record["opName"]
        if not record["!name"].startswith("OAML_"):
            continue
        text = textwrap.dedent(record["description"])
        blocks = re.findall(r"Example[^`]*```mlir\n(.*?)```", text, flags=re.S)
        if blocks:
            missing.discard(f"oaml.{name}")
        for number, block in enumerate(blocks):
            _, _, right = block.partition("=")
            values = re.findall(r"%\w+", right.rpartition(":")[0])
            arguments = dict(zip(values, operand_types(block)))
            listed = ", ".join(f"{v}: {t}" for v, t in arguments.items())
            functions.append(
                f"func.func @{name}_{number}({listed}) {{\n{block}return\n}}")
    if missing:
        sys.exit(f"ops without an example: {sorted(missing)}")
    print(PRELUDE + "\n".join(functions))
    return 0


if __name__ == "__main__":
    sys.exit(main())
