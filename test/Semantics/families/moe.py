"""Mixtures of experts: plans, gathers and grouped products, in NumPy and float64."""

import numpy as np

from case import Case, integers, normal, shape_name, simple, uniform
from reference import Value, elementwise, exact, f64, reduction


def _unsigned(values):
    return values.astype(np.int64) & 0xFFFFFFFF


def moe_expert_plan(expert_indices, num_experts):
    tokens, slots = expert_indices.shape
    expert = expert_indices.reshape(-1).astype(np.int64)
    routes, live = expert.size, (expert >= 0) & (expert < num_experts)
    order = np.argsort(np.where(live, expert, num_experts), kind="stable")[:live.sum()]
    counts = np.bincount(expert[live], minlength=num_experts)
    fields = [np.full(routes, n) for n in (tokens, num_experts, routes, routes)]
    places = np.arange(order.size)
    fields[0][places], fields[1][places] = order // slots, expert[order]
    fields[2][places], fields[3][order] = order, places
    return [exact(a.astype(np.int32)) for a in
            [counts, np.concatenate([[0], counts.cumsum()])] + fields]


def moe_route_weights(probabilities, expert_indices):
    p, = f64(probabilities)
    live = (expert_indices >= 0) & (expert_indices < p.shape[1])
    q = np.where(live, np.take_along_axis(p, np.where(live, expert_indices, 0), 1), 0)
    total = q.sum(1, keepdims=True)
    ok = total > 0
    return [elementwise(np.where(ok, q / np.where(ok, total, 1), 0))]


def adjoint_moe_route_weights(g, probabilities, expert_indices):
    g, p = f64(g, probabilities)
    w = moe_route_weights(probabilities, expert_indices)[0].value
    d, terms = np.zeros_like(p), np.zeros_like(p)
    for t in range(p.shape[0]):
        live = [(k, e) for k, e in enumerate(expert_indices[t]) if 0 <= e < p.shape[1]]
        total = sum(p[t, e] for _, e in live)
        if not total > 0:
            continue
        mean = sum(g[t, k] * w[t, k] for k, _ in live)
        for k, e in live:
            d[t, e] += (g[t, k] - mean) / total
            terms[t, e] += (abs(g[t, k]) + abs(mean)) / total
    return [reduction(d, terms), None]


def _rows(table, rows):
    rows = _unsigned(rows)
    live = rows < table.shape[0]
    return np.where(live[:, None], table[np.where(live, rows, 0)], 0)


def moe_gather(input, packed_token, inverse):
    return [exact(_rows(f64(input)[0], packed_token))]


def adjoint_moe_gather(g, input, packed_token, inverse):
    routes = _rows(f64(g)[0], inverse).reshape(input.shape[0], -1, input.shape[1])
    return [reduction(routes.sum(1), np.abs(routes).sum(1)), None, None]


def moe_combine(packed, route_gate, inverse, packed_slot):
    packed, gate = f64(packed, route_gate)
    live = (_unsigned(inverse) < packed.shape[0]).reshape(gate.shape)
    rows = _rows(packed, inverse).reshape(*gate.shape, -1)
    terms = np.where(live[..., None], rows * gate[..., None], 0)
    return [reduction(terms.sum(1), np.abs(terms).sum(1))]


def adjoint_moe_combine(g, packed, route_gate, inverse, packed_slot):
    g, packed, gate = f64(g, packed, route_gate)
    per_route = (g[:, None] * gate[..., None]).reshape(packed.shape)
    rows = _rows(packed, inverse).reshape(*gate.shape, -1)
    terms = g[:, None] * rows
    return [elementwise(_rows(per_route, packed_slot)),
            reduction(terms.sum(-1), np.abs(terms).sum(-1)), None, None]


def _groups(offsets):
    return [slice(a, b) for a, b in zip(_unsigned(offsets), _unsigned(offsets)[1:])]


def grouped_gemm_m(input, weight, offsets, bias=None):
    x, w = f64(input, weight)
    y = np.zeros((x.shape[0], w.shape[1]))
    terms = np.zeros_like(y)
    for e, rows in enumerate(_groups(offsets)):
        b = 0 if bias is None else f64(bias)[0][e]
        y[rows] = x[rows] @ w[e].T + b
        terms[rows] = np.abs(x[rows]) @ np.abs(w[e]).T + np.abs(b)
    return [reduction(y, terms)]


def grouped_linear_m(input, weight, bias, offsets):
    return grouped_gemm_m(input, weight, offsets, bias)


def grouped_outer_m(left, right, offsets):
    a, b = f64(left, right)
    groups = _groups(offsets)
    return [reduction(np.stack([a[r].T @ b[r] for r in groups]),
                      np.stack([np.abs(a[r]).T @ np.abs(b[r]) for r in groups]))]


def adjoint_grouped_gemm_m(g, input, weight, offsets):
    return [grouped_gemm_m(g, weight.swapaxes(1, 2), offsets)[0],
            grouped_outer_m(g, input, offsets)[0], None]


def adjoint_grouped_linear_m(g, input, weight, bias, offsets):
    d_input, d_weight, _ = adjoint_grouped_gemm_m(g, input, weight, offsets)
    rows = [f64(g)[0][r] for r in _groups(offsets)]
    d_bias = reduction(np.stack([r.sum(0) for r in rows]),
                       np.stack([np.abs(r).sum(0) for r in rows]))
    return [d_input, d_weight, d_bias, None]


def moe_routing_bias_update(selection_mask, bias, experts_per_token, gamma):
    mask, bias = f64(selection_mask, bias)
    tokens, experts = mask.shape
    excess = mask.sum(0) - tokens * experts_per_token / experts
    return [elementwise(bias - gamma * np.sign(excess))]


def _plan(key, tokens, slots, experts, low=0, high=None):
    """Maps of a drawn plan: [counts, offsets, token, expert, slot, inverse]."""
    indices = integers(key, (tokens, slots), low, experts if high is None else high)
    return [v.value for v in moe_expert_plan(indices, experts)]


SIZES = [(1, 1, 1), (4, 2, 3), (7, 3, 5), (33, 2, 8), (130, 4, 65)]


def _plan_cases():
    worked = np.array([[2, 0], [1, 2], [0, 1], [2, 1]], np.int32)
    bad = np.array([[1, -1], [0, 1], [2, 0]], np.int32)
    for name, indices, experts in [
            ("worked", worked, 3), ("bad", bad, 2), ("all_bad", bad + 5, 3),
            ("all_one", np.zeros((5, 3), np.int32), 4)]:
        yield simple("moe_expert_plan", name, [indices], num_experts=experts)
    for tokens, slots, experts in SIZES:
        yield simple("moe_expert_plan", shape_name((tokens, slots, experts)),
                     [integers("plan", (tokens, slots), -1, experts + 1)],
                     num_experts=experts)


def _weight_cases():
    p = np.array([[0.5, 0.25, 0.25], [0, 0, 1], [0.1, 0.2, 0.7], [-1, 0.5, 0.5]], np.float32)
    i = np.array([[0, 1], [0, 1], [2, 2], [0, 1]], np.int32)
    yield simple("moe_route_weights", "zero_total", [p, i])
    yield simple("moe_route_weights", "adjoint_bad_zero_total", [p, i], adjoint=True)
    i = np.array([[0, -1], [3, 1], [2, 7], [5, 9]], np.int32)
    yield simple("moe_route_weights", "bad_index", [p + 1, i])
    yield simple("moe_route_weights", "adjoint_bad_index", [p + 1, i], adjoint=True)
    yield simple("moe_route_weights", "nan", [np.where(p == 0.25, np.nan, p), i])
    for tokens, slots, experts in SIZES[:4]:
        operands = [uniform("p", (tokens, experts), 0.1, 1),
                    integers("w", (tokens, min(slots, experts)), 0, experts)]
        for adjoint in (False, True):
            yield simple("moe_route_weights", ("adjoint_" if adjoint else "") +
                         shape_name((tokens, slots, experts)), operands, adjoint=adjoint)


def _gather_cases():
    for (tokens, slots, experts), width in zip(SIZES, (1, 3, 5, 64, 9)):
        for name, low in (("", 0), ("dropped_", -1)):
            _, _, token, _, _, inverse = _plan("gather", tokens, slots, experts, low)
            operands = [normal("x", (tokens, width)), token, inverse]
            for adjoint in (False, True) if tokens < 9 else (False,):
                yield simple("moe_gather", ("adjoint_" if adjoint else "") + name +
                             shape_name((tokens, slots, width)), operands, adjoint=adjoint)


def _combine_cases():
    for (tokens, slots, experts), width in zip(SIZES, (1, 3, 5, 64, 9)):
        for name, low in (("", 0), ("dropped_", -1)):
            _, _, _, _, slot, inverse = _plan("combine", tokens, slots, experts, low)
            gate = normal("g", (tokens, slots))
            operands = [normal("x", (tokens * slots, width)), gate, inverse, slot]
            for adjoint in (False, True) if tokens < 9 else (False,):
                yield simple("moe_combine", ("adjoint_" if adjoint else "") + name +
                             shape_name((tokens, slots, width)), operands, adjoint=adjoint)
    gate = np.array([[1, np.nan], [2, np.inf]], np.float32)
    yield simple("moe_combine", "nan_gate_of_no_row",
                 [normal("x", (4, 3)), gate, np.array([0, 9, 1, 4], np.int32),
                  np.array([0, 2, 4, 4], np.int32)])


# Rows, groups' offsets, N, K.
GROUPS = [(1, [0, 1], 1, 1), (5, [0, 2, 2, 5], 3, 2), (6, [0, 1, 4], 2, 3),
          (7, [0, 0, 0, 7, 7], 5, 9), (65, [0, 3, 35, 36, 60], 31, 17),
          (200, [0, 64, 64, 130, 200], 64, 64)]


def _grouped(op):
    def cases():
        for rows, offsets, n, k in GROUPS:
            groups = len(offsets) - 1
            offsets = np.array(offsets, np.int32)
            if op == "grouped_outer_m":
                operands = [normal("a", (rows, n)), normal("b", (rows, k)), offsets]
            else:
                operands = [normal("x", (rows, k)), normal("w", (groups, n, k))]
                if op == "grouped_linear_m":
                    operands.append(normal("b", (groups, n)))
                operands.append(offsets)
            name = shape_name((rows, groups, n, k))
            for adjoint in (False, True) if rows < 70 else (False,):
                yield simple(op, ("adjoint_" if adjoint else "") + name, operands,
                             adjoint=adjoint and op != "grouped_outer_m")
        # What is in rows and matrices of other groups has no influence.
        x, w = normal("x", (6, 3)), normal("w", (2, 4, 3))
        offsets = np.array([0, 3, 5], np.int32)
        x[5], x[1] = np.nan, np.inf
        w[1, 2] = np.nan
        if op == "grouped_gemm_m":
            yield simple(op, "nan_stays_in_its_group", [x, w, offsets])
        if op == "grouped_outer_m":
            yield simple(op, "nan_stays_in_its_group", [x, x[:, :2].copy(), offsets])
    return cases


def _bias_cases():
    mask = (uniform("m", (9, 4), 0, 1) > 0.5).astype(np.float32)
    yield simple("moe_routing_bias_update", "9x4", [mask, normal("b", (1, 4))],
                 experts_per_token=2, gamma=0.001)
    even = np.array([[1, 0], [0, 1]], np.float32)
    yield simple("moe_routing_bias_update", "equal_loads", [even, normal("b", (1, 2))],
                 experts_per_token=1, gamma=0.5)
    yield simple("moe_routing_bias_update", "1x1", [even[:1, :1].copy(), normal("b", (1, 1))],
                 experts_per_token=1, gamma=0.0)
    mask = (uniform("m", (1000, 65), 0, 1) > 0.9).astype(np.float32)
    yield simple("moe_routing_bias_update", "1000x65", [mask, normal("b", (1, 65))],
                 experts_per_token=6, gamma=0.01)


CASES = {"moe_expert_plan": _plan_cases, "moe_route_weights": _weight_cases,
         "moe_gather": _gather_cases, "moe_combine": _combine_cases,
         "moe_routing_bias_update": _bias_cases}
for _op in ("grouped_gemm_m", "grouped_linear_m", "grouped_outer_m"):
    CASES[_op] = _grouped(_op)
