"""Phase 2, collecting from the valley (K6), with the worked examples X2 to X8 and X10 to X13."""

import pytest

from balance.errors import LimitError
from balance.games.king_of_the_valley.layout import MAX_TURNS
from balance.games.king_of_the_valley.rules.moves import LENGTHS, RAYS, list_moves
from tests.games.king_of_the_valley.board import (
    BOARD_1,
    Board,
)

LEFT, RIGHT = "F KB W C F D", "Q W KA F C F"


def collecting(valley, kings, seat=0, **keys):
    board = Board(valley, kings, LEFT, RIGHT, **keys)
    board.start(seat)
    return board


@pytest.mark.rule("K6.1")
@pytest.mark.rule("K2.1")
def test_straight_moves_go_in_eight_directions_as_far_as_the_edge():
    assert RAYS.shape == (25, 8, 4)
    assert LENGTHS.shape == (25, 8)
    ways = [
        (down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if (down, across) != (0, 0)
    ]
    for start in range(25):
        row, column = divmod(start, 5)
        for direction, (down, across) in enumerate(ways):
            steps = [(row + i * down, column + i * across) for i in range(1, 5)]
            inside = [5 * r + c for r, c in steps if r in range(5) and c in range(5)]
            assert list(RAYS[start, direction, : LENGTHS[start, direction]]) == inside


@pytest.mark.rule("K2.4")
@pytest.mark.rule("K6.3")
@pytest.mark.parametrize("first", ["Q", "D", "C", "KA", "KD", "F", "W", "J", "M", "Z", "T0/3"])
@pytest.mark.parametrize("second", ["Q", "D", "C", "KA", "KD", "F", "W", "J", "M", "Z", "T0/3"])
def test_which_two_tiles_are_taken_together(first, second):
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.give(0, "F")
    board.put("(4,5)", first)
    board.put("(3,5)", second)
    board.start()
    same = first[0] == second[0] and first != "M"
    assert ("to (2,5) taking (4,5) (3,5)" in board.offered()) == same


@pytest.mark.rule("K6.1")
@pytest.mark.rule("K6.6")
def test_the_moves_of_a_seat_can_be_listed_out_of_its_turn():
    board = collecting(BOARD_1, "(5,5) (3,3)")
    list_moves(board.state, board.table, 1)
    listed = sorted(board.state.choices[: board.state.num_choices])
    board.start(1)
    assert listed == sorted(board.state.choices[: board.state.num_choices])


@pytest.mark.rule("A32")
def test_more_than_two_hundred_turns_are_an_error():
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.state.turns = MAX_TURNS - 1
    board.start()
    assert board.state.turns == MAX_TURNS == 200
    board.finish()
    with pytest.raises(LimitError, match=r"A32.*need more subjects"):
        board.next_turn()
