"""Files that are there whole or not at all, and what the system says when they cannot be."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from balance.errors import StoreError

PART = ".part"  # ends the name of a file that is still being written


def write_whole(
    path: Path, write: Callable[[Path], Any], named: Callable[[], Path] | None = None
) -> None:
    """Write a file under another name, and give it its own once it is on the disk.

    Parameters
    ----------
    path : Path
        Its folder is made if need be.
    write : function (path)
        Writes it there.
    named : function () -> path, optional
        Says what it is called in the end, once it is written; None is `path`.

    Raises
    ------
    OSError
        If it cannot be written; then nothing is left of it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}{PART}")
    try:
        write(part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, named() if named else path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def writing_in(folder: Path) -> Iterator[None]:
    """Turn what the system says of a folder that cannot be written into a StoreError."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreError(
                f"{folder}: no space is left on the device; what is stored stays, and the same "
                "command goes on from it once there is."
            ) from error
        reason = error.strerror or str(error)
        raise StoreError(
            f"{folder}: cannot be written ({reason}): choose another with --out DIR."
        ) from error
