"""The values that a function takes from its modules, wherever these have them from.

Compiled code contains them as they were when it was compiled.  A module may have read them from a
file, from an archive, from the environment or from another thread: their digest is the same only if
they are.
"""

import hashlib
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache, cached_property
from mmap import mmap
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from balance.engine.source_file import add_code
from balance.engine.sources import library_folders

_UNKNOWN = secrets.token_hex(16)  # stands for what has no digest; another one in each process
_WRAPPERS = property, staticmethod, classmethod, cached_property, MethodType
_PLAIN = int, float, complex, str, bytes, bool, type(None), np.generic, np.dtype


def values_digest(function: Any) -> str:
    """Return a digest (16 hex digits) of a function and of all that it and what it calls take in.

    That is their code, defaults, closures and the globals that they name, but for those of Python,
    of libraries and of this package.  Of an object of another kind the names and values of its
    attributes count, or what pickle would store.  What has neither, such as a thread or a lock, is
    another value in each process: no digest of an earlier one is the same.
    """
    walk = _Walk()
    walk.add_function(function)
    return walk.text.hexdigest()[:16]


def globals_of(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of each global that counts for `values_digest`.

    Of a module also those of its attributes that the code names, such as ``numba.objmode``.
    """
    walk = _Walk()
    walk.add_function(getattr(function, "py_func", function))
    yield from walk.named


def is_from_outside(function: Any) -> bool:
    """Return whether a function is of a user's file: not of Python, a library or this package."""
    code = getattr(function, "__code__", None)
    return code is not None and not _is_of_library(code.co_filename)


@cache
def _is_of_library(name: str) -> bool:
    if name.startswith("<") and name != "<string>":
        return name.startswith("<frozen")
    path = Path(name).resolve()
    return any(path.is_relative_to(place) for place in library_folders())


class _Walk:
    """Adds values to a digest, each object once."""

    def __init__(self) -> None:
        self.text = hashlib.sha256()
        self.named: list[tuple[str, Any]] = []  # globals, and attributes of modules
        self._seen: dict[int, Any] = {}  # the objects too, as ids are given again
        self._taken: set[tuple[int, str]] = set()  # attributes of modules

    def add_function(self, function: FunctionType) -> None:
        code = function.__code__
        add_code(self.text, _without_docstring(function))
        for value in (function.__defaults__, function.__kwdefaults__):
            self.add(value)
        for cell in function.__closure__ or ():
            try:
                self.add(cell.cell_contents)
            except ValueError:  # not yet set
                self._note("empty")
        names = _names_in(code)
        for name in sorted(names & function.__globals__.keys()):
            self._name(name, function.__globals__[name], names)
            self._note(name)
            self.add(function.__globals__[name], names)

    def _name(self, name: str, value: Any, names: set[str], *outer: Any) -> None:
        self.named.append((name, value))
        if isinstance(value, ModuleType) and value not in outer:
            for inner in sorted(names & vars(value).keys()):
                self._name(f"{name}.{inner}", vars(value)[inner], names, value, *outer)

    def add(self, value: Any, names: Iterable[str] = ()) -> None:
        """Add a value; of a module the attributes of these names."""
        value = getattr(value, "py_func", value)  # behind a compiled function
        if isinstance(value, _PLAIN):
            self._note(type(value).__name__, repr(value))
        elif id(value) in self._seen:
            self._note("again")
        else:
            self._seen[id(value)] = value
            self._add_new(value, names)
        if isinstance(value, ModuleType):
            self._add_module(value, names)

    def _add_new(self, value: Any, names: Iterable[str]) -> None:
        self._note(type(value).__qualname__)
        if isinstance(value, np.ndarray):
            self._note(str(value.dtype), str(value.shape))
            if value.dtype.hasobject:
                self.add(value.tolist())
            else:
                self.text.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, bytearray | memoryview | mmap):
            self.text.update(bytes(value[:]))
        elif isinstance(value, Enum):
            self.add(value.value)
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                self.add(key)
                self.add(inner)
        elif isinstance(value, set | frozenset):
            self._note(*sorted(map(repr, value)))
        elif isinstance(value, list | tuple):
            self._note(str(len(value)))
            for inner in value:
                self.add(inner)
        elif isinstance(value, ModuleType):
            pass  # each function takes other names of it: see `add`
        elif isinstance(value, FunctionType):
            self._note(value.__qualname__)
            if is_from_outside(value):
                self.add_function(value)
            else:
                self._note(value.__module__)
        elif isinstance(value, type):
            self._note(value.__qualname__)
            if _is_class_from_outside(value):
                self._add_attributes(vars(value))
        elif hasattr(value, "to_numpy"):  # of pandas and the like
            self.add(value.to_numpy())
        elif isinstance(value, _WRAPPERS):
            for name in ("fget", "fset", "__func__", "__self__", "func"):
                self.add(getattr(value, name, None))
        elif hasattr(value, "__dict__"):
            self._add_attributes(vars(value))
        elif not (isinstance(value, BuiltinFunctionType) or hasattr(value, "__get__")):
            self._add_stored(value)

    def _add_stored(self, value: Any) -> None:
        """Add what pickle would store of an object: how to make it, its state, its items."""
        try:
            parts = value.__reduce_ex__(4)
        except Exception:
            parts = _UNKNOWN
        if isinstance(parts, tuple):
            parts = [*parts[:3], *map(list, filter(None, parts[3:]))]
        self.add(parts)

    def _add_module(self, module: ModuleType, names: Iterable[str]) -> None:
        file, spec = getattr(module, "__file__", None), getattr(module, "__spec__", None)
        if file is None and spec is not None and spec.origin in {"built-in", "frozen"}:
            return
        if file is not None and _is_of_library(file):
            return
        for name in sorted(set(names) & vars(module).keys()):
            if (id(module), name) not in self._taken:
                self._taken.add((id(module), name))
                self._note(name)
                self.add(vars(module)[name], names)

    def _add_attributes(self, values: Mapping[str, Any]) -> None:
        for name, value in sorted(values.items()):
            if not name.startswith(("__", "_abc_")):  # Python's own
                self._note(name)
                self.add(value)

    def _note(self, *texts: str) -> None:
        for text in texts:
            self.text.update(text.encode("utf-8", "surrogatepass") + b"\0")


def _without_docstring(function: FunctionType) -> CodeType:
    code = function.__code__
    if function.__doc__ is not None and code.co_consts[:1] == (function.__doc__,):
        return code.replace(co_consts=(None, *code.co_consts[1:]))
    return code


def _is_class_from_outside(value: type) -> bool:
    file = getattr(sys.modules.get(value.__module__), "__file__", None)
    return file is not None and not _is_of_library(file)


def _names_in(code: CodeType) -> set[str]:
    inner = (_names_in(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)
