"""How rules and bots are compiled.

``@compiled`` marks a rule or a bot; ``@inlined`` marks an effect or another small rule of which
one function calls many.  Numba is imported, and told of such a function, when it is first called:
most commands play nothing, and start in half the time without it.

Compiled code is cached on disk, in a folder named after a digest of its sources
(`balance.compiling.sources`): numba notices an edit in a function's own file, but not one in the
functions and constants that it uses.
"""

import atexit
import os
import shutil
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from functools import cache, update_wrapper
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from balance.compiling.cache_place import CACHE, cache_root, is_writable_by_others, warn_once
from balance.compiling.sources import home_of, source_digest

Function = TypeVar("Function", bound=Callable[..., Any])

_DAYS_UNUSED = 30  # after which code compiled from other sources is removed
_making = threading.RLock()


def _is_set(name: str) -> bool:
    """Return whether a setting of numba is on; numba itself warns of one that is no number."""
    value = os.environ.get(name, "").strip()
    return value.lstrip("-").isdecimal() and int(value) != 0


# Before numba reads it: it would set up colours anew for each type that does not fit.
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
# Bots are called through first-class function types, about which numba warns.
warnings.filterwarnings("ignore", message="First-class function type feature is experimental")

_IS_COMPILING = not _is_set("NUMBA_DISABLE_JIT")

# Uncompiled, numpy warns of the overflow that the random streams rely on.
if not _IS_COMPILING:
    np.seterr(over="ignore")


class CompiledFunction:
    """A function that numba compiles at its first call.

    Numba takes it wherever it takes one that it has made itself: its dispatcher, which is made
    when it is first asked for, stands for it (`balance.compiling.dispatchers`).

    Attributes
    ----------
    py_func : function
        The Python function behind it.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._options = options
        self._dispatcher: Any = None
        self._part: Any = None

    @property
    def dispatcher(self) -> Any:
        """Numba's own object for it."""
        if self._dispatcher is None:
            from balance.compiling.dispatchers import new_dispatcher  # noqa: PLC0415, as numba is slow

            with _making:
                if self._dispatcher is None:
                    self._dispatcher = new_dispatcher(self.py_func, self._options)
        return self._dispatcher

    @property
    def is_called_by_python(self) -> bool:
        """Whether this process has compiled it for Python, or read that code from the cache."""
        return self._dispatcher is not None and bool(self._dispatcher.overloads)

    @property
    def part(self) -> Any:
        """Numba's own object for what compiled code calls (`balance.compiling.parts`)."""
        if self._part is None:
            from balance.compiling.dispatchers import new_part  # noqa: PLC0415, as numba is slow

            with _making:
                if self._part is None:
                    self._part = new_part(self, self._options)
        return self._part

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the compiled function."""
        return self.dispatcher(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        """Return what numba's own object has by that name."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.dispatcher, name)

    def __reduce__(self) -> Any:
        """Pickle as numba does."""
        return self.dispatcher.__reduce__()


def compiled(function: Function) -> Function:
    """Compile a rule at its first call."""
    return _marked(function)


def inlined(function: Function) -> Function:
    """Compile a rule into each of its callers."""
    return _marked(function, inline="always")


def compiled_with_checks(function: Function) -> Function:
    """Compile a function whose indices are checked: beyond an array's end is an IndexError."""
    return _marked(function, boundscheck=True)


def _marked(function: Function, **options: Any) -> Function:
    return cast(Function, CompiledFunction(function, options)) if _IS_COMPILING else function


def is_compiling() -> bool:
    """Return whether rules are compiled in this process (not with NUMBA_DISABLE_JIT=1)."""
    return _IS_COMPILING


def is_compiled(function: Callable[..., Any]) -> bool:
    """Return whether `function` was marked to be compiled, here or by numba itself."""
    numba = sys.modules.get("numba.core.dispatcher")
    return isinstance(function, CompiledFunction) or (
        numba is not None and isinstance(function, numba.Dispatcher)
    )


def leaves_compiled_code(value: Any) -> bool:
    """Return whether compiled code can run ordinary Python by a value: ``with value(...):``."""
    numba = sys.modules.get("numba.core.withcontexts")
    return numba is not None and isinstance(value, numba.WithContext)


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python function behind a compiled one, or `function` itself."""
    return getattr(function, "py_func", function)


def cache_folder(home: Path) -> Path:
    """Return the folder for the compiled code of `home`, which is created if it is missing.

    A folder that cannot be written, or that other users can write to (its files are run as code),
    is not used, with a CacheWarning: this process and those that it starts then use a temporary
    folder.  Numba's own choice, ``__pycache__``, would load outdated rules.
    """
    checks = "checked" if _is_set("NUMBA_BOUNDSCHECK") else "fast"
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
