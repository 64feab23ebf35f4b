"""Card powers (V11), with the worked examples E47, E48, E50 to E55 and E87."""

import pytest

from balance.games.valeria.layout import Chance
from tests.games.valeria.board import Board


@pytest.mark.rule("E54")
@pytest.mark.rule("R25")
@pytest.mark.rule("V18.5")
@pytest.mark.rule("V19")
def test_purloiners_perch_takes_a_random_card_without_its_reward():
    kings = 0
    board = Board(domains="purloiners_perch")
    start = board.session.states.copy()
    for turn in range(100):
        board.session.states[:] = start
        board.give(0, "rogue*2 the_violet_thorn", gold=10)
        board.give(1, "goblin_king owlbear")
        board.act()
        board.state.turns = turn
        board.choose("build purloiners_perch")  # seat 2 has no pile, so there is no choice
        assert board.goods(0) == (0, 0, 0, 0)
        assert board.owns(0, "goblin_king") + board.owns(0, "owlbear") == 1
        assert board.owns(1, "goblin_king") + board.owns(1, "owlbear") == 1
        kings += board.owns(0, "goblin_king")
    assert 30 <= kings <= 70  # four standard errors about 50


@pytest.mark.rule("V18.5")
def test_every_robbery_has_a_chance_of_its_own():
    streams = []
    for text in ("rob monster", "rob monster + rob monster"):
        edits = {"domains.purloiners_perch.ability": f"now: {text}"}
        board = Board(domains="purloiners_perch", edits=edits)
        start = board.session.states.copy()
        for turn in range(6):
            board.session.states[:] = start
            board.give(0, "rogue*2 the_violet_thorn", gold=10)
            board.give(1, "goblin*2 owlbear*2")
            board.act()
            board.state.turns = turn
            board.choose("build purloiners_perch")
            streams.append(tuple(board.state.streams[Chance.ROB].tolist()))
    assert len(set(streams)) == len(streams)
