# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Python adds: to building an op, to running a compiled function, to import.

Usage: PYTHONPATH=build/python python3 benchmarks/python_overhead.py [--json FILE]

Prints one line per figure with its ratio to what was aimed for (below 1 is good):
an op in a traced function 5 us, a call of a compiled function 20 us beyond what the
runtime takes, the import 150 ms. Each is the best of many rounds.
"""

import argparse
import json
import subprocess
import sys
import time

import numpy as np

import oaml
from oaml import _native


def time_ops(rounds=20, count=2000):
    """Microseconds per op in a traced function."""
    best = {}

    def body(x, y):
        cases = {
            "add": lambda: oaml.add(x, y),
            "operator +": lambda: x + y,
            "sum, an attribute": lambda: oaml.sum(x, axis=1),
            "linear, three operands": lambda: oaml.linear(x, y, y[0]),
        }
        for name, case in cases.items():
            for _ in range(rounds):
                begin = time.perf_counter()
                for _ in range(count // 10 if "linear" in name else count):
                    case()
                took = (time.perf_counter() - begin) * 1e6
                took /= count // 10 if "linear" in name else count
                best[name] = min(best.get(name, took), took)
        return x

    ones = np.ones((4, 4), np.float32)
    oaml.jit(body).lower(ones, ones)
    del best["linear, three operands"]  # with the slice of its bias
    return best


def time_calls(rounds=200):
    """Microseconds of a call beyond the runtime's, and the runtime's."""

    @oaml.jit
    def step(w, b, x):
        return {"w": w + x, "b": b * 2.0, "loss": (w * x).sum()}

    w, b, x = (oaml.array(np.ones(64, np.float32)) for _ in range(3))
    step(w, b, x)
    beyond, runtime = [], []
    for _ in range(rounds):
        begin = time.perf_counter_ns()
        step(w, b, x)
        total = time.perf_counter_ns() - begin
        runtime.append(_native.runtime_ns() / 1e3)
        beyond.append((total - _native.runtime_ns()) / 1e3)
    return min(beyond), min(runtime)


def time_import(rounds=5):
    """Milliseconds of `import oaml` in a new process."""
    script = ("import time; t = time.perf_counter(); import oaml; "
              "print((time.perf_counter() - t) * 1e3)")
    return min(float(subprocess.check_output([sys.executable, "-c", script]))
               for _ in range(rounds))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", help="write the figures to this file, too")
    options = parser.parse_args()
    beyond, runtime = time_calls()
    figures = [{"name": f"op: {name}", "value": took, "unit": "us", "aim": 5.0}
               for name, took in time_ops().items()]
    figures.append({"name": "compiled call beyond the runtime", "value": beyond,
                    "unit": "us", "aim": 20.0, "runtime": runtime})
    figures.append({"name": "import", "value": time_import(), "unit": "ms",
                    "aim": 150.0})
    for figure in figures:
        figure["ratio"] = figure["value"] / figure["aim"]
        print(f"{figure['name']:<36}{figure['value']:9.2f} {figure['unit']}"
              f"   {figure['ratio']:.2f} of {figure['aim']:g}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)


if __name__ == "__main__":
    main()
