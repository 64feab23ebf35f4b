"""Phase 4, refilling valley and hill (K10), with the worked examples X30 and X31."""

import pytest

from tests.games.king_of_the_valley.board import BOARD_4, Board

THREE_KNIGHTS = "to (3,5) taking (3,2) (3,3) (3,4)"


def after_three_knights(left, right, pile=""):
    """Red took the knights of Board 4: (3,2), (3,3) and (3,4) are empty."""
    board = Board(BOARD_4, "(3,1) (1,5)", left, right, pile)
    board.start()
    board.choose(THREE_KNIGHTS)
    return board


def row_3(board):
    return [board.tile(f"(3,{column})") for column in (2, 3, 4)]


@pytest.mark.rule("K10.3")
@pytest.mark.rule("A28")
def test_a_space_that_stayed_empty_is_filled_first_next_time():
    board = after_three_knights("", "Q")
    board.next_turn()
    board.state.hill[0, :3] = [board.names.kind(code) + 1 for code in ("D", "C", "W")]
    board.state.heights[0] = 3
    board.choose("to (2,5)")
    assert row_3(board) == ["Q", "D", "C"]
    assert board.tile("(2,5)") == "W"


@pytest.mark.rule("K10.4")
def test_tiles_are_drawn_in_the_order_of_the_piles():
    board = Board(deal=7)
    pile = board.pile()
    board.choose("(1,1)", "(1,2)")
    for drawn in range(1, 54):
        board.next_turn()
        board.finish()
        assert board.pile() == pile[drawn:]
