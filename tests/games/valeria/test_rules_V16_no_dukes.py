"""No Dukes (V16), with E74."""

import pytest

from balance.games.valeria.layout import Decision
from tests.games.valeria.board import Board


def without_dukes(**options) -> Board:
    return Board(dukes="none", **options)


@pytest.mark.rule("V16.1")
def test_no_dukes_are_dealt_and_none_is_asked_for():
    board = without_dukes()
    board.begin()
    assert board.asked[0] != Decision.KEEP_DUKE
    assert board.state.turns == 1
    result = board.result()
    assert list(result["kept"][:3]) == [-1] * 3
    assert (result["dealt"][:3] == -1).all()
    assert not result["fulfilled"].any()
