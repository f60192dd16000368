"""Mamba-3: preprocessing, scans and steps token by token, in NumPy and float64.

Adjoints, those of the explicit backward ops too, are central differences.
"""

import numpy as np

from case import Case, _slopes, escape, normal, uniform
from reference import Value, elementwise, f64

SCAN = ["c", "b", "x", "z", "adt", "dt", "trap", "angle", "c_bias", "b_bias", "d"]
PROJECTIONS = ["mimo_x", "mimo_z", "mimo_o", "norm_weight"]


def _sigmoid(x):
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-x))


def _bounded(value, bound):
    return Value(value, bound * np.maximum(1, np.abs(value)))


# Preprocessing.

def mamba3_preprocess(projected, dt_bias, config):
    projected, dt_bias = f64(projected, dt_bias)
    rows, size = projected.shape[0], config["state_size"]
    bc = config["num_groups"] * config["mimo_rank"] * size
    widths = [config["inner_size"]] * 2 + [bc] * 2 + [config["num_heads"]] * 3
    z, x, b, c, dt, a, trap, angle = np.split(projected, np.cumsum(widths), axis=1)

    def normalize(v):
        runs = v.reshape(rows, -1, size)
        root = np.sqrt((runs**2).mean(-1, keepdims=True) + config["epsilon"])
        return (runs / root).reshape(rows, bc)

    dt = np.clip(np.logaddexp(0, dt + dt_bias), config["dt_min"], config["dt_max"])
    magnitude = np.where(a >= 0, 1 + a, 1 / (1 - np.minimum(a, 0)))
    rate = np.where(magnitude <= config["a_floor"], config["a_floor"], magnitude)
    return [_bounded(v, 1e-5) for v in
            (x, z, normalize(b), normalize(c), dt, -rate * dt, trap, angle)]


def mamba3_preprocess_backward(projected, dt_bias, *gradients, config):
    return _gradients(lambda p, b: mamba3_preprocess(p, b, config), [projected, dt_bias],
                      gradients)


def _gradients(forward, operands, cotangents):
    point = [np.array(a, np.float64) for a in operands]
    weights = [np.array(g, np.float64) for g in cotangents]

    def total():
        return sum((v.value * g).sum() for v, g in zip(forward(*point), weights))

    return [_bounded(_slopes(a, total).value, 3e-4) for a in point]


# Scans.

def _rotate(vectors, theta):
    result = vectors.copy()
    pairs = theta.shape[-1]
    even, odd = vectors[..., 0:2 * pairs:2], vectors[..., 1:2 * pairs:2]
    result[..., 0:2 * pairs:2] = even * np.cos(theta) - odd * np.sin(theta)
    result[..., 1:2 * pairs:2] = even * np.sin(theta) + odd * np.cos(theta)
    return result


def _token(t, operands, states, config):
    """operands as in MIMO; output [B,H,P] and the new states."""
    c, b, x, z, adt, dt, trap, angle, c_bias, b_bias, d = operands[:11]
    mimo_x, mimo_z, mimo_o, norm_weight = operands[11:]
    ssm, theta, keys_before, values_before = states
    batch, heads, ranks = x.shape[0], x.shape[2], mimo_x.shape[1]
    groups = c.shape[2] // ranks
    group = np.arange(heads) // (heads // groups)

    def per_head(grouped, bias):
        ranked = grouped[:, t].reshape(batch, ranks, groups, -1)[:, :, group]
        return ranked.swapaxes(1, 2) + (bias if bias.ndim == 3 else bias[:, None])

    step, mix = dt[:, t], _sigmoid(trap[:, t])
    theta = theta + angle[:, t, None, :] * step[..., None]
    queries = _rotate(per_head(c, c_bias), theta[:, :, None])
    keys = _rotate(per_head(b, b_bias), theta[:, :, None])
    values = x[:, t, :, None] * mimo_x

    def outer(values, keys):
        return np.einsum("bhrp,bhrn->bhpn", values, keys)

    ssm = ssm + (step * (1 - mix))[..., None, None] * outer(values_before, keys_before)
    ssm = (np.exp(adt[:, t])[..., None, None] * ssm +
           (step * mix)[..., None, None] * outer(values, keys))
    out = np.einsum("bhrn,bhpn->bhrp", queries, ssm)
    if config["has_d"]:
        out = out + d[:, None, None] * values
    if config["has_output_norm"]:
        out = out / np.sqrt((out**2).mean(-1, keepdims=True) + 1e-5) * norm_weight[:, None]
    if config["has_z"]:
        gate = z[:, t, :, None] * mimo_z
        out = out * gate * _sigmoid(gate)
    return (out * mimo_o).sum(2), (ssm, theta, keys, values)


def _as_mimo(operands):
    """SISO is MIMO of rank 1 with projections of 1."""
    operands = f64(*operands)
    if len(operands) > 11:
        return operands
    heads, width = operands[2].shape[2:]
    return operands + [np.ones((heads, 1, width))] * 3 + [np.ones((heads, width))]


def _scan(operands, config, bound):
    operands = _as_mimo(operands)
    batch, _, heads, width = operands[2].shape
    ranks, size = operands[11].shape[1], operands[0].shape[3]
    states = (np.zeros((batch, heads, width, size)),
              np.zeros((batch, heads, operands[7].shape[2])),
              np.zeros((batch, heads, ranks, size)), np.zeros((batch, heads, ranks, width)))
    outputs = []
    for t in range(operands[2].shape[1]):
        output, states = _token(t, operands, states, config)
        outputs.append(output)
    return [_bounded(np.stack(outputs, 1), bound)]


def _step(operands, config, bound):
    states = f64(*operands[-4:])
    shapes = [s.shape for s in states]
    operands = _as_mimo(operands[:-4])
    if len(shapes[2]) == 3:
        states[2:] = [s[:, :, None] for s in states[2:]]
    output, states = _token(0, operands, states, config)
    return ([_bounded(output[:, None], bound)] +
            [_bounded(s.reshape(n), bound) for s, n in zip(states, shapes)])


def mamba3_siso(*operands, config):
    return _scan(operands, config, 1e-4)


def mamba3_mimo(*operands, config):
    return _scan(operands, config, 2e-4)


def mamba3_siso_step(*operands, config):
    return _step(operands, config, 1e-4)


def mamba3_mimo_step(*operands, config):
    return _step(operands, config, 2e-4)


def mamba3_siso_backward(output_gradient, *operands, config):
    return _gradients(lambda *o: _scan(o, config, 0), operands, [output_gradient])


mamba3_mimo_backward = mamba3_siso_backward


# Cases.

def _text(op, count, kind, config, order):
    def word(value):
        # MLIR wants a point before an exponent.
        mantissa, e, exponent = str(value).lower().partition("e")
        is_scientific = e and mantissa.replace(".", "").isdigit()
        return f"{mantissa}.0e{exponent}" if is_scientific and "." not in mantissa else (
            mantissa + e + exponent)
    fields = ", ".join(f"{name} = {word(config[name])}" for name in order)
    places = ", ".join(f"{{{i}}}" for i in range(count))
    return f"oaml.{op} {places} " + escape(f"{{config = #oaml.{kind}<{fields}>}}")


_PREPROCESS = ["inner_size", "state_size", "num_heads", "num_rope_angles", "num_groups",
               "mimo_rank", "epsilon", "dt_min", "dt_max", "a_floor"]
_SSM = ["batch_size", "sequence_length", "num_heads", "num_groups", "head_dim",
        "state_size", "num_rope_angles", "mimo_rank", "has_z", "has_d",
        "has_output_norm"]


def _preprocess(op):
    def cases():
        for rows, inner, size, heads, angles, groups, ranks, low, high, floor in [
                (1, 1, 1, 1, 0, 1, 1, 0.01, 2.0, 0.2),
                (2, 3, 3, 2, 1, 1, 1, 0.01, 2.0, 0.2),
                (3, 2, 2, 1, 1, 2, 2, 0.5, 0.9, 0.8),
                (65, 31, 16, 4, 7, 2, 1, 0.001, 0.1, 0.0001)]:
            config = dict(zip(_PREPROCESS, (inner, size, heads, angles, groups, ranks,
                                            1e-5, low, high, floor)))
            bc = groups * ranks * size
            width = 2 * inner + 2 * bc + 3 * heads + angles
            operands = [normal("p", (rows, width)), normal("b", (heads,))]
            if op.endswith("backward"):
                if rows > 9:
                    continue
                operands += [normal(f"g{i}", (rows, n)) for i, n in enumerate(
                    [inner, inner, bc, bc, heads, heads, heads, angles])]
            text = _text(op, len(operands), "mamba3_preprocess_config", config, _PREPROCESS)
            small = rows * width < 50
            # The gradients of explicit gradients: unittests/Dialect/OAML.
            small = small and not op.endswith("backward")
            for adjoint in (False, True) if small and angles else (False,):
                name = ("adjoint_" if adjoint else "") + f"{rows}x{width}"
                yield Case(op, name, operands, text, {"config": config}, adjoint=adjoint)
    return cases


# batch, length, heads, groups, width, state, angles, ranks; has z, d, norm.
_GEOMETRIES = [
    ((1, 1, 1, 0, 1, 1, 0, 1), (True, True, False)),
    ((2, 3, 2, 0, 2, 3, 1, 1), (True, True, False)),
    ((1, 4, 4, 2, 1, 2, 1, 1), (False, False, False)),
    ((2, 3, 2, 1, 2, 3, 1, 2), (True, True, True)),
    ((1, 2, 2, 2, 3, 2, 0, 3), (True, False, False)),
    # Over windows, the last one ragged.
    ((1, 33, 1, 1, 1, 2, 1, 1), (True, True, False)),
    ((1, 71, 2, 1, 3, 5, 2, 1), (True, True, False)),
    ((2, 67, 3, 0, 9, 8, 4, 2), (True, True, True)),
]


def _draw(config, is_mimo, shared):
    batch, length, heads = (config[n] for n in _SSM[:3])
    groups = config["num_groups"] or heads
    width, size, angles, ranks = (config[n] for n in _SSM[4:8])
    bias = (heads, ranks, size) if is_mimo and not shared else (heads, size)
    operands = [normal("c", (batch, length, ranks * groups, size), 0.7),
                normal("b", (batch, length, ranks * groups, size), 0.7),
                normal("x", (batch, length, heads, width)),
                normal("z", (batch, length, heads, width)),
                -uniform("adt", (batch, length, heads), 0.01, 0.5),
                uniform("dt", (batch, length, heads), 0.05, 0.6),
                normal("trap", (batch, length, heads)),
                normal("angle", (batch, length, angles)),
                normal("cb", bias, 0.3), normal("bb", bias, 0.3), normal("d", (heads,))]
    if is_mimo:
        operands += [normal("mx", (heads, ranks, width)), normal("mz", (heads, ranks, width)),
                     normal("mo", (heads, ranks, width)), normal("nw", (heads, width))]
    return operands


def _states(config, is_mimo):
    batch, heads, width, size = (config[n] for n in
                                 ("batch_size", "num_heads", "head_dim", "state_size"))
    ranks = (config["mimo_rank"],) if is_mimo else ()
    return [normal("s", (batch, heads, width, size)),
            normal("t", (batch, heads, config["num_rope_angles"])),
            normal("k", (batch, heads) + ranks + (size,)),
            normal("v", (batch, heads) + ranks + (width,))]


def _scans(op, is_mimo):
    def cases():
        for number, (geometry, flags) in enumerate(_GEOMETRIES):
            if not is_mimo and (geometry[7] != 1 or flags[2]):
                continue
            if is_mimo and number in (2, 6):
                continue
            is_step = op.endswith("step")
            config = dict(zip(_SSM, geometry + flags))
            if is_step:
                if config["sequence_length"] > 9:
                    continue
                config["sequence_length"] = 1
            operands = _draw(config, is_mimo, shared=number == 4)
            if is_step:
                operands += _states(config, is_mimo)
            if op.endswith("backward"):
                if geometry[1] > 40:
                    continue
                operands = [normal("g", operands[2].shape)] + operands
            text = _text(op, len(operands), "ssm_config", config, _SSM)
            size = sum(a.size for a in operands)
            name = "x".join(map(str, geometry)) + "".join(
                f"_{n}" for n, on in zip(("z", "d", "norm"), flags) if on)
            yield Case(op, name, operands, text, {"config": config})
            small = size < 200 and not op.endswith("backward")
            if small and config["num_rope_angles"]:
                yield Case(op, "adjoint_" + name, operands, text, {"config": config},
                           adjoint=True)
    return cases


CASES = {"mamba3_preprocess": _preprocess("mamba3_preprocess"),
         "mamba3_preprocess_backward": _preprocess("mamba3_preprocess_backward")}
for _kind, _is_mimo in (("siso", False), ("mimo", True)):
    for _suffix in ("", "_backward", "_step"):
        CASES[f"mamba3_{_kind}{_suffix}"] = _scans(f"mamba3_{_kind}{_suffix}", _is_mimo)
