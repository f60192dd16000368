"""Losses beside cross-entropy: masked ones and those of a pair of tensors."""

import numpy as np

from case import Case, OperandScalars, integers, normal, scalar, shape_name, simple
from case import uniform
from reference import Value, f64

UPPER = 1 - 2.0**-23


def _loss(value, terms, share):
    """A sum of rows or elements times a share, as [1]."""
    return [Value(np.array([value * share]),
                  np.array([1e-6 + 1e-5 * np.nan_to_num(terms * share)]))]


def _mean(terms):
    return _loss(terms.sum(), np.abs(terms).sum(), 1 / terms.size)


def masked_cross_entropy(logits, targets, mask, valid_count):
    logits, live = f64(logits)[0], mask.reshape(-1) != 0
    if not 1 <= valid_count <= len(logits):
        valid_count = np.nan
    good = (targets >= 0) & (targets < logits.shape[1])
    shifted = logits - logits.max(1, keepdims=True)
    column = np.where(good, targets, 0).astype(int)
    rows = np.log(np.exp(shifted).sum(1)) - shifted[np.arange(len(shifted)), column]
    rows = np.where(live, np.where(good, rows, np.nan) / valid_count, 0)
    return _loss(rows.sum(), np.abs(rows).sum(), 1)


def adjoint_masked_cross_entropy(g, logits, targets, mask, valid_count):
    logits, live = f64(logits)[0], mask.reshape(-1) != 0
    if not 1 <= valid_count <= len(logits):
        valid_count = np.nan
    good = (targets >= 0) & (targets < logits.shape[1])
    e = np.exp(logits - logits.max(1, keepdims=True))
    d = e / e.sum(1, keepdims=True) - (np.arange(logits.shape[1]) == targets[:, None])
    d = np.where(good[:, None], d, np.nan) * g / valid_count
    d = np.where(live[:, None], d, 0)
    bound = np.broadcast_to(np.where(live[:, None], 3e-6 * np.abs(g), 0), d.shape)
    return [Value(d, bound), None, None]


def mse(prediction, target):
    p, t = f64(prediction, target)
    return _mean((p - t)**2)


def adjoint_mse(g, prediction, target):
    p, t = f64(prediction, target)
    d = 2 * (p - t) * g / p.size
    return [Value(d, 1e-6 * np.maximum(1 / p.size, np.abs(d))), None]


def l1(prediction, target):
    p, t = f64(prediction, target)
    return _mean(np.abs(p - t))


def adjoint_l1(g, prediction, target):
    p, t = f64(prediction, target)
    d = np.sign(p - t) * g / p.size
    return [Value(d, 1e-6 * np.abs(d)), None]


def smooth_l1(prediction, target):
    p, t = f64(prediction, target)
    size = np.abs(p - t)
    return _mean(np.where(size < 1, size**2 / 2, size - 0.5))


def adjoint_smooth_l1(g, prediction, target):
    p, t = f64(prediction, target)
    d = np.clip(p - t, -1, 1) * g / p.size
    return [Value(d, 1e-6 * np.maximum(1 / p.size, np.abs(d))), None]


def bce(prediction, target):
    p, t = f64(prediction, target)
    c = np.clip(p, 1e-7, UPPER)
    return _mean(-(t * np.log(c) + (1 - t) * np.log1p(-c)))


def adjoint_bce(g, prediction, target):
    p, t = f64(prediction, target)
    # Beyond the interval as inside of it; differences go through.
    c = np.clip(p, 1e-7, UPPER)
    d = (c - t) / (c * (1 - c)) * g / p.size
    return [Value(d, 1e-5 * np.maximum(1 / p.size, np.abs(d))), None]


def masked_mse(prediction, target, mask):
    p, t, w = f64(prediction, target, mask)
    w = np.broadcast_to(w, p.shape)
    terms = w * (p - t)**2
    return _loss(terms.sum(), np.abs(terms).sum(), 1 / np.maximum(w.sum(), 1))


def adjoint_masked_mse(g, prediction, target, mask):
    p, t, w = f64(prediction, target, mask)
    w = np.broadcast_to(w, p.shape)
    d = 2 * w * (p - t) * g / np.maximum(w.sum(), 1)
    return [Value(d, 1e-5 * np.maximum(1e-2, np.abs(d))), None, None]


def _masked_cross_entropy():
    op = "masked_cross_entropy"
    for b, c, shape in [(1, 2, (1,)), (7, 10, (7,)), (65, 33, (5, 13)), (64, 10, (64, 1))]:
        mask = integers(f"mm{b}", shape, 0, 2).astype(np.float32) / 2
        operands = [normal(f"ml{b}", (b, c), 2), integers(f"mt{b}", (b,), 0, c), mask]
        # Targets of masked rows are never looked at.
        operands[1][mask.reshape(-1) == 0] = -5
        for adjoint in (False, True):
            yield simple(op, ("adjoint_" if adjoint else "") + f"{b}x{c}", operands,
                         adjoint=adjoint, detached=(2,), valid_count=max(1, b // 2))
    logits = normal("mbad", (3, 4))
    for name, targets, mask in [("bad_live_target", [0, 4, 1], [1, 1, 1]),
                                ("bad_nan_masked", [0, 2, 1], [1, 0, 1]),
                                ("ties_no_live_row", [9, -1, 0], [0, 0, 0])]:
        x = logits.copy()
        if name == "bad_nan_masked":
            x[1] = np.nan
        operands = [x, np.array(targets, np.int32), np.array(mask, np.float32)]
        for adjoint in (False, True):
            yield simple(op, ("adjoint_" if adjoint else "") + name, operands,
                         adjoint=adjoint, detached=(2,), valid_count=2)
    for count in (2, 0, 4, 3):
        yield OperandScalars(
            op, f"operand_{count}",
            [logits, np.array([0, 3, 1], np.int32), np.ones(3, np.float32),
             scalar(count)],
            "oaml.masked_cross_entropy {0}, {1}, {2} valid_count({3})",
            scalars=("valid_count",))


def _pair(op):
    def data(key, shape):
        if op == "bce":
            return [uniform(op + key, shape, 0.05, 0.95), uniform("t" + key, shape, 0, 1)]
        p, t = normal(op + key, shape, 2), normal("t" + key, shape)
        # Away from the kinks at 0 and 1.
        near = np.minimum(np.abs(p - t), np.abs(np.abs(p - t) - 1)) < 0.02
        return [p + np.float32(0.05) * near, t]
    for shape in [(1,), (), (7,), (5, 11), (33, 65), (2, 3, 5), (10007,)]:
        yield simple(op, shape_name(shape), data(str(shape), shape))
    for shape in [(5, 7), (33, 65)]:
        yield simple(op, "adjoint_" + shape_name(shape), data("a" + str(shape), shape),
                     adjoint=True, detached=(1,))
    ties = np.array([0, 1, -1, 0.5, 2, 1, 0, 1], np.float32)
    other = np.array([0, 0, 0, 0.5, 1, 1, 1, 0], np.float32)
    for adjoint in (False, True):
        yield simple(op, ("adjoint_" if adjoint else "") + "ties", [ties, other],
                     adjoint=adjoint, detached=(1,))
    for name, value in [("nan", np.nan), ("infinite", np.inf)]:
        yield simple(op, name, [np.array([1, value, 0.5], np.float32), other[:3]])


def _masked_mse():
    for shape, mask_shape in [((7,), (7,)), ((5, 11), (11,)), ((4, 9), (4, 1)),
                              ((33, 65), (1,)), ((2, 3, 5), (2, 3, 5))]:
        mask = integers(f"q{shape}", mask_shape, 0, 3).astype(np.float32) / 2
        operands = [normal(f"qp{shape}", shape), normal(f"qt{shape}", shape), mask]
        for adjoint in (False, True):
            yield simple("masked_mse", ("adjoint_" if adjoint else "") +
                         shape_name(shape, mask_shape), operands, adjoint=adjoint,
                         detached=(1, 2))
    zeros = np.zeros((3, 4), np.float32)
    yield simple("masked_mse", "no_weight", [normal("qz", (3, 4)), zeros, zeros])
    yield simple("masked_mse", "small_weight", [
        normal("qy", (3, 4)), zeros, np.array([0.125, 0, 0, 0], np.float32)])


CASES = {"masked_cross_entropy": _masked_cross_entropy, "masked_mse": _masked_mse,
         **{op: (lambda op: lambda: _pair(op))(op)
            for op in ("mse", "l1", "smooth_l1", "bce")}}
