"""Attacks and Reactions (D7), with the worked examples W27, W29, W47 and W53."""

import pytest

from balance.engine.agenda import advance
from balance.games.dominion.layout import Decision
from balance.games.dominion.rules.dispatch import step
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("D11.5")
@pytest.mark.rule("D3.2")
def test_two_horse_traders_come_back_in_one_turn():
    table = Hands("witch horse_traders").set_pile("X", 0)
    table.give(0, "witch", deck="9C").give(1, "2horse_traders C", deck="E S D").start()
    table.choose("witch", "horse_traders", "horse_traders")
    table.end_turn()
    before = int(table.state.turns)
    advance(table.state, table.table, step)  # as games go on, turns and all
    assert (table.asked, table.due_seat) == (Decision.ACTION, 1)
    assert table.hand(1) == cards("2horse_traders C E S")
    assert table.aside(1) == 0
    assert table.state.turns == before + 1
    assert table.state.seats[1].turns == 1
