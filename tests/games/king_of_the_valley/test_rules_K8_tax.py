"""Tax collectors (K8.1 to K8.5), with the worked examples X21 to X24."""

from itertools import permutations

import pytest

from balance.games.king_of_the_valley.layout import Decision
from tests.games.king_of_the_valley.board import BOARD_9, Board

KINGS = "(3,1) (1,5)"


@pytest.mark.rule("K8.5")
@pytest.mark.rule("A20")
@pytest.mark.parametrize("row", ["T3/5 T4/7 T5/9", "T5/9 T3/5 T4/7", "T4/7 T5/9 T3/5"])
@pytest.mark.parametrize(
    ("castle", "may"),
    [
        ("Q Q Q D D D D C C C C C", True),
        ("C C C C C Q Q Q D D D D", True),
        ("F F F F F F Q Q Q Q Q C C C", True),
        ("Q Q Q Q Q D D D D C C C", True),
        ("Q Q Q Q Q D D D C C C C", True),
        ("Q Q Q Q Q D D D D C C", False),
        ("Q Q D D D D C C C C C", False),
        ("Q Q Q D D D C C C C C", False),
        ("Q Q Q D D D D C C C C", False),
        ("D D D D D C C C C C", False),
        ("F F F F W W W W D D D D", False),
    ],
)
def test_three_collectors_need_three_groups(row, castle, may):
    board = Board(BOARD_9.replace("T0/3 T3/5 T4/7", row), KINGS)
    board.give(0, castle)
    board.start()
    assert ("to (3,5) taking (3,2) (3,3) (3,4)" in board.offered()) == may


@pytest.mark.rule("K8.5")
def test_each_of_three_collectors_may_tax_any_column():
    board = Board(BOARD_9.replace("T0/3 T3/5 T4/7", "T3/5 T4/7 T5/9"), KINGS)
    board.give(0, " ".join(f"{code} " * 5 for code in ("Q", "D", "C", "KB", "F", "W")))
    board.start()
    board.choose("to (3,5) taking (3,2) (3,3) (3,4)")
    assert board.asked == Decision.TAX
    assert set(board.offered()) == {" ".join(groups) for groups in permutations("QDCKFW", 3)}
    board.choose("Q F W")
    assert board.taxed() == "Q F W"
    assert board.gold() == 2 + 5 + 7 + 9
    turned = {code: count for code, count in board.castle().items() if code.startswith("-")}
    assert turned == {"-Q": 3, "-F": 4, "-W": 5}
