"""What the planner sees of a position, and what it buys and gains."""

import numpy as np
import pytest

from balance.engine.rng import open_stream
from balance.games.dominion import GAME
from balance.games.dominion.bots.position_value import (
    CARD_TIMES,
    FIRST,
    FIRST_CARD,
    MORE,
    NUM_CARDS,
    NUM_FEATURES,
    NUM_WEIGHTS,
    Fact,
    Weight,
    earliness,
    measure,
    names,
    value,
    write_features,
)
from balance.games.dominion.layout import FIRST_OWN, Card, Phase
from tests.games.dominion.hands import Hands

PLANNER = GAME.bots["planner"]
GREEDY = GAME.bots["greedy"]
NONE = dict.fromkeys(names(), 0.0) | {
    name: PLANNER.weights[name] for name in ("pace", "opening", "horizon")
}
KINGDOM = "village smithy market workshop witch chapel festival gardens moat cellar"


def weights_of(**weights):
    assert weights.keys() <= PLANNER.weights.keys()
    return np.array([*(PLANNER.weights | weights).values()], float)


def only(**weights):
    """Weights of a planner to whom nothing else is worth anything, at any time."""
    times = ("late", "middle", "early")
    always = {f"{name}_{time}": one for name, one in weights.items() for time in times}
    return weights_of(**(NONE | {name: one for name, one in always.items() if name in NONE}))


def facts_of(table, seat=0):
    facts = np.empty(NUM_FEATURES)
    measure(table.state, table.table, seat, facts)
    return facts


def answer(table, weights=None, name="planner"):
    """Return the name of the choice that a bot takes."""
    stream = np.zeros(2, np.uint64)
    open_stream(stream, np.uint64(1), 1, 0)
    bot = GAME.bots[name]
    numbers = np.array(list(bot.weights.values())) if weights is None else weights
    seat = table.due_seat
    before = table.states.copy()
    index = bot.choose(table.state, table.table, seat, numbers, stream)
    assert all((before[name] == table.states[name]).all() for name in before.dtype.names)
    return table.offered()[int(index)]


def owning(text, seat=0, kingdom=KINGDOM, **others):
    return Hands(kingdom, **others).give(seat, discard=text)


# The weights


def test_the_file_has_a_number_for_each_weight_in_order():
    own = tuple(PLANNER.weights)[: NUM_WEIGHTS + len(Weight)]
    assert own == names()
    assert own[FIRST_CARD + CARD_TIMES * Card.smithy] == "smithy_late"
    assert own[FIRST_CARD + CARD_TIMES * (NUM_CARDS + Card.smithy) + 1] == "more_smithy_early"
    assert own[Weight.HORIZON] == "horizon"
    rest = tuple(PLANNER.weights)[NUM_WEIGHTS + len(Weight) :]
    assert rest == tuple(f"greedy_{name}" for name in GREEDY.weights)


# The facts


@pytest.mark.parametrize(
    ("cards", "fact", "count"),
    [
        ("3E P", Fact.POINTS, 9),
        ("3E P", Fact.CARDS, 4),
        ("5C 5E", Fact.MONEY, 2.5),
        ("5G 5S", Fact.MONEY, 12.5),
        ("5G 5S", Fact.MONEY_OVER_5, 7.5),
        ("5G 5S", Fact.MONEY_OVER_8, 4.5),
        ("5C", Fact.MONEY_OVER_5, 0),
        ("2smithy 8C", Fact.COLLISIONS, 0.2),
        ("2smithy 2village 6C", Fact.COLLISIONS, 0),
        ("2smithy 5village", Fact.RELIEVED, 2),
        ("2market festival", Fact.BUYS, 3),
        ("witch", Fact.CURSES, 10),
        ("3witch", Fact.CURSES, 20),
        ("chapel 3E 7C X", Fact.CLEANING, 11),
        ("3E 7C", Fact.CLEANING, 0),
        ("smithy", FIRST + Card.smithy, 1),
        ("3smithy", FIRST + Card.smithy, 1),
        ("3smithy", MORE + Card.smithy, 2),
        ("smithy", MORE + Card.smithy, 0),
    ],
)
def test_a_fact_is_counted(cards, fact, count):
    assert facts_of(owning(cards))[fact] == pytest.approx(count)


def test_draws_make_a_deck_thin():
    """Ten cards of which a hand of five and what a Smithy draws are seen."""
    without = facts_of(owning("9C moat"))[Fact.MONEY]
    assert facts_of(owning("9C smithy"))[Fact.MONEY] > without
    assert facts_of(owning("10C"))[Fact.MONEY] == 5


def test_how_clearly_it_is_ahead_counts_the_more_the_nearer_the_end():
    table = owning("2E")
    table.give(1)
    leads = [facts_of(table.set_pile("P", left))[Fact.LEAD] for left in (8, 4, 1)]
    assert 0 < leads[0] < leads[1] < leads[2] < 1
    assert facts_of(table, 1)[Fact.LEAD] == -leads[2]


def test_a_card_of_a_designers_own_counts_as_the_one_it_is_like():
    sheet = str(GAME.home / "starter" / "cards.csv")
    table = Hands("village orchard old_coin", cards=sheet, seats=2)
    kinds = sorted(int(kind) for kind in table.state.kinds[: table.state.num_kinds])
    orchard, old_coin = (kind for kind in kinds if kind >= FIRST_OWN)
    for kind in (orchard, old_coin, Card.duchy):
        table.state.seats[0].owned[kind] = 1
    facts = facts_of(table)
    assert facts[FIRST + Card.silver] == 1
    assert facts[FIRST + Card.duchy] == 1
    assert facts[MORE + Card.duchy] == 1


@pytest.mark.parametrize(
    ("own", "others", "left", "fact"),
    [
        ("E", "", 3, None),
        ("E", "", 2, Fact.CLOSING_AHEAD),
        ("", "E", 2, Fact.CLOSING_BEHIND),
        ("", "E", 1, Fact.BRINK_BEHIND),
        ("E", "", 1, Fact.BRINK_NEAR),
        ("P E", "", 1, Fact.BRINK_AHEAD),
        ("E", "", 0, Fact.WON),
        ("", "E", 0, Fact.LOST),
        ("E", "E", 0, Fact.WON),
    ],
)
def test_the_end_is_near(own, others, left, fact):
    table = owning(own).give(1, discard=others).set_pile("P", left)
    facts = facts_of(table)
    expected = [int(one == fact) for one in range(Fact.CLOSING_BEHIND, Fact.LOST + 1)]
    assert facts[Fact.CLOSING_BEHIND : Fact.LOST + 1].tolist() == expected


@pytest.mark.rule("D8.4")
def test_who_had_fewer_turns_wins_a_tie():
    table = owning("E").give(1, discard="E").set_pile("P", 0)
    table.state.seats[0].turns = 2
    table.state.seats[1].turns = 1
    assert facts_of(table, 0)[Fact.LOST] == 1
    assert facts_of(table, 1)[Fact.WON] == 1


def test_it_gets_late():
    table = owning("E")
    weights = weights_of(pace=2.0, opening=7.0, horizon=16.0)
    table.state.rounds = 1
    assert earliness(table.state, table.table, weights) == (8 + 6) / 16
    table.set_pile("P", 4)
    table.state.rounds = 9
    assert earliness(table.state, table.table, weights) == 4 / 16


def test_the_value_is_the_sum_of_its_parts():
    table = owning("witch 2smithy 7C 3E P").give(1, discard="2E")
    table.state.rounds = 6
    weights, facts, row = weights_of(), np.empty(NUM_FEATURES), np.empty(NUM_WEIGHTS)
    write_features(table.state, table.table, 0, weights, row)
    worth = value(table.state, table.table, 0, weights, facts)
    assert worth == pytest.approx(float(row @ weights[:NUM_WEIGHTS]))


# What it does


def buying(coins, buys=1, kingdom=KINGDOM, own="7C 3E"):
    """A table at which the first seat buys with so much."""
    table = Hands(kingdom)
    table.give(0, discard=own).give(1, discard=own)
    return table.start(phase=Phase.BUY, coins=coins, buys=buys)


@pytest.mark.parametrize(
    ("coins", "weights", "bought"),
    [
        (8, {"points": 1.0}, "P"),
        (7, {"points": 1.0}, "D"),
        (7, {"money": 1.0}, "G"),
        (3, {"money": 1.0}, "S"),
        (8, {"smithy": 1.0}, "smithy"),
        (8, {"cards": -1.0}, "nothing"),
        (1, {"points": 1.0}, "nothing"),
    ],
)
def test_it_buys_what_is_worth_most(coins, weights, bought):
    assert answer(buying(coins), only(**weights)) == bought


def test_it_looks_two_buys_ahead():
    """A Gold brings more than a Smithy, but two Smithies bring more than a Gold and a Copper."""
    weights = only(gold=1.5, smithy=1.0, more_smithy=1.0, more_copper=0.1)
    assert answer(buying(8, buys=1), weights) == "G"
    assert answer(buying(8, buys=2), weights) == "smithy"


def test_it_goes_on_as_it_planned():
    weights = only(smithy=1.0, more_smithy=1.0)
    table = buying(8, buys=2)
    for _ in range(2):
        assert answer(table, weights) == "smithy"
        table.choose("smithy")


def test_it_gains_what_is_worth_most():
    table = Hands(KINGDOM).give(0, hand="workshop").give(1)
    table.start()
    table.choose("workshop")
    assert answer(table, only(gardens=1.0)) == "gardens"
    assert answer(table, only(money=1.0)) == "S"


def test_it_never_ends_a_game_that_it_loses():
    table = buying(8, own="E").give(1, discard="2P")
    table.set_pile("P", 1)
    assert answer(table) != "P"
    table.give(1, discard="E")
    assert answer(table) == "P"


def test_all_else_it_answers_as_greedy_does():
    table = Hands(KINGDOM).give(0, hand="village smithy C").give(1)
    table.start()
    assert answer(table) == answer(table, name="greedy") == "village"
