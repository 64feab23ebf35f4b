"""The runs that are shown, read once, and the one change that is being tried."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Event, Lock
from typing import Any

import balance
from balance.store.manifest import MANIFEST

LONGEST = 120.0  # seconds of play of one change


class Shelf:
    """The runs of a folder, by their places in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._places: dict[str, Path] = {}
        self._read: dict[str, tuple[int, balance.RunResult]] = {}
        self._reading, self._trying, self._stop = Lock(), Lock(), Event()

    def rows(self) -> dict[str, dict[Any, Any]]:
        """Return the rows of `balance.runs`, the last that was finished first."""
        rows = balance.runs(self.folder).sort_values("finished", ascending=False, kind="stable")
        by_name = {
            row["folder"].relative_to(self.folder).as_posix(): row
            for row in rows.to_dict("records")
        }
        self._places = {name: row["folder"] for name, row in by_name.items()}
        return by_name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the runs that were listed last."""
        return tuple(self._places)

    def place(self, name: str) -> Path:
        """Return the folder of a run; no other place in the file system has a name.

        Raises
        ------
        StoreError
            If there is no such run.
        """
        if name not in self._places:
            self.rows()
        if name not in self._places:
            raise balance.StoreError(f"There is no run {name!r} here.")
        return self._places[name]

    def run(self, name: str) -> balance.RunResult:
        """Return a run; it is read again once it has more games.

        Raises
        ------
        BalanceError
        """
        folder = self.place(name)
        with self._reading:
            manifest = folder / MANIFEST
            version = manifest.stat().st_mtime_ns if manifest.is_file() else 0
            known, run = self._read.get(name, (0, None))
            if run is None or known != version:  # also if it is gone, which `load` says
                run = balance.load(folder)
                self._read[name] = version, run
            return run

    def answers(
        self, run: balance.RunResult, change: Mapping[str, Any], cell: str | None
    ) -> Iterator[balance.TryResult | str]:
        """Yield the answers to a change until they are clear; a newer one ends the one before.

        The last of all says why it ended.

        Raises
        ------
        BalanceError
        """
        with self._trying:
            self._stop.set()
            stop = self._stop = Event()
        is_settled = False
        for answer in run.refine(change, cell=cell, seconds=LONGEST):
            yield answer
            if stop.is_set():
                yield "Stopped, as a newer change is tried: this is how far it was played."
                return
            is_settled = answer.is_settled
        yield "Finished." if is_settled else f"Finished, after {LONGEST:.0f} seconds of play."
