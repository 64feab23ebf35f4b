"""What numba makes of functions that `balance.compiling.jit` marks; imported when one is called."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numba
from numba.core.codegen import CodeLibrary
from numba.core.typing.typeof import Purpose, typeof_impl
from numba.experimental import function_type

from balance.compiling.compile_cache import install_compile_cache
from balance.compiling.jit import CompiledFunction, cache_folder
from balance.compiling.local_code import install_local_code
from balance.compiling.quick_compiling import install_quick_compiling
from balance.compiling.sources import home_of

_options = cast(Any, numba.config)
_numba = cast(Any, function_type)
_libraries = cast(Any, CodeLibrary)


def new_dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """Return numba's object for a function, whose code is cached with that of its own file."""
    return _new_dispatcher(function, "", options)


def new_part(function: CompiledFunction, options: dict[str, Any]) -> Any:
    """Return numba's object for what compiled code calls of a function: nothing for Python."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **options}
    part = _new_dispatcher(function.py_func, "parts", options)
    # Where Python or a function type takes it nevertheless, the function itself stands for it.
    part._insert = lambda *overload: None
    part._compile_for_args = function.dispatcher._compile_for_args
    part.dispatcher = function.dispatcher
    return part


def _new_dispatcher(function: Callable[..., Any], folder: str, options: dict[str, Any]) -> Any:
    _use_cache_of(Path(function.__code__.co_filename), function, folder)
    return numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)


def loop_for(function: Callable[..., Any], home: Path, signature: Any) -> Any:
    """Return a function compiled for `signature` alone, with the code of `home` in the cache."""
    _use_cache_of(home, function)
    return numba.njit(signature, cache=True, nogil=True)(function)


def _use_cache_of(home: Path, function: Callable[..., Any], folder: str = "") -> None:
    """Let numba cache the function that it is given next with the code of `home`, a file or folder.

    Where the sources lie does not matter: another checkout of them has the same place.
    """
    file = Path(function.__code__.co_filename).resolve()
    place = file.relative_to(home_of(file).parent).with_suffix("")
    _options.CACHE_DIR = str(cache_folder(home_of(home)) / place / folder)


def _install_compiled_functions() -> None:
    """Let a dispatcher stand for its function, in types and as an argument."""

    @typeof_impl.register(CompiledFunction)
    def type_of(function: CompiledFunction, context: Any) -> Any:
        is_part = context.purpose is Purpose.constant and not function.is_called_by_python
        return typeof_impl(function.part if is_part else function.dispatcher, context)

    for name in ("_get_wrapper_address", "_get_jit_address"):
        setattr(_numba, name, _address_of_dispatcher(getattr(_numba, name)))


def _address_of_dispatcher(address: Callable[..., int]) -> Callable[..., int]:
    return lambda function, signature: address(getattr(function, "dispatcher", function), signature)


install_compile_cache()
install_local_code()
install_quick_compiling()
_install_compiled_functions()


@contextmanager
def kept_code() -> Iterator[None]:
    """Keep the object code of what numba loads meanwhile, as `kept_code`, for profiles."""
    load = _libraries._set_compiled_object

    def keep(library: Any, code: bytes) -> None:
        library.kept_code = code
        load(library, code)

    _libraries._set_compiled_object = keep
    try:
        yield
    finally:
        _libraries._set_compiled_object = load
