"""Folders that commands play into: locked while they do, or deleted at the end."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from balance.app.notices import stderr_console
from balance.errors import Interrupted
from balance.store.run_folder import RunFolder


@contextmanager
def alone_in(folder: Path) -> Iterator[RunFolder]:
    """Lock the folder of a run; wait for another process that plays there.

    Raises
    ------
    StoreError
        If it contains something else than a run, or cannot be written.
    """

    def on_wait() -> None:
        stderr_console().print(f"Another process is playing in {folder}: waiting for it to finish.")

    store = RunFolder(folder)
    with store.locked(on_wait):
        yield store


@contextmanager
def passing_folder() -> Iterator[Path]:
    """Yield the place of a folder that is deleted at the end.

    Raises
    ------
    Interrupted
        After Ctrl-C, without the name of the folder, which is not there any more.
    """
    with tempfile.TemporaryDirectory(prefix="balance-") as folder:
        try:
            yield Path(folder) / "run"
        except Interrupted:
            raise Interrupted("Stopped: nothing is stored.") from None
