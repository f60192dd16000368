#!/usr/bin/env python3
"""Holds reference.py against PyTorch in float64: values and adjoints of all cases.

usage: python3 check_reference.py (needs numpy and PyTorch)

PyTorch computes each op once more, from its own primitives where it has them,
and its autograd gives the adjoints. Run it after changing reference.py or
cases.py. Not part of the test suite, which has to run without PyTorch.
"""

import math
import sys

import numpy as np
import torch
from torch.nn import functional as F

import cases
import reference
from case import OperandScalars

COMPARE = {"eq": torch.eq, "ne": torch.ne, "lt": torch.lt, "le": torch.le,
           "gt": torch.gt, "ge": torch.ge}


def axis_or_all(function):
    def apply(x, axis=None):
        if axis is None:
            return function(x.reshape(-1), dim=0, keepdim=True)
        return function(x, dim=axis, keepdim=True)
    return apply


def tied_max(x, axis=None):
    """Every element equal to the maximum takes the whole gradient."""
    top = axis_or_all(torch.amax)(x, axis).detach()
    wide = top if axis is not None else top.reshape([1] * x.dim())
    hits = torch.where((x == wide) & wide.isfinite(), x - x.detach(),
                       torch.zeros_like(x))
    return top + axis_or_all(torch.sum)(hits, axis)


def cross_entropy(logits, targets):
    good = (targets >= 0) & (targets < logits.shape[1])
    rows = F.cross_entropy(logits, torch.where(good, targets, 0).long(),
                           reduction="none")
    # A NaN that stays in its row, in the value and in the gradient.
    poison = torch.where(good, 1.0, math.nan).double()
    return (rows * poison).mean().reshape(1)


def cast(x, dtype):
    if np.dtype(dtype).kind in "iu":
        return None  # PyTorch does not saturate
    return x.to({"float32": torch.float32, "float16": torch.float16}[
        np.dtype(dtype).name]).double()


VALUES = {
    "add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div,
    "neg": torch.neg, "exp": torch.exp, "expm1": torch.expm1, "log": torch.log,
    "log1p": torch.log1p, "sqrt": torch.sqrt, "relu": torch.relu,
    "gelu": lambda x: F.gelu(x, approximate="tanh"), "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "compare": lambda a, b, comparison: COMPARE[comparison](a, b),
    "select": lambda c, a, b: torch.where(c != 0, a, b),
    "cast": cast,
    "broadcast_to": lambda x, shape: x.expand(shape),
    "reshape": lambda x, shape: x.reshape(shape),
    "transpose": lambda x, axis0, axis1: x.transpose(axis0, axis1),
    "slice": lambda x, axis, start, end: x.narrow(axis, start, end - start),
    "pad": lambda x, low, high, value: F.pad(
        x, [n for pair in reversed(list(zip(low, high))) for n in pair], value=value),
    "sum": axis_or_all(torch.sum), "mean": axis_or_all(torch.mean), "max": tied_max,
    "softmax": lambda x, axis: F.softmax(x, axis),
    "contraction": lambda a, b, spec: torch.einsum(spec, a, b),
    "matmul_nt": lambda a, b: a @ b.T, "bmm": torch.bmm,
    "linear": F.linear, "linear_relu": lambda x, w, b: F.linear(x, w, b).relu(),
    "cross_entropy": cross_entropy,
}


def adamw(param, m, v, grad, lr, beta1, beta2, epsilon, weight_decay, step):
    """PyTorch's optimizer from a given state."""
    weight = torch.tensor(param, dtype=torch.float64, requires_grad=True)
    weight.grad = torch.tensor(grad, dtype=torch.float64)
    optimizer = torch.optim.AdamW([weight], lr, (beta1, beta2), epsilon, weight_decay)
    optimizer.state[weight] = {
        "step": torch.tensor(float(step - 1)),
        "exp_avg": torch.tensor(m, dtype=torch.float64),
        "exp_avg_sq": torch.tensor(v, dtype=torch.float64)}
    optimizer.step()
    state = optimizer.state[weight]
    return [weight.detach().numpy(), state["exp_avg"].numpy(),
            state["exp_avg_sq"].numpy()]


def check_adamw(case):
    values = dict(case.reference_attributes)
    operands = list(case.operands)
    if isinstance(case, OperandScalars):
        values = {k: x.item() for k, x in zip(case.scalars, operands[4:])}
    found = adamw(*[x.astype(np.float64) for x in operands[:4]], **values)
    return [agrees(value, array) for value, array in zip(case.expected(), found)]


def tensors(case):
    for x in case.operands:
        if x is None:
            yield None
        elif x.dtype.kind == "f":
            yield torch.tensor(x.astype(np.float64), requires_grad=True)
        else:
            yield torch.tensor(x.astype(np.int64 if x.dtype != np.int32 else np.int32))


def agrees(expected, found):
    """Far inside the bound that a float32 program has."""
    value = np.asarray(expected.value)
    if value.dtype.kind != "f":
        return np.array_equal(value, found.astype(value.dtype))
    found = reference._as_float32_range(found)
    bound = np.where(np.isinf(expected.bound), np.inf,
                     1e-3 * np.asarray(expected.bound) + 1e-12 * np.abs(found))
    with np.errstate(invalid="ignore"):
        close = (np.abs(value - found) <= bound) | (value == found)
    return bool((close | (np.isnan(value) & np.isnan(found)) | (bound == np.inf)).all())


def check_second_order(case, operands, y):
    """The differences that cases.py forms against differentiating twice."""
    present = [x for x in operands if x is not None]
    wrt = [x for x, v in zip(present, case.expected_adjoints()) if v]
    cotangent = torch.tensor(case.cotangents()[0].astype(np.float64),
                             requires_grad=True)
    adjoints = torch.autograd.grad(y, wrt, cotangent, create_graph=True)
    total = sum((torch.tensor(w.astype(np.float64)) * a).sum()
                for w, a in zip(case.second_cotangents(), adjoints))
    points = [x for x in present if x.requires_grad] + [cotangent]
    slopes = torch.autograd.grad(total, points, allow_unused=True)
    return [bool((np.abs(v.value - (0 if d is None else d.numpy())) <=
                  1e-2 * v.bound).all())
            for v, d in zip(case.expected_second_adjoints(), slopes)]


def check(case):
    """A list of truths, one per array compared; None: PyTorch cannot tell."""
    if case.op == "adamw_step":
        return check_adamw(case)
    if case.op not in VALUES:
        return None
    operands = list(tensors(case))
    y = VALUES[case.op](*operands, **case.reference_attributes)
    if y is None:
        return None
    verdicts = [agrees(case.expected()[0], y.detach().numpy())]
    if case.second_order:
        verdicts += check_second_order(case, operands, y)
    elif case.adjoint:
        y.backward(torch.tensor(case.cotangents()[0].astype(np.float64)))
        present = [x for x in operands if x is not None]
        for x, expected in zip(present, case.expected_adjoints()):
            if expected is not None:
                verdicts.append(agrees(expected, x.grad.numpy()))
    return verdicts


def main():
    wrong, unchecked, count = [], set(), 0
    for case in cases.all_cases():
        verdicts = check(case)
        if verdicts is None:
            unchecked.add(case.op)
            continue
        count += len(verdicts)
        if not all(verdicts):
            wrong.append(f"{case.op}/{case.name}: {verdicts}")
    # Known words of the generator: counter 0, key 0.
    words = reference.philox4x32(np.zeros((1, 4), np.uint32), (0, 0))[0]
    if [f"{w:08X}" for w in words] != ["6627E8D5", "E169C58D", "BC57AC4C", "9B00DBD8"]:
        wrong.append("philox4x32: wrong words")
    print(*wrong, sep="\n")
    print(f"{count} arrays compared, {len(wrong)} cases differ; without a twin in "
          f"PyTorch: {', '.join(sorted(unchecked))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
