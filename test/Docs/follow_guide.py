"""Follows docs/adding-an-op.md on copies of the files that it changes.

Usage: follow_guide.py PAGE SOURCE BUILD WORK TBLGEN [--without=PATH]

Each fenced block of PAGE whose first line names a file is added to a copy of it
under WORK: at the end (of a .td file before its last #endif), or after the line
given by after=TEXT. Then
- mlir-tblgen makes the classes of all ops, the page's included;
- every method that the classes of the page's ops declare must be defined, by
  their records or by the page;
- Python files must compile, and derivatives in them must be those of the values;
- the units of the library that the page changes, and the definitions that come
  from the records, are compiled (with the flags of BUILD, not optimized) and
  linked to WORK/page.so.

Loaded before liboaml-compiler.so (LD_PRELOAD), page.so gives any tool of BUILD the
page's ops, so that the whole compiler need not be built again: it stands in front
of `registerAllDialects`, and adds the ops when the dialect is loaded.

--without leaves out the blocks of one file: what a forgotten step looks like.
"""

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys

IR = "include/oaml/Dialect/OAML/IR"
FENCE = re.compile(r"^```(\w+) (\S+/\S+?)(?: after=([^\n]*))?\n(.*?)^```$", re.M | re.S)

REGISTRATION = r"""
#define GET_OP_CLASSES
#include "%(definitions)s"

#include "oaml/Pipelines/RegisterAll.h"
#include <dlfcn.h>

template <typename... Ops>
static void insertOps(MLIRContext *, OAMLDialect *dialect) {
  (RegisteredOperationName::insert<Ops>(*dialect), ...);
}

void oaml::registerAllDialects(DialectRegistry &registry) {
  auto next = reinterpret_cast<void (*)(DialectRegistry &)>(dlsym(
      RTLD_NEXT, "_ZN4oaml19registerAllDialectsERN4mlir15DialectRegistryE"));
  next(registry);
  registry.addExtension(insertOps<%(ops)s>);
}
"""


def fail(message):
    sys.exit(f"adding-an-op.md: {message}")


def run(command, what, cwd=None):
    result = subprocess.run(command, cwd=cwd, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        fail(f"{what}:\n{result.stderr}")


class Guide:
    def __init__(self, page, source, build, work, tblgen, without=None):
        self.source, self.build, self.work, self.tblgen = source, build, work, tblgen
        # Inner fences are indented.
        text = open(page, encoding="utf-8").read()
        self.blocks = [match.groups() for match in FENCE.finditer(text)
                       if match.group(2) != without]
        self.paths = list(dict.fromkeys(path for _, path, _, _ in self.blocks))
        records = "".join(block for _, path, _, block in self.blocks
                          if path.endswith(".td"))
        self.ops = re.findall(r"^def OAML_(\w+Op) :", records, re.M)
        self.mnemonics = re.findall(r'^def OAML_\w+Op : \w+<"(\w+)"', records, re.M)
        # The page adds to one family: its records, and the unit that defines them.
        families = {os.path.basename(path)[:-len(".td")] for path in self.paths
                    if path.endswith(".td")}
        if len(families) != 1:
            fail(f"records of {len(families)} families, expected those of one")
        self.family, = families
        if len(self.ops) < 2 or len(self.blocks) < 6:
            fail(f"found only {len(self.blocks)} blocks, with the ops {self.ops}")

    def apply(self):
        """Makes the changed copies."""
        for _, path, after, block in self.blocks:
            target = os.path.join(self.work, path)
            if not os.path.exists(target):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                with open(os.path.join(self.source, path), encoding="utf-8") as original:
                    text = original.read()
            else:
                text = open(target, encoding="utf-8").read()
            if path.endswith(".td"):
                for mnemonic in self.mnemonics:
                    if f'<"{mnemonic}"' in text:
                        fail(f"oaml.{mnemonic} exists by now; the page needs another example")
            if after is not None:
                if text.count(after) != 1:
                    fail(f"{path} has {text.count(after)} lines with '{after}', not 1")
                place = text.index("\n", text.index(after)) + 1
            elif path.endswith(".td"):
                place = text.rindex("#endif")
            else:
                place = len(text)
            with open(target, "w", encoding="utf-8") as file:
                file.write(text[:place] + "\n" * (after is None) + block + text[place:])

    def generate(self, action, output, *options):
        target = os.path.join(self.work, IR, output)
        run([self.tblgen, action, "-dialect=oaml", *options,
             "-I" + os.path.join(self.work, "include"),
             "-I" + os.path.join(self.source, "include"), "-I/usr/lib/llvm-22/include",
             os.path.join(self.work, IR, self.family + ".td"), "-o", target],
            f"mlir-tblgen {action}")
        return open(target, encoding="utf-8").read()

    def check_complete(self):
        """Every method that a class of the page declares for itself has a body."""
        declarations = self.generate("-gen-op-decls", self.family + ".h.inc")
        ops = "|".join(self.mnemonics)
        definitions = self.generate("-gen-op-defs", "PageOps.cpp.inc",
                                    f"-op-include-regex=oaml\\.({ops})$")
        written = "".join(block for language, _, _, block in self.blocks
                          if language == "cpp")
        for op in self.ops:
            body = re.search(rf"^class {op} : .*?^}};$", declarations, re.M | re.S)
            for method in ("inferResults", "interpret", "decompose", "lowerToLinalg",
                           "buildAdjoint", "getFusionKind"):
                declared = re.search(rf"\b{method}\(", body.group(0))
                defined = f"{op}::{method}(" in definitions + written
                if declared and not defined:
                    fail(f"{op}::{method} is declared but defined nowhere")

    def flags_of(self, path):
        """The flags with which BUILD compiles a unit, and its folder."""
        commands = os.path.join(self.build, "compile_commands.json")
        for entry in json.load(open(commands, encoding="utf-8")):
            if os.path.join(self.source, path) != os.path.realpath(entry["file"]):
                continue
            words = shlex.split(entry["command"])
            compiler = next(i for i, word in enumerate(words)
                            if os.path.basename(word).startswith("clang++"))
            words = words[compiler:words.index("-o")]
            return words, entry["directory"]
        fail(f"{path} is no unit of the build")

    def compile(self, path, unit):
        """The object of `unit`, compiled as BUILD compiles `path`."""
        (compiler, *rest), folder = self.flags_of(path)
        output = os.path.join(self.work, os.path.basename(unit) + ".o")
        run([compiler, "-c", "-w", "-Xclang", "-disable-llvm-passes",
             "-I" + os.path.join(self.work, "include"),
             "-I" + os.path.join(self.source, os.path.dirname(path)), *rest,
             unit, "-o", output], f"the code for {path} does not compile", folder)
        return output

    def build_library(self):
        objects = [self.compile(path, os.path.join(self.work, path))
                   for path in self.paths if path.startswith("lib/")]
        # What the records hold of C++, in the surroundings of the real unit.
        path = f"lib/Dialect/OAML/IR/{self.family}.cpp"
        text = open(os.path.join(self.source, path), encoding="utf-8").read()
        unit = os.path.join(self.work, "PageOps.cpp")
        with open(unit, "w", encoding="utf-8") as file:
            file.write(text[:text.index("#define GET_OP_CLASSES")])
            file.write(REGISTRATION % {
                "definitions": os.path.join(self.work, IR, "PageOps.cpp.inc"),
                "ops": ", ".join(self.ops)})
        objects.append(self.compile(path, unit))
        (compiler, *_), _ = self.flags_of(path)
        run([compiler, "-shared", "-fuse-ld=lld", *objects, "-o",
             os.path.join(self.work, "page.so")], "linking page.so")

    def check_references(self):
        for path in self.paths:
            if path.endswith(".py"):
                file = os.path.join(self.work, path)
                compile(open(file, encoding="utf-8").read(), file, "exec")
        spec = importlib.util.spec_from_file_location(
            "reference", os.path.join(self.work, "test/Semantics/reference.py"))
        module = sys.modules["reference"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        import numpy
        points = numpy.array([-2.0, -0.5, 0.25, 3.0], numpy.float32)
        for mnemonic in self.mnemonics:
            function = getattr(module, mnemonic)
            slope, = getattr(module, "adjoint_" + mnemonic)(numpy.ones(4), points)
            step = 1e-4
            above, = function(points.astype(float) + step)
            below, = function(points.astype(float) - step)
            differences = (above.value - below.value) / (2 * step)
            if numpy.abs(slope.value - differences).max() > 1e-6:
                fail(f"the derivative of {mnemonic} is not that of its values")


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    without = next((a.split("=", 1)[1] for a in sys.argv if a.startswith("--without=")),
                   None)
    page, *folders, tblgen = arguments
    source, build, work = map(os.path.realpath, folders)
    guide = Guide(page, source, build, work, tblgen, without)
    guide.apply()
    guide.check_complete()
    guide.check_references()
    guide.build_library()
    print(f"followed {len(guide.blocks)} blocks: {', '.join(guide.mnemonics)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
