from itertools import combinations

import numpy as np
import pytest
from scipy.special import softmax

from balance.analysis.comparison.pairwise import PairingOutcome
from balance.analysis.comparison.tournament import matrix, standings, turned
from balance.stats.ratings import SCALE

LABELS = ["a", "b", "c"]


def drawn(one, two, strengths, deals, rng):
    """Return a pairing of two players, bots winning by their strengths."""
    lineups = np.array([[0, 1], [1, 0]])
    labels = LABELS[one], LABELS[two]
    chances = softmax(np.array([strengths[one], strengths[two]])[lineups], axis=1)
    first = rng.random((deals, 2)) < chances[:, 0]
    wins = np.stack([first, ~first], axis=2).astype(float)
    rate = (wins * (lineups == 0)).sum(axis=2).mean(axis=1)
    both = np.stack([rate, 1 - rate], axis=1)
    return PairingOutcome(
        labels, 2, rate - 0.5, both, 10 * (rate - 0.5), wins.mean(axis=1), lineups, wins, 1, 2.0
    )


@pytest.fixture
def found():
    rng = np.random.default_rng(1)
    strengths = np.array([0.0, 1.0, 0.4])
    outcomes = [drawn(one, two, strengths, 2000, rng) for one, two in combinations(range(3), 2)]
    return standings(outcomes, LABELS, [10.0, 20.0, 30.0])


def test_the_strongest_stands_first(found):
    assert found.bots["bot"].tolist() == ["b", "c", "a"]
    assert found.bots["speed"].tolist() == [20, 30, 10]
    assert found.games == 12_000


def test_ratings_are_the_strengths(found):
    apart = found.bots["rating_value"] - found.bots["rating_value"].iloc[2]
    assert apart.tolist() == pytest.approx([SCALE, 0.4 * SCALE, 0], abs=20)
    assert (found.bots["rating_low"] < found.bots["rating_value"]).all()


def test_points_are_the_mean_of_what_a_bot_won_against_each(found):
    rates = found.pairings.groupby("bot")["value"].mean()
    for row in found.bots.itertuples():
        assert row.value == pytest.approx(rates[row.bot])
        assert row.low < row.value < row.high


def test_every_pairing_stands_from_both_sides(found):
    wide = matrix(found)
    assert wide.index.tolist() == wide.columns.tolist() == ["b", "c", "a"]
    assert np.isnan(np.diag(wide)).all()
    assert wide.to_numpy()[0, 1] + wide.to_numpy()[1, 0] == pytest.approx(1)
    margins = matrix(found, "margin_value").to_numpy()
    assert margins[0, 2] == pytest.approx(-margins[2, 0])


def test_seats_of_one_worth_have_ratings_of_none(found):
    assert found.seats["value"].tolist() == pytest.approx([0.5, 0.5], abs=0.02)
    assert (found.seats["rating_low"] < 0).all()
    assert (found.seats["rating_high"] > 0).all()


def test_a_ladder_shows_no_circles_and_stone_scissors_and_paper_does(found):
    assert found.intransitivity is not None
    assert found.intransitivity.cyclic < 0.05
    rng = np.random.default_rng(2)
    around = [
        drawn(0, 1, [1, 0, 0], 500, rng),
        drawn(1, 2, [0, 1, 0], 500, rng),
        drawn(0, 2, [0, 0, 1], 500, rng),
    ]
    circle = standings(around, LABELS, [1.0] * 3).intransitivity
    assert circle is not None
    assert circle.cyclic > 0.9
    assert circle.by_chance < 0.05


def test_neighbours_alone_are_rated_too():
    rng = np.random.default_rng(3)
    outcomes = [drawn(1, 0, [0, 1, 2], 500, rng), drawn(2, 1, [0, 1, 2], 500, rng)]
    found = standings(outcomes, LABELS, [1.0] * 3)
    assert found.bots["bot"].tolist() == ["c", "b", "a"]
    assert found.intransitivity is None


def test_a_bot_that_never_lost_makes_no_circle_of_it():
    rng = np.random.default_rng(4)
    outcomes = [drawn(one, two, [0, 50, 49.8], 300, rng) for one, two in ((0, 1), (0, 2), (1, 2))]
    circle = standings(outcomes, LABELS, [1.0] * 3).intransitivity
    assert circle is not None
    assert circle.cyclic < 0.05


def test_turned_twice_an_outcome_is_as_it_was():
    one = drawn(0, 1, [0, 1, 0], 50, np.random.default_rng(5))
    again = turned(turned(one))
    assert (again.excess == one.excess).all()
    assert (again.lineups == one.lineups).all()
    assert turned(one).bots == ("b", "a")
