"""``balance verify``: whether a game comes to the figures that are known of it from elsewhere."""

import csv
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial, reduce
from operator import add
from pathlib import Path
from typing import Any

from rich.console import Console

from balance.analysis.published_results import (
    FigureSums,
    Measured,
    level_of,
    measured,
    tally,
)
from balance.app.notices import console, say_if_compiling
from balance.app.progress import show_progress
from balance.engine.game import Game
from balance.engine.services import Reference
from balance.errors import Interrupted, ScenarioError
from balance.games.loading import load_game
from balance.limits import MAX_SEED
from balance.report.number_format import count, number
from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.play import CollectedGames, StopSignal, play_until_enough
from balance.runner.published_results import match_of, sampled_games
from balance.runner.worker_pool import available_cores
from balance.scenario.error_messages import did_you_mean
from balance.scenario.match import Match
from balance.stats.verdict import Verdict
from balance.store.sums import Sums

LONGER = 8  # times the planned games are played at most, where they are too few to tell


@dataclass(frozen=True)
class VerifyOptions:
    """How figures are looked at.

    Attributes
    ----------
    games : int or None
        At most so many games for each line-up; None is as many as its reference plans, and up to
        `LONGER` times as many where these are too few to tell.
    seed : int
    only : tuple of str
        Patterns of groups and names; all where there are none.
    workers : int or None
        Threads; None is one a core.
    out : Path or None
        Where the figures are written, as CSV.
    is_strict : bool
        Whether figures that too few games were played for do not hold.
    is_quiet : bool
        Whether figures that are held are not printed.
    """

    games: int | None = None
    seed: int = 1
    only: tuple[str, ...] = ()
    workers: int | None = None
    out: Path | None = None
    is_strict: bool = False
    is_quiet: bool = False


@dataclass(frozen=True)
class Verified:
    """A reference and how its figures were found, in so many games."""

    reference: Reference
    games: int
    found: tuple[Measured, ...]


def verify_game(name: str, options: VerifyOptions) -> bool:
    """Play what the figures of a game are measured in, print each, and tell if all are held.

    Parameters
    ----------
    name : str
        A game's name or folder.
    options : VerifyOptions

    Raises
    ------
    BalanceError
        If there is no such game, it states no figures, or none is called so.
    Interrupted
        After the figures of what was played.
    """
    game = load_game(name, Path())
    references = wanted(game, options.only)
    _check(options)
    notes, begun = console(), time.monotonic()
    say_if_compiling(game, notes)
    level = level_of(sum(len(one.figures) for one in references))
    stop, done = StopSignal(), list[Verified]()
    names = max(len(one.name) for one in references)
    group = ""
    with stop.on_interrupt():
        for reference in references:
            if reference.group != group:
                group = reference.group
                print(f"{group} ({reference.source})" if reference.source else group)
            one = _verified(game, reference, level, options, notes, stop)
            if one is None:
                break
            done.append(one)
            for line in lines_of(one, names, options.is_quiet):
                print(line, flush=True)
    if options.out is not None:
        write(done, options.out)
    verdicts = Counter(one.verdict for each in done for one in each.found)
    told = ", ".join(
        f"{verdicts[verdict]} {word}" for verdict, word in _WORDS.items() if verdicts[verdict]
    )
    games = sum(one.games for one in done)
    print(
        f"{told or 'Nothing was played'}; {count(games)} games, seed {options.seed}, "
        f"{time.monotonic() - begun:,.0f} s."
    )
    if len(done) < len(references):
        raise Interrupted("Stopped: the figures that were checked are above.")
    is_open = options.is_strict and verdicts[Verdict.UNDECIDED]
    return not verdicts[Verdict.NO] and not is_open


def wanted(game: Game, only: Sequence[str]) -> list[Reference]:
    """Return the references of a game whose group or name fits a pattern.

    Raises
    ------
    ScenarioError
        If the game states none, or none fits.
    """
    if game.published_results is None:
        raise ScenarioError(f"{game.title} has no published results.")
    references = game.published_results()
    found = [one for one in references if not only or _fits(one, only)]
    if not found:
        known = dict.fromkeys([one.group for one in references] + [one.name for one in references])
        raise ScenarioError(
            f"--only {', '.join(only)}: {game.title} has no such figures: "
            f"{did_you_mean(only[0], known)}"
        )
    return found


def lines_of(one: Verified, names: int, is_quiet: bool = False) -> list[str]:
    """Return a line for each figure: verdict, what, expected, found with its interval."""
    found = [each for each in one.found if not is_quiet or each.verdict != Verdict.YES]
    width = max((len(each.figure.measure) for each in one.found), default=0)
    return [
        f"{_WORDS[each.verdict]:12}  {one.reference.name:{names}}  {each.figure.measure:{width}}  "
        f"expected {_expected(each)}, found {_found(each)} in {count(one.games)} games"
        for each in found
    ]


def write(done: Sequence[Verified], file: Path) -> None:
    """Write figures as CSV.

    Raises
    ------
    ScenarioError
        If the file cannot be written.
    """
    rows = [_row(one, each) for one in done for each in one.found]
    try:
        with file.open("w", newline="", encoding="utf-8") as lines:
            writer = csv.DictWriter(lines, _COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    except OSError as error:
        raise ScenarioError(f"--out {file}: {error.strerror or error}.") from None


_WORDS = {
    Verdict.YES: "confirmed", Verdict.NO: "contradicted", Verdict.UNDECIDED: "undecided",
}  # fmt: skip
_COLUMNS = (
    "group", "name", "measure", "unit", "expected", "within", "value", "low", "high", "verdict",
    "deals", "games", "trust", "source", "bots", "table",
)  # fmt: skip


def _row(one: Verified, each: Measured) -> dict[str, Any]:
    reference, figure, found = one.reference, each.figure, each.found
    values = {
        "expected": figure.expected, "within": figure.within, "value": float(found.value),
        "low": float(found.low), "high": float(found.high),
    }  # fmt: skip
    return {
        "group": reference.group, "name": reference.name, "measure": figure.measure,
        "unit": figure.unit, **{key: f"{value:.8g}" for key, value in values.items()},
        "verdict": _WORDS[each.verdict], "deals": int(found.deals), "games": one.games,
        "trust": figure.trust, "source": reference.source, "bots": " ".join(reference.bots),
        "table": "; ".join(f"{key} = {value}" for key, value in reference.table.items()),
    }  # fmt: skip


def _check(options: VerifyOptions) -> None:
    if not 0 <= options.seed <= MAX_SEED:
        raise ScenarioError(f"--seed {options.seed}: a number from 0 to {MAX_SEED:,} is expected.")
    if options.out is not None and (options.out.is_dir() or not options.out.parent.is_dir()):
        raise ScenarioError(f"--out {options.out}: expected a file in a folder that is there.")


def _fits(one: Reference, only: Sequence[str]) -> bool:
    return any(
        fnmatchcase(text.lower(), pattern.lower())
        for pattern in only
        for text in (one.group, one.name)
    )


def _verified(
    game: Game,
    reference: Reference,
    level: float,
    options: VerifyOptions,
    notes: Console,
    stop: StopSignal,
) -> Verified | None:
    """Play a reference until all its figures are decided, or games run out; None if stopped."""
    match = None if reference.sample is not None else match_of(game, reference, options.seed)
    rotations = 1 if match is None else match.lineup.rotations
    planned = min(reference.games, options.games or reference.games)
    most = -(-(options.games or LONGER * reference.games) // rotations)
    games = _games(reference, match, options.seed)
    found: list[Measured] = []
    deals = 0

    def wanted() -> list[int] | None:
        nonlocal deals
        if deals:
            found[:] = measured(reference, _sums(games), match, level)
            if deals >= most or all(one.verdict != Verdict.UNDECIDED for one in found):
                return None
        before, deals = deals, min(2 * deals, most) or -(-planned // rotations)
        progress.begin(reference.name, (deals - before) * rotations)
        return [deals]

    with show_progress(notes) as progress:
        play_until_enough([games], wanted, options.workers or available_cores(), stop, progress.add)
    return None if stop.is_set() else Verified(reference, deals * rotations, tuple(found))


def _games(
    reference: Reference, match: Match | None, seed: int
) -> CellGames | CollectedGames[tuple[Sums, int]]:
    if match is None:
        assert reference.sample is not None
        return sampled_games(reference.sample, seed, FigureSums.of)
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


def _found(each: Measured) -> str:
    digits = _digits(each.figure.within) + 1
    found = each.found
    ends = [number(float(end), digits) for end in (found.value, found.low, found.high)]
    return f"{ends[0]}{each.figure.unit} [{ends[1]}, {ends[2]}]"


def _digits(within: float) -> int:
    """Return with how many decimals a tolerance is written, and one more than that."""
    text = f"{within:.10f}".rstrip("0")
    return max(len(text.partition(".")[2]), 1) + 1
