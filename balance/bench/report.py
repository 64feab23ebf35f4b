"""All measurements in one go: on the terminal, and in a file that a later one is held against."""

import json
import platform
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

import balance
from balance.bench.games import Speed, equal_match, second_worker, speeds
from balance.bench.start import start_times
from balance.games import GAMES
from balance.games.loading import load_game


def bench_all(name: str | None, seconds: float, out: Path) -> None:
    """Measure and print; write ``<version>.json`` into `out`.

    Parameters
    ----------
    name : str or None
        A game's name or folder; None is the first of `GAMES`.
    seconds : float
        For each measurement.
    out : Path

    Raises
    ------
    ScenarioError
        If there is no such game.
    """
    name = name or next(iter(GAMES))
    game = load_game(name, Path())
    console = Console(highlight=False)
    table = Table(title=f"{game.title}: one core", title_justify="left", box=None, pad_edge=False)
    words = ("bots", "variant")
    figures_of = ("players", "games/s", "slowest", "fastest", "decisions", "ns/decision")
    for column in (*words, *figures_of):
        table.add_column(column, justify="left" if column in words else "right")
    measured: list[Speed] = []
    for one in speeds(game, seconds):
        measured.append(one)
        table.add_row(
            one.bot, one.variant, f"{one.players}", f"{one.games_per_second:,.0f}",
            f"{one.slowest:,.0f}", f"{one.fastest:,.0f}", f"{one.decisions:.0f}",
            f"{one.nanoseconds:,.0f}",
        )  # fmt: skip
    console.print(table)
    bot = next(iter(game.bots.values()))
    ratio = second_worker(equal_match(game, bot, game.seats[-1]), seconds)
    console.print(f"Two workers play {ratio:.2f} times the games of one.")
    starts = start_times(name)
    for what, taken in starts.items():
        console.print(f"{what}: {taken:.2f} s", markup=False)
    path = out / f"{balance.__version__}.json"
    out.mkdir(parents=True, exist_ok=True)
    figures = {
        "version": balance.__version__,
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}",
        "speeds": [asdict(one) for one in measured],
        "two workers": ratio,
        "starts": starts,
    }
    path.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    console.print(f"Kept in {path}.", markup=False)
