"""When a check passes: within what chance explains, and not beyond."""

import numpy as np
import pytest

from balance.selftest.check import (
    at_least_check,
    at_most_check,
    coverage_check,
    same_check,
    share_check,
)
from balance.stats.intervals import Estimate


@pytest.mark.parametrize(
    ("hits", "passed"), [(950, True), (935, True), (910, False), (965, True), (985, False)]
)
def test_a_share_may_be_off_by_its_margin_and_by_chance(hits, passed):
    assert share_check("", hits, 1000, 0.95, 0.01).passed == passed


def test_a_share_is_shown_with_its_interval():
    check = share_check("intervals", 950, 1000, 0.95, 0.01)
    assert check.expected == "95 ± 1%"
    assert check.observed == "95.0% [93.5, 96.2] of 1,000"


@pytest.mark.parametrize(("hits", "passed"), [(0, True), (5, True), (6, True), (20, False)])
def test_a_share_may_be_at_most_so_large(hits, passed):
    assert at_most_check("", hits, 100, 0.05).passed == passed


@pytest.mark.parametrize(("hits", "passed"), [(100, True), (92, True), (70, False)])
def test_a_share_must_be_at_least_so_large(hits, passed):
    assert at_least_check("", hits, 100, 0.93).passed == passed


def test_one_game_that_differs_is_one_too_many():
    assert same_check("", 0, 100).passed
    assert not same_check("", 1, 100).passed


def test_intervals_that_are_too_narrow_or_too_wide_fail():
    rng = np.random.default_rng(1)
    value = rng.standard_normal(4000)
    deals = np.full(4000, 100)

    def of(width):
        return Estimate(value, value - width, value + width, deals, deals.astype(float))

    assert coverage_check("", of(1.96), 0.0).passed
    assert not coverage_check("", of(1.75), 0.0).passed
    assert not coverage_check("", of(2.30), 0.0).passed
