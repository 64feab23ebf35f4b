"""Drawn set-ups: planted effects of cards and pairs are found, absent ones are not."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.analysis.metrics import interactions
from balance.analysis.metrics.interactions import effects, synergies, tally
from balance.scenario.match import Match
from tests.analysis.conftest import make_match, make_records

NAMES = tuple("abcdefg")  # a is always there, g never; e and f come together


def records(match: Match, deals: int, seed: int, effect: float = 0, pair: float = 0) -> Any:
    """Return games in which b makes them longer, and c and d together shorter."""
    rng = np.random.default_rng(seed)
    games = deals * match.lineup.rotations
    there = rng.random((deals, 7)) < 0.5
    there[:, 0], there[:, 6] = True, False
    there[:, 5] = there[:, 4]
    there = np.repeat(there, match.lineup.rotations, axis=0)
    scores = rng.integers(20, 60, (games, 2))
    rounds = rng.normal(20, 2, games) + effect * there[:, 1]
    rounds += pair * (there[:, 2] & there[:, 3])
    winners = scores.argmax(axis=1)
    return make_records(
        match, np.eye(2, dtype=int)[winners], scores=scores, rounds=np.rint(rounds),
        available=there.astype(int),
    )  # fmt: skip


@pytest.fixture(scope="module")
def match() -> Match:
    return make_match(2, cards=NAMES)


def test_sums_are_as_counted_card_by_card(match: Match) -> None:
    some = records(match, 500, 1)
    sums = tally(some, match)
    there = some["available"][:, :7] > 0
    margin = np.abs(some["scores"][:, 0] - some["scores"][:, 1])
    outcomes = [some["rounds"], some["scores"][:, :2].sum(axis=1), margin]
    assert sums.deals.tolist() == [500]
    assert sums.cards.tolist() == there.sum(axis=0).tolist()
    for place, outcome in enumerate(outcomes):
        y = outcome.astype(np.int64)
        assert sums.total[place] == y.sum()
        assert sums.squares[place] == (y**2).sum()
        for one in range(7):
            assert sums.card_total[place, one] == y[there[:, one]].sum()
            assert sums.card_squares[place, one] == (y[there[:, one]] ** 2).sum()
            for two in range(one + 1, 7):
                both = there[:, one] & there[:, two]
                assert sums.pairs[one, two] == both.sum()
                assert sums.pair_total[place, one, two] == y[both].sum()


@pytest.mark.parametrize("lineup", [(), ("x", "y")])
def test_sums_are_the_same_however_games_are_gathered(lineup: tuple[str, ...]) -> None:
    match = make_match(2, lineup=lineup, cards=NAMES)
    some = records(match, 300, 2)
    some["stopped"][[7, 450 % len(some)]] = 1
    cut = 100 * match.lineup.rotations
    whole, parts = tally(some, match), tally(some[:cut], match) + tally(some[cut:], match)
    for name, values in whole.arrays().items():
        assert (values == parts.arrays()[name]).all(), name
    assert whole.deals[0] in (298, 299)


def test_what_was_planted_is_found_and_nothing_else(match: Match) -> None:
    sums = tally(records(match, 4000, 13, effect=0.8, pair=-1.2), match)
    rows, spreads = effects(sums, match)
    assert rows["card"].tolist() == ["B", "C", "D", "E, F"]
    b, c, _, e = rows.to_dict("records")
    assert b["rounds_low"] < 0.8 < b["rounds_high"]
    assert b["rounds_sure"]
    assert c["rounds_value"] == pytest.approx(-0.6, abs=0.2)
    assert e["rounds_value"] == pytest.approx(0, abs=0.3)
    assert not rows["score_sure"].any()
    assert spreads["rounds"].value > 0.3
    pairs, _ = synergies(sums, match)
    assert len(pairs) == 6
    surest = pairs.sort_values("rounds_q").to_dict("records")[0]
    assert (surest["first"], surest["second"]) == ("C", "D")
    assert surest["rounds_q"] < 0.001
    assert surest["rounds_low"] < -1.2 < surest["rounds_high"]


def test_intervals_hold_the_truth(match: Match) -> None:
    alone, together, pairs_seen = 0, 0, 0
    for seed in range(100):
        sums = tally(records(match, 300, seed, effect=0.5), match)
        rows, _ = effects(sums, match)
        alone += (
            (rows["rounds_low"] < [0.5, 0, 0, 0]) & (rows["rounds_high"] > [0.5, 0, 0, 0])
        ).sum()
        pairs, _ = synergies(sums, match)
        together += ((pairs["rounds_low"] < 0) & (pairs["rounds_high"] > 0)).sum()
        pairs_seen += len(pairs)
    assert alone / 400 == pytest.approx(0.95, abs=0.035)
    assert together / pairs_seen == pytest.approx(0.95, abs=0.03)


def test_the_score_is_a_players_and_numbers_are_per_game() -> None:
    two, four = make_match(2, cards=NAMES), make_match(2, lineup=("x", "y"), cards=NAMES)
    one = records(two, 1000, 4)
    again = np.repeat(one, 2)
    again["number"] = np.arange(2000)
    first, _ = effects(tally(one, two), two)
    second, _ = effects(tally(again, four), four)
    for name in ("rounds_value", "score_value", "margin_value"):
        np.testing.assert_allclose(first[name], second[name])


def test_cards_that_are_in_every_game_have_nothing_to_tell(match: Match) -> None:
    some: NDArray[Any] = records(match, 200, 5)
    some["available"] = 1
    rows, _ = effects(tally(some, match), match)
    pairs, _ = synergies(tally(some, match), match)
    assert rows.empty
    assert pairs.empty


def test_it_applies_to_players_who_play_each_other() -> None:
    assert interactions.applies(make_match(2, cards=("a",)))
    assert not interactions.applies(make_match(1, cards=("a",)))
    assert not interactions.applies(make_match(2))
