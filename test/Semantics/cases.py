"""The cases of the semantics suite: for each op, operands on awkward shapes.

Extents are 1, primes, and just below, at and above tile sizes (8, 16, 32, 64);
values include NaN, infinities and ties. Everything is drawn from fixed seeds.

The ops here have their references in reference.py; further families of ops have
both in a module of `families/`, which is found by itself.
"""

import dataclasses
import importlib.util
import pathlib
import sys

import numpy as np

import reference
from case import (ADJOINT_SHAPES, SHAPES, SPECIAL, Case, OperandScalars, attributes,
                  escape, grid, has_smooth_adjoint, integers, normal, register, scalar,
                  shape_name, shape_text, simple)


def _unary(op):
    positive = op in ("log", "sqrt", "log1p")

    def data(key, shape):
        x = normal(op + key, shape, 2)
        return np.abs(x) + np.float32(0.01) if positive else x
    for shape in SHAPES:
        yield simple(op, shape_name(shape), [data(str(shape), shape)])
    for shape in ADJOINT_SHAPES:
        yield simple(op, "adjoint_" + shape_name(shape), [data("a" + str(shape), shape)],
                      adjoint=True)
    yield simple(op, "special", [SPECIAL])
    # Every binade from 2^-30 to 2^7 in both directions.
    steps = np.float32(2) ** np.arange(-30, 7, dtype=np.float32)
    points = (steps[:, None] * np.linspace(1, 2, 27, False, dtype=np.float32))
    points = points.reshape(-1)
    yield simple(op, "binades", [np.concatenate([points, -points])])


BROADCASTS = [((4, 3), (3,)), ((5, 1, 7), (1, 6, 7)), ((), (9,)), ((1,), (1,)),
              ((64, 65), (64, 1)), ((129, 31), (1, 31)), ((17,), (17,)),
              ((2, 1, 3, 1), (4, 1, 5)), ((100003,), (1,)), ((33, 64), (33, 64))]
BROADCAST_ADJOINTS = [((4, 3), (3,)), ((5, 1, 7), (1, 6, 7)), ((64, 65), (64, 1)),
                      ((17,), ())]


def _binary(op):
    for left, right in BROADCASTS:
        yield simple(op, shape_name(left, right), [
            normal(f"{op}l{left}", left), normal(f"{op}r{right}", right)])
    for left, right in BROADCAST_ADJOINTS:
        divisor = normal(f"{op}ar{right}", right)
        yield simple(op, "adjoint_" + shape_name(left, right), [
            normal(f"{op}al{left}", left),
            divisor + np.sign(divisor).astype(np.float32)], adjoint=True)
    # All pairs of special values.
    yield simple(op, "special", [SPECIAL[:, None], SPECIAL[None, :]])
    if op != "div":
        extremes = np.array([2**31 - 1, -2**31, -1, 0, 1, 2**30, 65537], np.int32)
        yield simple(op, "i32_wraps", [extremes[:, None], extremes[None, :]])
        yield simple(op, "i32", [integers(op, (65, 7), -2**31, 2**31),
                                  integers(op + "r", (7,), -2**31, 2**31)])


def _compare():
    ties = np.array([np.nan, np.inf, -np.inf, 0, -0.0, 1, 1, 2], np.float32)
    for comparison in ("eq", "ne", "lt", "le", "gt", "ge"):
        yield simple("compare", comparison + "_special",
                      [ties[:, None], ties[None, :]], comparison=comparison)
    yield simple("compare", "lt_33x65", [normal("cl", (33, 65)), normal("cr", (65,))],
                  comparison="lt")
    yield simple("compare", "ge_i32", [integers("ci", (65,), -3, 3),
                                        integers("cj", (65,), -3, 3)],
                  comparison="ge")


def _select():
    for shape in [(), (7,), (65,), (33, 65)]:
        yield simple("select", shape_name(shape), [
            integers(f"sc{shape}", shape, 0, 2), normal(f"st{shape}", shape),
            normal(f"sf{shape}", shape)])
    mask = np.array([0, 1, -1, 0, 2**31 - 1], np.int32)
    bad = np.array([np.nan, 1, np.inf, np.nan, 2], np.float32)
    yield simple("select", "ignores_nan_not_chosen", [mask, bad, bad[::-1].copy()])
    yield simple("select", "float_condition", [
        np.array([0, -0.0, 0.5, np.nan], np.float32), np.ones(4, np.float32),
        np.zeros(4, np.float32)])
    yield simple("select", "i32_values", [mask, integers("sa", (5,), -9, 9),
                                           integers("sb", (5,), -9, 9)])
    for shapes in [((33, 65),) * 3, ((4, 1), (3,), ())]:
        yield simple("select", "adjoint_" + shape_name(*shapes), [
            integers(f"ac{shapes}", shapes[0], 0, 2), normal(f"at{shapes}", shapes[1]),
            normal(f"af{shapes}", shapes[2])], adjoint=True)


_MLIR_TYPES = {"float32": "f32", "float16": "f16", "int32": "i32", "uint8": "ui8",
               "int8": "i8"}


def _cast_case(name, x, dtype, adjoint=False):
    kind = _MLIR_TYPES[np.dtype(dtype).name]
    return Case("cast", name, [x], f"oaml.cast {{0}} {{{{dtype = {kind}}}}}",
                {"dtype": dtype}, adjoint)


def _cast():
    edges = np.concatenate([SPECIAL, np.array(
        [2147483520, 2147483648, -2147483648, -2147483904, 255, 256, 254.9, -0.9,
         127.9, 128, -128.9, -129, 2.5, -2.5, 1e-30], np.float32)])
    for dtype in (np.int32, np.uint8, np.int8):
        yield _cast_case(f"f32_to_{np.dtype(dtype).name}", edges, dtype)
    wide = np.concatenate([integers("ci", (129,), -2**31, 2**31), np.array(
        [2**24 + 1, 2**24 + 3, -2**24 - 1, 2**31 - 1, -2**31], np.int32)])
    yield _cast_case("i32_to_f32", wide, np.float32)
    yield _cast_case("i32_to_i8", wide, np.int8)
    yield _cast_case("u8_to_f32", np.arange(256, dtype=np.uint8), np.float32)
    yield _cast_case("i8_to_f32", np.arange(-128, 128).astype(np.int8), np.float32)
    yield _cast_case("u8_to_i32_5x13", integers("cu", (5, 13), 0, 256, np.uint8),
                     np.int32)
    halves = np.array([1, 1 + 2**-11, 1 + 3 * 2**-11, 65504, 65520, 1e5, -1e5, np.nan,
                       np.inf, 0.1, 6.1e-5], np.float32)
    yield _cast_case("f32_to_f16", halves, np.float16)
    with np.errstate(over="ignore"):
        yield _cast_case("f16_to_f32", halves.astype(np.float16), np.float32)
    yield _cast_case("f32_to_f32", normal("cf", (33,)), np.float32)


def _shaped(op, name, x, shape, adjoint=False):
    return Case(op, name, [x], f"oaml.{op} {{0}} to {shape_text(shape)}",
                {"shape": shape}, adjoint)


def _broadcast_to():
    pairs = [((), (7,)), ((1,), (65,)), ((3,), (4, 3)), ((5, 1), (5, 33)),
             ((1, 65), (17, 65)), ((2, 1, 3), (4, 2, 9, 3)), ((9,), (9,))]
    for x, shape in pairs:
        yield _shaped("broadcast_to", shape_name(x, shape), normal(f"b{x}", x), shape)
    for x, shape in [((1,), (65,)), ((3,), (129, 3)), ((2, 1, 3), (4, 2, 9, 3))]:
        yield _shaped("broadcast_to", "adjoint_" + shape_name(x, shape),
                      normal(f"ba{x}", x), shape, adjoint=True)
    yield _shaped("broadcast_to", "u8", integers("bu", (3, 1), 0, 256, np.uint8),
                  (3, 13))


def _reshape():
    pairs = [((), (1,)), ((1,), ()), ((12,), (3, 4)), ((5, 13), (65,)),
             ((2, 3, 5, 7), (6, 35)), ((64, 65), (65, 64))]
    for x, shape in pairs:
        yield _shaped("reshape", shape_name(x, shape), normal(f"r{x}", x), shape)
    yield _shaped("reshape", "inferred", normal("ri", (4, 6)), (3, -1))
    yield _shaped("reshape", "adjoint_5x13", normal("ra", (5, 13)), (13, 5), True)
    yield _shaped("reshape", "i8", integers("r8", (5, 7), -128, 128, np.int8), (35,))


def _transpose():
    cases = [((1, 1), 0, 1), ((3, 5), 0, 1), ((8, 8), 0, 1), ((33, 65), 0, 1),
             ((64, 64), 1, 0), ((1, 100), 0, 1), ((257, 129), 0, 1),
             ((2, 3, 5), 0, 2), ((2, 3, 5, 7), 1, 3), ((4, 9, 7), 1, 1)]
    for shape, i, j in cases:
        yield simple("transpose", f"{shape_name(shape)}_{i}_{j}", [
            normal(f"t{shape}", shape)], axis0=i, axis1=j)
    yield simple("transpose", "adjoint_33x65", [normal("ta", (33, 65))],
                  adjoint=True, axis0=0, axis1=1)
    yield simple("transpose", "u8", [integers("tu", (5, 9), 0, 256, np.uint8)],
                  axis0=0, axis1=1)


def _slice():
    cases = [((7,), 0, 2, 5), ((7,), 0, 0, 7), ((5, 9), 1, 8, 9), ((33, 65), 1, 1, 64),
             ((33, 65), 0, 7, 32), ((2, 3, 5), 1, 1, 3), ((100003,), 0, 1, 100002)]
    for shape, axis, start, end in cases:
        yield simple("slice", f"{shape_name(shape)}_{axis}_{start}_{end}", [
            normal(f"s{shape}", shape)], axis=axis, start=start, end=end)
    for shape, axis, start, end in cases[2:5]:
        yield simple("slice", f"adjoint_{shape_name(shape)}_{axis}", [
            normal(f"sa{shape}", shape)], adjoint=True, axis=axis, start=start, end=end)
    yield simple("slice", "i32", [integers("si", (9, 9), -99, 99)], axis=0, start=3,
                  end=8)


def _pad():
    for shape, low, high, value in [((7,), (0,), (2,), 0.0), ((5, 9), (1, 2), (0, 3), 1.5),
                                    ((33, 65), (0, 31), (31, 0), 0.0)]:
        for adjoint in (False, True):
            x = normal(f"p{shape}", shape)
            text = f"oaml.pad {{0}} low {shape_text(low)} high {shape_text(high)} "
            text += escape(attributes(value=value))
            yield Case("pad", ("adjoint_" if adjoint else "") + shape_name(shape), [x], text,
                       {"low": low, "high": high, "value": value}, adjoint)


def _iota():
    for shape, axis in [((7,), 0), ((5, 9), 0), ((33, 65), 1), ((2, 3, 5), 1)]:
        yield Case("iota", f"{shape_name(shape)}_{axis}", [], f"oaml.iota {shape_text(shape)} " +
                   escape(attributes(axis=axis)), {"shape": shape, "axis": axis})


# More workgroups than one dimension of a dispatch may have (65,535).
MANY_ROWS = ((600001, 2), 1)

REDUCTIONS = [((1,), 0), ((7,), 0), ((1, 1), 1), ((3, 5), 0), ((3, 5), 1),
              ((64, 64), 0), ((64, 64), 1), ((65, 33), 0), ((65, 33), 1),
              ((1, 1021), 1), ((1021, 1), 0), ((4, 1025), 1), ((1025, 4), 0),
              ((2, 3, 5, 7), 1), ((2, 3, 5, 7), 2), ((31, 257), None), ((7,), None),
              ((), None), ((100003,), None), MANY_ROWS,
              # Reduced in two steps.
              ((262144,), None), ((520, 300), None), ((8192, 144), 0)]
REDUCTION_ADJOINTS = [((33, 65), 0), ((33, 65), 1), ((2, 3, 5), 1), ((7, 9), None)]


def _reduction(op):
    def axis_attribute(axis):
        return {} if axis is None else {"axis": axis}
    for shape, axis in REDUCTIONS:
        yield simple(op, f"{shape_name(shape)}_axis_{axis}", [normal(f"{op}{shape}", shape)],
                      **axis_attribute(axis))
    if op != "argmax":
        for shape, axis in REDUCTION_ADJOINTS:
            yield simple(op, f"adjoint_{shape_name(shape)}_axis_{axis}", [
                normal(f"{op}a{shape}", shape)], adjoint=True, **axis_attribute(axis))
    rows = np.zeros((6, 19), np.float32)
    rows[0, 4], rows[1, 7], rows[2, 18], rows[3] = np.nan, np.inf, -np.inf, -np.inf
    rows[4], rows[5, ::2] = np.nan, 3
    yield simple(op, "special", [rows], axis=1)
    yield simple(op, "special_columns", [rows.T.copy()], axis=0)
    if op in ("max", "argmax"):
        ties = integers(op + "ties", (9, 515), 0, 3).astype(np.float32)
        yield simple(op, "ties", [ties], axis=1)
        yield simple(op, "ties_all", [ties])
        late = np.zeros(70001, np.float32)
        late[[69990, 70000]] = 1
        yield simple(op, "late_maximum", [late])
    if op == "max":
        yield simple(op, "adjoint_ties", [
            integers("maxties", (5, 33), 0, 3).astype(np.float32)], adjoint=True, axis=1)


def _softmax():
    for shape, axis in [((1, 1), 1), ((5, 10), 1), ((64, 64), 1), ((33, 65), 1),
                        ((3, 1025), 1), ((8, 1000), 1), ((65, 9), 0), ((9, 65), 0),
                        ((2, 3, 5), 1), ((7,), 0)]:
        yield simple("softmax", f"{shape_name(shape)}_axis_{axis}", [
            normal(f"so{shape}", shape, 3)], axis=axis)
    for shape, axis in [((5, 10), 1), ((33, 65), 1), ((65, 9), 0)]:
        yield simple("softmax", f"adjoint_{shape_name(shape)}_axis_{axis}", [
            normal(f"sp{shape}", shape)], adjoint=True, axis=axis)
    rows = normal("sospecial", (7, 11))
    rows[0, 3], rows[1], rows[2, 5], rows[3, 2] = -np.inf, -np.inf, np.nan, np.inf
    rows[4], rows[5] = 1e4, -1e30
    rows[6, 4] = 1e5
    yield simple("softmax", "special", [rows], axis=1)


PRODUCTS = [(1, 1, 1), (1, 10, 64), (7, 3, 5), (8, 8, 8), (16, 32, 16), (33, 65, 17),
            (31, 63, 15), (64, 10, 128), (97, 101, 103), (9, 1, 33), (128, 64, 200)]
PRODUCT_ADJOINTS = [(7, 3, 5), (33, 65, 17)]


def _matmul_nt():
    for m, n, k in PRODUCTS:
        yield simple("matmul_nt", f"{m}x{n}x{k}", [
            normal(f"ml{m}{n}{k}", (m, k)), normal(f"mr{m}{n}{k}", (n, k))])
    yield simple("matmul_nt", "rank_4", [normal("ml4", (2, 3, 5, 9)),
                                          normal("mr4", (4, 9))])
    bad = normal("mbad", (9, 8))
    bad[3, 2], bad[5, 5] = np.nan, np.inf
    yield simple("matmul_nt", "nan_stays_in_its_row", [bad, np.abs(normal("mb", (5, 8)))])
    for m, n, k in PRODUCT_ADJOINTS:
        yield simple("matmul_nt", f"adjoint_{m}x{n}x{k}", [
            normal(f"al{m}", (m, k)), normal(f"ar{m}", (n, k))], adjoint=True)
    yield simple("matmul_nt", "adjoint_rank_3", [normal("ml3", (2, 5, 9)),
                                                  normal("mr3", (4, 9))], adjoint=True)


def _bmm():
    for b, m, n, k in [(1, 1, 1, 1), (2, 7, 3, 5), (3, 16, 32, 16), (5, 33, 17, 9),
                       (2, 64, 64, 64), (8, 1, 65, 31), (70001, 1, 2, 1)]:
        operands = [normal(f"bl{b}{m}", (b, m, k)), normal(f"br{b}{m}", (b, k, n))]
        yield simple("bmm", f"{b}x{m}x{n}x{k}", operands)
        if b in (2, 5) and m < 64:
            yield simple("bmm", f"adjoint_{b}x{m}x{n}x{k}", operands, adjoint=True)


def _contraction():
    extents = {"b": 3, "m": 33, "n": 17, "k": 29}
    for spec in ["mk,kn->mn", "km,kn->mn", "km,nk->mn", "mk,nk->nm", "bmk,bnk->bmn",
                 "m,n->mn", "k,k->", "mk,k->m", "mk,mk->m", "mbk,nbk->bmn"]:
        inputs, result = spec.split("->")
        left, right = inputs.split(",")
        letters = sorted(set(left + right))
        domain = "(" + ", ".join(letters) + ")"
        maps = ", ".join(f"affine_map<{domain} -> ({', '.join(part)})>"
                         for part in (left, right, result))
        text = f"oaml.contraction {{0}}, {{1}} {{{{indexing_maps = [{maps}]}}}}"
        operands = [normal(spec + side, [extents[i] for i in side])
                    for side in (left, right)]
        name = spec.replace(",", "_").replace("->", "_to_")
        for adjoint in (False, True):
            yield Case("contraction", ("adjoint_" if adjoint else "") + name, operands,
                       text, {"spec": spec}, adjoint)


def _linear(op):
    for m, n, k in PRODUCTS:
        yield simple(op, f"{m}x{n}x{k}", [
            normal(f"{op}x{m}{n}{k}", (m, k)), normal(f"{op}w{m}{n}{k}", (n, k)),
            normal(f"{op}b{m}{n}{k}", (n,))])
    yield simple(op, "rank_3", [normal(op + "x3", (2, 5, 9)), normal(op + "w3", (4, 9)),
                                 normal(op + "b3", (4,))])
    bad = normal(op + "bad", (9, 8))
    bad[3, 2] = np.nan
    yield simple(op, "nan_in_nan_out", [bad, normal(op + "bw", (5, 8)),
                                         normal(op + "bb", (5,))])
    for m, n, k in PRODUCT_ADJOINTS:
        # The bias keeps every sum off the kink of relu.
        yield simple(op, f"adjoint_{m}x{n}x{k}", [
            grid(f"{op}gx{m}", (m, k)), grid(f"{op}gw{m}", (n, k)),
            grid(f"{op}gb{m}", (n,)) + np.float32(1 / 128)], adjoint=True)
    if op == "linear":
        for m, n, k in [(7, 3, 5), (64, 10, 128)]:
            for adjoint in (False, True):
                yield simple(op, ("adjoint_" if adjoint else "") +
                              f"no_bias_{m}x{n}x{k}", [
                    normal(f"nx{m}", (m, k)), normal(f"nw{m}", (n, k)), None],
                    adjoint=adjoint)


def _cross_entropy():
    for b, c in [(1, 2), (7, 10), (64, 10), (65, 33), (360, 10), (3, 1000), (5, 1)]:
        for dtype in (np.int32, np.uint8):
            operands = [normal(f"ce{b}{c}", (b, c), 2),
                        integers(f"ct{b}{c}", (b,), 0, min(c, 255), dtype)]
            suffix = f"{b}x{c}_{np.dtype(dtype).name}"
            yield simple("cross_entropy", suffix, operands)
            if (b, c) in [(7, 10), (65, 33)]:
                yield simple("cross_entropy", "adjoint_" + suffix, operands,
                              adjoint=True)
    large = normal("celarge", (5, 7), 1e4)
    yield simple("cross_entropy", "large", [large, np.array([0, 1, 2, 3, 6], np.int32)])
    for bad in (-1, 7, 2**31 - 1):
        targets = np.array([0, bad, 2], np.int32)
        for adjoint in (False, True):
            yield simple("cross_entropy", ("adjoint_" if adjoint else "") +
                          f"bad_target_{bad}", [normal("cebad", (3, 7)), targets],
                          adjoint=adjoint)


def _accuracy_count():
    for shape in [(1, 2), (7, 10), (64, 10), (65, 33), (360, 10), (3, 5, 9)]:
        rows = shape[:-1]
        logits = integers(f"al{shape}", shape, 0, 4).astype(np.float32)  # many ties
        labels = integers(f"at{shape}", (int(np.prod(rows)),), 0, 3)
        yield simple("accuracy_count", shape_name(shape), [logits, labels, None])
        yield simple("accuracy_count", "masked_" + shape_name(shape), [
            logits, labels, integers(f"am{shape}", labels.shape, 0, 2)])
    yield simple("accuracy_count", "labels_u8", [
        integers("alu", (33, 5), 0, 4).astype(np.float32),
        integers("atu", (33,), 0, 5, np.uint8), None])


def _adamw_step():
    values = dict(lr=0.003, beta1=0.9, beta2=0.999, epsilon=1e-8, weight_decay=0.01)
    for shape, step in [((7,), 1), ((64, 65), 10), ((100003,), 1000), ((), 3)]:
        state = [normal(f"ap{shape}", shape), normal(f"am{shape}", shape, 0.1),
                 np.abs(normal(f"av{shape}", shape, 0.01)), normal(f"ag{shape}", shape)]
        if step == 1:
            state[1], state[2] = np.zeros_like(state[1]), np.zeros_like(state[2])
        text = "oaml.adamw_step {0}, {1}, {2}, {3}"
        name = f"{shape_name(shape)}_step_{step}"
        yield Case("adamw_step", name, state,
                   text + " " + escape(attributes(**values, step=step)),
                   dict(values, step=step))
        scalars = {name_: scalar(value) for name_, value in
                   dict(values, step=step).items()}
        operands = " ".join(f"{key}({{{i}}})" for i, key in enumerate(scalars, 4))
        yield OperandScalars("adamw_step", name + "_operands",
                             state + list(scalars.values()), text + " " + operands,
                             scalars=tuple(scalars))


def _sgd_step():
    for shape in [(7,), (33, 65)]:
        p, b, g = (normal(f"s{i}{shape}", shape) for i in "pbg")
        for momentum, factor in [(None, 0.0), (b, 0.9), (b, 0.0)]:
            values = dict(lr=0.1, momentum_factor=factor, weight_decay=0.01)
            name = f"{shape_name(shape)}_" + ("plain" if momentum is None else
                                         f"momentum_{factor}")
            head = "oaml.sgd_step {0}, "
            head += "{1}" if momentum is None else "momentum({1}), {2}"
            yield Case("sgd_step", name, [p, momentum, g],
                       head + " " + escape(attributes(**values)), values)
    p, b, g = (normal(f"so{i}", (65,)) for i in "pbg")
    scalars = dict(lr=0.1, momentum_factor=0.9, weight_decay=0.01)
    yield OperandScalars(
        "sgd_step", "operands", [p, b, g] + [scalar(v) for v in scalars.values()],
        "oaml.sgd_step {0}, momentum({1}), {2} lr({3}) momentum_factor({4}) "
        "weight_decay({5})", scalars=tuple(scalars))


def _resolve_seed():
    for seed, run_seed, salt in [(5, 9, 1), (-1, 0, 2), (0, 1, 1), (0, 1, 2), (0, 2, 1),
                                 (0, -7, 3), (0, 0, 0), (0, 2**31 - 1, 123456)]:
        yield simple("resolve_seed", f"{seed}_{run_seed}_{salt}",
                      [scalar(seed), scalar(run_seed)], salt=salt)


def _philox_uniform():
    for shape, low, high, seed in [((1,), 0.0, 1.0, 7), ((7,), -1.0, 1.0, 1),
                                   ((4, 3), 0.0, 1.0, 123456789),
                                   ((129, 65), -0.25, 0.75, 2**32 - 1),
                                   ((100003,), 0.1, 0.3, 42)]:
        values = dict(low=low, high=high, seed=seed)
        head = f"oaml.philox_uniform {shape_text(shape)} "
        yield Case("philox_uniform", shape_name(shape), [],
                   head + escape(attributes(**values)), dict(values, shape=shape))
    yield OperandScalars(
        "philox_uniform", "operands", [scalar(-2.0), scalar(3.0), scalar(-5)],
        "oaml.philox_uniform [33, 5] low({0}) high({1}) seed({2})",
        {"shape": (33, 5)}, scalars=("low", "high", "seed"))


def _rand_xavier():
    for shape, bound in [((128, 64), None), ((10, 7), None), ((9,), None),
                         ((3, 5, 7), None), ((65, 33), 0.5)]:
        values = {"seed": 11} if bound is None else {"seed": 11, "bound": bound}
        yield Case("rand_xavier", shape_name(shape), [],
                   f"oaml.rand_xavier {shape_text(shape)} " + escape(attributes(**values)),
                   dict(values, shape=shape))


_CASES = {
    **{op: (_unary, op) for op in reference.UNARY_OPS},
    **{op: (_binary, op) for op in ("add", "sub", "mul", "div")},
    **{op: (_reduction, op) for op in ("sum", "mean", "max", "argmax")},
    **{op: (_linear, op) for op in ("linear", "linear_relu")},
    "compare": (_compare,), "select": (_select,), "cast": (_cast,),
    "broadcast_to": (_broadcast_to,), "reshape": (_reshape,),
    "transpose": (_transpose,), "slice": (_slice,), "pad": (_pad,), "iota": (_iota,),
    "softmax": (_softmax,), "matmul_nt": (_matmul_nt,), "bmm": (_bmm,),
    "contraction": (_contraction,), "cross_entropy": (_cross_entropy,),
    "accuracy_count": (_accuracy_count,), "adamw_step": (_adamw_step,),
    "sgd_step": (_sgd_step,), "philox_uniform": (_philox_uniform,),
    "rand_xavier": (_rand_xavier,), "resolve_seed": (_resolve_seed,),
}


def _load_families():
    """All cases, by op; says where each op's reference is."""
    found = {op: (lambda entry: lambda: entry[0](*entry[1:]))(entry)
             for op, entry in _CASES.items()}
    for op in _CASES:
        register(op, reference)
    for path in sorted((pathlib.Path(__file__).parent / "families").glob("*.py")):
        # The ops of a module may have names of Python: each is a module of its own.
        spec = importlib.util.spec_from_file_location("families." + path.stem, path)
        module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for op, generator in module.CASES.items():
            register(op, module)
            found[op] = generator
    return found


_FAMILIES = _load_families()
OPS = tuple(sorted(_FAMILIES))


def cases_of(op):
    cases = list(_FAMILIES[op]())
    cases += [dataclasses.replace(case, name="second_" + case.name, second_order=True)
              for case in cases if has_smooth_adjoint(case)]
    names = [case.name for case in cases]
    assert len(set(names)) == len(names), f"{op}: a name occurs twice"
    return cases


def all_cases():
    return [case for op in OPS for case in cases_of(op)]
