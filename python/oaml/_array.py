# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Methods and operators of arrays, in terms of ops."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import TracerError

if TYPE_CHECKING:
    import numpy as np

Array = _native.Array
Tracer = _native.Tracer
# Those that are used here have one result.
_ops: dict[str, Callable[..., Array]] = _native.ops
# Arrays and numbers; anything else has its own say in an operator.
_NUMBERS = (int, float)


def array(x: Any, dtype: Any = None, device: Any = None) -> Array:
    """An array on a device: a copy of `x`, which may be an array of NumPy or of
    any package that speaks DLPack, a number, or nested lists of numbers.

    `dtype` converts: f32, f16, bf16, i32, i8 or ui8. Without it the type of an
    array stays, and floats become f32, integers i32.
    """
    if dtype is not None:
        name = _native.parse_dtype(dtype)
        if isinstance(x, Array):
            x = x if x.dtype == name else _ops["cast"](x, name)
        else:
            x = _to_numpy(x, name)
    elif isinstance(x, (list, tuple)):
        x = _to_numpy(x, None)
    if isinstance(x, Tracer):
        return x
    return _native.make_array(x, device)


def _to_numpy(x: Any, name: str | None) -> Any:
    import numpy as np

    values = np.asarray(x)
    if name is None:
        if values.dtype.kind == "f":
            name = "f32"
        elif values.dtype.kind in "iu" and values.dtype.itemsize == 8:
            if values.size and (values.min() < -2**31 or values.max() >= 2**32):
                raise OverflowError("an integer does not fit in 32 bits")
            name = "i32"
        else:
            return values
    return np.ascontiguousarray(values.astype(numpy_dtype(name))).reshape(
        values.shape)


def numpy_dtype(name: str) -> Any:
    import numpy as np

    if name != "bf16":
        return np.dtype({"f32": "f4", "f16": "f2", "i32": "i4", "i8": "i1",
                         "ui8": "u1"}[name])
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError("bf16 arrays of NumPy need the package ml_dtypes") from None
    return np.dtype(ml_dtypes.bfloat16)


def from_dlpack(x: Any, device: Any = None) -> Array:
    """An array of the memory of `x`, any object with `__dlpack__` or the buffer
    protocol: without a copy where the device can use the host's memory in place
    (CPU devices, aligned to 16 bytes), else a copy. `x` must not be written as
    long as the array is in use."""
    return _native.import_array(x, device)


def _concrete(self: Array, what: str) -> None:
    if isinstance(self, Tracer):
        raise TracerError(
            f"{what} needs the elements of a traced value, which has none "
            f"before the program runs; shape {self.shape}, dtype {self.dtype}")


def numpy(self: Array) -> np.ndarray[Any, Any]:
    """The elements as an array of NumPy that cannot be written: in place where
    the host sees the device's memory, else a copy. bf16 comes as ml_dtypes'
    bfloat16, or as float32 where that package is missing."""
    _concrete(self, "numpy()")
    values = self._numpy()
    if self.dtype != "bf16":
        return values
    try:
        import ml_dtypes
    except ImportError:
        import numpy as np
        return (values.astype(np.uint32) << 16).view(np.float32)
    return values.view(ml_dtypes.bfloat16)


def __array__(self: Array, dtype: Any = None, copy: bool | None = None) -> Any:
    values = numpy(self)
    if dtype is not None and values.dtype != dtype:
        if copy is False:
            raise ValueError(f"an array of {self.dtype} cannot be seen as "
                             f"{dtype} without a copy")
        return values.astype(dtype)
    return values.copy() if copy else values


def item(self: Array) -> Any:
    """The only element as a number of Python."""
    _concrete(self, "item()")
    return numpy(self).item()


def tolist(self: Array) -> Any:
    """The elements in nested lists."""
    _concrete(self, "tolist()")
    return numpy(self).tolist()


def astype(self: Array, dtype: Any) -> Array:
    """The elements in another type; see oaml.cast."""
    name = _native.parse_dtype(dtype)
    return self if self.dtype == name else _ops["cast"](self, name)


def reshape(self: Array, *shape: Any) -> Array:
    """The same elements in another shape; one extent may be -1."""
    if len(shape) == 1 and not isinstance(shape[0], (int, _native.Size)):
        shape = tuple(shape[0])
    return _ops["reshape"](self, shape)


def transpose(self: Array, *axes: int) -> Array:
    """The last two axes swapped, or the two that are named."""
    if not axes:
        if self.ndim < 2:
            return self
        axes = (self.ndim - 2, self.ndim - 1)
    return _ops["transpose"](self, *axes)


def __getitem__(self: Array, key: Any) -> Array:
    items = key if isinstance(key, tuple) else (key,)
    if sum(entry is Ellipsis for entry in items) > 1:
        raise IndexError("an index has at most one ellipsis")
    wanted = sum(entry is not None and entry is not Ellipsis for entry in items)
    if wanted > self.ndim:
        raise IndexError(f"too many indices: the array has {self.ndim} axes, "
                         f"found {wanted}")
    full: list[Any] = []
    for entry in items:
        full += ([slice(None)] * (self.ndim - wanted) if entry is Ellipsis
                 else [entry])
    full += [slice(None)] * (self.ndim - sum(e is not None for e in full))
    result, axis = self, 0
    shape: list[Any] = []
    for entry in full:
        if entry is None:
            shape.append(1)
            continue
        extent = self.shape[axis]
        if isinstance(entry, slice):
            result = _slice(result, axis, extent, entry)
            shape.append(result.shape[axis])
        else:
            result = _pick(result, axis, extent, entry)
        axis += 1
    same = len(shape) == result.ndim and None not in full
    return result if same else _ops["reshape"](result, shape)


def _slice(x: Array, axis: int, extent: Any, entry: slice) -> Array:
    if entry == slice(None):
        return x
    if not isinstance(extent, int):
        if entry.step in (None, 1) and isinstance(entry.stop, int) \
                and entry.stop > 0 and (entry.start or 0) >= 0:
            return _ops["slice"](x, axis, entry.start or 0, entry.stop)
        raise IndexError("an extent that is only known at run time takes "
                         "slices from 0 on with a positive end only")
    start, stop, step = entry.indices(extent)
    if step != 1:
        raise IndexError(f"slices go in steps of 1, found {step}")
    if start >= stop:
        raise IndexError(f"an empty slice {start}:{stop} of {extent}")
    if (start, stop) == (0, extent):
        return x
    return _ops["slice"](x, axis, start, stop)


def _pick(x: Array, axis: int, extent: Any, entry: Any) -> Array:
    if isinstance(entry, bool):
        raise IndexError("arrays are indexed by integers and slices")
    try:
        position = operator.index(entry)
    except TypeError:
        raise IndexError(
            f"arrays are indexed by integers and slices, found "
            f"{type(entry).__name__}; oaml.embedding and oaml.gather_last_dim "
            f"take arrays of indices") from None
    if isinstance(extent, int):
        if not -extent <= position < extent:
            raise IndexError(f"index {position} is out of range for axis {axis} "
                             f"with extent {extent}")
        position %= extent
    elif position < 0:
        raise IndexError("an extent that is only known at run time takes no "
                         "negative index")
    if extent == 1:
        return x
    return _ops["slice"](x, axis, position, position + 1)


def __len__(self: Array) -> int:
    if self.ndim == 0:
        raise TypeError("an array of rank 0 has no length")
    extent = self.shape[0]
    if not isinstance(extent, int):
        raise TracerError("the length is only known at run time; use .shape[0]")
    return extent


def __iter__(self: Array) -> Iterator[Array]:
    return (self[i] for i in range(__len__(self)))


def __repr__(self: Array) -> str:
    if isinstance(self, Tracer):
        extents = "x".join([str(e) if isinstance(e, int) else "?"
                            for e in self.shape] + [self.dtype])
        return f"Tracer<{extents}>"
    if not self.valid:
        return f"Array(<donated>, shape={self.shape}, dtype={self.dtype})"
    import numpy as np
    text = np.array2string(numpy(self), separator=", ", prefix="Array(")
    return f"Array({text}, dtype={self.dtype})"


def __format__(self: Array, spec: str) -> str:
    return format(item(self), spec) if spec else repr(self)


def __reduce__(self: Array) -> Any:
    _concrete(self, "a copy")
    return array, (numpy(self),)


def __bool__(self: Array) -> bool:
    _concrete(self, "a condition")
    if self.size != 1:
        raise ValueError("an array of more than one element is neither true nor "
                         "false")
    return bool(item(self))


def __float__(self: Array) -> float:
    _concrete(self, "float()")
    return float(item(self))


def __int__(self: Array) -> int:
    _concrete(self, "int()")
    return int(item(self))


def __index__(self: Array) -> int:
    _concrete(self, "an index")
    if self.dtype not in ("i32", "i8", "ui8"):
        raise TypeError(f"only arrays of integers are indices, found {self.dtype}")
    return int(item(self))


def __matmul__(self: Array, other: Any) -> Array:
    other = _operand(other)
    if other is NotImplemented:
        return NotImplemented
    if other.ndim == 3 and self.ndim == 3:
        return _ops["bmm"](self, other)
    if other.ndim != 2:
        raise ValueError(f"@ takes a matrix, or two batches of matrices, on the "
                         f"right; found ranks {self.ndim} and {other.ndim}")
    return _ops["matmul_nt"](self, transpose(other))


def _operand(x: Any) -> Any:
    if isinstance(x, (Array, *_NUMBERS, _native.Size)):
        return x
    if hasattr(x, "__dlpack__") or hasattr(x, "__array_interface__"):
        return x
    return NotImplemented


def _binary(name: str, swapped: bool = False) -> Callable[[Any, Any], Any]:
    function = _ops[name]

    def apply(self: Array, other: Any) -> Any:
        if not isinstance(other, (Array, float, int)):
            other = _operand(other)
            if other is NotImplemented:
                return NotImplemented
        return function(other, self) if swapped else function(self, other)

    return apply


def _comparison(kind: str) -> Callable[[Any, Any], Any]:
    function = _ops["compare"]

    def apply(self: Array, other: Any) -> Any:
        if _operand(other) is NotImplemented:
            return NotImplemented
        return function(kind, self, other)

    return apply


def __pow__(self: Array, exponent: Any) -> Any:
    if isinstance(exponent, _NUMBERS):
        if "pow" in _ops:
            return _ops["pow"](self, float(exponent))
        if exponent == 2:
            return _ops["mul"](self, self)
    return NotImplemented


def __abs__(self: Array) -> Array:
    return _ops["abs"](self)


def __dlpack__(self: Array, *, stream: Any = None,
               max_version: tuple[int, int] | None = None,
               dl_device: tuple[int, int] | None = None,
               copy: bool | None = None) -> Any:
    _concrete(self, "DLPack")
    # The host's memory: there is no stream to wait for.
    if dl_device not in (None, (1, 0)):
        raise BufferError(f"arrays are given as memory of the host, not of "
                          f"device {dl_device}")
    return (array(self.numpy().copy()) if copy else self)._dlpack()


def __dlpack_device__(self: Array) -> tuple[int, int]:
    return (1, 0)


def _install() -> None:
    """Gives the native classes their methods."""
    methods: dict[str, Any] = {}
    # Each op whose first parameter is an array is a method.
    for name, op_function in _ops.items():
        parameters = _native.describe_op(name)["parameters"]
        if parameters and not parameters[0][1]:
            methods[name] = _native.as_method(op_function)
    for name, op in (("add", "add"), ("sub", "sub"), ("mul", "mul"),
                     ("truediv", "div")):
        methods[f"__{name}__"] = _binary(op)
        methods[f"__r{name}__"] = _binary(op, swapped=True)
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        methods[f"__{name}__"] = _comparison(name)
    methods["__neg__"] = lambda self: _ops["neg"](self)
    methods["__pos__"] = lambda self: self
    # Comparisons make arrays, so that arrays are no keys.
    methods["__hash__"] = None
    methods["__array_ufunc__"] = None
    for function in (numpy, __array__, item, tolist, astype, reshape, transpose,
                     __getitem__, __len__, __iter__, __repr__, __format__,
                     __reduce__, __bool__, __float__, __int__, __index__, __matmul__, __pow__, __abs__,
                     __dlpack__, __dlpack_device__):
        methods[function.__name__] = function
    methods["size"] = property(lambda self: math.prod(self.shape),
                               doc="Number of elements.")
    methods["T"] = property(transpose, doc="The last two axes swapped.")
    for name, method in methods.items():
        setattr(Array, name, method)


_install()
