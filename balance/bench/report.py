"""All measurements in one go: on the terminal, beside the last ones kept, and in a file."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from balance.bench.baselines import Figures, figures_in, keep, last_speeds
from balance.bench.game_speed import Row, Speed, equal_match, rows_of, second_worker, speeds
from balance.bench.machine import commit, this_machine, versions
from balance.bench.search_speed import Thinking, thinkings
from balance.bench.speed_change import NOTEWORTHY, Change, change
from balance.bench.startup import first_games, start_times
from balance.engine.game import Game
from balance.games import GAMES
from balance.games.loading import load_game


def bench_all(name: str | None, seconds: float, out: Path, compiling: bool) -> None:
    """Measure, print what was found beside what was kept last, and keep it in a file in `out`.

    Parameters
    ----------
    name : str or None
        A game's name or folder; None is all of `GAMES`.
    seconds : float
        For each measurement.
    out : Path
    compiling : bool
        Whether the time to compile each game is measured: minutes.

    Raises
    ------
    ScenarioError
        If there is no such game.
    StoreError
        If a file of figures in `out` cannot be read, or none can be written.
    """
    games = benched_games(name)
    console = Console(highlight=False, markup=False)
    last = last_speeds(figures_in(out), this_machine())
    # A row is measured with the games of last time: some games take longer than others.
    numbers = {row: then.games for row, (then, _) in last.items()}
    starts = start_times()
    measured: list[Speed] = []
    thought: list[Thinking] = []
    two_workers: dict[str, float] = {}
    for one, game in games.items():
        found = speeds(list(rows_of(game)), seconds, numbers, Progress(console).row)
        measured += found
        console.print(speed_table(game, found))
        thought += _thinkings_shown(game, seconds, console)
        bot = next(iter(game.bots.values()))
        two_workers[one] = second_worker(equal_match(game, bot, game.seats[-1]), seconds)
        console.print(f"Two workers play {two_workers[one]:.2f} times the games of one.\n")
        starts |= first_games(one, compiling)
    for what, taken in starts.items():
        console.print(f"{what}: {taken:.2f} s")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    figures = Figures(
        now, commit(), this_machine(), versions(), tuple(measured), tuple(thought), two_workers,
        starts,
    )  # fmt: skip
    console.print(f"\nMachine: {figures.machine}.")
    changes = [change(last[one.name][0], one) for one in measured if one.name in last]
    before = {then.name: then for _, then in last.values()}
    if changes:
        console.print(change_table(changes))
        console.print("\n".join(told(changes, before.values(), figures)))
    else:
        console.print("Nothing is kept of such a machine that this could be held against.")
    console.print(f"Kept in {keep(figures, out)}.")


def benched_games(name: str | None) -> dict[str, Game]:
    """Return the games to measure: the one of that name or folder, or all of `GAMES`.

    Raises
    ------
    ScenarioError
        If there is no such game.
    """
    return {one: load_game(one, Path()) for one in ([name] if name else GAMES)}


class Progress:
    """Says now and then what is being done, on a terminal only."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def row(self, row: Row) -> None:
        """Say that a row is begun."""
        if self._console.is_terminal:
            self._console.print(f"{row.name} ...", end="\r", soft_wrap=True)
            self._console.print(" " * (len(row.name) + 4), end="\r", soft_wrap=True)


def speed_table(game: Game, measured: Sequence[Speed]) -> Table:
    """Return the speeds of a game as a table."""
    table = Table(title=f"{game.title}: one core", title_justify="left", box=None, pad_edge=False)
    words = ("bots", "variant")
    figures_of = (
        "players", "games/s", "slowest", "fastest", "decisions", "ns/decision", "games/M steps",
    )  # fmt: skip
    for column in (*words, *figures_of):
        table.add_column(column, justify="left" if column in words else "right")
    for one in measured:
        table.add_row(
            one.bot, one.variant, f"{one.players}", _round(one.games_per_second),
            _round(one.slowest), _round(one.fastest), f"{one.decisions:.0f}",
            f"{one.nanoseconds:,.0f}", _round(one.pace),
        )  # fmt: skip
    return table


def change_table(changes: Iterable[Change]) -> Table:
    """Return how rows changed as a table."""
    title = "Pace (games per million steps of the yardstick), and what it is of the last one kept"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("row")
    for column in ("kept", "now", "ratio", "95%", ""):
        table.add_column(column, justify="left" if not column else "right")
    for one in changes:
        table.add_row(
            one.now.name, _round(one.then.pace), _round(one.now.pace), f"{one.ratio:.2f}",
            f"[{one.low:.2f}, {one.high:.2f}]", "other games" if one.plays_other_games else "",
        )  # fmt: skip
    return table


def told(changes: Sequence[Change], before: Iterable[Figures], now: Figures) -> list[str]:
    """Return in sentences what was slower or faster, and what else has changed since then."""
    lines = []
    for word, those in (
        ("Slower", [one for one in changes if one.is_noteworthy and one.ratio < 1]),
        ("Faster", [one for one in changes if one.is_noteworthy and one.ratio > 1]),
    ):
        for one in those:
            lines.append(f"{word} by {abs(one.ratio - 1):.0%}: {one.now.name}.")
    if not lines:
        lines = [f"Nothing differs by more than {NOTEWORTHY:.0%}."]
    for then in before:
        others = [
            f"{name} {then.versions.get(name, 'none')} then, {found} now"
            for name, found in now.versions.items()
            if then.versions.get(name) != found
        ]
        since = f"Held against {then.name}"
        lines.append(f"{since}: {'; '.join(others)}." if others else f"{since}.")
    return lines


def _round(rate: float) -> str:
    """Return a rate with as many digits as it deserves."""
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


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
