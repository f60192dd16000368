# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled functions: containers, static and donated arguments, recompilation,
closures, tracers, threads."""

import collections
import dataclasses
import gc
import threading
import weakref

import numpy as np
import pytest

import oaml

Point = collections.namedtuple("Point", "x y")


@oaml.register_dataclass(static_fields=("scale",))
@dataclasses.dataclass
class Layer:
    weight: object
    scale: int = 1


def vector(*values):
    return oaml.array(np.array(values, np.float32))


def test_containers(executor):
    tree = {"b": [vector(1), (vector(2), None)], "a": Point(vector(3), 4.0),
            "c": Layer(vector(5), scale=3)}

    @oaml.jit(executor=executor)
    def double(tree):
        return oaml.tree_map(lambda leaf: leaf * 2, tree)

    result = double(tree)
    assert result["b"][1][1] is None and type(result["a"]) is Point
    assert result["c"].scale == 3 and type(result["c"]) is Layer
    assert [float(leaf) for leaf in oaml.tree_leaves(result)] == [6, 8, 2, 4, 10]
    leaves, structure = oaml.tree_flatten(tree)
    assert structure.num_leaves == 5
    assert structure == oaml.tree_structure(result)
    assert oaml.tree_unflatten(structure, leaves)["a"].y == 4.0
    assert structure.paths("t")[0] == "t['a'].x"
    with pytest.raises(ValueError, match="structures differ"):
        oaml.tree_map(lambda a, b: a, tree, [1])
    with pytest.raises(ValueError, match="5 leaves, found 1"):
        oaml.tree_unflatten(structure, leaves[:1])


def test_traced_once_per_type():
    calls = []

    @oaml.jit
    def f(x, factor):
        calls.append(x.shape)
        return x * factor

    for factor in (1.0, 2.0, 3.5):
        np.testing.assert_allclose(f(vector(1, 2), factor), [factor, 2 * factor])
    f(np.ones(2, np.float32), oaml.array(1.0))
    assert calls == [(2,)]
    f(vector(1, 2, 3), 1.0)
    assert calls == [(2,), (3,)]


def test_recompiles_are_explained(capfd, monkeypatch):
    monkeypatch.setenv("OAML_LOG", "recompiles")

    @oaml.jit(static_argnames="n")
    def f(x, n=1):
        return x + n

    f(vector(1))
    assert capfd.readouterr().err == ""
    f(vector(1, 2))
    assert "recompiling 'f': arguments[0][0] was 1xf32 and is 2xf32" in capfd.readouterr().err
    f(vector(1, 2), n=4)
    assert "recompiling 'f': " in capfd.readouterr().err


def test_static_arguments():
    @oaml.jit(static_argnums=1, static_argnames=["mode"])
    def f(x, n, mode="add"):
        return x + n if mode == "add" else x * n

    assert f(vector(3), 2).item() == 5
    assert f(vector(3), 4).item() == 7
    assert f(vector(3), 4, mode="mul").item() == 12
    with pytest.raises(TypeError, match="hashable"):
        f(vector(3), [1])
    with pytest.raises(TypeError, match="found str .*static"):
        oaml.jit(lambda x, mode: x)(vector(1), "add")


def test_decorator_forms():
    @oaml.jit
    def plain(x):
        """Doc."""
        return x

    assert plain.__name__ == "plain" and plain.__doc__ == "Doc."
    assert oaml.jit(lambda x: x + 1, executor="interpreter")(vector(1)).item() == 2

    class Model:
        factor = 3.0

        @oaml.jit
        def scaled(self, x):
            return x * 2

    with pytest.raises(TypeError, match="static"):
        Model().scaled(vector(1))
    with pytest.raises(ValueError, match="executor"):
        oaml.jit(lambda x: x, executor="cuda")
    with pytest.raises(TypeError, match="expected a function"):
        oaml.jit(3)
    with pytest.raises(ValueError, match="donated or static"):
        oaml.jit(lambda x: x, donate_argnums=0, static_argnums=0)


def test_jit_in_jit_and_closures():
    offset = vector(10)

    @oaml.jit
    def inner(x):
        return x + offset

    @oaml.jit
    def outer(x):
        return inner(x) * inner(x + 1)

    assert outer(vector(1)).item() == 11 * 12


def test_donated_arrays_are_invalid():
    @oaml.jit(donate_argnums=(0,))
    def step(w, x):
        return w - x, (w * x).sum()

    w, x = vector(1, 2), vector(3, 4)
    address = w.numpy().ctypes.data
    new, _ = step(vector(1, 2), x)
    np.testing.assert_array_equal(new, [-2, -2])
    # A view that others hold must not change under them: no memory is reused.
    view = w.numpy()
    moved, _ = step(w, x)
    np.testing.assert_array_equal(view, [1, 2])
    assert moved.numpy().ctypes.data != address
    assert not w.valid and "donated" in repr(w)
    for use in (w.numpy, lambda: w + 1, lambda: step(w, x), lambda: memoryview(w)):
        with pytest.raises(oaml.DonatedArrayError, match="donated to 'step'"):
            use()
    same = vector(1, 2)
    both, _ = step(same, same)
    np.testing.assert_array_equal(both, [0, 0])
    with pytest.warns(UserWarning, match="donated, but no result has its type"):
        oaml.jit(lambda x: x.sum(), donate_argnums=0)(vector(1, 2))
    with pytest.raises(ValueError, match="donate_argnums names argument 1"):
        oaml.jit(lambda x: x, donate_argnums=1)(x)


def test_donated_memory_is_reused():
    @oaml.jit(donate_argnums=0)
    def step(w):
        return w + 1

    w = vector(*range(16))
    for i in range(5):
        w = step(w)
    np.testing.assert_array_equal(w, np.arange(16) + 5)


def test_arrays_from_outside_go_where_the_function_runs():
    outside = np.array([1, 2], np.float32)
    f = oaml.jit(lambda x: x + outside, device="interpreter")
    assert f(outside).tolist() == [2, 4]
    outside[:] = 0  # seen as it was when the function was traced
    assert f(np.ones(2, np.float32)).tolist() == [2, 3]


def test_functions_are_collected():
    class Big:
        pass

    big = Big()
    gone = weakref.ref(big)

    def make(big):
        @oaml.jit
        def f(x):
            assert f and big
            return x

        f(1.0)
        oaml.grad(lambda x: x * x if big else x)(2.0)

    make(big)
    del big
    gc.collect()
    assert gone() is None


def test_leaked_tracers():
    leaked = []

    @oaml.jit
    def f(x):
        leaked.append(x * 2)
        return x

    f(vector(1))
    with pytest.raises(oaml.TracerError, match="outside of the function"):
        leaked[0] + 1
    with pytest.raises(oaml.TracerError, match="outside of the function"):
        f(leaked[0])
    with pytest.raises(oaml.TracerError, match="outside of the function"):
        oaml.jit(lambda x: x + leaked[0])(vector(1))
    with pytest.raises(oaml.TracerError, match="elements of a traced value"):
        leaked[0].numpy()
    with pytest.raises(oaml.TracerError, match="no memory"):
        leaked[0].device

    inner = []

    def loss(x):
        inner.append(x * x)
        return inner[0].sum()

    def outer(x):
        oaml.grad(loss)(x)
        return inner[0]

    with pytest.raises(oaml.TracerError, match="outside of the function"):
        oaml.jit(outer)(vector(1))
    for use in (bool, float, int, np.asarray, lambda x: x.item()):
        with pytest.raises((oaml.TracerError, TypeError)):
            oaml.jit(lambda x: use(x.sum()) and x)(vector(1))
    assert (vector(1) + 1).item() == 2  # nothing is being traced any more


def test_wrong_results_and_arguments():
    with pytest.raises(TypeError, match="must return arrays .* found str as result"):
        oaml.jit(lambda x: {"a": [x, "text"]})(vector(1))
    with pytest.raises(TypeError, match=r"found object at arguments\[0\]\[0\]"):
        oaml.jit(lambda x: x)(object())
    assert oaml.jit(lambda x: (x, None, 3))(vector(1))[2].item() == 3


def test_a_function_that_fails_leaves_nothing_behind():
    with pytest.raises(KeyError):
        oaml.jit(lambda x: {}[x.dtype])(vector(1))
    assert not oaml._native.is_tracing()


def test_threads_share_a_function():
    @oaml.jit
    def f(x):
        return (x * 2 + 1).sum()

    failures = []

    def work(seed):
        values = np.full(100 + seed % 3, seed, np.float32)
        for _ in range(20):
            if f(values).item() != values.size * (2 * seed + 1):
                failures.append(seed)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
