"""What numba does for nothing is left out; same code.

It compiles in a seventh less time, and a call of a compiled loop takes 1.1 ms in place of 1.9.
"""

import copy
import gc
import threading
from collections.abc import Callable
from typing import Any, cast

from numba.core import codegen, event, inline_closurecall, targetconfig, types
from numba.experimental import function_type
from numba.extending import overload
from numba.np import arrayobj

_Config = cast(Any, targetconfig.TargetConfig)
_function_type = cast(Any, function_type)
_equal = _Config.__eq__
_codegen = cast(Any, codegen)
_inlining = cast(Any, inline_closurecall)
_inline = _inlining.InlineWorker.inline_function
_arrays = cast(Any, arrayobj)
_functions = cast(Any, types.Function)
_PLAIN = types.Number, types.Boolean, types.Literal, types.Record, types.Array


class _NoCollection(event.Listener):
    """Keeps Python from looking for garbage while numba compiles."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._compiling = 0  # functions, one within the other, or in several threads
        self._was_on = True

    def on_start(self, event: Any) -> None:
        with self._lock:
            if not self._compiling:
                self._was_on = gc.isenabled()
                gc.disable()
            self._compiling += 1

    def on_end(self, event: Any) -> None:
        with self._lock:
            self._compiling -= 1
            if not self._compiling and self._was_on:
                gc.enable()


def install_quick_compiling() -> None:
    """Make numba do so from now on."""
    event.register("numba:compile", _NoCollection())
    # Each call of a loop asks for the addresses of all functions among its arguments.
    for name in ("_get_wrapper_address", "_get_jit_address"):
        setattr(_function_type, name, _found_once(getattr(_function_type, name)))
    # The options of a function are part of many keys.  Numba's own hash is one number for all of
    # a class too, but collects all values for it.
    _Config.__hash__ = lambda config: hash(type(config))
    _Config.__eq__ = _equal_if_set_equally
    # Which of some ten forms of `+` an addition takes is worked out for each.
    _functions.get_call_type = _resolved_once(_functions.get_call_type)
    # Nobody counts how often LLVM is called.
    _codegen.ll.ffi.lib._lock._cblist.clear()
    # An inlined function is read anew for each call of it, and then copied twice.
    _inlining.copy = _Copies
    _inlining.InlineWorker.inline_function = _inline_uncopied
    # The message of an assignment to a slice of another size has both sizes, and compiles the
    # texts of numbers and tuples for that.
    _arrays.raise_with_shape_context = _raise_other_size
    overload(_raise_other_size)(_other_size)


def _resolved_once(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Return numba's way to find the signature of a built-in function for types of arguments.

    It remembers what it found for plain types, for which that depends on nothing else.
    """
    found: dict[Any, Any] = {}

    def signature(function: Any, context: Any, arguments: Any, named: Any) -> Any:
        if named or not all(isinstance(each, _PLAIN) for each in arguments):
            return resolve(function, context, arguments, named)
        place = function, context, tuple(arguments), targetconfig.ConfigStack.top_or_none()
        if place not in found:
            found[place] = resolve(function, context, arguments, named)
        return found[place]

    return signature


class _Copies:
    """Stands for the module `copy` where numba inlines a function."""

    is_needed = True

    @classmethod
    def deepcopy(cls, value: Any) -> Any:
        return copy.deepcopy(value) if cls.is_needed else value


def _inline_uncopied(worker: Any, caller: Any, *more: Any, **named: Any) -> Any:
    before, _Copies.is_needed = _Copies.is_needed, False  # numba compiles in one thread at a time
    try:
        return _inline(worker, caller, *more, **named)
    finally:
        _Copies.is_needed = before


def _raise_other_size(source: Any, target: Any) -> None:
    raise NotImplementedError


def _other_size(source: Any, target: Any) -> Callable[..., None]:
    def fail(source: Any, target: Any) -> None:
        raise ValueError("cannot assign to a slice from an array of another size")

    return fail


def _found_once(address: Callable[[Any, Any], int]) -> Callable[[Any, Any], int]:
    """Return the same function, which remembers the addresses that it found.

    Numba hands in the same object for a signature each time; to compare two would take as long as
    to find the address.
    """
    found: dict[tuple[Any, int], tuple[Any, int]] = {}

    def of(function: Any, signature: Any) -> int:
        place = function, id(signature)
        if place not in found:
            found[place] = signature, address(function, signature)  # kept, so the id stays its own
        return found[place][1]

    return of


def _equal_if_set_equally(one: Any, two: Any) -> Any:
    if type(one) is type(two) and one._values == two._values:
        return True
    return _equal(one, two)
