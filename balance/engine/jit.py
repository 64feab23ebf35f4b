"""How rules and bots are compiled.

``@compiled`` marks a rule or a bot; ``@inlined`` marks an effect or another small rule of which
one function calls many.  Compiled code is cached on disk, in a folder named after a digest of its
sources: numba notices an edit in a function's own file, but not one in the functions and constants
that it uses.
"""

import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning

from balance.engine.compile_cache import install_compile_cache

Function = TypeVar("Function", bound=Callable[..., Any])

_options = cast(Any, numba.config)
_ENGINE = Path(__file__).resolve().parent
_PACKAGE = _ENGINE.parent
_BOTS = _PACKAGE / "bots"
_GAMES = _PACKAGE / "games"

install_compile_cache()

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


def compiled_as(signature: Any, home: Path) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function at once, for `signature` alone.

    The signature may have function types, so that the function takes any bot.  The code is cached
    for the game to which `home`, a file or folder, belongs.
    """
    if _options.DISABLE_JIT:
        return lambda function: function

    def decorate(function: Function) -> Function:
        _options.CACHE_DIR = str(cache_folder(_home(home)))
        return cast(Function, numba.njit(signature, cache=True, nogil=True)(function))

    return decorate


def is_compiling() -> bool:
    """Return whether rules are compiled in this process (not with NUMBA_DISABLE_JIT=1)."""
    return not _options.DISABLE_JIT


def is_compiled(function: Callable[..., Any]) -> bool:
    """Return whether `function` was marked to be compiled."""
    return isinstance(function, numba.core.dispatcher.Dispatcher)


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function behind a compiled one, or `function` itself."""
    return getattr(function, "py_func", function)


@cache
def source_digest(home: Path) -> str:
    """Return a digest (16 hex digits) of all sources that compiled code in `home` may depend on.

    These are the engine, the bots for any game, the package's games (a user's bot imports from
    them), and `home` itself: a folder outside the package, with its subfolders only if it is a
    package (a user's bot may lie among all their other work).
    """
    if home in (_ENGINE, _BOTS):
        return _digest(_ENGINE, _BOTS)
    if _GAMES in home.parents:
        return _digest(_ENGINE, _BOTS, home)
    return _digest(_ENGINE, _BOTS, _GAMES, home)


def rules_digest(home: Path) -> str:
    """Return a digest (16 hex digits) of the sources that a game's records depend on.

    These are the engine, the bots for any game, and the game's own folder.
    """
    return _digest(_ENGINE, _BOTS, home)


@cache
def cache_folder(home: Path) -> Path:
    """Return the folder for the compiled code of `home`, which is created if it is missing.

    Where the user's cache cannot be written, this process uses a temporary folder: numba's own
    choice, ``__pycache__``, would load outdated rules.
    """
    checks = "checked" if _options.BOUNDSCHECK else "fast"
    root = Path(os.environ.get("BALANCE_CACHE") or _user_cache())
    folder = root / f"{home.name}-{source_digest(home)}-{checks}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return Path(tempfile.mkdtemp(prefix="balance-"))
    return folder


def forget_source_digests() -> None:
    """Clear the digests of sources, as a user's bot may have been edited."""
    source_digest.cache_clear()
    cache_folder.cache_clear()


def has_compiled_code(home: Path) -> bool:
    """Return whether code for `home` was compiled before, so that a run starts at once."""
    return not is_compiling() or any(cache_folder(_home(home)).rglob("*.nbi"))


def _user_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "balance"


def _home(path: Path) -> Path:
    """Return the folder of sources to which `path` belongs."""
    path = path.resolve()
    for folder in (path, *path.parents):
        if folder in (_ENGINE, _BOTS) or folder.parent == _GAMES:
            return folder
    folder = path if path.is_dir() else path.parent
    while _is_package(folder) and _is_package(folder.parent):
        folder = folder.parent
    return folder


def _digest(*folders: Path) -> str:
    """Return a digest of the sources in these folders, with the subfolders of packages."""
    sources: set[Path] = set()
    for folder in folders:
        sources |= set(folder.rglob("*.py") if _is_package(folder) else folder.glob("*.py"))
    text = hashlib.sha256()
    for path in sorted(sources):
        text.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return text.hexdigest()[:16]


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").is_file()


def _decorate(function: Function, **options: Any) -> Function:
    _options.CACHE_DIR = str(cache_folder(_home(Path(function.__code__.co_filename))))
    return cast(
        Function, numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    )
