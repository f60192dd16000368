"""Gathers, and sums by index."""

import numpy as np

from case import integers, normal, shape_name, simple
from reference import exact, reduction

INVALID = np.array([0, -1, 4, 2**31 - 1, -2**31, 3, 3, 1], np.int32)  # of 4 rows


def _valid(indices, count):
    return (indices >= 0) & (indices < count)


def embedding(table, indices):
    flat = indices.reshape(-1)
    good = _valid(flat, len(table))
    return [exact(np.where(good[:, None], table[np.where(good, flat, 0)], 0).astype(
        table.dtype))]


def adjoint_embedding(g, table, indices):
    return [scatter_add_rows(g, indices.reshape(-1), len(table))[0], None]


def gather_last_dim(x, indices):
    good = _valid(indices, x.shape[1])
    found = np.take_along_axis(x, np.where(good, indices, 0).astype(np.int64), 1)
    return [exact(np.where(good, found, 0).astype(x.dtype))]


def adjoint_gather_last_dim(g, x, indices):
    return [accumulate_last_dim(g, indices, x.shape[1])[0], None]


def _sums(source, rows, places):
    """Bounds as for one addition after another."""
    sums, terms = np.zeros(rows), np.zeros(rows)
    np.add.at(sums, places, source)
    np.add.at(terms, places, np.abs(source))
    return [reduction(sums, terms)]


def scatter_add_rows(source, indices, rows):
    good = _valid(indices, rows)
    return _sums(source[good].astype(np.float64), (rows, source.shape[1]), indices[good])


def adjoint_scatter_add_rows(g, source, indices, rows):
    return [embedding(g, indices)[0], None]


accumulate_rows = scatter_add_rows
adjoint_accumulate_rows = adjoint_scatter_add_rows


def accumulate_last_dim(source, indices, size):
    t, k = np.nonzero(_valid(indices, size))
    return _sums(source[t, k].astype(np.float64), (len(source), size),
                 (t, indices[t, k].astype(np.int64)))


def adjoint_accumulate_last_dim(g, source, indices, size):
    return [gather_last_dim(g, indices)[0], None]


def _embedding():
    for table, shape, dtype in [((1, 1), (1,), np.int32), ((9, 5), (7,), np.int32),
                                ((100, 32), (4, 16), np.int32), ((27, 65), (33,), np.uint8),
                                ((3, 8), (), np.int32), ((500, 33), (2, 3, 5), np.int32),
                                ((70001, 3), (1000,), np.int32)]:
        name = shape_name(table, shape) + "_" + np.dtype(dtype).name
        yield simple("embedding", name, [
            normal("em" + name, table), integers("ei" + name, shape, 0, table[0], dtype)])
    for table, shape, dtype in [((9, 5), (7,), np.int32), ((27, 65), (8, 33), np.uint8),
                                ((1000, 33), (65,), np.int32)]:
        name = shape_name(table, shape)
        yield simple("embedding", "adjoint_" + name, [
            normal("en" + name, table), integers("ej" + name, shape, 0, table[0], dtype)],
            adjoint=True)
    for adjoint in (False, True):
        yield simple("embedding", ("adjoint_" if adjoint else "") + "invalid", [
            normal("eo", (4, 3)), INVALID], adjoint=adjoint)
    yield simple("embedding", "i32_table", [integers("ep", (9, 5), -2**31, 2**31),
                                            integers("eq", (6,), 0, 9)])


def _gather_last_dim():
    for t, e, k in [(1, 1, 1), (5, 9, 2), (33, 65, 7), (64, 8, 2), (3, 1025, 40)]:
        yield simple("gather_last_dim", f"{t}x{e}_by_{k}", [
            normal(f"gx{t}", (t, e)), integers(f"gi{t}", (t, k), 0, e)])
    for t, e, k in [(5, 9, 3), (33, 65, 7), (64, 8, 2)]:
        yield simple("gather_last_dim", f"adjoint_{t}x{e}_by_{k}", [
            normal(f"gy{t}", (t, e)), integers(f"gj{t}", (t, k), 0, e)], adjoint=True)
    for adjoint in (False, True):
        yield simple("gather_last_dim", ("adjoint_" if adjoint else "") + "invalid", [
            normal("gz", (2, 4)), INVALID.reshape(2, 4)], adjoint=adjoint)


def _row_sums(op):
    for r, d, v, dtype in [(1, 1, 1, np.int32), (7, 5, 9, np.int32), (33, 65, 4, np.uint8),
                           (1000, 33, 64, np.int32), (64, 8, 70001, np.int32),
                           (5, 130, 200, np.uint8), (300, 1, 17, np.int32)]:
        yield simple(op, f"{r}x{d}_to_{v}", [
            normal(f"sx{r}", (r, d)), integers(f"si{r}", (r,), 0, v, dtype)], rows=v)
    for r, d, v in [(7, 5, 9), (65, 33, 10)]:
        yield simple(op, f"adjoint_{r}x{d}_to_{v}", [
            normal(f"sy{r}", (r, d)), integers(f"sj{r}", (r,), 0, v)], adjoint=True, rows=v)
    for adjoint in (False, True):
        yield simple(op, ("adjoint_" if adjoint else "") + "invalid", [
            normal("sz", (8, 3)), INVALID], adjoint=adjoint, rows=4)
    # One row takes all: the sum is long.
    yield simple(op, "one_row", [normal("sw", (5000, 3)), np.zeros(5000, np.int32)], rows=2)


def _last_dim_sums():
    for t, k, e in [(1, 1, 1), (5, 3, 9), (33, 7, 65), (64, 2, 8)]:
        for adjoint in (False, True):
            yield simple("accumulate_last_dim",
                         ("adjoint_" if adjoint else "") + f"{t}x{k}_to_{e}", [
                normal(f"ax{t}", (t, k)), integers(f"ai{t}", (t, k), 0, e)],
                adjoint=adjoint, size=e)
    yield simple("accumulate_last_dim", "invalid", [normal("az", (2, 4)),
                                                    INVALID.reshape(2, 4)], size=4)


CASES = {
    "embedding": _embedding, "gather_last_dim": _gather_last_dim,
    **{op: (lambda op=op: _row_sums(op)) for op in ("scatter_add_rows", "accumulate_rows")},
    "accumulate_last_dim": _last_dim_sums,
}
