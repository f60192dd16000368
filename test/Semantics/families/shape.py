"""Joining, splitting, repeating, masking."""

import numpy as np

from case import Case, attributes, escape, integers, normal, shape_name, simple
from reference import exact, reduction


def concat(*parts, axis):
    return [exact(np.concatenate(parts, axis))]


def _cuts(extents):
    return np.cumsum(extents)[:-1]


def adjoint_concat(g, *parts, axis):
    return [exact(a) for a in np.split(g, _cuts([p.shape[axis] for p in parts]), axis)]


def split(x, sizes, axis):
    return [exact(a) for a in np.split(x, _cuts(sizes), axis)]


def adjoint_split(*operands, sizes, axis):
    return [exact(np.concatenate(operands[:len(sizes)], axis))]


def repeat_interleave(x, repeats, axis):
    return [exact(np.repeat(x, repeats, axis))]


def adjoint_repeat_interleave(g, x, repeats, axis):
    shape = x.shape[:axis + 1] + (repeats,) + x.shape[axis + 1:]
    runs = g.reshape(shape)
    return [reduction(runs.sum(axis + 1), np.abs(runs).sum(axis + 1))]


def _later(rows, columns):
    return np.arange(columns) > np.arange(rows)[:, None]


def causal_mask(scores=None, size=None):
    if scores is None:
        scores = np.zeros((size, size), np.float32)
    later = _later(*scores.shape[-2:])
    return [exact(np.where(later, np.float32(-1e9), scores))]


def adjoint_causal_mask(g, scores):
    return [exact(np.where(_later(*scores.shape[-2:]), 0, g))]


def _concat():
    for shapes, axis in [([(3,)], 0), ([(3,), (4,)], 0), ([(5, 7), (5, 2), (5, 9)], 1),
                         ([(33, 65), (31, 65)], 0), ([(2, 3, 5), (2, 1, 5)], 1),
                         ([(4, 0), (4, 3), (4, 0)], 1), ([(0, 3), (0, 4)], 1),
                         ([(64, 1)] * 8, 1), ([(300, 129), (300, 130)], 1)]:
        operands = [normal(f"cc{i}{s}", s) for i, s in enumerate(shapes)]
        name = f"{shape_name(*shapes)}_{axis}"
        yield simple("concat", name, operands, axis=axis)
    for shapes, axis in [([(5, 7), (5, 2), (5, 9)], 1), ([(33, 65), (31, 65)], 0)]:
        yield simple("concat", f"adjoint_{shape_name(*shapes)}_{axis}", [
            normal(f"cd{i}{s}", s) for i, s in enumerate(shapes)], adjoint=True, axis=axis)
    yield simple("concat", "u8", [integers("ce", (5, 3), 0, 256, np.uint8),
                                  integers("cf", (5, 9), 0, 256, np.uint8)], axis=1)
    yield simple("concat", "i32", [integers("cg", (7,), -2**31, 2**31),
                                   integers("ch", (2,), -2**31, 2**31)], axis=0)


def _split():
    for shape, sizes, axis in [((7,), (7,), 0), ((7,), (1, 6), 0), ((5, 18), (7, 2, 9), 1),
                               ((65, 33), (32, 33), 0), ((2, 6, 5), (1, 2, 3), 1)]:
        name = f"{shape_name(shape)}_" + "_".join(map(str, sizes))
        x = normal(f"sp{shape}", shape)
        yield simple("split", name, [x], sizes=sizes, axis=axis)
        if shape in [(5, 18), (65, 33)]:
            yield simple("split", "adjoint_" + name, [x], adjoint=True, sizes=sizes,
                         axis=axis)
    yield simple("split", "i8", [integers("sq", (5, 9), -128, 128, np.int8)],
                 sizes=(4, 5), axis=1)


def _repeat_interleave():
    for shape, repeats, axis in [((1,), 1, 0), ((7,), 3, 0), ((5, 9), 2, 1),
                                 ((33, 65), 2, 0), ((2, 3, 5), 4, 1),
                                 ((1, 2, 1, 2, 1, 2, 1, 3), 2, 4), ((129, 4), 64, 1)]:
        name = f"{shape_name(shape)}_{repeats}_{axis}"
        x = normal(f"ri{shape}", shape)
        yield simple("repeat_interleave", name, [x], repeats=repeats, axis=axis)
        if shape in [(5, 9), (2, 3, 5)]:
            yield simple("repeat_interleave", "adjoint_" + name, [x], adjoint=True,
                         repeats=repeats, axis=axis)
    yield simple("repeat_interleave", "u8", [integers("rj", (3, 5), 0, 256, np.uint8)],
                 repeats=3, axis=0)


def _causal_mask():
    for shape in [(1, 1), (5, 5), (3, 7), (7, 3), (2, 4, 33, 33), (65, 64)]:
        yield simple("causal_mask", shape_name(shape), [normal(f"cm{shape}", shape)])
    for shape in [(5, 5), (2, 3, 7)]:
        yield simple("causal_mask", "adjoint_" + shape_name(shape), [
            normal(f"cn{shape}", shape)], adjoint=True)
    for size in (1, 7, 33):
        yield Case("causal_mask", f"size_{size}", [],
                   "oaml.causal_mask " + escape(attributes(size=size)), {"size": size})


CASES = {"concat": _concat, "split": _split, "repeat_interleave": _repeat_interleave,
         "causal_mask": _causal_mask}
