"""Sequential halving."""

from itertools import pairwise

import numpy as np
import pytest

from balance.analysis.experiments.halving import clearly_worse, rounds_of, survivors, winner_place
from balance.selftest.suite import TOY
from balance.stats.jackknife import Replicates, replicates


@pytest.mark.parametrize("number", [2, 3, 8, 30, 49])
def test_every_round_has_half_of_the_arms_and_about_the_same_deals(number: int) -> None:
    deals = 100_000
    rounds = rounds_of(number, deals)
    assert rounds[0][0] == number
    assert rounds[-1][0] == 2
    played, before = 0, 0
    for (size, end), (next_size, next_end) in pairwise(rounds):
        assert next_size == -(-size // 2)
        assert next_end > end
    for size, end in rounds:
        assert size * (end - before) == pytest.approx(deals / len(rounds), rel=0.01)
        played, before = played + size * (end - before), end
    assert played <= deals


def test_the_largest_survive_and_ties_go_to_the_first() -> None:
    assert survivors([0.1, 0.3, 0.2, 0.3], 2) == [1, 3]
    assert survivors([0.1, 0.1, 0.1], 2) == [0, 1]
    assert survivors(np.array([0.1, -0.2]), 1) == [0]


def values_of(rng: np.random.Generator, chances: list[float], games: int = 20) -> Replicates:
    """Return win rates of cards, from 256 folds of so many games."""
    won = rng.binomial(games, chances, (256, len(chances)))
    return replicates(won, np.full(won.shape, games), np.ones(256), 1.0)


def test_of_equal_cards_hardly_any_is_called_worse() -> None:
    rng = np.random.default_rng(1)
    worse = [clearly_worse(values_of(rng, [0.5] * 6), 6, 1) for _ in range(300)]
    assert np.mean(worse, axis=0).max() < 0.06
    assert np.mean([one.all() for one in worse]) == 0


def test_a_near_tie_is_not_decided_and_what_is_far_is() -> None:
    values = values_of(np.random.default_rng(2), [0.5, 0.497, 0.4])
    assert clearly_worse(values, 3, 1).tolist() == [False, False, True]


def test_the_one_named_did_best_in_all_its_games() -> None:
    fresh = Replicates(np.array([0.1, 0.2, 0.3]), np.zeros((256, 3)), np.full(3, 256))
    nobody = np.zeros(3, np.bool_)
    assert winner_place([0.9, 0.2, 0.3], [100, 100, 100], fresh, 100, nobody) == 0
    assert winner_place([0.9, 0.2, 0.3], [1, 1, 1], fresh, 100, nobody) == 2
    assert winner_place([0.9, 0.2, 0.3], [1, 1, 1], fresh, 100, np.array([False, False, True])) == 1


def test_the_strongest_is_among_those_named_and_the_interval_holds() -> None:
    (row,) = (one for one in TOY if one.claims[0].name.startswith("strongest of 10"))
    assert [check.name for check in row.checks(3, 60 * row.part) if not check.passed] == []
