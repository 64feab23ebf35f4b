"""Exhausted stacks (V8), with the worked examples E56 to E58."""

import pytest

from tests.games.valeria.board import Board


@pytest.mark.rule("E56")
@pytest.mark.rule("R9")
@pytest.mark.rule("R10")
@pytest.mark.rule("V8.4")
@pytest.mark.rule("V19")
def test_watcher_on_the_water_brings_a_stack_back():
    board = Board(domains="watcher_on_the_water")
    valley = 3
    board.exhaust(valley, 5, 6)
    assert board.exhausted == 3
    left = int(board.state.exhausted_cards)
    board.give(0, "troll archer*2", gold=6)
    board.act()
    before = board.result()["parts"][0].copy()
    board.choose("build watcher_on_the_water", "return monster -> 3 vp")
    assert board.goods(0).vp == 3
    assert board.owns(0, "troll") == 0
    assert board.result()["parts"][0, 1] == before[1] - 6
    assert board.cards_in(valley) == ["troll"]
    assert board.exhausted == 2
    assert board.state.exhausted_cards == left + 1
    assert not board.state.covered[valley]
