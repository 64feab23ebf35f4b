"""The runs in a folder, with the answer that the report of each gives."""

import html
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from balance.errors import StoreError
from balance.portable import is_passing
from balance.store.manifest import MANIFEST
from balance.store.run_folder import RunFolder

PAGE = "index.html"
_HEAD = 4096  # characters of a page
_DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')


@dataclass(frozen=True)
class StoredRun:
    """A run as a list shows it; a text is empty where nothing is known."""

    folder: Path
    name: str  # of the scenario
    game: str
    question: str
    answer: str  # the title of its report, or why the run cannot be read
    games: int
    finished: str  # when, as ``2026-11-26 14:40``


def stored_runs(folder: Path) -> Iterator[StoredRun]:
    """Yield the runs in a folder and the folders below it, by the names of the folders.

    Raises
    ------
    StoreError
        If it is no folder.
    """
    if not folder.is_dir():
        raise StoreError(f"{folder} is no folder: expected one with runs, as `balance run` writes.")
    for place, folders, files in os.walk(folder):
        path = Path(place)
        folders[:] = sorted(one for one in folders if not is_passing(path / one))
        if MANIFEST in files:
            folders.clear()
            yield from _read(path)


def _read(folder: Path) -> Iterator[StoredRun]:
    try:
        if RunFolder(folder).is_study:
            return
        manifest = RunFolder(folder).require_manifest()
    except StoreError as error:
        yield StoredRun(folder, folder.name, "", "", str(error), 0, "")
        return
    scenario = manifest["scenario"]
    yield StoredRun(
        folder, str(scenario.get("name", folder.name)), str(manifest["identity"]["game"]),
        str(scenario.get("question") or ""), _answer(folder / PAGE),
        sum(manifest["games"].values()),
        str(manifest["finished"] or "")[:16].replace("T", " "),
    )  # fmt: skip


def _answer(page: Path) -> str:
    """Return the answer that a report gives in its head; empty if there is none."""
    try:
        with page.open(encoding="utf-8") as report:
            found = _DESCRIPTION.search(report.read(_HEAD))
    except (OSError, UnicodeDecodeError):
        return ""
    return html.unescape(found[1]) if found else ""
