# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What several modules need: complete files, optional packages."""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def complete_file(path: str | os.PathLike[str]) -> Iterator[str]:
    """A temporary name to write to. The file appears as `path`, in place of an
    older one, when it is complete, and not at all when writing fails."""
    temporary = f"{os.fspath(path)}.{os.getpid()}.tmp"
    try:
        yield temporary
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def optional_package(name: str, who: str) -> Any:
    """Imports a package that only `who` needs."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise ImportError(f"{who} needs the package {package}, which cannot be "
                          f"imported ({error}): pip install {package}",
                          name=name) from error
