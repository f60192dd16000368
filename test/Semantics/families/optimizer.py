"""Optimizer steps beside AdamW and SGD."""

import numpy as np

import reference
from case import Case, OperandScalars, attributes, escape, normal, scalar, shape_name
from reference import Value, elementwise, f64


def adam_step(param, m, v, grad, lr, beta1, beta2, epsilon, step):
    return reference.adamw_step(param, m, v, grad, lr, beta1, beta2, epsilon, 0.0, step)


def _newton_schulz(u, iterations, epsilon):
    tall = u.shape[0] > u.shape[1]
    z = u.T if tall else u
    z = z / np.sqrt((z**2).sum() + epsilon)
    for _ in range(iterations):
        gram = z @ z.T
        z = 3.4445 * z + (-4.7750 * gram + 2.0315 * gram @ gram) @ z
    return z.T if tall else z


def muon_step(param, momentum, grad, lr, beta, weight_decay, epsilon, iterations):
    param, momentum, grad = f64(param, momentum, grad)
    if not (np.isfinite(lr) and lr >= 0):
        lr = np.nan
    if not 0 <= beta < 1:
        beta = np.nan
    new = beta * momentum + (1 - beta) * grad
    update = (1 - beta) * grad + beta * new
    if param.ndim == 2 and iterations > 0:
        update = 0.2 * np.sqrt(max(param.shape)) * _newton_schulz(
            update, iterations, epsilon)
    moved = (1 - lr * weight_decay) * param - lr * update
    # Iterations raise small singular values, and the errors with them.
    bound = 3e-7 * np.abs(param) + lr * 2e-4 * np.maximum(1, np.abs(update))
    return [Value(moved, np.nan_to_num(bound)), elementwise(new)]


def clip_grad_norm(*grads, max_norm):
    if not (np.isfinite(max_norm) and max_norm > 0):
        max_norm = np.nan
    grads = f64(*grads)
    norm = np.sqrt(sum((g**2).sum() for g in grads))
    factor = max_norm / norm if norm > max_norm or np.isnan(max_norm) else 1.0
    return [Value(g * factor, 2e-6 * np.abs(np.nan_to_num(g * factor)) + 1e-30)
            for g in grads]


def _adam_step():
    rates = {"lr": 1e-2, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8}
    for shape in [(1,), (7, 3), (33, 65), (10007,)]:
        state = [normal(f"{k}{shape}", shape) for k in "pmvg"]
        state[2] = np.abs(state[2])
        name = shape_name(shape)
        for step in (1, 1000):
            values = dict(rates, step=step)
            yield Case("adam_step", f"{name}_step_{step}", state,
                       "oaml.adam_step {0}, {1}, {2}, {3} " +
                       escape(attributes(**values)), values)
        values = {k: v for k, v in rates.items() if k != "lr"}
        yield OperandScalars(
            "adam_step", name + "_operands", state + [scalar(0.01), scalar(7)],
            "oaml.adam_step {0}, {1}, {2}, {3} lr({4}) step({5}) " +
            escape(attributes(**values)), values, scalars=("lr", "step"))


def _muon_step():
    for shape, iterations in [((7,), 5), ((1, 1), 5), ((16, 16), 5), ((5, 12), 3),
                              ((33, 9), 5), ((9, 8), 0), ((2, 3, 4), 5), ((64, 65), 1)]:
        state = [normal(f"{k}{shape}", shape) for k in ("muonp", "muonb", "muong")]
        values = {"lr": 0.02, "beta": 0.95, "weight_decay": 0.1, "epsilon": 1e-8,
                  "iterations": iterations}
        name = f"{shape_name(shape)}_{iterations}"
        yield Case("muon_step", name, state, "oaml.muon_step {0}, {1}, {2} " +
                   escape(attributes(**values)), values)
    state = [normal(k, (6, 4)) for k in ("muonp", "muonb", "muong")]
    rest = {"weight_decay": 0.1, "epsilon": 1e-8, "iterations": 2}
    for lr, beta in [(0.02, 0.5), (-1.0, 0.5), (0.02, 1.0)]:
        yield OperandScalars(
            "muon_step", f"operands_{lr}_{beta}", state + [scalar(lr), scalar(beta)],
            "oaml.muon_step {0}, {1}, {2} lr({3}) beta({4}) " +
            escape(attributes(**rest)), rest, scalars=("lr", "beta"))


def _clip_grad_norm():
    shapes = [(7, 3), (1,), (33, 65), (5, 2, 2)]
    grads = [normal(f"clip{s}", s) for s in shapes]
    for name, chosen, limit in [("above", grads, 1.0), ("below", grads, 1e6),
                                ("one", grads[2:3], 0.5), ("exactly_at_the_norm",
                                [np.array([3, 4], np.float32)], 5.0),
                                ("zeros", [np.zeros(3, np.float32)], 1.0)]:
        values = {"max_norm": limit}
        text = "oaml.clip_grad_norm " + ", ".join(
            f"{{{i}}}" for i in range(len(chosen)))
        yield Case("clip_grad_norm", name, chosen, text + " " +
                   escape(attributes(**values)), values)
    for limit in (0.5, 1e6, 0.0, -1.0):
        yield OperandScalars(
            "clip_grad_norm", f"operand_{limit}", grads[:2] + [scalar(limit)],
            "oaml.clip_grad_norm {0}, {1} max_norm({2})", scalars=("max_norm",))
    many = [normal(f"many{i}", (3,)) for i in range(20)]
    yield Case("clip_grad_norm", "twenty", many, "oaml.clip_grad_norm " + ", ".join(
        f"{{{i}}}" for i in range(20)) + " " + escape(attributes(max_norm=1.0)),
        {"max_norm": 1.0})


CASES = {"adam_step": _adam_step, "muon_step": _muon_step,
         "clip_grad_norm": _clip_grad_norm}
