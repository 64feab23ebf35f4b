"""Phase 4, refilling valley and hill (K10), with the worked examples X30 and X31."""

import pytest

from balance.games.king_of_the_valley.layout import Decision, Phase
from tests.games.king_of_the_valley.board import BOARD_1, BOARD_4, Board

LEFT, RIGHT = "F KB W C F D", "Q W KA F C F"
TWO_KNIGHTS = "to (2,5) taking (4,5) (3,5)"
THREE_KNIGHTS = "to (3,5) taking (3,2) (3,3) (3,4)"


def after_two_knights(left=LEFT, right=RIGHT, pile="KD F W Q Q Q"):
    """Red took the knights of X3: (4,5) and (3,5) are empty."""
    board = Board(BOARD_1, "(5,5) (3,3)", left, right, pile)
    board.start()
    board.choose(TWO_KNIGHTS)
    return board


def after_three_knights(left, right, pile=""):
    """Red took the knights of Board 4: (3,2), (3,3) and (3,4) are empty."""
    board = Board(BOARD_4, "(3,1) (1,5)", left, right, pile)
    board.start()
    board.choose(THREE_KNIGHTS)
    return board


def row_3(board):
    return [board.tile(f"(3,{column})") for column in (2, 3, 4)]


@pytest.mark.rule("X30")
@pytest.mark.rule("K10.1")
@pytest.mark.rule("K10.4")
def test_from_the_right_column_in_the_order_passed():
    board = after_two_knights()
    assert board.offered() == ["left", "right"]
    board.choose("right")
    assert (board.tile("(4,5)"), board.tile("(3,5)")) == ("Q", "W")
    assert board.hill("right") == "KA F C F KD F"
    assert board.hill("left") == LEFT
    assert board.pile() == ["W", "Q", "Q", "Q"]


@pytest.mark.rule("X30")
@pytest.mark.rule("K10.1")
def test_from_the_left_column_in_the_order_passed():
    board = after_two_knights()
    board.choose("left")
    assert (board.tile("(4,5)"), board.tile("(3,5)")) == ("F", "KB")
    assert board.hill("left") == "W C F D KD F"
    assert board.hill("right") == RIGHT


@pytest.mark.rule("X31")
@pytest.mark.rule("K10.4")
@pytest.mark.rule("A29")
@pytest.mark.parametrize(
    ("side", "tile", "left", "right"),
    [
        ("left", "F", "KB W F D KD KA", RIGHT),
        ("right", "Q", "F KB W F D KD", "W KA F C F KA"),
    ],
)
def test_after_recruiting_the_left_column_is_filled_first(side, tile, left, right):
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT, pile="KD KA W Q")
    board.give(0, gold=6)
    board.start(phase=Phase.RECRUIT)
    board.choose("left 4", "to (5,4)", side)
    assert board.tile("(5,4)") == tile
    assert board.hill("left") == left
    assert board.hill("right") == right
    assert board.pile() == ["W", "Q"]


@pytest.mark.rule("K10.3")
@pytest.mark.rule("A28")
@pytest.mark.parametrize(
    ("left", "right", "filled", "left_behind"),
    [
        ("F", "Q W KA F", "Q W KA", ("F", "F")),
        ("F KB W C", "Q W", "F KB W", ("C", "Q W")),
        ("F KB W", "", "F KB W", ("", "")),
        ("F KB W", "Q W", "F KB W", ("", "Q W")),
        ("F KB", "Q W KA", "Q W KA", ("F KB", "")),
    ],
)
def test_a_column_that_suffices_must_be_taken(left, right, filled, left_behind):
    board = after_three_knights(left, right)
    assert board.asked == Decision.NONE
    assert row_3(board) == filled.split()
    assert (board.hill("left"), board.hill("right")) == left_behind


@pytest.mark.rule("K10.3")
@pytest.mark.rule("A28")
@pytest.mark.parametrize(
    ("left", "right", "side", "filled", "left_behind"),
    [
        ("F", "Q W", "left", "F Q W", ("", "")),
        ("F", "Q W", "right", "Q W F", ("", "")),
        ("F KB", "Q W", "left", "F KB Q", ("", "W")),
        ("F KB", "Q W", "right", "Q W F", ("KB", "")),
        ("F", "Q", "right", "Q F .", ("", "")),
    ],
)
def test_if_neither_suffices_either_is_used_up_first(left, right, side, filled, left_behind):
    board = after_three_knights(left, right)
    assert board.asked == Decision.REFILL
    assert board.offered() == ["left", "right"]
    board.choose(side)
    assert row_3(board) == filled.split()
    assert (board.hill("left"), board.hill("right")) == left_behind


@pytest.mark.rule("K10.3")
def test_an_empty_column_is_no_choice():
    board = after_three_knights("", "Q")
    assert board.asked == Decision.NONE
    assert row_3(board) == ["Q", ".", "."]
    board = after_three_knights("", "")
    assert board.asked == Decision.NONE
    assert row_3(board) == [".", ".", "."]


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
def test_the_last_tiles_of_the_pile_go_left_first():
    board = after_two_knights(left="F KB W C F", pile="KD")
    board.choose("right")
    assert board.hill("left") == "F KB W C F KD"
    assert board.hill("right") == "KA F C F"
    assert board.pile() == []
    assert board.is_triggered


@pytest.mark.rule("K10.4")
def test_tiles_are_drawn_in_the_order_of_the_piles():
    board = Board(deal=7)
    pile = board.pile()
    board.choose("(1,1)", "(1,2)")
    for drawn in range(1, 54):
        board.next_turn()
        board.finish()
        assert board.pile() == pile[drawn:]
