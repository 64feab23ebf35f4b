"""Files that are written whole or not at all, and disk errors in one sentence."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from balance.errors import StoreError
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


def check_inside(folder: Path) -> None:
    """Refuse a folder with a link that leads out of it, as files would be written elsewhere.

    Raises
    ------
    StoreError
        Names the link and its target.
    """
    root = folder.resolve()
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(place, name)
            if path.is_symlink() and not path.resolve().is_relative_to(root):
                raise StoreError(
                    f"{path}: this link leads out of the folder, to {path.resolve()}: expected a "
                    "folder that contains all its files itself."
                )
