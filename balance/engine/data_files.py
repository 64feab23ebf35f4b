"""The data files that code reads while it is imported: they decide games as the code does."""

import importlib.util
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from balance.engine.cache_place import cache_root
from balance.engine.sources import library_folders

# By thread: the files it opened since it began to record, and the frame that records.
_recorders: dict[int, tuple[set[Path], FrameType]] = {}
_opened: dict[int, set[Path]] = {}  # by thread: all files, whoever opens them


@contextmanager
def recorded_reads() -> Iterator[set[Path]]:
    """Collect the files that a user's code opens meanwhile in this thread.

    Files of Python and of libraries do not count, nor those that are opened by code of C
    libraries, by other threads, or by another program.
    """
    _install()
    thread = threading.get_ident()
    outer, files = _recorders.get(thread), set[Path]()
    _recorders[thread] = files, sys._getframe(2)  # above this one and that of `contextmanager`
    try:
        yield files
    finally:
        if outer is None:
            del _recorders[thread]
        else:
            _recorders[thread] = outer
            outer[0].update(files)


@contextmanager
def opened_files() -> Iterator[set[Path]]:
    """Collect all files that are opened meanwhile in this thread, or would be if they were there.

    But those of Python and of libraries, this package among them.
    """
    _install()
    thread = threading.get_ident()
    _opened[thread] = set()
    try:
        yield _opened[thread]
    finally:
        del _opened[thread]


@cache
def _install() -> None:
    """Add the audit hook, which cannot be removed again, at the first use."""
    sys.addaudithook(_on_event)


def _on_event(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "open" or not (_recorders or _opened):
        return
    thread = threading.get_ident()
    (files, recording), opened = _recorders.get(thread, (None, None)), _opened.get(thread)
    name, mode = arguments[0], arguments[1]
    if files is opened is None or not isinstance(name, str | bytes | os.PathLike):
        return
    if isinstance(mode, str) and not ("r" in mode or "+" in mode):
        return
    path = _source(Path(os.fsdecode(name)).absolute())
    if _is_of_library(path):
        return
    if opened is not None:
        opened.add(path.resolve())
    if files is None or not path.is_file():
        return
    is_of_user, is_imported = _who_reads(recording)
    if is_of_user and (path.suffix == ".py" or not is_imported):
        files.add(path.resolve())


def _is_of_library(path: Path) -> bool:
    # Where compiled code is may change, as when the folder for it cannot be written.
    return any(path.is_relative_to(place) for place in (*_libraries(), cache_root().absolute()))


def _who_reads(recording: FrameType | None) -> tuple[bool, bool]:
    """Return whether a user's code opens a file, and whether by an import.

    A library reads something of its own when it is imported; this package reads on its own account
    below the frame that records.
    """
    frame: FrameType | None = sys._getframe(2)
    is_imported = False
    while frame is not None and frame is not recording:
        name = frame.f_code.co_filename
        if name.startswith("<frozen importlib"):
            is_imported = True
        elif not name.startswith("<") and not _is_of_library(Path(name)):
            return True, is_imported
        frame = frame.f_back
    return False, is_imported


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
    """Return the folders of libraries and of their caches, and what the system says of itself.

    Libraries read that at any moment: a worker of dask how much memory it has, whenever Python has
    looked for garbage.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return (*library_folders(), cache, Path("/proc"), Path("/sys"))
