"""The end of the game (K11), with the worked examples X32 to X34."""

import pytest

from balance.games.king_of_the_valley.layout import Decision
from tests.games.king_of_the_valley.board import BOARD_1, Board

LEFT, RIGHT = "F KB W C F D", "F W KA F C F"
KINGS = ["(5,5)", "(3,3)", "(1,1)", "(1,3)"]


def ending(pile, seats=3, left=LEFT, right=RIGHT, **keys):
    return Board(BOARD_1, " ".join(KINGS[:seats]), left, right, pile, seats=seats, **keys)


def seats_to_come(board):
    """The seats that have turns until the game is over."""
    order = []
    while not board.is_over:
        order.append(board.next_seat)
        board.next_turn()
        board.finish()
    return order


@pytest.mark.rule("K11.2")
@pytest.mark.parametrize(
    ("seats", "trigger"), [(seats, trigger) for seats in (2, 3, 4) for trigger in range(seats)]
)
def test_all_have_had_as_many_turns(seats, trigger):
    board = ending("D " * trigger, seats)
    board.start(0)
    board.finish()
    assert seats_to_come(board) == list(range(1, seats))
    assert int(board.state.triggered) == 1 + trigger


@pytest.mark.rule("K11.4")
def test_in_the_extra_round_all_rules_hold():
    board = ending("", seats=2, edits={"params.extra_final_round.value": 1})
    board.give(0, "Q D C KA F")
    board.start(1)
    board.finish()
    assert board.next_seat == 0
    assert board.state.extra_round == 1
    board.next_turn()
    assert board.asked == Decision.RECRUIT
    board.choose("left 1")
    while board.asked != Decision.CLAIM:
        board.choose(board.offered()[0])
    assert board.offered()[0] == "no"
