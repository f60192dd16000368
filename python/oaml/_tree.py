# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nested containers of arrays: tuples, lists, dicts, named tuples, None and
registered data classes."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from . import _native
from ._native import TreeDef, tree_flatten, tree_unflatten

__all__ = [
    "TreeDef", "register_dataclass", "tree_flatten", "tree_leaves", "tree_map",
    "tree_structure", "tree_unflatten",
]

T = TypeVar("T")


class _Leaf:
    """Stands for a leaf where a structure is printed."""

    def __repr__(self) -> str:
        return "*"


LEAF = _Leaf()


def tree_leaves(tree: Any) -> list[Any]:
    """The leaves of nested containers, in order."""
    return tree_flatten(tree)[0]


def tree_structure(tree: Any) -> TreeDef:
    """The structure of nested containers."""
    return tree_flatten(tree)[1]


def tree_map(function: Callable[..., Any], tree: Any, *rest: Any) -> Any:
    """Calls `function` with each leaf of `tree` and the leaves of `rest` at the
    same place, and puts what it returns into the same structure."""
    leaves, structure = tree_flatten(tree)
    columns = [leaves]
    for other in rest:
        other_leaves, other_structure = tree_flatten(other)
        if other_structure != structure:
            raise ValueError(f"tree_map: the structures differ: {structure} and "
                             f"{other_structure}")
        columns.append(other_leaves)
    return tree_unflatten(structure, [function(*row) for row in zip(*columns)])


def register_dataclass(cls: type[T] | None = None, *,
                       static_fields: Sequence[str] = ()) -> Any:
    """Makes the fields of a data class parts of nested containers.

    `static_fields` are part of the structure instead: they are compared, and
    another value compiles anew. May be used as a decorator.
    """

    def register(kind: type[T]) -> type[T]:
        if not dataclasses.is_dataclass(kind):
            raise TypeError(f"register_dataclass: expected a data class, found "
                            f"{kind!r}")
        names = [field.name for field in dataclasses.fields(kind) if field.init]
        unknown = set(static_fields) - set(names)
        if unknown:
            raise ValueError(f"register_dataclass: {kind.__name__} has no field "
                             f"{sorted(unknown)[0]!r}")
        children = tuple(name for name in names if name not in static_fields)
        _native.register_dataclass(kind, children, tuple(static_fields))
        return kind

    return register if cls is None else register(cls)


def argument_names(function: Callable[..., Any], count: int) -> list[str]:
    """Names for the first `count` positional arguments of a call."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [f"arg{i}" for i in range(count)]
    names: list[str] = []
    for parameter in parameters:
        if len(names) == count:
            break
        if parameter.kind is parameter.VAR_POSITIONAL:
            rest = count - len(names)
            names += [f"{parameter.name}_{i}" for i in range(rest)]
        elif parameter.kind in (parameter.POSITIONAL_ONLY,
                                parameter.POSITIONAL_OR_KEYWORD):
            names.append(parameter.name)
    return names + [f"arg{i}" for i in range(len(names), count)]
