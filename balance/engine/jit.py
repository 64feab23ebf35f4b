"""How rules and bots are compiled.

``@compiled`` marks a rule or a bot; ``@inlined`` marks an effect or another small rule of which
one function calls many.  Compiled code is cached on disk, in a folder named after a digest of its
sources (`balance.engine.sources`): numba notices an edit in a function's own file, but not one in
the functions and constants that it uses.
"""

import atexit
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.withcontexts import WithContext

from balance.engine.cache_place import CACHE, cache_root, is_writable_by_others
from balance.engine.compile_cache import install_compile_cache, warn_once
from balance.engine.local_code import install_local_code
from balance.engine.quick_compiling import install_quick_compiling
from balance.engine.sources import home_of, source_digest

Function = TypeVar("Function", bound=Callable[..., Any])

_options = cast(Any, numba.config)
_DAYS_UNUSED = 30  # after which code compiled from other sources is removed

install_compile_cache()
install_local_code()
install_quick_compiling()

# Bots are called through first-class function types, about which numba warns.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

# Uncompiled, numpy warns of the overflow that the random streams rely on.
if _options.DISABLE_JIT:
    np.seterr(over="ignore")


def compiled(function: Function) -> Function:
    """Compile a rule at its first call."""
    return _decorate(function)


def inlined(function: Function) -> Function:
    """Compile a rule into each of its callers."""
    return _decorate(function, inline="always")


def compiled_with_checks(function: Function) -> Function:
    """Compile a function whose indices are checked: beyond an array's end is an IndexError."""
    return _decorate(function, boundscheck=True)


def compiled_as(signature: Any, home: Path) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function at once, for `signature` alone.

    The signature may have function types, so that the function takes any bot.  The code is cached
    for the game to which `home`, a file or folder, belongs.
    """
    if _options.DISABLE_JIT:
        return lambda function: function

    def decorate(function: Function) -> Function:
        _use_cache_of(home, function)
        return cast(Function, numba.njit(signature, cache=True, nogil=True)(function))

    return decorate


def is_compiling() -> bool:
    """Return whether rules are compiled in this process (not with NUMBA_DISABLE_JIT=1)."""
    return not _options.DISABLE_JIT


def is_compiled(function: Callable[..., Any]) -> bool:
    """Return whether `function` was marked to be compiled."""
    return isinstance(function, numba.core.dispatcher.Dispatcher)


def leaves_compiled_code(value: Any) -> bool:
    """Return whether compiled code can run ordinary Python by a value: ``with value(...):``."""
    return isinstance(value, WithContext)


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function behind a compiled one, or `function` itself."""
    return getattr(function, "py_func", function)


def cache_folder(home: Path) -> Path:
    """Return the folder for the compiled code of `home`, which is created if it is missing.

    A folder that cannot be written, or that other users can write to (its files are run as code),
    is not used, with a CacheWarning: this process and those that it starts then use a temporary
    folder.  Numba's own choice, ``__pycache__``, would load outdated rules.
    """
    checks = "checked" if _options.BOUNDSCHECK else "fast"
    root = cache_root()
    return _checked_folder(root, home.name, f"{home.name}-{source_digest(home)}-{checks}")


@cache
def _checked_folder(root: Path, home: str, name: str) -> Path:
    """Return the folder `name` in `root`, made if it is missing, or a temporary one."""
    folder = root / name
    try:
        if not folder.is_dir():
            root.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            _remove_unused(root, home)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"balance")
        os.utime(folder)  # for `_remove_unused`
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        return _temporary_cache(f"{root} cannot hold compiled code ({why})", folder.name)
    if is_writable_by_others(folder) or is_writable_by_others(root, is_group_trusted=True):
        return _temporary_cache(f"other users can write to the folder {folder}", folder.name)
    return folder


def _temporary_cache(why: str, name: str) -> Path:
    """Make processes use a temporary folder, which this process removes when it ends."""
    warn_once(f"{why}, so rules are compiled for this command alone")
    root = Path(tempfile.mkdtemp(prefix="balance-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    os.environ[CACHE] = str(root)
    (root / name).mkdir(mode=0o700)
    return root / name


def _remove_unused(root: Path, name: str) -> None:
    """Remove the code of former sources of `name` that no process has used for a while."""
    oldest = time.time() - _DAYS_UNUSED * 24 * 3600
    for folder in root.glob(f"{name}-*-*"):
        if folder.is_dir() and not folder.is_symlink() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def has_compiled_code(home: Path) -> bool:
    """Return whether code for `home` was compiled before, so that a run starts at once."""
    return not is_compiling() or any(cache_folder(home_of(home)).rglob("*.nbi"))


def _use_cache_of(home: Path, function: Callable[..., Any]) -> None:
    """Let numba cache the function that it is given next with the code of `home`, a file or folder.

    Where the sources lie does not matter: another checkout of them has the same place.
    """
    file = Path(function.__code__.co_filename).resolve()
    place = file.relative_to(home_of(file).parent).with_suffix("")
    _options.CACHE_DIR = str(cache_folder(home_of(home)) / place)


def _decorate(function: Function, **options: Any) -> Function:
    _use_cache_of(Path(function.__code__.co_filename), function)
    return cast(
        Function, numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    )
