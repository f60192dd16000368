"""Random numbers and initial values beside uniform ones."""

import numpy as np

import reference
from case import (Case, OperandScalars, attributes, escape, normal, scalar, shape_name,
                  shape_text)
from reference import Value, elementwise, exact, f64


def _unit(words):
    return words.astype(np.float32) * np.float32(2.0**-32)


def _uniform(shape, low, high, seed):
    return reference.philox_uniform(shape, low, high, seed)[0].value


def philox_normal(shape, mean, deviation, seed):
    count = int(np.prod(shape))
    counters = np.zeros(((count + 1) // 2, 4), np.uint32)
    counters[:, 0] = np.arange(len(counters))
    words = reference.philox4x32(counters, (seed, 0x87654321))
    u1 = (_unit(words[:, 0]) + np.float32(1e-10)).astype(np.float64)
    radius = np.sqrt(-2 * np.log(u1))
    angle = 2 * np.pi * _unit(words[:, 1]).astype(np.float64)
    z = np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1)
    z = z.reshape(-1)[:count].reshape(shape)
    value = z * deviation + mean
    return [Value(value, np.full(shape, 1e-5 * max(1, abs(deviation), abs(mean))))]


def rand(shape, seed):
    return [exact(_uniform(shape, 0, 1, seed))]


def rand_n(shape, seed):
    deviation = np.sqrt(2 / shape[1]) if len(shape) == 2 else 0.02
    value = philox_normal(shape, 0, deviation, seed)[0].value
    return [Value(value, np.full(shape, 1e-5 * deviation))]


def _bounded(shape, seed, bound, fan):
    if bound is None:
        bound = np.sqrt(6 / fan(shape)) if len(shape) == 2 else 0.1
    return [Value(_uniform(shape, -bound, bound, seed), np.full(shape, 3e-7 * bound))]


def rand_glorot_uniform(shape, seed, bound=None):
    return _bounded(shape, seed, bound, lambda s: s[0] + s[1])


def rand_kaiming_uniform(shape, seed, bound=None):
    return _bounded(shape, seed, bound, lambda s: s[1])


def _factor(x, probability, seed):
    probability = np.float32(probability)
    if not 0 <= probability < 1:
        return np.full(x.shape, np.nan)
    keep = _uniform(x.shape, 0, 1, seed) >= probability
    return keep / (1 - np.float64(probability))


def dropout(x, probability, seed):
    return [elementwise(f64(x)[0] * _factor(x, probability, seed))]


def adjoint_dropout(g, x, probability, seed):
    return [elementwise(g * _factor(x, probability, seed))]


SHAPES = [(1,), (7,), (4, 9), (33, 65), (2, 3, 5), (10007,)]


def _philox_normal():
    for shape in SHAPES:
        values = {"mean": 0.0, "deviation": 1.0, "seed": 42}
        yield Case("philox_normal", shape_name(shape), [],
                   f"oaml.philox_normal {shape_text(shape)} " +
                   escape(attributes(**values)), dict(values, shape=shape))
    yield OperandScalars(
        "philox_normal", "operands", [scalar(-2.0), scalar(3.0), scalar(-5)],
        "oaml.philox_normal [33, 5] mean({0}) deviation({1}) seed({2})",
        {"shape": (33, 5)}, scalars=("mean", "deviation", "seed"))


def _initial(op):
    for shape in SHAPES:
        yield Case(op, shape_name(shape), [], f"oaml.{op} {shape_text(shape)} " +
                   escape(attributes(seed=7)), {"shape": shape, "seed": 7})
    yield OperandScalars(op, "operand", [scalar(11)], f"oaml.{op} [8, 5] seed({{0}})",
                         {"shape": (8, 5)}, scalars=("seed",))
    if op.endswith("_uniform"):
        yield Case(op, "bound", [], f"oaml.{op} [4, 9] " + escape(
            attributes(seed=3, bound=0.25)), {"shape": (4, 9), "seed": 3, "bound": 0.25})


def _dropout():
    for shape in SHAPES:
        for adjoint in (False, True):
            values = {"probability": 0.25, "seed": 9}
            yield Case("dropout", ("adjoint_" if adjoint else "") + shape_name(shape),
                       [normal(f"drop{shape}", shape)], "oaml.dropout {0} " +
                       escape(attributes(**values)), values, adjoint=adjoint)
    x = normal("dropx", (9, 7))
    for probability in (0.0, 0.9999):
        values = {"probability": probability, "seed": 2**33 + 5}
        yield Case("dropout", f"probability_{probability}", [x], "oaml.dropout {0} " +
                   escape(attributes(**values)), values)
    special = x.copy()
    special[0, :3] = np.nan, np.inf, -np.inf
    values = {"probability": 0.5, "seed": 1}
    yield Case("dropout", "special", [special],
               "oaml.dropout {0} " + escape(attributes(**values)), values)
    for probability in (0.0, 0.5, 1.0, -0.5, np.nan):
        yield OperandScalars(
            "dropout", f"operand_{probability}", [x, scalar(probability), scalar(-3)],
            "oaml.dropout {0} probability({1}) seed({2})",
            scalars=("probability", "seed"))


CASES = {"philox_normal": _philox_normal, "dropout": _dropout,
         **{op: (lambda op: lambda: _initial(op))(op) for op in (
             "rand", "rand_n", "rand_glorot_uniform", "rand_kaiming_uniform")}}
