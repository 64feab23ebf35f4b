"""Studies that are played: of the toy game, whose truth is known, and of Valeria.

Each is a small run of its own, tallied as for a report; what the report says is compared with the
truth.  A function yields, for each study, what the claims of its row in `suite` count.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, reduce
from operator import add
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.differences import apart, differences
from balance.analysis.experiments.arm_sums import tally as tally_arm
from balance.analysis.experiments.fair_price import PriceCurve, fair_price, next_price
from balance.analysis.interval_widths import interval_widths
from balance.analysis.metrics.fold_sums import FOLDS, FoldSums, tally
from balance.analysis.metrics.seats import wins_by_seat
from balance.engine.layout import WIN
from balance.engine.services import Handicap
from balance.runner.batches import Batches
from balance.runner.stopping import round_ends
from balance.scenario.experiments import arms_of, handicapped
from balance.scenario.files import read_scenario
from balance.scenario.match import Match
from balance.scenario.prepare import prepare
from balance.scenario.repriced import repriced
from balance.scenario.requirements import read_stopping_rule
from balance.selftest.check import MARGIN, Check, Expectation
from balance.selftest.toy_studies import HERE, Truth, studies, sums_of, toy, truth_of
from balance.stats.anytime_intervals import anytime_ratio
from balance.stats.intervals import DealSums, Estimate, Floats, proportion
from balance.stats.jackknife import Replicates, Z, average, concatenate, paired, replicates
from balance.stats.multiple_testing import false_discovery
from balance.store.sums import floats
from balance.tuning.whole_numbers import search

Draw: TypeAlias = Callable[[int, int], Iterator[Any]]  # seed, studies: what each study counts

ALPHA = 0.05  # an effect is detected if p is below
FAMILY = 20  # comparisons that are judged together by their q-values
EDGE, CELL_EDGE = 1, 3  # extra gold of the first seat, and in the second of two compared cells
GOLD = 2  # extra gold of one player
CHARM, VALUE = "charm", 5  # a card, and its points
GOAL = 3  # the goal whose win rate is estimated
FRESH = 5  # times as many deals as in the search, as `balance fix` plays them
LOOKS, LOOK_EVERY = 40, 50  # at a run in progress; deals
UNTIL, MOST_DEALS = "halfwidth<4pp", 2_000
PRICES, PRICE_DEALS = range(7), 8 * FOLDS  # of which the search chooses; deals of each
ROGUE, TWIN, CHEAPER = "rogue", "rogue_twin", "rogue_sale"
TWIN_DEALS = 2 * FOLDS  # of a study of Valeria
RUNS = f"runs of {TWIN_DEALS} deals"


def holds(interval: Any, truth: float) -> bool:
    """Return whether there is an interval, and it holds the truth."""
    return bool((interval.low <= truth) & (truth <= interval.high))


def misses(interval: Any, truth: float) -> bool:
    """Return whether any of several intervals, where there is one, misses the truth."""
    return bool(np.any((truth < interval.low) | (interval.high < truth)))


def first_seat(sums: FoldSums) -> Replicates:
    """Return the win rate of the first seat."""
    return replicates(sums.wins[:, :1] / WIN, sums.games[:, None], sums.deals)


def goal(sums: FoldSums) -> Replicates:
    """Return the win rate of the player who is dealt the goal."""
    return replicates(sums.dealt_wins[:, [GOAL]] / WIN, sums.dealt[:, [GOAL]], sums.deals)


def covered(
    cells: Callable[[int], Sequence[Match]],
    deals: int,
    tallied: Callable[[NDArray[Any], Match], Any],
    found: Callable[..., Sequence[Any]],
    truths: Callable[..., Sequence[float]],
) -> Draw:
    """Return the draw of intervals: whether each holds the truth.

    Parameters
    ----------
    cells : function (seed) -> matches
        They are played on the same deals.
    tallied : function (records, match) -> sums
    found : function (sums of each cell) -> intervals
    truths : function (truth of each cell) -> truths of these
    """

    def draw(seed: int, repeats: int) -> Iterator[list[bool]]:
        matches = cells(seed)
        true = truths(*map(truth_of, matches))
        for sums in zip(*(sums_of(one, deals, repeats, tallied) for one in matches), strict=True):
            yield [holds(*pair) for pair in zip(found(*sums), true, strict=True)]

    return draw


def edged(seed: int, edges: Sequence[int] = (EDGE, CELL_EDGE)) -> list[Match]:
    """Return matches in which the first of two seats has extra gold."""
    return [toy(2, seed, first=edge).match for edge in edges]


def gilded(seed: int, players: int = 3) -> list[Match]:
    """Return a match in which one bot has extra gold."""
    return [handicapped(toy(players, seed).match, Handicap(goods={"gold": GOLD}))]


def experiment(name: str) -> Draw:
    """Return the draw of a designed experiment: its win rate against the true one."""

    def arms(seed: int) -> list[Match]:
        one = toy(2, seed)
        cards = [card for card in one.match.game_table.cards if card.id == CHARM]
        found = arms_of(one, ("ban", "gift", "surcharge"), cards)
        return [arm.match for arm in found if arm.name == name]

    return covered(arms, FOLDS, tally_arm, lambda sums: [sums.win_rate().estimate()],
                   lambda truth: [truth.of_first_entry()])  # fmt: skip


SEAT = covered(
    lambda seed: edged(seed, [EDGE]), 2 * FOLDS, tally,
    lambda sums: [proportion(wins_by_seat(sums)).take(0)], lambda truth: [truth.of_seat(0)],
)  # fmt: skip
CLUSTERED = covered(
    gilded, FOLDS, tally_arm,
    lambda sums: [proportion(DealSums.of(sums.wins / WIN, floats(sums.games))),
                  sums.win_rate().estimate()],
    lambda truth: [truth.of_first_entry()] * 2,
)  # fmt: skip
TWO_CELLS = covered(
    edged, FOLDS, tally,
    lambda one, two: [paired(first_seat(one), first_seat(two)).difference, goal(one).estimate()],
    lambda one, two: [two.of_seat(0) - one.of_seat(0), one.of_goal(GOAL)],
)  # fmt: skip
FOR_ALL = covered(
    edged, 2 * FOLDS, lambda records, match: cell(match, tally(records, match)).measures.compared,
    lambda one, two: [apart(one, two).set_index("key").loc["first"]],
    lambda one, two: [two.of_seat(0) - one.of_seat(0)],
)  # fmt: skip


def same_game(seed: int, repeats: int) -> Iterator[bool]:
    """Whether two runs of the same game, with different deals, differ clearly at all."""
    matches = [toy(4, seed + run).match for run in (0, 1)]
    for sums in zip(*(sums_of(one, FOLDS, repeats, tally) for one in matches), strict=True):
        table = differences([cell(*pair) for pair in zip(matches, sums, strict=True)])
        yield bool((table["verdict"] == "established").any())


def cell(match: Match, sums: FoldSums) -> CellResult:
    """Return a study as a cell of a report."""
    games, deals = (int(count.sum()) for count in (sums.games, sums.deals))
    return CellResult(f"run {match.seed}", match, games, deals, {"folds": sums})


def fixed_seat(seed: int, repeats: int) -> Iterator[bool]:
    """Let `balance fix` search the gold of the first seat for a win rate of 60%."""
    return _fixed(seed, repeats, 0, 0.6, first_seat, lambda truth: truth.of_seat(0),
                  lambda gold: {"first": gold})  # fmt: skip


def fixed_goal(seed: int, repeats: int) -> Iterator[bool]:
    """Let it search the points of a goal for a win rate of one half."""
    return _fixed(seed, repeats, 8, 0.5, goal, lambda truth: truth.of_goal(GOAL),
                  lambda points: {"goals": (0, 2, 4, points)})  # fmt: skip


def _fixed(
    seed: int,
    repeats: int,
    printed: int,
    target: float,
    rate: Callable[[FoldSums], Replicates],
    truth: Callable[[Truth], float],
    table: Callable[[int], Mapping[str, Any]],
) -> Iterator[bool]:
    """Search the number, `printed` as it is, for which the rate is the target; on fresh deals."""

    @cache
    def game(number: int, fresh: int) -> tuple[Batches, float]:
        match = toy(2, seed + fresh, **table(number)).match
        return Batches(match), truth(truth_of(match))

    def found(study: int, number: int, fresh: int = 0) -> Estimate:
        batches, _ = game(number, fresh)
        deals = FOLDS * (FRESH if fresh else 1)
        games = deals * batches.match.lineup.rotations
        return rate(tally(batches.play(study * games, games), batches.match)).estimate()

    for study in range(repeats):

        def play(number: int, study: int = study) -> float | None:
            return float(found(study, number).value[0]) if number >= 0 else None

        now = float(found(study, printed).value[0])
        best = search(printed, target, now, play).best
        yield holds(found(study, best, fresh=1), game(best, 1)[1])


def kept_objective(seed: int, repeats: int) -> Iterator[bool]:
    """Estimate the win rate of a Duke kept; the truth is that of all studies together."""
    one = prepare(read_scenario("first-game").changed(players=2, bots="greedy")).cells[0]
    sums = list(sums_of(replace(one.match, seed=seed), TWIN_DEALS, repeats, tally))
    whole = reduce(add, sums).ratio("kept_wins", "kept", WIN)
    duke = int(whole.den.argmax())
    for study in sums:
        found = proportion(study.ratio("kept_wins", "kept", WIN)).take(duke)
        yield holds(found, float(whole.num[duke] / whole.den[duke]))


def watched_rate(seed: int, repeats: int) -> Iterator[tuple[bool, bool]]:
    """Whether an interval that is looked at again and again misses; and an ordinary one."""
    match, deals = toy(2, seed, first=EDGE).match, np.arange(1, LOOKS + 1) * LOOK_EVERY
    truth = truth_of(match).of_seat(0)
    for records in studies(match, int(deals[-1]), repeats):
        sums = sums_after(records["wins"][:, 0] / WIN, deals)
        planned = deals[-1] / 2
        anytime = anytime_ratio(sums, planned, is_share=True)
        yield misses(anytime, truth), misses(proportion(sums), truth)


def sums_after(wins: Floats, deals: Any) -> DealSums:
    """Return the sums after some numbers of deals of one game each."""
    num, num2 = (np.cumsum(some)[deals - 1] for some in (wins, wins**2))
    games = deals.astype(np.float64)
    return DealSums(num, games, num2, num, games, deals)


def until(seed: int, repeats: int) -> Iterator[bool]:
    """Estimate the win rate of a seat in runs that end when intervals are narrow enough."""
    match = toy(2, seed, first=EDGE).match
    truth, rule, batches = truth_of(match).of_seat(0), read_stopping_rule(UNTIL), Batches(match)
    for study in range(repeats):
        first = study * MOST_DEALS
        for end in round_ends(MOST_DEALS):
            sums = tally(batches.play(first, end), match)
            if interval_widths({"folds": sums}, match, rule).is_enough:
                break
        yield holds(proportion(wins_by_seat(sums)).take(0), truth)


def extra_gold(seed: int, repeats: int) -> Iterator[tuple[bool, float]]:
    """Whether gold is detected, and how often it is expected to be: see `power`.

    The effect is computed from the rules, its standard error that between the studies.
    """
    (match,) = gilded(seed, 2)
    rates = concatenate([s.win_rate() for s in sums_of(match, FOLDS, repeats, tally_arm)])
    expected = power((truth_of(match).of_first_entry() - 1 / 2) / rates.value.std())
    p = rates.map(lambda values: values - 1 / 2).p_values()
    return ((bool(one < ALPHA), expected) for one in p)


def power(size: float) -> float:
    """Return the power of a two-sided test at 5% for an effect of so many standard errors."""
    return round(float(ndtr(size - 1.96) + ndtr(-size - 1.96)), 3)


def equal_gifts(seed: int, repeats: int) -> Iterator[tuple[bool, float]]:
    """Tell two gifts of equal value apart: a card, and as much gold as it has points.

    Each study alone; and the last of each 20 says whether any of them was, by their q-values.
    """
    match, family = toy(2, seed).match, []
    gifts = Handicap(card=CHARM, is_gift=True), Handicap(goods={"gold": VALUE})
    for p in p_values([handicapped(match, gift) for gift in gifts], FOLDS, repeats):
        family.append(p)
        is_whole = len(family) == FAMILY
        is_any = float((false_discovery(np.array(family)) < ALPHA).any()) if is_whole else np.nan
        family = [] if is_whole else family
        yield p < ALPHA, is_any


def p_values(matches: Sequence[Match], deals: int, repeats: int) -> Iterator[float]:
    """Yield the p-value of the difference of two handicaps in each study."""
    played = (sums_of(match, deals, repeats, tally_arm) for match in matches)
    for first, second in zip(*played, strict=True):
        yield float(paired(first.win_rate(), second.win_rate()).p[0])


def equal_bans(seed: int, repeats: int) -> Iterator[bool]:
    """Whether bans of a card of Valeria and of its copy are told apart."""
    return (p < ALPHA for p in p_values(bans(0, seed), TWIN_DEALS, repeats))


def cheaper_copy(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of a copy that is one gold cheaper: the difference, and its detection.

    The power is that of the mean difference and the mean squared error of all studies.
    """
    card, cheaper = (
        concatenate([sums.win_rate() for sums in sums_of(match, TWIN_DEALS, repeats, tally_arm)])
        for match in bans(1, seed)
    )
    difference = cheaper - card
    value, error = difference.value.mean(), difference.value.std() / np.sqrt(repeats)
    low, high = value - Z * error, value + Z * error
    yield Check(
        "Valeria: banning a copy that is 1 gold cheaper costs more than banning the card",
        "interval below 0",
        f"{100 * value:+.2f} pp [{100 * low:+.2f}, {100 * high:+.2f}]",
        bool(high < 0),
    )
    expected = power(abs(value) / np.sqrt((difference.errors() ** 2).mean()))
    name = f"Valeria: that difference detected (p < {ALPHA}), {RUNS}, power by formula"
    claim = Expectation(name, expected, margin=2 * MARGIN)
    yield claim.check((difference.p_values()[:, None] < ALPHA).astype(np.float64))


def bans(variant: int, seed: int) -> list[Match]:
    """Return bans of the Rogue and of its copy, in the first or second variant of the twins.

    One of the two is drawn for each deal.  So the bans are two experiments on deals of their own,
    whose difference is noise if the two cards are equal.
    """
    cell = prepare(read_scenario(str(HERE / "twins.toml"))).cells[variant]
    cell = replace(cell, match=replace(cell.match, seed=seed))
    names = ROGUE, (TWIN, CHEAPER)[variant]
    cards = [card for card in cell.match.game_table.cards if card.id in names]
    arms = {arm.subject: arm.match for arm in arms_of(cell, ("ban",), cards)}
    return [arms[name] for name in names]


def fair_prices(seed: int, repeats: int) -> Iterator[bool]:
    """Search the fair price of a card in each study, on the same prices."""
    one = toy(2, seed)
    card, *others = one.match.game_table.cards
    arms = [repriced(one, card, price) for price in PRICES]
    arms += [repriced(one, other, other.price) for other in others]
    true = [1 / 2 - truth_of(arm.match).of_first_entry() for arm in arms]
    of_card, usual_value = np.array(true[: len(PRICES)]), float(np.mean(true[len(PRICES) :]))
    truth = float(np.interp(-usual_value, -of_card, PRICES))  # between whole prices
    played = [sums_of(arm.match, PRICE_DEALS, repeats, tally_arm) for arm in arms]
    for sums in zip(*played, strict=True):
        values = [study.win_rate().minus(1 / 2).times(-1.0) for study in sums]
        usual, tried = average(values[len(PRICES) :]), [card.price]
        while True:
            curve = PriceCurve(
                card, tuple(tried), concatenate([values[price] for price in tried]), usual,
                np.ones(len(tried)),
            )  # fmt: skip
            price = next_price(curve)
            if price is None or price not in PRICES:
                break
            tried = sorted([*tried, price])
        found = fair_price(curve)
        yield (found.is_below or found.low <= truth) and (found.is_above or truth <= found.high)
