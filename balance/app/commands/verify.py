"""``balance verify``: a game against published results, by its matches or its own sampling.

`validate` checks files, `check` requirements of a scenario, `check_bot` a bot's answers.
"""

import csv
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial, reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from rich.console import Console

from balance.analysis.published_results import (
    Measured,
    figure_sums,
    level_of,
    measured_figures,
    tally,
)
from balance.app.notices import announce_compiling, stderr_console
from balance.app.output import NO_OPTIONS, Output
from balance.app.progress import show_progress
from balance.engine.game import Game
from balance.engine.services import Reference, Sampler
from balance.error_messages import did_you_mean
from balance.errors import BalanceError, Interrupted, ScenarioError
from balance.games.loading import load_game
from balance.report.answer import Answer, answer_of, simple_table
from balance.report.number_format import count, number
from balance.report.section import Finding, Section
from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.play import CollectedGames, play_until_enough
from balance.runner.schedule import PieceSize
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match
from balance.scenario.model import BotEntry
from balance.scenario.prepare import build_table
from balance.scenario.replay_command import with_replay_command
from balance.stats.verdict import Verdict
from balance.store.sums import Sums

LONGER = 8  # times the planned games, while a figure is undecided


@dataclass(frozen=True)
class VerifyOptions:
    """How published results are tested."""

    # At most so many games for each line-up; None is as many as its reference plans, and up to
    # `LONGER` times as many while a figure is undecided.
    games: int | None = None
    seed: int = 1
    only: tuple[str, ...] = ()  # patterns of groups and names; empty is all
    workers: int | None = None  # threads; None is one per core
    out: Path | None = None  # CSV file for the figures
    is_strict: bool = False  # whether an undecided figure is a failure
    is_quiet: bool = False  # whether confirmed figures are not printed
    output: Output = NO_OPTIONS  # how the answer is printed


@dataclass(frozen=True)
class ReferenceResult:
    """A reference with its measured figures, in so many games."""

    reference: Reference
    games: int
    figures: tuple[Measured, ...]


def verify_game(name: str, options: VerifyOptions) -> bool:
    """Measure the published results of a game, print each, and return whether all hold.

    Parameters
    ----------
    name : str
        A game's name or folder.

    Raises
    ------
    BalanceError
        If there is no such game, it has no published results, or no pattern fits one.
    Interrupted
        After Ctrl-C; the results so far are printed and written first.
    """
    game = load_game(name, Path())
    references = select(game, options.only)
    if options.out is not None and (options.out.is_dir() or not options.out.parent.is_dir()):
        raise ScenarioError(f"--out {options.out}: expected a file in an existing folder.")
    console, begun = stderr_console(), time.monotonic()
    announce_compiling(game, console)
    level = level_of(sum(len(reference.figures) for reference in references))
    stop, results, out = StopSignal(), list[ReferenceResult](), options.output
    width = max(len(reference.name) for reference in references)
    group = ""
    with stop.on_interrupt():
        for reference in references:
            if reference.group != group:
                group = reference.group
                out.line(f"{group} ({reference.source})" if reference.source else group)
            result = _measure(game, reference, level, options, console, stop)
            if result is None:
                break
            results.append(result)
            for line in figure_lines(result, width, options.is_quiet):
                out.line(line, "    ")
    if options.out is not None:
        write_figures(results, options.out)
    verdicts = Counter(figure.verdict for result in results for figure in result.figures)
    counts = ", ".join(
        f"{verdicts[verdict]} {word}" for verdict, word in _WORDS.items() if verdicts[verdict]
    )
    games = sum(result.games for result in results)
    total = f"{counts or 'Nothing was played'}; {count(games)} games, seed {options.seed}"
    out.line(f"{total}, {time.monotonic() - begun:,.0f} s.")
    if out.is_json:
        out.show(_answer(game, results, f"{total}.", options.seed))
    if len(results) < len(references):
        raise Interrupted("Stopped: these are the results of the games so far.")
    is_undecided = options.is_strict and verdicts[Verdict.UNDECIDED]
    return not verdicts[Verdict.NO] and not is_undecided


def _answer(game: Game, results: Sequence[ReferenceResult], total: str, seed: int) -> Answer:
    """Return the figures, for programs: as in the CSV file."""
    rows = [_row(result, each) for result in results for each in result.figures]
    numbers = dict.fromkeys(("expected", "within", "value", "low", "high"), float)
    frame = pd.DataFrame(rows, columns=list(_COLUMNS)).astype(numbers)
    table = simple_table("figures", "Figures", {name: name for name in _COLUMNS}, frame)
    title = f"Published results of {game.title}"
    section = Section("verify", title, (Finding("figures", total),), (table,))
    return answer_of(section, made={"game": game.name, "seed": seed})


def select(game: Game, patterns: Sequence[str]) -> list[Reference]:
    """Return the references of a game whose group or name fits a pattern; all without patterns.

    Raises
    ------
    ScenarioError
        If the game has none, or a pattern fits none.
    """
    if game.published_results is None:
        raise ScenarioError(f"{game.title} has no published results to compare with.")
    references = game.published_results()
    selected = [each for each in references if not patterns or _fits(each, patterns)]
    for pattern in patterns:
        if any(_fits(each, [pattern]) for each in selected):
            continue
        known = dict.fromkeys(
            [each.group for each in references] + [each.name for each in references]
        )
        raise ScenarioError(
            f"--only {pattern}: {game.title} has no such figures: {did_you_mean(pattern, known)}"
        )
    return selected


def figure_lines(result: ReferenceResult, names: int, is_quiet: bool = False) -> list[str]:
    """Return a line for each figure: verdict, what, expected, found with its interval."""
    width = max((len(each.figure.measure) for each in result.figures), default=0)
    return [
        f"{_WORDS[each.verdict]:12}  {result.reference.name:{names}}  "
        f"{each.figure.measure:{width}}  "
        f"expected {_expected(each)}, found {_observed(each)} in {count(result.games)} games"
        for each in result.figures
        if not is_quiet or each.verdict != Verdict.YES
    ]


def write_figures(results: Sequence[ReferenceResult], file: Path) -> None:
    """Write figures as CSV.

    Raises
    ------
    ScenarioError
        If the file cannot be written.
    """
    rows = [_row(result, each) for result in results for each in result.figures]
    try:
        with file.open("w", newline="", encoding="utf-8") as lines:
            writer = csv.DictWriter(lines, _COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    except OSError as error:
        raise ScenarioError(f"--out {file}: {error.strerror or error}.") from None


_WORDS = {
    Verdict.YES: "confirmed",
    Verdict.NO: "contradicted",
    Verdict.UNDECIDED: "undecided",
}
_COLUMNS = (
    "group", "name", "measure", "unit", "expected", "within", "value", "low", "high", "verdict",
    "deals", "games", "trust", "source", "bots", "table",
)  # fmt: skip


def _row(result: ReferenceResult, each: Measured) -> dict[str, Any]:
    reference, figure, estimate = result.reference, each.figure, each.estimate
    values = {
        "expected": figure.expected, "within": figure.within, "value": float(estimate.value),
        "low": float(estimate.low), "high": float(estimate.high),
    }  # fmt: skip
    return {
        "group": reference.group, "name": reference.name, "measure": figure.measure,
        "unit": figure.unit, **{key: f"{value:.8g}" for key, value in values.items()},
        "verdict": _WORDS[each.verdict], "deals": int(estimate.deals), "games": result.games,
        "trust": figure.trust, "source": reference.source, "bots": " ".join(reference.bots),
        "table": "; ".join(f"{key} = {value}" for key, value in reference.table.items()),
    }  # fmt: skip


def _fits(reference: Reference, patterns: Sequence[str]) -> bool:
    return any(
        fnmatchcase(text.lower(), pattern.lower())
        for pattern in patterns
        for text in (reference.group, reference.name)
    )


def _measure(
    game: Game,
    reference: Reference,
    level: float,
    options: VerifyOptions,
    console: Console,
    stop: StopSignal,
) -> ReferenceResult | None:
    """Play a reference until its figures are decided or the maximum is reached; None if stopped."""
    match = None if reference.sample is not None else reference_match(game, reference, options.seed)
    rotations = 1 if match is None else match.lineup.rotations
    planned = min(reference.games, options.games or reference.games)
    most = -(-(options.games or LONGER * reference.games) // rotations)
    games = _games(reference, match, options.seed)
    figures: list[Measured] = []
    deals = 0

    def wanted() -> list[int] | None:
        nonlocal deals
        if deals:
            figures[:] = measured_figures(reference, _sums(games), match, level)
            if deals >= most or all(each.verdict != Verdict.UNDECIDED for each in figures):
                return None
        before, deals = deals, min(2 * deals, most) or -(-planned // rotations)
        progress.begin(reference.name, (deals - before) * rotations)
        return [deals]

    with show_progress(console) as progress:
        play_until_enough([games], wanted, options.workers or available_cores(), stop, progress.add)
    if stop.is_set():
        return None
    return ReferenceResult(reference, deals * rotations, tuple(figures))


def _games(
    reference: Reference, match: Match | None, seed: int
) -> CellGames | CollectedGames[tuple[Sums, int]]:
    if match is None:
        assert reference.sample is not None
        return sampled_games(reference.sample, seed, figure_sums)
    metrics = MetricSet({reference.name: partial(tally, reference)})
    return CellGames(reference.name, match, metrics)


def _sums(games: CellGames | CollectedGames[tuple[Sums, int]]) -> Any:
    if isinstance(games, CellGames):
        (sums,) = games.totals.values()
        return sums
    return reduce(add, (sums for sums, _ in games.results))


def _expected(each: Measured) -> str:
    figure = each.figure
    digits = _digits(figure.within)
    return f"{number(figure.expected, digits)} ± {number(figure.within, digits)}{figure.unit}"


def _observed(each: Measured) -> str:
    digits = _digits(each.figure.within) + 1
    estimate = each.estimate
    ends = [number(float(end), digits) for end in (estimate.value, estimate.low, estimate.high)]
    return f"{ends[0]}{each.figure.unit} [{ends[1]}, {ends[2]}]"


def _digits(within: float) -> int:
    """Return the decimals of a tolerance, at least one, and one more."""
    text = f"{within:.10f}".rstrip("0")
    return max(len(text.partition(".")[2]), 1) + 1


SAMPLED = 10_000  # deals per call: Ctrl-C waits for its end

SampleTally = Callable[[NDArray[np.int64], NDArray[np.int64]], Sums]


def reference_match(game: Game, reference: Reference, seed: int) -> Match:
    """Return the match of a published result.

    Raises
    ------
    ScenarioError, CardError, BotError
        If it needs something that the game does not have; the text begins with its name.
    """
    players = len(reference.bots)
    entries = tuple(BotEntry(bot=bot) for bot in reference.bots)
    try:
        lineup = LineupBuilder(game).build(entries, players, Path())
        match = Match(game, build_table(game, players, reference.table), lineup, seed)
    except BalanceError as error:
        raise error.within(reference.name) from None
    return with_replay_command(match, reference.table)


def sampled_games(
    sample: Sampler, seed: int, tally: SampleTally
) -> CollectedGames[tuple[Sums, int]]:
    """Return the sums of a game's own sampling, and the number of deals."""

    def play(first: int, deals: int) -> tuple[Sums, int]:
        values, counted = sample(seed, first, deals)
        return tally(values, counted.astype(np.int64)), deals

    return CollectedGames(play, lambda result: result[1], PieceSize(most=SAMPLED))
