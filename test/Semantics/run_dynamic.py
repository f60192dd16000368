#!/usr/bin/env python3
"""One compiled program with a dynamic extent B, run for several B.

The program (dynamic-extents.mlir) has ops of every kernel family over tensors
whose extent B is known at run time only: as rows, as columns, as the summed
extent, and along reduced axes. On vulkan it is compiled once, for the device
that is there; then the artifact runs for every B. The expected values come from
reference.py and families/.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import cases  # noqa: F401 (registers the references)
import reference
from case import apply, integers, normal
from run_case import difference

EXTENTS = (1, 7, 64, 360)
HERE = pathlib.Path(__file__).resolve().parent


def expected(x, w, b, targets, g):
    """In the order of the program's results."""
    wide = x.astype(np.float64)
    hidden, = reference.linear_relu(x, w, b)
    yield hidden
    yield from reference.gelu(x)
    yield from reference.add(x, w[:1])
    yield from reference.softmax(x, 1)
    yield from reference.softmax(x, 0)
    yield from reference.softmax(np.swapaxes(x, 0, 1), 1)
    yield from reference.sum(x, 0)
    yield from reference.sum(x, 1)
    yield from reference.mean(x)
    yield from reference.max(x, 0)
    yield from reference.argmax(x, 1)
    yield from reference.argmax(x, 0)
    yield from reference.contraction(g, x, "bn,bk->nk")  # B is summed
    yield from reference.contraction(x, x, "ik,jk->ij")  # B twice in the result
    yield from reference.slice(x, 1, 3, 60)
    yield from reference.reshape(x, (-1,))
    yield from reference.transpose(x, 0, 1)
    yield from reference.cross_entropy(g, targets)
    yield from reference.accuracy_count(g, targets)
    yield from reference.adjoint_linear(g.astype(np.float64), wide, w, b)
    yield reference.adjoint_cross_entropy(np.ones(1), g, targets)[0]
    yield from apply("embedding", x, targets)
    yield from apply("scatter_add_rows", x, targets, rows=33)
    yield from apply("scatter_add_rows", x, targets, rows=len(x))
    values, indices = apply("top_k", x, k=5)
    yield values
    yield indices
    yield from apply("top_k", np.swapaxes(x, 0, 1), k=1)
    yield from apply("gather_last_dim", x, indices.value)
    yield from apply("top_k_mask", indices.value, num_experts=64)
    yield from apply("concat", x, x, axis=0)
    yield from apply("split", x, sizes=(31, 33), axis=1)
    yield from apply("repeat_interleave", x, repeats=3, axis=0)
    yield from apply("causal_mask", x)
    yield from apply("log_softmax", x, axis=0)
    yield from apply("silu_mul", x, intermediate_size=32)


def run(line):
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, line))}\nstatus {done.returncode}\n{done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--executor", default="vulkan",
                        choices=["interpreter", "vulkan"])
    parser.add_argument("--command", default="oaml-run", type=lambda s: s.split(" "),
                        help="the runner, with anything in front of it")
    parser.add_argument("--compiler", default="oaml-compile")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    failures = []
    with tempfile.TemporaryDirectory(prefix="oaml-dynamic-") as temporary:
        directory = options.keep or pathlib.Path(temporary)
        directory.mkdir(parents=True, exist_ok=True)
        program = HERE / "dynamic-extents.mlir"
        if options.executor == "vulkan":
            artifact = directory / "program.oamlx"
            run([options.compiler, program, "-o", artifact])
            program = artifact
        for extent in EXTENTS:
            inputs = [normal(f"x{extent}", (extent, 64)), normal("w", (33, 64)),
                      normal("b", (33,)), integers(f"t{extent}", (extent,), 0, 33),
                      normal(f"g{extent}", (extent, 33))]
            line = options.command + [program, "--function=main",
                                      f"--executor={options.executor}"]
            for i, array in enumerate(inputs):
                np.save(directory / f"in{i}.npy", array)
                line.append(f"--input=@{directory}/in{i}.npy")
            values = list(expected(*inputs))
            outputs = [directory / f"out{i}.npy" for i in range(len(values))]
            run(line + [f"--output=@{path}" for path in outputs])
            for i, (value, path) in enumerate(zip(values, outputs)):
                text = difference(value, np.load(path))
                if text:
                    failures.append(f"B = {extent}: result {i} {text}")
    print(*failures, sep="\n")
    print(f"dynamic extents on {options.executor}: {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
