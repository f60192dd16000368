"""Convolutions, tap by tap over the windows that have a cell there."""

import itertools

import numpy as np

import reference
from case import Case, attributes, escape, normal, shape_name, shape_text, simple
from reference import Value


class _Geometry:
    """Shapes of input, weight and output, and numbers per spatial axis."""

    def __init__(self, x, w, y, strides, low, dilations, input_dilations, groups):
        self.x, self.w, self.y, self.groups = x, w, y, groups
        self.axes = list(zip(strides, low, dilations, input_dilations))

    def taps(self):
        """Indices into the three tensors of what belongs to one tap."""
        for tap in itertools.product(*map(range, self.w[2:])):
            windows, cells = [], []
            for i, (stride, low, dilation, scale) in enumerate(self.axes):
                window = np.arange(self.y[i + 2])
                place = window * stride + tap[i] * dilation - low
                inside = (place >= 0) & (place % scale == 0)
                inside &= place // scale < self.x[i + 2]
                windows.append(window[inside])
                cells.append(place[inside] // scale)
            yield tap, windows, cells


def _grouped(a, axis, groups):
    return a.reshape(a.shape[:axis] + (groups, a.shape[axis] // groups) +
                     a.shape[axis + 1:])


def _at(a, lists):
    """The part of a at the given positions of its last axes."""
    for i, positions in enumerate(lists):
        a = np.take(a, positions, i - len(lists))
    return a


def _place(total, lists, part):
    index = [np.arange(n) for n in total.shape[:total.ndim - len(lists)]] + lists
    total[np.ix_(*index)] += part


def _convolve(target, left, right, geometry):
    """The tensor `target` from the other two, in the order x, w, y."""
    left, right = np.asarray(left, np.float64), np.asarray(right, np.float64)
    n, groups = geometry.x[0], geometry.groups
    outputs, inputs = geometry.y[1] // groups, geometry.w[1]
    shape = {"output": (n, groups, outputs) + geometry.y[2:],
             "input": (n, groups, inputs) + geometry.x[2:],
             "weight": (groups, outputs, inputs) + geometry.w[2:]}[target]
    left = _grouped(left, 1, groups)
    right = _grouped(right, 1 if target == "weight" else 0, groups)
    total = np.zeros(shape)
    for tap, windows, cells in geometry.taps():
        if any(len(w) == 0 for w in windows):
            continue
        if target == "output":
            part = np.einsum("ngc...,goc->ngo...", _at(left, cells), right[(...,) + tap])
            _place(total, windows, part)
        elif target == "input":
            part = np.einsum("ngo...,goc->ngc...", _at(left, windows), right[(...,) + tap])
            _place(total, cells, part)
        else:
            a, b = _at(left, cells), _at(right, windows)
            a, b = (v.reshape(v.shape[:3] + (-1,)) for v in (a, b))
            total[(...,) + tap] = np.einsum("ngcp,ngop->goc", a, b)
    sizes = {"output": geometry.y, "input": geometry.x, "weight": geometry.w}
    return total.reshape(sizes[target])


def _sum(target, left, right, geometry, more=0.0, more_terms=0.0, dtype=np.float32):
    value = _convolve(target, left, right, geometry) + more
    terms = _convolve(target, np.abs(left), np.abs(right), geometry) + more_terms
    if dtype == np.float16:
        return Value(value.astype(np.float16), 1e-3 * np.abs(terms) + 1e-6)
    return reference.reduction(value, terms)


def _spread(bias, rank):
    return bias.astype(np.float64).reshape((-1,) + (1,) * (rank - 2))


def _bias_gradient(g):
    axes = (0,) + tuple(range(2, g.ndim))
    return reference.reduction(g.astype(np.float64).sum(axes), np.abs(g).sum(axes))


def _windows(extent, kernel, stride, padding, dilation=1):
    return (extent + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1


def _forward(x, w, stride, padding, dilation, groups):
    axes = x.ndim - 2
    y = (x.shape[0], w.shape[0]) + tuple(
        _windows(x.shape[i], w.shape[i], stride, padding, dilation)
        for i in range(2, x.ndim))
    return _Geometry(x.shape, w.shape, y, [stride] * axes, [padding] * axes,
                     [dilation] * axes, [1] * axes, groups)


def _conv(input, weight, bias, stride, padding, dilation=1, groups=1):
    geometry = _forward(input, weight, stride, padding, dilation, groups)
    b = _spread(bias, input.ndim)
    return [_sum("output", input, weight, geometry, b, np.abs(b), input.dtype)]


def _adjoint_conv(g, input, weight, stride, padding, dilation=1, groups=1):
    geometry = _forward(input, weight, stride, padding, dilation, groups)
    return [_sum("input", g, weight, geometry), _sum("weight", input, g, geometry),
            _bias_gradient(g)]


def conv_1d(input, weight, bias, stride, padding, dilation):
    return _conv(input, weight, bias, stride, padding, dilation)


def adjoint_conv_1d(g, input, weight, bias, stride, padding, dilation):
    return _adjoint_conv(g, input, weight, stride, padding, dilation)


def conv_2d(input, weight, bias, stride, padding, groups):
    return _conv(input, weight, bias, stride, padding, groups=groups)


def adjoint_conv_2d(g, input, weight, bias, stride, padding, groups):
    return _adjoint_conv(g, input, weight, stride, padding, groups=groups)


# Transposed: the input is the output of a convolution.

def _backward(x, w, stride, padding, dilation):
    axes = x.ndim - 2
    result = (x.shape[0], w.shape[1]) + tuple(
        (x.shape[i] - 1) * stride - 2 * padding + dilation * (w.shape[i] - 1) + 1
        for i in range(2, x.ndim))
    return _Geometry(result, w.shape, x.shape, [stride] * axes, [padding] * axes,
                     [dilation] * axes, [1] * axes, 1)


def conv_transpose_1d(input, weight, stride, padding, dilation):
    return [_sum("input", input, weight,
                 _backward(input, weight, stride, padding, dilation))]


def adjoint_conv_transpose_1d(g, input, weight, stride, padding, dilation):
    geometry = _backward(input, weight, stride, padding, dilation)
    return [_sum("output", g, weight, geometry), _sum("weight", g, input, geometry)]


def conv_transpose_2d(input, weight, bias, stride, padding):
    b = _spread(bias, 4)
    return [_sum("input", input, weight, _backward(input, weight, stride, padding, 1), b,
                 np.abs(b))]


def adjoint_conv_transpose_2d(g, input, weight, bias, stride, padding):
    geometry = _backward(input, weight, stride, padding, 1)
    return [_sum("output", g, weight, geometry), _sum("weight", g, input, geometry),
            _bias_gradient(g)]


# The core op. `margins`: what the left operand holds before and behind its own
# elements along each spatial axis.

def _inner(left, margins):
    inside = [slice(before, n - behind) for n, before, behind in
              zip(left.shape[2:], *margins)]
    return left[(slice(None), slice(None), *inside)]


def _surrounded(a, margins):
    return np.pad(a, ((0, 0), (0, 0), *zip(*margins)))


def convolution(left, right, target, geometry, margins=None):
    left = _inner(left, margins) if margins else left
    return [_sum(target, left, right, geometry)]


def adjoint_convolution(g, left, right, target, geometry, margins=None):
    left = _inner(left, margins) if margins else left
    first, second = {
        "output": (("input", g, right), ("weight", left, g)),
        "input": (("output", g, right), ("weight", g, left)),
        "weight": (("input", right, g), ("output", left, g))}[target]
    value = _sum(*first, geometry)
    if margins:
        value = Value(_surrounded(value.value, margins), _surrounded(value.bound, margins))
    return [value, _sum(*second, geometry)]


# Cases.

# N, C, L, O, K; stride, padding, dilation. Paddings beyond the kernel are legal.
LINES = [((1, 1, 1, 1, 1), (1, 0, 1)), ((2, 3, 7, 4, 3), (1, 1, 1)),
         ((1, 2, 9, 3, 3), (2, 1, 2)), ((1, 2, 5, 3, 2), (1, 4, 1)),
         ((2, 5, 17, 7, 5), (3, 4, 2)), ((1, 3, 1, 2, 1), (1, 3, 1)),
         ((2, 16, 65, 33, 3), (1, 2, 3))]
# N, C, H, W, O, K; stride, padding, groups.
PLANES = [((1, 1, 1, 1, 1, 1), (1, 0, 1)), ((2, 3, 5, 7, 4, 3), (1, 1, 1)),
          ((1, 4, 6, 5, 6, 3), (2, 1, 2)), ((1, 3, 8, 7, 3, 3), (1, 1, 3)),
          ((1, 2, 4, 3, 2, 2), (3, 3, 1)), ((2, 3, 5, 4, 6, 3), (1, 0, 3)),
          ((1, 8, 9, 11, 12, 5), (2, 2, 4)), ((2, 32, 7, 9, 40, 1), (1, 0, 1)),
          ((1, 16, 28, 28, 32, 3), (1, 1, 1))]
# N, C, L, O, K; stride, padding, dilation.
LINES_BACK = [((1, 1, 1, 1, 1), (1, 0, 1)), ((2, 3, 4, 2, 3), (2, 1, 1)),
              ((1, 2, 5, 3, 2), (3, 0, 2)), ((1, 4, 6, 5, 3), (1, 2, 2)),
              ((2, 8, 17, 9, 4), (2, 1, 1))]
# N, C, H, W, O, K; stride, padding. With stride 3 and K 2 some places stay empty.
PLANES_BACK = [((1, 1, 1, 1, 1, 1), (1, 0)), ((2, 3, 3, 4, 2, 3), (2, 1)),
               ((1, 2, 3, 2, 3, 2), (3, 0)), ((1, 4, 5, 6, 5, 3), (1, 2)),
               ((2, 8, 7, 9, 12, 4), (2, 1))]


def _operands(key, extents, axes, transposed, has_bias=True):
    n, c = extents[:2]
    o, k = extents[-2:]
    channels = (c, o) if transposed else (o, c)
    operands = [normal(key + "x", (n, c) + extents[2:2 + axes]),
                normal(key + "w", channels + (k,) * axes)]
    return operands + ([normal(key + "b", (o,))] if has_bias else [])


def _cases(op, shapes, names, axes, transposed=False, has_bias=True):
    for extents, numbers in shapes:
        values = dict(zip(names, numbers))
        inner = extents
        if values.get("groups", 1) > 1:
            inner = (extents[0], extents[1] // values["groups"]) + extents[2:]
        for adjoint in (False, True):
            name = ("adjoint_" if adjoint else "") + f"{shape_name(extents)}_" + \
                "_".join(map(str, numbers))
            operands = _operands(op + name, inner, axes, transposed, has_bias)
            operands[0] = normal(op + name, (extents[0], extents[1]) + extents[2:2 + axes])
            yield simple(op, name, operands, adjoint=adjoint, **values)
    # Cells outside of the input make nothing of a weight that is not finite.
    extents = (1, 2, 3, 2, 3) if axes == 1 else (1, 2, 3, 3, 2, 3)
    operands = _operands(op + "bad", extents, axes, transposed, has_bias)
    operands[1].reshape(-1)[[0, 4, 11]] = np.inf, np.nan, -np.inf
    yield simple(op, "bad_weight", operands, **dict(zip(names, (1, 1, 1))))


def _half():
    operands = _operands("half", (1, 3, 6, 7, 4, 3), 2, False)
    case = simple("conv_2d", "f16", [a.astype(np.float16) for a in operands], stride=1,
                  padding=1, groups=1)
    return case


def _convolution():
    """Three axes, uneven paddings, dilated inputs, for each target."""
    for name, x, w, strides, low, high, dilations, scales, groups in [
            ("three_axes", (2, 2, 4, 3, 5), (3, 2, 2, 1, 3), (1, 2, 1), (1, 0, 2),
             (0, 1, 1), (2, 1, 1), (1, 1, 1), 1),
            ("uneven", (1, 4, 9), (6, 2, 3), (1,), (2,), (0,), (2,), (1,), 2),
            ("dilated_input", (1, 2, 5, 4), (3, 2, 3, 2), (1, 2), (1, 2), (2, 0), (1, 2),
             (2, 3), 1),
            ("dilated_groups", (2, 4, 3), (4, 2, 2), (2,), (1,), (1,), (1,), (3,), 2),
            ("strided_groups", (1, 4, 8), (6, 2, 3), (3,), (4,), (4,), (1,), (1,), 2)]:
        y = (x[0], w[0]) + tuple(
            ((x[i + 2] - 1) * scales[i] + low[i] + high[i] -
             dilations[i] * (w[i + 2] - 1)) // strides[i] + 1 for i in range(len(low)))
        geometry = _Geometry(x, w, y, strides, low, dilations, scales, groups)
        text = escape(attributes(strides=strides, padding_low=low, padding_high=high,
                                 dilations=dilations, input_dilations=scales,
                                 groups=groups))
        for target, shapes, shape in [("output", (x, w), ""),
                                      ("input", (y, w), f"to {shape_text(x[2:])} "),
                                      ("weight", (x, y), f"to {shape_text(w[2:])} ")]:
            operands = [normal(f"{name}{target}{i}", s) for i, s in enumerate(shapes)]
            for adjoint in (False, True):
                yield Case("convolution", f"{'adjoint_' if adjoint else ''}{name}_{target}",
                           operands, f"oaml.convolution {target}, {{0}}, {{1}} {shape}{text}",
                           {"target": target, "geometry": geometry}, adjoint)
    yield from _padded()


def _padded():
    """Left operands that hold their padding, for each target."""
    x, w, y = (1, 4, 6, 5), (3, 4, 3, 2), (1, 3, 7, 5)
    low, high, reach = (1, 0), (2, 1), (2, 1)
    geometry = _Geometry(x, w, y, (1, 1), low, (1, 1), (1, 1), 1)
    back = [tuple(r - n for r, n in zip(reach, side)) for side in (low, high)]
    text = escape("{padding_low = array<i64: 1, 0>, padding_high = array<i64: 2, 1>, padded}")
    for target, left, right, margins, shape in [
            ("output", x, w, [low, high], ""), ("input", y, w, back, "to [6, 5] "),
            ("weight", x, y, [low, high], "to [3, 2] ")]:
        right = normal("pr" + target, right)
        left = _surrounded(normal("pl" + target, left), margins)
        for name in ("padded", "adjoint_padded", "padded_bad_weight"):
            if name.endswith("weight"):
                right = right.copy()
                right.reshape(-1)[0] = np.inf
            yield Case("convolution", f"{name}_{target}", [left, right],
                       f"oaml.convolution {target}, {{0}}, {{1}} {shape}{text}",
                       {"target": target, "geometry": geometry, "margins": margins},
                       name.startswith("adjoint"))


CASES = {
    "conv_1d": lambda: _cases("conv_1d", LINES, ("stride", "padding", "dilation"), 1),
    "conv_2d": lambda: itertools.chain(
        _cases("conv_2d", PLANES, ("stride", "padding", "groups"), 2), [_half()]),
    "conv_transpose_1d": lambda: _cases(
        "conv_transpose_1d", LINES_BACK, ("stride", "padding", "dilation"), 1, True, False),
    "conv_transpose_2d": lambda: _cases(
        "conv_transpose_2d", PLANES_BACK, ("stride", "padding"), 2, True),
    "convolution": _convolution,
}
