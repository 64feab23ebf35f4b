"""Phase 3, the kingdom bonus (K9), with the worked examples X25 to X27."""

import pytest

from balance.games.king_of_the_valley.layout import Phase
from balance.games.king_of_the_valley.rules.bonus import may_claim
from tests.games.king_of_the_valley.board import BOARD_1, Board, tiles


def claiming(castle, gold=2, others=0, **keys):
    """A board on which seat 0 comes to its Phase 3, the other player having `others` markers."""
    board = Board(BOARD_1, "(5,5) (3,3)", **keys)
    board.give(0, castle, gold=gold)
    board.give(1, markers=others)
    board.start(phase=Phase.CLAIM)
    return board


@pytest.mark.rule("K9.1")
@pytest.mark.rule("K9.2")
@pytest.mark.parametrize(
    ("castle", "may"),
    [
        ("Q D C KA F", True),
        ("Q D C KD W", True),
        ("J@Q J@D J@C J@K J@F", True),
        ("J@Q J@D J@C J@K J@W", True),
        ("D C KA F W", False),
        ("-Q D C KA F W", False),
        ("Q C KA F W", False),
        ("Q D KA F W", False),
        ("Q D C F W", False),
        ("Q D C KA -F -W", False),
    ],
)
def test_it_is_known_beforehand_whether_a_bonus_can_be_claimed(castle, may):
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.give(0, castle)
    assert may_claim(board.state, board.table, 0) == may
    assert not may_claim(board.state, board.table, 1)


@pytest.mark.rule("K9.2")
def test_the_player_chooses_which_tile_of_a_column_is_turned():
    board = claiming("Q J@Q D J@D C J@C KA KB J@K F W J@F J@W")
    offered = board.offered()
    assert len(offered) == len(set(offered)) == 1 + 2 * 2 * 2 * 3 * 4
    board.choose("Q J@D C KB J@F")
    assert board.castle() == tiles("-Q J@Q D -J@D -C J@C KA -KB J@K F W -J@F J@W")
