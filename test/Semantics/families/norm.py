"""Normalizations."""

import numpy as np

import reference
from case import Case, attributes, escape, normal, shape_name, simple
from reference import Value, f64

EPSILON = 1e-5


def _value(value, terms, like):
    """A sum whose terms have the given magnitudes, in the dtype of `like`."""
    if like.dtype != np.float16:
        return reference.reduction(value, terms)
    with np.errstate(over="ignore"):
        return Value(value.astype(np.float16),
                     1e-3 * np.nan_to_num(np.abs(terms), nan=0, posinf=0) + 1e-6)


class _Unit:
    """x over its deviation (or root mean square) along axes, and what that is of."""

    def __init__(self, x, axes, epsilon, centred):
        self.axes, self.centred = axes, centred
        self.mean = x.mean(axes, keepdims=True) if centred else np.zeros(())
        self.variance = np.square(x - self.mean).mean(axes, keepdims=True)
        self.inverse = 1 / np.sqrt(self.variance + epsilon)
        self.unit = (x - self.mean) * self.inverse
        # The subtraction loses digits of x.
        self.size = np.abs(self.unit) + np.abs(self.mean * self.inverse)

    def adjoint(self, q):
        """Of x, for the cotangent q of the unit: the sum and its magnitude."""
        def mean(a):
            return a.mean(self.axes, keepdims=True)
        along = self.unit * mean(q * self.unit)
        level = mean(q) if self.centred else 0
        size = (np.abs(q) + mean(np.abs(q)) +
                self.size * mean(np.abs(q) * self.size)) * self.inverse
        return self.inverse * (q - level - along), size


def _channels(vector, trailing):
    return vector.reshape(vector.shape + (1,) * trailing)


def _forward(x, unit, weight, bias):
    w = weight.astype(np.float64)
    b = 0 if bias is None else bias.astype(np.float64)
    return _value(unit.unit * w + b, unit.size * np.abs(w) + np.abs(b), x)


# Over batch and plane.

def batch_norm_2d(input, weight, bias, epsilon):
    unit = _Unit(input.astype(np.float64), (0, 2, 3), epsilon, True)
    wide = np.abs(input.astype(np.float64)).mean((0, 2, 3))
    return [_forward(input, unit, _channels(weight, 2), _channels(bias, 2)),
            reference.reduction(unit.mean.reshape(-1), wide),
            reference.reduction(unit.variance.reshape(-1),
                                unit.variance.reshape(-1) + wide)]


def adjoint_batch_norm_2d(g, input, weight, bias, epsilon):
    g, x, w = f64(g, input, weight)
    unit = _Unit(x, (0, 2, 3), epsilon, True)
    value, size = unit.adjoint(g * _channels(w, 2))

    def total(a):
        return a.sum((0, 2, 3))
    return [reference.reduction(value, size),
            reference.reduction(total(g * unit.unit), total(np.abs(g) * unit.size)),
            reference.reduction(total(g), total(np.abs(g)))]


def batch_norm_2d_with_stats(input, mean, variance, weight, bias, epsilon):
    x, m, v, w, b = f64(input, *(_channels(a, 2) for a in (mean, variance, weight, bias)))
    scale = w / np.sqrt(v + epsilon)
    return [reference.reduction((x - m) * scale + b,
                                (np.abs(x) + np.abs(m)) * np.abs(scale) + np.abs(b))]


# Over channels.

def channel_norm(input, weight, bias, epsilon):
    unit = _Unit(input.astype(np.float64), 1, epsilon, True)
    return [_forward(input, unit, _channels(weight, 1), _channels(bias, 1))]


def channel_norm_relu(input, weight, bias, epsilon):
    value = channel_norm(input, weight, bias, epsilon)[0]
    return [Value(np.where(value.value <= 0, 0, value.value), value.bound)]


def channel_norm_backward(input, weight, output_gradient, epsilon):
    x, w, g = f64(input, weight, output_gradient)
    unit = _Unit(x, 1, epsilon, True)
    value, size = unit.adjoint(g * _channels(w, 1))

    def total(a):
        return a.sum((0, 2))
    return [reference.reduction(value, size),
            reference.reduction(total(g * unit.unit), total(np.abs(g) * unit.size)),
            reference.reduction(total(g), total(np.abs(g)))]


def channel_norm_relu_backward(input, weight, forward_output, output_gradient, epsilon):
    gated = np.where(forward_output > 0, output_gradient, 0)
    return channel_norm_backward(input, weight, gated, epsilon)


def adjoint_channel_norm(g, input, weight, bias, epsilon):
    return channel_norm_backward(input, weight, g, epsilon)


# Over the last axis.

def _total(a, width):
    return a.reshape(-1, width).sum(0)


def layer_norm(x, weight, bias, epsilon):
    return [_forward(x, _Unit(x.astype(np.float64), -1, epsilon, True), weight, bias)]


def adjoint_layer_norm(g, x, weight, bias, epsilon):
    g, x, w = f64(g, x, weight)
    unit = _Unit(x, -1, epsilon, True)
    width = len(w)
    return [reference.reduction(*unit.adjoint(g * w)),
            reference.reduction(_total(g * unit.unit, width),
                                _total(np.abs(g) * unit.size, width)),
            reference.reduction(_total(g, width), _total(np.abs(g), width))]


def rms_norm(input, weight, epsilon):
    unit = _Unit(input.astype(np.float64), -1, epsilon, False)
    return [_forward(input, unit, weight, None)]


def adjoint_rms_norm(g, input, weight, epsilon):
    g, x, w = f64(g, input, weight)
    unit = _Unit(x, -1, epsilon, False)
    return [reference.reduction(*unit.adjoint(g * w)),
            reference.reduction(_total(g * unit.unit, len(w)),
                                _total(np.abs(g) * unit.size, len(w)))]


def residual_rms_norm(a, b, weight, epsilon):
    left, right = f64(a, b)
    unit = _Unit(left + right, -1, epsilon, False)
    return [_forward(a, unit, weight, None), reference.elementwise(left + right)]


def adjoint_residual_rms_norm(g, g_residual, a, b, weight, epsilon):
    g, rest, left, right, w = f64(g, g_residual, a, b, weight)
    unit = _Unit(left + right, -1, epsilon, False)
    value, size = unit.adjoint(g * w)
    total = reference.reduction(value + rest, size + np.abs(rest))
    return [total, total,
            reference.reduction(_total(g * unit.unit, len(w)),
                                _total(np.abs(g) * unit.size, len(w)))]


def _silu(z):
    sigmoid = 1 / (1 + np.exp(-z))
    return z * sigmoid, sigmoid * (1 + z * (1 - sigmoid))


def _gated(input, weight, bias, gate, epsilon):
    """Unit, affine rows and gate as [rows / A, A, D]."""
    shape = (-1,) + weight.reshape(-1, weight.shape[-1]).shape
    x, w, z = f64(input, weight, gate)
    unit = _Unit(x.reshape(shape), -1, epsilon, False)
    w = w.reshape(shape[1:])
    b = 0 if bias is None else bias.astype(np.float64).reshape(shape[1:])
    return unit, w, b, z.reshape(shape)


def rms_norm_gated(input, weight, bias, gate, epsilon):
    unit, w, b, z = _gated(input, weight, bias, gate, epsilon)
    silu, _ = _silu(z)
    value, terms = (unit.unit * w + b) * silu, (unit.size * np.abs(w) + np.abs(b))
    return [reference.reduction(value.reshape(input.shape),
                                (terms * np.abs(silu)).reshape(input.shape))]


def rms_norm_gated_backward(input, weight, bias, gate, output_gradient, epsilon):
    unit, w, b, z = _gated(input, weight, bias, gate, epsilon)
    g = output_gradient.astype(np.float64).reshape(z.shape)
    silu, slope = _silu(z)
    d = g * silu
    value, size = unit.adjoint(d * w)
    shape = weight.shape
    results = [
        reference.reduction(value.reshape(input.shape), size.reshape(input.shape)),
        reference.reduction((d * unit.unit).sum(0).reshape(shape),
                            (np.abs(d) * unit.size).sum(0).reshape(shape))]
    if bias is not None:
        results.append(reference.reduction(d.sum(0).reshape(shape),
                                           np.abs(d).sum(0).reshape(shape)))
    affine = unit.unit * w + b
    size = np.abs(g * slope) * (unit.size * np.abs(w) + np.abs(b))
    results.append(reference.reduction((g * affine * slope).reshape(input.shape),
                                       size.reshape(input.shape)))
    return results


def adjoint_rms_norm_gated(g, input, weight, bias, gate, epsilon):
    values = rms_norm_gated_backward(input, weight, bias, gate, g, epsilon)
    return values if bias is not None else values[:2] + [None, values[2]]


# Cases.

PLANES = [(1, 1, 1, 1), (2, 3, 4, 5), (3, 8, 7, 1), (2, 17, 5, 9), (4, 32, 16, 15)]
SEQUENCES = [(1, 1, 1), (2, 3, 5), (1, 65, 9), (3, 16, 33), (2, 64, 64)]
ROWS = [(1,), (7,), (5, 1), (3, 8), (9, 65), (2, 3, 31), (64, 64), (33, 1000)]


def _vectors(op, width, count):
    return [normal(f"{op}{width}{i}", (width,)) + 1 for i in range(count)]


def _affine(op, shapes, axis, detached_results=()):
    """Ops of a tensor, weight and bias (rms_norm: no bias)."""
    count = 1 if op == "rms_norm" else 2
    for shape in shapes:
        operands = [normal(f"{op}{shape}", shape)] + _vectors(op, shape[axis], count)
        yield simple(op, shape_name(shape), operands, epsilon=EPSILON)
    for shape in shapes[1:2] + shapes[-2:]:
        operands = [normal(f"a{op}{shape}", shape)] + _vectors(op, shape[axis], count)
        yield simple(op, "adjoint_" + shape_name(shape), operands, adjoint=True,
                     detached_results=detached_results, epsilon=EPSILON)
    shape = shapes[-2]
    vectors = _vectors(op, shape[axis], count)
    # Means that are large beside deviations, rows that are constant, NaN.
    yield simple(op, "large_mean", [normal(op + "m", shape) + 3000] + vectors,
                 epsilon=EPSILON)
    yield simple(op, "constant", [np.full(shape, 3, np.float32)] + vectors,
                 epsilon=EPSILON)
    bad = normal(op + "bad", shape)
    bad.reshape(-1)[[0, -1]] = np.nan, np.inf
    yield simple(op, "nan", [bad] + vectors, epsilon=0.5)
    half = [normal(op + "h", shape).astype(np.float16)] + [
        v.astype(np.float16) for v in vectors]
    if op in ("layer_norm", "rms_norm"):
        case = simple(op, "f16", half, epsilon=EPSILON)
        yield case


def _batch_norm_2d():
    yield from _affine("batch_norm_2d", PLANES, 1, detached_results=(1, 2))


def _batch_norm_2d_with_stats():
    op = "batch_norm_2d_with_stats"
    for shape in PLANES:
        operands = [normal(f"bs{shape}", shape)] + _vectors(op, shape[1], 4)
        operands[2] = np.abs(operands[2])
        yield simple(op, shape_name(shape), operands, epsilon=EPSILON)
    for shape in [(2, 3, 2, 3), (1, 5, 3, 1)]:
        operands = [normal(f"abs{shape}", shape)] + _vectors(op, shape[1], 4)
        operands[2] = np.abs(operands[2]) + np.float32(0.5)
        yield simple(op, "adjoint_" + shape_name(shape), operands, adjoint=True,
                     epsilon=EPSILON)
    # The variance is not checked: a negative one gives NaN, -epsilon infinity.
    yield simple(op, "negative_variance", [
        np.ones((1, 2, 1, 2), np.float32), np.zeros(2, np.float32),
        np.array([-1, -0.5], np.float32), np.ones(2, np.float32),
        np.zeros(2, np.float32)], epsilon=0.5)


def _channel_norm_relu():
    op = "channel_norm_relu"
    for shape in SEQUENCES:
        operands = [normal(f"{op}{shape}", shape)] + _vectors(op, shape[1], 2)
        yield simple(op, shape_name(shape), operands, epsilon=EPSILON)
    for shape in [(2, 3, 5), (1, 7, 3)]:
        operands = [normal(f"a{op}{shape}", shape)] + _vectors(op, shape[1], 2)
        yield simple(op, "adjoint_" + shape_name(shape), operands, adjoint=True,
                     epsilon=EPSILON)


def _channel_norm_backward(op, count):
    for shape in SEQUENCES:
        operands = [normal(f"{op}{shape}{i}", shape) for i in range(count)]
        operands.insert(1, normal(f"{op}w{shape}", (shape[1],)))
        yield simple(op, shape_name(shape), operands, epsilon=EPSILON)
    for shape in [(2, 3, 4), (1, 5, 2)]:
        operands = [normal(f"a{op}{shape}{i}", shape) for i in range(count)]
        operands.insert(1, normal(f"a{op}w{shape}", (shape[1],)))
        yield simple(op, "adjoint_" + shape_name(shape), operands, adjoint=True,
                     detached=(2,) if count == 3 else (), epsilon=0.1)


def _residual_rms_norm():
    op = "residual_rms_norm"
    for shape in ROWS:
        operands = [normal(f"{op}{i}{shape}", shape) for i in "ab"]
        operands += _vectors(op, shape[-1], 1)
        yield simple(op, shape_name(shape), operands, epsilon=EPSILON)
        if shape in ROWS[3:7]:
            yield simple(op, "adjoint_" + shape_name(shape), operands, adjoint=True,
                         epsilon=EPSILON)


# Shapes of the input and of the affine rows.
GATED = [((1,), (1,)), ((3, 8), (8,)), ((4, 7), (2, 7)), ((2, 3, 31), (3, 31)),
         ((2, 6, 5), (3, 5)), ((8, 9), (2, 2, 9)), ((64, 64), (64,)), ((12, 65), (1, 65))]


def _gated_case(op, shape, affine, has_bias, adjoint=False):
    key = f"{op}{shape}{affine}{adjoint}"
    operands = [normal(key, shape), normal(key + "w", affine) + 1,
                normal(key + "b", affine) if has_bias else None,
                normal(key + "z", shape)]
    if op.endswith("backward"):
        operands.append(normal(key + "g", shape))
    present = [i for i, a in enumerate(operands) if a is not None]
    places = {i: f"{{{n}}}" for n, i in enumerate(present)}
    text = f"oaml.{op} {places[0]}, {places[1]}, "
    text += f"bias({places[2]}), " if has_bias else ""
    text += ", ".join(places[i] for i in present if i > 2)
    name = ("adjoint_" if adjoint else "") + shape_name(shape, affine)
    return Case(op, name + ("" if has_bias else "_no_bias"), operands,
                text + " " + escape(attributes(epsilon=EPSILON)),
                {"epsilon": EPSILON}, adjoint)


def _rms_norm_gated(op):
    for shape, affine in GATED:
        yield _gated_case(op, shape, affine, True)
    yield _gated_case(op, (6, 9), (3, 9), False)
    small = [((4, 3), (2, 3)), ((2, 6), (6,))]
    for shape, affine in small if op.endswith("backward") else GATED[2:5]:
        yield _gated_case(op, shape, affine, True, adjoint=True)
    yield _gated_case(op, (3, 4), (4,), False, adjoint=True)


CASES = {
    "batch_norm_2d": _batch_norm_2d,
    "batch_norm_2d_with_stats": _batch_norm_2d_with_stats,
    "channel_norm": lambda: _affine("channel_norm", SEQUENCES, 1),
    "channel_norm_relu": _channel_norm_relu,
    "channel_norm_backward": lambda: _channel_norm_backward("channel_norm_backward", 2),
    "channel_norm_relu_backward":
        lambda: _channel_norm_backward("channel_norm_relu_backward", 3),
    "layer_norm": lambda: _affine("layer_norm", ROWS, -1),
    "rms_norm": lambda: _affine("rms_norm", ROWS, -1),
    "residual_rms_norm": _residual_rms_norm,
    "rms_norm_gated": lambda: _rms_norm_gated("rms_norm_gated"),
    "rms_norm_gated_backward": lambda: _rms_norm_gated("rms_norm_gated_backward"),
}
