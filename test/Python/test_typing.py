# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The stubs: a program that uses the package passes mypy --strict, wrong uses do
not, and every op has one."""

import os
import subprocess
import sys
import textwrap

import oaml

SAMPLE = '''
    import numpy as np
    import oaml

    def loss(w: oaml.Array, b: oaml.Array, x: oaml.ArrayLike,
             labels: oaml.ArrayLike) -> oaml.Array:
        return oaml.cross_entropy(oaml.linear(x, w, b), labels)

    @oaml.jit(donate_argnums=(0, 1))
    def step(w: oaml.Array, b: oaml.Array, x: oaml.Array,
             labels: oaml.Array) -> tuple[oaml.Array, oaml.Array, oaml.Array]:
        value, (gw, gb) = oaml.value_and_grad(loss, argnums=(0, 1))(w, b, x, labels)
        state = oaml.sgd_step(w, None, gw, 0.1, 0.0, 0.0)
        momentum: oaml.Array | None = state.momentum
        assert momentum is None
        return state.param, b - 0.1 * gb, value

    x = oaml.array(np.ones((4, 4), np.float32), dtype="f32", device=None)
    program = step.lower(x, x, oaml.spec(("B", 4)), x).compile(target="host")
    program.save("step.oamlx")
    print(program.report(), oaml.load("step.oamlx").name, oaml.devices()[0].name)
    y: oaml.Array = -(x + 1.0) * 2 / x.sum(axis=1) @ x.T
    print(y[0, 1:].numpy().sum(), float(y.max()), oaml.tree_map(lambda a: a, [x]))
    print(oaml.reduce("sum", x, axes=[0]).shape, oaml.OpError("text").lineno)
'''


def check(text, tmp_path):
    (tmp_path / "sample.py").write_text(textwrap.dedent(text))
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir",
         str(tmp_path / "cache"), "sample.py"],
        cwd=tmp_path, text=True, check=False, stdout=subprocess.PIPE,
        env={**os.environ, "MYPYPATH": os.path.dirname(os.path.dirname(oaml.__file__))})


def test_strict(tmp_path):
    run = check(SAMPLE, tmp_path)
    assert run.returncode == 0, run.stdout


def test_the_package_itself(tmp_path):
    package = os.path.dirname(oaml.__file__)
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir",
         str(tmp_path / "cache"), package],
        text=True, check=False, stdout=subprocess.PIPE, cwd=os.path.dirname(package))
    assert run.returncode == 0, run.stdout


def test_mistakes_are_found(tmp_path):
    run = check('''
        import oaml
        x = oaml.array([1.0])
        oaml.reduce("prod", x, axes=[0])
        oaml.add(x)
        oaml.add(x, "text")
        oaml.sgd_step(x, x, x, 0.1, 0.0, 0.0).no_such_field
    ''', tmp_path)
    assert run.returncode == 1
    assert run.stdout.count(": error: ") == 4, run.stdout


def test_every_op_has_a_stub():
    with open(os.path.join(os.path.dirname(oaml.__file__), "ops.pyi"),
              encoding="utf-8") as file:
        text = file.read()
    compile(text, "ops.pyi", "exec")
    for name in oaml.ops.__all__:
        assert f"def {name}(" in text or f"class {name}" in text, name
