"""The Roll Phase (V4), with the worked examples E27 to E33 and E83."""

from collections import Counter

import pytest

from balance.games.valeria.layout import Decision
from tests.games.valeria.board import Board

LOWER = "palace_of_the_dawn: die - 1"


@pytest.mark.rule("V4.1")
def test_both_dice_are_rolled_and_all_36_rolls_are_equally_likely():
    board = Board(seats=2)
    rolls = Counter()
    for _ in range(720):
        board.roll(0)
        rolls[board.dice] += 1
    assert len(rolls) == 36
    chi_square = sum((times - 20) ** 2 / 20 for times in rolls.values())
    assert chi_square < 66.6  # 35 degrees of freedom: exceeded once in a thousand


@pytest.mark.rule("V4.3")
def test_two_copies_of_a_domain_are_used_once_each():
    board = Board(edits={"domains.palace_of_the_dawn.count": 2})
    board.leave_referee()  # a choice stands twice
    board.give(0, "palace_of_the_dawn*2")
    board.roll(0, 1, 6)
    for left in (2, 1):
        assert board.offered() == ["done", *[f"die 2 {LOWER}"] * left]
        board.session.take(1)
        board.session.advance()
    assert board.dice == (1, 4)
    assert board.asked[0] != Decision.DICE
