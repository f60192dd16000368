# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a compiled program is made of."""

from __future__ import annotations

from typing import Any


def _quantity(value: dict[str, Any] | None) -> str:
    """A number, or the expression of extents that it is."""
    return "" if value is None else str(value["expression"])


def _table(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  " + "  ".join(cell.ljust(width) for cell, width
                             in zip(row, widths)).rstrip() for row in rows]


def _ops(names: list[str]) -> str:
    return ", ".join(name.removeprefix("oaml.") for name in names)


class Report:
    """What a compiled program is made of. Prints as a table.

    `data` describes arguments, results, launches and memory; `compiler` is the
    compiler's own report of kernels, with schedules, bytes, operations and why
    they are not fused further. A program that was loaded from a file has none.
    """

    def __init__(self, data: dict[str, Any],
                 compiler: dict[str, Any] | None) -> None:
        self.data = data
        self.compiler = compiler

    def _kernels(self) -> list[str]:
        assert self.compiler is not None
        rows: list[tuple[str, ...]] = [
            ("kernel", "launches", "ops", "schedule", "workgroups", "bytes read",
             "bytes written", "operations")]
        notes = []
        for kernel in self.compiler["kernels"]:
            schedules = "; ".join(
                schedule["strategy"] + " "
                + "x".join(map(str, schedule["tile"]))
                for schedule in kernel["schedules"])
            rows.append((kernel["name"], str(kernel["launches"]),
                         _ops([op["name"] for op in kernel["ops"]]), schedules,
                         _quantity(kernel["workgroups"]),
                         _quantity(kernel["bytes_read"]),
                         _quantity(kernel["bytes_written"]),
                         _quantity(kernel["flops"])))
            notes += [f"  {kernel['name']}: {note}" for note in kernel["unfused"]]
        lines = _table(rows)
        return lines + (["why not fused further:", *notes] if notes else [])

    def _launches(self) -> list[str]:
        rows: list[tuple[str, ...]] = [
            ("kernel", "ops", "workgroups", "SPIR-V bytes", "line")]
        rows += [(launch["kernel"], _ops(launch["ops"].split(", ")),
                  launch["workgroups"], str(launch["spirv_bytes"]),
                  launch["location"])
                 for launch in self.data["launches"]]
        return _table(rows)

    def __repr__(self) -> str:
        data = self.data
        lines = [f"{data['name']}: {len(data['launches'])} launches, compiled "
                 f"for {data['target'] or 'a device'}"]
        lines += [f"  {kind} {entry['name']}: {entry['type']}"
                  for kind in ("argument", "result")
                  for entry in data[f"{kind}s"]]
        lines.append(f"  temporary memory: {data['arena_bytes'] or 0} bytes, "
                     f"constants: {data['constant_bytes']} bytes")
        lines += self._launches()
        if self.compiler is not None:
            lines += self._kernels()
        return "\n".join(lines)
