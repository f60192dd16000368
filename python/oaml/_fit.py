# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The training loop."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Any, Generic, TypeVar

from ._array import array
from ._checkpoint import load_parameters, read_arrays, save_parameters
from ._jit import jit, value_and_grad
from ._native import Array
from ._support import optional_package
from ._tree import tree_leaves, tree_map
from .optim import Optimizer, State

P = TypeVar("P")


@dataclasses.dataclass
class FitResult(Generic[P]):
    """What `fit` has come to."""

    parameters: P
    state: State
    #: Epochs that were completed, those before `resume` too.
    epoch: int = 0
    #: The loss of each step.
    losses: list[float] = dataclasses.field(default_factory=list)
    #: Per epoch: "step", how many there were by its end; "loss", the mean of its
    #: steps; and what was measured after it.
    history: list[dict[str, float]] = dataclasses.field(default_factory=list)
    #: Whether Ctrl-C ended it.
    interrupted: bool = False


def fit(loss: Callable[..., Any], parameters: P, batches: Iterable[Any], *,
        optimizer: Optimizer, epochs: int, held_out: Iterable[Any] | None = None,
        metrics: Callable[..., dict[str, Any]] | None = None,
        checkpoint: str | os.PathLike[str] | None = None, resume: bool = False,
        plot: str | os.PathLike[str] | None = None,
        progress: bool | None = None) -> FitResult[P]:
    """Minimizes `loss(parameters, *batch)`, one element, over `epochs`
    iterations of `batches`; a batch that is no tuple or list is one argument.

    held_out: batches that are not trained on. After each epoch
        `metrics(parameters, *batch)`, a dict of one element each, is averaged
        over their examples; without `metrics`, {"held-out loss": …}.
    checkpoint: a file of safetensors that is written after each epoch, with
        parameters, state, losses and history.
    resume: starts with what `checkpoint` holds, if it is there. The order of
        `oaml.data.Batches` continues as if nothing had happened; an epoch that
        Ctrl-C ended starts anew.
    plot: a picture of losses and metrics, written at the end (matplotlib).
    progress: a line per epoch; while one runs, a bar of tqdm: on a terminal, or
        with True. False: neither.

    `parameters` stay as they are. Ctrl-C ends after the step that runs, writes
    the checkpoint, and returns what there is; a second one, and one before the
    first step is done, raises KeyboardInterrupt at once.
    """
    if epochs < 0:
        raise ValueError(f"fit: expected epochs of 0 or more, found {epochs}")
    if resume and checkpoint is None:
        raise ValueError("fit: resume needs the name of a checkpoint")
    # What is missing is found now, not after the training.
    if checkpoint is not None:
        optional_package("safetensors.numpy", "oaml.fit(checkpoint=...)")
    if plot is not None:
        optional_package("matplotlib.figure", "oaml.fit(plot=...)")

    # Copies, because each step gives the memory of the last ones away.
    parameters = tree_map(_copy, parameters)
    result = FitResult(parameters, optimizer.init(parameters))
    if resume and checkpoint is not None and os.path.exists(checkpoint):
        _read_checkpoint(checkpoint, result)

    @jit(donate_argnums=(0, 1))
    def step(parameters: Any, state: State,
             batch: Any) -> tuple[Any, State, Any]:
        value, gradients = value_and_grad(
            lambda p: loss(p, *_arguments(batch)))(parameters)
        return *optimizer.update(parameters, gradients, state), value

    @jit
    def measure(parameters: Any, batch: Any) -> dict[str, Any]:
        if metrics is None:
            return {"held-out loss": loss(parameters, *_arguments(batch))}
        return metrics(parameters, *_arguments(batch))

    with _catch_interrupt() as interrupt:
        while result.epoch < epochs and not interrupt.is_wanted:
            if hasattr(batches, "next_epoch"):
                batches.next_epoch = result.epoch
            label = f"epoch {result.epoch + 1}/{epochs}"
            started = time.monotonic()
            losses = _run_epoch(result, step, batches, label, progress, interrupt)
            result.losses += losses
            if interrupt.is_wanted:
                break
            if not losses:
                raise ValueError("fit: there are no batches (a generator is empty "
                                 "after its first epoch)")
            measured = {"loss": sum(losses) / len(losses)}
            if held_out is not None:
                measured |= _average(measure, result.parameters, held_out)
            result.history.append({"step": len(result.losses), **measured})
            result.epoch += 1
            if checkpoint is not None:
                _write_checkpoint(checkpoint, result)
            if progress is not False:
                values = ", ".join(f"{k} {v:.4f}" for k, v in measured.items())
                print(f"{label}: {values} ({time.monotonic() - started:.2f} s)",
                      flush=True)
        result.interrupted = interrupt.is_wanted
        if result.interrupted:
            if checkpoint is not None:
                _write_checkpoint(checkpoint, result)
            if progress is not False:
                print(f"interrupted after step {len(result.losses)}", flush=True)
        if plot is not None:
            _plot(plot, result)
    return result


def _copy(leaf: Any) -> Array:
    import numpy as np

    device = leaf.device if isinstance(leaf, Array) else None
    return array(np.array(array(leaf)), device=device)


def _arguments(batch: Any) -> tuple[Any, ...]:
    # Named tuples are one argument: their fields have names to be used by.
    is_plain = type(batch) in (tuple, list)
    return tuple(batch) if is_plain else (batch,)


def _run_epoch(result: FitResult[Any], step: Callable[..., Any],
               batches: Iterable[Any], label: str, progress: bool | None,
               interrupt: _Interrupt) -> list[float]:
    """Trains on all batches, and gives the loss of each step."""
    losses: list[Array] = []
    items = iter(batches)
    bar = _bar(label, batches, progress)
    shown = time.monotonic()
    try:
        for batch in items:
            result.parameters, result.state, value = step(
                result.parameters, result.state, batch)
            interrupt.is_deferred = True
            losses.append(value)
            if bar is not None:
                bar.update()
                # Reading a loss waits for the device: not at each step.
                if time.monotonic() - shown > 0.25:
                    bar.set_postfix(loss=f"{float(value):.4f}")
                    shown = time.monotonic()
            if interrupt.is_wanted:
                break
    finally:
        if bar is not None:
            bar.close()
        if hasattr(items, "close"):
            items.close()
    return [float(value) for value in losses]


def _bar(label: str, batches: Iterable[Any], progress: bool | None) -> Any:
    if progress is False or (progress is None and not sys.stderr.isatty()):
        return None
    try:
        tqdm = optional_package("tqdm", "the progress bar of oaml.fit")
    except ImportError as error:
        if progress is None:  # nobody asked for it
            warnings.warn(str(error), stacklevel=4)
            return None
        raise
    total = len(batches) if isinstance(batches, Sized) else None
    return tqdm.tqdm(total=total, desc=label, unit="step", leave=False)


def _average(measure: Callable[..., dict[str, Any]], parameters: Any,
             batches: Iterable[Any]) -> dict[str, float]:
    """Means over the examples of all batches."""
    sums: dict[str, float] = {}
    num_examples = 0
    if hasattr(batches, "next_epoch"):
        batches.next_epoch = 0
    for batch in batches:
        size = len(tree_leaves(batch)[0])
        num_examples += size
        for name, value in measure(parameters, batch).items():
            sums[name] = sums.get(name, 0.0) + float(value) * size
    if not num_examples:
        raise ValueError("fit: there are no held-out batches")
    return {name: value / num_examples for name, value in sums.items()}


@dataclasses.dataclass
class _Interrupt:
    """Ctrl-C as a wish. A step gives its arguments' memory away: an exception
    between that and the assignment of its results would lose the parameters."""

    #: Whether there are results to lose; until then, a compilation can stop.
    is_deferred: bool = False
    is_wanted: bool = False

    def handle(self, number: int, frame: Any) -> None:
        """The second wish is a command."""
        if self.is_wanted or not self.is_deferred:
            raise KeyboardInterrupt
        self.is_wanted = True


@contextlib.contextmanager
def _catch_interrupt() -> Iterator[_Interrupt]:
    interrupt = _Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt  # signals are the main thread's
        return
    previous = signal.signal(signal.SIGINT, interrupt.handle)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, previous)


def _write_checkpoint(path: str | os.PathLike[str],
                      result: FitResult[Any]) -> None:
    progress = {"epoch": result.epoch, "losses": result.losses,
                "history": result.history}
    save_parameters(path, {"parameters": result.parameters,
                           "optimizer": result.state},
                    metadata={"oaml.fit": json.dumps(progress)})


def _read_checkpoint(path: str | os.PathLike[str],
                     result: FitResult[Any]) -> None:
    _, metadata = read_arrays(path)
    if "oaml.fit" not in metadata:
        raise ValueError(f"{os.fspath(path)}: not a checkpoint of oaml.fit")
    loaded = load_parameters(path, {"parameters": result.parameters,
                                    "optimizer": result.state})
    result.parameters, result.state = loaded["parameters"], loaded["optimizer"]
    progress = json.loads(metadata["oaml.fit"])
    result.epoch = progress["epoch"]
    result.losses = progress["losses"]
    result.history = progress["history"]


def _plot(path: str | os.PathLike[str], result: FitResult[Any]) -> None:
    figures = optional_package("matplotlib.figure", "oaml.fit(plot=...)")
    figure = figures.Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot(xlabel="step", ylabel="loss")
    axes.plot(range(1, len(result.losses) + 1), result.losses, color="lightgray",
              label="loss of a step")
    # What is no loss has an axis of its own, on the right.
    other: Any = None
    names = [name for name in (result.history or [{}])[0] if name != "step"]
    for i, name in enumerate(names):
        if not name.endswith("loss") and other is None:
            other = axes.twinx()
        (axes if name.endswith("loss") else other).plot(
            [entry["step"] for entry in result.history],
            [entry[name] for entry in result.history], f"C{i}.-", label=name)
    figure.legend(loc="outside upper center", ncols=3)
    figure.savefig(path)
