"""Subjects, the castle and jesters (K7), with the worked example X9."""

from itertools import product

import pytest

from balance.games.king_of_the_valley.layout import Decision, Phase
from tests.games.king_of_the_valley.board import BOARD_1, BOARD_9, WIZARD_BOARD, Board, tiles

COLUMNS = "QDCKFW"


@pytest.mark.rule("K7.3")
def test_a_jester_of_the_valley_is_placed_at_once():
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.put("(5,4)", "J")
    board.start()
    board.choose("to (5,4)", "D")
    assert board.asked == Decision.REFILL
    assert board.castle() == tiles("J@D")


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


@pytest.mark.rule("K7.4")
def test_three_jesters_are_placed_one_after_the_other():
    board = Board(BOARD_1, "(5,5) (3,3)")
    for column in (2, 3, 4):
        board.put(f"(5,{column})", "J")
    board.start()
    board.choose("to (5,1) taking (5,4) (5,3) (5,2)", "Q", "W", "Q")
    assert board.castle() == tiles("J@Q J@Q J@W")
    assert board.asked == Decision.REFILL


@pytest.mark.rule("K7.3")
@pytest.mark.rule("K7.4")
def test_all_jesters_are_placed_by_the_player_who_took_them():
    board = Board(BOARD_1, "(3,3) (5,5)")
    for column in (2, 3, 4):
        board.put(f"(5,{column})", "J")
    board.start(1)
    board.choose("to (5,1) taking (5,4) (5,3) (5,2)")
    for column in "QWK":
        assert (board.asked, board.due_seat) == (Decision.JESTER, 1)
        board.choose(column)
    assert (board.castle(0), board.castle(1)) == (tiles(""), tiles("J@Q J@W J@K"))


@pytest.mark.rule("K7.3")
@pytest.mark.rule("K8.12")
def test_a_jester_from_the_wizard_is_placed_at_once():
    board = Board(WIZARD_BOARD, "(3,1) (1,5)", "F KB W C F D", "M F D W F J")
    board.give(0, "F W")
    board.start()
    board.choose("to (3,5)", "F for right 6")
    assert board.asked == Decision.JESTER
    board.choose("C")
    assert board.castle() == tiles("J@C W")
    assert board.hill("right") == "M F D W F F"


@pytest.mark.rule("K7.3")
@pytest.mark.rule("K8.12")
def test_a_jester_given_away_is_an_ordinary_jester_again():
    board = Board(WIZARD_BOARD, "(3,1) (1,5)", "F KB W C F D", "M F D W F F")
    board.give(0, "J@C W")
    board.start()
    board.choose("to (3,5)", "J@C for left 6")
    assert board.castle() == tiles("D W")
    assert board.hill("left") == "F KB W C F J"
    board.give(1, gold=10)
    board.start(1, Phase.RECRUIT)
    board.choose("left 6")
    assert board.asked == Decision.JESTER
    board.choose("F")
    assert board.castle(1) == tiles("J@F")


@pytest.mark.rule("K7.5")
@pytest.mark.rule("A23")
@pytest.mark.parametrize("castle", ["Q Q J@Q", "Q J@Q J@Q", "J@Q J@Q J@Q"])
def test_jesters_are_taxed_with_their_column_or_alone(castle):
    board = Board(BOARD_9, "(3,1) (1,5)")
    board.give(0, castle)
    board.start()
    board.choose("to (3,3)")
    assert board.gold() == 7
    assert board.castle() == tiles(" ".join(f"-{tile}" for tile in castle.split()))
    assert board.taxed() == "Q"


@pytest.mark.rule("K7.5")
@pytest.mark.rule("A23")
def test_jesters_of_different_columns_are_no_group():
    board = Board(BOARD_9, "(3,1) (1,5)")
    board.give(0, "J@Q J@D J@C")
    board.start()
    assert "to (3,3)" not in board.offered()


@pytest.mark.rule("K7.5")
@pytest.mark.rule("A24")
def test_jesters_have_no_influence_no_order_and_no_couple():
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.give(0, "KA KA J@K F J@F J@W J@W", gold=0)
    assert board.parts() == {"influence": 5}
