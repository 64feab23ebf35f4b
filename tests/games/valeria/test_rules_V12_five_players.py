"""Five players (V12), with E67, E68 and what E1 and E5 say of five."""

import pytest

from tests.games.valeria.board import Board


@pytest.mark.rule("V12.1")
@pytest.mark.rule("E5")
@pytest.mark.rule("V2.5")
@pytest.mark.rule("V2.6")
@pytest.mark.rule("V2.7")
@pytest.mark.rule("V2.11")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_five_players_have_one_more_card_in_each_stack(edition):
    board = Board(seats=5, edition=edition, start_gold=2, start_magic=1)
    assert [board.height(stack) for stack in range(20)] == [6] * 15 + [4] * 5
    assert sum(bool(card) for stack in range(15, 20) for card in board.cards_in(stack)) == 5
    assert board.state.exhausted_cards == 10
    assert board.table.exhausted_end == 10
    assert [board.goods(seat) for seat in range(5)] == [(2, 0, 1, 0)] * 5


@pytest.mark.rule("V12.1")
@pytest.mark.rule("V2.9")
def test_every_duke_is_dealt_to_one_of_five():
    board = Board(seats=5)
    board.session.begin(0, (0,) * 5)
    dealt = [int(duke) for seat in range(5) for duke in board.state.seats[seat].dealt]
    assert sorted(dealt) == list(range(1, 11))
