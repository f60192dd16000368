"""Random calls of every op, for the differential test.

`DRAWS[op](rng)` makes one valid call. A new op needs a line here: an op without one
fails the test. Shapes and attributes are drawn, small and awkward: 1, primes, sizes
around powers of two. Operands stay where the op is smooth enough for differences,
unless a draw says `adjoint=False`.
"""

from dataclasses import dataclass, field

import numpy as np
import oaml


@dataclass
class Draw:
    """operands: as the op takes them, lists of arrays for variadic ones, None where
    an optional one is absent. attributes: by the contract's names. detached: numbers
    of float operands, detached_results of float results, without gradient.
    adjoint: whether gradients are compared. special: whether NaN and infinities may
    be put anywhere into float operands."""
    operands: list
    attributes: dict = field(default_factory=dict)
    detached: tuple = ()
    detached_results: tuple = ()
    adjoint: bool = True
    special: bool = False
    # What the reference function takes, where it is not simply the leaves and the
    # attributes.
    reference: list = None
    reference_attributes: dict = None

    def leaves(self):
        """Operands in a row; None where one is absent."""
        return [leaf for operand in self.operands for leaf in
                (operand if isinstance(operand, list) else [operand])]


EXTENTS = (1, 2, 3, 5, 7, 8, 9, 13, 16, 17)


def extent(rng, most=17):
    return int(rng.choice([n for n in EXTENTS if n <= most]))


def shape(rng, low=0, high=4, most=9):
    return tuple(extent(rng, most) for _ in range(rng.integers(low, high + 1)))


def normal(rng, *extents, scale=1.0):
    return (rng.standard_normal(extents) * scale).astype(np.float32)


def positive(rng, *extents):
    return rng.uniform(0.1, 3, extents).astype(np.float32)


def away(rng, *extents, kinks=(0.0,)):
    """Numbers at least 0.05 away from the kinks."""
    x = normal(rng, *extents, scale=2)
    for kink in kinks:
        near = np.abs(x - kink) < 0.05
        x = np.where(near, np.float32(kink + 0.1), x)
    return x.astype(np.float32)


def distinct(rng, *extents):
    """No two elements closer than differences move them."""
    size = int(np.prod(extents))
    return (rng.permutation(size).reshape(extents) / max(1, size) * 4 - 2).astype(
        np.float32)


def ints(rng, low, high, *extents):
    return rng.integers(low, high, extents).astype(np.int32)


# Element by element.

def _unary(make=normal, adjoint=True, special=True):
    return lambda rng: Draw([make(rng, *shape(rng))], adjoint=adjoint, special=special)


def _binary(nonzero=False):
    def draw(rng):
        extents = shape(rng, 0, 4)
        other = [1 if rng.random() < 0.3 else n for n in extents]
        other = other[rng.integers(0, len(other) + 1):] if rng.random() < 0.4 else other
        right = normal(rng, *other)
        if nonzero:
            right = right + np.sign(right) * np.float32(0.5)
        operands = [normal(rng, *extents), right]
        if rng.random() < 0.5:
            operands.reverse()
            if nonzero:
                operands[1] = operands[1] + np.where(
                    operands[1] < 0, np.float32(-0.5), np.float32(0.5))
        return Draw(operands, special=True)
    return draw


def _scalar(name, low=-2.0, high=2.0, make=normal, adjoint=True, special=True):
    def draw(rng):
        value = float(rng.uniform(low, high))
        return Draw([make(rng, *shape(rng))], {name: value}, adjoint=adjoint,
                    special=special)
    return draw


def _clamp(name):
    def draw(rng):
        value = float(np.float32(rng.uniform(-1, 1)))
        return Draw([away(rng, *shape(rng), kinks=(value,))], {name: value},
                    special=True)
    return draw


def _pow(rng):
    exponent = float(rng.choice([0.0, 1.0, 2.0, 3.0, -1.0, 0.5, 1.7]))
    return Draw([positive(rng, *shape(rng))], {"exponent": exponent})


def _mask(name):
    def draw(rng):
        x = rng.integers(-3, 4, shape(rng)).astype(np.float32)
        return Draw([x], {"value": float(rng.integers(-3, 4))}, adjoint=False,
                    special=True)
    return draw


def _swiglu(rng):
    extents = shape(rng)
    return Draw([normal(rng, *extents), normal(rng, *extents)])


def _silu_mul(rng):
    size = extent(rng)
    return Draw([normal(rng, *shape(rng, 0, 3), 2 * size)], {"intermediate_size": size})


_DTYPES = {"f32": np.float32, "f16": np.float16, "i32": np.int32, "i8": np.int8,
           "ui8": np.uint8}


def _cast(rng):
    name = str(rng.choice(list(_DTYPES)))
    return Draw([normal(rng, *shape(rng), scale=100)], {"dtype": name}, adjoint=False,
                special=True, reference_attributes={"dtype": _DTYPES[name]})


def _detach(rng):
    return Draw([normal(rng, *shape(rng))], adjoint=False, special=True)


# Reductions, softmax, selection.

def _reduction(make=normal, adjoint=True, optional=True):
    def draw(rng):
        extents = shape(rng, 1, 4)
        axis = int(rng.integers(0, len(extents)))
        attributes = {} if optional and rng.random() < 0.3 else {"axis": axis}
        return Draw([make(rng, *extents)], attributes, adjoint=adjoint)
    return draw


def _top_k(rng):
    width = extent(rng)
    x = rng.integers(-4, 5, (*shape(rng, 0, 1), width)).astype(np.float32)
    x[rng.random(x.shape) < 0.1] = np.nan
    x[rng.random(x.shape) < 0.1] = -np.inf
    return Draw([x], {"k": int(rng.integers(1, width + 3))}, adjoint=False)


def _top_k_mask(rng):
    experts = extent(rng)
    return Draw([ints(rng, -2, experts + 2, extent(rng), extent(rng, 5))],
                {"num_experts": experts}, adjoint=False)


# Products.

def _bmm(left, right):
    def draw(rng):
        sizes = dict(N=extent(rng, 5), M=extent(rng), K=extent(rng), P=extent(rng))
        return Draw([normal(rng, *(sizes[c] for c in left)),
                     normal(rng, *(sizes[c] for c in right))])
    return draw


def _linear(bias):
    def draw(rng):
        k, n = extent(rng), extent(rng)
        with_bias = bias == "required" or (bias == "optional" and rng.random() < 0.5)
        operands = [normal(rng, *shape(rng, 1, 2), k), normal(rng, n, k)]
        if bias:
            operands.append(normal(rng, n) if with_bias else None)
        return Draw(operands)
    return draw


def _packed_linear(rng):
    k, count = extent(rng), int(rng.integers(2, 4))
    sizes = [extent(rng, 9) for _ in range(count)]
    biases = [normal(rng, n) for n in sizes] if rng.random() < 0.5 else None
    x, weights = normal(rng, extent(rng), k), [normal(rng, n, k) for n in sizes]
    return Draw([x, weights, biases],
                reference=[x, *weights, *(biases or [None] * count)])


def _bias_add(rng):
    n = extent(rng)
    return Draw([normal(rng, *shape(rng, 0, 3), n), normal(rng, n)])


# Attention.

def _softmax_scaled_masked(rng):
    extents = shape(rng, 2, 3)
    hidden = rng.random(extents[rng.integers(0, len(extents) - 1):]) < 0.3
    # In f32 nothing of the scores is left in a row that is masked as a whole.
    hidden[..., 0] = False
    mask = np.where(hidden, np.float32(-1e9), np.float32(0))
    return Draw([normal(rng, *extents), mask.astype(np.float32)],
                {"scale": float(rng.uniform(-1, 2))}, detached=(1,))


def _heads(merge):
    def draw(rng):
        b, s, h, d = (extent(rng, 7) for _ in range(4))
        extents = (b * h, s, d) if merge else (b * s, h * d)
        return Draw([normal(rng, *extents)],
                    {"batch": b, "sequence_length": s, "num_heads": h})
    return draw


def _rope(rng):
    heads, half = extent(rng, 5), extent(rng, 7)
    return Draw([normal(rng, extent(rng), heads * 2 * half)],
                {"num_heads": heads, "head_dim": 2 * half, "theta_base": 10000.0,
                 "position_offset": int(rng.integers(0, 100))})


def _attention(causal=None):
    def draw(rng):
        n, s, d = extent(rng, 5), extent(rng), extent(rng, 9)
        qkv = [normal(rng, n, s, d) for _ in range(3)]
        scale = {"scale": float(1 / np.sqrt(d))}
        if causal:
            return Draw(qkv, scale)
        mask = normal(rng, s, s) if rng.random() < 0.5 else None
        return Draw([*qkv, mask], {**scale, "causal": bool(rng.random() < 0.5)},
                    detached=(3,))
    return draw


def _packed_attention(rng):
    b, s, h, d = extent(rng, 3), extent(rng, 9), extent(rng, 3), extent(rng, 5)
    return Draw([normal(rng, b * s, h * d) for _ in range(3)],
                {"sequence_length": s, "num_heads": h})


# Shapes and indices.

def _broadcast_to(rng):
    extents = shape(rng, 1, 4, 7)
    kept = extents[rng.integers(0, len(extents)):]
    x = normal(rng, *(1 if rng.random() < 0.4 else n for n in kept))
    return Draw([x], {"shape": extents})


def _reshape(rng):
    extents = shape(rng, 1, 4, 7)
    size = int(np.prod(extents))
    divisor = int(rng.choice([d for d in range(1, size + 1) if size % d == 0]))
    target = (divisor, -1) if rng.random() < 0.5 else (divisor, size // divisor)
    return Draw([normal(rng, *extents)], {"shape": target})


def _transpose(rng):
    extents = shape(rng, 1, 4)
    return Draw([normal(rng, *extents)],
                {"axis0": int(rng.integers(0, len(extents))),
                 "axis1": int(rng.integers(0, len(extents)))})


def _slice(rng):
    extents = shape(rng, 1, 4)
    axis = int(rng.integers(0, len(extents)))
    start = int(rng.integers(0, extents[axis]))
    return Draw([normal(rng, *extents)],
                {"axis": axis, "start": start,
                 "end": int(rng.integers(start + 1, extents[axis] + 1))})


def _concat(rng):
    extents = list(shape(rng, 1, 4, 7))
    axis = int(rng.integers(0, len(extents)))
    parts = []
    for _ in range(rng.integers(1, 5)):
        extents[axis] = extent(rng, 9)
        parts.append(normal(rng, *extents))
    return Draw([parts], {"axis": axis})


def _split(rng):
    extents = list(shape(rng, 1, 3, 7))
    axis = int(rng.integers(0, len(extents)))
    sizes = [extent(rng, 9) for _ in range(rng.integers(1, 4))]
    extents[axis] = sum(sizes)
    return Draw([normal(rng, *extents)], {"sizes": sizes, "axis": axis})


def _repeat_interleave(rng):
    extents = shape(rng, 1, 3, 7)
    return Draw([normal(rng, *extents)],
                {"repeats": int(rng.integers(1, 5)),
                 "axis": int(rng.integers(0, len(extents)))})


def _causal_mask(rng):
    return Draw([normal(rng, *shape(rng, 2, 4))])


def _embedding(rng):
    rows = extent(rng)
    return Draw([normal(rng, rows, extent(rng)),
                 ints(rng, -2, rows + 2, *shape(rng, 1, 2))])


def _gather_last_dim(rng):
    t, e = extent(rng), extent(rng)
    return Draw([normal(rng, t, e), ints(rng, -2, e + 2, t, extent(rng, 5))])


def _scatter_add_rows(rng):
    r, rows = extent(rng), extent(rng)
    return Draw([normal(rng, r, extent(rng)), ints(rng, -2, rows + 2, r)], {"rows": rows})


# Norms.

def _eps(rng):
    return {"epsilon": float(rng.choice([0.01, 0.1]))}


def _batch_norm(stats):
    def draw(rng):
        n, c, h, w = extent(rng, 5), extent(rng, 7), extent(rng, 5), extent(rng, 5)
        x = normal(rng, max(n, 2), c, h, w)
        weight, bias = normal(rng, c), normal(rng, c)
        if stats:
            return Draw([x, normal(rng, c), positive(rng, c), weight, bias], _eps(rng))
        return Draw([x, weight, bias], _eps(rng), detached_results=(1, 2))
    return draw


def _channel_norm(relu=False, backward=False):
    def draw(rng):
        # More than two channels: differences of nearly equal ones are all rounding.
        b, c, t = extent(rng, 5), max(3, extent(rng, 9)), extent(rng, 9)
        x, weight, bias = normal(rng, b, c, t), normal(rng, c), normal(rng, c)
        if not backward:
            return Draw([x, weight, bias], _eps(rng), adjoint=not relu)
        operands = [x, weight] + [away(rng, b, c, t)] * relu + [normal(rng, b, c, t)]
        return Draw(operands, _eps(rng), detached=(2,) if relu else ())
    return draw


def _rms_norm(rng):
    d = extent(rng)
    return Draw([normal(rng, *shape(rng, 0, 3), d), normal(rng, d)], _eps(rng))


def _rms_norm_gated(backward):
    def draw(rng):
        d, a = extent(rng, 9), extent(rng, 3)
        rows = extent(rng, 5)
        x = normal(rng, rows, a, d)
        affine = (a, d)
        bias = normal(rng, *affine) if rng.random() < 0.5 else None
        operands = [x, normal(rng, *affine), bias, normal(rng, rows, a, d)]
        if backward:
            operands.append(normal(rng, rows, a, d))
        return Draw(operands, _eps(rng))
    return draw


def _layer_norm(rng):
    d = max(2, extent(rng))
    return Draw([normal(rng, *shape(rng, 0, 3), d), normal(rng, d), normal(rng, d)],
                _eps(rng))


def _residual_rms_norm(rng):
    extents = (*shape(rng, 0, 2), extent(rng))
    return Draw([normal(rng, *extents), normal(rng, *extents), normal(rng, extents[-1])],
                _eps(rng))


# Convolutions, pooling.

def _conv(rank, transposed):
    def draw(rng):
        n, c, o = extent(rng, 3), extent(rng, 5), extent(rng, 5)
        k, stride = int(rng.integers(1, 4)), int(rng.integers(1, 4))
        padding = int(rng.integers(0, 3))
        attributes = {"stride": stride, "padding": padding}
        groups = 1
        if rank == 1:
            attributes["dilation"] = int(rng.integers(1, 3))
        elif not transposed:
            groups = attributes["groups"] = int(rng.integers(1, 3))
        size = [int(rng.integers(5, 10)) for _ in range(rank)]
        x = normal(rng, n, c * groups, *size)
        if transposed:
            operands = [x, normal(rng, c, o, *[k] * rank)]
        else:
            operands = [x, normal(rng, o * groups, c, *[k] * rank)]
        if not (rank == 1 and transposed):
            operands.append(normal(rng, o if transposed else o * groups))
        return Draw(operands, attributes)
    return draw


def _pool(maximum):
    def draw(rng):
        extents = extent(rng, 3), extent(rng, 3), int(rng.integers(3, 9)), int(
            rng.integers(3, 9))
        make = distinct if maximum else normal
        return Draw([make(rng, *extents)],
                    {"kernel_size": int(rng.integers(1, 4)),
                     "stride": int(rng.integers(1, 4)),
                     "padding": int(rng.integers(0, 4))})
    return draw


def _adaptive_avg_pool_2d(rng):
    return Draw([normal(rng, *(extent(rng, 7) for _ in range(4)))],
                {"output_height": extent(rng, 9), "output_width": extent(rng, 9)})


def _upsample_2d(rng):
    return Draw([normal(rng, *(extent(rng, 5) for _ in range(4)))],
                {"scale_factor": int(rng.integers(1, 5)),
                 "mode": str(rng.choice(["nearest", "bilinear"]))})


# Losses, optimizers.

def _labels(rng, rows, classes):
    dtype = np.int32 if rng.random() < 0.7 else np.uint8
    return rng.integers(0, classes, rows).astype(dtype)


def _cross_entropy(rng):
    b, c = extent(rng), extent(rng)
    return Draw([normal(rng, b, c), _labels(rng, b, c)])


def _masked_cross_entropy(rng):
    b, c = extent(rng), extent(rng)
    mask = (rng.random(b) < 0.6).astype(np.float32)
    return Draw([normal(rng, b, c), _labels(rng, b, c), mask],
                {"valid_count": int(max(1, mask.sum()))}, detached=(2,))


def _loss(make=None):
    def draw(rng):
        extents = shape(rng, 1, 3)
        target = normal(rng, *extents)
        difference = away(rng, *extents, kinks=(0.0, 1.0, -1.0))
        return Draw([target + difference, target], detached=(1,))
    return draw


def _masked_mse(rng):
    extents = shape(rng, 1, 3)
    mask = (rng.random(extents[rng.integers(0, len(extents)):]) < 0.6).astype(np.float32)
    return Draw([normal(rng, *extents), normal(rng, *extents), mask], detached=(1, 2))


def _bce(rng):
    extents = shape(rng, 1, 3)
    return Draw([rng.uniform(0.05, 0.95, extents).astype(np.float32),
                 rng.uniform(0, 1, extents).astype(np.float32)], detached=(1,))


def _accuracy_count(rng):
    classes = extent(rng)
    extents = shape(rng, 1, 2)
    rows = int(np.prod(extents))
    mask = (rng.random(rows) < 0.6).astype(np.float32) if rng.random() < 0.5 else None
    logits = rng.integers(-3, 4, (*extents, classes)).astype(np.float32)
    return Draw([logits, ints(rng, 0, classes, rows), mask], adjoint=False)


def _adam(decay):
    def draw(rng):
        extents = shape(rng, 1, 2)
        attributes = dict(lr=0.01, beta1=0.9, beta2=0.999, epsilon=1e-8,
                          **({"weight_decay": 0.01} if decay else {}),
                          step=int(rng.integers(1, 1000)))
        return Draw([normal(rng, *extents), normal(rng, *extents),
                     positive(rng, *extents), normal(rng, *extents)], attributes,
                    adjoint=False)
    return draw


def _sgd_step(rng):
    extents = shape(rng, 1, 2)
    momentum = normal(rng, *extents) if rng.random() < 0.6 else None
    return Draw([normal(rng, *extents), momentum, normal(rng, *extents)],
                dict(lr=0.1, momentum_factor=float(rng.choice([0.0, 0.9])),
                     weight_decay=0.01), adjoint=False)


def _muon_step(rng):
    extents = shape(rng, 1, 2)
    return Draw([normal(rng, *extents) for _ in range(3)],
                dict(lr=0.001, beta=0.95, weight_decay=0.1, epsilon=1e-8,
                     iterations=int(rng.integers(0, 6))), adjoint=False)


def _clip_grad_norm(rng):
    grads = [normal(rng, *shape(rng, 1, 2)) for _ in range(rng.integers(1, 4))]
    return Draw([grads], {"max_norm": float(rng.choice([0.5, 100.0]))}, adjoint=False)


# Random numbers: a seed other than 0 fixes them.

def _seed(rng):
    return int(rng.integers(1, 2**31))


def _philox(first, second):
    return lambda rng: Draw([], {"shape": shape(rng, 1, 3), first: -0.5, second: 1.5,
                                 "seed": _seed(rng)}, adjoint=False)


def _initial(rng):
    return Draw([], {"shape": shape(rng, 1, 3), "seed": _seed(rng)}, adjoint=False)


def _dropout(rng):
    return Draw([normal(rng, *shape(rng, 1, 3))],
                {"probability": float(rng.choice([0.0, 0.1, 0.5])), "seed": _seed(rng)})


def _sample_logits(rng):
    return Draw([distinct(rng, extent(rng), max(2, extent(rng)))],
                {"temperature": float(rng.choice([0.0, 0.7, 1.0])),
                 "top_k_count": int(rng.integers(0, 4)),
                 "top_p": float(rng.choice([1.0, 0.9])), "seed": _seed(rng)},
                adjoint=False)


# Recurrent networks.

def _recurrent(gates, scan, backward):
    def draw(rng):
        b, s, h = extent(rng, 5), extent(rng, 7), extent(rng, 9)
        time = (s,) if scan else ()
        operands = [normal(rng, b, *time, gates * h)]
        if not scan:
            operands.append(normal(rng, b, h))
        operands.append(normal(rng, gates * h, h, scale=0.5))
        operands.append(normal(rng, gates * h) if rng.random() < 0.5 else None)
        if backward:
            operands.insert(0, normal(rng, b, *time, h))
        return Draw(operands)
    return draw


# Mixtures of experts, vector quantization.

def _moe_expert_plan(rng):
    e = extent(rng, 9)
    return Draw([ints(rng, -1, e + 1, extent(rng), min(e, extent(rng, 3)))],
                {"num_experts": e}, adjoint=False)


def _moe_route_weights(rng):
    t, e = extent(rng), max(2, extent(rng, 9))
    p = rng.uniform(0.05, 1, (t, e)).astype(np.float32)
    indices = np.argsort(rng.random((t, e)), 1)[:, :min(e, extent(rng, 3))]
    return Draw([p / p.sum(1, keepdims=True), indices.astype(np.int32)])


def _grouped(bias):
    def draw(rng):
        e, k, n = extent(rng, 5), extent(rng, 9), extent(rng, 9)
        sizes = rng.integers(0, 5, e)
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
        rows = max(1, int(offsets[-1]))
        operands = [normal(rng, rows, k), normal(rng, e, n, k)]
        if bias:
            operands.append(normal(rng, e, n))
        return Draw([*operands, offsets])
    return draw


def _moe_routing_bias_update(rng):
    t, e = extent(rng), extent(rng, 9)
    return Draw([(rng.random((t, e)) < 0.4).astype(np.float32), normal(rng, 1, e)],
                {"experts_per_token": int(rng.integers(1, e + 1)), "gamma": 0.01},
                adjoint=False)


def _vq_assign(rng):
    d = extent(rng, 9)
    return Draw([normal(rng, extent(rng), d), normal(rng, extent(rng), d)],
                adjoint=False)


def _vq_lookup(rng):
    k = extent(rng)
    return Draw([normal(rng, k, extent(rng)), ints(rng, -2, k + 2, extent(rng))],
                adjoint=False)


def _vq_ema_update(rng):
    n, k, d = extent(rng), extent(rng, 9), extent(rng, 9)
    return Draw([normal(rng, n, d), ints(rng, -1, k + 1, n), normal(rng, k, d),
                 positive(rng, k), normal(rng, k, d)],
                dict(decay=0.9, epsilon=1e-5, dead_threshold=0.3,
                     seed=int(rng.integers(0, 1000)), normalize=bool(rng.random() < 0.5)),
                adjoint=False)


def _plan(rng):
    """Tokens, experts per token, and of each packed row its route and back."""
    experts, tokens = extent(rng, 5), extent(rng, 9)
    used = min(experts, extent(rng, 3))
    indices = np.argsort(rng.random((tokens, experts)), 1)[:, :used].astype(np.int32)
    order = np.argsort(indices.reshape(-1), kind="stable").astype(np.int32)
    inverse = np.empty_like(order)
    inverse[order] = np.arange(order.size, dtype=np.int32)
    return tokens, used, order, inverse


def _moe_gather(rng):
    tokens, used, order, inverse = _plan(rng)
    return Draw([normal(rng, tokens, extent(rng, 9)), order // used, inverse])


def _moe_combine(rng):
    tokens, used, order, inverse = _plan(rng)
    return Draw([normal(rng, order.size, extent(rng, 9)), normal(rng, tokens, used),
                 inverse, order])


# State-space models.

def _preprocess(backward):
    def draw(rng):
        rows, inner, size, heads = (extent(rng, n) for n in (3, 5, 5, 3))
        angles = int(rng.integers(0, size // 2 + 1))
        groups, ranks = int(rng.integers(1, 3)), int(rng.integers(1, 3))
        fields = dict(inner_size=inner, state_size=size, num_heads=heads,
                      num_rope_angles=angles, num_groups=groups, mimo_rank=ranks,
                      epsilon=0.01, dt_min=0.001, dt_max=20.0, a_floor=0.0001)
        bc = groups * ranks * size
        operands = [normal(rng, rows, 2 * inner + 2 * bc + 3 * heads + angles),
                    normal(rng, heads)]
        if backward:
            operands += [normal(rng, rows, n) for n in
                         (inner, inner, bc, bc, heads, heads, heads, angles)]
        # The reference of the backward op is differences already.
        return Draw(operands, {"config": oaml.Mamba3PreprocessConfig(**fields)},
                    reference_attributes={"config": fields}, adjoint=not backward)
    return draw


def _mamba3(mimo, kind):
    def draw(rng):
        batch, length, width, size = (extent(rng, n) for n in (2, 3, 3, 3))
        length = 1 if kind == "step" else length
        groups = int(rng.integers(1, 3))
        heads, ranks = groups * int(rng.integers(1, 3)), int(rng.integers(1, 3)) if mimo else 1
        angles = int(rng.integers(0, size // 2 + 1))
        fields = dict(batch_size=batch, sequence_length=length, num_heads=heads,
                      num_groups=groups, head_dim=width, state_size=size,
                      num_rope_angles=angles, mimo_rank=ranks,
                      has_z=bool(rng.random() < 0.7), has_d=bool(rng.random() < 0.7),
                      has_output_norm=bool(mimo and rng.random() < 0.5))
        bias = (heads, ranks, size) if mimo else (heads, size)
        token = (batch, length, heads)
        operands = [normal(rng, batch, length, ranks * groups, size),
                    normal(rng, batch, length, ranks * groups, size),
                    normal(rng, *token, width), normal(rng, *token, width),
                    -rng.uniform(0.01, 0.5, token).astype(np.float32),
                    rng.uniform(0.05, 0.6, token).astype(np.float32),
                    normal(rng, *token), normal(rng, batch, length, angles),
                    normal(rng, *bias, scale=0.3), normal(rng, *bias, scale=0.3),
                    normal(rng, heads)]
        if mimo:
            operands += [normal(rng, heads, ranks, width) for _ in range(3)]
            operands.append(normal(rng, heads, width))
        if kind == "step":
            rank = (ranks,) if mimo else ()
            operands += [normal(rng, batch, heads, width, size),
                         normal(rng, batch, heads, angles),
                         normal(rng, batch, heads, *rank, size),
                         normal(rng, batch, heads, *rank, width)]
        if kind == "backward":
            operands.insert(0, normal(rng, *token, width))
        return Draw(operands, {"config": oaml.SsmConfig(**fields)},
                    reference_attributes={"config": fields},
                    # Differences of these references take minutes; test/Semantics has them.
                    adjoint=False)
    return draw


DRAWS = {
    "abs": _unary(away), "add": _binary(), "add_scalar": _scalar("value"),
    "clamp_max": _clamp("maximum"), "clamp_min": _clamp("minimum"), "copy": _unary(),
    "cos": _unary(), "detach": _detach, "div": _binary(nonzero=True),
    "div_scalar": _scalar("value", 0.5, 2.0), "elu": _scalar("alpha", make=away),
    "equal": _mask("equal"), "exp": _unary(), "expm1": _unary(), "gelu": _unary(),
    "greater_equal": _mask("greater_equal"),
    "leaky_relu": _scalar("alpha", -0.5, 1.5, away), "log": _unary(positive),
    "log1p": _unary(positive), "mish": _unary(), "mul": _binary(), "neg": _unary(),
    "pow": _pow, "reciprocal": _unary(positive), "relu": _unary(away),
    "scale": _scalar("factor"), "sigmoid": _unary(), "silu": _unary(), "sin": _unary(),
    "softplus": _unary(), "sqrt": _unary(positive), "sub": _binary(),
    "sub_scalar": _scalar("value"), "tanh": _unary(), "swiglu": _swiglu,
    "silu_mul": _silu_mul, "cast": _cast,

    "sum": _reduction(), "mean": _reduction(), "max": _reduction(distinct),
    "argmax": _reduction(distinct, adjoint=False),
    "softmax": _reduction(optional=False), "log_softmax": _reduction(optional=False),
    "top_k": _top_k, "top_k_mask": _top_k_mask,

    "bmm": _bmm("NMK", "NKP"), "bmm_nt": _bmm("NMK", "NPK"), "bmm_tn": _bmm("NKM", "NKP"),
    "matmul_nt": _linear(None), "linear": _linear("optional"),
    "linear_relu": _linear("required"), "linear_gelu": _linear("required"),
    "packed_linear": _packed_linear, "bias_add": _bias_add,

    "softmax_scaled_masked": _softmax_scaled_masked, "split_heads": _heads(False),
    "merge_heads": _heads(True), "rope": _rope,
    "scaled_dot_product_attention": _attention(),
    "flash_attention_causal": _attention(causal=True),
    "scaled_dot_product_attention_causal": _packed_attention,

    "broadcast_to": _broadcast_to, "reshape": _reshape, "transpose": _transpose,
    "slice": _slice, "concat": _concat, "split": _split,
    "repeat_interleave": _repeat_interleave, "causal_mask": _causal_mask,
    "embedding": _embedding, "gather_last_dim": _gather_last_dim,
    "scatter_add_rows": _scatter_add_rows,

    "batch_norm_2d": _batch_norm(False), "batch_norm_2d_with_stats": _batch_norm(True),
    "channel_norm": _channel_norm(), "channel_norm_relu": _channel_norm(relu=True),
    "channel_norm_backward": _channel_norm(backward=True),
    "channel_norm_relu_backward": _channel_norm(relu=True, backward=True),
    "rms_norm": _rms_norm, "rms_norm_gated": _rms_norm_gated(False),
    "rms_norm_gated_backward": _rms_norm_gated(True), "layer_norm": _layer_norm,
    "residual_rms_norm": _residual_rms_norm,

    "conv_1d": _conv(1, False), "conv_2d": _conv(2, False),
    "conv_transpose_1d": _conv(1, True), "conv_transpose_2d": _conv(2, True),
    "avg_pool_2d": _pool(False), "max_pool_2d": _pool(True),
    "adaptive_avg_pool_2d": _adaptive_avg_pool_2d, "upsample_2d": _upsample_2d,

    "cross_entropy": _cross_entropy, "masked_cross_entropy": _masked_cross_entropy,
    "mse": _loss(), "masked_mse": _masked_mse, "l1": _loss(), "smooth_l1": _loss(),
    "bce": _bce, "accuracy_count": _accuracy_count,
    "adam_step": _adam(False), "adamw_step": _adam(True), "sgd_step": _sgd_step,
    "muon_step": _muon_step, "clip_grad_norm": _clip_grad_norm,

    "philox_uniform": _philox("low", "high"), "philox_normal": _philox("mean", "deviation"),
    "rand": _initial, "rand_n": _initial, "rand_xavier": _initial,
    "rand_glorot_uniform": _initial, "rand_kaiming_uniform": _initial,
    "dropout": _dropout, "sample_logits": _sample_logits,

    **{f"{cell}_{kind}{suffix}": _recurrent(gates, kind == "scan", bool(suffix))
       for cell, gates in (("rnn", 1), ("gru", 3)) for kind in ("cell", "scan")
       for suffix in ("", "_backward")},

    "moe_expert_plan": _moe_expert_plan, "moe_route_weights": _moe_route_weights,
    "grouped_gemm_m": _grouped(False), "grouped_linear_m": _grouped(True),
    "moe_routing_bias_update": _moe_routing_bias_update, "moe_gather": _moe_gather,
    "moe_combine": _moe_combine,
    "mamba3_preprocess": _preprocess(False),
    "mamba3_preprocess_backward": _preprocess(True),
    **{f"mamba3_{form}{suffix}": _mamba3(form == "mimo", suffix[1:])
       for form in ("siso", "mimo") for suffix in ("", "_backward", "_step")},
    "vq_assign": _vq_assign, "vq_lookup": _vq_lookup, "vq_ema_update": _vq_ema_update,
}
