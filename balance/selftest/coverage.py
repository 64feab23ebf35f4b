"""Whether 95 % intervals hold the truth in 95 % of studies of the toy game, whose truth is known.

Each study is a small run of its own; what a report would keep of it is tallied, and the interval
that a report would show is held against the truth.
"""

from collections.abc import Iterator

import numpy as np

from balance.analysis.experiments.arm_sums import ArmSums
from balance.analysis.experiments.break_even import curves_of, worth
from balance.analysis.metrics.fold_sums import FOLDS, FoldSums
from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.analysis.metrics.seats import tally as tally_seats
from balance.engine.layout import WIN
from balance.engine.services import Handicap
from balance.runner.arms import ArmResult
from balance.scenario.experiments import GIFT, GOODS, Arm, arms_of, handicapped
from balance.selftest.check import Check, held, mean_check, most_check
from balance.selftest.exact_solution import truth_of
from balance.selftest.repeated_studies import arm_sums, kept_of, stacked, studies, taken, toy
from balance.stats.anytime_intervals import anytime_ratio
from balance.stats.intervals import LEVEL, DealSums, Estimate, Floats, proportion
from balance.stats.paired_differences import Replicates, estimate, paired, replicates, together

EDGE = 1  # gold more for the first seat, so that seats differ
HANDICAP = 2  # gold more for one of three
CELL_EDGE = 3  # in the second of two cells that are compared
GOAL = 3  # whose strength is estimated
CARD = "charm"
MOST_GOLD = 11  # of the curve that a gift is compared with
LOOKS = 40  # at a run under way
LOOK_EVERY = 50  # deals
WORTH_DEALS = 8 * FOLDS  # of a study: with fewer the slope of the curve is too little known
WORTH_MARGIN = 0.1  # gold: the curve is straight between the amounts that were tried


def coverage(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of all intervals of reports; each rests on so many studies."""
    yield seat_rate(seed, repeats)
    yield from clustered_rate(seed + 1, repeats)
    yield from cells_apart(seed + 2, repeats)
    yield from anytime(seed + 3, max(repeats // 4, 1))
    yield from break_even(seed + 4, max(repeats // 20, 2))


def seat_rate(seed: int, repeats: int) -> Check:
    """Check the win rate of a seat, one game a deal: Wilson's interval."""
    match = toy(2, seed, first=EDGE).match
    sums = kept_of(match, FOLDS, repeats, tally_seats)
    found = stacked([taken(one.win_by_seat, 0) for one in sums]).proportion(WIN)
    return held("toy: 95% interval of a seat's win rate", found, truth_of(match).of_seat(0))


def clustered_rate(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of a bot that has gold more, in each of three seats of a deal.

    Wilson's interval on effective games, and the jackknife by folds, by which experiments are
    judged.
    """
    match = handicapped(toy(3, seed).match, Handicap(goods={"gold": HANDICAP}))
    truth, sums = truth_of(match).of_own(), arm_sums(match, FOLDS, repeats)
    found = stacked([one.rate for one in sums]).proportion(WIN)
    yield held("toy: 95% interval of a bot's win rate, over rotations", found, truth)
    found = estimate(together([one.win_rate() for one in sums]))
    yield held("toy: 95% interval of the same, by folds", found, truth)


def cells_apart(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of what two cells that met the same deals differ by, and of a goal."""
    one, two = (toy(2, seed, first=edge).match for edge in (EDGE, CELL_EDGE))
    first, second = (kept_of(match, FOLDS, repeats, tally_folds) for match in (one, two))
    found = paired(_seats(first), _seats(second))
    apart = truth_of(two).of_seat(0) - truth_of(one).of_seat(0)
    yield held("toy: 95% interval of the difference of two cells, paired", found.apart, apart)
    goal = truth_of(one).of_goal(GOAL)
    yield held(
        "toy: 95% interval of an objective's win rate as dealt", estimate(_goals(first)), goal
    )


def anytime(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the check of intervals that may be looked at as often as one likes.

    Each study is looked at 40 times; it fails if the truth lies outside at any of them.
    """
    match, deals = toy(2, seed, first=EDGE).match, LOOKS * LOOK_EVERY
    truth = truth_of(match).of_seat(0)
    missed = common = 0
    for records in studies(match, deals, repeats):
        sums = _growing(records["wins"][:, 0] / WIN)
        missed += _misses(anytime_ratio(sums, deals / 2, is_share=True), truth)
        common += _misses(proportion(sums), truth)
    note = f" (ordinary intervals: {100 * common / repeats:.1f}%)"
    yield most_check(
        f"toy: anytime-valid interval misses at some of {LOOKS} looks",
        missed,
        repeats,
        1 - LEVEL,
        note,
    )


def break_even(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of what a card is worth that is worth just so much gold."""
    variant = toy(2, seed)
    (card,) = (card for card in variant.match.game_table.cards if card.id == CARD)
    planted = float(card.note.split()[0])  # "5 points": a point is a unit of gold
    arms = [
        arm for arm in arms_of(variant, ("gift",), (card,))
        if arm.kind == GIFT or arm.amount <= MOST_GOLD
    ]  # fmt: skip
    sums = [arm_sums(arm.match, WORTH_DEALS, repeats) for arm in arms]
    found = [_worth(arms, study) for study in zip(*sums, strict=True)]
    values = together(found)
    check = f"toy: a card worth {planted:g} gold at the start"
    yield mean_check(check, values.value, planted, WORTH_MARGIN, " gold")
    yield held("toy: 95% interval of what a card is worth in gold", estimate(values), planted)


def _worth(arms: list[Arm], sums: tuple[ArmSums, ...]) -> Replicates:
    """Return what the gift is worth in one study."""
    played = [
        ArmResult(arm, WORTH_DEALS, int(kept.games.sum()), {"arm": kept})
        for arm, kept in zip(arms, sums, strict=True)
    ]
    (curve,) = curves_of([one for one in played if one.arm.kind == GOODS]).values()
    gift = next(kept for arm, kept in zip(arms, sums, strict=True) if arm.kind == GIFT)
    return worth(curve, gift.win_rate()).found


def _seats(sums: list[FoldSums]) -> Replicates:
    """Return the win rate of the first seat in each study."""
    rates = [replicates(one.wins[:, :1] / WIN, one.games[:, None], one.deals) for one in sums]
    return together(rates)


def _goals(sums: list[FoldSums]) -> Replicates:
    """Return the win rate of who is dealt the goal, in each study."""
    some = slice(GOAL, GOAL + 1)
    return together(
        [replicates(one.dealt_wins[:, some] / WIN, one.dealt[:, some], one.deals) for one in sums]
    )


def _growing(points: Floats) -> DealSums:
    """Return the sums of a study at each look, of one game a deal."""
    deals = np.arange(LOOK_EVERY, len(points) + 1, LOOK_EVERY)
    num, num2 = np.cumsum(points)[deals - 1], np.cumsum(points**2)[deals - 1]
    games = deals.astype(np.float64)
    return DealSums(num, games, num2, num, games, deals)


def _misses(found: Estimate, truth: float) -> bool:
    return bool(((truth < found.low) | (truth > found.high)).any())
