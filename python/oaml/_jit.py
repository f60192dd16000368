# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transformations of functions: jit, grad, value_and_grad, vjp."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, overload

from . import _native
from ._native import JitFunction

F = TypeVar("F", bound=Callable[..., Any])


def _positions(value: int | Sequence[int], what: str) -> list[int]:
    values = [value] if isinstance(value, int) else list(value)
    for number in values:
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise ValueError(f"{what}: expected numbers of arguments, found "
                             f"{value!r}")
    return values


# What help() shows is the function's.
setattr(JitFunction, "__doc__", property(lambda self: self.__wrapped__.__doc__))


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


@overload
def jit(function: Callable[..., Any], *, donate_argnums: int | Sequence[int] = ...,
        static_argnums: int | Sequence[int] = ...,
        static_argnames: str | Sequence[str] = ..., executor: str | None = ...,
        device: Any = ...) -> JitFunction: ...


@overload
def jit(function: None = None, *, donate_argnums: int | Sequence[int] = ...,
        static_argnums: int | Sequence[int] = ...,
        static_argnames: str | Sequence[str] = ..., executor: str | None = ...,
        device: Any = ...) -> Callable[[Callable[..., Any]], JitFunction]: ...


def jit(function: Callable[..., Any] | None = None, *,
        donate_argnums: int | Sequence[int] = (),
        static_argnums: int | Sequence[int] = (),
        static_argnames: str | Sequence[str] = (),
        executor: str | None = None, device: Any = None) -> Any:
    """Compiles a function of arrays when it is called.

    The function is called once per type of its arguments, with traced values;
    what it does to them becomes a program. Arguments and results are arrays and
    numbers in nested containers. Numbers among the arguments are operands: other
    values need no other program.

    donate_argnums: positional arguments whose memory the results may take over.
        Those arrays cannot be used afterwards.
    static_argnums, static_argnames: arguments that are seen as they are; each
        other value compiles anew. They must be hashable.
    executor: "vulkan", or "interpreter" for the reference interpreter on the
        host.
    device: where to run; by default the device of the arguments.

    May be used as a decorator, with and without arguments.
    """
    if executor not in (None, "vulkan", "interpreter"):
        raise ValueError(f"executor: expected 'vulkan' or 'interpreter', found "
                         f"{executor!r}")
    if executor == "interpreter":
        device = "interpreter"
    names = ([static_argnames] if isinstance(static_argnames, str)
             else list(static_argnames))
    donated = _positions(donate_argnums, "donate_argnums")
    static = _positions(static_argnums, "static_argnums")
    if set(donated) & set(static):
        raise ValueError("an argument is either donated or static")

    def wrap(target: Callable[..., Any]) -> JitFunction:
        if not callable(target):
            raise TypeError(f"jit: expected a function, found "
                            f"{type(target).__name__}")
        return JitFunction(target, _name(target), donated, static, names,
                           device)

    return wrap if function is None else wrap(function)


def _run(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Traces a function and runs it at once. It is traced at each call, as it
    may see other values from outside then; equal programs are compiled once."""
    return JitFunction(function, _name(function), [], [], [], None,
                       True)(*args, **kwargs)


def _differentiate(function: Callable[..., Any], argnums: int | Sequence[int],
                   has_aux: bool, with_value: bool) -> Callable[..., Any]:
    positions = _positions(argnums, "argnums")
    is_tuple = not isinstance(argnums, int)

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        if not _native.is_tracing():
            return _run(wrapped, *args, **kwargs)
        return _native.trace_gradient(function, args, kwargs, positions,
                                      is_tuple, has_aux, with_value)

    return wrapped


def grad(function: Callable[..., Any], argnums: int | Sequence[int] = 0,
         has_aux: bool = False) -> Callable[..., Any]:
    """A function that gives the gradient of `function` by the arguments that
    `argnums` numbers: a tuple of gradients if it is a tuple.

    `function` returns one element. With `has_aux` it returns a pair of that and
    anything else, and the new function a pair of gradient and the latter. Works
    in traced functions and outside of them.
    """
    return _differentiate(function, argnums, has_aux, with_value=False)


def value_and_grad(function: Callable[..., Any],
                   argnums: int | Sequence[int] = 0,
                   has_aux: bool = False) -> Callable[..., Any]:
    """As `grad`, but the new function gives a pair of the value (with `has_aux`
    the pair that `function` returned) and the gradient."""
    return _differentiate(function, argnums, has_aux, with_value=True)


def vjp(function: Callable[..., Any], *args: Any) -> tuple[Any, Callable[[Any], Any]]:
    """The value of `function(*args)` and a function that maps a cotangent of it
    to a tuple of cotangents, one per argument (None for integers)."""
    if _native.is_tracing():
        value, pullback = _native.trace_vjp(function, args)
        return value, pullback

    def pull(xs: tuple[Any, ...], cotangent: Any) -> Any:
        return _native.trace_vjp(function, xs)[1](cotangent)

    return _run(function, *args), lambda cotangent: _run(pull, args, cotangent)


def stop_gradient(x: Any) -> Any:
    """The same values, through which no gradient flows; for nested containers,
    too."""
    from ._tree import tree_map
    return tree_map(_native.ops["detach"], x)
