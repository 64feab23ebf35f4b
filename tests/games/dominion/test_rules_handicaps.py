"""What a ban, a price of one's own, a gift and coins change of the rules, and what they leave."""

from pathlib import Path

import pytest

from balance.engine.services import Handicap
from balance.engine.session import Session
from balance.games.dominion import GAME
from balance.games.dominion.layout import COPPER, CURSE, Decision
from balance.games.dominion.rules.setup import set_handicap
from balance.games.dominion.services.experiments import apply_handicap
from balance.games.dominion.table.options import Options
from tests.games.dominion.hands import CODES, Hands, cards
from tests.games.dominion.names import counted


def begun(**handicap):
    """Begin a game in which the entry in seat 1 bears a handicap, up to the first decision."""
    game_table = GAME.build_table(Options(extra_coins=(3, 5)), 2, {}, Path())
    session = Session(GAME, apply_handicap(game_table, 0, Handicap(**handicap)), 1)
    session.begin(0, (1, 0))
    session.advance()
    return session


def end_turn(session):
    """Play and buy nothing until it is another seat's turn."""
    state, seat = session.state, int(session.state.active)
    while state.active == seat:
        nothing = 0 if state.decision == Decision.BUY else int(state.num_choices) - 1
        session.take(nothing)
        session.advance()


@pytest.mark.rule("D1.3")
@pytest.mark.parametrize(("card", "code"), [("copper", "C"), ("gold", "G"), ("curse", "X")])
def test_a_gift_is_one_card_more_to_begin_with(card, code):
    state = begun(card=card, is_gift=True).state
    for seat, gift in enumerate(("", code)):
        player, deck = state.seats[seat], state.decks[seat]
        assert counted(player.owned) == cards("7C 3E") + cards(gift)
        assert player.num_owned == 10 + len(gift)
        assert player.num_hand == 5
        assert player.num_deck + player.num_top == 5 + len(gift)
        assert counted(player.hand + deck) == cards("7C 3E") + cards(gift)
    assert (state.piles[COPPER], state.piles[CURSE]) == (46, 10)


@pytest.mark.rule("D1.3")
@pytest.mark.parametrize("code", ["C", "G", "X"])
def test_a_gift_lies_in_the_draw_pile(code):
    table = Hands().give(0, deck="E")
    table.table.handicaps[0].gift = 1 + CODES.index(code)
    set_handicap(table.state, table.table, 0)
    assert table.owned() == cards("E") + cards(code)
    assert table.under() == cards(code)


@pytest.mark.rule("D3.2")
def test_coins_of_a_handicap_come_on_top_of_those_of_the_seat():
    table = Hands()
    table.state.seats[1].extra_coins = 3
    table.table.handicaps[0].coins = 2
    set_handicap(table.state, table.table, 1)
    assert table.state.seats[1].extra_coins == 5
    assert table.state.seats[0].extra_coins == 0


@pytest.mark.rule("D1.3")
@pytest.mark.rule("D3.2")
def test_coins_of_the_first_turn():
    session = begun(goods={"coins": 2})
    state = session.state
    seen = []
    for _ in range(4):
        seen.append((int(state.active), int(state.coins)))
        end_turn(session)
    assert seen == [(0, 3), (1, 7), (0, 0), (1, 0)]
