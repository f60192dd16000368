# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules: initial values, calls in and out of compiled functions, gradients."""

import dataclasses

import numpy as np
import pytest

import oaml


def test_linear(executor, rng):
    layer = oaml.nn.Linear.init(3, 5, seed=4)
    weight = layer.weight.numpy()
    assert weight.shape == (5, 3) and np.abs(weight).max() <= 3 ** -0.5
    np.testing.assert_array_equal(weight, oaml.rand_xavier((5, 3), seed=4))
    np.testing.assert_array_equal(layer.bias, np.zeros(5))
    layer = dataclasses.replace(layer, bias=oaml.array(np.arange(5, dtype="f4")))
    x = rng.normal(size=(2, 3)).astype(np.float32)
    y = oaml.jit(lambda layer, x: layer(x), executor=executor)(layer, x)
    np.testing.assert_allclose(y, x @ weight.T + np.arange(5), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(layer(x), y, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name, function", [
    ("relu", lambda x: np.maximum(x, 0)), ("tanh", np.tanh)])
def test_mlp_is_its_layers(name, function, rng):
    model = oaml.nn.MLP.init([4, 7, 1, 2], activation=name, seed=1)
    x = rng.normal(size=(6, 4)).astype(np.float32)
    y = x
    for i, layer in enumerate(model.layers):
        y = y @ layer.weight.numpy().T + layer.bias.numpy()
        y = function(y) if i < 2 else y
    np.testing.assert_allclose(model(x), y, rtol=1e-4, atol=1e-5)


def test_a_layer_without_bias():
    layer = oaml.nn.Linear.init(1, 1, bias=False)
    assert layer.bias is None and len(oaml.tree_leaves(layer)) == 1
    assert layer(np.ones((1, 1), np.float32)).item() == layer.weight.item()


def test_seeds():
    def weights(**seed):
        return [layer.weight.numpy() for layer in
                oaml.nn.MLP.init([8, 8, 8, 8], **seed).layers]

    def differ(arrays):
        return len({values.tobytes() for values in arrays}) == len(arrays)

    one = weights(seed=1)
    assert differ(one + weights(seed=2) + weights() + weights(seed=0))
    for same in (weights(seed=1), weights(seed=np.int32(1)), oaml.jit(
            lambda: [layer.weight for layer in
                     oaml.nn.MLP.init([8, 8, 8, 8], seed=1).layers])()):
        np.testing.assert_array_equal(one, np.array([np.asarray(w) for w in same]))
    oaml.set_rng_seed(3)
    first = weights()
    oaml.set_rng_seed(3)
    np.testing.assert_array_equal(first, weights())


def test_modules_are_containers(rng):
    model = oaml.nn.MLP.init([3, 4, 2], activation="tanh", seed=1)
    x = rng.normal(size=(5, 3)).astype(np.float32)
    labels = np.array([0, 1, 1, 0, 1], np.int32)

    def loss(model):
        return oaml.cross_entropy(model(x), labels)

    gradients = oaml.grad(loss)(model)
    assert type(gradients) is oaml.nn.MLP and gradients.activation == "tanh"
    # The slope along the gradient is the square of its norm.
    norm = sum(float((g * g).sum()) for g in oaml.tree_leaves(gradients))
    steps = [oaml.tree_map(lambda p, g, s=s: p + s * g, model, gradients)
             for s in (1e-2, -1e-2)]
    slope = (float(loss(steps[0])) - float(loss(steps[1]))) / 2e-2
    assert abs(slope / norm - 1) < 2e-2


def test_wrong_input():
    with pytest.raises(ValueError, match="op of one array, .* found 'rellu'"):
        oaml.nn.MLP.init([2, 2], activation="rellu")
    with pytest.raises(ValueError, match="found 'add'"):
        oaml.nn.activation("add")
    with pytest.raises(ValueError, match=r"two sides or more, found \[2\]"):
        oaml.nn.MLP.init([2])
    for extent in (0, 2.0, True):
        with pytest.raises(ValueError, match="numbers of features, 1 or more"):
            oaml.nn.Linear.init(3, extent)
    with pytest.raises(oaml.OpError, match="oaml.linear"):
        oaml.nn.Linear.init(3, 2)(np.ones((4, 5), np.float32))
