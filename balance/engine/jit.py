"""The one place that knows how rules are compiled.

``@compiled`` marks a rule or a bot; ``@inlined`` marks an effect or another small rule of which
one function calls many.  Compiled code is kept on disk, in a folder named after the sources that
it was made from: numba notices an edit in a function's own file, but not one in the functions and
constants that it uses, so under such a name no stale rule is ever found.
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

# Bots are called through first-class function types, which numba still calls experimental.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

# Uncompiled, numpy warns of the wrap-around that random streams live on.
if _options.DISABLE_JIT:
    np.seterr(over="ignore")


def compiled(function: Function) -> Function:
    """Compile a rule at its first call."""
    return _decorate(function)


def inlined(function: Function) -> Function:
    """Compile a rule into each of its callers."""
    return _decorate(function, inline="always")


def compiled_as(signature: Any, home: Path) -> Callable[[Function], Function]:
    """Compile now, for `signature` alone, and let other threads run meanwhile.

    Parameters
    ----------
    signature : numba signature
        The types, which may hold function types: so a compiled caller takes any bot.
    home : Path
        A source file or folder of the game for whose states this is: its folder's cache is used.
    """
    if _options.DISABLE_JIT:
        return lambda function: function

    def decorate(function: Function) -> Function:
        _options.CACHE_DIR = str(cache_folder(_home(home)))
        return cast(Function, numba.njit(signature, cache=True, nogil=True)(function))

    return decorate


def is_compiling() -> bool:
    """Tell whether rules are compiled in this process (not with NUMBA_DISABLE_JIT=1)."""
    return not _options.DISABLE_JIT


def is_compiled(function: Callable[..., Any]) -> bool:
    """Tell whether `function` was marked to be compiled."""
    return isinstance(function, numba.core.dispatcher.Dispatcher)


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function behind a compiled one, or `function` itself."""
    return getattr(function, "py_func", function)


@cache
def source_digest(home: Path) -> str:
    """Return 16 hex digits that stand for all sources on which compiled code in `home` may rest.

    These are the engine, the bots that know no game, the package's games (a user's bot imports
    from them), and `home` itself: a folder outside the package, with the folders below it only
    if it is a package (the folder of a user's bot may be the one in which all their work lies).
    """
    if home in (_ENGINE, _BOTS):
        return _digest(_ENGINE, _BOTS)
    if _GAMES in home.parents:
        return _digest(_ENGINE, _BOTS, home)
    return _digest(_ENGINE, _BOTS, _GAMES, home)


def rules_digest(home: Path) -> str:
    """Return 16 hex digits that stand for the sources on which a game's records rest.

    These are the engine, the bots that know no game, and the game's own folder.
    """
    return _digest(_ENGINE, _BOTS, home)


@cache
def cache_folder(home: Path) -> Path:
    """Return the folder for the compiled code of `home`, made if need be.

    Where the user's cache cannot be written a temporary folder serves for this process: numba's
    own way out, ``__pycache__``, would bring back rules that are out of date.
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
    """Read sources anew when they are next asked for: a user's bot may have been edited."""
    source_digest.cache_clear()
    cache_folder.cache_clear()


def has_compiled_code(home: Path) -> bool:
    """Tell whether code for `home` was compiled before, so that a run starts at once."""
    return not is_compiling() or any(cache_folder(_home(home)).rglob("*.nbi"))


def _user_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "balance"


def _home(path: Path) -> Path:
    """Return the folder whose sources compiled code of `path` rests on."""
    path = path.resolve()
    for folder in (path, *path.parents):
        if folder in (_ENGINE, _BOTS) or folder.parent == _GAMES:
            return folder
    folder = path if path.is_dir() else path.parent
    while _is_package(folder) and _is_package(folder.parent):
        folder = folder.parent
    return folder


def _digest(*folders: Path) -> str:
    """Return 16 hex digits of the sources in these folders; below them, if they are packages."""
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
