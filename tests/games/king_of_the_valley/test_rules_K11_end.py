"""The end of the game (K11), with the worked examples X32 to X34."""

import pytest

from balance.games.king_of_the_valley.layout import Decision, Phase
from tests.games.king_of_the_valley.board import BOARD_1, Board, tiles

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


@pytest.mark.rule("X32")
@pytest.mark.rule("K11.1")
@pytest.mark.rule("K11.2")
def test_the_end_inside_a_round():
    board = ending("D")
    board.start(0)
    board.finish()
    assert board.pile() == []
    assert len((board.hill("left") + " " + board.hill("right")).split()) == 12
    assert not board.is_triggered
    board.next_turn()
    board.finish()
    assert board.is_triggered
    assert seats_to_come(board) == [2]
    assert board.result()["ending"] == 1


@pytest.mark.rule("X33")
@pytest.mark.rule("K11.2")
def test_the_end_at_the_end_of_a_round():
    board = ending("")
    board.start(2)
    board.finish()
    assert board.is_triggered
    assert board.is_over
    assert board.result()["ending"] == 0


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


@pytest.mark.rule("K11.1")
def test_recruiting_uses_up_the_piles_too():
    board = ending("D", seats=2)
    board.start(0, Phase.RECRUIT)
    board.choose("left 1")
    board.finish()
    assert board.is_triggered
    board = ending("D D", seats=2)
    board.start(0, Phase.RECRUIT)
    board.choose("left 1")
    board.finish()
    assert not board.is_triggered


@pytest.mark.rule("X34")
@pytest.mark.rule("K9.3")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_bonus_not_claimed_in_the_last_turn_is_lost(seat):
    board = ending("", seats=2)
    board.give(seat, "Q D C KA F", gold=0)
    board.start(seat, Phase.CLAIM)
    board.choose("no")
    seats_to_come(board)
    assert board.is_over
    assert "kingdom markers" not in board.parts(seat)
    assert board.castle(seat)["Q"] == 1


@pytest.mark.rule("K11.3")
@pytest.mark.rule("A31")
def test_prices_follow_the_tiles_down_in_the_last_turns():
    board = ending("", seats=2, left="F Q", right="M D")
    board.give(1, "", gold=3)
    board.start(0)
    board.choose("to (5,4)", "left")
    assert board.hill("left") == "Q"
    board.next_turn()
    assert board.offered() == ["nobody", "left 1", "right 2"]
    board.choose("left 1")
    assert board.gold(1) == 1
    assert board.castle(1) == tiles("Q")


@pytest.mark.rule("K11.3")
def test_a_bonus_may_be_claimed_in_the_last_turns():
    board = ending("", seats=2)
    board.give(1, "Q D C KA F")
    board.start(0)
    board.finish()
    assert board.is_triggered
    board.next_turn()
    while board.asked != Decision.CLAIM:
        board.choose(board.offered()[0])
    board.choose("Q D C KA F")
    assert board.markers(1) == 1


@pytest.mark.rule("K11.4")
@pytest.mark.parametrize("trigger", [0, 1, 2])
def test_an_extra_round_may_follow(trigger):
    board = ending("D " * trigger, edits={"params.extra_final_round.value": 1})
    board.start(0)
    board.finish()
    assert seats_to_come(board) == [1, 2, 0, 1, 2]
    assert board.result()["rounds"] == 3


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
