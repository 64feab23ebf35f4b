import numpy as np
import pytest

from balance.analysis.comparison.pairwise import (
    PairingOutcome,
    alone,
    anytime_points,
    estimate_points,
    margin,
    pairing_outcome,
    pairs,
    seat_rates,
    share_of_points,
)
from balance.runner.bot_matches import MatchResult
from balance.runner.pairings import Pairing, PairingResult
from balance.scenario.match import Entry

A, B = 0, 1


@pytest.fixture
def met(pig):
    """Return an encounter made of line-ups, wins in 60ths and scores of each meeting."""
    bots = (Entry("a", pig.bots["hold_at"]), Entry("b", pig.bots["hold_at"]))

    def make(*meetings):
        played = []
        for lineup, wins, scores in meetings:
            won = np.array(wins, np.int32)
            cut_off = np.zeros(won.shape[:2], np.bool_)
            seated, scored = np.array(lineup, np.int32), np.array(scores, np.int32)
            played.append(MatchResult(np.arange(len(won)), won, scored, cut_off, seated, 2.0))
        return pairing_outcome(PairingResult(Pairing(bots, ()), tuple(played)))

    return make


@pytest.fixture
def two(met):
    """Return a duel of three deals: won by a twice, by seat 0 twice, and by b and shared."""
    lineup = [[A, B], [B, A]]
    wins = [[[60, 0], [0, 60]], [[60, 0], [60, 0]], [[0, 60], [30, 30]]]
    scores = [[[9, 5], [4, 8]], [[7, 6], [7, 6]], [[1, 3], [5, 5]]]
    return met((lineup, wins, scores))


def test_with_two_players_an_excess_is_the_share_of_points_less_a_half(two):
    assert two.excess.tolist() == [0.5, 0.0, -0.25]
    assert two.alone.tolist() == [[1, 0], [0.5, 0.5], [0.25, 0.75]]
    assert float(share_of_points(two).value) == pytest.approx((1 + 0.5 + 0.25) / 3)


def test_deals_are_counted_by_what_the_first_bot_won_of_the_two_games(two):
    assert pairs(two) == {2.0: 1, 1.5: 0, 1.0: 1, 0.5: 1, 0.0: 0}


def test_the_margin_is_the_score_of_one_bot_less_the_other_s(two):
    assert two.margin.tolist() == [4, 0, -1]
    assert float(margin(two).value) == 1


def test_a_seat_wins_whoever_sits_there(two):
    assert two.seats.tolist() == [[0.5, 0.5], [1, 0], [0.25, 0.75]]
    first, second = seat_rates(two.seats, 2)
    assert float(first.value) + float(second.value) == pytest.approx(1)


def test_with_three_players_an_excess_is_what_each_wins_when_alone(met):
    lone_a = [[A, B, B], [B, A, B], [B, B, A]]
    lone_b = [[B, A, A], [A, B, A], [A, A, B]]
    # Alone, a wins two games of three, and b none.
    wins_a = [[[60, 0, 0], [0, 60, 0], [0, 60, 0]]]
    wins_b = [[[0, 60, 0], [0, 0, 60], [60, 0, 0]]]
    scores = [[[6, 3, 3]] * 3]
    found = met((lone_a, wins_a, scores), (lone_b, wins_b, scores))
    assert found.players == 3
    assert found.alone.tolist() == [[2 / 3, 0]]
    assert found.excess.tolist() == [1 / 3]  # half of 1/3 above and 1/3 below an equal share
    assert pairs(found) == {}
    assert found.games == 6
    assert found.seconds == 4


def test_a_game_shared_by_all_is_an_equal_share(met):
    lone_a, lone_b = [[A, B, B], [B, A, B], [B, B, A]], [[B, A, A], [A, B, A], [A, A, B]]
    shared, scores = [[[20, 20, 20]] * 3], [[[1, 1, 1]] * 3]
    found = met((lone_a, shared, scores), (lone_b, shared, scores))
    assert found.excess.tolist() == [0]
    assert float(alone(found, A).value) == pytest.approx(1 / 3)


def studies(share, deals, times):
    rng = np.random.default_rng(3)
    for _ in range(times):
        won = rng.random((deals, 2)) < share
        luck = rng.random((deals, 1)) < 0.4  # both games are then decided by the deal
        won = np.where(luck, won[:, :1], won)
        rate = won.mean(axis=1)
        yield PairingOutcome(
            ("a", "b"), 2, rate - 0.5, np.stack([rate, 1 - rate], 1), rate, np.stack([rate] * 2, 1),
            np.array([[0, 1], [1, 0]]), np.zeros((deals, 2, 2)), 0, 1.0,
        )  # fmt: skip


def test_the_interval_of_points_holds_the_truth_in_95_of_100_studies():
    found = [share_of_points(one) for one in studies(0.7, 200, 400)]
    held = np.mean([one.low <= 0.7 <= one.high for one in found])
    assert 0.92 < held < 0.98


def test_the_interval_valid_anytime_is_wider_and_stays_within_a_share():
    for one in studies(0.6, 100, 5):
        usual, valid = share_of_points(one), anytime_points(one.excess, 2, 100)
        assert valid.low < usual.low
        assert valid.high > usual.high
    for one in studies(0.98, 20, 5):
        assert anytime_points(one.excess, 2, 100).high <= 1


def test_points_of_more_players_that_are_all_alike_have_an_interval() -> None:
    always = estimate_points(np.full(200, 0.5), 3, 6)
    assert (float(always.value), float(always.high)) == (0.5, 0.5)
    assert 0.45 < float(always.low) < 0.5
    even = estimate_points(np.zeros(200), 3, 6)
    assert float(even.low) < 0.0 < float(even.high)


def test_points_of_more_players_are_as_precise_as_their_mean() -> None:
    excess = np.random.default_rng(1).integers(0, 2, (500, 8)).mean(axis=1) - 0.4
    estimate = estimate_points(excess, 4, 8)
    width = float(estimate.high - estimate.low)
    assert width == pytest.approx(2 * 1.96 * excess.std() / np.sqrt(500), rel=0.03)


def test_with_one_player_a_deal_is_won_by_the_bot_that_alone_wins_it(met):
    found = met(
        ([[A]], [[[60]], [[60]], [[0]], [[0]]], [[[9]], [[8]], [[3]], [[2]]]),
        ([[B]], [[[0]], [[60]], [[60]], [[0]]], [[[4]], [[7]], [[5]], [[2]]]),
    )
    assert found.alone.tolist() == [[1, 0], [1, 1], [0, 1], [0, 0]]
    assert found.excess.tolist() == [0.5, 0, -0.5, 0]
    assert float(share_of_points(found).value) == 0.5
    assert float(anytime_points(found.excess, 1, 100).value) == 0.5
    assert found.margin.tolist() == [5, 1, -2, 0]
    assert found.seats.tolist() == [[0.5], [1], [0.5], [0]]
    assert found.lineups.tolist() == [[0, 1], [1, 0]]  # as a contest, for ratings
    assert found.wins[0].tolist() == [[1, 0], [0, 1]]
    assert found.wins[3].tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert found.games == 8
