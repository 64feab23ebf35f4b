"""A folder for the run of a command that keeps none: playtests, plans, and runs played again."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from balance.errors import Interrupted


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
