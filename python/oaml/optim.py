# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Optimizers: pairs of functions on nested containers, over the step ops.

    optimizer = oaml.optim.adamw(oaml.optim.cosine(0.01, steps=1000))
    state = optimizer.init(parameters)

    @oaml.jit(donate_argnums=(0, 1))
    def step(parameters, state, x, labels):
        value, gradients = oaml.value_and_grad(loss)(parameters, x, labels)
        return *optimizer.update(parameters, gradients, state), value

A learning rate that is a number or an array is part of the state, so that
`state._replace(learning_rate=0.001)` compiles nothing. One that is a schedule, a
function of the steps that were taken, is computed on the device.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, Union

from . import ops
from ._array import array
from ._jit import jit
from ._native import Array
from ._tree import tree_flatten, tree_map, tree_structure, tree_unflatten
from ._types import ArrayLike

__all__ = [
    "Optimizer", "Schedule", "State", "adam", "adamw", "clip_by_global_norm",
    "clipped", "constant", "cosine", "muon", "sgd", "step_decay",
]

P = TypeVar("P")

#: Maps the number of steps that were taken, an array of any shape, to rates.
Schedule = Callable[[ArrayLike], Array]
LearningRate = Union[ArrayLike, Schedule]


class State(NamedTuple):
    """What an optimizer remembers."""

    #: Steps that were taken, i32.
    step: Array
    #: None where a schedule tells.
    learning_rate: ArrayLike | None
    #: Moments by name, each like the parameters.
    moments: dict[str, Any]


class Optimizer(NamedTuple):
    """A way to optimize."""

    #: The state before the first step with some parameters.
    init: Callable[[Any], State]
    #: New parameters and state, from parameters, gradients and state.
    update: Callable[[Any, Any, State], tuple[Any, State]]


def _init_state(parameters: Any, learning_rate: ArrayLike | None,
                moments: tuple[str, ...]) -> State:
    def zeros() -> Any:
        return tree_map(lambda p: ops.broadcast_to(ops.constant(0.0), p.shape),
                        parameters)

    return State(ops.constant(0), learning_rate,
                 {name: zeros() for name in moments})


# All of a state comes from one program.
_compiled_state = jit(_init_state, static_argnames=("moments",))


def _optimizer(learning_rate: LearningRate, moments: tuple[str, ...],
               move: Callable[..., Any]) -> Optimizer:
    """An optimizer whose step is `move` of each parameter: it takes parameter,
    moments, gradient, learning rate and step, and gives the new ones of the
    first two."""
    _check_rate(learning_rate)

    def init(parameters: Any) -> State:
        rate = None if callable(learning_rate) else array(learning_rate, "f32")
        state = _compiled_state(parameters, rate, moments=moments)
        assert isinstance(state, State)
        return state

    def update(parameters: Any, gradients: Any,
               state: State) -> tuple[Any, State]:
        leaves, structure = tree_flatten(parameters)
        columns = [leaves]
        for name, tree in (*state.moments.items(), ("gradients", gradients)):
            if tree_structure(tree) != structure:
                raise ValueError(f"update: {name} have the structure "
                                 f"{tree_structure(tree)}, parameters "
                                 f"{structure}")
            columns.append(tree_flatten(tree)[0])
        rate = (learning_rate(state.step) if callable(learning_rate)
                else state.learning_rate)
        step = state.step + 1
        rows = [move(*row, rate, step) for row in zip(*columns)]
        trees = [tree_unflatten(structure, [row[i] for row in rows])
                 for i in range(1 + len(moments))]
        return trees[0], State(step, state.learning_rate,
                               dict(zip(moments, trees[1:])))

    return Optimizer(init, update)


def sgd(learning_rate: LearningRate, momentum: float = 0.0,
        weight_decay: float = 0.0) -> Optimizer:
    """Stochastic gradient descent; see `oaml.sgd_step`."""
    if momentum == 0:
        def plain(p: Any, g: Any, rate: Any, step: Any) -> Any:
            return (ops.sgd_step(p, None, g, rate, 0.0, weight_decay).param,)

        return _optimizer(learning_rate, (), plain)

    def move(p: Any, b: Any, g: Any, rate: Any, step: Any) -> Any:
        return ops.sgd_step(p, b, g, rate, momentum, weight_decay)

    return _optimizer(learning_rate, ("momentum",), move)


def adam(learning_rate: LearningRate, beta1: float = 0.9, beta2: float = 0.999,
         epsilon: float = 1e-8) -> Optimizer:
    """Adam; see `oaml.adam_step`."""
    def move(p: Any, m: Any, v: Any, g: Any, rate: Any, step: Any) -> Any:
        return ops.adam_step(p, m, v, g, rate, beta1, beta2, epsilon, step)

    return _optimizer(learning_rate, ("m", "v"), move)


def adamw(learning_rate: LearningRate, beta1: float = 0.9, beta2: float = 0.999,
          epsilon: float = 1e-8, weight_decay: float = 0.01) -> Optimizer:
    """Adam with decay of the weights; see `oaml.adamw_step`."""
    def move(p: Any, m: Any, v: Any, g: Any, rate: Any, step: Any) -> Any:
        return ops.adamw_step(p, m, v, g, rate, beta1, beta2, epsilon,
                              weight_decay, step)

    return _optimizer(learning_rate, ("m", "v"), move)


def muon(learning_rate: LearningRate, beta: float = 0.95,
         weight_decay: float = 0.0, epsilon: float = 1e-8,
         iterations: int = 5) -> Optimizer:
    """Muon: matrices move along the orthogonal factor of their momentum, other
    parameters along the momentum; see `oaml.muon_step`."""
    def move(p: Any, b: Any, g: Any, rate: Any, step: Any) -> Any:
        return ops.muon_step(p, b, g, rate, beta, weight_decay, epsilon,
                             iterations)

    return _optimizer(learning_rate, ("momentum",), move)


def clip_by_global_norm(gradients: P, max_norm: float | ArrayLike) -> P:
    """All gradients scaled alike, so that their joint norm is at most
    `max_norm`; see `oaml.clip_grad_norm`."""
    leaves, structure = tree_flatten(gradients)
    result: P = tree_unflatten(structure, ops.clip_grad_norm(leaves, max_norm))
    return result


def clipped(optimizer: Optimizer, max_norm: float) -> Optimizer:
    """An optimizer that clips the gradients first."""
    if not max_norm > 0:
        raise ValueError(f"clipped: expected a norm above 0, found {max_norm!r}")

    def update(parameters: Any, gradients: Any,
               state: State) -> tuple[Any, State]:
        gradients = clip_by_global_norm(gradients, max_norm)
        return optimizer.update(parameters, gradients, state)

    return Optimizer(optimizer.init, update)


def constant(learning_rate: float) -> Schedule:
    """The same rate at all times."""
    _check_rate(learning_rate)
    return lambda step: ops.broadcast_to(ops.constant(float(learning_rate)),
                                         array(step).shape)


def cosine(learning_rate: float, steps: int, *, warmup: int = 0,
           end: float = 0.0) -> Schedule:
    """Rises along a line to `learning_rate` in the first `warmup` steps, then
    falls along half a cosine to `end`, where it is after `steps` in all."""
    _check_rate(learning_rate)
    _check_rate(end)
    if not 0 <= warmup < steps:
        raise ValueError(f"cosine: expected more steps than those of the warmup, "
                         f"found {steps} and {warmup}")

    def schedule(step: ArrayLike) -> Array:
        taken = array(step).astype("f32")
        done = ops.clamp_max((taken - float(warmup)) / float(steps - warmup), 1.0)
        fall = end + (learning_rate - end) * 0.5 * (1.0 + ops.cos(done * math.pi))
        if warmup == 0:
            return fall
        rise = (taken + 1.0) * (learning_rate / warmup)
        return ops.select(taken < float(warmup), rise, fall)

    return schedule


def step_decay(learning_rate: float, every: int, factor: float = 0.1) -> Schedule:
    """Multiplied by `factor` after each `every` steps."""
    _check_rate(learning_rate)
    if every < 1 or not 0 < factor <= 1:
        raise ValueError(f"step_decay: expected steps of 1 or more and a factor "
                         f"above 0 and up to 1, found {every} and {factor}")

    def schedule(step: ArrayLike) -> Array:
        # Half a step keeps the quotient away from integers, whatever the device
        # rounds.
        drops = ((array(step).astype("f32") + 0.5) / float(every)).astype("i32")
        return learning_rate * ops.exp(drops.astype("f32") * math.log(factor))

    return schedule


def _check_rate(rate: LearningRate) -> None:
    if isinstance(rate, (int, float)) and not 0 <= rate < math.inf:
        raise ValueError(f"expected a learning rate of 0 or more, found {rate!r}")
