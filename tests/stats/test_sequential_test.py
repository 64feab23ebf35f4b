import math

import numpy as np
import pytest

from balance.stats.anytime_intervals import MOST_VARIANCE, VIRTUAL
from balance.stats.sequential_test import (
    anytime,
    bounds,
    log_evidence,
    settle,
)
from balance.stats.verdict import Verdict


def draw(rng, share, deals):
    """Return what pairs of games between bots come to, in points above an equal share."""
    return (rng.random((deals, 2)) < share).mean(axis=1) - 0.5


def verdicts(share, low, high, studies, deals=4000):
    rng = np.random.default_rng(11)
    found = [settle(draw(rng, share, deals), low, high).verdict for _ in range(studies)]
    return {verdict: found.count(verdict) / studies for verdict in Verdict}


def test_the_bounds_are_those_of_ville():
    assert bounds(0.05, 0.05) == pytest.approx((-2.996, 2.996), abs=1e-3)
    assert bounds(0.01, 0.10) == pytest.approx((-math.log(10), math.log(100)))


def test_the_evidence_is_the_formula_worked_by_hand():
    points = np.array([0.5, 0.0, 0.5])
    deals = VIRTUAL * MOST_VARIANCE
    variances = np.array([deals / VIRTUAL, deals / (1 + VIRTUAL), (0.125 + deals) / (2 + VIRTUAL)])
    stakes = 0.1 / (variances + 0.1**2)  # for a mean above 0
    by_hand = np.cumsum(np.log(1 + stakes * points))
    assert log_evidence(points, 0.0, 0.1) == pytest.approx(by_hand)
    assert log_evidence(-points, -0.1, 0.0) == pytest.approx(-by_hand)


@pytest.mark.parametrize(("low", "high"), [(0.47, 0.49), (0.47, 0.48), (0.40, 0.42), (0.0, 0.04)])
def test_at_most_5_of_100_verdicts_are_wrong_also_of_a_bot_that_nearly_always_wins(low, high):
    assert verdicts(0.5 + low, low, high, 500)[Verdict.YES] < 0.06
    assert verdicts(0.5 + high, low, high, 500)[Verdict.NO] < 0.06


def test_of_equal_bots_few_are_found_stronger():
    assert verdicts(0.5, 0.0, 0.1, 1000)[Verdict.YES] < 0.06


def test_of_bots_that_are_stronger_few_are_missed():
    assert verdicts(0.6, 0.0, 0.1, 1000)[Verdict.NO] < 0.06


def test_in_the_middle_either_may_come_out():
    found = verdicts(0.55, 0.0, 0.1, 300)
    assert 0.35 < found[Verdict.YES] < 0.65


def test_near_certain_wins_are_told_from_a_little_less_certain_ones():
    assert verdicts(0.97, 0.44, 0.47, 300)[Verdict.YES] > 0.9
    assert verdicts(0.94, 0.44, 0.47, 300)[Verdict.NO] > 0.9


def test_it_takes_fewer_deals_than_a_test_of_a_fixed_number():
    # Of fixed size: 2 * 1.645 standard deviations of 0.354 over 0.1, squared: 135 deals.
    rng = np.random.default_rng(12)
    deals = [settle(draw(rng, 0.6, 4000), 0.0, 0.1).deals for _ in range(300)]
    assert np.mean(deals) < 100


def test_a_few_equal_deals_settle_nothing():
    assert settle(np.full(9, 0.5), -0.1, 0.1).verdict == Verdict.UNDECIDED
    assert settle(np.zeros(0), -0.1, 0.1).verdict == Verdict.UNDECIDED


def test_what_is_settled_does_not_depend_on_what_was_played_after():
    points = draw(np.random.default_rng(13), 0.6, 4000)
    whole = settle(points, 0.0, 0.1, every=5)
    assert whole.deals % 5 == 0
    assert settle(points[: whole.deals], 0.0, 0.1, every=5) == whole
    assert settle(points[: whole.deals - 1], 0.0, 0.1, every=5).verdict == Verdict.UNDECIDED


def test_an_interval_valid_anytime_holds_the_truth_at_all_times():
    rng = np.random.default_rng(14)
    missed = 0
    for _ in range(200):
        points = draw(rng, 0.6, 600)
        looks = [anytime(points[:deals], 300) for deals in range(10, 600, 10)]
        missed += any(look.low > 0.1 or look.high < 0.1 for look in looks)
    assert missed / 200 < 0.06


def test_without_deals_there_is_no_interval():
    assert math.isnan(float(anytime(np.zeros(0), 100).value))
