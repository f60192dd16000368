"""Log-softmax, and selection of the largest."""

import numpy as np

from case import integers, normal, shape_name, simple
from reference import FREE, Value, elementwise, exact, f64, reduction


def log_softmax(x, axis):
    x, = f64(x)
    top = x.max(axis=axis, keepdims=True)
    y = x - top - np.log(np.exp(x - top).sum(axis=axis, keepdims=True))
    return [elementwise(y)]


def adjoint_log_softmax(g, x, axis):
    y = log_softmax(x, axis)[0].value
    total, terms = (a.sum(axis=axis, keepdims=True) for a in (g, np.abs(g)))
    return [reduction(g - np.exp(y) * total, np.abs(g) + np.exp(y) * terms)]


def top_k(x, k):
    count = min(k, x.shape[-1])
    missing = np.isnan(x)
    order = np.argsort(np.where(missing, np.inf, -np.where(missing, 0, x).astype(
        np.float64)), axis=-1, kind="stable")
    # A NaN comes after -inf, which has its key.
    late = np.take_along_axis(missing, order, -1)
    order = np.take_along_axis(order, np.argsort(late, axis=-1, kind="stable"), -1)
    order = order[..., :count]
    return [exact(np.take_along_axis(x, order, -1)), exact(order.astype(np.int32))]


def top_k_mask(indices, num_experts):
    return [exact((indices[:, :, None] == np.arange(num_experts)).any(1).astype(
        np.float32))]


def _log_softmax():
    for shape, axis in [((1, 1), 1), ((5, 10), 1), ((33, 65), 1), ((3, 1025), 1),
                        ((65, 9), 0), ((2, 3, 5), 1), ((7,), 0)]:
        yield simple("log_softmax", f"{shape_name(shape)}_axis_{axis}", [
            normal(f"lo{shape}", shape, 3)], axis=axis)
    for shape, axis in [((5, 10), 1), ((33, 65), 1), ((65, 9), 0), ((2, 3, 5), 1)]:
        yield simple("log_softmax", f"adjoint_{shape_name(shape)}_axis_{axis}", [
            normal(f"lp{shape}", shape)], adjoint=True, axis=axis)
    rows = normal("lospecial", (7, 11))
    rows[0, 3], rows[1], rows[2, 5], rows[3, 2] = -np.inf, -np.inf, np.nan, np.inf
    rows[4], rows[5] = 1e4, -1e30
    rows[6, 4] = 1e5
    yield simple("log_softmax", "special", [rows], axis=1)


def _top_k():
    for shape, k in [((1,), 1), ((7,), 3), ((7,), 9), ((5, 8), 2), ((64, 4), 1),
                     ((33, 65), 65), ((3, 257), 16), ((2, 1025), 40), ((1000, 8), 2),
                     ((1, 5000), 5), ((2, 4100), 3), ((9000,), 300)]:
        yield simple("top_k", f"{shape_name(shape)}_by_{k}", [
            normal(f"tk{shape}", shape)], k=k)
    ties = integers("tkt", (9, 37), 0, 4).astype(np.float32)
    yield simple("top_k", "ties", [ties], k=20)
    yield simple("top_k", "ties_in_chunks", [
        integers("tku", (4200,), 0, 3).astype(np.float32)], k=7)
    special = np.array([[np.nan, 1, -np.inf, np.inf, np.nan, -0.0, 0.0, 1],
                        [np.nan] * 8, [-np.inf] * 8,
                        [-np.inf, np.nan, -np.inf, 3, np.nan, 3, np.inf, -1]], np.float32)
    for k in (3, 8):
        yield simple("top_k", f"special_{k}", [special], k=k)
    late = np.full(4200, np.nan, np.float32)
    late[[4100, 4199]] = -np.inf
    yield simple("top_k", "nan_in_chunks", [late], k=4)


def _top_k_mask():
    for shape, count in [((1, 1), 1), ((5, 2), 8), ((33, 3), 65), ((7, 9), 4)]:
        yield simple("top_k_mask", f"{shape_name(shape)}_of_{count}", [
            integers(f"tm{shape}", shape, 0, count)], num_experts=count)
    yield simple("top_k_mask", "outside", [np.array([[0, -1], [4, 3], [2**31 - 1, 2]],
                                                    np.int32)], num_experts=4)


CASES = {"log_softmax": _log_softmax, "top_k": _top_k, "top_k_mask": _top_k_mask}
