"""Compiled functions that call one machine code of each other: parts.

Numba compiles each function together with copies of all that it calls, and optimises the copies
anew in each caller.  Here a function whose code is
in the cache is a part: its callers hold its name, and the code is made once.  Small ones are still
copied, as they are faster inlined.

A file of the cache says which parts its code calls, and in which files these are.  They are loaded
first; where one is missing, the caller is compiled again.  So that a name stands for one code in
all processes, the numbers in names begin anywhere.
"""

import itertools
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from numba.core import bytecode, caching, codegen, compiler

from balance.compiling.cache_place import cache_root, is_writable_by_others

_codegen = cast(Any, codegen)
_Library = _codegen.CPUCodeLibrary
_Result = cast(Any, compiler.CompileResult)
_Cache = cast(Any, caching.Cache)
_functions = cast(Any, bytecode.FunctionIdentity)
# Instructions of the largest that is copied.  With 150 random games of Valeria take longer: 12%.
_MOST_COPIED = 600


class Part(NamedTuple):
    """Where the code of a function is: its name in machine code, and its file in the cache."""

    symbol: str
    file: str  # in the folder of the cache, with "/"


class MissingPartError(Exception):
    """Code from the cache calls what is no longer there."""


_files: dict[str, str] = {}  # those of the cache that this process wrote or read, by symbol
_parts: dict[str, Any] = {}  # what is called by name: numba's result of compiling it


def install_parts(read: Callable[[str], Any]) -> None:
    """Make numba compile parts from now on; `read` returns what a file of the cache holds."""
    _renumber()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_renumber)
    _Library.finalize = _linked(_Library.finalize)
    _Library.serialize_using_object_code = _content_of
    _Library._unserialize = classmethod(_library_of)
    _Result._rebuild = classmethod(_rebuilt(_Result._rebuild.__func__, read))
    _Cache.save_overload = _saved(_Cache.save_overload)
    _Cache.load_overload = _loaded(_Cache.load_overload)


def remember_file(symbol: str, path: str) -> None:
    """Note the file of the cache that has the code of a function."""
    with suppress(ValueError):  # the cache is elsewhere by now, and the function is no part
        _files[symbol] = Path(path).relative_to(cache_root()).as_posix()


def part_libraries() -> Iterator[Any]:
    """Yield numba's library for each part in this process."""
    for result in list(_parts.values()):
        yield result.library


def _renumber() -> None:
    _functions._unique_ids = itertools.count(int.from_bytes(os.urandom(6), "little"))


def _linked(finalize: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return numba's way to optimise a function with what it calls, which leaves parts out."""

    def finish(library: Any) -> None:
        called = library._linking_libraries
        for each in called:
            library._reload_init.update(each._reload_init)
        library._linking_libraries = [each for each in called if not _is_part(each)]
        finalize(library)
        names = [one.name for one in library._final_module.functions if one.is_declaration]
        library.parts_called = [name for name in names if name in _parts]

    return finish


def _is_part(library: Any) -> bool:
    return getattr(library, "symbol", None) in _parts


def _saved(save: Callable[..., None]) -> Callable[..., None]:
    """Return numba's way to save code, after which it may be called by name."""

    def and_call(cache: Any, signature: Any, result: Any) -> None:
        library, symbol = result.library, result.fndesc.llvm_func_name
        library.symbol, library.is_copied = symbol, _is_small(library.get_function(symbol))
        save(cache, signature, result)
        if symbol in _files and not library.is_copied:
            _parts[symbol] = result

    return and_call


def _is_small(function: Any) -> bool:
    instructions = (each for block in function.blocks for each in block.instructions)
    return next(itertools.islice(instructions, _MOST_COPIED, None), None) is None


def _content_of(library: Any) -> Any:
    """Return what a file of the cache has of a library.

    Name, machine code, code to copy into callers (none of a part), symbols, and parts called.
    """
    library._ensure_finalized()
    copied = library._get_module_for_linking().as_bitcode() if library.is_copied else b""
    module = library._final_module
    defined = [*module.functions, *module.global_variables]
    symbols = [each.name for each in defined if not each.is_declaration]
    parts = [Part(symbol, _files[symbol]) for symbol in library.parts_called]
    return library.name, library._get_compiled_object(), copied, symbols, parts


def _library_of(kind: Any, codegen: Any, content: Any) -> Any:
    name, code, copied, symbols, _ = content
    library = codegen.create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(code)
    if copied:
        library._shared_module = _codegen.ll.parse_bitcode(copied)
    library._finalize_final_module()
    codegen._engine._defined_symbols.update(symbols)
    return library


def _rebuilt(rebuild: Callable[..., Any], read: Callable[[str], Any]) -> Callable[..., Any]:
    """Return numba's way to make code of what a file has, which loads its parts before."""

    def after_parts(kind: Any, context: Any, content: Any, description: Any, *more: Any) -> Any:
        symbol = description.llvm_func_name
        if symbol in _parts:
            return _parts[symbol]._replace(metadata=None)  # as of all that is not compiled now
        copied, parts = content[2], content[4]
        if not copied and symbol not in _files:
            raise MissingPartError
        for part in parts:
            if part.symbol not in _parts:
                load(context, part)
        result = rebuild(kind, context, content, description, *more)
        result.library.symbol = symbol
        if not copied:
            _parts[symbol] = result
        return result

    def load(context: Any, part: Part) -> None:
        data = read(str(cache_root() / part.file)) if _is_usable(Path(part.file).parts[0]) else None
        if data is None:
            raise MissingPartError
        _files[part.symbol] = part.file
        _Result._rebuild(context, *data)

    return after_parts


@cache
def _is_usable(folder: str) -> bool:
    """Return whether a folder of the cache is there and others cannot write to it."""
    place = cache_root() / folder
    with suppress(OSError):
        os.utime(place)  # it is used: see `balance.compiling.jit`
        return not is_writable_by_others(place)
    return False


def _loaded(load: Callable[..., Any]) -> Callable[..., Any]:
    """Return numba's way to load code, for which code without a part is none."""

    def or_none(cache: Any, signature: Any, context: Any) -> Any:
        with suppress(MissingPartError):
            return load(cache, signature, context)
        return None

    return or_none
