"""Solo (V13): the phases and the Dark Lord's attacks, with E75 to E79, E81 and E84."""

from collections import Counter

import pytest

from balance.games.valeria.layout import DARK_LORD, Decision, Phase
from tests.games.valeria.board import Board, phases_of_a_turn


def solo(**options) -> Board:
    """Return a solo game that stops at the end of each turn."""
    board = Board(seats=1, **options)
    board.stops_after_turn = True
    return board


@pytest.mark.rule("R19")
@pytest.mark.rule("V13.1")
def test_the_dark_lord_has_a_secret_duke_that_was_not_dealt():
    board = solo()
    his = Counter()
    for deal in range(400):
        board.session.begin(deal, (0,))
        board.session.advance()
        dealt = [int(duke) for duke in board.state.seats[0].dealt]
        assert board.asked == (Decision.KEEP_DUKE, 0)
        assert len(board.offered()) == 2
        board.choose(board.offered()[0])
        duke = int(board.state.seats[DARK_LORD].duke)
        assert duke not in dealt
        his[duke] += 1
        assert board.session.view(0)[0]["seats"][DARK_LORD]["duke"] == 0
    assert sorted(his) == list(range(1, 11))
    assert all(abs(times - 40) < 30 for times in his.values())  # five standard errors


@pytest.mark.rule("V13.2")
def test_a_turn_has_six_phases_and_is_a_round():
    board = solo()
    wanted = [Phase.ROLL, Phase.HARVEST, Phase.ACTION, Phase.MONSTERS, Phase.SECOND_HARVEST]
    assert phases_of_a_turn(board) == [*wanted, Phase.END]
    assert (board.state.active, board.state.rounds) == (0, 2)
