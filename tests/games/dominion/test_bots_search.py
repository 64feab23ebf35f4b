"""The search: its weights, what it leaves to the planner, and that it finds what wins."""

import numpy as np
import pytest

from balance.compiling.jit import is_compiling
from balance.engine.rng import open_stream
from balance.games.dominion import GAME
from balance.games.dominion.bots import LISTS, search
from balance.games.dominion.bots.plans import (
    fitting_plans,
    list_of,
    plans_in,
    write_guesses,
)
from balance.games.dominion.layout import Decision, Phase
from tests.games.dominion.hands import Hands

SEARCH, PLANNER = GAME.bots["search"].at(2), GAME.bots["planner"]
KINGDOM = "village smithy market workshop witch chapel festival gardens moat cellar"
ITERATIONS = 200
pytestmark = pytest.mark.skipif(not is_compiling(), reason="takes minutes uncompiled")


def decided(table, weights):
    """Return the name of the choice, and the iterations that it took."""
    stream = np.zeros(2, np.uint64)
    open_stream(stream, np.uint64(1), 1, 0)
    numbers = SEARCH.with_weights(weights).numbers
    before = table.states.copy()
    index, spent = search.decide(table.state, table.table, table.due_seat, numbers, stream)
    assert all((before[name] == table.states[name]).all() for name in before.dtype.names)
    return table.offered()[int(index)], int(spent)


def ending(coins=8):
    """The last Province can be bought, which wins; the other player will buy it next."""
    table = Hands(KINGDOM).give(0, hand="", under="5C 3E", discard="3D")
    table.give(1, under="8G 3E", discard="4D").set_pile("P", 1)
    return table.start(phase=Phase.BUY, coins=coins)


def test_its_weights_are_its_own_then_the_planners_then_greedys():
    own = len(SEARCH.weights) - len(PLANNER.weights)
    names = tuple(SEARCH.weights)
    assert own == search.PLANNED + 1
    assert names[search.PRIOR] == "promise"
    assert names[search.WIDTH] == "width"
    assert names[search.PLANNED] == "planned"
    assert names[own:] == tuple(f"planner_{name}" for name in PLANNER.weights)
    assert SEARCH.suffix_weight == "iterations"


def test_it_buys_what_wins():
    assert decided(ending(), {"iterations": ITERATIONS})[0] == "P"


def test_it_spends_no_more_than_its_budget():
    for iterations in (8, ITERATIONS):
        _, spent = decided(ending(coins=5), {"iterations": iterations})
        assert 0 < spent <= iterations


def test_without_a_budget_it_answers_as_the_planner_does():
    table = ending(coins=5)
    stream = np.zeros(2, np.uint64)
    weights = np.array([*PLANNER.weights.values()], float)
    index = PLANNER.choose(table.state, table.table, 0, weights, stream)
    assert decided(table, {"iterations": 1}) == (table.offered()[int(index)], 0)


@pytest.mark.parametrize("hand", ["3C E", "2C moat"])
def test_all_treasures_are_played_without_thinking(hand):
    table = Hands(KINGDOM).give(0, hand=hand, under="5C").give(1, under="5C")
    table.start(phase=Phase.BUY)
    assert table.asked == Decision.TREASURE
    assert decided(table, {"iterations": 50}) == ("all", 0)


def test_what_is_no_buy_is_tried_too():
    table = Hands(KINGDOM).give(0, hand="village smithy 3C", under="5C 2E").give(1, under="7C 3E")
    table.start()
    assert table.asked == Decision.ACTION
    choice, spent = decided(table, {"iterations": ITERATIONS})
    assert choice in table.offered()
    assert spent > 0


def turn_of(own, other="", coins=4):
    """A turn with some coins, in which both players have the cards of a beginning and some more."""
    table = Hands(KINGDOM).give(0, hand="2E", under="7C E", discard=own)
    table.give(1, under="7C 3E", discard=other)
    return table.start(phase=Phase.BUY, coins=coins)


def followed(table):
    """Return the names of the plans that fit, and of those that the seats seem to follow."""
    plans = plans_in(SEARCH.numbers)
    names = tuple(LISTS)
    fitting = fitting_plans(table.state, plans)
    guesses = np.zeros(2, np.int64)
    write_guesses(table.state, table.table, plans, fitting, guesses)
    return [names[plan] for plan in fitting], [names[plan] for plan in guesses]


def test_the_plans_are_the_lists_whose_cards_are_there():
    fitting, _ = followed(turn_of(""))
    there = {*KINGDOM.split()}
    assert fitting == [name for name, buy_list in LISTS.items() if {*buy_list.needs} <= there]
    assert {"greedy", "workshop_gardens", "chapel_witch"} <= {*fitting}


def test_each_plan_is_its_list_after_the_network_of_the_policy():
    plans = plans_in(SEARCH.numbers)
    for place, name in enumerate(LISTS):
        assert (list_of(plans, place) == GAME.bots[name].numbers).all()
    network = np.array(GAME.bots["policy"].at(2).network)
    assert (SEARCH.network[: len(network)] == network).all()
    assert (SEARCH.network[len(network) :] == plans).all()


def test_a_plan_is_guessed_from_the_cards_that_a_seat_has_got():
    _, guesses = followed(turn_of("4workshop", "2S smithy"))
    assert guesses == ["workshop_gardens", "greedy"]
    _, guesses = followed(turn_of("", "chapel witch S"))
    assert guesses == ["greedy", "chapel_witch"]


def test_it_rushes_for_gardens_if_there_are_workshops():
    table = turn_of("")
    assert decided(table, {"iterations": ITERATIONS})[0] == "workshop"
