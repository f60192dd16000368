# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops as functions: signatures, documentation, attributes, results, errors."""

import inspect
import json
import os
import subprocess

import numpy as np
import pytest

import oaml


def list_ops():
    tool = os.path.join(os.path.dirname(oaml.__file__), "..", "..", "bin", "oaml-opt")
    return json.loads(subprocess.check_output([tool, "--oaml-list-ops=json"]))


def test_every_op_is_a_function():
    # Those that take no tensors, or name functions, are not.
    others = {"dim", "from_index", "grad", "scan", "value_and_grad", "vjp", "yield"}
    names = {op["name"].removeprefix("oaml.") for op in list_ops()}
    for name in names - others:
        assert callable(getattr(oaml, name)), name


def test_signatures_are_those_of_the_records():
    for op in list_ops():
        name = op["name"].removeprefix("oaml.")
        if name not in oaml.ops.__all__:
            continue
        function = getattr(oaml, name)
        parameters = list(inspect.signature(function).parameters)
        # A name that Python keeps for itself ends in "_".
        assert [p.removesuffix("_") for p in parameters] == op["parameters"]
        assert function.__name__ == name
        assert function.__doc__.startswith(op["summary"])
        assert function.__text_signature__.startswith("(")
    assert str(inspect.signature(oaml.pad)) == "(x, low, high, value=0.0)"
    assert str(inspect.signature(oaml.linear)) == "(x, weight, bias=None)"


def test_calls_are_checked_as_python_does():
    x = oaml.array([1.0])
    for call, error in [
            (lambda: oaml.add(x), "missing required argument: 'right'"),
            (lambda: oaml.add(x, x, x), "takes 2 arguments but 3"),
            (lambda: oaml.add(x, right=x, left=x), "multiple values"),
            (lambda: oaml.add(x, other=x), "unexpected keyword argument 'other'")]:
        with pytest.raises(TypeError, match=error):
            call()


def test_attributes(rng):
    x = rng.normal(size=(3, 4)).astype(np.float32)
    np.testing.assert_allclose(oaml.sum(x, 1), x.sum(1, keepdims=True), rtol=1e-5)
    np.testing.assert_allclose(oaml.reduce("max", x, axes=(0, 1)),
                               x.max(keepdims=True).reshape(1, 1))
    np.testing.assert_array_equal(oaml.cast(x, "i32"), x.astype(np.int32))
    np.testing.assert_array_equal(oaml.pad(x, [0, 1], (2, 0)),
                                  np.pad(x, [(0, 2), (1, 0)]))
    np.testing.assert_array_equal(oaml.constant(x), x)
    maps = ["affine_map<(m, n, k) -> (m, k)>", "affine_map<(m, n, k) -> (n, k)>",
            "affine_map<(m, n, k) -> (m, n)>"]
    np.testing.assert_allclose(oaml.contraction(x, x, maps), x @ x.T, rtol=1e-5)


@pytest.mark.parametrize("traced", [False, True])
def test_wrong_attributes(traced):
    x = oaml.array(np.ones((2, 3), np.float32))
    for call, rule in [
            (lambda x: oaml.sum(x, 1.5), "'axis' to be an integer, found 1.5"),
            (lambda x: oaml.sum(x, True), "'axis' to be an integer, found True"),
            (lambda x: oaml.sum(x, 2), "'oaml.sum' op requires .*axis"),
            (lambda x: oaml.reduce("prod", x, [0]), "one of 'sum', 'max'"),
            (lambda x: oaml.pad(x, [0], 1), "a sequence of integers"),
            (lambda x: oaml.pad(x, [0, 0], [0, 0], "a"), "'value' to be a number"),
            (lambda x: oaml.reshape(x, (4, 2)), "'oaml.reshape' op requires"),
            (lambda x: oaml.contraction(x, x, ["nonsense"]), "indexing_maps")]:
        with pytest.raises(oaml.OpError, match=rule) as caught:
            (oaml.jit(call) if traced else call)(x)
        assert isinstance(caught.value, ValueError)
        assert caught.value.filename == __file__
        assert "lambda x: oaml." in str(caught.value)


def test_scalars_are_attributes_or_operands():
    p = np.ones(3, np.float32)
    expected = p - 0.5 * p
    zeros = dict(momentum_factor=0.0, weight_decay=0.0)
    for lr in (0.5, np.float32(0.5), oaml.array(0.5), np.array([0.5], np.float32)):
        step = oaml.sgd_step(p, None, p, lr, **zeros)
        np.testing.assert_allclose(step.param, expected)
    one = oaml.sgd_step(p, None, p, 1, 0, 0)  # integers are numbers, too
    np.testing.assert_allclose(one.param, 0 * p)
    with pytest.raises(oaml.OpError, match="'oaml.sgd_step' op requires .*momentum_factor"):
        oaml.sgd_step(p, p, p, 0.5, momentum_factor=2.0, weight_decay=0.0)

    @oaml.jit
    def step(lr):
        return oaml.sgd_step(p, None, p, lr, **zeros).param

    np.testing.assert_allclose(step(0.5), expected)
    np.testing.assert_allclose(step(0.25), p - 0.25)


def test_records():
    fields = dict(batch_size=1, sequence_length=4, num_heads=2, head_dim=4,
                  state_size=4, num_rope_angles=1)
    config = oaml.SsmConfig(**fields)
    assert (config.num_groups, config.mimo_rank, config.has_d) == (0, 1, True)
    assert config == oaml.SsmConfig(**fields, has_output_norm=False)
    with pytest.raises(TypeError, match="state_size"):
        oaml.SsmConfig(batch_size=1)
    assert oaml.Mamba3PreprocessConfig(
        inner_size=1, state_size=1, num_heads=1, num_rope_angles=0).epsilon == 1e-5
    x, bias = np.zeros((1, 12), np.float32), np.ones(1, np.float32)
    config = oaml.Mamba3PreprocessConfig(inner_size=2, state_size=2, num_heads=1,
                                         num_rope_angles=1)
    assert oaml.mamba3_preprocess(x, bias, config).x.shape == (1, 2)
    with pytest.raises(oaml.OpError, match="'config' to be a record with a field"):
        oaml.mamba3_preprocess(x, bias, config=3)


def test_results():
    p = np.ones(3, np.float32)
    step = oaml.sgd_step(p, None, p, 0.5, 0.0, 0.0)
    assert type(step).__name__ == "SgdStepResult" and step._fields == ("param", "momentum")
    assert step.momentum is None
    assert isinstance(step, oaml.SgdStepResult)
    step = oaml.sgd_step(p, p, p, 0.5, 0.9, 0.0)
    assert step.momentum.shape == (3,)


def test_numbers_take_the_type_of_the_others(executor):
    def add(x):
        return x + 1, 2 * x

    x = np.arange(3)
    for dtype in (np.float32, np.float16, np.int32):
        one, two = oaml.jit(add, executor=executor)(x.astype(dtype))
        np.testing.assert_array_equal(one, (x + 1).astype(dtype))
        np.testing.assert_array_equal(two, (2 * x).astype(dtype))
        np.testing.assert_array_equal(oaml.array(x.astype(dtype)) + 1, x + 1)
    with pytest.raises(oaml.OpError):
        oaml.array([1, 2]) + 0.5


def test_error_names_the_users_line():
    def model(x):
        return oaml.add(x, oaml.array([1.0, 2.0]))  # this line

    with pytest.raises(oaml.OpError, match=r"test_ops.py:\d+: return oaml.add"):
        oaml.jit(model)(np.ones(3, np.float32))
    with pytest.raises(oaml.OpError, match="'oaml.add' op requires") as caught:
        model(np.ones(3, np.float32))
    assert caught.value.op == "oaml.add" and caught.value.lineno > 0


def test_seeds():
    def draw():
        return oaml.philox_uniform((4,), 0.0, 1.0, seed=0).numpy()

    oaml.set_rng_seed(3)
    first, second = draw(), draw()
    oaml.set_rng_seed(3)
    np.testing.assert_array_equal(draw(), first)
    assert not np.array_equal(first, second)
    fixed = oaml.philox_uniform((4,), 0.0, 1.0, seed=5).numpy()
    np.testing.assert_array_equal(fixed, oaml.philox_uniform((4,), 0.0, 1.0, 5))
