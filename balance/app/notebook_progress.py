"""Progress of a run in a notebook: a bar that is drawn again in its place."""

import time
from html import escape
from typing import Any

from IPython.display import HTML, display

REDRAW_SECONDS = 0.2


class NotebookProgress:
    """Shows progress below the cell that plays; see `balance.app.progress.Progress`."""

    def __init__(self) -> None:
        self._name, self._precision = "", ""
        self._total = self._done = 0
        self._begun = self._drawn = 0.0
        self._handle = display(_html(""), display_id=True)

    def begin(self, name: str, games: int) -> None:
        """Start a cell with so many games still to play."""
        self._name, self._precision = name, ""
        self._total, self._done = games, 0
        self._begun = time.monotonic()
        self._draw()

    def add(self, games: int) -> None:
        """Count games that were played."""
        self._done += games
        if time.monotonic() - self._drawn > REDRAW_SECONDS or self._done >= self._total:
            self._draw()

    def show_precision(self, precision: str, games: int) -> None:
        """Show how precise the results are so far, with so many games still to play."""
        self._precision, self._total = f", {precision}", self._done + games
        self._draw()

    def close(self) -> None:
        """Remove the bar."""
        self._handle.update(_html(""))

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        if not self._total:
            return
        speed = self._done / max(self._drawn - self._begun, 1e-9)
        rate = f", {speed:,.0f} games/s" if self._done else ""
        self._handle.update(
            _html(
                f"<progress max={self._total} value={self._done}></progress> "
                f"{escape(self._name)}: {self._done:,} of {self._total:,} games"
                f"{escape(self._precision)}{rate}"
            )
        )


def _html(text: str) -> Any:
    return HTML(text)
