"""Scoring and winning (V10), with the worked examples E62 to E66."""

import pytest

from tests.games.valeria.board import Board


@pytest.mark.rule("E65")
@pytest.mark.rule("V10.1")
def test_a_whole_score_is_the_sum_of_its_parts():
    board = Board()
    cards = "goblin*2 goblin_mage treant dire_bear foxgrove_palisade purloiners_perch"
    board.give(0, cards, gold=2, magic=3, vp=4)
    board.set_duke(0, "cornelius_the_dreamer")
    result = board.result()
    assert list(result["parts"][0]) == [4, 8, 5, 7, 0, 0]  # nothing of No Dukes
    assert result["scores"][0] == 24
    assert result["fulfilled"][0] == 7
