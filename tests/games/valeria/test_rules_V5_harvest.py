"""The Harvest Phase (V5), with the worked examples E7 to E26 and E82."""

import pytest

from balance.games.valeria.layout import Decision
from tests.games.valeria.board import Board

ALL_TEN = "cleric merchant mercenary archer peasant knight rogue champion paladin butcher"


@pytest.mark.rule("V5.5")
def test_gains_that_count_own_cards_come_once_and_are_not_asked_about():
    board = Board(citizens="blacksmith")
    assert not board.table.harvest_moves
    board.give(0, "blacksmith archer*2")
    board.roll(0, 2, 4)
    # Archers 2 s each, the Starter Knight (6) 1 s; the Blacksmith 1 g for each Archer
    assert board.asked == (Decision.ACTION, 0)
    assert board.goods(0) == (2, 5, 0, 0)


@pytest.mark.rule("V5.10")
def test_single_cards_are_activated_as_often_as_36_rolls_say():
    board = Board()
    names = ALL_TEN.split()
    expected = [12, 13, 14, 15, 16, 17, 6, 5, 7, 3]
    once = [11, 12, 13, 14, 15, 16, 6, 5, 7, 3]
    for name, times, rolls in zip(names, expected, once, strict=True):
        answers = [_times(board, roll, name) for roll in range(36)]
        assert sum(answers) == times
        assert sum(answer > 0 for answer in answers) == rolls
        assert board.table.cards[board.rows[name]].chance * 36 == pytest.approx(times)


@pytest.mark.rule("V5.10")
@pytest.mark.rule("R2")
@pytest.mark.parametrize(("block", "rolls"), [(True, 9), (False, 36)])
def test_peasant_and_knight_starters_leave_a_quarter_of_the_rolls_without_activation(block, rolls):
    consoled = 0
    for first in range(1, 7):
        for second in range(1, 7):
            switches = {"starters_block_consolation": block}
            board = Board(seats=2, edition="first", switches=switches)
            board.roll(0, first, second)
            consoled += board.asked == (Decision.HARVEST, 0)
    assert consoled == rolls


def _times(board: Board, roll: int, name: str) -> int:
    """Return how often a roll (0 to 35) activates a card."""
    answers = board.table.answers[roll]
    cards = list(answers.cards[: answers.num_answers])
    row = board.rows[name]
    return int(answers.times[cards.index(row)]) if row in cards else 0
