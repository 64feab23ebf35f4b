"""The data files that code reads while it is imported: they decide games as the code does."""

import importlib.util
import os
import sys
import sysconfig
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

_recorders: dict[int, set[Path]] = {}  # by thread: the files it opened since it began to record


@contextmanager
def recorded_reads() -> Iterator[set[Path]]:
    """Collect the files that this thread opens meanwhile, except those of Python and libraries.

    Files that are opened by code of C libraries, by other threads, or by another program are not
    seen.
    """
    _install()
    thread = threading.get_ident()
    outer, files = _recorders.get(thread), set[Path]()
    _recorders[thread] = files
    try:
        yield files
    finally:
        if outer is None:
            del _recorders[thread]
        else:
            _recorders[thread] = outer
            outer |= files


@cache
def _install() -> None:
    """Add the audit hook, which cannot be removed again, at the first use."""
    sys.addaudithook(_on_event)


def _on_event(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "open" or not _recorders:
        return
    files = _recorders.get(threading.get_ident())
    name, mode = arguments[0], arguments[1]
    if files is None or not isinstance(name, str | bytes | os.PathLike):
        return
    if isinstance(mode, str) and not ("r" in mode or "+" in mode):
        return
    path = _source(Path(os.fsdecode(name)).absolute())
    if path.is_file() and not any(path.is_relative_to(place) for place in _libraries()):
        files.add(path.resolve())


def _source(path: Path) -> Path:
    """Return the source of a compiled Python file, else the file itself."""
    if path.suffix != ".pyc":
        return path
    try:
        return Path(importlib.util.source_from_cache(str(path)))
    except ValueError:
        return path


@cache
def _libraries() -> tuple[Path, ...]:
    """Return the folders of Python, of installed packages and of this one."""
    paths = sysconfig.get_paths()
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    package = Path(__file__).resolve().parent.parent
    return (*(Path(paths[name]) for name in names), package)
