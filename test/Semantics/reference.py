"""What OAML's ops mean, in NumPy and float64: values and adjoints.

Each op is a function NAME(*operands, **attributes) that returns a list of Value,
one per result. `adjoint_NAME(g, *operands, **attributes)` returns one Value (or
None: detached) per operand for the cotangent g of the first result. Operands
are arrays of the dtype that the program gets; floats are computed in float64.

A Value carries the bound within which a float32 program has to agree:
elementwise 2e-6 * max(1, |y|), reductions 1e-6 + 1e-5 * sum of |terms|, the
basic functions 4 ulp, and no difference at all where an op only moves values.
check_reference.py holds this file against PyTorch.
"""

from dataclasses import dataclass

import numpy as np

FREE = np.inf  # a bound that accepts anything: the contract leaves this open


@dataclass
class Value:
    """An expected array and how far from it (absolutely) is still right."""
    value: np.ndarray
    bound: np.ndarray


def exact(value):
    return Value(np.asarray(value), np.zeros(np.shape(value)))


def _as_float32_range(value):
    """What is too large for float32 is an infinity there."""
    value = np.asarray(value, np.float64)
    return np.where(np.abs(value) > np.finfo(np.float32).max,
                    np.copysign(np.inf, value), value)


def _finite(sizes):
    """A bound beside a NaN or an infinity: those have to be met exactly."""
    return np.nan_to_num(np.abs(sizes), nan=0, posinf=0)


def elementwise(value):
    value = _as_float32_range(value)
    return Value(value, 2e-6 * np.maximum(1, _finite(value)))


def reduction(value, terms):
    """terms: the sum of the magnitudes of what was added, per element."""
    return Value(_as_float32_range(value), 1e-6 + 1e-5 * _finite(terms))


def ulps(value, count=4):
    """Within `count` float32 ulp; results below the normal range may be 0."""
    value = _as_float32_range(value)
    exponent = np.floor(np.log2(np.maximum(_finite(value), 2.0**-126)))
    return Value(value, np.maximum(count * 2.0**(exponent - 23), 2.0**-126))


def f64(*arrays):
    """Float operands in float64; the others as they are."""
    return [np.asarray(a, np.float64) if np.asarray(a).dtype.kind == "f" else
            np.asarray(a) for a in arrays]


def sum_to(value, shape):
    """The adjoint of broadcasting to value's shape, as (sum, sum of |terms|)."""
    def fold(a):
        a = a.sum(axis=tuple(range(a.ndim - len(shape))))
        axes = tuple(i for i, n in enumerate(shape) if n == 1 and a.shape[i] != 1)
        return a.sum(axis=axes, keepdims=True) if axes else a
    return fold(value), fold(np.abs(value))


def folded(value, shape):
    total, terms = sum_to(value, shape)
    return reduction(total, terms)


# Arithmetic with broadcasting. Integers wrap.

def _binary(operation, left, right):
    left, right = f64(left, right)
    with np.errstate(over="ignore"):
        result = operation(left, right)
    return [elementwise(result) if result.dtype.kind == "f" else exact(result)]


def add(left, right):
    return _binary(np.add, left, right)


def sub(left, right):
    return _binary(np.subtract, left, right)


def mul(left, right):
    return _binary(np.multiply, left, right)


def div(left, right):
    return _binary(np.divide, left, right)


def adjoint_add(g, left, right):
    return [folded(g, left.shape), folded(g, right.shape)]


def adjoint_sub(g, left, right):
    return [folded(g, left.shape), folded(-g, right.shape)]


def adjoint_mul(g, left, right):
    left, right = f64(left, right)
    return [folded(g * right, left.shape), folded(g * left, right.shape)]


def adjoint_div(g, left, right):
    left, right = f64(left, right)
    return [folded(g / right, left.shape),
            folded(-g * left / right**2, right.shape)]


# Functions of one operand: value and derivative.

_GELU = np.sqrt(2 / np.pi)


def _sigmoid(x):
    return np.where(x >= 0, 1 / (1 + np.exp(-np.abs(x))),
                    np.exp(-np.abs(x)) / (1 + np.exp(-np.abs(x))))


def _gelu(x):
    return x / 2 * (1 + np.tanh(_GELU * (x + 0.044715 * x**3)))


def _gelu_slope(x, _):
    t = np.tanh(_GELU * (x + 0.044715 * x**3))
    return (1 + t) / 2 + x / 2 * (1 - t**2) * _GELU * (1 + 0.134145 * x**2)


_UNARY = {
    "neg": (np.negative, lambda x, y: -np.ones_like(x)),
    "exp": (np.exp, lambda x, y: y),
    "expm1": (np.expm1, lambda x, y: y + 1),
    "log": (np.log, lambda x, y: 1 / x),
    "log1p": (np.log1p, lambda x, y: 1 / (1 + x)),
    "sqrt": (np.sqrt, lambda x, y: 1 / (2 * y)),
    # NaN is neither above 0 nor at most 0.
    "relu": (lambda x: np.where(x <= 0, 0, x), lambda x, y: (x > 0) * 1.0),
    "gelu": (_gelu, _gelu_slope),
    "sigmoid": (_sigmoid, lambda x, y: y * (1 - y)),
    "tanh": (np.tanh, lambda x, y: 1 - y**2),
}
_ULP_FUNCTIONS = ("exp", "expm1", "log", "log1p", "tanh", "sigmoid")
UNARY_OPS = tuple(_UNARY)


def _make_unary(name):
    function, slope = _UNARY[name]

    def value(x):
        x, = f64(x)
        with np.errstate(all="ignore"):
            y = function(x)
        result = (ulps(y) if name in _ULP_FUNCTIONS else
                  exact(y) if name in ("neg", "relu") else elementwise(y))
        if name == "gelu":
            result.bound = np.where(np.isneginf(x), FREE, result.bound)
        return [result]

    def adjoint(g, x):
        x, = f64(x)
        d = slope(x, function(x))
        # The slope of a saturated function is a difference of nearly equal
        # numbers: right to an ulp of 1, not of itself.
        return [reduction(g * d, np.abs(g) * np.maximum(1, np.abs(d)) * 0.2)]

    return value, adjoint


for _name in _UNARY:
    globals()[_name], globals()["adjoint_" + _name] = _make_unary(_name)


# Comparison, selection, casts.

_COMPARISONS = {"eq": np.equal, "ne": np.not_equal, "lt": np.less,
                "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal}


def compare(left, right, comparison):
    return [exact(_COMPARISONS[comparison](left, right).astype(np.int32))]


def select(condition, on_true, on_false):
    return [exact(np.where(condition != 0, on_true, on_false))]


def adjoint_select(g, condition, on_true, on_false):
    g = np.broadcast_to(g, np.broadcast_shapes(
        condition.shape, on_true.shape, on_false.shape))
    return [None, folded(np.where(condition != 0, g, 0), on_true.shape),
            folded(np.where(condition != 0, 0, g), on_false.shape)]


def cast(x, dtype):
    """dtype: a NumPy dtype. Float to integer saturates; NaN gives 0."""
    dtype = np.dtype(dtype)
    if x.dtype.kind == "f" and dtype.kind in "iu":
        limits = np.iinfo(dtype)
        whole = np.trunc(np.nan_to_num(x.astype(np.float64), nan=0))
        return [exact(np.clip(whole, limits.min, limits.max).astype(dtype))]
    with np.errstate(over="ignore"):
        return [exact(x.astype(dtype))]


def adjoint_cast(g, x, dtype):
    return [elementwise(g)] if x.dtype.kind == "f" else [None]


def detach(x):
    return [exact(x)]


# Shape.

def broadcast_to(x, shape):
    return [exact(np.broadcast_to(x, shape))]


def adjoint_broadcast_to(g, x, shape):
    return [folded(g, x.shape)]


def reshape(x, shape):
    return [exact(x.reshape(shape))]


def adjoint_reshape(g, x, shape):
    return [exact(g.reshape(x.shape))]


def transpose(x, axis0, axis1):
    return [exact(np.swapaxes(x, axis0, axis1))]


def adjoint_transpose(g, x, axis0, axis1):
    return [exact(np.swapaxes(g, axis0, axis1))]


def _range(x, axis, start, end):
    return (slice_object(None),) * axis + (slice_object(start, end),)


slice_object = slice  # the op below takes the name


def slice(x, axis, start, end):  # pylint: disable=redefined-builtin
    return [exact(x[_range(x, axis, start, end)])]


def adjoint_slice(g, x, axis, start, end):
    placed = np.zeros(x.shape)
    placed[_range(x, axis, start, end)] = g
    return [exact(placed)]


def pad(x, low, high, value=0.0):
    return [exact(np.pad(x, list(zip(low, high)), constant_values=value))]


def adjoint_pad(g, x, low, high, value=0.0):
    return [exact(g[tuple(slice_object(l, l + n) for l, n in zip(low, x.shape))])]


def iota(shape, axis):
    index = np.arange(shape[axis]).reshape(
        [-1 if i == axis else 1 for i in range(len(shape))])
    return [exact(np.broadcast_to(index, shape).astype(np.int32))]


# Reductions. `axis` None: over everything, shape [1]; else the axis stays.

def _reduce(function, x, axis):
    if axis is None:
        return function(x.reshape(-1), axis=0, keepdims=True)
    return function(x, axis=axis, keepdims=True)


def sum(x, axis=None):  # pylint: disable=redefined-builtin
    x, = f64(x)
    return [reduction(_reduce(np.sum, x, axis), _reduce(np.sum, np.abs(x), axis))]


def mean(x, axis=None):
    count = x.size if axis is None else x.shape[axis]
    total, = sum(x, axis)
    terms = _reduce(np.sum, np.abs(f64(x)[0]), axis)
    return [reduction(total.value / count, terms / count)]


def max(x, axis=None):  # pylint: disable=redefined-builtin
    return [exact(_reduce(np.max, x, axis))]


def argmax(x, axis=None):
    """NaN never wins against a number; all NaN gives 0; lowest on ties."""
    # Numbers shift up so that -inf still beats NaN.
    rank = np.where(np.isnan(x), -1, np.unique(x, return_inverse=True)[1].reshape(
        x.shape))
    return [exact(_reduce(np.argmax, rank, axis).astype(np.int32))]


def _spread(g, x, axis):
    return np.broadcast_to(g if axis is not None else g.reshape([1] * x.ndim),
                           x.shape)


def adjoint_sum(g, x, axis=None):
    return [exact(_spread(g, x, axis))]


def adjoint_mean(g, x, axis=None):
    return [elementwise(_spread(g, x, axis) /
                        (x.size if axis is None else x.shape[axis]))]


def adjoint_max(g, x, axis=None):
    top = _spread(_reduce(np.max, x, axis), x, axis)
    return [exact(np.where(x == top, _spread(g, x, axis), 0))]


def softmax(x, axis):
    x, = f64(x)
    with np.errstate(invalid="ignore"):
        e = np.exp(x - x.max(axis=axis, keepdims=True))
        y = e / e.sum(axis=axis, keepdims=True)
    # Every element is at most 1; relative to it as well as the sum allows.
    return [Value(y, 1e-9 + 1e-5 * np.nan_to_num(y))]


def adjoint_softmax(g, x, axis):
    y = softmax(x, axis)[0].value
    return [reduction(y * (g - (g * y).sum(axis=axis, keepdims=True)),
                      y * (np.abs(g) + np.abs(g * y).sum(axis=axis, keepdims=True)))]


# Products.

def contraction(left, right, spec):
    """spec: NumPy's einsum text, such as 'mk,nk->mn'."""
    left, right = f64(left, right)
    return [reduction(np.einsum(spec, left, right),
                      np.einsum(spec, np.abs(left), np.abs(right)))]


def adjoint_contraction(g, left, right, spec):
    operands, result = spec.split("->")
    a, b = operands.split(",")
    # An operand's axis that the other lacks is in the result.
    return [contraction(g, right, f"{result},{b}->{a}")[0],
            contraction(left, g, f"{a},{result}->{b}")[0]]


def matmul_nt(left, right):
    return contraction(left, right, "...k,nk->...n")


def adjoint_matmul_nt(g, left, right):
    rows, g_rows = left.reshape(-1, left.shape[-1]), g.reshape(-1, g.shape[-1])
    d_left = contraction(g, right, "...n,nk->...k")[0]
    return [d_left, contraction(g_rows, rows, "rn,rk->nk")[0]]


def bmm(left, right):
    return contraction(left, right, "bmk,bkn->bmn")


def adjoint_bmm(g, left, right):
    return adjoint_contraction(g, left, right, "bmk,bkn->bmn")


def linear(x, weight, bias=None):
    y, = matmul_nt(x, weight)
    if bias is not None:
        y.bound = y.bound + 1e-5 * _finite(bias)
        y.value = y.value + f64(bias)[0]
    return [y]


def adjoint_linear(g, x, weight, bias=None):
    gradients = adjoint_matmul_nt(g, x, weight)
    if bias is not None:
        gradients.append(folded(g.reshape(-1, g.shape[-1]), bias.shape))
    return gradients


def linear_relu(x, weight, bias):
    y, = linear(x, weight, bias)
    return [Value(np.where(y.value <= 0, 0, y.value), y.bound)]


def adjoint_linear_relu(g, x, weight, bias):
    # Inputs have to keep clear of the kink: see cases.py.
    y, = linear(x, weight, bias)
    return adjoint_linear(np.where(y.value > 0, g, 0), x, weight, bias)


# Losses and scores.

def cross_entropy(logits, targets):
    x, = f64(logits)
    top = x.max(axis=1, keepdims=True)
    rows = np.log(np.exp(x - top).sum(axis=1)) + top[:, 0]
    good = (targets >= 0) & (targets < x.shape[1])
    chosen = x[np.arange(len(x)), np.where(good, targets, 0)]
    losses = np.where(good, rows - chosen, np.nan)
    terms = np.nan_to_num(np.abs(rows) + np.abs(chosen)).mean()
    return [Value(losses.mean(keepdims=True), np.array([2e-6 * (1 + terms)]))]


def adjoint_cross_entropy(g, logits, targets):
    y = softmax(logits, 1)[0].value
    good = (targets >= 0) & (targets < y.shape[1])
    onehot = np.arange(y.shape[1]) == targets[:, None]
    d = np.where(good[:, None], y - onehot, np.nan) * g / len(y)
    bound = np.full(y.shape, 3e-6 * np.abs(g) / len(y))
    return [Value(d, bound), None]


def accuracy_count(logits, labels, mask=None):
    rows = logits.reshape(-1, logits.shape[-1])
    hit = argmax(rows, 1)[0].value[:, 0] == labels.reshape(-1)
    if mask is not None:
        hit &= mask.reshape(-1) != 0
    return [exact(np.array([hit.sum()], np.int32))]


# Optimizer steps: every scalar is a Python number.

def adamw_step(param, m, v, grad, lr, beta1, beta2, epsilon, weight_decay, step):
    param, m, v, grad = f64(param, m, v, grad)
    new_m = beta1 * m + (1 - beta1) * grad
    new_v = beta2 * v + (1 - beta2) * grad**2
    mean_ = new_m / -np.expm1(step * np.log(beta1)) if beta1 else new_m
    square = new_v / -np.expm1(step * np.log(beta2)) if beta2 else new_v
    move = lr * mean_ / (np.sqrt(square) + epsilon)
    return [Value(param - lr * weight_decay * param - move,
                  2e-7 * np.abs(param) + 1e-5 * np.abs(move) + 1e-9),
            Value(new_m, 2e-6 * (np.abs(m) + np.abs(grad))),
            Value(new_v, 2e-6 * new_v + 1e-30)]


def sgd_step(param, momentum, grad, lr, momentum_factor, weight_decay):
    param, grad = f64(param, grad)
    if momentum is None or momentum_factor == 0:
        moved = param - lr * (grad + weight_decay * param)
        return [elementwise(moved)] + ([] if momentum is None else
                                       [exact(momentum)])
    new = momentum_factor * f64(momentum)[0] + grad
    return [elementwise(param - lr * new - weight_decay * param), elementwise(new)]


# Random numbers.

def resolve_seed(seed, run_seed, salt):
    """A seed of 0 becomes MurmurHash3's finalizer of run seed and salt."""
    if int(seed) != 0:
        return [exact(np.asarray(seed, np.int32))]
    h = (int(run_seed) ^ (salt * 0x9E3779B9)) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
    h = (h ^ (h >> 16)) or 1
    return [exact(np.array(h, np.uint32).view(np.int32))]


def philox4x32(counters, key):
    """Philox4x32-10 for many counters: uint32 [n, 4] -> uint32 [n, 4]."""
    x = [counters[:, i].astype(np.uint64) for i in range(4)]
    k0, k1 = (np.uint64(k & 0xFFFFFFFF) for k in key)
    low = np.uint64(0xFFFFFFFF)
    for _ in range(10):
        p0, p1 = x[0] * np.uint64(0xD2511F53), x[2] * np.uint64(0xCD9E8D57)
        x = [(p1 >> np.uint64(32)) ^ x[1] ^ k0, p1 & low,
             (p0 >> np.uint64(32)) ^ x[3] ^ k1, p0 & low]
        k0 = (k0 + np.uint64(0x9E3779B9)) & low
        k1 = (k1 + np.uint64(0xBB67AE85)) & low
    return np.stack(x, axis=1).astype(np.uint32)


def _uniform(shape, low, high, seed):
    count = int(np.prod(shape))
    counters = np.zeros(((count + 3) // 4, 4), np.uint32)
    counters[:, 0] = np.arange(len(counters))
    words = philox4x32(counters, (seed, 0x12345678)).reshape(-1)[:count]
    u = words.astype(np.float32) * np.float32(2.0**-32)
    low, high = np.float32(low), np.float32(high)
    return (u * (high - low) + low).reshape(shape)  # float32 throughout


def philox_uniform(shape, low, high, seed):
    """Exact: the contract fixes every rounding."""
    return [exact(_uniform(shape, low, high, seed))]


def rand_xavier(shape, seed, bound=None):
    if bound is None:
        bound = np.sqrt(1 / shape[1]) if len(shape) == 2 else 0.1
    return [Value(_uniform(shape, -bound, bound, seed),
                  np.full(shape, 3e-7 * bound))]
