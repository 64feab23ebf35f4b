"""The folder for compiled code, who can write to it, and warnings about it."""

import os
import warnings
from pathlib import Path

CACHE = "BALANCE_CACHE"  # the environment variable with the folder for compiled code
_SILENT = "BALANCE_CACHE_SILENT"  # set for the processes that one with a warning starts
_warned: set[str] = set()


class CacheWarning(UserWarning):
    """Something about the cache of compiled code that a user should know."""


def cache_root() -> Path:
    """Return the folder with the compiled code of all sources, as the environment says now."""
    return Path(os.environ.get(CACHE) or _user_cache()).expanduser()


def is_writable_by_others(folder: Path, is_group_trusted: bool = False) -> bool:
    """Return whether users other than this one (and root) can change files in `folder`."""
    if not hasattr(os, "getuid"):  # Windows, where a user's folders are closed to other users
        return False
    status = folder.stat()
    is_open = status.st_mode & (0o002 if is_group_trusted else 0o022)
    is_sticky = status.st_mode & 0o1000  # as /tmp: others cannot touch what is mine
    return status.st_uid not in (0, os.getuid()) or bool(is_open and not is_sticky)


def warn_once(text: str) -> None:
    """Give a CacheWarning, if neither this process nor the one that started it has given it."""
    if text not in _warned and (_warned or _SILENT not in os.environ):
        _warned.add(text)
        os.environ[_SILENT] = "1"
        warnings.warn(text, CacheWarning, stacklevel=2)


def _user_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "balance"
