# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Optimizers and schedules, against their formulas in float64."""

import numpy as np
import pytest

import oaml
from oaml import optim


def adam_formula(p, slots, g, rate, step, decay=0.0):
    m, v = slots
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    move = (m / (1 - 0.9 ** step)) / (np.sqrt(v / (1 - 0.999 ** step)) + 1e-8)
    return p - rate * decay * p - rate * move, (m, v)


def sgd_formula(p, slots, g, rate, step):
    return p - rate * g, slots


def momentum_formula(p, slots, g, rate, step):
    b = 0.9 * slots[0] + g
    return p - rate * b - 0.1 * p, (b,)


CASES = {
    "sgd": (lambda rate: optim.sgd(rate), 0, sgd_formula),
    "momentum": (lambda rate: optim.sgd(rate, 0.9, weight_decay=0.1), 1,
                 momentum_formula),
    "adam": (lambda rate: optim.adam(rate), 2, adam_formula),
    "adamw": (lambda rate: optim.adamw(rate), 2,
              lambda *args: adam_formula(*args, decay=0.01)),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("rate", ["number", "array", "schedule"])
def test_steps(name, rate, rng):
    make, num_slots, formula = CASES[name]
    optimizer = make({"number": 0.1, "array": oaml.array(0.1),
                      "schedule": optim.step_decay(0.1, every=2, factor=0.5)}[rate])
    start = {"w": rng.normal(size=(3, 5)), "b": [rng.normal(size=(1,))]}
    parameters = oaml.tree_map(lambda x: oaml.array(x, "f32"), start)
    state = optimizer.init(parameters)
    update = oaml.jit(optimizer.update, donate_argnums=2)
    expected = [(p, (np.zeros_like(p),) * num_slots)
                for p in oaml.tree_leaves(start)]
    for step in range(1, 6):
        gradients = oaml.tree_map(lambda x: rng.normal(size=x.shape), start)
        parameters, state = update(
            parameters, oaml.tree_map(lambda x: oaml.array(x, "f32"), gradients),
            state)
        now = 0.1 * 0.5 ** ((step - 1) // 2) if rate == "schedule" else 0.1
        expected = [formula(p, slots, g, now, step) for (p, slots), g
                    in zip(expected, oaml.tree_leaves(gradients))]
        for found, (p, _) in zip(oaml.tree_leaves(parameters), expected):
            np.testing.assert_allclose(found, p, rtol=1e-4, atol=1e-5)
    assert state.step.item() == 5
    assert (state.learning_rate is None) == (rate == "schedule")


def test_muon_makes_matrices_orthogonal(rng):
    parameters = {"w": oaml.array(np.zeros((4, 6), np.float32)),
                  "b": oaml.array(np.zeros(4, np.float32))}
    gradients = {"w": rng.normal(size=(4, 6)).astype(np.float32),
                 "b": np.ones(4, np.float32)}
    optimizer = optim.muon(1.0)
    moved, state = oaml.jit(optimizer.update)(parameters, gradients,
                                              optimizer.init(parameters))
    singular = np.linalg.svd(moved["w"].numpy() / (0.2 * 6 ** 0.5),
                             compute_uv=False)
    assert (0.6 < singular).all() and (singular < 1.3).all()
    # u = (1 - beta) g + beta (1 - beta) g
    np.testing.assert_allclose(moved["b"], np.full(4, -0.05 * 1.95), rtol=1e-5)
    np.testing.assert_allclose(state.moments["momentum"]["b"], np.full(4, 0.05),
                               rtol=1e-5)


def test_a_changed_learning_rate_compiles_nothing(capfd, monkeypatch):
    optimizer = optim.sgd(1.0)
    w = oaml.array(np.zeros(2, np.float32))
    state = optimizer.init(w)
    monkeypatch.setenv("OAML_LOG", "recompiles")
    update = oaml.jit(optimizer.update)
    gradient = np.ones(2, np.float32)
    w, state = update(w, gradient, state)
    for rate in (0.5, oaml.array(0.25)):
        w, state = update(w, gradient, state._replace(learning_rate=rate))
    np.testing.assert_array_equal(w, [-1.75, -1.75])
    assert capfd.readouterr().err == ""


def test_clipping(rng):
    gradients = [np.full((3, 4), 3.0, np.float32), {"b": np.full(1, 4.0, np.float32)}]
    norm = (12 * 9 + 16) ** 0.5
    for limit, factor in ((1.0, 1 / norm), (2 * norm, 1.0)):
        clipped = optim.clip_by_global_norm(gradients, limit)
        np.testing.assert_allclose(clipped[0], gradients[0] * factor, rtol=1e-5)
        np.testing.assert_allclose(clipped[1]["b"], [4 * factor], rtol=1e-5)
    optimizer = optim.clipped(optim.sgd(1.0), 1.0)
    zeros = oaml.tree_map(np.zeros_like, gradients)
    moved, _ = oaml.jit(optimizer.update)(zeros, gradients, optimizer.init(zeros))
    np.testing.assert_allclose(moved[1]["b"], [-4 / norm], rtol=1e-5)


def test_schedules():
    steps = np.arange(130, dtype=np.int32)
    t = np.minimum((steps - 20) / 80, 1)
    fall = 0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * t))
    expected = np.where(steps < 20, (steps + 1) / 20, fall)
    warm = optim.cosine(1.0, 100, warmup=20, end=0.01)
    np.testing.assert_allclose(warm(steps), expected, rtol=1e-5, atol=1e-6)
    plain = optim.cosine(0.5, 10)
    assert plain(0).item() == 0.5 and abs(plain(10).item()) < 1e-6
    np.testing.assert_allclose(optim.step_decay(2.0, 7, 0.1)(steps),
                               2 * 0.1 ** (steps // 7), rtol=1e-4)
    np.testing.assert_array_equal(optim.constant(0.5)(steps), np.full(130, 0.5))


def test_parameters_of_the_caller_stay():
    rate = oaml.array(0.1)
    w = oaml.array(np.ones(2, np.float32))
    optimizer = optim.adam(rate)
    state = optimizer.init(w)
    oaml.jit(optimizer.update, donate_argnums=(0, 2))(w * 1, w, state)
    assert w.tolist() == [1, 1] and rate.valid
    assert optimizer.init(w).learning_rate.item() == np.float32(0.1)


def test_wrong_input():
    for make in (optim.sgd, optim.adam, optim.adamw, optim.muon, optim.constant):
        with pytest.raises(ValueError, match="learning rate of 0 or more, found -1"):
            make(-1)
    with pytest.raises(ValueError, match="more steps than those of the warmup"):
        optim.cosine(0.1, 10, warmup=10)
    with pytest.raises(ValueError, match="found 0 and 0.1"):
        optim.step_decay(0.1, 0)
    with pytest.raises(ValueError, match="a norm above 0, found 0"):
        optim.clipped(optim.sgd(0.1), 0)
    optimizer = optim.adam(0.1)
    w = np.ones(2, np.float32)
    with pytest.raises(ValueError, match="gradients have the structure"):
        optimizer.update({"w": w}, {"v": w}, optimizer.init({"w": w}))
    with pytest.raises(ValueError, match="m have the structure"):
        optimizer.update({"w": w}, {"w": w}, optimizer.init(w))
    with pytest.raises(oaml.OpError, match="adam_step"):
        optimizer.update(w, np.ones(3, np.float32), optimizer.init(w))
