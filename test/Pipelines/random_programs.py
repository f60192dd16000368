"""Runs random programs on the interpreter and on a device, fused and not.

Usage: python random_programs.py FOLDER FIRST LAST

For each seed in [FIRST, LAST): writes FOLDER/SEED.mlir, a function of
element-wise ops, reshapes, reductions and products whose values are used several
times and whose arguments are donated to some results, runs it by oaml-run on the
interpreter, and compiled with -O2 and -O0, and compares the results. What this
is after are formation of kernels and planning: order, donation, shared memory.
Exits with 1 if a run fails or results differ.
"""

import pathlib
import random
import subprocess
import sys

import numpy as np

# Of 128 elements each, so that every value can be reshaped to every shape.
SHAPES = [(16, 8), (8, 16), (128,), (4, 32)]
# Summation order differs: sums of up to 32 products of numbers near 1.
TOLERANCE = 1e-3


def text(shape):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + "f32>"


class Program:
    """A function @main, made from the numbers of `draw`."""

    def __init__(self, draw):
        self.draw = draw
        self.lines = []
        self.arguments = [draw.choice(SHAPES) for _ in range(draw.randint(2, 4))]
        self.values = [(f"%a{i}", s) for i, s in enumerate(self.arguments)]
        for _ in range(draw.randint(3, 12)):
            self.add_step()
        self.results = [draw.choice(self.values[-6:]) for _ in range(draw.randint(1, 3))]
        # Argument -> the result that it is donated to.
        self.donated = {}
        for number, (_, shape) in enumerate(self.results):
            free = [i for i, s in enumerate(self.arguments)
                    if s == shape and i not in self.donated]
            if free and draw.random() < 0.8:
                self.donated[draw.choice(free)] = number

    def add(self, op, operands, shape, attributes=""):
        """Appends an op and returns its result."""
        result = (f"%v{len(self.lines)}", shape)
        names = ", ".join(name for name, _ in operands)
        types = ", ".join(text(s) for _, s in operands)
        self.lines.append(f"{result[0]} = oaml.{op}{names}{attributes} : ({types}) -> {text(shape)}")
        return result

    def add_step(self):
        draw = self.draw
        value = draw.choice(self.values[-5:] if draw.random() < 0.7 else self.values)
        shape = value[1]
        other = draw.choice([v for v in self.values if v[1] == shape])
        kind = draw.random()
        if kind < 0.25:
            result = self.add(draw.choice(["add ", "sub ", "mul "]), [value, other], shape)
        elif kind < 0.5:
            result = self.add(draw.choice(["neg ", "relu ", "sigmoid ", "tanh "]), [value], shape)
        elif kind < 0.75 or len(shape) != 2:
            target = draw.choice(SHAPES)
            result = self.add("reshape ", [value], target, f" to [{', '.join(map(str, target))}]")
        elif kind < 0.9:
            axis = draw.randrange(2)
            reduced = (1, shape[1]) if axis == 0 else (shape[0], 1)
            sums = self.add(f"reduce {draw.choice(['sum', 'max'])}, ", [value], reduced,
                            f" {{axes = array<i64: {axis}>}}")
            result = self.add("sub ", [other, sums], shape)
        else:
            product = self.add("matmul_nt ", [value, other], (shape[0], shape[0]))
            sums = self.add("reduce sum, ", [product], (shape[0], 1), " {axes = array<i64: 1>}")
            result = self.add("add ", [value, sums], shape)
        self.values.append(result)

    def __str__(self):
        arguments = ", ".join(
            f"%a{i}: {text(s)}" + (f" {{oaml.donated = {self.donated[i]}}}" if i in self.donated else "")
            for i, s in enumerate(self.arguments))
        types = ", ".join(text(s) for _, s in self.results)
        body = "".join(f"  {line}\n" for line in self.lines)
        names = ", ".join(name for name, _ in self.results)
        return f"func.func @main({arguments}) -> ({types}) {{\n{body}  return {names} : {types}\n}}\n"


def run(program, options, inputs):
    """The results of a program as flat arrays."""
    done = subprocess.run(["oaml-run", str(program), *options, *inputs], check=True,
                          stdout=subprocess.PIPE, text=True)
    return [np.array(line.split("=")[1].split(), np.float64) for line in done.stdout.splitlines()]


def main():
    folder = pathlib.Path(sys.argv[1])
    failed = False
    for seed in range(int(sys.argv[2]), int(sys.argv[3])):
        program = Program(random.Random(seed))
        path = folder / f"{seed}.mlir"
        path.write_text(str(program))
        numbers = np.random.default_rng(seed)
        inputs = []
        for i, shape in enumerate(program.arguments):
            file = folder / f"{seed}-{i}.npy"
            np.save(file, (numbers.standard_normal(shape) * 0.5).astype(np.float32))
            inputs.append(f"--input=@{file}")
        expected = run(path, ["--executor=interpreter"], inputs)
        assert len(expected) == len(program.results)
        for level in ("-O2", "-O0"):
            for i, (a, b) in enumerate(zip(expected, run(path, [level], inputs), strict=True)):
                bound = TOLERANCE * max(1, np.abs(a).max())
                if not np.allclose(a, b, rtol=0, atol=bound):
                    print(f"seed {seed}, {level}: result {i} differs by {np.abs(a - b).max()}")
                    failed = True
    print("failed" if failed else "all agree")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
