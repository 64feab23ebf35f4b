"""The toy game: its rules T1 to T5, and computed win rates against played games."""

from itertools import product

import numpy as np
import pytest

from balance.analysis.experiments.arm_sums import tally
from balance.engine.layout import WIN
from balance.engine.services import Handicap
from balance.errors import CardError
from balance.runner.batches import Batches
from balance.scenario.experiments import handicapped
from balance.selftest.toy_studies import studies, toy, truth_of

GAMES = 40_000


@pytest.fixture(scope="module")
def variant():
    return toy(2, 7)


def record_of(match, games=1):
    return Batches(match).play(0, games)


def test_players_buy_cards_with_more_points_than_their_price(variant):
    record = record_of(variant.match)[0]
    assert record["taken"][:2].tolist() == [[1, 1, 0], [1, 1, 0]]  # not the Crown
    assert record["parts"][0, :2].tolist() == [20 - 3 - 4, 5 + 5]


def test_parts_add_up_and_the_highest_score_wins(variant):
    records = record_of(variant.match, 500)
    scores = records["scores"][:, :2]
    assert (records["parts"].sum(axis=2) == records["scores"]).all()
    assert (records["wins"].sum(axis=1) == WIN).all()
    assert (records["wins"][:, 0] == WIN)[scores[:, 0] > scores[:, 1]].all()
    assert (records["wins"][:, 0] == WIN // 2)[scores[:, 0] == scores[:, 1]].all()


def test_goals_differ_and_score_their_points(variant):
    records = record_of(variant.match, 500)
    dealt = records["dealt"][:, :2, 0]
    assert (dealt[:, 0] != dealt[:, 1]).all()
    assert (np.array([0, 2, 4, 8])[dealt] == records["fulfilled"][:, :2]).all()


@pytest.mark.parametrize(
    ("handicap", "taken", "gold", "points"),
    [
        (Handicap(card="charm", is_banned=True), [0, 1, 0], 16, 5),
        (Handicap(card="charm", surcharge=1), [1, 1, 0], 12, 10),
        (Handicap(card="charm", surcharge=2), [0, 1, 0], 16, 5),
        (Handicap(card="crown", is_gift=True), [1, 1, 0], 13, 16),
        (Handicap(goods={"gold": 4}), [1, 1, 0], 17, 10),
    ],
)
def test_a_handicap_is_for_one_entry_only(variant, handicap, taken, gold, points):
    first, second = record_of(handicapped(variant.match, handicap), 2)
    for record, seat in ((first, 0), (second, 1)):
        assert record["taken"][seat].tolist() == taken
        assert record["parts"][seat, :2].tolist() == [gold, points]
        assert record["taken"][1 - seat].tolist() == [1, 1, 0]


def test_an_unknown_card_is_refused(variant):
    with pytest.raises(CardError, match="no card 'knight'"):
        handicapped(variant.match, Handicap(card="knight", is_banned=True))


@pytest.mark.parametrize("players", [2, 3])
def test_computed_win_rates_are_those_of_played_games(players):
    match = toy(players, 3, sides=6, first=2).match
    truth = truth_of(match)
    records = record_of(match, GAMES)
    rates = records["wins"][:, :players].mean(axis=0) / WIN
    computed = [truth.of_seat(seat) for seat in range(players)]
    assert rates == pytest.approx(computed, abs=0.01)
    assert sum(computed) == pytest.approx(1)
    has = records["dealt"][:, :players, 0] == 3
    rate = records["wins"][:, :players][has].mean() / WIN
    assert rate == pytest.approx(truth.of_goal(3), abs=0.01)


@pytest.mark.parametrize(
    "handicap",
    [
        Handicap(card="charm", is_banned=True),
        Handicap(card="bell", surcharge=-1),
        Handicap(card="crown", is_gift=True),
        Handicap(goods={"gold": 3}),
    ],
)
def test_computed_win_rates_with_a_handicap_are_those_of_played_games(variant, handicap):
    match = handicapped(variant.match, handicap)
    found = tally(record_of(match, GAMES), match).win_rate()
    truth = truth_of(match)
    assert found.value[0] == pytest.approx(truth.of_first_entry(), abs=0.01)


def test_a_gift_is_worth_as_much_gold_as_it_has_points(variant):
    gift = handicapped(variant.match, Handicap(card="charm", is_gift=True))
    gold = handicapped(variant.match, Handicap(goods={"gold": 5}))
    assert truth_of(gift).of_first_entry() == pytest.approx(truth_of(gold).of_first_entry())


def test_a_win_rate_is_the_count_over_all_throws():
    match = toy(2, 1, sides=3, goals=(0, 2), first=1).match
    wins = 0.0
    for goal, *dice in product((0, 2), *[range(1, 4)] * 4):
        margin = 1 + goal - (2 - goal) + dice[0] + dice[1] - dice[2] - dice[3]
        wins += (margin > 0) + (margin == 0) / 2
    assert truth_of(match).of_seat(0) == pytest.approx(wins / (2 * 3**4))


def test_studies_have_deals_of_their_own(variant):
    match = variant.match
    numbers = np.concatenate([records["number"] for records in studies(match, 256, 3)])
    assert numbers.tolist() == list(range(3 * 256))
