"""A folder that is written to: nothing in it may lead elsewhere."""

import os
from pathlib import Path

from balance.errors import StoreError


def check_inside(folder: Path) -> None:
    """Refuse a folder in which a link leads out of it, so that what is written would go astray.

    Raises
    ------
    StoreError
        Names the link, and where it leads.
    """
    root = folder.resolve()
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(place, name)
            if path.is_symlink() and not path.resolve().is_relative_to(root):
                raise StoreError(
                    f"{path}: a link that leads out of the folder, to {path.resolve()}: expected a "
                    "folder that holds what was written there, and nothing else."
                )
