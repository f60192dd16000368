# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled programs in files."""

from __future__ import annotations

import collections
import json
import os
import re
from typing import Any

from . import _native
from ._native import Program
from ._report import Report
from ._support import complete_file
from ._tree import LEAF

_STEP = re.compile(r"\.(?P<field>\w+)|\[(?P<index>\d+)\]|\['(?P<key>[^']*)'\]")


def parse_path(path: str) -> tuple[str, list[tuple[str, Any]]]:
    """ "w['a'][0].b" as "w" and its steps."""
    root = re.match(r"[^.\[]*", path)
    assert root is not None
    steps: list[tuple[str, Any]] = []
    position = root.end()
    while position < len(path):
        match = _STEP.match(path, position)
        if match is None:
            return path, []  # the name of something else
        kind = match.lastgroup
        assert kind is not None
        value: Any = match[kind]
        steps.append((kind, int(value) if kind == "index" else value))
        position = match.end()
    return root[0], steps


def _build(leaves: list[list[tuple[str, Any]]]) -> Any:
    """A value of the structure that the paths of its leaves describe."""
    if len(leaves) == 1 and not leaves[0]:
        return LEAF
    groups: dict[Any, list[list[tuple[str, Any]]]] = {}
    kind = leaves[0][0][0]
    for steps in leaves:
        groups.setdefault(steps[0][1], []).append(steps[1:])
    values = {key: _build(rest) for key, rest in groups.items()}
    if kind == "key":
        return values
    if kind == "field":
        fields = collections.namedtuple("Fields", list(values))  # type: ignore[misc]
        return fields(**values)
    size = max(values) + 1
    return tuple(values.get(i) for i in range(size))


def _structure(names: list[str]) -> list[tuple[str, Any]]:
    """The values that named arrays are the leaves of, by name, in order."""
    groups: dict[str, list[list[tuple[str, Any]]]] = {}
    for name in names:
        root, steps = parse_path(name)
        groups.setdefault(root, []).append(steps)
    result = []
    for root, leaves in groups.items():
        if len(leaves) > 1 and any(not steps for steps in leaves):
            # Several arrays of one name: no structure was written.
            result += [(root, LEAF)] * len(leaves)
        else:
            result.append((root, _build(leaves)))
    return result


def load(path: str | os.PathLike[str], entry: str | None = None,
         device: Any = None) -> Program:
    """Loads a program that `Program.save` or `oaml-compile` wrote.

    Arguments and results have the structure that their names tell: lists come
    back as tuples, data classes as named tuples. `entry` is needed where the
    file holds several functions.
    """
    with open(path, "rb") as file:
        content = file.read()
    entries = _native.describe_artifact(content, os.fspath(path))
    names = [name for name, _, _ in entries]
    if entry is None:
        if len(entries) != 1:
            raise ValueError(f"{os.fspath(path)}: which entry? there are "
                             f"{', '.join(names)}")
        entry = names[0]
    if entry not in names:
        raise ValueError(f"{os.fspath(path)}: no entry {entry!r}; there are "
                         f"{', '.join(names)}")
    _, arguments, results = entries[names.index(entry)]
    roots = _structure(results)
    value = roots[0][1] if len(roots) == 1 else tuple(v for _, v in roots)
    return _native.make_program(content, entry, _structure(arguments), value,
                                device)


def save(self: Program, path: str | os.PathLike[str]) -> None:
    """Writes the program as an artifact (.oamlx), which `oaml.load`, `oaml-run`
    and the runtime read. The file appears when it is complete."""
    with complete_file(path) as temporary, open(temporary, "wb") as file:
        file.write(self._bytes())


def report(self: Program) -> Report:
    """The program's kernels: ops, schedules, bytes, operations; and its memory."""
    text = self._report()
    return Report(self._describe(), json.loads(text) if text else None)


def _repr(self: Program) -> str:
    types = self._describe()
    arguments = ", ".join(f"{e['name']}: {e['type']}" for e in types["arguments"])
    return f"<Program {self.name}({arguments})>"


for _name, _method in (("save", save), ("report", report), ("__repr__", _repr)):
    setattr(Program, _name, _method)
