"""The progress of a run: a bar on a terminal or in a notebook, a few lines in a file."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import (
    Progress as ProgressBar,
)
from rich.text import Text

from balance.app.activity import doing

LINE_SECONDS = 10.0  # between lines where there is no terminal


class Progress(Protocol):
    """Shows the progress of a run."""

    def begin(self, what: str, games: int) -> None:
        """Start a cell or another part of the run, with so many games still to play."""

    def add(self, games: int) -> None:
        """Count so many games as played."""

    def show_precision(self, precision: str, games: int) -> None:
        """Show how precise the results are so far, with about so many games still to play."""


@contextmanager
def show_progress(console: Console) -> Iterator[Progress]:
    """Show progress on a console during a run; see also `balance.app.activity`."""
    if console.is_jupyter and not console.quiet:
        from balance.app.notebook_progress import NotebookProgress  # needs IPython

        bar = NotebookProgress()
        try:
            yield bar
        finally:
            bar.close()
        return
    if not console.is_terminal:
        with doing(""):
            yield _Lines(console)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        _Speed(),
        TimeRemainingColumn(),
    )
    with doing(""), ProgressBar(*columns, console=console, transient=True) as progress:
        yield _Bar(progress)


class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "")


class _Bar:
    def __init__(self, progress: ProgressBar) -> None:
        self.progress = progress
        self.task = progress.add_task("Reading what is stored", total=None)

    def begin(self, what: str, games: int) -> None:
        self.progress.remove_task(self.task)
        self.what = what
        self.task = self.progress.add_task(what, total=games, visible=games > 0)

    def add(self, games: int) -> None:
        self.progress.advance(self.task, games)

    def show_precision(self, precision: str, games: int) -> None:
        (done,) = (task.completed for task in self.progress.tasks if task.id == self.task)
        self.progress.update(self.task, description=f"{self.what}, {precision}", total=done + games)


class _Lines:
    def __init__(self, console: Console) -> None:
        self.console = console

    def begin(self, what: str, games: int) -> None:
        self.what, self.total, self.done, self.precision = what, games, 0, ""
        self.begun = self.printed = time.monotonic()
        if games:
            self.console.print(f"{what}: {games:,} games to play")

    def add(self, games: int) -> None:
        self.done += games
        now = time.monotonic()
        if now - self.printed < LINE_SECONDS and self.done < self.total:
            return
        self.printed = now
        speed = self.done / max(now - self.begun, 1e-9)
        left = (self.total - self.done) / speed
        self.console.print(
            f"{self.what}: {self.done:,} of {self.total:,} games{self.precision}, "
            f"{speed:,.0f} games/s, {left:.0f} s left"
        )

    def show_precision(self, precision: str, games: int) -> None:
        self.precision, self.total = f", {precision}", self.done + games
