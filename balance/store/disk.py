"""Files that are written whole or not at all, and disk errors in one sentence."""

import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.errors import StoreError
from balance.limits import MOST_ARRAY_BYTES
from balance.portable import DISK_FULL

PART = ".part"  # ends the name of a file that is still being written


def write_whole(
    path: Path, write: Callable[[Path], Any], final_path: Callable[[], Path] | None = None
) -> None:
    """Write a file under a temporary name and rename it once it is on the disk.

    Parameters
    ----------
    path : Path
        Missing folders are created.
    write : function (path)
        Writes the file to that path.
    final_path : function () -> path, optional
        Called after writing, where the name depends on the contents; `path` without it.

    Raises
    ------
    OSError
        If the file cannot be written; then nothing is left of it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}{PART}")
    try:
        write(part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, final_path() if final_path else path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def is_regular(path: Path) -> bool:
    """Return whether a path is a regular file: opening a pipe or a device could wait for ever."""
    return stat.S_ISREG(path.stat().st_mode)


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays of an ``.npz`` file by name.

    Raises
    ------
    StoreError
        If it cannot be read, or would expand to more than MOST_ARRAY_BYTES.
    """
    try:
        if not is_regular(path):
            raise ValueError("it is not a regular file")
        with zipfile.ZipFile(path) as archive:
            expanded = sum(member.file_size for member in archive.infolist())
        if max(expanded, path.stat().st_size) > MOST_ARRAY_BYTES:
            raise ValueError(f"it has more than {MOST_ARRAY_BYTES // 10**6} MB")
        with np.load(path) as file:
            return {key: file[key] for key in file.files}
    except (OSError, ValueError, EOFError, MemoryError, zipfile.BadZipFile, zlib.error) as error:
        raise StoreError(f"{path}: cannot be read as arrays ({error}).") from None
    except (KeyError, NotImplementedError, RuntimeError, TypeError, SyntaxError) as error:
        # of an archive that is encrypted, oddly compressed, or has a header that makes no sense
        raise StoreError(f"{path}: cannot be read as arrays ({error}).") from None


@contextmanager
def writing_in(folder: Path) -> Iterator[None]:
    """Turn disk errors while a folder is written into a StoreError."""
    try:
        yield
    except OSError as error:
        if error.errno in DISK_FULL:
            raise StoreError(
                f"{folder}: no space is left on the device; what is stored is safe, so free some "
                "space and run the same command again to continue."
            ) from error
        reason = error.strerror or str(error)
        raise StoreError(
            f"{folder}: cannot be written ({reason}): choose another folder with --out DIR."
        ) from error


def _target(path: Path) -> Path | None:
    """Return where a path leads; None for a link that leads to itself."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return None


def check_inside(folder: Path) -> None:
    """Refuse a folder with a link that leads out of it, or with a pipe or device.

    Files would be written elsewhere, or opening them could wait for ever.

    Raises
    ------
    StoreError
        Names the link and its target, or the file.
    """
    root = _target(folder)
    if root is None:
        raise StoreError(
            f"{folder}: this link leads to itself: choose another folder with --out DIR."
        )
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(place, name)
            mode = path.lstat().st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode)):
                raise StoreError(f"{path}: expected a file or a folder, not a pipe or a device.")
            target = _target(path) if path.is_symlink() else root
            if target is None:
                raise StoreError(f"{path}: this link leads to itself: expected a file.")
            if not target.is_relative_to(root):
                raise StoreError(
                    f"{path}: this link leads out of the folder, to {target}: expected a "
                    "folder that contains all its files itself."
                )
