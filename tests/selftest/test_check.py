"""When a check holds: within what chance explains, and not beyond."""

import numpy as np
import pytest

from balance.selftest.check import held, mean_check, most_check, same_check, share_check
from balance.stats.intervals import Estimate


@pytest.mark.parametrize(
    ("hits", "holds"), [(950, True), (935, True), (910, False), (965, True), (985, False)]
)
def test_a_share_may_be_off_by_its_margin_and_by_chance(hits, holds):
    assert share_check("", hits, 1000, 0.95, 0.01).holds == holds


def test_a_share_is_told_with_its_interval():
    check = share_check("intervals", 950, 1000, 0.95, 0.01)
    assert check.wanted == "95 ± 1%"
    assert check.found == "95.0% [93.5, 96.2] of 1,000"


@pytest.mark.parametrize(("hits", "holds"), [(0, True), (5, True), (6, True), (20, False)])
def test_what_may_happen_at_most_so_often(hits, holds):
    assert most_check("", hits, 100, 0.05).holds == holds


def test_a_mean_is_held_against_its_own_noise():
    values = np.array([4.9, 5.0, 5.1, 5.0] * 25)
    assert mean_check("", values, 5, 0.1).holds
    assert mean_check("", values, 5.1, 0.1).holds
    assert not mean_check("", values, 5.3, 0.1).holds


def test_one_game_that_differs_is_one_too_many():
    assert same_check("", 0, 100).holds
    assert not same_check("", 1, 100).holds


def test_intervals_that_are_too_narrow_are_found_out():
    rng = np.random.default_rng(1)
    value = rng.standard_normal(4000)
    deals = np.full(4000, 100)

    def of(width):
        return Estimate(value, value - width, value + width, deals, deals.astype(float))

    assert held("", of(1.96), 0.0).holds
    assert not held("", of(1.75), 0.0).holds
    assert not held("", of(2.30), 0.0).holds
