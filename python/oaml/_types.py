# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types that describe arrays."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Union

from . import _native

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Names of element types.
DType = Literal["f32", "f16", "bf16", "i32", "i8", "ui8"]

if TYPE_CHECKING:
    #: What an op takes for an array: an array of any package, or a number.
    ArrayLike = Union[_native.Array, npt.NDArray[Any], np.generic, float, int]
else:
    ArrayLike = Any


@dataclasses.dataclass(frozen=True)
class Spec:
    """The type of an array whose elements are not at hand; see `spec`."""

    shape: tuple[int | str | None, ...]
    dtype: str


def spec(shape: Sequence[int | str | None], dtype: Any = "f32") -> Spec:
    """Stands for an array in `lower`.

    An extent that is only known at run time is None or a name; extents of one
    name are equal.

        step.lower(w, oaml.spec(("batch", 64), "f32"))
    """
    extents: list[int | str | None] = []
    for extent in shape:
        if extent is None or isinstance(extent, str):
            if extent == "":
                raise ValueError("spec: the name of an extent is empty")
            extents.append(extent)
            continue
        number = int(extent)
        if isinstance(extent, float) or number < 0:
            raise ValueError(f"spec: expected an extent, a name or None, "
                             f"found {extent!r}")
        extents.append(number)
    return Spec(tuple(extents), _native.parse_dtype(dtype))
