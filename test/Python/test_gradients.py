# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients, inside and outside of compiled functions."""

import numpy as np
import pytest

import oaml


def vector(*values):
    return oaml.array(np.array(values, np.float32))


def test_grad_outside_of_jit():
    gradient = oaml.grad(lambda x: (x * x * x).sum())
    np.testing.assert_allclose(gradient(vector(1, 2, -3)), [3, 12, 27], rtol=1e-6)
    assert oaml.grad(lambda x: x * x)(3.0).item() == 6
    # What is seen from outside is seen anew at each call.
    factor = vector(2)
    scaled = oaml.grad(lambda x: (x * factor).sum())
    assert scaled(vector(1)).item() == 2
    factor = vector(5)
    assert scaled(vector(1)).item() == 5


def test_argnums_and_containers(executor):
    def loss(w, x, extra):
        return (w["a"] * x).sum() + (w["b"] * extra).sum()

    @oaml.jit(executor=executor)
    def f(w, x, extra):
        return oaml.value_and_grad(loss, argnums=(0, 1))(w, x, extra)

    w = {"a": vector(1, 2), "b": vector(3)}
    value, (gw, gx) = f(w, vector(4, 5), vector(6))
    assert value.item() == 32
    np.testing.assert_array_equal(gw["a"], [4, 5])
    np.testing.assert_array_equal(gw["b"], [6])
    np.testing.assert_array_equal(gx, [1, 2])
    (only,) = oaml.grad(loss, argnums=(1,))(w, vector(4, 5), extra=vector(6))
    np.testing.assert_array_equal(only, [1, 2])


def test_has_aux():
    def loss(x):
        y = x * x
        return y.sum(), {"y": y}

    (value, aux), gradient = oaml.value_and_grad(loss, has_aux=True)(vector(1, 2))
    assert value.item() == 5 and gradient.tolist() == [2, 4]
    assert aux["y"].tolist() == [1, 4]
    gradient, aux = oaml.grad(loss, has_aux=True)(vector(1, 2))
    assert gradient.tolist() == [2, 4] and aux["y"].tolist() == [1, 4]


def test_higher_orders_and_closures():
    cube = lambda x: (x * x * x).sum()
    first = oaml.grad(cube)
    second = oaml.grad(lambda x: first(x).sum())
    third = oaml.grad(lambda x: second(x).sum())
    assert [f(vector(2)).item() for f in (first, second, third)] == [12, 12, 6]

    @oaml.jit
    def mixed(x, y):
        # The inner gradient takes y from outside.
        return oaml.grad(lambda y: oaml.grad(lambda x: (x * x * y).sum())(x).sum())(y)

    assert mixed(vector(3), vector(7)).item() == 6


def test_vjp(executor):
    def f(x, n):
        return {"twice": x * 2, "square": x * x}

    def both(x, n, a, b):
        value, pullback = oaml.vjp(f, x, n)
        return value, pullback({"twice": a, "square": b})

    x, n, a, b = vector(3, 4), oaml.array([1]), vector(1, 0), vector(10, 1)
    for call in (oaml.jit(both, executor=executor), both):
        value, (gx, gn) = call(x, n, a, b)
        assert value["square"].tolist() == [9, 16]
        assert gx.tolist() == [2 + 60, 8] and gn is None


def test_values_that_are_no_arrays():
    def loss(x, mode, power=None):
        assert mode == "square" and power == "two"
        return (x * x).sum()

    assert oaml.grad(loss)(vector(3), "square", power="two").item() == 6
    inside = oaml.jit(lambda x: oaml.grad(loss)(x, "square", power="two"))
    assert inside(vector(3)).item() == 6
    _, pullback = oaml.vjp(lambda x, mode: x * 2, vector(3), "square")
    gradient, nothing = pullback(vector(1))
    assert gradient.item() == 2 and nothing is None
    with pytest.raises(oaml.OpError, match="found a value that is no array"):
        oaml.grad(loss, argnums=1)(vector(3), "square", power="two")


def test_stop_gradient():
    f = oaml.grad(lambda x: (x * oaml.stop_gradient(x)).sum())
    assert f(vector(3)).item() == 3


def test_wrong_requests():
    x = vector(1, 2)
    with pytest.raises(oaml.OpError, match="one float element"):
        oaml.grad(lambda x: x * 2)(x)
    with pytest.raises(TypeError, match="must return one array"):
        oaml.grad(lambda x: (x.sum(), x))(x)
    with pytest.raises(TypeError, match="pair of the value"):
        oaml.grad(lambda x: x.sum(), has_aux=True)(x)
    with pytest.raises(ValueError, match="argnums names argument 1"):
        oaml.grad(lambda x: x.sum(), argnums=1)(x)
    with pytest.raises(oaml.OpError, match="f32, f16 or bf16 .*tensor<2xi32>"):
        oaml.grad(lambda x: x.astype("f32").sum())(oaml.array([1, 2]))
    with pytest.raises(oaml.OpError, match="cotangents of the results' types"):
        oaml.vjp(lambda x: x * 2, x)[1](vector(1))
    with pytest.raises(TypeError, match="expected a cotangent like"):
        oaml.vjp(lambda x: x * 2, x)[1]((x, x))
