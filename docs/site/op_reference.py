"""Writes the reference of ops: a page per family and a table of what is supported.

Usage: op_reference.py --source=DIR --bin=DIR --output=DIR [--device]

All of it comes from the records. An op's entry has its summary, its table of operands, attributes and results (from
`oaml-opt --oaml-list-ops=json`), its description, and its example with what it
computes: the example is run on the reference interpreter, on operands made here,
and the page shows what comes out. With --device it is also run on the device, and
a difference is an error. So no number on a page is written by hand.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap

PRELUDE = """func.func private @loss(%w: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<1xf32> {
  %y = oaml.mul %w, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %l = oaml.sum %y : (tensor<4xf32>) -> tensor<1xf32>
  return %l : tensor<1xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.mul %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
"""

FAMILIES = {
    "Activation": "Activations", "Attention": "Attention", "Contraction": "Products",
    "Convolution": "Convolutions", "Elementwise": "Element by element",
    "Grad": "Requests for gradients", "Indexing": "Gather, scatter, selection",
    "Loss": "Losses and scores", "Moe": "Mixtures of experts", "Norm": "Normalization",
    "Optimizer": "Optimizer steps", "Pooling": "Pooling and resampling",
    "Random": "Random numbers", "Recurrent": "Recurrent networks",
    "Reduction": "Reductions", "Shape": "Shapes", "Ssm": "State-space models",
    "Vq": "Vector quantization"}


def split_types(text):
    """The types of a comma-separated list."""
    parts, depth, current = [], 0, ""
    for position, character in enumerate(text):
        arrow = character == ">" and text[position - 1:position] == "-"
        depth += 0 if arrow else {"<": 1, "(": 1, ">": -1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    return parts + [current.strip()] if current.strip() else parts


def signature(example):
    """Types of operands and results: what follows the last colon outside of all
    brackets. An op without operands writes its result type alone."""
    depth, colon = 0, -1
    for position, character in enumerate(example):
        if character in "{[(":
            depth += 1
        elif character in "}])":
            depth -= 1
        elif character == ":" and depth == 0:
            colon = position
    text = " ".join(example[colon + 1:].split())
    if colon < 0:
        return [], []
    if not text.startswith("("):
        return [], split_types(text)
    depth = 0
    for position, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            break
    results = text[position + 1:].strip().removeprefix("->").strip()
    if results.startswith("("):
        results = results[1:-1]
    return split_types(text[1:position]), split_types(results)


class Example:
    """One example of a record as a function that can run."""

    def __init__(self, mnemonic, number, text):
        self.text, self.name = text, f"{mnemonic}_{number}"
        left, _, right = text.partition("=")
        self.results = [r.strip() for r in left.split(",")]
        values = re.findall(r"%\w+", right.rpartition(":")[0])
        operands, types = signature(text)
        # A value used twice is one argument.
        self.arguments = dict(zip(values, operands))
        self.types = types
        static = not any("?" in t for t in [*self.arguments.values(), *types])
        tensors = all(t.startswith("tensor<")
                      for t in [*self.arguments.values(), *types])
        counted = sum(int(r.partition(":")[2] or 1) for r in self.results)
        self.can_run = static and tensors and counted == len(types)

    def function(self):
        arguments = ", ".join(f"{v}: {t}" for v, t in self.arguments.items())
        returned = []
        for result in self.results:
            name, _, count = result.partition(":")
            returned += ([f"{name}#{i}" for i in range(int(count))] if count else [name])
        types = ", ".join(self.types)
        return (f"func.func @{self.name}({arguments}) -> ({types}) {{\n{self.text}"
                f"return {', '.join(returned)} : {types}\n}}\n")

    def inputs(self):
        """An argument each, in the grammar of --input: small numbers that tell
        elements apart, valid as indices too."""
        texts = []
        for number, kind in enumerate(self.arguments.values()):
            *extents, element = kind[len("tensor<"):-1].split(",")[0].split("x")
            size = 1
            for extent in extents:
                size *= int(extent)
            if element.startswith(("f", "bf")):
                values = [round(((i * 7 + number * 3) % 11 - 4) / 4, 2)
                          for i in range(size)]
            else:
                # Rising: bounds of groups, too.
                values = [min(i, 2) for i in range(size)]
            texts.append("x".join(extents + [element]) + "=" + " ".join(
                f"{v:g}" for v in values))
        return texts


def read_records(options):
    """For each mnemonic: its family, description and examples."""
    dump = json.loads(subprocess.run(
        [options.tblgen, "--dump-json", "-I" + os.path.join(options.source, "include"),
         "-I" + options.mlir_include,
         os.path.join(options.source, "include/oaml/Dialect/OAML/IR/OAMLOps.td")],
        check=True, capture_output=True, text=True).stdout)
    records = {}
    for record in (dump[name] for name in dump["!instanceof"]["Op"]):
        if not record["!name"].startswith("OAML_"):
            continue
        family = record["!locs"][0].partition("Ops.td")[0]
        text = textwrap.dedent(record["description"]).strip()
        blocks = re.findall(r"```mlir\n(.*?)```", text, re.S)
        text = re.sub(r"Examples?:\n\n(```mlir\n.*?```\n*)+", "", text, flags=re.S)
        mnemonic = record["opName"]
        traits = {trait["def"] for trait in record["traits"]}
        gradient = ("none: detached" if "OAML_Detached" in traits else
                    "a rule" if traits & {"OAML_Differentiable",
                                          "OAML_PartlyDifferentiable"} else
                    "by its decomposition" if "DecomposableOpInterface::Trait" in {
                        dump[t].get("trait") for t in traits if t in dump} or any(
                            "Decomposable" in t for t in traits) else "none")
        records[mnemonic] = (family, text.strip(), [
            Example(mnemonic, i, block) for i, block in enumerate(blocks)], gradient)
    return records


def run_example(example, options):
    """What the example prints on the interpreter, a result a line."""
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "example.mlir")
        with open(program, "w", encoding="utf-8") as file:
            file.write(PRELUDE + example.function())
        command = [os.path.join(options.bin, "oaml-run"), program,
                   "--function=" + example.name,
                   *("--input=" + text for text in example.inputs())]
        result = subprocess.run(command + ["--executor=interpreter"],
                                capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"the example of {example.name} fails:\n{example.function()}\n"
                     f"{result.stderr}")
        if options.device:
            compared = subprocess.run(command + ["--compare=interpreter"],
                                      capture_output=True, text=True)
            if compared.returncode:
                sys.exit(f"{example.name} on the device:\n{compared.stderr}")
    return result.stdout


def shorten(line, width=100):
    """A printed tensor, cut where it is too long to read."""
    if len(line) <= width:
        return line
    return line[:width].rsplit(" ", 1)[0] + " …"


def entry_rows(what, entries):
    for entry in entries:
        notes = [note for key, note in (("optional", "optional"),
                                        ("variadic", "any number"),
                                        ("operand_form", "or a scalar operand"))
                 if entry.get(key)]
        kind = entry["type"].replace("|", "\\|")
        yield f"| `{entry['id']}` | {what} | {kind} | {', '.join(notes)} |"


def write_op(op, record, options):
    name = op["name"].removeprefix("oaml.")
    _, text, examples, _ = record
    out = [f"## {op['name']}", "", op["summary"] + f". A {op['kind']} op.", "", text, "",
           "| | | type | |", "| --- | --- | --- | --- |",
           *entry_rows("operand", op["operands"]),
           *entry_rows("attribute", op["attributes"]),
           *entry_rows("result", op["results"]), ""]
    ran = 0
    for example in examples:
        out += ["```mlir", example.text.rstrip(), "```", ""]
        if example.can_run:
            lines = [f"{value} = {shorten(text)}" for value, text in
                     zip(example.arguments, example.inputs())]
            lines += [f"{value} → {shorten(text)}" for value, text in zip(
                [r for r in example.results for _ in range(
                    int(r.partition(":")[2] or 1))],
                run_example(example, options).splitlines())]
            out += ["```", *lines, "```", ""]
            ran += 1
    return name, "\n".join(out), ran


ELEMENTS = ("f32", "f16", "bf16", "i32", "i8", "ui8")


def write_supported(ops, records):
    """Which element types each op takes, and where its gradient comes from."""
    out = ["# What is supported", "",
           "Written from the records of the ops. An element type is listed where at least",
           "one operand (or result, for ops without operands) takes it.", "",
           "| op | kind | " + " | ".join(ELEMENTS) + " | gradient |",
           "| --- | --- |" + " :-: |" * len(ELEMENTS) + " --- |"]
    for op in ops:
        mnemonic = op["name"].removeprefix("oaml.")
        family, *_, gradient = records[mnemonic]
        words = set(re.findall(r"\w+", " ".join(
            entry["type"] for entry in op["operands"] or op["results"])))
        marks = " | ".join("✓" if e in words else "" for e in ELEMENTS)
        out.append(f"| [{mnemonic}](ops/{family.lower()}.md#oaml{mnemonic}) | {op['kind']} "
                   f"| {marks} | {gradient} |")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--source", required=True)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--tblgen", default="/usr/lib/llvm-22/bin/llvm-tblgen")
    parser.add_argument("--mlir-include", default="/usr/lib/llvm-22/include")
    parser.add_argument("--device", action="store_true")
    options = parser.parse_args()
    listing = subprocess.run(
        [os.path.join(options.bin, "oaml-opt"), "--oaml-list-ops=json"],
        check=True, capture_output=True, text=True).stdout
    records = read_records(options)
    pages, ran, ops = {}, 0, json.loads(listing)
    for op in ops:
        mnemonic = op["name"].removeprefix("oaml.")
        if mnemonic not in records:
            sys.exit(f"{op['name']} has no description in its record")
        name, text, count = write_op(op, records[mnemonic], options)
        pages.setdefault(records[mnemonic][0], []).append((name, text))
        ran += count
    folder = os.path.join(options.output, "ops")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(options.output, "supported.md"), "w", encoding="utf-8") as file:
        file.write(write_supported(ops, records))
    index = ["# Ops", "", "Written from the records of the ops; the numbers are what the",
             "reference interpreter computes for each example.", "",
             "| family | ops |", "| --- | --- |"]
    for family in sorted(pages, key=FAMILIES.get):
        page = family.lower() + ".md"
        links = ", ".join(f"[{n}]({page}#oaml{n})" for n, _ in pages[family])
        index.append(f"| {FAMILIES[family]} | {links} |")
        with open(os.path.join(folder, page), "w", encoding="utf-8") as file:
            file.write(f"# {FAMILIES[family]}\n\n" + "\n".join(
                text for _, text in pages[family]))
    with open(os.path.join(folder, "index.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(index) + "\n")
    print(f"{sum(map(len, pages.values()))} ops, {ran} examples run")
    return 0


if __name__ == "__main__":
    sys.exit(main())
