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
from balance.bench.start import first_games, start_times
from balance.bench.thinking import Thinking, thinkings
from balance.engine.game import Game
from balance.games import GAMES
from balance.games.loading import load_game


def bench_all(name: str | None, seconds: float, out: Path) -> None:
    """Measure and print; write ``<version>.json`` into `out`.

    Parameters
    ----------
    name : str or None
        A game's name or folder; None is all of `GAMES`.
    seconds : float
        For each measurement.
    out : Path

    Raises
    ------
    ScenarioError
        If there is no such game.
    """
    games = {one: load_game(one, Path()) for one in ([name] if name else GAMES)}
    console = Console(highlight=False, markup=False)
    measured: list[Speed] = []
    thought: list[Thinking] = []
    ratios: dict[str, float] = {}
    starts = start_times()
    for one, game in games.items():
        measured += _speeds_shown(game, seconds, console)
        thought += _thinkings_shown(game, seconds, console)
        bot = next(iter(game.bots.values()))
        ratios[one] = second_worker(equal_match(game, bot, game.seats[-1]), seconds)
        console.print(f"Two workers play {ratios[one]:.2f} times the games of one.")
        starts |= first_games(one)
    for what, taken in starts.items():
        console.print(f"{what}: {taken:.2f} s")
    path = out / f"{balance.__version__}.json"
    out.mkdir(parents=True, exist_ok=True)
    figures = {
        "version": balance.__version__,
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}",
        "speeds": [asdict(one) for one in measured],
        "searches": [asdict(one) for one in thought],
        "two workers": ratios,
        "starts": starts,
    }
    path.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    console.print(f"Kept in {path}.")


def _speeds_shown(game: Game, seconds: float, console: Console) -> list[Speed]:
    """Print the speeds of a game as a table, and return them."""
    table = Table(title=f"{game.title}: one core", title_justify="left", box=None, pad_edge=False)
    words = ("bots", "variant")
    figures_of = ("players", "games/s", "slowest", "fastest", "decisions", "ns/decision")
    for column in (*words, *figures_of):
        table.add_column(column, justify="left" if column in words else "right")
    measured = []
    for one in speeds(game, seconds):
        measured.append(one)
        table.add_row(
            one.bot, one.variant, f"{one.players}", f"{one.games_per_second:,.0f}",
            f"{one.slowest:,.0f}", f"{one.fastest:,.0f}", f"{one.decisions:.0f}",
            f"{one.nanoseconds:,.0f}",
        )  # fmt: skip
    console.print(table)
    return measured


def _thinkings_shown(game: Game, seconds: float, console: Console) -> list[Thinking]:
    """Print how fast the bots of a game search, and return it."""
    measured = list(thinkings(game, seconds))
    for one in measured:
        console.print(
            f"{one.bot}, {one.players} players, {one.setting}: {one.iterations_per_second:,.0f} "
            f"iterations/s; {one.iterations:.0f} iterations, {one.milliseconds:.1f} ms a decision "
            f"({one.decisions} decisions; each luck drawn once for all choices compared on it)."
        )
    return measured
