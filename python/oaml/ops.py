# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ops as functions, one per op of the dialect. They are made of the ops'
records; their types are in `ops.pyi`, which the build generates."""

from __future__ import annotations

import ast
import collections
import dataclasses
from typing import Any

from . import _native

_KINDS = {"bool": bool, "int": int, "float": float, "str": str}


def _make_record(name: str, fields: list[tuple[str, str, str]]) -> type:
    """The data class of an attribute that is a record."""
    entries: list[Any] = []
    for field, kind, default in fields:
        if default:
            entries.append((field, _KINDS[kind], ast.literal_eval(default)))
        else:
            entries.append((field, _KINDS[kind]))
    return dataclasses.make_dataclass(
        name, entries, frozen=True, kw_only=True, namespace={
            "__module__": "oaml",
            "__doc__": f"Attributes of ops that take an oaml.{name}.",
        })


_results: dict[str, type] = {}


def result_type(op: str) -> type:
    """The named tuple that an op with several results returns."""
    if op not in _results:
        name = "".join(part.capitalize() for part in op.split("_")) + "Result"
        _results[op] = collections.namedtuple(  # type: ignore[misc]
            name, _native.describe_op(op)["results"], module="oaml.ops")
    return _results[op]


globals().update(_native.ops)
for _name, _fields in _native.records().items():
    globals()[_name] = _make_record(_name, _fields)
__all__ = [*_native.ops, *_native.records()]


def __getattr__(name: str) -> Any:
    # Types of results are made when they are asked for: there are many.
    if name.endswith("Result"):
        for op in _native.ops:
            spelled = "".join(part.capitalize() for part in op.split("_"))
            if spelled + "Result" == name:
                if len(_native.describe_op(op)["results"]) > 1:
                    return result_type(op)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
