"""`balance bench`: measure all, print it beside the last stored figures, and store it."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import pandas as pd
from rich.console import Console
from rich.table import Table as RichTable

from balance.app.output import NO_OPTIONS, Output, Sentences
from balance.bench import baselines, game_speed, other_speeds
from balance.bench.game_speed import Speed, row_of
from balance.bench.speed_change import change_sentences, change_table, rate_text, rich_table
from balance.bench.speed_change import speed_change as change_of
from balance.report.definitions import metrics_in
from balance.report.section import Table
from balance.runner.cell_games import MetricSet
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.section_files import section_files

_FIGURES = ("games/s", "slowest", "fastest", "decisions", "ns/decision", "games/M steps")


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
    games = game_speed.benched_games(name)
    console = Console(highlight=False, markup=False, quiet=output.is_json)
    said = Sentences("bench", output)
    last = baselines.last_speeds(out, baselines.this_machine())
    # A row plays the games of last time: some games take longer than others.
    numbers = {row: then.games for row, (then, _) in last.items()}
    figures = baselines.new_figures()
    figures.starts.update(other_speeds.start_times())
    for key, game in games.items():
        of_game = game_speed.speeds(list(game_speed.rows_of(game)), seconds, numbers, console)
        console.print(speed_table(game.title, of_game))
        figures.speeds.extend(of_game)
        for search in other_speeds.search_speeds(game, seconds):
            console.print(str(search))
            figures.searches.append(search)
        try:
            figures.steps.append(other_speeds.step_speed(game, seconds))
            console.print(str(figures.steps[-1]))
        except ImportError as error:
            said.say(f"Agents by the batch are not measured: {error}.")
        match = row_of(game, game.seats[-1], next(iter(game.bots.values()))).match
        figures.runs[key] = other_speeds.run_speed(match, _counted(match), seconds)
        console.print(f"{figures.runs[key]}\n")
        figures.starts.update(other_speeds.first_games(key, compiling))
    if name is None and (texts := game_speed.described_rows()):
        described = game_speed.speeds(texts, seconds, numbers, console)
        console.print(described_table(described, figures.speeds))
        figures.speeds.extend(described)
    for what, start in figures.starts.items():
        console.print(f"{what}: {start:.2f} s")
    console.print(f"\nMachine: {figures.machine}.")
    changes = [change_of(last[row.name][0], row) for row in figures.speeds if row.name in last]
    if changes:
        console.print(change_table(changes))
        stored = {then.name: then for _, then in last.values()}
        for sentence in change_sentences(changes, stored.values(), figures):
            said.say(sentence)
    else:
        said.say("No figures of such a machine are stored to compare with.")
    file = baselines.store(figures, out)
    said.say(f"Stored in {file}.", file=str(file))
    values = asdict(figures)
    if output.is_json:
        for what in ("speeds", "searches", "steps"):
            said.show(Table(what, what, pd.DataFrame(values[what]), ()))
    made = {name: values[name] for name in ("starts", "runs")}
    said.end("Speed", games=list(games), machine=figures.machine, **made)


def _counted(match: Match) -> MetricSet:
    """Return what a report counts of a match."""
    metrics = metrics_in(section_files(Scenario(name="bench", game=match.game.name), match.game))
    return MetricSet({name: one.tally for name, one in metrics.items() if one.applies(match)})


def speed_table(title: str, measured: Sequence[Speed]) -> RichTable:
    """Return the speeds of a game as a table."""
    heads = ("bots", "variant", "players", *_FIGURES)
    rows = ((row.bot, row.variant, f"{row.players}", *_figures(row)) for row in measured)
    return rich_table(f"{title}: one core", heads, rows, texts=2)


def described_table(described: Iterable[Speed], measured: Iterable[Speed]) -> RichTable:
    """Return the speeds of games described as text as a table.

    Its last column has how many times as long a decision takes as in the row of `measured` with the
    same players of the game with rules in Python; both times are in steps of the reference loop.
    """
    natives = {row.name: row.pace * row.decisions for row in measured}
    rows = []
    for row in described:
        native = natives.get(row.name.replace(row.game, game_speed.DESCRIBED[row.game], 1))
        ratio = f"{native / (row.pace * row.decisions):.1f}" if native else ""
        rows.append((row.game, *_figures(row), ratio))
    title = "Described games, random, 2 players: one core"
    return rich_table(title, ("game", *_FIGURES, "native"), rows)


def _figures(row: Speed) -> tuple[str, ...]:
    """Return what `_FIGURES` names."""
    return (
        rate_text(row.games_per_second), rate_text(row.slowest), rate_text(row.fastest),
        f"{row.decisions:.0f}", f"{row.nanoseconds:,.0f}", rate_text(row.pace),
    )  # fmt: skip
