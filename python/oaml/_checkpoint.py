# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parameters in files of the format safetensors."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, TypeVar

from ._array import array, numpy_dtype
from ._program import parse_path
from ._support import complete_file, optional_package
from ._tree import tree_flatten, tree_unflatten

P = TypeVar("P")

# The format's names of element types.
_DTYPES = {"F32": "f32", "F16": "f16", "BF16": "bf16", "I32": "i32", "I8": "i8",
           "U8": "ui8"}


def _names(structure: Any) -> list[str]:
    """ "layers.0.weight" for the leaf ".layers[0].weight"."""
    names = []
    for path in structure.paths():
        _, steps = parse_path(path)
        names.append(".".join(str(step) for _, step in steps) or path)
    for name in names:
        if not name or names.count(name) > 1:
            raise ValueError(
                f"parameters in a file need names that differ, found two of "
                f"{name!r}" if name else "parameters in a file need names, found "
                "an array outside of any container")
    return names


def save_parameters(path: str | os.PathLike[str], parameters: Any, *,
                    metadata: Mapping[str, str] | None = None) -> None:
    """Writes arrays in nested containers as a file of safetensors.

    An array is called by its way through the containers, with dots between:
    "layers.0.weight". The file appears when it is complete.
    """
    files = optional_package("safetensors.numpy", "oaml.save_parameters")
    import numpy as np

    leaves, structure = tree_flatten(parameters)
    arrays = {name: np.asarray(array(leaf), order="C")
              for name, leaf in zip(_names(structure), leaves)}
    content = files.save(arrays, metadata=dict(metadata or {}))
    with complete_file(path) as temporary, open(temporary, "wb") as file:
        file.write(content)


def load_parameters(path: str | os.PathLike[str], like: P, *,
                    device: Any = None) -> P:
    """Reads what `save_parameters` or another program wrote.

    `like` has the containers, shapes and element types that are expected: arrays,
    or `oaml.spec(shape, dtype)`. Other names, shapes or types in the file are an
    error.
    """
    arrays, _ = read_arrays(path)
    leaves, structure = tree_flatten(like)
    names = _names(structure)
    missing = [name for name in names if name not in arrays]
    unknown = [name for name in arrays if name not in names]
    if missing or unknown:
        raise ValueError(
            f"{os.fspath(path)}: "
            + "; ".join(f"{what} {', '.join(map(repr, some))}" for what, some in
                        (("has no", missing), ("has unknown", unknown)) if some))
    result = []
    for name, leaf in zip(names, leaves):
        wanted = leaf if hasattr(leaf, "shape") else array(leaf)
        dtype, values = arrays[name]
        found = f"{dtype} {list(values.shape)}"
        required = f"{_dtype(wanted)} {list(wanted.shape)}"
        if found != required:
            raise ValueError(f"{os.fspath(path)}: {name!r} requires {required}, "
                             f"found {found}")
        result.append(array(values, dtype, device))
    loaded: P = tree_unflatten(structure, result)
    return loaded


def _dtype(x: Any) -> str:
    return x.dtype if isinstance(x.dtype, str) else array(x).dtype


def read_arrays(path: str | os.PathLike[str]) -> tuple[
        dict[str, tuple[str, Any]], dict[str, str]]:
    """The arrays of a file by name, with their element types, and its metadata."""
    safetensors = optional_package("safetensors", "oaml.load_parameters")
    import numpy as np

    with open(path, "rb") as file:
        content = file.read()
    try:
        entries = safetensors.deserialize(content)
        with safetensors.safe_open(os.fspath(path), "np") as opened:
            metadata = opened.metadata() or {}
    except safetensors.SafetensorError as error:
        raise ValueError(f"{os.fspath(path)}: not a file of safetensors: "
                         f"{error}") from None
    arrays = {}
    for name, entry in entries:
        dtype = _DTYPES.get(entry["dtype"], entry["dtype"].lower())
        if dtype not in _DTYPES.values():
            raise ValueError(f"{os.fspath(path)}: {name!r} has elements of "
                             f"{dtype}, which no device holds")
        values = np.frombuffer(entry["data"], numpy_dtype(dtype))
        arrays[name] = (dtype, values.reshape(entry["shape"]))
    return arrays, metadata
