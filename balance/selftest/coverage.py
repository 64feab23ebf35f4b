"""Whether 95% intervals contain the truth in 95% of studies of the toy game, which has known truth.

Each study is a small run of its own, tallied as for a report; the interval of the report is
compared with the truth.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, reduce
from operator import add
from typing import Any

import numpy as np

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.differences import apart
from balance.analysis.metrics.fold_sums import FOLDS, FoldSums
from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.analysis.metrics.seats import wins_by_seat
from balance.engine.layout import WIN
from balance.engine.services import Handicap
from balance.scenario.experiments import handicapped
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from balance.selftest.check import MARGIN, Check, at_most_check, coverage_check, share_check
from balance.selftest.toy_studies import (
    Truth,
    arm_sums,
    stacked_ratios,
    studies,
    sums_of,
    toy,
    truth_of,
)
from balance.stats.anytime_intervals import anytime_ratio
from balance.stats.intervals import LEVEL, DealSums, Estimate, Floats, proportion
from balance.stats.jackknife import Replicates, concatenate, estimate, paired, replicates
from balance.store.sums import floats
from balance.tuning.whole_numbers import search

EDGE = 1  # extra gold of the first seat, so that seats differ
HANDICAP = 2  # extra gold of one of three players
CELL_EDGE = 3  # extra gold of the first seat in the second of two compared cells
GOAL = 3  # the goal whose win rate is estimated
FRESH = 5  # times as many deals as in the search, as `balance fix` plays them
SEAT_TARGET = 0.6  # win rate that a first seat is to get by more gold
LOOKS = 40  # at a run in progress
LOOK_EVERY = 50  # deals


def coverage(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of all intervals of reports; each takes so many studies."""
    yield seat_rate(seed, repeats)
    yield from clustered_rate(seed + 1, repeats)
    yield from cell_difference(seed + 2, repeats)
    yield from anytime_checks(seed + 3, max(repeats // 4, 1))
    yield change_for_all(seed + 4, max(repeats // 10, 2))
    yield from fixes(seed + 5, max(repeats // 10, 2))


def seat_rate(seed: int, repeats: int) -> Check:
    """Check the win rate of a seat, one game per deal: Wilson's interval."""
    match = toy(2, seed, first=EDGE).match
    wins = [wins_by_seat(study) for study in sums_of(match, 2 * FOLDS, repeats, tally_folds)]
    estimates = proportion(stacked_ratios(wins, 0))
    name = "toy: 95% interval of a seat's win rate"
    return coverage_check(name, estimates, truth_of(match).of_seat(0))


def clustered_rate(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of a bot with extra gold, in each of three seats of a deal.

    Wilson's interval with effective games, and the jackknife over folds of experiments.
    """
    match = handicapped(toy(3, seed).match, Handicap(goods={"gold": HANDICAP}))
    truth, sums = truth_of(match).of_first_entry(), arm_sums(match, FOLDS, repeats)
    estimates = proportion(
        stacked_ratios([DealSums.of(one.wins / WIN, floats(one.games)) for one in sums])
    )
    yield coverage_check("toy: 95% interval of a bot's win rate, over rotations", estimates, truth)
    estimates = estimate(concatenate([study.win_rate() for study in sums]))
    yield coverage_check("toy: 95% interval of a bot's win rate, over folds", estimates, truth)


def cell_difference(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of the difference of two cells on the same deals, and of a goal."""
    one, two = (toy(2, seed, first=edge).match for edge in (EDGE, CELL_EDGE))
    first, second = (sums_of(match, FOLDS, repeats, tally_folds) for match in (one, two))
    difference = paired(_first_seat(first), _first_seat(second)).difference
    truth = truth_of(two).of_seat(0) - truth_of(one).of_seat(0)
    yield coverage_check(
        "toy: 95% interval of the difference of two variants, paired", difference, truth
    )
    yield coverage_check(
        "toy: 95% interval of the win rate with a dealt objective",
        estimate(_goal(first)),
        truth_of(one).of_goal(GOAL),
    )


def change_for_all(seed: int, repeats: int) -> Check:
    """Check what a change for everybody does to the first player: supply and compensation.

    Both compare a changed game with the same deals of the game as it is.
    """
    usual, changed = (toy(2, seed, first=edge).match for edge in (EDGE, CELL_EDGE))
    truth = truth_of(changed).of_seat(0) - truth_of(usual).of_seat(0)
    pairs = zip(
        *(sums_of(match, 2 * FOLDS, repeats, tally_folds) for match in (usual, changed)),
        strict=True,
    )
    found = []
    for pair in pairs:
        measures = [
            CellResult("", match, 2 * FOLDS, 2 * FOLDS, {"folds": sums}).measures.compared
            for match, sums in zip((usual, changed), pair, strict=True)
        ]
        table = apart(measures[0], measures[1]).set_index("key")
        found.append(table.loc["first", ["value", "low", "high"]].to_numpy(np.float64))
    held = sum(bool(low <= truth <= high) for _, low, high in found)
    name = "toy: 95% interval of a change for everybody (supply, compensation)"
    return share_check(name, held, repeats, LEVEL, MARGIN)


def fixes(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of what `balance fix` advises for a seat, and for an objective."""
    yield _fix("seat", seed, repeats, 0, SEAT_TARGET, _first_seat, lambda truth: truth.of_seat(0),
               lambda gold: {"first": gold})  # fmt: skip
    yield _fix("objective", seed + 50, repeats, 8, 1 / 2, _goal, lambda truth: truth.of_goal(GOAL),
               lambda points: {"goals": (0, 2, 4, points)})  # fmt: skip


def _fix(
    what: str,
    seed: int,
    repeats: int,
    printed: int,
    target: float,
    rate: Callable[[list[FoldSums]], Replicates],
    truth: Callable[[Truth], float],
    table: Callable[[int], Mapping[str, Any]],
) -> Check:
    """Check the win rate with the number that a search finds in each study, on fresh deals.

    Parameters
    ----------
    printed : int
        The number as it is.
    rate, truth : function
        The win rate that is to be `target`: of each study, and the true one.
    table : function (number) -> options of the toy game
    """

    def played(number: int, seed: int, deals: int, repeats: int) -> tuple[Estimate, float]:
        match = toy(2, seed, **table(number)).match
        return rate(sums_of(match, deals, repeats, tally_folds)).estimate(), truth(truth_of(match))

    @cache
    def tried(number: int) -> Floats:
        return played(number, seed, FOLDS, repeats)[0].value

    found: Counter[int] = Counter()
    for study in range(repeats):

        def play(number: int, study: int = study) -> float | None:
            return None if number < 0 else float(tried(number)[study])

        found[search(printed, target, float(tried(printed)[study]), play).best] += 1
    held = 0
    for number, times in found.items():
        rates, true = played(number, seed + 1 + number, FRESH * FOLDS, times)
        held += int(((rates.low <= true) & (true <= rates.high)).sum())
    name = f"toy: 95% interval of the win rate of a fixed {what}, on fresh deals"
    return share_check(name, held, repeats, LEVEL, MARGIN)


def kept_objective(seed: int, repeats: int) -> Check:
    """Check the win rate of a Duke that a player of Valeria kept.

    The truth is not known, so it is that of all studies together.
    """
    cell = prepare(read_scenario("first-game").changed(players=2, bots="greedy")).cells[0]
    match = replace(cell.match, seed=seed)
    sums = sums_of(match, 2 * FOLDS, repeats, tally_folds)
    whole = reduce(add, sums).ratio("kept_wins", "kept", WIN)
    duke = int(whole.den.argmax())
    kept = [study.ratio("kept_wins", "kept", WIN) for study in sums]
    estimates = proportion(stacked_ratios(kept, duke))
    name = f"Valeria: 95% interval of the win rate of a Duke kept, runs of {2 * FOLDS} deals"
    return coverage_check(name, estimates, float(whole.num[duke] / whole.den[duke]))


def anytime_checks(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the check of intervals that are valid at any number of looks.

    A study fails if the truth lies outside at any of its 40 looks.
    """
    match, deals = toy(2, seed, first=EDGE).match, LOOKS * LOOK_EVERY
    truth = truth_of(match).of_seat(0)
    missed = ordinary = 0
    for records in studies(match, deals, repeats):
        sums = _sums_by_look(records["wins"][:, 0] / WIN)
        missed += _misses(anytime_ratio(sums, deals / 2, is_share=True), truth)
        ordinary += _misses(proportion(sums), truth)
    yield at_most_check(
        f"toy: anytime-valid interval misses the truth at any of {LOOKS} looks",
        missed,
        repeats,
        1 - LEVEL,
        f" (ordinary intervals: {100 * ordinary / repeats:.1f}%)",
    )


def _first_seat(sums: list[FoldSums]) -> Replicates:
    """Return the win rate of the first seat in each study."""
    return concatenate([replicates(s.wins[:, :1] / WIN, s.games[:, None], s.deals) for s in sums])


def _goal(sums: list[FoldSums]) -> Replicates:
    """Return the win rate of the player who is dealt the goal, in each study."""
    goal = slice(GOAL, GOAL + 1)
    return concatenate(
        [replicates(s.dealt_wins[:, goal] / WIN, s.dealt[:, goal], s.deals) for s in sums]
    )


def _sums_by_look(wins: Floats) -> DealSums:
    """Return the sums of a study at each look, with one game per deal."""
    deals = np.arange(LOOK_EVERY, len(wins) + 1, LOOK_EVERY)
    num, num2 = np.cumsum(wins)[deals - 1], np.cumsum(wins**2)[deals - 1]
    games = deals.astype(np.float64)
    return DealSums(num, games, num2, num, games, deals)


def _misses(estimates: Estimate, truth: float) -> bool:
    return bool(((truth < estimates.low) | (truth > estimates.high)).any())
