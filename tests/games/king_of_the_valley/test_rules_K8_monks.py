"""Monks (K8.6 to K8.10, K8.14 to K8.16), with the worked examples X14 to X17."""

import pytest

from tests.games.king_of_the_valley.board import BOARD_2, BOARD_3, Board, tiles

LEFT, RIGHT = "F KB W C F D", "W F D KD C F"
MONKS_IN_A_ROW = """
W W W W W
D C D C D
{row}
D C D C D
W W Q W W
"""


def board_2(gold=2, kings="(5,1) (1,5)", **keys):
    board = Board(BOARD_2, kings, LEFT, RIGHT, pile="D D D D D D", **keys)
    board.give(0, gold=gold)
    return board


def row_3(row, kings="(3,1) (1,1)", gold=2, coins=""):
    """A board with these tiles in row 3, and gold on some spaces."""
    board = Board(MONKS_IN_A_ROW.format(row=row), kings, LEFT, RIGHT)
    board.give(0, gold=gold)
    for where in coins.split():
        board.put(where, board.tile(where), coins=1)
    board.start()
    return board


@pytest.mark.rule("X14")
@pytest.mark.rule("K8.6")
@pytest.mark.rule("K8.7")
@pytest.mark.rule("K8.8")
@pytest.mark.rule("K10.1")
@pytest.mark.rule("A15")
def test_to_the_monk_and_back_to_the_queen():
    board = board_2()
    board.start()
    board.choose("by (5,3) to (5,1)")
    assert board.gold() == 1
    assert board.castle() == tiles("Q")
    assert board.king() == "(5,1)"
    assert board.coins("(5,3)") == 1
    board.choose("left")
    assert (board.tile("(5,3)"), board.coins("(5,3)")) == ("F", 1)
    assert (board.tile("(5,1)"), board.coins("(5,1)")) == ("KB", 0)
    assert board.discarded() == tiles("M")


@pytest.mark.rule("X15")
@pytest.mark.rule("K8.6")
@pytest.mark.rule("K8.10")
@pytest.mark.rule("A12")
@pytest.mark.parametrize(("gold", "moves", "by_monk"), [(0, 11, 0), (1, 23, 12), (2, 23, 12)])
def test_a_monk_wants_gold_and_a_take_after_it(gold, moves, by_monk):
    board = board_2(gold)
    board.start()
    offered = board.offered()
    assert len(offered) == moves
    assert sum(name.startswith("by (5,3)") for name in offered) == by_monk
    assert "to (1,5) taking (4,2) (2,4)" in offered
    assert not any("to (5,3)" in name for name in offered)


@pytest.mark.rule("X16")
@pytest.mark.rule("K8.7")
@pytest.mark.rule("K6.11")
def test_the_coin_goes_to_whoever_takes_the_tile():
    for move, tile, gold, coins in (("to (5,3)", "F", 3, 0), ("to (5,2)", "F", 2, 1)):
        board = board_2()
        board.start()
        board.choose("by (5,3) to (5,1)", "left")
        board.put_king(1, "(5,5)")
        board.start(1)
        board.choose(move)
        assert board.castle(1) == tiles(tile)
        assert board.gold(1) == gold
        assert board.coins("(5,3)") == coins
        assert board.gold(0) == 1


@pytest.mark.rule("X17")
@pytest.mark.rule("K8.9")
@pytest.mark.rule("K10.1")
def test_two_monks_and_two_knights():
    board = Board(BOARD_3, "(3,1) (5,5)", LEFT, RIGHT, pile="D D D D D D")
    board.start()
    board.choose("by (3,4) (1,4) to (1,1) taking (1,3) (1,2)")
    assert board.gold() == 0
    assert board.castle() == tiles("KC KA")
    assert board.king() == "(1,1)"
    assert board.tile("(1,1)") == "D"
    board.choose("right")
    filled = [("(3,4)", "W", 1), ("(1,4)", "F", 1), ("(1,3)", "D", 0), ("(1,2)", "KD", 0)]
    assert [(where, board.tile(where), board.coins(where)) for where, _, _ in filled] == filled
    assert board.hill("right") == "C F D D D D"
    assert board.hill("left") == LEFT
    assert board.discarded() == tiles("M M")


@pytest.mark.rule("X17")
@pytest.mark.rule("K8.9")
@pytest.mark.parametrize(("gold", "moves"), [(0, 11), (1, 24), (2, 36), (3, 36)])
def test_each_monk_is_paid_for(gold, moves):
    board = Board(BOARD_3, "(3,1) (5,5)")
    board.give(0, gold=gold)
    board.start()
    assert len(board.offered()) == moves


@pytest.mark.rule("K8.9")
@pytest.mark.parametrize(("gold", "longest"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (9, 4)])
def test_as_many_monks_as_can_be_paid_are_visited(gold, longest):
    board = row_3("M F M M F", kings="(3,2) (1,1)", gold=gold)
    board.put("(5,3)", "M")
    board.start()
    chains = {name.partition(" to ")[0] for name in board.offered() if name.startswith("by")}
    lengths = [len(chain.split()) - 1 for chain in chains]
    assert max(lengths, default=0) == longest
    if longest == 4:
        # (5,3) is in line with (3,1) and (3,3), but neither with the start nor with (3,4).
        assert [lengths.count(length) for length in (1, 2, 3, 4)] == [3, 8, 12, 8]
        board.choose("by (3,4) (3,1) (5,3) (3,3) to (3,2)")
        assert board.gold() == gold - 4
        assert board.castle() == tiles("F")
        assert board.discarded() == tiles("M M M M")


@pytest.mark.rule("K8.6")
@pytest.mark.rule("A11")
def test_monks_are_visited_and_neither_passed_nor_taken_together():
    board = row_3("F M M C D")
    assert not any("taking (3,2) (3,3)" in name for name in board.offered())
    board.choose("to (3,4)")  # over both monks
    assert board.gold() == 2
    assert board.discarded() == tiles("")
    assert (board.tile("(3,2)"), board.tile("(3,3)")) == ("M", "M")


@pytest.mark.rule("K8.10")
@pytest.mark.rule("A12")
def test_from_a_monk_without_a_take_there_is_no_visit():
    board = Board("T3/5 " * 25, "(3,2) (1,1)", LEFT, RIGHT)
    board.put("(3,3)", "M")
    board.put("(1,1)", "F")
    board.start()
    assert board.next_seat == 1
    assert board.king() == "(3,2)"
    assert board.tile("(3,3)") == "M"
    board.put_king(1, "(5,5)")
    board.start()
    assert board.king() == "(1,1)"
    assert board.castle() == tiles("F")


@pytest.mark.rule("A14")
@pytest.mark.rule("K8.15")
@pytest.mark.parametrize(("gold", "may"), [(0, False), (1, True)])
def test_gold_on_the_monk_does_not_pay_for_it(gold, may):
    board = row_3("F C M F D", gold=gold, coins="(3,3)")
    assert any(name.startswith("by (3,3)") for name in board.offered()) == may
    if may:
        board.choose("by (3,3) to (3,4)")
        assert board.gold() == 1
        assert board.coins("(3,3)") == 1


@pytest.mark.rule("A14")
@pytest.mark.rule("K8.15")
@pytest.mark.parametrize("coins", ["", "(3,2)", "(3,4)"])
def test_gold_on_one_monk_pays_for_the_next(coins):
    board = row_3("F M C M D", gold=1, coins=coins)
    first_2 = any(name.startswith("by (3,2) (3,4)") for name in board.offered())
    first_4 = any(name.startswith("by (3,4) (3,2)") for name in board.offered())
    assert (first_2, first_4) == (coins == "(3,2)", coins == "(3,4)")
    if first_2:
        board.choose("by (3,2) (3,4) to (3,5)")
        assert board.gold() == 0
        assert (board.coins("(3,2)"), board.coins("(3,4)")) == (1, 1)


@pytest.mark.rule("K8.8")
@pytest.mark.rule("A15")
def test_after_a_monk_every_direction_is_open():
    board = row_3("F C M F D", kings="(3,1) (1,2)")
    ends = {name.split()[-1] for name in board.offered() if name.startswith("by")}
    # Sixteen spaces lie in line with the centre; none of them is under blue.
    assert len(ends) == 16
    assert {"(3,1)", "(3,2)", "(3,4)", "(3,5)"} <= ends


@pytest.mark.rule("K8.6")
@pytest.mark.rule("K8.9")
def test_monks_may_stand_in_every_corner():
    board = row_3("F C D F W", kings="(3,3) (3,5)", gold=4)
    corners = ("(1,1)", "(1,5)", "(5,1)", "(5,5)")
    for corner in corners:
        board.put(corner, "M")
    board.start()
    chains = {name.partition(" to ")[0] for name in board.offered() if name.startswith("by")}
    # All twelve ways are open from each corner to each other one, in any order.
    assert len(chains) == 4 + 12 + 24 + 24
    board.choose("by (5,5) (1,1) (1,5) (5,1) to (4,1)")
    assert board.gold() == 0
    assert [board.coins(corner) for corner in corners] == [1, 1, 1, 1]
    assert board.castle() == tiles("D")


@pytest.mark.rule("K8.14")
@pytest.mark.rule("K2.8")
def test_a_monk_under_another_king_is_crossed_not_visited():
    board = row_3("F C M F D", kings="(3,1) (3,3)")
    assert not any("by" in name for name in board.offered())
    board.choose("to (3,4)")
    assert board.gold() == 2
    assert board.tile("(3,3)") == "M"
    assert board.coins("(3,3)") == 0


@pytest.mark.rule("K8.16")
@pytest.mark.rule("A37")
def test_the_space_of_a_visited_monk_ends_a_multi_take_and_no_single_take():
    board = row_3("M F F M D", kings="(4,4) (1,1)")
    offered = board.offered()
    assert "by (3,4) (3,1) to (3,4) taking (3,2) (3,3)" in offered
    assert "by (3,4) (3,1) to (3,4)" not in offered
    assert "by (3,4) (3,1) to (3,5)" in offered
    assert "by (3,4) (3,1) to (3,5) taking (3,2) (3,3)" not in offered
    board.choose("by (3,4) (3,1) to (3,4) taking (3,2) (3,3)")
    assert board.castle() == tiles("F F")
    assert board.king() == "(3,4)"
    assert (board.coins("(3,4)"), board.coins("(3,1)")) == (1, 1)
    assert board.gold() == 0


@pytest.mark.rule("K8.16")
@pytest.mark.rule("K6.8")
def test_the_start_of_the_turn_can_be_collected_but_not_that_of_the_last_move():
    board = row_3("F F M C D", kings="(3,1) (1,1)")
    board.choose("by (3,3) to (3,1)")
    assert board.castle() == tiles("F")
    assert board.tile("(3,1)") == "."


@pytest.mark.rule("A27")
@pytest.mark.rule("K10.1")
def test_a_tile_crossed_before_is_emptied_when_it_is_taken():
    board = board_2()
    board.start()
    board.choose("by (5,3) to (5,2)", "left")
    assert (board.tile("(5,3)"), board.tile("(5,2)")) == ("F", "KB")


@pytest.mark.rule("A13")
@pytest.mark.rule("K10.3")
def test_gold_on_a_space_that_stays_empty_counts_for_nobody():
    board = Board(BOARD_2, "(5,1) (1,5)", left="", right="", pile="")
    board.start()
    board.choose("by (5,3) to (5,1)")
    assert board.tile("(5,3)") == "."
    assert board.coins("(5,3)") == 1
    board.next_turn()
    board.finish()
    assert board.is_over
    assert board.coins("(5,3)") == 1
    assert board.parts(0) == {"influence": 5, "gold": 1}
    assert board.gold(1) == 2


@pytest.mark.rule("K8.6")
@pytest.mark.rule("K8.9")
def test_what_a_monk_costs_stands_in_the_sheet():
    board = board_2(gold=1, edits={"params.monk_cost.value": 2})
    board.start()
    assert len(board.offered()) == 11
    board = board_2(gold=3, edits={"params.monk_cost.value": 2})
    board.start()
    board.choose("by (5,3) to (5,1)")
    assert board.gold() == 1
    assert board.coins("(5,3)") == 2


@pytest.mark.rule("K8.9")
def test_a_monk_may_lead_to_a_collector_or_to_a_wizard():
    board = row_3("F M T0/3 Z D", gold=1)
    assert "by (3,2) to (3,3)" in board.offered()
    assert "by (3,2) to (3,4)" not in board.offered()
    board.choose("by (3,2) to (3,3)")
    assert board.gold() == 3
    assert board.discarded() == tiles("M T0/3")
