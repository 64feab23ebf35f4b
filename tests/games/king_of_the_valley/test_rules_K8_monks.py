"""Monks (K8.6 to K8.10, K8.14 to K8.16), with the worked examples X14 to X17."""

import pytest

from tests.games.king_of_the_valley.board import BOARD_2, Board, tiles

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
