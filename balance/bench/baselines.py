"""Figures in files: each measurement is kept, and a later one is held against the last of them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from balance.bench.game_speed import Speed
from balance.bench.machine import Machine
from balance.bench.search_speed import Thinking
from balance.errors import StoreError
from balance.store.disk import write_whole

FORMAT = 2  # of these files; those of the first had no yardstick, and are passed over


@dataclass(frozen=True)
class Figures:
    """What one call of `balance bench` measured.

    Attributes
    ----------
    when : str
        UTC, ISO 8601, so that sorting by it is sorting by time.
    commit : str
        Of the checkout, with a + if it was edited; empty outside of one.
    machine : Machine
    versions : mapping of str to str
    speeds : tuple of Speed
    searches : tuple of Thinking
    two_workers : mapping of str to float
        By game, how many times the games of one worker two workers play.
    starts : mapping of str to float
        Seconds of wall-clock time, by what was started.
    format : int
    """

    when: str
    commit: str
    machine: Machine
    versions: dict[str, str]
    speeds: tuple[Speed, ...]
    searches: tuple[Thinking, ...] = ()
    two_workers: dict[str, float] = field(default_factory=dict)
    starts: dict[str, float] = field(default_factory=dict)
    format: int = FORMAT

    @property
    def name(self) -> str:
        """When and with which version they were measured, as a file may be called."""
        when = self.when[:16].replace(":", "").replace("T", "-")
        return f"{when}-{self.commit.replace('+', '-edited') or self.versions['balance']}"


_FIGURES: TypeAdapter[Figures] = TypeAdapter(Figures)


def keep(figures: Figures, folder: Path) -> Path:
    """Write figures into a file of their own, and return it.

    Raises
    ------
    StoreError
        If the folder cannot be written.
    """
    path = folder / f"{figures.name}.json"
    try:
        write_whole(
            path, lambda part: part.write_bytes(_FIGURES.dump_json(figures, indent=1) + b"\n")
        )
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror})") from None
    return path


def read_figures(path: Path) -> Figures:
    """Return the figures in a file.

    Raises
    ------
    StoreError
        If it cannot be read, or holds something else.
    """
    try:
        return _FIGURES.validate_json(path.read_bytes())
    except OSError as error:
        raise StoreError(f"{path}: cannot be read ({error.strerror})") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise StoreError(
            f"{path}: {place}: {first['msg']}; expected what `balance bench` writes"
        ) from None


def figures_in(folder: Path) -> list[Figures]:
    """Return all figures kept in a folder and below it, the last ones last.

    Raises
    ------
    StoreError
        If a file cannot be read, or holds something else.
    """
    paths = [path for path in sorted(folder.rglob("*.json")) if not _is_older(path)]
    return sorted((read_figures(path) for path in paths), key=lambda figures: figures.when)


def last_speeds(kept: Iterable[Figures], machine: Machine) -> dict[str, tuple[Speed, Figures]]:
    """Return the last speed of each row that was measured on such a machine, and among what.

    Parameters
    ----------
    kept : iterable of Figures
        The last ones last.
    machine : Machine
    """
    return {
        speed.name: (speed, figures)
        for figures in kept
        if figures.machine == machine
        for speed in figures.speeds
    }


def _is_older(path: Path) -> bool:
    """Tell whether a file is of the first format."""
    try:
        content: Any = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(content, dict) and "format" not in content and "speeds" in content
