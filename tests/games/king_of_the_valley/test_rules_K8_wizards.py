"""Wizards (K8.11 to K8.13), with the worked examples X18 to X20."""

import pytest

from balance.games.king_of_the_valley.layout import Decision
from balance.games.king_of_the_valley.rules.hill import is_subject
from tests.games.king_of_the_valley.board import (
    WIZARD_BOARD,
    WIZARD_LEFT,
    WIZARD_RIGHT,
    Board,
    tiles,
)

TWO_WIZARDS = WIZARD_BOARD.replace("F  W  D  C  Z", "F  Z  W  Z  D")


def meeting(castle, valley=WIZARD_BOARD, left=WIZARD_LEFT, right=WIZARD_RIGHT, **keys):
    board = Board(valley, "(3,1) (1,5)", left, right, **keys)
    board.give(0, castle)
    board.start()
    return board


@pytest.mark.rule("K5.3")
@pytest.mark.rule("K8.11")
def test_neither_specialists_nor_nothing_is_a_subject():
    board = Board()
    subjects = {board.names.tile(tile) for tile in range(21) if is_subject(tile)}
    assert subjects == {"Q", "D", "C", "KA", "KB", "KC", "KD", "F", "W", "J"}


@pytest.mark.rule("X20")
@pytest.mark.rule("K8.13")
def test_two_wizards_two_swaps():
    board = meeting("F W", TWO_WIZARDS)
    board.choose("to (3,5) taking (3,2) (3,4)", "F for left 3")
    assert board.asked == Decision.SWAP
    assert {name.split()[0] for name in board.offered()} == {"Q", "W"}
    board.choose("W for right 3")
    assert board.castle() == tiles("Q D")
    assert board.hill("left") == "F T3/5 F W KB C"
    assert board.hill("right") == "M F W W F J"
    assert board.discarded() == tiles("Z Z")
    assert board.asked == Decision.REFILL
