"""Pooling and resampling of planes [N, C, H, W]."""

import numpy as np

import reference
from case import Case, attributes, escape, normal, shape_name, shape_text, simple
from reference import Value, exact

LOWEST = np.float32(-3.4028235e38)


# Weights of the cells of each position, as rows of a matrix.

def _window_rows(extent, kernel, stride, padding):
    rows = np.zeros(((extent + 2 * padding - kernel) // stride + 1, extent))
    for o, row in enumerate(rows):
        start = o * stride - padding
        row[max(start, 0):max(start + kernel, 0)] = 1
    return rows / np.maximum(rows.sum(1, keepdims=True), 1)


def _adaptive_rows(extent, count):
    rows = np.zeros((count, extent))
    for i, row in enumerate(rows):
        row[i * extent // count:-(-(i + 1) * extent // count)] = 1
    return rows / rows.sum(1, keepdims=True)


def _nearest_rows(extent, factor):
    return np.repeat(np.eye(extent), factor, 0)


def _bilinear_rows(extent, factor):
    rows = np.zeros((extent * factor, extent))
    for o, row in enumerate(rows):
        u = min(max((o + 0.5) / factor - 0.5, 0), extent - 1)
        a = int(u)
        row[a] += 1 - (u - a)
        row[min(a + 1, extent - 1)] += u - a
    return rows


def _apply(x, rows, columns):
    """Sums over the cells that have a weight; others are not read."""
    x = x.astype(np.float64)
    result = np.zeros(x.shape[:2] + (len(rows), len(columns)))
    sizes = np.zeros_like(result)
    for i, row in enumerate(rows):
        ys = np.flatnonzero(row)
        for j, column in enumerate(columns):
            xs = np.flatnonzero(column)
            part = x[:, :, ys][:, :, :, xs] * row[ys, None] * column[xs]
            result[:, :, i, j] = part.sum((2, 3))
            sizes[:, :, i, j] = np.abs(part).sum((2, 3))
    return reference.reduction(result, sizes)


def _both(make, shape, *rest):
    return [make(extent, *(value[i] if isinstance(value, tuple) else value
                           for value in rest)) for i, extent in enumerate(shape[2:])]


def _rows(mode, shape, kernel_size=1, stride=1, padding=0, scale_factor=1, bins=None):
    if mode == "window":
        return _both(_window_rows, shape, kernel_size, stride, padding)
    if mode == "adaptive":
        return _both(_adaptive_rows, shape, bins)
    make = _nearest_rows if mode == "nearest" else _bilinear_rows
    return _both(make, shape, scale_factor)


def avg_pool_2d(input, **window):
    return [_apply(input, *_rows("window", input.shape, **window))]


def adaptive_avg_pool_2d(input, output_height, output_width):
    bins = (output_height, output_width)
    return [_apply(input, *_rows("adaptive", input.shape, bins=bins))]


def upsample_2d(input, scale_factor, mode):
    return [_apply(input, *_rows(mode, input.shape, scale_factor=scale_factor))]


def resample(input, mode, cells, transposed, **values):
    """`cells`: the shape of the side that positions are made of."""
    rows, columns = _rows(mode, cells, **values)
    if transposed:
        rows, columns = rows.T, columns.T
    return [_apply(input, rows, columns)]


def adjoint_resample(g, input, mode, cells, transposed, **values):
    return resample(g, mode, cells, not transposed, **values)


def adjoint_avg_pool_2d(g, input, **window):
    return resample(g, "window", input.shape, True, **window)


def adjoint_adaptive_avg_pool_2d(g, input, output_height, output_width):
    return resample(g, "adaptive", input.shape, True, bins=(output_height, output_width))


def adjoint_upsample_2d(g, input, scale_factor, mode):
    return resample(g, mode, input.shape, True, scale_factor=scale_factor)


# Maxima.

def _windows(shape, kernel_size, stride, padding):
    """Place of each window and the flat positions of its cells, in order."""
    n, c, h, w = shape
    counts = [(extent + 2 * padding - kernel_size) // stride + 1 for extent in (h, w)]
    for place in np.ndindex(n, c, *counts):
        top, left = (o * stride - padding for o in place[2:])
        ys = np.arange(max(top, 0), min(top + kernel_size, h))
        xs = np.arange(max(left, 0), min(left + kernel_size, w))
        plane = (place[0] * c + place[1]) * h
        yield place, (((plane + ys)[:, None] * w + xs).reshape(-1)
                      if len(ys) and len(xs) else np.empty(0, int))


def _counts(shape, kernel_size, stride, padding):
    return shape[:2] + tuple((extent + 2 * padding - kernel_size) // stride + 1
                             for extent in shape[2:])


def max_pool_2d(input, **window):
    output = np.full(_counts(input.shape, **window), LOWEST, np.float32)
    indices = np.zeros(output.shape, np.int32)
    flat = input.reshape(-1)
    for place, cells in _windows(input.shape, **window):
        if len(cells):
            best = cells[0]
            for cell in cells:
                if flat[cell] > flat[best] or (np.isnan(flat[best]) and
                                               not np.isnan(flat[cell])):
                    best = cell
            output[place], indices[place] = flat[best], best
    return [exact(output), exact(indices)]


def adjoint_max_pool_2d(g, input, **window):
    return window_scatter(g, max_pool_2d(input, **window)[1].value, input.shape, **window)


def window_gather(input, indices, **window):
    result = np.zeros(indices.shape)
    for place, cells in _windows(input.shape, **window):
        if int(indices[place]) % 2**32 in cells:
            result[place] = input.reshape(-1)[indices[place]]
    return [exact(result)]


def window_scatter(source, indices, shape, **window):
    sums, sizes = np.zeros(shape), np.zeros(shape)
    for place, cells in _windows(shape, **window):
        if int(indices[place]) % 2**32 in cells:
            sums.reshape(-1)[indices[place]] += source[place]
            sizes.reshape(-1)[indices[place]] += abs(source[place])
    return [reference.reduction(sums, sizes)]


def adjoint_window_gather(g, input, indices, **window):
    return window_scatter(g, indices, input.shape, **window) + [None]


def adjoint_window_scatter(g, source, indices, shape, **window):
    values = window_gather(g, indices, **window)[0]
    return [Value(values.value, 1e-6 + 0 * values.bound), None]


# Cases.

# Input; kernel, stride and padding. Some windows have no cell.
WINDOWS = [((1, 1, 1, 1), (1, 1, 0)), ((2, 3, 5, 7), (2, 2, 0)), ((1, 2, 7, 6), (3, 1, 1)),
           ((1, 1, 4, 4), (3, 2, 4)), ((1, 2, 6, 5), (2, 3, 1)), ((2, 2, 9, 1), (2, 5, 3)),
           ((2, 8, 17, 33), (3, 2, 1))]
BINS = [((1, 1, 1, 1), (1, 1)), ((2, 3, 5, 7), (2, 3)), ((1, 2, 3, 4), (5, 7)),
        ((1, 3, 8, 6), (4, 2)), ((2, 2, 13, 9), (1, 1)), ((1, 8, 17, 31), (6, 8))]
FACTORS = [((1, 1, 1, 1), 1), ((2, 3, 3, 2), 2), ((1, 2, 4, 1), 3), ((1, 1, 2, 3), 41),
           ((2, 4, 9, 17), 4)]


def _window(numbers):
    return dict(zip(("kernel_size", "stride", "padding"), numbers))


def _name(shape, numbers):
    return f"{shape_name(shape)}_{'_'.join(map(str, numbers))}"


def _avg_pool_2d():
    for shape, numbers in WINDOWS:
        for adjoint in (False, True):
            name = ("adjoint_" if adjoint else "") + _name(shape, numbers)
            yield simple("avg_pool_2d", name, [normal(name, shape)], adjoint=adjoint,
                         **_window(numbers))
    x = normal("avgbad", (1, 1, 5, 5))
    x[0, 0, 1, 1], x[0, 0, 4, 4] = np.nan, np.inf
    yield simple("avg_pool_2d", "nan", [x], **_window((2, 1, 1)))


def _adaptive_avg_pool_2d():
    for shape, (height, width) in BINS:
        for adjoint in (False, True):
            name = ("adjoint_" if adjoint else "") + _name(shape, (height, width))
            yield simple("adaptive_avg_pool_2d", name, [normal(name, shape)],
                         adjoint=adjoint, output_height=height, output_width=width)
    x = normal("adaptivebad", (1, 1, 7, 7))
    x[0, 0, 3, 3] = np.nan
    yield simple("adaptive_avg_pool_2d", "nan", [x], output_height=3, output_width=5)


def _upsample_2d():
    for mode in ("nearest", "bilinear"):
        for shape, factor in FACTORS:
            for adjoint in (False, True) if factor < 9 else (False,):
                name = f"{'adjoint_' if adjoint else ''}{mode}_{_name(shape, (factor,))}"
                yield Case("upsample_2d", name, [normal(name, shape)],
                           f"oaml.upsample_2d {mode}, {{0}} " +
                           escape(attributes(scale_factor=factor)),
                           {"mode": mode, "scale_factor": factor}, adjoint)


def _resample():
    """The adjoint forms; the others are what the ops above are made of."""
    for mode, shape, values, given in [
            ("window", (1, 2, 7, 6), _window((3, 2, 1)), (1, 2, 4, 3)),
            ("adaptive", (2, 1, 5, 7), {"bins": (3, 9)}, (2, 1, 3, 9)),
            ("nearest", (1, 2, 3, 5), {"scale_factor": 3}, (1, 2, 9, 15)),
            ("bilinear", (1, 2, 4, 3), {"scale_factor": 2}, (1, 2, 8, 6))]:
        written = {k: v for k, v in values.items() if k != "bins"}
        text = ", ".join([f"{k} = {v} : i64" for k, v in written.items()] + ["transposed"])
        for adjoint in (False, True):
            name = ("adjoint_" if adjoint else "") + mode
            yield Case("resample", name, [normal("rs" + name, given)],
                       f"oaml.resample {mode}, {{0}} to {shape_text(shape[2:])} "
                       f"{{{{{text}}}}}",
                       dict(values, mode=mode, cells=shape, transposed=True), adjoint)


def _max_pool_2d():
    for shape, numbers in WINDOWS:
        name = _name(shape, numbers)
        yield simple("max_pool_2d", name, [normal("mp" + name, shape)], **_window(numbers))
        yield simple("max_pool_2d", "adjoint_" + name, [normal("mpa" + name, shape)],
                     adjoint=True, **_window(numbers))
    ties = np.array([[1, 1, 0, -0.0], [1, 1, -0.0, 0], [-np.inf, -np.inf, 3, 3],
                     [-np.inf, -np.inf, np.inf, np.inf]], np.float32)[None, None]
    for numbers in [(2, 2, 0), (2, 1, 0), (3, 2, 1)]:
        for adjoint in (False, True):
            yield simple("max_pool_2d", ("adjoint_" if adjoint else "") +
                         f"ties_{numbers[0]}_{numbers[1]}", [ties], adjoint=adjoint,
                         **_window(numbers))
    bad = ties.copy()
    bad[0, 0, :2, :2], bad[0, 0, 2, 2:], bad[0, 0, 2, 0] = np.nan, np.nan, np.nan
    yield simple("max_pool_2d", "nan", [bad], **_window((2, 2, 0)))


def _window_moves():
    """Indices that are right, and such that lie outside of their windows."""
    shape, window = (2, 2, 6, 5), _window((3, 2, 1))
    right = max_pool_2d(normal("wm", shape), **window)[1].value
    wrong = right.copy()
    wrong[0] = np.arange(wrong[0].size).reshape(wrong[0].shape)
    wrong[1, 0, 0] = [-1, 2**31 - 1, 10**6]
    return shape, window, {"right": right, "wrong_bad_index": wrong}


def _window_gather():
    shape, window, indices = _window_moves()
    for name, index in indices.items():
        for adjoint in (False, True):
            yield simple("window_gather", ("adjoint_" if adjoint else "") + name,
                         [normal("wg", shape), index], adjoint=adjoint, **window)


def _window_scatter():
    shape, window, indices = _window_moves()
    for name, index in indices.items():
        for adjoint in (False, True):
            yield Case("window_scatter", ("adjoint_" if adjoint else "") + name,
                       [normal("ws", index.shape), index],
                       f"oaml.window_scatter {{0}}, {{1}} to {shape_text(shape[2:])} " +
                       escape(attributes(**window)), dict(window, shape=shape), adjoint)


CASES = {
    "avg_pool_2d": _avg_pool_2d, "adaptive_avg_pool_2d": _adaptive_avg_pool_2d,
    "upsample_2d": _upsample_2d, "resample": _resample, "max_pool_2d": _max_pool_2d,
    "window_gather": _window_gather, "window_scatter": _window_scatter,
}
