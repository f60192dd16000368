"""Calls every op from Python on random operands, and compares with the reference.

Usage: differential.py [--draws=N] [--seed=N] [--filter=REGEX] [--shard=I/N]

For each op of the dialect: random valid calls (draws.py) by its name and with the
names of its attributes, forward and gradient, on the reference interpreter and on
the device, against the float64 references of test/Semantics; NaN and infinities
where the op is element by element; calls that have to be rejected. An op without a
generator fails. All draws of an op are one program.
"""

import argparse
import copy
import pathlib
import re
import sys
import time
import zlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Semantics")]

import oaml  # noqa: E402 (found by PYTHONPATH, its references by the line above)
from case import Case, register  # noqa: E402
import cases  # noqa: E402,F401 (registers the references)
import draws as generators  # noqa: E402
import reference  # noqa: E402
from run_case import difference  # noqa: E402

# Has no program in test/Semantics, as gradients are all that it is about.
register("detach", reference)

# What is not called: values of the host, requests, and what others are made of.
NOT_CALLED = {"constant", "dim", "from_index", "grad", "value_and_grad", "vjp"}
# What the contract's ops are made of, with attributes of the compiler's own; each has
# its programs in test/Semantics.
INTERNAL = {"accumulate_last_dim", "accumulate_rows", "attention", "attention_backward",
            "compare", "contraction", "convolution", "grouped_outer_m", "iota", "pad",
            "reduce", "resample", "resolve_seed", "scan", "select", "turn_cosine", "vq_revival_row",
            "window_gather", "window_scatter"}


class Call:
    """A draw with what has to come out."""

    def __init__(self, op, draw, number):
        self.op, self.draw = op, draw
        self.leaves = draw.leaves()
        reference = draw.reference or self.leaves
        attributes = draw.attributes if draw.reference_attributes is None else (
            draw.reference_attributes)
        self.case = Case(op, f"draw {number}", reference, "", attributes,
                         adjoint=draw.adjoint, detached=draw.detached,
                         detached_results=draw.detached_results)
        self.expected = self.case.expected()
        self.adjoints = None
        if draw.adjoint:
            present = [i for i, leaf in enumerate(reference) if leaf is not None]
            values = self.case.expected_adjoints()
            self.adjoints = {i: v for i, v in zip(present, values) if v is not None}

    def results(self, leaves):
        """The op's results in a row, on leaves (arrays or tracers)."""
        left = iter(leaves)
        operands = [[next(left) for _ in operand] if isinstance(operand, list)
                    else next(left) for operand in self.draw.operands]
        value = getattr(oaml, self.op)(*operands, **self.draw.attributes)
        values = list(value) if isinstance(value, (tuple, list)) else [value]
        flat = []
        for item in values:
            flat += list(item) if isinstance(item, (tuple, list)) else [item]
        return [item for item in flat if item is not None]

    def outputs(self, leaves, cotangents):
        """Results and, for differentiable calls, gradients of float leaves."""
        outputs = self.results(leaves)
        if not self.adjoints:
            return outputs
        wrt = sorted(self.adjoints)
        chosen = self.case.differentiable_results()

        def function(*moved):
            point = list(leaves)
            for i, leaf in zip(wrt, moved):
                point[i] = leaf
            results = self.results(point)
            return tuple(results[i] for i in chosen)
        _, pullback = oaml.vjp(function, *(leaves[i] for i in wrt))
        return outputs + list(pullback(tuple(cotangents)))

    def check(self, found):
        """Texts of what differs."""
        expected = list(self.expected)
        labels = [f"result {i}" for i in range(len(expected))]
        for i in sorted(self.adjoints or ()):
            expected.append(self.adjoints[i])
            labels.append(f"gradient of operand {i}")
        if len(found) != len(expected):
            return [f"{len(found)} results, expected {len(expected)}"]
        texts = []
        for label, value, array in zip(labels, expected, found):
            text = difference(value, np.asarray(array))
            if text:
                texts.append(f"{label} {text}")
        return texts


def run(calls, executor):
    """The outputs of all calls, as one program."""
    cotangents = [call.case.cotangents() if call.adjoints else [] for call in calls]

    def program(leaves, cotangents):
        return [call.outputs(own, given)
                for call, own, given in zip(calls, leaves, cotangents)]
    return oaml.jit(program, executor=executor)(
        [call.leaves for call in calls], cotangents)


def with_special_values(draw, rng):
    changed = copy.deepcopy(draw)
    changed.adjoint = False
    for operand in changed.operands:
        if operand is not None and operand.dtype.kind == "f" and operand.size:
            for value in (np.nan, np.inf, -np.inf):
                operand.reshape(-1)[rng.integers(0, operand.size)] = value
    return changed


def rejected_calls(draw):
    """(what is wrong, operands, attributes, expected exception)."""
    arrays = [i for i, o in enumerate(draw.operands) if isinstance(o, np.ndarray)]
    floats = [i for i in arrays if draw.operands[i].dtype.kind == "f"]

    def replaced(position, value):
        operands = list(draw.operands)
        operands[position] = value
        return operands
    yield "an unknown attribute", draw.operands, {**draw.attributes, "nonsense": 1}, TypeError
    yield "an operand too many", [*draw.operands, *[np.float32(1)] * 20], {}, TypeError
    if floats:
        x = draw.operands[floats[0]]
        yield "float64", replaced(floats[0], x.astype(np.float64)), draw.attributes, TypeError
        yield ("rank 9", replaced(floats[0], x.reshape((1,) * (9 - x.ndim) + x.shape)),
               draw.attributes, oaml.OpError)
        yield "a string", replaced(floats[0], "text"), draw.attributes, TypeError
    for name, value in draw.attributes.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield (f"a string as {name}", draw.operands,
                   {**draw.attributes, name: "text"}, (TypeError, ValueError))


def check_op(op, seed, count):
    """Failures as texts."""
    if op not in generators.DRAWS:
        return [f"oaml.{op} has no generator in draws.py"]
    rng = np.random.default_rng([seed, zlib.crc32(op.encode())])
    calls = []
    for number in range(count):
        draw = generators.DRAWS[op](rng)
        calls.append(Call(op, draw, number))
        if draw.special and number % 3 == 0:
            calls.append(Call(op, with_special_values(draw, rng), f"{number} special"))
    failures = []
    for executor in ("interpreter", "vulkan"):
        for call, found in zip(calls, run(calls, executor)):
            failures += [f"oaml.{op}, {call.case.name}, {executor}, shapes "
                         f"{[np.shape(x) for x in call.leaves]}, "
                         f"{call.draw.attributes}: {text}" for text in call.check(found)]
    draw = calls[0].draw
    for what, operands, attributes, exception in rejected_calls(draw):
        try:
            getattr(oaml, op)(*operands, **attributes)
        except exception as error:
            if isinstance(error, oaml.OpError) and op not in str(error):
                failures.append(f"oaml.{op} with {what}: the error does not name the "
                                f"op: {error}")
        else:
            failures.append(f"oaml.{op} takes {what}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--filter", default="")
    parser.add_argument("--shard", default="0/1", help="every N-th op from I on")
    options = parser.parse_args()
    names = sorted(set(oaml._native.ops) - NOT_CALLED - INTERNAL)
    first, step = map(int, options.shard.split("/"))
    names = [name for name in names if re.search(options.filter, name)][first::step]
    print(f"{len(names)} ops, {options.draws} draws each, seed {options.seed}")
    failures = []
    for name in names:
        start = time.monotonic()
        try:
            found = check_op(name, options.seed, options.draws)
        except Exception as error:
            found = [f"oaml.{name}: {type(error).__name__}: {error}"]
        failures += found
        print(f"{name}: {'ok' if not found else 'FAILED'}, "
              f"{time.monotonic() - start:.2f} s", flush=True)
        for text in found:
            print("  " + text, flush=True)
    unknown = sorted(set(generators.DRAWS) - set(oaml._native.ops))
    if not options.filter and unknown:
        print(f"generators for ops that do not exist: {', '.join(unknown)}")
    print(f"{len(names)} ops, {len(failures)} differences")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
