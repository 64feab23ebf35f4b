"""The true spread between things: against published numbers, and against known truths."""

import numpy as np
import pytest

from balance.stats.ranking import tie_groups
from balance.stats.shrinkage import between_sd, shrink

# Thirteen trials of the BCG vaccine: log relative risks and their variances.
BCG = (-0.8893, -1.5854, -1.3481, -1.4416, -0.2175, -0.7861, -1.6209, 0.0120, -0.4694, -1.3713,
       -0.3394, 0.4459, -0.0173)  # fmt: skip
BCG_VARIANCES = (0.3256, 0.1946, 0.4154, 0.0200, 0.0512, 0.0069, 0.2230, 0.0040, 0.0564, 0.0730,
                 0.0124, 0.5325, 0.0714)  # fmt: skip
# Eight schools, Bayesian Data Analysis, table 5.2.
SCHOOLS = (28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0)
SCHOOL_ERRORS = (15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0)


def test_the_spread_of_the_vaccine_trials_is_the_published_one() -> None:
    """metafor 4: tau^2 of method PM is 0.3181; confint (Q-profile) is 0.1197 to 1.1115."""
    found = between_sd(BCG, np.sqrt(BCG_VARIANCES))
    assert found.value**2 == pytest.approx(0.3181, abs=0.0005)
    assert found.low**2 == pytest.approx(0.1197, abs=0.0005)
    assert found.high**2 == pytest.approx(1.1115, abs=0.002)
    assert found.things == 13


def test_the_eight_schools_are_drawn_together_as_in_the_book() -> None:
    """Table 5.3: medians 10, 8, 7, 8, 5, 6, 10, 8; school A's interval is -2 to 31."""
    found = shrink(SCHOOLS, SCHOOL_ERRORS)
    assert found.between.value == 0
    np.testing.assert_allclose(found.value, [11, 8, 6, 8, 5, 6, 10, 8], atol=1)
    assert found.low[0] == pytest.approx(-2, abs=1.5)
    assert found.high[0] == pytest.approx(31, abs=2.5)
    assert (tie_groups(found.draws) == 1).all()
    assert (found.best == 1).all()


def test_with_equal_errors_the_spread_is_what_is_seen_less_the_noise() -> None:
    values = np.random.default_rng(1).normal(0, 3, 40)
    found = between_sd(values, np.ones(40))
    assert found.value**2 == pytest.approx(values.var(ddof=1) - 1, rel=1e-6)


def test_of_many_things_each_is_drawn_to_the_mean_by_the_formula() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(0, 2, 300) + rng.normal(0, 1, 300)
    found = shrink(values, np.ones(300))
    t2 = found.between.value**2
    usual = found.between.mean + t2 / (t2 + 1) * (values - found.between.mean)
    np.testing.assert_allclose(found.value, usual, atol=0.03)


def test_the_spread_is_recovered_and_its_interval_holds_the_truth() -> None:
    rng = np.random.default_rng(3)
    held = 0
    seen: list[float] = []
    inside: list[float] = []
    for _ in range(200):
        errors = rng.uniform(0.3, 1.5, 50)
        truth = rng.normal(5, 1, 50)
        values = truth + errors * rng.normal(size=50)
        found = between_sd(values, errors)
        seen.append(found.value)
        held += found.low <= 1 <= found.high
        if len(inside) < 60:
            shrunk = shrink(values, errors)
            inside.append(float(((shrunk.low < truth) & (truth < shrunk.high)).mean()))
    assert np.mean(seen) == pytest.approx(1, abs=0.03)
    assert 182 <= held <= 198
    assert np.mean(inside) == pytest.approx(0.95, abs=0.01)


def test_where_all_are_alike_no_group_is_told_apart() -> None:
    """False finds: of 100 tables of forty equal things, few show a second group."""
    rng = np.random.default_rng(4)
    zeros, split, right = 0, 0, 0
    for _ in range(100):
        errors = rng.uniform(0.5, 1.5, 40)
        found = shrink(errors * rng.normal(size=40), errors)
        zeros += found.between.low == 0
        split += int(tie_groups(found.draws).max() > 1)
        right += bool((found.best <= 10).all())
    assert zeros >= 95
    assert split <= 8
    assert right >= 90


def test_ranks_are_certain_where_things_are_far_apart() -> None:
    found = shrink([30.0, 10.0, 20.0, np.nan], [0.1, 0.1, 0.1, 1.0])
    assert found.best.tolist()[:3] == found.worst.tolist()[:3] == [1, 3, 2]
    assert tie_groups(found.draws).tolist() == [1, 3, 2, 0]
    assert np.isnan([found.value[3], found.low[3], found.best[3]]).all()


def test_a_thing_that_never_varied_does_not_decide_alone() -> None:
    values = np.array([0.0, 0.03, 0.05, 0.01, 0.04])
    found = shrink(values, [0.0, 0.01, 0.01, 0.01, 0.01])
    assert 0.005 < found.between.value < 0.05
    assert found.value[0] == pytest.approx(0, abs=1e-3)


def test_two_things_have_no_spread() -> None:
    found = shrink([1.0, 2.0], [0.1, 0.1])
    assert np.isnan([found.between.value, found.between.high]).all()
    assert np.isnan(found.value).all()
    assert tie_groups(found.draws).tolist() == [0, 0]


def test_the_same_estimates_give_the_same_ranks() -> None:
    one, two = shrink(SCHOOLS, SCHOOL_ERRORS), shrink(SCHOOLS, SCHOOL_ERRORS)
    assert (one.draws == two.draws).all()


def test_groups_begin_where_a_thing_is_below_the_first_of_its_group() -> None:
    rng = np.random.default_rng(5)
    draws = rng.normal([0.0, 1.0, 9.0, 8.5, -9.0], 1.0, (4000, 5))
    assert tie_groups(draws).tolist() == [2, 2, 1, 1, 3]


@pytest.mark.parametrize("correlation", [0.5, 0.9])
def test_intervals_of_estimates_that_share_luck_hold(correlation: float) -> None:
    rng = np.random.default_rng(6)
    held: list[float] = []
    as_if_unrelated: list[float] = []
    for _ in range(100):
        truth, errors = 0.5 * rng.normal(size=20), rng.uniform(0.5, 1.5, 20)
        luck = np.sqrt(correlation) * rng.normal()
        luck += np.sqrt(1 - correlation) * rng.normal(size=20)
        values = truth + errors * luck
        for some, given in ((held, correlation), (as_if_unrelated, 0.0)):
            found = shrink(values, errors, given)
            some.append(float(((found.low <= truth) & (truth <= found.high)).mean()))
    assert np.mean(held) >= 0.93
    assert np.mean(as_if_unrelated) < 0.8


def test_luck_that_all_share_does_not_change_who_is_ahead() -> None:
    values = np.array([0.0, 1.0, 2.0, 4.0])
    one, two = shrink(values, np.ones(4), 0.8), shrink(values + 3, np.ones(4), 0.8)
    np.testing.assert_allclose(two.value - one.value, 3)
    assert two.best.tolist() == one.best.tolist()
    assert one.between.value == pytest.approx(two.between.value)
