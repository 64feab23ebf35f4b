"""The runs in a folder, with the answer that the report of each gives."""

import html
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from balance.errors import StoreError
from balance.portable import is_passing
from balance.scenario.model import BASELINE
from balance.store.manifest import MANIFEST
from balance.store.run_folder import KIND, RunFolder

PAGE = "index.html"
_HEAD = 4096  # characters of a page
_DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')


STUDIES = {
    "exploit": "search for a strategy that beats the field",
    "price": "fair prices",
    "sensitivity": "what each number does",
    "setups": "random set-ups",
    "strongest": "strongest card",
    "synergy": "cards together",
    "tournament": "tournament of bots",
    "tune": "the fewest changes",
}  # by the command that made it


@dataclass(frozen=True)
class StoredRun:
    """A run or a study as a list shows it; a text is empty where nothing is known."""

    folder: Path
    kind: str  # "run", "grid", "comparison" or that of a study, such as "fair prices"
    name: str  # of the scenario
    game: str
    question: str
    answer: str  # the title of its report, or why the run cannot be read
    games: int
    finished: str  # when, as ``2026-11-26 14:40``


def stored_runs(folder: Path) -> Iterator[StoredRun]:
    """Yield the runs and studies in a folder and the folders below it, by the names of the folders.

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
    store = RunFolder(folder)
    try:
        is_study = store.is_study
        manifest = (store.read_manifest() or {}) if is_study else store.require_manifest()
    except StoreError as error:
        yield StoredRun(folder, "", folder.name, "", "", str(error), 0, "")
        return
    scenario, made = (_mapping(manifest.get(key)) for key in ("scenario", "identity"))
    if is_study:
        kind = STUDIES.get(str(manifest[KIND]), str(manifest[KIND]))
    elif scenario.get("grid"):
        kind = "grid"
    else:
        is_alike = scenario.get("baseline", BASELINE) != BASELINE  # its variants, of each other
        kind = "comparison" if scenario.get("variants") and is_alike else "run"
    yield StoredRun(
        folder, kind, str(scenario.get("name", folder.name)),
        str(made.get("game", manifest.get("game", ""))), str(scenario.get("question") or ""),
        _answer(folder / PAGE),
        0 if is_study else sum(manifest["games"].values()),
        str(manifest.get("finished") or "")[:16].replace("T", " "),
    )  # fmt: skip


def _mapping(value: object) -> Mapping[str, object]:
    """Return a part of a manifest; of a study nobody has checked it."""
    return value if isinstance(value, Mapping) else {}


def _answer(page: Path) -> str:
    """Return the answer that a report gives in its head; empty if there is none."""
    try:
        with page.open(encoding="utf-8") as report:
            found = _DESCRIPTION.search(report.read(_HEAD))
    except (OSError, UnicodeDecodeError):
        return ""
    return html.unescape(found[1]) if found else ""
