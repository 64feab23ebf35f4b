"""How rules and bots are compiled.

``@compiled`` marks a rule or a bot; ``@inlined`` marks an effect or another small rule of which
one function calls many.  Compiled code is cached on disk, in a folder named after a digest of its
sources: numba notices an edit in a function's own file, but not one in the functions and constants
that it uses.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning

from balance.engine.compile_cache import install_compile_cache, warn_once
from balance.engine.local_code import install_local_code

Function = TypeVar("Function", bound=Callable[..., Any])

_options = cast(Any, numba.config)
_ENGINE = Path(__file__).resolve().parent
_PACKAGE = _ENGINE.parent
_BOTS = _PACKAGE / "bots"
_GAMES = _PACKAGE / "games"
_CACHE = "BALANCE_CACHE"  # the environment variable with the folder for compiled code
_DAYS_UNUSED = 30  # after which code compiled from other sources is removed

_data_files: dict[Path, set[Path]] = {}  # that code in a folder read when it was imported

install_compile_cache()
install_local_code()

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
    package (a user's bot may lie among all their other work), and the data that its code read.
    """
    if home in (_ENGINE, _BOTS):
        return digest_of(_ENGINE, _BOTS)
    if _GAMES in home.parents:
        return digest_of(_ENGINE, _BOTS, home)
    return digest_of(_ENGINE, _BOTS, _GAMES, home)


def rules_digest(home: Path) -> str:
    """Return a digest (16 hex digits) of the sources that a game's records depend on.

    These are the engine, the bots for any game, the game's own folder, and the data that its code
    read when it was imported.
    """
    return digest_of(_ENGINE, _BOTS, home)


def file_digest(files: Iterable[Path], folder: Path) -> str:
    """Return a digest (16 hex digits) of a user's files in `folder`, and of what they may import.

    That is the engine, the bots for any game and the package's games.
    """
    text = hashlib.sha256(digest_of(_ENGINE, _BOTS, _GAMES).encode())
    _add_files(text, files, folder)
    return text.hexdigest()[:16]


def add_data_files(home: Path, files: Iterable[Path]) -> bool:
    """Count files as sources of the code in `home`; return whether any was not counted before."""
    known = _data_files.setdefault(_home(home), set())
    new = set(files) - known
    known |= new
    if new:
        forget_source_digests()
    return bool(new)


@cache
def cache_folder(home: Path) -> Path:
    """Return the folder for the compiled code of `home`, which is created if it is missing.

    A folder that cannot be written, or that other users can write to (its files are run as code),
    is not used, with a CacheWarning: this process and those that it starts then use a temporary
    folder.  Numba's own choice, ``__pycache__``, would load outdated rules.
    """
    checks = "checked" if _options.BOUNDSCHECK else "fast"
    root = Path(os.environ.get(_CACHE) or _user_cache()).expanduser()
    folder = root / f"{home.name}-{source_digest(home)}-{checks}"
    try:
        if not folder.is_dir():
            root.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            _remove_unused(root, home.name)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"balance")
        os.utime(folder)  # for `_remove_unused`
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        return _temporary_cache(f"{root} cannot hold compiled code ({why})", folder.name)
    if is_writable_by_others(folder) or is_writable_by_others(root, is_group_trusted=True):
        return _temporary_cache(f"other users can write to the folder {folder}", folder.name)
    return folder


def is_writable_by_others(folder: Path, is_group_trusted: bool = False) -> bool:
    """Return whether users other than this one (and root) can change files in `folder`."""
    if not hasattr(os, "getuid"):  # Windows, where a user's folders are closed to other users
        return False
    status = folder.stat()
    is_open = status.st_mode & (0o002 if is_group_trusted else 0o022)
    is_sticky = status.st_mode & 0o1000  # as /tmp: others cannot touch what is mine
    return status.st_uid not in (0, os.getuid()) or bool(is_open and not is_sticky)


def _temporary_cache(why: str, name: str) -> Path:
    """Make processes use a temporary folder, which this process removes when it ends."""
    warn_once(f"{why}, so rules are compiled for this command alone")
    root = Path(tempfile.mkdtemp(prefix="balance-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    os.environ[_CACHE] = str(root)
    (root / name).mkdir(mode=0o700)
    return root / name


def _remove_unused(root: Path, name: str) -> None:
    """Remove the code of former sources of `name` that no process has used for a while."""
    oldest = time.time() - _DAYS_UNUSED * 24 * 3600
    for folder in root.glob(f"{name}-*-*"):
        if folder.is_dir() and not folder.is_symlink() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


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


def digest_of(*folders: Path) -> str:
    """Return a digest (16 hex digits) of the sources in folders, wherever the folders are.

    Subfolders count if the folder is a package.
    """
    text = hashlib.sha256()
    for folder in folders:
        is_package = _is_package(folder)
        _add_files(text, folder.rglob("*.py") if is_package else folder.glob("*.py"), folder)
        _add_files(text, _data_files.get(folder, ()), folder)
    return text.hexdigest()[:16]


def _add_files(text: Any, files: Iterable[Path], folder: Path) -> None:
    """Add the names and contents of files to a digest, in an order that has no place in it."""
    named = [
        (
            path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name,
            hashlib.sha256(path.read_bytes()).digest(),
        )
        for path in files
    ]
    for name, digest in sorted(named):
        text.update(name.encode() + b"\0" + digest)


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").is_file()


def _decorate(function: Function, **options: Any) -> Function:
    _options.CACHE_DIR = str(cache_folder(_home(Path(function.__code__.co_filename))))
    return cast(
        Function, numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    )
