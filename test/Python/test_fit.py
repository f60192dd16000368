# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The training loop, its files, and the example of digits."""

import io
import os
import re
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import oaml


@pytest.fixture
def problem(rng):
    """Points on a plane, a model of one layer, and how to fit it."""
    x = rng.normal(size=(50, 3)).astype(np.float32)
    y = (x @ np.array([[1.0], [-2.0], [0.5]]) + 3).astype(np.float32)
    return {"loss": loss, "parameters": oaml.nn.Linear.init(3, 1, seed=1),
            "batches": oaml.data.Batches((x, y), 8, seed=2),
            "optimizer": oaml.optim.adam(0.05), "progress": False}


def loss(layer, x, y):
    error = layer(x) - y
    return (error * error).mean()


def same(left, right):
    return all((a.numpy() == b.numpy()).all() for a, b in
               zip(oaml.tree_leaves(left), oaml.tree_leaves(right), strict=True))


def test_fit(problem):
    start = oaml.tree_map(lambda p: p.numpy().copy(), problem["parameters"])
    result = oaml.fit(**problem, epochs=30, held_out=problem["batches"])
    np.testing.assert_allclose(result.parameters.weight, [[1, -2, 0.5]], atol=0.02)
    np.testing.assert_allclose(result.parameters.bias, [3], atol=0.02)
    assert (result.epoch, len(result.losses)) == (30, 30 * 7)
    assert not result.interrupted and result.state.step.item() == 210
    assert result.history[1].keys() == {"step", "loss", "held-out loss"}
    assert result.history[1]["loss"] == pytest.approx(np.mean(result.losses[7:14]))
    assert same(problem["parameters"], oaml.tree_map(oaml.array, start))
    again = oaml.fit(**problem, epochs=30)
    assert same(again.parameters, result.parameters)
    assert again.losses == result.losses


def test_metrics_are_means_over_examples(problem):
    def metrics(layer, x, y):
        return {"size": y[0, 0] * 0 + float(y.shape[0])}

    result = oaml.fit(**problem, epochs=1, held_out=problem["batches"],
                      metrics=metrics)
    assert result.history[0]["size"] == pytest.approx((6 * 64 + 4) / 50)


def test_batches_of_other_kinds(problem):
    def dict_loss(layer, batch):
        return loss(layer, batch["x"], batch["y"])

    batch = {"x": np.ones((4, 3), np.float32), "y": np.ones((4, 1), np.float32)}
    result = oaml.fit(**problem | {"loss": dict_loss, "batches": [batch] * 3},
                      epochs=2)
    assert len(result.losses) == 6
    generator = (batch for _ in range(2))
    with pytest.raises(ValueError, match="empty after its first epoch"):
        oaml.fit(**problem | {"loss": dict_loss, "batches": generator}, epochs=2)
    with pytest.raises(ValueError, match="no held-out batches"):
        oaml.fit(**problem, epochs=1, held_out=[])


def test_resumed_is_as_if_nothing_had_happened(problem, tmp_path):
    path = tmp_path / "fit.safetensors"
    resumable = {"checkpoint": path, "resume": True}
    whole = oaml.fit(**problem, epochs=4)
    first = oaml.fit(**problem, **resumable, epochs=2)
    assert first.epoch == 2 and os.listdir(tmp_path) == [path.name]
    for _ in range(2):  # the second one finds nothing to do
        rest = oaml.fit(**problem, **resumable, epochs=4)
        assert same(rest.parameters, whole.parameters)
        assert same(rest.state, whole.state)
        assert rest.losses == whole.losses and rest.history == whole.history
    other = {"kernel": problem["parameters"].weight}
    with pytest.raises(ValueError, match="no .*'parameters.kernel'"):
        oaml.fit(**problem | {"parameters": other}, **resumable, epochs=4)
    oaml.save_parameters(path, problem["parameters"])
    with pytest.raises(ValueError, match="not a checkpoint of oaml.fit"):
        oaml.fit(**problem, **resumable, epochs=4)


def interrupting(batches, *places):
    """The batches, with a Ctrl-C each time before those of these places."""
    for i, batch in enumerate(batches):
        for _ in range(places.count(i)):
            os.kill(os.getpid(), signal.SIGINT)
        yield batch


def test_interrupt(problem, tmp_path):
    path = tmp_path / "fit.safetensors"
    batches = problem["batches"]
    handler = signal.getsignal(signal.SIGINT)
    result = oaml.fit(**problem | {"batches": interrupting(batches, 3)}, epochs=5,
                      checkpoint=path)
    assert result.interrupted and result.epoch == 0 and len(result.losses) == 4
    assert result.state.step.item() == 4 and not result.history
    saved = oaml.load_parameters(path, {"parameters": result.parameters,
                                        "optimizer": result.state})
    assert same(saved["parameters"], result.parameters)
    # Before the first step, and the second time, it is an exception.
    for places in ((0,), (3, 3)):
        with pytest.raises(KeyboardInterrupt):
            oaml.fit(**problem | {"batches": interrupting(batches, *places)},
                     epochs=1)
    assert signal.getsignal(signal.SIGINT) is handler
    assert not any(t.name == "oaml.data" for t in threading.enumerate())


def test_fit_in_a_thread(problem):
    results = []
    thread = threading.Thread(
        target=lambda: results.append(oaml.fit(**problem, epochs=1)))
    thread.start()
    thread.join()
    assert results[0].epoch == 1


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress(problem, capsys, monkeypatch):
    problem["progress"] = None
    oaml.fit(**problem, epochs=2, held_out=problem["batches"])
    out, err = capsys.readouterr()
    line = r"epoch {}/2: loss \d\.\d{{4}}, held-out loss \d\.\d{{4}} \(\d+\.\d\d s\)\n"
    assert re.fullmatch(line.format(1) + line.format(2), out) and err == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    oaml.fit(**problem, epochs=1)
    assert "epoch 1/1:" in terminal.getvalue() and "0/7" in terminal.getvalue()
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with pytest.warns(UserWarning, match="progress bar .* pip install tqdm"):
        oaml.fit(**problem, epochs=1)
    with pytest.raises(ImportError, match="pip install tqdm"):
        oaml.fit(**problem | {"progress": True}, epochs=1)


def test_plot(problem, tmp_path, monkeypatch):
    path = tmp_path / "loss.png"
    oaml.fit(**problem, epochs=2, plot=path, held_out=problem["batches"],
             metrics=lambda layer, x, y: {"accuracy": loss(layer, x, y)})
    assert path.read_bytes().startswith(b"\x89PNG")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        oaml.fit(**problem, epochs=2, plot=path)


def test_wrong_requests(problem):
    with pytest.raises(ValueError, match="epochs of 0 or more, found -1"):
        oaml.fit(**problem, epochs=-1)
    with pytest.raises(ValueError, match="resume needs the name"):
        oaml.fit(**problem, epochs=1, resume=True)
    with pytest.raises(oaml.OpError, match="one float element"):
        oaml.fit(**problem | {"loss": lambda layer, x, y: layer(x)}, epochs=1)


def test_parameters_in_files(tmp_path):
    path = tmp_path / "weights.safetensors"
    values = {"a": [np.arange(6, dtype=np.float32).reshape(2, 3)],
              "b": oaml.nn.Linear.init(2, 3, bias=False),
              "h": np.float16(1.5) * np.ones(3, np.float16),
              "t": oaml.array([1, 2], "bf16"), "i": np.array(7, np.int32)}
    oaml.save_parameters(path, values, metadata={"made": "here"})
    assert os.listdir(tmp_path) == [path.name]
    from safetensors import safe_open
    with safe_open(path, "np") as file:
        assert set(file.keys()) == {"a.0", "b.weight", "h", "t", "i"}
        assert file.metadata() == {"made": "here"}
    loaded = oaml.load_parameters(path, values)
    assert [x.dtype for x in oaml.tree_leaves(loaded)] == ["f32", "f32", "f16",
                                                          "i32", "bf16"]
    assert same(loaded, oaml.tree_map(oaml.array, values))
    like = {"a": [oaml.spec((2, 3))], "b": values["b"], "h": values["h"],
            "t": oaml.spec((2,), "bf16"), "i": 0}
    assert same(oaml.load_parameters(path, like), loaded)


def test_wrong_files(tmp_path, monkeypatch):
    path = tmp_path / "weights.safetensors"
    x = np.ones((2, 3), np.float32)
    oaml.save_parameters(path, {"a": x, "b": x})
    for like, message in (
            ({"a": x, "b": x.T.copy()}, r"'b' requires f32 \[3, 2\], found f32 \[2, 3\]"),
            ({"a": x, "b": x.astype("i4")}, r"'b' requires i32 \[2, 3\], found f32"),
            ({"a": x, "c": x}, "has no 'c'; has unknown 'b'"),
            ({"a": x}, "has unknown 'b'")):
        with pytest.raises(ValueError, match="weights.safetensors: .*" + message):
            oaml.load_parameters(path, like)
    content = path.read_bytes()
    for broken in (b"", b"text", content[:-1], content[:20]):
        path.write_bytes(broken)
        with pytest.raises(ValueError, match="not a file of safetensors"):
            oaml.load_parameters(path, {"a": x, "b": x})
    with pytest.raises(FileNotFoundError):
        oaml.load_parameters(tmp_path / "none", {"a": x})
    with pytest.raises(ValueError, match="outside of any container"):
        oaml.save_parameters(path, x)
    with pytest.raises(ValueError, match="found two of 'a.b'"):
        oaml.save_parameters(path, {"a": {"b": x}, "a.b": x})
    with pytest.raises(FileNotFoundError):
        oaml.save_parameters(tmp_path / "none" / "file", {"a": x})
    from safetensors.numpy import save_file
    save_file({"a": np.zeros(3)}, path)
    with pytest.raises(ValueError, match="'a' has elements of f64"):
        oaml.load_parameters(path, {"a": x})
    monkeypatch.setitem(sys.modules, "safetensors", None)
    monkeypatch.setitem(sys.modules, "safetensors.numpy", None)
    for use in (oaml.load_parameters, oaml.save_parameters,
                lambda path, like: oaml.fit(loss, like, [], epochs=1, checkpoint=path,
                                            optimizer=oaml.optim.sgd(0.1))):
        with pytest.raises(ImportError, match="pip install safetensors"):
            use(path, {"a": x})


def test_digits(tmp_path):
    example = os.path.join(os.environ["OAML_SOURCE_DIR"], "examples", "digits",
                           "train.py")
    run = subprocess.run(
        [sys.executable, example, "--weights=w.safetensors",
         "--plot=loss.png"], cwd=tmp_path, text=True, capture_output=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("\nepoch ") == 29
    accuracy = re.search(r"^held-out accuracy: (\d+\.\d\d) % \(\d+ of 360\)$",
                         run.stdout.splitlines()[-1])
    assert float(accuracy[1]) >= 96, run.stdout
    assert sorted(os.listdir(tmp_path)) == ["loss.png", "w.safetensors"]
