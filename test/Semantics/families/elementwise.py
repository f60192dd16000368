"""Element-wise ops: functions, and elements with a scalar."""

import numpy as np

import reference
from case import (SHAPES, SPECIAL, Case, OperandScalars, integers, normal, scalar,
                  shape_name, simple, uniform)
from reference import Value, elementwise, exact, f64, ulps

# Shapes at the edges of vectors, a scalar, nothing at all, and a large one.
FEW = [(), (1,), (9,), (31, 33), (0, 3), (100003,)]


def abs(x):  # pylint: disable=redefined-builtin
    return [exact(np.abs(x))]


def adjoint_abs(g, x):
    return [exact(g * np.where(np.isnan(x), 0, np.sign(x)))]


def sin(x):
    return [ulps(np.sin(f64(x)[0]))]


def cos(x):
    return [ulps(np.cos(f64(x)[0]))]


def adjoint_sin(g, x):
    return [elementwise(g * np.cos(f64(x)[0]))]


def adjoint_cos(g, x):
    return [elementwise(-g * np.sin(f64(x)[0]))]


def reciprocal(x):
    return [ulps(1 / f64(x)[0])]


def adjoint_reciprocal(g, x):
    y = 1 / f64(x)[0]
    d = -g * y * y
    return [Value(d, 2e-6 * np.maximum(1, np.abs(d)))]


def copy(x):
    return [exact(x)]


def adjoint_copy(g, x):
    return [exact(g)]


def _functions(op):
    for shape in SHAPES:
        yield simple(op, shape_name(shape), [normal(op + str(shape), shape, 2)])
    yield simple(op, "special", [SPECIAL])
    for shape in [(7,), (33, 65)]:
        yield simple(op, "adjoint_" + shape_name(shape), [
            normal(op + "a" + str(shape), shape) +
            (3 if op == "reciprocal" else 0)], adjoint=True)
    if op in ("sin", "cos"):
        # Every binade, and neighbours of multiples of pi/2, where digits cancel.
        steps = np.float32(2) ** np.arange(-30, 127, dtype=np.float32)
        points = (steps[:, None] * np.linspace(1, 2, 9, False, dtype=np.float32))
        yield simple(op, "binades", [np.concatenate([points, -points])])
        turns = np.concatenate([np.arange(1, 3000), 2 ** np.arange(12, 31)])
        near = (turns * (np.pi / 2)).astype(np.float32)
        near = [np.nextafter(near, np.float32(s), dtype=np.float32)
                for s in (-np.inf, np.inf)] + [near]
        yield simple(op, "multiples", [np.concatenate(near)])
        # The float closest to a multiple of pi/2.
        yield simple(op, "worst", [np.array([16367173.0 * 2.0**72, 5.3371e24,
                                             1.5707964, 3.1415927], np.float32)])


def _copy():
    for x in [normal("cp", ()), normal("cq", (3, 65)), normal("cr", (0, 4)),
              integers("cs", (17,), -2**31, 2**31),
              integers("ct", (9,), 0, 256, np.uint8),
              integers("cu", (9,), -128, 128, np.int8)]:
        yield simple("copy", f"{x.dtype.name}_{shape_name(x.shape)}", [x])
    yield simple("copy", "adjoint", [normal("cv", (5, 7))], adjoint=True)


# An element and a scalar, which is rounded to float32.

def _scalar(x, value):
    return np.float64(np.float32(value)) if x.dtype.kind == "f" else int(value)


def scale(x, factor):
    return [elementwise(f64(x)[0] * _scalar(x, factor))]


def add_scalar(x, value):
    if x.dtype.kind != "f":
        return [exact((x.astype(np.int64) + int(value)).astype(np.int32))]
    return [elementwise(f64(x)[0] + _scalar(x, value))]


def sub_scalar(x, value):
    return [elementwise(f64(x)[0] - _scalar(x, value))]


def div_scalar(x, value):
    return [elementwise(f64(x)[0] / _scalar(x, value))]


def clamp_min(x, minimum):
    limit = _scalar(x, minimum)
    return [exact(np.where(x <= limit, limit, f64(x)[0]))]


def clamp_max(x, maximum):
    limit = _scalar(x, maximum)
    return [exact(np.where(x >= limit, limit, f64(x)[0]))]


def adjoint_clamp_min(g, x, minimum):
    return [exact(g * (x > _scalar(x, minimum)))]


def adjoint_clamp_max(g, x, maximum):
    return [exact(g * (x < _scalar(x, maximum)))]


def equal(x, value):
    return [exact((x == _scalar(x, value)).astype(np.float32))]


def greater_equal(x, value):
    return [exact((x >= _scalar(x, value)).astype(np.float32))]


def pow(x, exponent):  # pylint: disable=redefined-builtin
    power = _scalar(x, exponent)
    with np.errstate(all="ignore"):
        y = np.power(f64(x)[0], power)
    # NumPy takes the root here, unlike C.
    return [ulps(np.where(np.isneginf(x), np.inf, y) if power == 0.5 else y)]


def adjoint_pow(g, x, exponent):
    p = _scalar(x, exponent)
    with np.errstate(all="ignore"):
        d = np.zeros(g.shape) if p == 0 else g * p * np.power(f64(x)[0], p - 1)
    return [elementwise(d)]


_SCALAR_NAMES = {"scale": "factor", "clamp_min": "minimum", "clamp_max": "maximum",
                 "pow": "exponent"}


def _with_scalar(op, value=1.25):
    name = _SCALAR_NAMES.get(op, "value")

    def operand(label, x, number, **more):
        return OperandScalars(op, label, [x, scalar(number)],
                              f"oaml.{op} {{0}} {name}({{1}})", scalars=(name,), **more)
    for shape in FEW:
        yield simple(op, shape_name(shape), [normal(op + str(shape), shape, 2)],
                     **{name: value})
    yield simple(op, "special", [SPECIAL], **{name: value})
    for label, number in [("zero", 0.0), ("negative", -0.75), ("nan", float("nan")),
                          ("infinite", float("inf"))]:
        # What a clamp does with a NaN is free.
        if op.startswith("clamp") and label == "nan":
            continue
        yield simple(op, "by_" + label, [SPECIAL], **{name: number})
    yield operand("operand", normal(op + "o", (3, 65)), value)
    yield operand("operand_scalar", normal(op + "p", ()), value)
    half = normal(op + "h", (33,)).astype(np.float16)
    yield simple(op, "f16", [half], **{name: value})
    if op not in ("equal", "greater_equal"):
        x = normal(op + "a", (7, 5)) + np.float32(4 if op == "pow" else 0)
        yield simple(op, "adjoint", [x], adjoint=True, **{name: value})
        # Operands in the order that the op has them: the scalar takes none.
        if op.startswith("clamp"):
            x = np.array([value, value - 1, value + 1, 0, -value], np.float32)
            yield simple(op, "adjoint_ties", [x], adjoint=True, **{name: value})


def _halves(generator):
    """Gives the results of f16 cases the type and error of f16."""
    for case in generator:
        if case.operands and case.operands[0].dtype == np.float16:
            case = HalfCase(**vars(case))
        yield case


class HalfCase(Case):
    """A case of f16: computed in f32, rounded once."""

    def expected(self):
        values = super().expected()
        with np.errstate(over="ignore"):
            return [Value(v.value.astype(np.float16), np.abs(v.value) * 2.0**-10 + 1e-7)
                    for v in values]


def _add_scalar():
    yield from _with_scalar("add_scalar")
    extremes = np.array([2**31 - 1, -2**31, -1, 0, 1, 65537], np.int32)
    for value in (1.0, -2.0, 2147483647.0, -2147483648.0):
        yield simple("add_scalar", f"i32_{int(value)}", [extremes], value=value)
    yield OperandScalars("add_scalar", "i32_operand", [extremes, scalar(3)],
                         "oaml.add_scalar {0} value({1})", scalars=("value",))


def _equal():
    yield from _with_scalar("equal", 1.5)
    yield simple("equal", "i32", [integers("eq", (5, 13), -3, 3)], value=2.0)
    yield simple("equal", "i32_large", [np.array([2**24, 2**24 + 1, 2**31 - 1], np.int32)],
                 value=float(2**24 + 1))
    # 0.1 is rounded to float32 before it is compared.
    yield simple("equal", "rounds", [np.array([0.1, 0.2], np.float32)], value=0.1)
    yield OperandScalars("equal", "i32_operand", [integers("er", (65,), -3, 3), scalar(-1)],
                         "oaml.equal {0} value({1})", scalars=("value",))


def _pow():
    yield from _with_scalar("pow", 2.5)
    grid = np.concatenate([
        uniform("pg", (400,), 0.5, 2), uniform("ph", (200,), 0.9, 1.1),
        np.exp2(uniform("pi", (400,), -120, 120)).astype(np.float32), SPECIAL])
    for exponent in (0.0, 1.0, -1.0, 2.0, 3.0, 0.5, -0.5, 1 / 3, 7.0, -13.0, 100.5, 1e-3,
                     1e4, 16777217.0, 0.1):
        yield simple("pow", f"by_{exponent:.6g}", [np.concatenate([grid, -grid])],
                     exponent=exponent)
    for exponent in (0.0, 1.0, 2.0, -1.0):
        yield simple("pow", f"adjoint_by_{exponent:g}", [
            np.concatenate([uniform("pj", (9,), 0.5, 3), -uniform("pk", (9,), 0.5, 3)])],
            adjoint=True, exponent=exponent)
    yield simple("pow", "adjoint_bad_zero", [np.array([0, 2, -2], np.float32)],
                 adjoint=True, exponent=0.0)


CASES = {
    **{op: (lambda op=op: _functions(op)) for op in ("abs", "sin", "cos", "reciprocal")},
    "copy": _copy,
    **{op: (lambda op=op: _halves(_with_scalar(op)))
       for op in ("scale", "sub_scalar", "div_scalar", "clamp_min", "clamp_max")},
    "add_scalar": lambda: _halves(_add_scalar()), "equal": lambda: _halves(_equal()),
    "greater_equal": lambda: _halves(_with_scalar("greater_equal", 0.5)),
    "pow": lambda: _halves(_pow()),
}
