# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules: data classes of parameters that can be called.

A module is a nested container (see `oaml.register_dataclass`): it is passed to
compiled functions, differentiated by, optimized and saved as any other.

    model = oaml.nn.MLP.init([64, 128, 10], seed=1)
    gradients = oaml.grad(lambda model: loss(model(x)))(model)  # an MLP of them

`init` makes the initial values on the device. Without a seed, or with 0, they
are other ones at each call, which `oaml.set_rng_seed` restarts.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from . import _native, ops
from ._jit import jit
from ._native import Array
from ._tree import register_dataclass
from ._types import ArrayLike

__all__ = ["Linear", "MLP", "activation"]


def activation(name: str) -> Callable[[ArrayLike], Array]:
    """The op `name`, which maps one array to one: "relu", "gelu", "tanh"."""
    if name in _native.ops:
        signature = _native.describe_op(name)
        (_, is_attribute), *rest = signature["parameters"] or [("", True)]
        if not is_attribute and not rest and len(signature["results"]) == 1:
            return _native.ops[name]
    raise ValueError(f"activation: expected the name of an op of one array, such "
                     f"as 'relu', found {name!r}")


def _extents(who: str, values: Sequence[int]) -> tuple[int, ...]:
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise ValueError(f"{who}: expected numbers of features, 1 or more, "
                             f"found {value!r}")
    return tuple(values)


def _int32(x: int) -> int:
    """The low 32 bits, as a device has them."""
    return (x + (1 << 31)) % (1 << 32) - (1 << 31)


def _layer_seed(seed: int | ArrayLike, layer: int) -> int | ArrayLike:
    """Another seed for each layer; 0 stays 0, the seed that is none."""
    # Odd multiples differ, and these are far from each other.
    factor = _int32(layer * 0x9E3779B1 | 1)
    return (_int32(seed * factor) if isinstance(seed, int)
            else ops.mul(seed, factor))


def _init_layers(seed: int | ArrayLike, sizes: tuple[int, ...],
                 bias: bool) -> tuple[Linear, ...]:
    zero = ops.constant(0.0)
    return tuple(
        Linear(ops.rand_xavier((outputs, inputs), seed=_layer_seed(seed, i)),
               ops.broadcast_to(zero, (outputs,)) if bias else None)
        for i, (inputs, outputs) in enumerate(zip(sizes, sizes[1:])))


# One program makes all layers; its argument is the seed, so that another one
# compiles nothing.
_compiled_layers = jit(_init_layers, static_argnames=("sizes", "bias"))


@register_dataclass
@dataclasses.dataclass(frozen=True, eq=False)
class Linear:
    """A linear layer, `x weight^T + bias`, with `weight` as `[outputs, inputs]`."""

    weight: Array
    bias: Array | None = None

    @classmethod
    def init(cls, inputs: int, outputs: int, *, bias: bool = True,
             seed: int | ArrayLike = 0) -> Linear:
        """A layer with weights of `oaml.rand_xavier`, and a bias of zeros."""
        sizes = _extents("Linear", (inputs, outputs))
        (layer,) = _compiled_layers(seed, sizes=sizes, bias=bool(bias))
        assert isinstance(layer, Linear)
        return layer

    def __call__(self, x: ArrayLike) -> Array:
        return ops.linear(x, self.weight, self.bias)


@register_dataclass(static_fields=("activation",))
@dataclasses.dataclass(frozen=True, eq=False)
class MLP:
    """Linear layers with an activation after each but the last one."""

    layers: tuple[Linear, ...]
    activation: str = "relu"

    @classmethod
    def init(cls, sizes: Sequence[int], *, activation: str = "relu",
             bias: bool = True, seed: int | ArrayLike = 0) -> MLP:
        """Layers from `sizes[0]` features through all others to `sizes[-1]`.

        `activation` is the name of an op of one array.
        """
        if len(sizes) < 2:
            raise ValueError(f"MLP: expected the numbers of features of two "
                             f"sides or more, found {list(sizes)}")
        _check_activation(activation)
        layers = _compiled_layers(seed, sizes=_extents("MLP", sizes),
                                  bias=bool(bias))
        return cls(layers, activation)

    def __call__(self, x: ArrayLike) -> Array:
        function = _check_activation(self.activation)
        *hidden, last = self.layers
        for layer in hidden:
            x = function(layer(x))
        return last(x)


# The classes have a field of this name.
_check_activation = activation
