"""Measures on records that are made up, and how figures are judged."""

import numpy as np
import pytest

from balance.analysis.published_results import (
    figure_sums,
    level_of,
    measure_of,
    measured_figures,
    tally,
)
from balance.engine.layout import WIN
from balance.engine.services import Figure, Reference
from balance.errors import ScenarioError
from balance.stats.verdict import Verdict
from tests.analysis.conftest import make_match

HALF = WIN // 2


def reference(*measures, unit=""):
    figures = tuple(Figure(measure, 0.0, 1.0, unit) for measure in measures)
    return Reference("made up", "all", figures, 4, ("a", "b"))


@pytest.fixture
def games():
    """Two deals of two games: a wins, a and b share, b wins, and one that is cut off."""
    match = make_match(2, ("a", "b"))
    records = np.zeros(4, match.game.record)
    records["lineup"][:, :2] = [[0, 1], [1, 0], [0, 1], [1, 0]]
    records["wins"][:, :2] = [[WIN, 0], [HALF, HALF], [0, WIN], [WIN, 0]]
    records["scores"][:, :2] = [[9, 4], [5, 5], [1, 7], [0, 0]]
    records["rounds"] = [3, 4, 4, 9]
    records["ending"] = [0, 1, 1, 1]
    records["stopped"] = [0, 0, 0, 1]
    return match, records


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("points a", 2 / 4),
        ("points b", 2 / 4),
        ("wins a", 1 / 4),
        ("wins seat 1", 1 / 4),
        ("wins seat 2", 1 / 4),
        ("shared", 2 / 4),
        ("shared 1+2", 2 / 4),
        ("rounds", 20 / 4),
        ("rounds = 4", 2 / 4),
        ("score a", (9 + 5 + 1 + 0) / 4),
        ("ending empty", 1 / 4),
        ("ending full", 2 / 4),
    ],
)
def test_measures(games, measure, value):
    match, records = games
    one = reference(measure)
    (found,) = measured_figures(one, tally(one, records, match), match, 0.99)
    assert found.estimate.value == pytest.approx(value)


def test_percent_is_a_hundred_times_as_much(games):
    match, records = games
    one = reference("shared", unit="%")
    (found,) = measured_figures(one, tally(one, records, match), match, 0.99)
    assert found.estimate.value == pytest.approx(50)


def test_sums_of_parts_are_those_of_all(games):
    match, records = games
    one = reference("points a", "rounds")
    both = (tally(one, records[:2], match) + tally(one, records[2:], match)).arrays()
    for name, whole in tally(one, records, match).arrays().items():
        assert np.array_equal(both[name], whole)


def test_a_bot_in_all_seats_has_an_equal_share():
    match = make_match(3)
    records = np.zeros(2, match.game.record)
    records["wins"][:, :3] = [[WIN, 0, 0], [20, 20, 20]]
    records["lineup"][:, :3] = 0
    one = reference("points same", "shared 1+2+3", "shared 1+2")
    found = measured_figures(one, tally(one, records, match), match, 0.99)
    assert [float(each.estimate.value) for each in found] == pytest.approx([1 / 3, 1 / 2, 0])


@pytest.mark.parametrize(
    "measure", ["points c", "wins seat 3", "ending late", "round", "shared 1+3"]
)
def test_words_that_say_nothing_are_refused(games, measure):
    match, _ = games
    one = reference(measure)
    with pytest.raises(ScenarioError, match=f"made up: measure '{measure}'".replace("+", r"\+")):
        measure_of(one, one.figures[0], match)


@pytest.mark.parametrize(
    ("expected", "within", "verdict"),
    [
        (0.5, 0.1, Verdict.YES),
        (0.52, 0.03, Verdict.UNDECIDED),
        (0.7, 0.1, Verdict.NO),
        (0.3, 0.1, Verdict.NO),
        (0.5, 0.01, Verdict.UNDECIDED),
    ],
)
def test_the_whole_interval_decides(expected, within, verdict):
    """Half of 10,000 deals: the interval is 1.3 points to each side."""
    values = np.arange(10_000)[:, None] % 2
    sums = figure_sums(values, np.ones(10_000, np.int64))
    one = Reference("coin", "all", (Figure("heads", expected, within),), 1)
    (found,) = measured_figures(one, sums, None, 0.99)
    assert (found.estimate.low, found.estimate.high) == pytest.approx((0.4871, 0.5129), abs=1e-4)
    assert found.verdict == verdict


def test_deals_that_do_not_count_change_nothing():
    values, counted = np.array([[1], [0], [1], [1]]), np.array([1, 1, 0, 0])
    sums = figure_sums(values, counted)
    one = Reference("coin", "all", (Figure("heads", 0.5, 0.1),), 1)
    (found,) = measured_figures(one, sums, None, 0.99)
    assert (found.estimate.value, int(found.estimate.deals)) == (0.5, 2)


def test_all_intervals_hold_together():
    """Of 100 figures with no tolerance at all, one is missed in a run of twenty."""
    assert level_of(1) == 0.95
    rng = np.random.default_rng(1)
    one = Reference("coin", "all", (Figure("heads", 0.5, 0.0),), 1)
    runs = 0
    for _ in range(100):
        heads = rng.binomial(400, 0.5, 100)
        sums = [figure_sums(np.arange(400)[:, None] < k, np.ones(400, np.int64)) for k in heads]
        found = [measured_figures(one, each, None, level_of(100))[0].verdict for each in sums]
        runs += Verdict.NO in found
    assert runs <= 12
