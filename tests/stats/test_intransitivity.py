from itertools import combinations

import numpy as np
import pytest

from balance.stats.intransitivity import intransitivity


def pairs_of(matrix):
    return np.array([matrix[pair] for pair in combinations(range(len(matrix)), 2)])


def ladder(*strengths):
    return pairs_of(np.subtract.outer(strengths, strengths))


AROUND = pairs_of(np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]]))


def test_a_ladder_has_no_circles():
    found = intransitivity(ladder(0.0, 1.0, 3.0), np.zeros((3, 3)), 3)
    assert (found.cyclic, found.value, found.high) == pytest.approx((0, 0, 0), abs=1e-12)
    assert found.strengths == pytest.approx([-4 / 3, -1 / 3, 5 / 3])
    assert found.residuals == pytest.approx(np.zeros((3, 3)))
    assert found.cycles == ()


def test_stone_scissors_and_paper_are_nothing_but_a_circle():
    found = intransitivity(AROUND, np.eye(3) * 1e-6, 3)
    assert found.cyclic == pytest.approx(1)
    assert found.low > 0.99
    assert found.p < 1e-9
    (cycle,) = found.cycles
    assert cycle.bots == (0, 1, 2)
    assert cycle.links.tolist() == [1, 1, 1]
    assert cycle.q < 1e-9


def test_the_textbook_split():
    """A ladder of 0, 1, 2 and a circle of 1 / 2 at right angles: squares of 6 and of 3 / 4."""
    found = intransitivity(ladder(2.0, 1.0, 0.0) + AROUND / 2, np.zeros((3, 3)), 3)
    assert found.strengths == pytest.approx([1, 0, -1])
    assert found.cyclic == pytest.approx(0.75 / 6.75)
    assert found.residuals[0, 1] == pytest.approx(0.5)


def test_the_errors_say_how_much_of_a_circle_is_chance():
    rng = np.random.default_rng(7)
    truth = ladder(0.0, 0.2, 0.4, 0.6)
    found = [intransitivity(truth + rng.normal(0, 0.1, 6), 0.01 * np.eye(6), 4) for _ in range(500)]
    seen = np.mean([one.cyclic for one in found])
    assert seen == pytest.approx(np.mean([one.by_chance for one in found]), rel=0.15)
    assert np.mean([one.value for one in found]) < 0.4 * seen
    assert np.mean([one.p < 0.05 for one in found]) == pytest.approx(0.05, abs=0.025)


@pytest.mark.parametrize(("circle", "least"), [(0.0, 0.99), (0.1, 0.88), (0.3, 0.93), (1.0, 0.93)])
def test_intervals_hold_the_truth(circle, least):
    """Errors that belong together, as those of bots that meet on the same deals."""
    rng = np.random.default_rng(11)
    truth = ladder(0.0, 0.3, 0.7) + circle * AROUND
    covariance = 0.01 * (0.7 * np.eye(3) + 0.3)
    true_share = intransitivity(truth, np.zeros((3, 3)), 3).cyclic
    held = 0
    for draw in rng.multivariate_normal(truth, covariance, 1000):
        found = intransitivity(draw, covariance, 3)
        held += found.low <= true_share <= found.high
    assert held / 1000 > least


def test_a_loop_is_as_sure_as_its_weakest_link():
    found = intransitivity(np.array([0.5, -0.4, 0.1]), np.diag([0.01, 0.01, 0.01]), 3)
    (cycle,) = found.cycles
    assert cycle.bots == (0, 1, 2)
    assert cycle.links[cycle.weakest] == pytest.approx(0.1)
    assert cycle.p == pytest.approx(0.1587, abs=1e-4)
    assert cycle.q >= cycle.p
