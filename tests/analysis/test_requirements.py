"""Whether requirements hold, on made-up games of which the truth is known."""

from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.metrics.deal_sums import Histogram, RatioSums
from balance.analysis.requirements import answers, median, not_asked
from balance.scenario.requirements import Requirement
from balance.stats.intervals import critical_value
from balance.stats.verdict import Verdict, verdict_critical_value
from tests.analysis.conftest import make_match, make_records
from tests.report.conftest import OBJECTIVES, variant
from tests.sections import METRICS


def asked(what, *cells, of="", main=None):
    names = [cell.name for cell in cells] if main is None else main
    return answers([Requirement(what=what, variant=of)], cells, names)


def answer(what, cell):
    return asked(what, cell).iloc[0]


@pytest.fixture(scope="module")
def duel() -> CellResult:
    """Seat 1 wins 55% of 4,000 games of 8 to 14 rounds; 40 more were cut off."""
    return variant(make_match(2), 4040, first=0.55, cut_off=40)


@pytest.mark.parametrize(
    ("what", "met"),
    [
        ("seat_gap < 8pp", Verdict.YES),
        ("seat_gap < 5.2pp", Verdict.UNDECIDED),
        ("seat_gap < 1pp", Verdict.NO),
        ("seat_gap > 1pp", Verdict.YES),
        ("seat_wins(1) in 51..59%", Verdict.YES),
        ("seat_wins(2) > 50%", Verdict.NO),
        ("median_rounds in 10..12", Verdict.YES),
        ("median_rounds < 11", Verdict.NO),
        ("median_rounds <= 11", Verdict.YES),
        ("mean_rounds in 10.85..11.15", Verdict.YES),
        ("mean_rounds < 10.9", Verdict.NO),
        ("shared_wins < 1%", Verdict.YES),
        ("cut_off < 0.5%", Verdict.NO),
        ("ending(full) in 45..55%", Verdict.YES),
        ("mean_margin < 100", Verdict.YES),
        ("mean_score > 100", Verdict.NO),
    ],
)
def test_a_requirement_is_met_broken_or_open(duel, what, met):
    row = answer(what, duel)
    assert row["met"] == met
    assert row["low"] <= row["value"] <= row["high"]
    assert (met == Verdict.UNDECIDED) == np.isfinite(row["needed"])


def test_so_many_more_deals_decide():
    row = answer("seat_gap < 4pp", variant(make_match(2), 2000, first=0.53))
    assert row["met"] == Verdict.UNDECIDED
    more = int(row["needed"]) - 2000
    share = row["value"] + 0.5
    few, many = (exact(share, 2000 + int(part * more)) for part in (0.7, 1.3))
    assert answer("seat_gap < 4pp", few)["met"] == Verdict.UNDECIDED
    assert answer("seat_gap < 4pp", many)["met"] == Verdict.YES


def exact(share, games):
    """A cell of which seat 1 wins just this share."""
    match = make_match(2)
    won = np.random.default_rng(4).permutation(np.arange(games) < share * games).astype(int)
    records = make_records(
        match, np.stack([won, 1 - won], axis=1), scores=np.tile([3, 2], (games, 1))
    )
    sums = {
        name: one.tally(records, match) for name, one in METRICS.items() if one.applies(match)
    }  # fmt: skip
    return CellResult("baseline", match, games, games, sums)


def test_a_share_never_seen_needs_as_many_deals_as_wilson_says():
    row = answer("shared_wins < 0.05%", exact(0.5, 1000))
    assert row["met"] == Verdict.UNDECIDED
    deals = int(row["needed"])
    z = float(verdict_critical_value(deals))
    assert z**2 / (1.1 * deals + z**2) < 0.0005 < z**2 / (0.9 * deals + z**2)  # Wilson's of none


def test_bots_and_objectives_have_gaps_and_spreads():
    cell = variant(make_match(2, lineup=("fox", "cat"), objectives=OBJECTIVES), 4000)
    assert answer("bot_gap < 20pp", cell)["met"] == Verdict.YES
    assert answer("bot_wins(fox) > 30%", cell)["met"] == Verdict.YES
    assert answer("goal_gap < 12pp", cell)["met"] == Verdict.YES
    assert answer("goal_gap < 12pp", cell)["about"] in [name.title() for name in OBJECTIVES]
    assert answer("objective_spread(kept) < 8pp", cell)["met"] == Verdict.YES
    assert answer("goal_spread < 8pp", variant(cell.match, 200))["met"] == Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("often", "met"), [(0.0, Verdict.NO), (0.01, Verdict.UNDECIDED), (0.1, Verdict.YES)]
)
def test_a_card_that_nobody_takes_is_found(often, met):
    match = make_match(2, cards=("axe", "bow"), deeds=("feast",))
    rng = np.random.default_rng(4)
    games = 3000
    taken = np.zeros((games, 2, 3), int)
    taken[:, 0, 0] = 1
    taken[:, 0, 1] = rng.random(games) < often
    records = make_records(
        match, rng.permuted(np.tile([1, 0], (games, 1)), axis=1), taken=taken,
        available=np.ones((games, 3)),
    )  # fmt: skip
    sums = {
        name: one.tally(records, match) for name, one in METRICS.items() if one.applies(match)
    }  # fmt: skip
    cell = CellResult("baseline", match, games, games, sums)
    row = answer("never_bought < 1%", cell)
    assert row["met"] == met
    if met == Verdict.NO:
        assert (row["value"], row["about"]) == (0.5, "Bow")
    assert answer("card_share(axe) > 99%", cell)["met"] == Verdict.YES
    assert answer("unbought in 40..51%", cell)["met"] == Verdict.YES  # the feast is no card


def test_of_several_cells_each_has_its_row(duel):
    other = variant(make_match(2), 400, name="other")
    both = asked("seat_gap < 6pp", duel, other)
    assert both["cell"].tolist() == ["baseline", "other"]
    assert asked("seat_gap < 6pp", duel, other, main=["baseline"])["cell"].tolist() == ["baseline"]
    assert asked("seat_gap < 6pp", duel, other, of="other")["cell"].tolist() == ["other"]


def test_a_cell_without_the_measure_is_said(duel):
    alone = replace(duel, name="alone", match=make_match(1, rival="the village"))
    rules = [Requirement(what="seat_gap < 6pp"), Requirement(what="mean_rounds < 99")]
    assert asked(rules[0].what, duel, alone)["cell"].tolist() == ["baseline"]
    said = not_asked(rules, [duel, alone], ["baseline", "alone"])
    assert said == [
        "seat_gap < 6pp is not asked of alone: seat_gap needs players who play each other."
    ]


def test_of_games_that_never_ended_nothing_is_known():
    row = answer("seat_gap < 2pp", variant(make_match(2), 50, cut_off=50))
    assert row["met"] == Verdict.UNDECIDED
    assert np.isnan(row["needed"])


def median_of(values):
    ones = np.ones((len(values), 1), np.int64)
    sums = RatioSums.of(np.asarray(values)[:, None], ones).sums()
    return median(sums.take(0), Histogram.of(np.asarray(values)), critical_value(len(values)))


def test_the_interval_of_a_median_is_that_of_order_statistics():
    # Of 100 values the 95% interval runs from about the 40th to the 61st (Conover, Practical
    # Nonparametric Statistics, section 3.2).
    found = median_of(np.arange(1, 101))
    assert (found.value, found.low, found.high) == (50, 41, 60)


def test_intervals_of_a_median_hold_it():
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(300):
        found = median_of(rng.integers(0, 1001, 200))
        held += found.low <= 500 <= found.high
    assert 0.92 <= held / 300 <= 0.98


def test_games_of_a_deal_that_repeat_each_other_widen_it():
    values = np.random.default_rng(9).integers(0, 1001, 100)
    alone = median_of(values)
    deals = RatioSums.of(2 * values[:, None], np.full((100, 1), 2)).sums()
    twice = median(deals.take(0), Histogram.of(np.repeat(values, 2)), critical_value(100))
    assert (twice.low, twice.high) == (alone.low, alone.high)
