"""Rulings that no worked example shows."""

from collections import Counter

from tests.games.king_of_the_valley.referee.scoring import fame_parts
from tests.games.king_of_the_valley.referee.staged import Staged, code

BOARD_1 = "C F KB D Q  F F W C D  KD W W F KA  W C KB F KC  F KA C D F"
MONKS = "F W C D F  C M F W F  D F M F D  F C W F W  C W F W F"


def test_a14_own_gold_comes_first_and_gold_found_pays_the_next_monk() -> None:
    staged = Staged(MONKS, (1, 1), (5, 1), gold=0)
    staged.table.coins[2, 2] = 1
    assert not any(move.monks for move in staged.moves())
    staged.red.gold = 1
    assert {move.monks for move in staged.moves()} >= {((2, 2), (3, 3)), ((2, 2),)}
    staged.table.coins.clear()
    assert not any(len(move.monks) > 1 for move in staged.moves())


def test_k8_14_a_monk_below_another_king_is_crossed() -> None:
    staged = Staged(MONKS, (1, 1), (2, 2))
    monks = {move.monks for move in staged.moves()}
    assert monks == {(), ((3, 3),)}


def test_a37_a_multi_take_may_end_on_nothing_a_single_take_may_not() -> None:
    board = BOARD_1.replace("F F W C D", "F F W C .")  # (2,5) is empty
    staged = Staged(board, (5, 5), (3, 3))
    ends = [move for move in staged.moves() if move.end == (2, 5)]
    assert [move.taken for move in ends] == [((4, 5), (3, 5))]


def test_jesters_make_couples_only_by_the_switch() -> None:
    for switch, points in ((0, 2), (1, 6)):
        staged = Staged(
            *(BOARD_1, (5, 5), (3, 3), "F F F W J@W -J@W J@Q"), jester_counts_in_couples=switch
        )
        assert fame_parts(staged.table, staged.red)["couples"] == points


def test_a_column_that_is_too_short_is_used_up_before_the_other() -> None:
    board = (
        BOARD_1.replace("C  F", ".  F", 1).replace(" Q ", " . ", 1).replace("KA C D F", "KA C D .")
    )
    staged = Staged(board, (5, 1), (3, 3), left="Q", right="D", pile="", gold=0)
    staged.table.emptied = [(5, 5), (1, 5)]
    staged.turn(collect=("move", (), (5, 2), ((5, 2),)), refill=("refill", "R"))
    assert {space: code(staged.table.valley[space]) for space in ((5, 5), (1, 5))} == {
        (5, 5): "D",
        (1, 5): "Q",
    }
    assert staged.table.emptied == [(5, 2)]
    assert Counter(code(each) for each in staged.red.castle) == {"KA": 1}
