"""The turn (D3): Action phase, Buy phase, clean-up, with W1 to W9, W26 and W60."""

import pytest

from balance.engine.agenda import push
from balance.games.dominion.layout import Phase, Task
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("W7")
@pytest.mark.rule("W8")
@pytest.mark.rule("D4.1")
def test_the_first_two_turns():
    hands = set()
    for deal in range(12):
        table = Hands("militia", deal=deal).give(0, "E 4C", deck="2E 3C")
        table.start(0, Phase.BUY)
        table.choose("all", "militia")
        assert table.discard() == cards("4C E militia")
        assert table.hand() == cards("2E 3C")
        assert not table.deck()  # no shuffle has happened
        table.next_turn()
        table.end_turn()
        table.next_turn()
        table.choose("all", "S")
        assert table.hand().total() == 5
        assert len(table.deck()) == 7
        assert not table.discard()
        assert table.owned() == cards("7C 3E militia S")
        hands.add(frozenset(table.hand().items()))
    assert len(hands) > 1


@pytest.mark.rule("D3.2")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_turn_that_begins_is_counted(seat):
    table = Hands().give(seat, "C")
    table.state.num_tasks = 0
    push(table.state, Task.TURN, seat, 0, 0)
    table.next_turn()
    assert (table.state.active, table.due_seat) == (seat, seat)
    assert table.state.turns == table.state.seats[seat].turns == 1
    assert table.numbers == (1, 1, 0)
