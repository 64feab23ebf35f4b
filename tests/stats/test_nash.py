"""Nash averaging: games whose equilibrium is known."""

import numpy as np
import pytest

from balance.stats.nash import nash_average, nash_mix

ROCK_PAPER_SCISSORS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) / 2


def test_who_beats_all_is_the_mix() -> None:
    better = np.array([[0.0, 0.1, 0.2], [-0.1, 0.0, 0.1], [-0.2, -0.1, 0.0]])
    np.testing.assert_allclose(nash_mix(better), [1, 0, 0], atol=0.01)


def test_a_cycle_is_mixed_evenly() -> None:
    np.testing.assert_allclose(nash_mix(ROCK_PAPER_SCISSORS), 1 / 3, atol=1e-3)


def test_unequal_advantages_of_a_cycle() -> None:
    # a beats b by 3, b beats c by 2, c beats a by 1: each has the share of the other two's margin.
    game = np.array([[0, 3, -1], [-3, 0, 2], [1, -2, 0]]) / 10
    np.testing.assert_allclose(nash_mix(game), np.array([2, 1, 3]) / 6, atol=2e-3)


def test_a_copy_shares_the_part_of_its_original() -> None:
    places = [0, 0, 1, 2]
    game = ROCK_PAPER_SCISSORS[np.ix_(places, places)]
    np.testing.assert_allclose(nash_mix(game), [1 / 6, 1 / 6, 1 / 3, 1 / 3], atol=1e-3)


def test_players_that_are_alike_are_mixed_evenly() -> None:
    np.testing.assert_allclose(nash_mix(np.zeros((4, 4))), 0.25)


def test_nobody_beats_the_mix_of_random_games() -> None:
    games = np.random.default_rng(1).normal(0, 0.1, (1_000, 12, 12))
    games -= games.transpose(0, 2, 1)
    gain = (games @ nash_mix(games)[..., None])[..., 0].max(axis=-1)
    assert (gain < 0.003 * np.abs(games).max(axis=(1, 2))).all()


def test_the_bootstrap_covers_the_true_shares() -> None:
    rng = np.random.default_rng(2)
    pairs = [(0, 1), (0, 2), (1, 2)]
    truth = np.array([0.3, -0.1, 0.2])
    shares = np.array([2, 1, 3]) / 6
    held = 0
    for _ in range(40):
        found = nash_average(truth + rng.normal(0, 0.5, (400, 3)), pairs, 3)
        assert found.share.sum() == pytest.approx(1)
        held += ((found.low <= shares) & (shares <= found.high)).sum()
    assert held >= 0.85 * 120
