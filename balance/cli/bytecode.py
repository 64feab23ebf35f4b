"""Keeps Python's bytecode in the cache where Python may write none beside its sources.

With `PYTHONDONTWRITEBYTECODE`, which images of containers often set, each command would compile all
libraries that it loads anew: half of the time of its start.
"""

import sys

from balance.compiling.cache_place import cache_root, is_writable_by_others


def keep_bytecode() -> None:
    """Let Python keep bytecode in the cache, unless it is kept elsewhere already.

    Nothing is kept in a folder that others can write to, since what is read from there is run.
    """
    if not sys.dont_write_bytecode or sys.pycache_prefix is not None:
        return
    folder = cache_root().absolute() / "bytecode"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if is_writable_by_others(folder) or is_writable_by_others(folder.parent):
            return
    except OSError:  # a cache that cannot be written is spoken of once code is compiled
        return
    sys.pycache_prefix, sys.dont_write_bytecode = str(folder), False
