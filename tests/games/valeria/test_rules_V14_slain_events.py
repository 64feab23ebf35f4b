"""Monster Events (V14): slain, on exhausted stacks, put back; with E72."""

import pytest

from tests.games.valeria.board import Board

EVENTS = ("bat_swarm", "kobold_thieves", "mimic")


def with_events(*events: str, **options) -> Board:
    """Return a game with these Monster Events, one for each player."""
    return Board(seats=len(events), monster_events=True, events=events, **options)


@pytest.mark.rule("V10.2")
@pytest.mark.rule("V14.10")
@pytest.mark.rule("V19")
def test_dukes_count_events_and_hrothgar_their_titans():
    board = with_events("sorcerer", "giant_leech", "mimic")
    board.give(0, "sorcerer mimic goblin")
    for duke, points in (("hrothgar_the_conqueror", 7), ("reese_the_firebrand", 3)):
        board.set_duke(0, duke)
        assert board.result()["fulfilled"][0] == points


@pytest.mark.rule("V8.3")
@pytest.mark.rule("V14.10")
def test_nothing_else_is_to_be_had_where_an_event_lies():
    board = with_events(*EVENTS)
    for stack, event in zip((0, 7, 16), EVENTS, strict=True):
        board.reveal(event, stack)
    board.give(0, gold=30, strength=30, magic=30)
    board.give(0, "peasant*3 knight*3 rogue*3 cleric*3")
    board.act()
    offered = board.offered()
    assert {f"slay {event}" for event in EVENTS} <= set(offered)
    assert len(offered) == 3 + 17 + 3  # resources, the other stacks, events
    assert len(set(offered)) == len(offered)
