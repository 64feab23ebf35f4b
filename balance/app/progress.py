"""How far a run has come, on the terminal's error stream; a few plain lines in a file."""

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

LINE_SECONDS = 10.0  # between lines where there is no terminal


class Progress(Protocol):
    """Tells how far a run has come."""

    def begin(self, variant: str, games: int) -> None:
        """Tell that a variant begins, of which so many games are still to be played."""

    def add(self, games: int) -> None:
        """Tell that so many more games were played."""

    def stands(self, told: str, games: int) -> None:
        """Tell how precise the variant is by now, and about how many games are still to play."""


@contextmanager
def show_progress(console: Console) -> Iterator[Progress]:
    """Show progress on `console` for the time of a run."""
    if console.is_jupyter and not console.quiet:
        from balance.app.notebook_progress import NotebookProgress  # needs IPython

        bar = NotebookProgress()
        try:
            yield bar
        finally:
            bar.close()
        return
    if not console.is_terminal:
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
    with ProgressBar(*columns, console=console, transient=True) as progress:
        yield _Bar(progress)


class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "")


class _Bar:
    def __init__(self, progress: ProgressBar) -> None:
        self.progress = progress
        self.task = progress.add_task("", total=None, start=False, visible=False)

    def begin(self, variant: str, games: int) -> None:
        self.progress.remove_task(self.task)
        self.variant = variant
        self.task = self.progress.add_task(variant, total=games, visible=games > 0)

    def add(self, games: int) -> None:
        self.progress.advance(self.task, games)

    def stands(self, told: str, games: int) -> None:
        (done,) = (task.completed for task in self.progress.tasks if task.id == self.task)
        self.progress.update(self.task, description=f"{self.variant}, {told}", total=done + games)


class _Lines:
    def __init__(self, console: Console) -> None:
        self.console = console

    def begin(self, variant: str, games: int) -> None:
        self.variant, self.total, self.done, self.stood = variant, games, 0, ""
        self.begun = self.told = time.monotonic()
        if games:
            self.console.print(f"{variant}: {games:,} games to play")

    def add(self, games: int) -> None:
        self.done += games
        now = time.monotonic()
        if now - self.told < LINE_SECONDS and self.done < self.total:
            return
        self.told = now
        speed = self.done / max(now - self.begun, 1e-9)
        left = (self.total - self.done) / speed
        self.console.print(
            f"{self.variant}: {self.done:,} of {self.total:,} games{self.stood}, "
            f"{speed:,.0f} games/s, {left:.0f} s left"
        )

    def stands(self, told: str, games: int) -> None:
        self.stood, self.total = f", {told}", self.done + games
