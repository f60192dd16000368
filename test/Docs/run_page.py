"""Executes the code blocks of a page, in order, and compares what they print.

Usage: run_page.py PAGE WORK [--include=DIR]...

  ```LANGUAGE NAME   a file: written to WORK as NAME
  ```console         a line "$ COMMAND" (continued after a backslash) is run in WORK,
                     has to succeed and to print the lines that follow it
  ```python          run in one interpreter for the whole page, in WORK
  ```text            right after python: what that block has to print
  ```mlir            has to pass oaml-opt
  ```c, ```cpp       have to compile, with the folders of --include

Numbers are compared to six digits. Blocks in no language, and those in others
(tablegen, dot), are only shown. A page without any block to execute is an error.
"""

import argparse
import contextlib
import io
import os
import re
import subprocess
import sys
import traceback

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")
COMPILERS = {"c": ["clang-22", "-x", "c", "-std=c99"],
             "cpp": ["clang++-22", "-x", "c++", "-std=c++17"]}


def normalize(text):
    rounded = NUMBER.sub(lambda match: f"{float(match.group(0)):.6g}", text)
    return [line.rstrip() for line in rounded.strip().splitlines()]


class Page:
    def __init__(self, path, includes):
        self.includes = includes
        self.executed = 0
        self.namespace = {"__name__": "__page__"}
        # What the last python block printed, for the block of text after it.
        self.printed = None
        text = open(path, encoding="utf-8").read()
        self.blocks = [(text.count("\n", 0, match.start()) + 1, *match.groups())
                       for match in BLOCK.finditer(text)]

    def run(self):
        for line, language, name, body in self.blocks:
            self.place = f"block at line {line}"
            if name:
                with open(name, "w", encoding="utf-8") as file:
                    file.write(body)
                continue
            run = getattr(self, "run_" + language, None)
            if language in COMPILERS:
                self.compile(language, body)
            elif run:
                run(body)
            else:
                continue
            self.executed += 1

    def fail(self, what):
        sys.exit(f"{self.place}: {what}")

    def compare(self, command, printed, expected):
        if normalize(printed) != normalize(expected):
            self.fail(f"{command}\nprinted\n{printed}\nnot\n{expected}")

    def run_console(self, body):
        for part in re.split(r"^\$ ", body.replace("\\\n", " "), flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            result = subprocess.run(command, shell=True, capture_output=True, text=True)
            if result.returncode:
                self.fail(f"{command}\nended with {result.returncode}:\n{result.stderr}")
            self.compare(command, result.stdout, expected)

    def run_python(self, body):
        output = io.StringIO()
        try:
            # The interpreter finds the source of a block by this name, so that
            # messages can show the user's line.
            name = f"<{self.place}>"
            import linecache
            linecache.cache[name] = (len(body), None, body.splitlines(True), name)
            with contextlib.redirect_stdout(output):
                exec(compile(body, name, "exec"), self.namespace)
        except Exception:
            self.fail(traceback.format_exc())
        self.printed = output.getvalue()

    def run_text(self, body):
        if self.printed is None:
            self.fail("text that follows no python block")
        self.compare("the python block before", self.printed, body)
        self.printed = None

    def run_mlir(self, body):
        result = subprocess.run(["oaml-opt", "-o", os.devnull], input=body, text=True,
                                capture_output=True)
        if result.returncode:
            self.fail(result.stderr)

    def compile(self, language, body):
        result = subprocess.run(
            [*COMPILERS[language], "-fsyntax-only", "-Wall", "-Werror",
             *("-I" + folder for folder in self.includes), "-"],
            input=body, text=True, capture_output=True)
        if result.returncode:
            self.fail(result.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("page", type=os.path.realpath)
    parser.add_argument("work")
    parser.add_argument("--include", action="append", default=[], type=os.path.realpath)
    options = parser.parse_args()
    page = Page(options.page, options.include)
    os.chdir(options.work)
    page.run()
    if not page.executed:
        sys.exit(f"{options.page}: no block to execute")
    print(f"executed {page.executed} blocks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
