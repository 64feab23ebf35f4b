"""Zones and terms (D2): what is owned, in play, discarded, gained, revealed, set aside."""

import pytest

from balance.games.dominion.layout import Card, Decision
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("D2.10")
@pytest.mark.parametrize(
    ("card", "asked"),
    [("cellar", Decision.CELLAR), ("chapel", Decision.CHAPEL), ("chancellor", Decision.CHANCELLOR)],
)
def test_a_card_that_draws_by_another_sheet_does_what_is_special_after_that(card, asked):
    table = Hands(card)
    table.table.faces[Card[card]].cards = 2
    table.give(0, card, deck="E D S").start()
    table.choose(card)
    assert table.asked == asked
    assert table.hand() == cards("E D")


def known(table, seat):
    """Return what conditions of buy lists ask about the cards of a seat, and its points."""
    player = table.state.seats[seat]
    return (
        int(player.money),
        int(player.num_treasures),
        int(player.num_victories),
        int(player.points),
    )


@pytest.mark.rule("D2.2")
@pytest.mark.rule("S2")
def test_what_is_known_of_the_cards_owned_follows_what_is_gained_and_trashed():
    table = Hands("chapel festival thief").give(0, "chapel C E festival X", deck="C")
    table.give(1, deck="S D").start(buys=4, coins=19)
    assert known(table, 0) == (1 + 2 + 1, 2, 1, 0)
    table.choose("chapel", "C", "E", "festival", "X")
    assert known(table, 0) == (1, 1, 0, 0)
    table.choose("G", "D", "P", "nothing")
    assert known(table, 0) == (4, 2, 2, 9)
    assert known(table, 1) == (2, 1, 1, 3)
    table.give(0, "thief").start()
    table.choose("thief", "S")
    assert known(table, 0) == (2, 1, 0, 0)
    assert known(table, 1) == (0, 0, 1, 3)
