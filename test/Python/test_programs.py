# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that are compiled ahead of time: files, targets, dynamic extents."""

import collections
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import oaml

Pair = collections.namedtuple("Pair", "left right")


def model(params, x, *, scale=1.0):
    y = oaml.linear(x, params["w"], params["b"]) * scale
    return {"out": [y, y.sum()], "pair": Pair(y * 2, y * 3)}


@pytest.fixture
def arguments(rng):
    return ({"w": rng.normal(size=(3, 4)).astype(np.float32),
             "b": rng.normal(size=(3,)).astype(np.float32)},
            rng.normal(size=(5, 4)).astype(np.float32))


def check(result, params, x, scale=1.0):
    y = (x @ params["w"].T + params["b"]) * scale
    np.testing.assert_allclose(result["out"][0], y, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(result["out"][1].item(), y.sum(), rtol=1e-4)
    np.testing.assert_allclose(result["pair"].right, 3 * y, rtol=1e-5, atol=1e-5)


def test_compile_save_load(arguments, tmp_path):
    params, x = arguments
    lowered = oaml.jit(model).lower(params, x, scale=2.0)
    assert "func.func @model" in lowered.mlir()
    assert 'oaml.name = "params[\'w\']"' in lowered.mlir()
    assert "test_programs.py" in lowered.mlir(locations=True)
    program = lowered.compile()
    check(program(params, x, scale=0.5), params, x, 0.5)
    assert type(program(params, x, scale=0.5)["pair"]) is Pair
    program.save(tmp_path / "model.oamlx")
    assert os.listdir(tmp_path) == ["model.oamlx"]
    loaded = oaml.load(tmp_path / "model.oamlx")
    check(loaded(params, x=x, scale=2.0), params, x, 2.0)
    assert "model(params" in repr(loaded)


def test_report(arguments):
    report = oaml.jit(model).lower(*arguments).compile().report()
    assert report.data["launches"]
    assert "contraction" in str(report) and "test_programs.py" in str(report)


def test_wrong_arguments_of_programs(arguments):
    params, x = arguments
    program = oaml.jit(model).lower(params, x).compile()
    with pytest.raises(TypeError, match="missing required argument: 'x'"):
        program(params)
    with pytest.raises(TypeError, match="takes 2 arguments but 3"):
        program(params, x, x)
    with pytest.raises(TypeError, match="unexpected argument 'y'"):
        program(params, y=x)
    with pytest.raises(TypeError, match="argument 'params': expected .*'b'"):
        program({"w": params["w"]}, x)
    with pytest.raises(ValueError, match="argument 2 'x' of 'model': expected 5x4xf32, "
                                         "found 5x3xf32"):
        program(params, x[:, :3])
    with pytest.raises(oaml.TracerError, match="compiled program"):
        oaml.jit(lambda p, x: program(p, x))(params, x)


def test_dynamic_extents(arguments):
    params, x = arguments
    program = oaml.jit(model).lower(params, oaml.spec(("batch", 4), "f32")).compile()
    assert "batchx4xf32" in repr(program)
    for rows in (1, 5, 8, 17):
        rows_of_x = np.resize(x, (rows, 4))
        check(program(params, rows_of_x), params, rows_of_x)

    @oaml.jit
    def centered(x, y):
        rows = x.shape[0]
        assert isinstance(rows, oaml.Size) and x.shape[1] == 4
        return oaml.reshape(x - y, (rows, 2, 2)), oaml.broadcast_to(y[0:1], (rows, 4))

    program = centered.lower(oaml.spec((None, 4)), oaml.spec((None, 4))).compile()
    first, second = program(x, x)
    assert first.shape == (5, 2, 2) and second.shape == (5, 4)
    with pytest.raises(oaml.OpError, match="'oaml.sub' op requires .* found 5 and 3"):
        program(x, x[:3])
    for shape in [(-1,), (1.5,), ("",)]:
        with pytest.raises(ValueError, match="spec"):
            oaml.spec(shape)
    with pytest.raises(TypeError, match="dtype"):
        oaml.spec((1,), "f64")


def test_targets(arguments, tmp_path):
    lowered = oaml.jit(model).lower(*arguments)
    for target in ("lavapipe", "swiftshader", "desktop", "mobile"):
        assert lowered.compile(target=target).target == target
    with pytest.raises(ValueError, match="unknown target 'toaster'.*'desktop'"):
        lowered.compile(target="toaster")
    description = tmp_path / "device.json"
    tool = os.path.join(os.path.dirname(oaml.__file__), "..", "..", "bin", "oaml-run")
    description.write_bytes(subprocess.check_output([tool, "--device-info"]))
    check(lowered.compile(target=str(description))(*arguments), *arguments)
    description.write_text("{")
    with pytest.raises(ValueError, match="device.json"):
        lowered.compile(target=str(description))


def test_damaged_files(tmp_path):
    path = tmp_path / "bad.oamlx"
    path.write_bytes(b"nonsense" * 100)
    with pytest.raises(ValueError, match="bad.oamlx"):
        oaml.load(path)
    with pytest.raises(FileNotFoundError):
        oaml.load(tmp_path / "absent.oamlx")


def test_constants_become_part_of_programs(tmp_path):
    weight = oaml.array(np.arange(6, dtype=np.float32).reshape(2, 3))
    program = oaml.jit(lambda x: oaml.linear(x, weight)).lower(
        oaml.spec((1, 3))).compile()
    program.save(tmp_path / "f.oamlx")
    loaded = oaml.load(tmp_path / "f.oamlx")
    assert loaded(np.ones((1, 3), np.float32)).tolist() == [[3, 12]]


def test_donated_arguments_of_programs(tmp_path):
    step = oaml.jit(lambda w, g: w - g, donate_argnums=0)
    w = oaml.array([3.0, 4.0])
    program = step.lower(w, w).compile()
    new = program(w, np.ones(2, np.float32))
    assert new.tolist() == [2, 3] and not w.valid


def run_script(script, **environment):
    return subprocess.run([sys.executable, "-c", script], text=True, check=False,
                          env={**os.environ, **environment}, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def test_cache_on_disk(tmp_path):
    script = ("import oaml, time; t = time.perf_counter();"
              "print(oaml.jit(lambda x: (x * 2).sum())(oaml.array([1.0, 2.0])).item())")
    for _ in range(2):
        assert run_script(script, OAML_CACHE_DIR=str(tmp_path)).stdout == "6.0\n"
    files = [name for name in os.listdir(tmp_path / "programs")
             if name.endswith(".oamlx")]
    assert len(files) == 1
    # A damaged file is not used.
    (tmp_path / "programs" / files[0]).write_bytes(b"damaged")
    assert run_script(script, OAML_CACHE_DIR=str(tmp_path)).stdout == "6.0\n"


def test_without_any_device():
    script = """
import numpy as np, oaml
assert oaml.devices() == []
f = oaml.jit(lambda x: oaml.value_and_grad(lambda x: (x * x).sum())(x),
             executor="interpreter")
value, gradient = f(np.array([1, 2], np.float32))
print(value.item(), gradient.tolist(), (oaml.array([1.0]) + 1).item())
try:
    oaml.jit(lambda x: x)(1.0)
except oaml.DeviceError as error:
    print("DeviceError")
"""
    run = run_script(script, VK_DRIVER_FILES="/nonexistent/none.json")
    assert run.stdout == "5.0 [2.0, 4.0] 2.0\nDeviceError\n"


def test_ctrl_c_stops_a_loop():
    script = """
import oaml
f = oaml.jit(lambda x: x * 1.5)
x = f(oaml.array([1.0]))
print("started", flush=True)
try:
    while True:
        f(x)
except KeyboardInterrupt:
    print("stopped")
"""
    process = subprocess.Popen([sys.executable, "-c", script], text=True,
                               stdout=subprocess.PIPE)
    assert process.stdout.readline() == "started\n"
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert output == "stopped\n" and process.returncode == 0


def test_ctrl_c_stops_a_compilation():
    script = """
import oaml
def f(x):
    for i in range(400):
        x = (x * float(i)).sum(axis=i % 2) + x
        x = oaml.matmul_nt(x, x)
    return x
print("started", flush=True)
try:
    oaml.jit(f)(oaml.array([[1.0] * 33] * 33))
except KeyboardInterrupt:
    print("stopped")
"""
    process = subprocess.Popen([sys.executable, "-c", script], text=True,
                               stdout=subprocess.PIPE,
                               env={**os.environ, "OAML_CACHE_DIR": ""})
    assert process.stdout.readline() == "started\n"
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "stopped\n"
    assert process.wait(timeout=200) == 0


def test_two_devices_are_not_mixed():
    drivers = ["/usr/share/vulkan/icd.d/lvp_icd.json",
               "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json",
               os.path.join(os.environ["OAML_VULKAN_DIR"], "swiftshader_icd.json")]
    script = """
import numpy as np, oaml
assert len(oaml.devices()) == 2
x = oaml.array([1.0, 2.0], device="lavapipe")
y = oaml.array([3.0, 4.0], device="swiftshader")
for call in (lambda: x + y, lambda: oaml.jit(lambda x, y: x + y)(x, y)):
    try:
        call()
    except oaml.DeviceError as error:
        assert "arrays of two devices are mixed" in str(error), error
    else:
        raise AssertionError
oaml.set_default_device("swiftshader")
assert oaml.array(1.0).device.profile == "swiftshader"
assert (y + 1).device.profile == "swiftshader" and (x + 1).device.profile == "lavapipe"
moved = oaml.array(x, device="swiftshader")
assert (moved + y).tolist() == [4, 6]
f = oaml.jit(lambda x: x * 2, device="lavapipe")
assert f(np.ones(2, np.float32)).device.profile == "lavapipe"
print("done")
"""
    existing = ":".join(path for path in drivers if os.path.exists(path))
    run = run_script(script, VK_DRIVER_FILES=existing)
    assert run.stdout == "done\n"
