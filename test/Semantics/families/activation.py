"""Activations: reference values and cases; derivatives in closed form."""

import numpy as np

from case import SHAPES, SPECIAL, Case, normal, shape_name, simple
from reference import FREE, Value, elementwise, f64, reduction


def _sigmoid(x):
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1, e) / (1 + e)


def _softplus(x):
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def _silu_slope(x):
    s = _sigmoid(x)
    return s * (1 + x * (1 - s))


def _mish_slope(x):
    t = np.tanh(_softplus(x))
    return t + x * _sigmoid(x) * (1 - t * t)


def _slope(g, d):
    return [reduction(g * d, np.abs(g) * np.maximum(1, np.abs(d)) * 0.2)]


def leaky_relu(input, alpha):  # pylint: disable=redefined-builtin
    x, = f64(input)
    return [elementwise(np.where(x > 0, x, alpha * x))]


def adjoint_leaky_relu(g, input, alpha):
    return _slope(g, np.where(input > 0, 1, alpha))


def elu(input, alpha):
    x, = f64(input)
    return [elementwise(np.where(x > 0, x, alpha * np.expm1(np.where(x > 0, 0, x))))]


def adjoint_elu(g, input, alpha):
    x, = f64(input)
    return _slope(g, np.where(x > 0, 1, alpha * np.exp(np.minimum(x, 0))))


def silu(input):
    x, = f64(input)
    result = elementwise(x * _sigmoid(x))
    # x = -inf is free.
    return [Value(result.value, np.where(np.isneginf(x), FREE, result.bound))]


def adjoint_silu(g, input):
    return _slope(g, _silu_slope(f64(input)[0]))


def softplus(input):
    return [elementwise(_softplus(f64(input)[0]))]


def adjoint_softplus(g, input):
    return _slope(g, _sigmoid(f64(input)[0]))


def mish(input):
    x, = f64(input)
    result = elementwise(x * np.tanh(_softplus(x)))
    return [Value(result.value, np.where(np.isneginf(x), FREE, result.bound))]


def adjoint_mish(g, input):
    return _slope(g, _mish_slope(f64(input)[0]))


def swiglu(gate, up):
    gate, up = f64(gate, up)
    return [elementwise(gate * _sigmoid(gate) * up)]


def adjoint_swiglu(g, gate, up):
    gate, up = f64(gate, up)
    return (_slope(g, up * _silu_slope(gate)) + _slope(g, gate * _sigmoid(gate)))


def silu_mul(input, intermediate_size):
    return swiglu(input[..., :intermediate_size], input[..., intermediate_size:])


def adjoint_silu_mul(g, input, intermediate_size):
    left, right = adjoint_swiglu(g, input[..., :intermediate_size],
                                 input[..., intermediate_size:])
    return [Value(np.concatenate([left.value, right.value], axis=-1),
                  np.concatenate([left.bound, right.bound], axis=-1))]


def _unary(op, **attributes):
    for shape in SHAPES + [(0,)]:
        yield simple(op, shape_name(shape), [normal(op + str(shape), shape, 3)],
                     **attributes)
    yield simple(op, "special", [SPECIAL], **attributes)
    for shape in [(7,), (33, 65)]:
        yield simple(op, "adjoint_" + shape_name(shape), [
            normal(op + "a" + str(shape), shape, 2)], adjoint=True, **attributes)
    finite = SPECIAL[np.isfinite(SPECIAL)]
    yield simple(op, "adjoint_special_ties", [finite], adjoint=True, **attributes)


def _sloped(op):
    yield from _unary(op, alpha=0.1)
    # Every alpha goes through the formula.
    for alpha in (0.0, -0.5, 2.0):
        for adjoint in (False, True):
            yield simple(op, f"{'adjoint_ties_' if adjoint else ''}alpha_{alpha:g}",
                         [np.array([-2, -0.5, 0, 0.5, 3], np.float32)],
                         adjoint=adjoint, alpha=alpha)


def _swiglu():
    for shape in [(), (1,), (7,), (33, 65), (2, 3, 5), (0, 4), (100003,)]:
        yield simple("swiglu", shape_name(shape), [
            normal(f"sg{shape}", shape, 2), normal(f"su{shape}", shape)])
    for shape in [(3, 5), (33, 65)]:
        yield simple("swiglu", "adjoint_" + shape_name(shape), [
            normal(f"sh{shape}", shape), normal(f"sv{shape}", shape)], adjoint=True)


def _silu_mul():
    for shape in [(2,), (6,), (5, 14), (64, 64), (2, 3, 66), (0, 4), (1000, 34)]:
        yield simple("silu_mul", shape_name(shape), [normal(f"sm{shape}", shape, 2)],
                     intermediate_size=shape[-1] // 2)
    for shape in [(5, 6), (33, 66)]:
        yield simple("silu_mul", "adjoint_" + shape_name(shape), [
            normal(f"sn{shape}", shape)], adjoint=True, intermediate_size=shape[-1] // 2)


CASES = {
    **{op: (lambda op=op: _sloped(op)) for op in ("leaky_relu", "elu")},
    **{op: (lambda op=op: _unary(op)) for op in ("silu", "softplus", "mish")},
    "swiglu": _swiglu, "silu_mul": _silu_mul,
}
