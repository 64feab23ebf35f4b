"""What the state says of castles beyond what lies in them: which knights came first."""

from balance.games.king_of_the_valley.layout import Phase
from tests.games.king_of_the_valley.board import (
    BOARD_4,
    BOARD_9,
    WIZARD_BOARD,
    WIZARD_LEFT,
    WIZARD_RIGHT,
    Board,
)


def face_up_knights(board):
    player = board.state.seats[0]
    return "".join("ABCD"[order] for order in player.knights[: player.num_knights])


def test_the_oldest_knight_stands_first():
    board = Board(BOARD_4, "(3,1) (1,5)")
    board.give(0, "KD KC")
    board.start()
    board.choose("to (3,5) taking (3,2) (3,3) (3,4)")
    assert face_up_knights(board) == "DCABA"


def test_of_an_order_the_oldest_is_turned_down():
    board = Board(BOARD_9, "(3,1) (1,5)")
    board.give(0, "KC KD KA KB KA KC KB")
    board.start()
    board.choose("to (3,3)", "KA KB KC")
    assert face_up_knights(board) == "DACB"


def test_the_bonus_turns_the_oldest_of_the_order():
    board = Board(BOARD_4, "(3,1) (1,5)")
    board.give(0, "Q D C KB KA KB KD F")
    board.start(phase=Phase.CLAIM)
    board.choose("Q D C KB F")
    assert face_up_knights(board) == "ABD"


def test_a_knight_given_away_stands_last_when_it_comes_back():
    board = Board(WIZARD_BOARD, "(3,1) (1,5)", WIZARD_LEFT, WIZARD_RIGHT)
    board.give(0, "KB KA KB")
    board.start()
    board.choose("to (3,5)", "KB for left 5")
    assert face_up_knights(board) == "ABB"
