"""Phase 1, recruiting from the hill (K5), with the worked examples X28 and X29."""

import pytest

from balance.games.king_of_the_valley.layout import Decision, Phase
from tests.games.king_of_the_valley.board import BOARD_1, BOARD_9, WIZARD_BOARD, Board, tiles

LEFT, RIGHT = "F KB W C F D", "Q W KA F C F"


def recruiting(gold, left=LEFT, right=RIGHT, round_=2, valley=BOARD_1, castle="", **keys):
    board = Board(
        valley, "(5,5) (3,3)" if valley == BOARD_1 else "(3,1) (1,5)", left, right, **keys
    )
    board.give(0, castle, gold=gold)
    board.start(phase=Phase.RECRUIT, round_=round_)
    return board


@pytest.mark.rule("X28")
@pytest.mark.rule("K5.2")
@pytest.mark.rule("K5.4")
@pytest.mark.rule("K5.5")
def test_the_countess_in_row_four_costs_six():
    board = recruiting(6)
    board.choose("left 4")
    assert board.gold() == 0
    assert board.castle() == tiles("C")
    assert board.hill("left") == "F KB W F D"
    assert board.hill("right") == RIGHT
    assert board.asked == Decision.COLLECT


@pytest.mark.rule("X28")
@pytest.mark.rule("K5.1")
@pytest.mark.rule("A2")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("round_", "asked"), [(1, Decision.COLLECT), (2, Decision.RECRUIT)])
def test_nobody_recruits_in_round_one(seat, round_, asked):
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.give(seat, gold=6)
    board.start(seat, Phase.RECRUIT, round_)
    assert (board.asked, board.due_seat) == (asked, seat)


@pytest.mark.rule("K5.1")
def test_the_first_round_of_recruiting_may_be_another():
    one, three = ({"params.first_recruit_round.value": number} for number in (1, 3))
    assert recruiting(6, round_=1, edits=one).asked == Decision.RECRUIT
    assert recruiting(6, round_=2, edits=three).asked == Decision.COLLECT


@pytest.mark.rule("X28")
@pytest.mark.rule("K5.2")
@pytest.mark.parametrize(
    ("gold", "highest"), [(2, 1), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 5), (9, 5), (10, 6)]
)
def test_what_is_too_dear_is_not_offered(gold, highest):
    places = {f"{side} {row}" for side in ("left", "right") for row in range(1, highest + 1)}
    assert set(recruiting(gold).offered()) == places | {"nobody"}


@pytest.mark.rule("K5.2")
def test_without_gold_there_is_no_choice():
    assert recruiting(1).asked == Decision.COLLECT


@pytest.mark.rule("K5.2")
def test_prices_are_those_of_the_sheet():
    board = recruiting(7, edits={"hill.4.price": 7})
    board.choose("left 4")
    assert board.gold() == 0


@pytest.mark.rule("K5.2")
def test_nobody_need_be_recruited():
    board = recruiting(6)
    assert board.offered()[0] == "nobody"
    board.choose("nobody")
    assert board.asked == Decision.COLLECT
    assert board.gold() == 6
    assert board.hill("left") == LEFT


@pytest.mark.rule("X28")
@pytest.mark.rule("K5.3")
def test_specialists_are_recruited_at_no_price():
    board = recruiting(99, left="M Z T3/5 T0/3 F", right="Z M T4/7 M T0/4 M")
    assert board.offered() == ["nobody", "left 5"]


@pytest.mark.rule("X28")
@pytest.mark.rule("A1")
def test_only_one_is_recruited_in_a_turn():
    board = recruiting(99)
    board.choose("left 1")
    assert board.asked == Decision.COLLECT


@pytest.mark.rule("A1")
def test_where_two_may_be_recruited_the_second_sees_the_tiles_slide():
    board = recruiting(5, edits={"params.max_recruits_per_turn.value": 2})
    board.choose("left 1")
    assert board.offered() == ["nobody", "left 1", "left 2", "right 1", "right 2"]
    board.choose("left 2")
    assert board.castle() == tiles("F W")
    assert board.hill("left") == "KB C F D"
    assert board.gold() == 0
    assert board.asked == Decision.COLLECT


@pytest.mark.rule("A1")
@pytest.mark.rule("K7.3")
def test_a_second_recruit_is_for_the_player_whose_turn_it_is():
    edits = {"params.max_recruits_per_turn.value": 2}
    board = Board(BOARD_1, "(5,5) (3,3)", "J J W C F D", RIGHT, edits=edits)
    for seat in (0, 1):
        board.give(seat, gold=9)
    board.start(1, Phase.RECRUIT)
    for column in ("D", "K"):
        assert (board.asked, board.due_seat) == (Decision.RECRUIT, 1)
        board.choose("left 1")
        assert (board.asked, board.due_seat) == (Decision.JESTER, 1)
        board.choose(column)
    assert (board.asked, board.due_seat) == (Decision.COLLECT, 1)
    assert (board.castle(0), board.castle(1)) == (tiles(""), tiles("J@D J@K"))


@pytest.mark.rule("A1")
def test_declining_the_first_recruit_ends_recruiting():
    board = recruiting(99, edits={"params.max_recruits_per_turn.value": 2})
    board.choose("nobody")
    assert board.asked == Decision.COLLECT


@pytest.mark.rule("A1")
def test_none_may_be_recruited_where_the_sheet_says_so():
    board = recruiting(99, edits={"params.max_recruits_per_turn.value": 0})
    assert board.asked == Decision.COLLECT


@pytest.mark.rule("X29")
@pytest.mark.rule("K5.4")
@pytest.mark.rule("K5.6")
@pytest.mark.rule("K7.3")
def test_a_recruited_jester_is_a_duke_at_once_and_stays_one():
    board = recruiting(2, left="J KB W C F D", valley=BOARD_9, castle="D D Q C KA F")
    board.choose("left 1")
    assert board.gold() == 0
    assert board.asked == Decision.JESTER
    assert board.offered() == ["Q", "D", "C", "K", "F", "W"]
    board.choose("D")
    assert board.castle() == tiles("D D J@D Q C KA F")
    assert "to (3,3)" in board.offered()  # T3/5
    board.choose("to (2,1)")
    assert set(board.offered()) == {"no", "Q D C KA F", "Q J@D C KA F"}
    board.choose("Q J@D C KA F")
    assert board.castle() == tiles("D D -J@D -Q -C C -KA -F")
    while board.asked != Decision.NONE:
        assert board.asked != Decision.JESTER
        board.choose(board.offered()[0])
    board.start(phase=Phase.RECRUIT)
    assert board.asked != Decision.JESTER
    assert board.castle()["-J@D"] == 1


@pytest.mark.rule("K5.6")
def test_a_recruit_serves_the_wizard_of_the_same_turn():
    board = recruiting(2, valley=WIZARD_BOARD)
    board.choose("nobody")
    assert "to (3,5)" not in board.offered()
    board = recruiting(2, valley=WIZARD_BOARD)
    board.choose("left 1")
    assert "to (3,5)" in board.offered()


@pytest.mark.rule("K5.6")
def test_a_recruit_serves_tax_and_bonus_of_the_same_turn():
    board = recruiting(3, valley=BOARD_9, castle="Q D C KA KC W")
    board.choose("left 2")
    assert "to (3,3)" in board.offered()
    board = recruiting(3, valley=BOARD_9, castle="Q D C W")
    board.choose("left 2", "to (2,1)")
    assert board.offered() == ["no", "Q D C KB W"]
