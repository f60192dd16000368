# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""OAML: compiles functions of arrays, and their gradients, to Vulkan.

    import numpy as np, oaml

    @oaml.jit
    def step(w, x, labels):
        def loss(w):
            return oaml.cross_entropy(oaml.linear(x, w), labels)
        value, gradient = oaml.value_and_grad(loss)(w)
        return w - 0.1 * gradient, value

Every op is a function here: `help(oaml.linear)`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import ops as ops
from ._array import array as array
from ._array import from_dlpack as from_dlpack
from ._errors import CompileError as CompileError
from ._errors import DeviceError as DeviceError
from ._errors import DonatedArrayError as DonatedArrayError
from ._errors import OpError as OpError
from ._errors import TracerError as TracerError
from ._native import Array as Array
from ._native import Device as Device
from ._native import JitFunction as JitFunction
from ._native import Lowered as Lowered
from ._native import Program as Program
from ._native import Size as Size
from ._native import Tracer as Tracer
from ._native import TreeDef as TreeDef
from ._native import default_device as default_device
from ._native import devices as devices
from ._native import set_default_device as set_default_device
from ._native import set_rng_seed as set_rng_seed
from ._native import tree_flatten as tree_flatten
from ._native import tree_unflatten as tree_unflatten
from ._program import load as load
from ._report import Report as Report
from ._tree import register_dataclass as register_dataclass
from ._tree import tree_leaves as tree_leaves
from ._tree import tree_map as tree_map
from ._tree import tree_structure as tree_structure
from ._types import ArrayLike as ArrayLike
from ._types import DType as DType
from ._types import Spec as Spec
from ._types import spec as spec

# The ops last but one: some have the names of Python's own functions.
from .ops import *  # noqa: F403
from ._jit import grad as grad
from ._jit import jit as jit
from ._jit import stop_gradient as stop_gradient
from ._jit import value_and_grad as value_and_grad
from ._jit import vjp as vjp

if TYPE_CHECKING:
    from . import data as data
    from . import nn as nn
    from . import optim as optim
    from ._checkpoint import load_parameters as load_parameters
    from ._checkpoint import save_parameters as save_parameters
    from ._fit import FitResult as FitResult
    from ._fit import fit as fit

__version__ = "0.1.0"

# What training needs is imported when it is asked for.
_MODULES = ("data", "nn", "optim")
_LATER = {"FitResult": "_fit", "fit": "_fit", "load_parameters": "_checkpoint",
          "save_parameters": "_checkpoint"}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    if name in _LATER:
        value = getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
        globals()[name] = value
        return value
    if name.endswith("Result"):
        return getattr(ops, name)
    raise AttributeError(f"module 'oaml' has no attribute {name!r}")
