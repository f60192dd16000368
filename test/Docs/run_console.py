"""Runs the commands that a page shows and compares what they print.

Usage: run_console.py PAGE WORK

Each fenced block of PAGE whose first line is ```LANGUAGE NAME is written to the
file NAME in WORK. Then every ```console block is run there: a line "$ COMMAND"
(continued after a backslash) has to succeed and to print the lines that follow
it, numbers of f32 to six digits.
"""

import os
import re
import subprocess
import sys

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


def normalize(text):
    rounded = NUMBER.sub(lambda match: f"{float(match.group(0)):.6g}", text)
    return [line.rstrip() for line in rounded.splitlines()]


def main():
    page, work = sys.argv[1:]
    text = open(page, encoding="utf-8").read()
    commands = []
    for language, name, body in BLOCK.findall(text):
        if name:
            with open(os.path.join(work, name), "w", encoding="utf-8") as file:
                file.write(body)
        elif language == "console":
            parts = re.split(r"^\$ ", body.replace("\\\n", " "), flags=re.M)[1:]
            commands += [part.partition("\n")[::2] for part in parts]
    if not commands:
        sys.exit(f"{page}: no console block with a command")
    for command, expected in commands:
        result = subprocess.run(command, shell=True, cwd=work, capture_output=True,
                                text=True)
        if result.returncode:
            sys.exit(f"{command}\nended with {result.returncode}:\n{result.stderr}")
        if normalize(result.stdout) != normalize(expected):
            sys.exit(f"{command}\nprinted\n{result.stdout}\nnot\n{expected}")
    print(f"ran {len(commands)} commands")
    return 0


if __name__ == "__main__":
    sys.exit(main())
