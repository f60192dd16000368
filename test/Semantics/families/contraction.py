"""Products beside those of cases.py: batched forms, packed and fused linears."""

import numpy as np

import reference
from case import Case, normal, simple
from reference import Value, elementwise, f64, reduction


def _product(spec, left, right):
    left, right = f64(left, right)
    return [reduction(np.einsum(spec, left, right),
                      np.einsum(spec, np.abs(left), np.abs(right)))]


def bmm_nt(left, right):
    return _product("nmk,npk->nmp", left, right)


def adjoint_bmm_nt(g, left, right):
    return _product("nmp,npk->nmk", g, right) + _product("nmp,nmk->npk", g, left)


def bmm_tn(left, right):
    return _product("nkm,nkp->nmp", left, right)


def adjoint_bmm_tn(g, left, right):
    return _product("nkp,nmp->nkm", right, g) + _product("nkm,nmp->nkp", left, g)


def linear_gelu(x, weight, bias):
    y = reference.linear(x, weight, bias)[0]
    value = y.value * 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (
        y.value + 0.044715 * y.value**3)))
    return [Value(value, 1.2 * y.bound + 2e-6 * np.maximum(1, np.abs(value)))]


def packed_linear(x, *rest):
    count = len(rest) // 2
    parts = [reference.linear(x, w, b)[0] for w, b in zip(rest[:count], rest[count:])]
    return [Value(np.concatenate([p.value for p in parts], 1),
                  np.concatenate([p.bound for p in parts], 1))]


def bias_add(x, bias):
    x, bias = f64(x, bias)
    return [elementwise(x + bias)]


def adjoint_bias_add(g, x, bias):
    axes = tuple(range(g.ndim - 1))
    return [elementwise(g), reduction(g.sum(axes), np.abs(g).sum(axes))]


PRODUCTS = [(1, 1, 1, 1), (3, 7, 5, 9), (2, 33, 65, 17), (8, 16, 64, 32), (5, 1, 9, 64)]


def _bmm(op):
    for b, m, n, k in PRODUCTS:
        left = (b, m, k) if op == "bmm_nt" else (b, k, m)
        right = (b, n, k) if op == "bmm_nt" else (b, k, n)
        operands = [normal(f"{op}l{b}{m}", left), normal(f"{op}r{b}{n}", right)]
        yield simple(op, f"{b}x{m}x{n}x{k}", operands)
        if m in (7, 33):
            yield simple(op, f"adjoint_{b}x{m}x{n}x{k}", operands, adjoint=True)
    small = [normal(op + "s", (2, 3, 2) if op == "bmm_nt" else (2, 2, 3)),
             normal(op + "t", (2, 5, 2) if op == "bmm_nt" else (2, 2, 5))]
    yield simple(op, "adjoint_2x3x5x2", small, adjoint=True)


def _linear_gelu():
    for m, n, k in [(1, 1, 1), (7, 3, 5), (65, 33, 17), (64, 128, 32)]:
        yield simple("linear_gelu", f"{m}x{n}x{k}", [
            normal(f"gx{m}", (m, k)), normal(f"gw{m}", (n, k)), normal(f"gb{m}", (n,))])
    yield simple("linear_gelu", "rank_3", [
        normal("gx3", (2, 5, 9)), normal("gw3", (4, 9)), normal("gb3", (4,))])
    bad = normal("gbad", (9, 8))
    bad[3, 2] = np.nan
    yield simple("linear_gelu", "nan_in_nan_out", [
        bad, normal("gbw", (5, 8)), normal("gbb", (5,))])
    yield simple("linear_gelu", "adjoint_5x2x3", [
        normal("gax", (5, 3)), normal("gaw", (2, 3)), normal("gab", (2,))], adjoint=True)


def _packed_linear():
    for rows, widths, k, with_bias in [(1, (1, 1), 1, True), (7, (3, 5), 9, False),
                                       (33, (16, 8, 24), 17, True),
                                       (64, (64, 64, 64), 32, True)]:
        weights = [normal(f"pw{i}{rows}", (n, k)) for i, n in enumerate(widths)]
        biases = [normal(f"pb{i}{rows}", (n,)) if with_bias else None
                  for i, n in enumerate(widths)]
        count = len(widths)
        text = "oaml.packed_linear {0} weights(" + ", ".join(
            f"{{{1 + i}}}" for i in range(count)) + ")"
        if with_bias:
            text += " biases(" + ", ".join(
                f"{{{1 + count + i}}}" for i in range(count)) + ")"
        operands = [normal(f"px{rows}", (rows, k))] + weights + biases
        yield Case("packed_linear", f"{rows}_{'_'.join(map(str, widths))}_{k}",
                   operands, text)
        if rows <= 7:
            small = [a[:3, :2] if a is not None and a.ndim == 2 else
                     None if a is None else a[:3] for a in operands]
            yield Case("packed_linear", f"adjoint_{rows}", small, text, adjoint=True)


def _bias_add():
    for shape in [(1,), (7, 3), (33, 65), (2, 3, 5, 8)]:
        operands = [normal(f"bx{shape}", shape), normal(f"bb{shape}", shape[-1:])]
        name = "x".join(map(str, shape))
        yield simple("bias_add", name, operands)
        yield simple("bias_add", "adjoint_" + name, operands, adjoint=True)


CASES = {"bmm_nt": lambda: _bmm("bmm_nt"), "bmm_tn": lambda: _bmm("bmm_tn"),
         "linear_gelu": _linear_gelu, "packed_linear": _packed_linear,
         "bias_add": _bias_add}
