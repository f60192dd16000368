"""Runs a frontend on programs that are wrong and compares its one error.

Usage: check_frontend_errors.py FRONTEND DIRECTORY

The first line of each file of DIRECTORY is "# LINE:COLUMN: MESSAGE".
"""

import os
import subprocess
import sys


def main():
    frontend, directory = sys.argv[1:]
    failures, names = [], sorted(os.listdir(directory))
    for name in names:
        path = os.path.join(directory, name)
        with open(path, encoding="utf-8") as file:
            place, _, message = file.readline()[2:].rstrip("\n").partition(": ")
        result = subprocess.run([frontend, path, "f"], capture_output=True,
                                text=True)
        expected = f"{path}:{place}: error: {message}\n"
        if result.returncode != 1 or result.stderr != expected:
            failures.append(f"{name}: ended with {result.returncode}, wrote\n"
                            f"{result.stderr}not\n{expected}")
    print("\n".join(failures) or
          f"{len(names)} programs are rejected as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
