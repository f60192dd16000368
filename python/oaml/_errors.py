# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions of the package."""

from __future__ import annotations

import linecache


class OpError(ValueError):
    """An op rejects its input; the message names op, operand, rule and values.

    `op` is the op's name, `filename` and `lineno` are the line of the user's
    program that asked for it, where it is known.
    """

    def __init__(self, message: str, op: str = "", filename: str = "",
                 lineno: int = 0) -> None:
        self.op = op
        self.filename = filename
        self.lineno = lineno
        if filename:
            message += f"\n  at {filename}:{lineno}"
            line = linecache.getline(filename, lineno).strip()
            if line:
                message += f": {line}"
        super().__init__(message)


class CompileError(RuntimeError):
    """The compiler failed; `phase` says where, `reproducer` is a file with the
    program, for `oaml-compile` and for a report."""

    def __init__(self, message: str, phase: str = "",
                 reproducer: str = "") -> None:
        self.phase = phase
        self.reproducer = reproducer
        if reproducer:
            message += f"\n  the program was saved as {reproducer}"
        super().__init__(message)


class DeviceError(RuntimeError):
    """A device is missing, closed, lost, or not the one that is wanted."""


class DonatedArrayError(RuntimeError):
    """An array is used whose memory was given to a function."""


class TracerError(TypeError):
    """A traced value is used where only a concrete array can be."""
