"""How narrow intervals are that a run is played for."""

import numpy as np
import pytest

from balance.analysis.interval_widths import interval_widths, plan_of
from balance.scenario.requirements import read_stopping_rule
from tests.analysis.conftest import make_match
from tests.report.conftest import OBJECTIVES, variant

WINS = read_stopping_rule("halfwidth<2pp")


def looked_at(match, games, until=WINS):
    cell = variant(match, games)
    return interval_widths(cell.sums, cell.match, until)


def test_every_seat_has_a_half_width_that_shrinks():
    few, many = looked_at(make_match(2), 1000), looked_at(make_match(2), 9000)
    assert few.rows["name"].tolist() == ["seat 1", "seat 2"]
    assert not few.is_enough
    assert many.is_enough
    # At a sixth of the deals that were planned it is 1.73 times an ordinary one.
    assert few.widest == pytest.approx(1.73 * 1.96 * 0.5 / 1000**0.5, rel=0.1)
    assert few.deals == pytest.approx(5800, rel=0.2)
    assert looked_at(make_match(2), int(few.deals * 1.02)).is_enough


def test_bots_that_differ_are_looked_at_too():
    found = looked_at(make_match(2, lineup=("strong", "weak")), 400)
    assert found.rows["name"].tolist() == ["seat 1", "seat 2", "strong", "weak"]
    assert (found.rows["deals"] == 200).all()


def test_objectives_need_more_deals_as_only_some_tell():
    match = make_match(2, objectives=OBJECTIVES)
    found = looked_at(match, 3000, read_stopping_rule("halfwidth(objectives)<2pp"))
    assert len(found.rows) == len(OBJECTIVES)
    assert found.deals > 1.4 * looked_at(match, 3000).deals


def test_rounds_are_no_share():
    found = looked_at(make_match(2), 4000, read_stopping_rule("halfwidth(rounds)<0.05"))
    assert not found.is_share
    assert found.rows["low"][0] < found.rows["value"][0] < found.rows["high"][0]
    assert found.deals == pytest.approx((2 * 1.55 * 1.96 / 0.05) ** 2, rel=0.15)


def test_too_few_deals_are_never_enough():
    found = looked_at(make_match(2), 60)
    assert np.isnan(found.widest)
    assert np.isnan(found.deals)
    assert not found.is_enough


def test_what_cannot_be_asked_is_precise_enough():
    found = looked_at(make_match(2), 60, read_stopping_rule("halfwidth(objectives)<2pp"))
    assert found.is_enough
    assert found.rows.empty


def test_the_plan_is_of_a_fair_share():
    assert plan_of(make_match(4), read_stopping_rule("halfwidth<0.5pp")) == pytest.approx(
        69_300, rel=0.01
    )
