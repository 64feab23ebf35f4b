"""`balance bench`: measure all, print it beside the last stored figures, and store it."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
from rich.console import Console
from rich.table import Table as RichTable

from balance.app.output import NO_OPTIONS, Output, Sentences
from balance.bench.baselines import (
    Figures,
    commit,
    figures_in,
    last_speeds,
    speed_versions,
    store,
    this_machine,
)
from balance.bench.game_speed import (
    DESCRIBED,
    Row,
    RunSpeed,
    Speed,
    described_rows,
    equal_match,
    rows_of,
    run_speed,
    speeds,
)
from balance.bench.search_speed import SearchSpeed, search_speeds
from balance.bench.speed_change import change_sentences, change_table, rate_text, speed_change
from balance.bench.step_speed import StepSpeed, step_speed
from balance.engine.game import Game
from balance.games import GAMES
from balance.games.loading import load_game
from balance.report.definitions import metrics_in
from balance.report.section import Table
from balance.runner.cell_games import MetricSet
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.section_files import section_files

STARTS = 3  # of each command; the fastest counts
_FIGURES = ("games/s", "slowest", "fastest", "decisions", "ns/decision", "games/M steps")
_PYTHON = (sys.executable, "-P")  # without files of the folder
_IMPORT = "import balance.app.commands.run"
_FIRST_GAME = (
    "import sys; from pathlib import Path; from balance.bench.game_speed import equal_match; "
    "from balance.games.loading import load_game; from balance.runner.batches import Batches; "
    "game = load_game(sys.argv[1], Path()); bot = next(iter(game.bots.values())); "
    "Batches(equal_match(game, bot, game.seats[0])).play(0, 1)"
)
_SAMPLES = (
    "import sys; from pathlib import Path; from balance.engine.branches import branch_player; "
    "from balance.engine.trajectories import trajectory_player; "
    "from balance.games.loading import load_game; game = load_game(sys.argv[1], Path()); "
    "trajectory_player(game); branch_player(game)"
)


AT_ONCE = (
    "balance --help", "balance list games", "balance list scenarios",
    "balance validate first-game",
)  # fmt: skip


def bench_all(
    name: str | None, seconds: float, out: Path, compiling: bool, output: Output = NO_OPTIONS
) -> None:
    """Measure, print the figures beside the last ones, and store them in a file in `out`.

    Parameters
    ----------
    name : str or None
        A game's name or folder; None is all of `GAMES`, and examples of described games.
    seconds : float
        For each measurement.
    compiling : bool
        Whether to measure the compile time of each game: minutes.

    Raises
    ------
    ScenarioError
        If there is no such game.
    StoreError
        If a file of figures in `out` cannot be read, or none can be written.
    """
    games = benched_games(name)
    console = Console(highlight=False, markup=False, quiet=output.is_json)
    said = Sentences("bench", output)
    last = last_speeds(figures_in(out), this_machine())
    # A row plays the games of last time: some games take longer than others.
    numbers = {row: then.games for row, (then, _) in last.items()}
    starts = start_times()
    measured: list[Speed] = []
    searches: list[SearchSpeed] = []
    steps: list[StepSpeed] = []
    runs: dict[str, RunSpeed] = {}
    for key, game in games.items():
        of_game = speeds(list(rows_of(game)), seconds, numbers, RowProgress(console).row)
        console.print(speed_table(game, of_game))
        measured += of_game
        for search in search_speeds(game, seconds):
            console.print(_search_line(search))
            searches.append(search)
        try:
            steps.append(step_speed(game, seconds))
            console.print(str(steps[-1]))
        except ImportError as error:
            said.say(f"Agents by the batch are not measured: {error}.")
        bot = next(iter(game.bots.values()))
        match = equal_match(game, bot, game.seats[-1])
        runs[key] = run_speed(match, _counted(match), seconds)
        console.print(f"{runs[key]}\n")
        starts |= first_games(key, compiling)
    if name is None and (texts := described_rows()):
        described = speeds(texts, seconds, numbers, RowProgress(console).row)
        console.print(described_table(described, measured))
        measured += described
    for what, start in starts.items():
        console.print(f"{what}: {start:.2f} s")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    figures = Figures(
        now, commit(), this_machine(), speed_versions(), tuple(measured), tuple(searches), runs,
        starts, tuple(steps),
    )  # fmt: skip
    console.print(f"\nMachine: {figures.machine}.")
    changes = [speed_change(last[row.name][0], row) for row in measured if row.name in last]
    stored = {then.name: then for _, then in last.values()}
    if changes:
        console.print(change_table(changes))
        for sentence in change_sentences(changes, stored.values(), figures):
            said.say(sentence)
    else:
        said.say("No figures of such a machine are stored to compare with.")
    file = store(figures, out)
    said.say(f"Stored in {file}.", file=str(file))
    if output.is_json:
        for rows, what in ((measured, "speeds"), (searches, "searches"), (steps, "steps")):
            said.show(Table(what, what, pd.DataFrame([asdict(row) for row in rows]), ()))
    said.end(
        "Speed", games=list(games), machine=figures.machine, starts=starts,
        runs={key: asdict(run) for key, run in runs.items()},
    )  # fmt: skip


def _counted(match: Match) -> MetricSet:
    """Return what a report counts of a match."""
    metrics = metrics_in(section_files(Scenario(name="bench", game=match.game.name), match.game))
    return MetricSet({name: one.tally for name, one in metrics.items() if one.applies(match)})


def benched_games(name: str | None) -> dict[str, Game]:
    """Return the games to measure: the one of that name or folder, or all of `GAMES`.

    Raises
    ------
    ScenarioError
        If there is no such game.
    """
    return {key: load_game(key, Path()) for key in ([name] if name else GAMES)}


class RowProgress:
    """Shows the current row, on a terminal only."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def row(self, row: Row) -> None:
        """Show that a row is started."""
        if self._console.is_terminal:
            self._console.print(f"{row.name} ...", end="\r", soft_wrap=True)
            self._console.print(" " * (len(row.name) + 4), end="\r", soft_wrap=True)


def speed_table(game: Game, measured: Sequence[Speed]) -> RichTable:
    """Return the speeds of a game as a table."""
    table = _table(f"{game.title}: one core", ("bots", "variant"), ("players", *_FIGURES))
    for row in measured:
        table.add_row(row.bot, row.variant, f"{row.players}", *_figures(row))
    return table


def described_table(described: Sequence[Speed], measured: Sequence[Speed]) -> RichTable:
    """Return the speeds of games described as text as a table.

    Its last column has how many times as long a decision takes as in the row of `measured` with the
    same players of the game with rules in Python; both times are in steps of the reference loop.
    """
    table = _table("Described games, random, 2 players: one core", ("game",), (*_FIGURES, "native"))
    natives = {(row.game, row.bot, row.players, row.variant): row for row in measured}
    for row in described:
        native = natives.get((DESCRIBED[row.game], row.bot, row.players, row.variant))
        ratio = native and native.pace * native.decisions / (row.pace * row.decisions)
        table.add_row(row.game, *_figures(row), f"{ratio:.1f}" if ratio else "")
    return table


def _table(title: str, texts: Sequence[str], numbers: Sequence[str]) -> RichTable:
    """Return a table without rows."""
    table = RichTable(title=title, title_justify="left", box=None, pad_edge=False)
    for column in texts:
        table.add_column(column)
    for column in numbers:
        table.add_column(column, justify="right")
    return table


def _figures(row: Speed) -> tuple[str, ...]:
    """Return what `_FIGURES` names."""
    return (
        rate_text(row.games_per_second), rate_text(row.slowest), rate_text(row.fastest),
        f"{row.decisions:.0f}", f"{row.nanoseconds:,.0f}", rate_text(row.pace),
    )  # fmt: skip


def _search_line(search: SearchSpeed) -> str:
    return (
        f"{search.bot}, {search.players} players, {search.setting}: "
        f"{search.iterations_per_second:,.0f} iterations/s; {search.iterations:.0f} iterations, "
        f"{search.milliseconds:.1f} ms per decision ({search.decisions} decisions)."
    )


def start_times() -> dict[str, float]:
    """Return seconds of wall-clock time for what answers at once, and for the imports of a run."""
    commands = {name: [*_PYTHON, "-m", *name.split()] for name in AT_ONCE}
    return {
        name: _fastest(command)
        for name, command in {**commands, "imports": [*_PYTHON, "-c", _IMPORT]}.items()
    }


def first_games(game: str, compiling: bool) -> dict[str, float]:
    """Return seconds of wall-clock time to the first game; with `compiling`, without a cache too.

    With `compiling` also the seconds, with the compiled game at hand, to the loops that follow
    games round by round and that branch them, which reports and experiments compile as well.

    Parameters
    ----------
    game : str
        A name or a folder.
    """
    command = [*_PYTHON, "-c", _FIRST_GAME, game]
    times = {}
    if compiling:
        with tempfile.TemporaryDirectory(prefix="balance-bench-") as empty:
            cache = {"BALANCE_CACHE": empty}
            times[f"first game of {game}, compiling"] = _time_of(command, cache)
            samples = [*_PYTHON, "-c", _SAMPLES, game]
            times[f"samples of {game}, compiling"] = _time_of(samples, cache)
    _time_of(command)
    return {f"first game of {game}": _fastest(command), **times}


def _fastest(command: list[str]) -> float:
    return min(_time_of(command) for _ in range(STARTS))


def _time_of(command: list[str], settings: dict[str, str] | None = None) -> float:
    environment = {**os.environ, **(settings or {})}
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - begun
