"""Subjects, the castle and jesters (K7), with the worked example X9."""

from itertools import product

import pytest

from balance.games.king_of_the_valley.layout import Decision
from tests.games.king_of_the_valley.board import BOARD_1, Board, tiles

COLUMNS = "QDCKFW"


@pytest.mark.rule("X9")
@pytest.mark.rule("K7.3")
@pytest.mark.rule("K7.4")
@pytest.mark.parametrize(("first", "second"), list(product(COLUMNS, repeat=2)))
def test_two_jesters_go_wherever_their_player_likes(first, second):
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.put("(5,4)", "J")
    board.put("(5,3)", "J")
    board.start()
    board.choose("to (5,2) taking (5,4) (5,3)")
    assert (board.asked, board.due_seat) == (Decision.JESTER, 0)
    assert board.offered() == list(COLUMNS)
    board.choose(first)
    assert board.asked == Decision.JESTER
    board.choose(second)
    assert board.asked == Decision.REFILL
    assert board.castle() == tiles(f"J@{first} J@{second}")
    assert board.discarded() == tiles("")
