"""Requirements as distances: the same measures as their verdicts, fold by fold."""

import numpy as np
import pytest

from balance.analysis.balance_index import Aim
from balance.analysis.goals import goals_of, inside
from balance.analysis.metrics.fold_sums import folds_of
from balance.analysis.requirements import answers
from balance.scenario.requirements import Requirement
from tests.analysis.conftest import make_match
from tests.report.conftest import variant

MEASURED = [
    "seat_gap < 8pp", "seat_wins(1) in 51..59%", "seat_wins(2) > 50%", "mean_rounds < 10.9",
    "mean_turns > 1", "shared_wins < 1%", "cut_off < 0.5%", "ending(full) in 45..55%",
    "mean_margin < 100", "mean_score > 100",
]  # fmt: skip


@pytest.fixture(scope="module")
def duel():
    """Seat 1 wins 55% of 4,000 games of 8 to 14 rounds; 40 more were cut off."""
    return variant(make_match(2), 4040, first=0.55, cut_off=40)


def goal(what, cell):
    aims = goals_of([Requirement(what=what)], cell.match)
    sums = folds_of(cell.sums)
    return aims, sums


@pytest.mark.parametrize("what", MEASURED)
def test_a_goal_measures_what_the_requirement_does(duel, what):
    aims, sums = goal(what, duel)
    (row,) = answers([Requirement(what=what)], [duel], [duel.name]).to_dict("records")
    measured = aims.measure(what).of(sums, duel.match)
    assert measured.value[0] == pytest.approx(row["value"])
    assert row["low"] <= measured.estimate().value[0] <= row["high"]
    is_within = aims.of[what].low <= measured.value[0] <= aims.of[what].high
    assert (aims.balance(sums, duel.match).index.value[0] == 0) == is_within


def test_a_point_of_a_win_rate_and_a_round_count_the_same(duel):
    for what, bound, unit in (("seat_wins(2) > 50%", 0.5, 0.01), ("mean_rounds < 10", 10, 1)):
        aims, sums = goal(what, duel)
        off = abs(aims.measure(what).of(sums, duel.match).value[0] - bound) / unit
        assert off > 0.5
        assert aims.balance(sums, duel.match).index.value[0] == pytest.approx(off)


def test_a_median_is_brought_into_its_bounds_by_the_mean(duel):
    aims, sums = goal("median_rounds in 10..12", duel)
    measured = aims.measure("median_rounds in 10..12").of(sums, duel.match)
    assert measured.value[0] == pytest.approx(11, abs=0.1)


def test_what_games_do_not_have_is_no_goal(duel):
    assert not goals_of([Requirement(what="bot_gap < 2pp")], duel.match).of


def test_a_search_stays_two_errors_inside_of_bounds_but_not_farther_than_a_quarter(duel):
    aims, sums = goal("mean_rounds in 10..12", duel)
    error = float(aims.measure("mean_rounds in 10..12").of(sums, duel.match).errors()[0])
    (narrow,) = inside(aims, sums, duel.match, 4).of.values()
    assert (narrow.low, narrow.high) == pytest.approx((10 + error, 12 - error))
    tight, sums = goal("seat_gap < 0.1pp", duel)
    (narrow,) = inside(tight, sums, duel.match, 4).of.values()
    assert narrow == Aim(-np.inf, pytest.approx(0.00075))
