"""Attention and what it is made of: masked softmax, heads, rotation."""

import numpy as np

from case import (Case, OperandScalars, attributes, escape, integers, normal, scalar,
                  shape_name, simple)
from reference import Value, elementwise, exact, f64


def _softmax(l):
    e = np.exp(l - l.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def softmax_scaled_masked(scores, mask, scale):
    scores, mask = f64(scores, mask)
    return [elementwise(_softmax(scores * scale + mask))]


def adjoint_softmax_scaled_masked(g, scores, mask, scale):
    y = softmax_scaled_masked(scores, mask, scale)[0].value
    d = scale * y * (g - (g * y).sum(-1, keepdims=True))
    return [Value(d, 5e-6 * abs(scale) * np.maximum(1, np.abs(g).max())), None]


def split_heads(x, batch, sequence_length, num_heads):
    x = x.reshape(batch, sequence_length, num_heads, -1).swapaxes(1, 2)
    return [exact(x.reshape(batch * num_heads, sequence_length, -1))]


def merge_heads(x, batch, sequence_length, num_heads):
    x = x.reshape(batch, num_heads, sequence_length, -1).swapaxes(1, 2)
    return [exact(x.reshape(batch * sequence_length, -1))]


def adjoint_split_heads(g, x, **values):
    return merge_heads(g, **values)


def adjoint_merge_heads(g, x, **values):
    return split_heads(g, **values)


def turn_cosine(position, whole, fraction, quarters):
    def words(x):
        return np.asarray(x, np.int32).astype(np.uint32).astype(np.uint64)
    with np.errstate(over="ignore"):
        turns = words(position) * (words(whole) << np.uint64(32) | words(fraction))
        turns = turns + np.uint64(quarters << 62)
    return [elementwise(np.cos(2 * np.pi * turns.astype(np.int64) * 2.0**-64))]


def rope(x, num_heads, head_dim, theta_base, position_offset):
    x, half = f64(x)[0], head_dim // 2
    position = np.arange(len(x)) + max(0, position_offset)
    frequency = np.float64(theta_base) ** (-2.0 * np.arange(half) / head_dim)
    angle = (position[:, None] * frequency)[:, None, :]
    heads = x.reshape(len(x), num_heads, head_dim)
    a, b = heads[..., :half], heads[..., half:]
    c, s = np.cos(angle), np.sin(angle)
    y = np.concatenate([a * c - b * s, a * s + b * c], -1).reshape(x.shape)
    # The reference's own angle has 53 bits.
    bound = 2e-6 * np.maximum(1, np.abs(x).max()) + 2e-16 * position.max()
    return [Value(y, np.full(x.shape, bound))]


def scaled_dot_product_attention(query, key, value, additive_mask, scale, causal):
    q, k, v = f64(query, key, value)
    planes, length, _ = q.shape
    logits = np.einsum("nqd,nkd->nqk", q, k) * scale
    if additive_mask is not None:
        logits = logits + f64(additive_mask)[0].reshape(-1, length, length)
    if causal:
        logits = np.where(np.triu(np.ones((length, length), bool), 1), -np.inf, logits)
    p = _softmax(logits)
    y = np.einsum("nqk,nkd->nqd", p, v)
    return [Value(y, 1e-6 + 1e-5 * np.einsum("nqk,nkd->nqd", np.nan_to_num(p),
                                             np.abs(v)))]


def adjoint_scaled_dot_product_attention(g, query, key, value, additive_mask, scale,
                                         causal):
    q, k, v = f64(query, key, value)
    length = q.shape[1]
    logits = np.einsum("nqd,nkd->nqk", q, k) * scale
    if additive_mask is not None:
        logits = logits + f64(additive_mask)[0].reshape(-1, length, length)
    if causal:
        logits = np.where(np.triu(np.ones((length, length), bool), 1), -np.inf, logits)
    p = _softmax(logits)
    dp = np.einsum("nqd,nkd->nqk", g, v)
    ds = p * (dp - (p * dp).sum(-1, keepdims=True)) * scale
    parts = [np.einsum("nqk,nkd->nqd", ds, k), np.einsum("nqk,nqd->nkd", ds, q),
             np.einsum("nqk,nqd->nkd", p, g)]
    return [Value(d, np.full(d.shape, 2e-5 * np.maximum(1, np.abs(d).max())))
            for d in parts] + [None]


def _logits(query, key, additive_mask, scale, causal):
    q, k = f64(query, key)
    length = q.shape[1]
    logits = np.einsum("nqd,nkd->nqk", q, k) * scale
    if additive_mask is not None:
        logits = logits + f64(additive_mask)[0]
    if causal:
        logits = np.where(np.triu(np.ones((length, length), bool), 1), -np.inf, logits)
    return logits


def attention(query, key, value, additive_mask, scale, causal):
    logits = _logits(query, key, additive_mask, scale, causal)
    m = logits.max(-1)
    sums = m + np.log(np.exp(logits - m[..., None]).sum(-1))
    if additive_mask is not None and additive_mask.ndim == 2:
        additive_mask = np.broadcast_to(additive_mask, logits.shape)
    return scaled_dot_product_attention(query, key, value, additive_mask, scale,
                                        causal) + [
        Value(sums, 2e-6 * np.maximum(1, np.abs(np.nan_to_num(m))))]


def attention_backward(query, key, value, output_gradient, lambda_, delta, additive_mask,
                       scale, causal):
    q, k, v, g, lambda_, delta = f64(query, key, value, output_gradient, lambda_, delta)
    p = np.exp(_logits(q, k, additive_mask, scale, causal) - lambda_[..., None])
    d = p * (np.einsum("nqd,nkd->nqk", g, v) - delta[..., None]) * scale
    size = np.abs(p) * (np.einsum("nqd,nkd->nqk", np.abs(g), np.abs(v)) +
                        np.abs(delta[..., None])) * abs(scale)
    return [Value(np.einsum(spec, a, b), 1e-6 + 2e-5 * np.einsum(spec, c, np.abs(b)))
            for spec, a, b, c in [("nqk,nkd->nqd", d, k, size),
                                  ("nqk,nqd->nkd", d, q, size),
                                  ("nqk,nqd->nkd", p, g, p)]]


def flash_attention_causal(query, key, value, scale):
    return scaled_dot_product_attention(query, key, value, None, scale, True)


def adjoint_flash_attention_causal(g, query, key, value, scale):
    return adjoint_scaled_dot_product_attention(g, query, key, value, None, scale,
                                                True)[:3]


def scaled_dot_product_attention_causal(query, key, value, sequence_length, num_heads):
    values = _packing(query, sequence_length, num_heads)
    q, k, v = (split_heads(x, **values)[0].value for x in (query, key, value))
    y = flash_attention_causal(q, k, v, 1 / np.sqrt(q.shape[-1]))[0]
    return [Value(merge_heads(y.value, **values)[0].value,
                  merge_heads(y.bound, **values)[0].value)]


def adjoint_scaled_dot_product_attention_causal(g, query, key, value, sequence_length,
                                                num_heads):
    values = _packing(query, sequence_length, num_heads)
    g, q, k, v = (split_heads(x, **values)[0].value for x in (g, query, key, value))
    parts = adjoint_flash_attention_causal(g, q, k, v, 1 / np.sqrt(q.shape[-1]))
    return [Value(merge_heads(d.value, **values)[0].value,
                  merge_heads(d.bound, **values)[0].value) for d in parts]


def _packing(x, sequence_length, num_heads):
    return {"batch": len(x) // sequence_length, "sequence_length": sequence_length,
            "num_heads": num_heads}


def _softmax_scaled_masked():
    op = "softmax_scaled_masked"
    for shape, mask_shape in [((1,), (1,)), ((7, 9), (7, 9)), ((7, 9), (9,)),
                              ((2, 5, 33), (5, 33)), ((64, 65), (64, 65)),
                              ((3, 2, 4, 17), (2, 4, 17))]:
        operands = [normal(f"ss{shape}", shape, 3), normal(f"sm{mask_shape}", mask_shape)]
        name = shape_name(shape, mask_shape)
        yield simple(op, name, operands, scale=0.125)
        yield simple(op, "adjoint_" + name, operands, adjoint=True, detached=(1,),
                     scale=-0.5)
    inf = np.inf
    yield simple(op, "special_rows", [
        np.array([[1, 2, 3], [1, 2, 3], [1, inf, 3], [1, np.nan, 3], [1e30, 1, -1e30]],
                 np.float32),
        np.array([[-inf, -inf, -inf], [-inf, 0, -inf], [0, 0, 0], [0, 0, 0], [0, 0, 0]],
                 np.float32)], scale=1.0)
    yield simple(op, "scale_zero", [normal("sz", (3, 5)), normal("szm", (5,))], scale=0.0)


def _heads(op):
    for b, s, h, p in [(1, 1, 1, 1), (2, 5, 3, 4), (3, 7, 1, 8), (2, 33, 4, 16)]:
        shape = (b * s, h * p) if op == "split_heads" else (b * h, s, p)
        for adjoint in (False, True):
            yield simple(op, ("adjoint_" if adjoint else "") + f"{b}_{s}_{h}_{p}",
                         [normal(f"{op}{shape}", shape)], adjoint=adjoint, batch=b,
                         sequence_length=s, num_heads=h)


def _turn_cosine():
    position = integers("tp", (33, 1), -2**31, 2**31)
    words = [integers(f"tw{i}", (17,), -2**31, 2**31) for i in range(2)]
    for quarters in range(4):
        yield simple("turn_cosine", f"quarters_{quarters}", [position] + words,
                     quarters=quarters)
    eighths = (np.arange(8, dtype=np.uint32) << np.uint32(29)).view(np.int32)
    yield simple("turn_cosine", "eighths", [np.ones(1, np.int32), eighths,
                                            np.zeros(1, np.int32)], quarters=3)


def _rope():
    for t, h, p, base, offset in [(1, 1, 2, 1e4, 0), (7, 3, 4, 1e4, 0),
                                  (33, 2, 16, 1e4, 5), (65, 4, 64, 5e5, 100000),
                                  (5, 1, 8, 0.5, 3), (5, 2, 6, 1e4, 2**32 - 5)]:
        values = {"num_heads": h, "head_dim": p, "theta_base": base,
                  "position_offset": offset}
        x = normal(f"rope{t}{p}", (t, h * p))
        yield simple("rope", f"{t}_{h}_{p}_{offset}", [x], **values)
        if t == 7:
            yield simple("rope", f"adjoint_{t}_{h}_{p}", [x], adjoint=True, **values)
    values = {"num_heads": 2, "head_dim": 4, "theta_base": 1e4}
    for offset in (3, 0, -7, 2**31 - 20):
        yield OperandScalars(
            "rope", f"operand_{offset}", [normal("ropeo", (9, 8)), scalar(offset)],
            "oaml.rope {0} position_offset({1}) " + escape(attributes(**values)),
            values, scalars=("position_offset",))


def _inputs(key, shape):
    return [normal(f"{key}{k}{shape}", shape) for k in "qkv"]


def _scaled_dot_product_attention():
    op = "scaled_dot_product_attention"
    for n, s, p in [(1, 1, 1), (3, 7, 5), (2, 33, 16), (1, 65, 32)]:
        for form in ("none", "rows", "planes", "one"):
            if form != "none" and (form, s) != ("rows", 33) and s != 7:
                continue
            mask = {"none": None, "rows": (n * s, s), "planes": (n, s, s),
                    "one": (s, s)}[form]
            operands = _inputs(op, (n, s, p)) + [
                None if mask is None else normal(f"{op}m{mask}", mask)]
            for causal in (False, True):
                text = "oaml.scaled_dot_product_attention {0}, {1}, {2} "
                if mask:
                    text += "mask({3}) "
                text += escape(f"{{scale = 0.375 : f64, causal = {str(causal).lower()}}}")
                name = f"{n}_{s}_{p}_{form}{'_causal' if causal else ''}"
                values = {"scale": 0.375, "causal": causal}
                yield Case(op, name, operands, text, values)
                if s == 7:
                    yield Case(op, "adjoint_" + name, operands, text, values,
                               adjoint=True, detached=(3,))
    # A row that sees nothing is NaN, the others are as they are.
    mask = np.zeros((4, 4), np.float32)
    mask[1] = -np.inf
    mask[2, 1:] = -np.inf
    mask[0, 0] = 1e30
    yield Case(op, "hidden_rows", _inputs(op, (2, 4, 3)) + [mask],
               "oaml.scaled_dot_product_attention {0}, {1}, {2} mask({3}) " +
               escape("{scale = 1.0 : f64, causal = false}"),
               {"scale": 1.0, "causal": False})


def _attention(op):
    for n, s, p, form in [(1, 1, 1, None), (2, 3, 2, "one"), (2, 9, 4, "planes"),
                          (3, 33, 16, None), (1, 70, 64, "one"), (2, 128, 33, None)]:
        mask = {None: None, "one": (s, s), "planes": (n, s, s)}[form]
        inputs = _inputs(op, (n, s, p))
        if op == "attention_backward":
            if p > 16:
                continue  # Drivers take long.
            inputs += [normal(f"ag{s}", (n, s, p)), normal(f"al{s}", (n, s)) + 2,
                       normal(f"ad{s}", (n, s))]
        operands = inputs + [None if mask is None else normal(f"am{mask}", mask)]
        for causal in (False, True):
            text = f"oaml.{op} " + ", ".join(f"{{{i}}}" for i in range(len(inputs)))
            text += f" mask({{{len(inputs)}}}) " if mask else " "
            text += escape(f"{{scale = 0.375 : f64, causal = {str(causal).lower()}}}")
            name = f"{n}_{s}_{p}_{form}{'_causal' if causal else ''}"
            values = {"scale": 0.375, "causal": causal}
            yield Case(op, name, operands, text, values)
            if s in (1, 3):
                yield Case(op, "adjoint_" + name, operands, text, values, adjoint=True,
                           detached=(len(inputs),))


def _flash_attention_causal():
    op = "flash_attention_causal"
    for n, s, p in [(1, 1, 1), (2, 5, 3), (3, 33, 16), (2, 64, 64), (1, 257, 32)]:
        yield simple(op, f"{n}_{s}_{p}", _inputs(op, (n, s, p)), scale=0.25)
        if s in (5, 33):
            yield simple(op, f"adjoint_{n}_{s}_{p}", _inputs(op, (n, s, p)),
                         adjoint=True, scale=0.25)
    large = [x * np.float32(30) for x in _inputs(op, (1, 9, 4))]
    yield simple(op, "large_logits", large, scale=10.0)


def _packed_attention():
    op = "scaled_dot_product_attention_causal"
    for b, s, h, p in [(1, 1, 1, 1), (2, 5, 3, 2), (2, 33, 4, 16), (1, 64, 2, 32)]:
        values = {"sequence_length": s, "num_heads": h}
        operands = _inputs(op, (b * s, h * p))
        yield simple(op, f"{b}_{s}_{h}_{p}", operands, **values)
        if s in (5, 33):
            yield simple(op, f"adjoint_{b}_{s}_{h}_{p}", operands, adjoint=True, **values)


CASES = {"softmax_scaled_masked": _softmax_scaled_masked,
         "split_heads": lambda: _heads("split_heads"),
         "merge_heads": lambda: _heads("merge_heads"), "turn_cosine": _turn_cosine,
         "attention": lambda: _attention("attention"),
         "attention_backward": lambda: _attention("attention_backward"),
         "rope": _rope, "scaled_dot_product_attention": _scaled_dot_product_attention,
         "flash_attention_causal": _flash_attention_causal,
         "scaled_dot_product_attention_causal": _packed_attention}
