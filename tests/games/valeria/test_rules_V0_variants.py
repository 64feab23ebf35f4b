"""Which variants go together (V0.6, R36), and which are refused with a sentence that says why."""

from itertools import product

import pytest

from balance.errors import ScenarioError
from balance.games.valeria import GAME
from tests.games.valeria.board import Board

EVENTS = ("bat_swarm", "mimic", "sorcerer", "giant_leech", "kobold_thieves")


def play_a_turn(board: Board) -> None:
    """Begin a turn and do the first thing that is offered until it is over."""
    board.stops_after_turn = True
    board.roll(0)
    while board.state.decision:
        board.choose(board.offered()[-1])
    assert board.state.turns > 0


@pytest.mark.rule("V0.6")
@pytest.mark.rule("R36")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("events", "mixed", "dukes"),
    list(product([False, True], [False, True], ["choose", "none"])),
)
def test_events_mixed_citizens_and_no_dukes_go_with_each_other_and_with_2_to_5(
    seats, events, mixed, dukes
):
    board = Board(seats=seats, monster_events=events, mixed_citizens=mixed, dukes=dukes)
    assert bool(board.table.num_events) == events
    play_a_turn(board)


@pytest.mark.rule("V0.6")
@pytest.mark.rule("V12.1")
def test_one_to_five_can_play():
    assert GAME.seats == (1, 2, 3, 4, 5)


@pytest.mark.rule("V0.6")
@pytest.mark.rule("R36")
@pytest.mark.rule("V13.1")
@pytest.mark.rule("V14.1")
@pytest.mark.rule("V16.1")
@pytest.mark.rule("V20")
@pytest.mark.parametrize(
    ("seats", "edition", "options", "message"),
    [
        (1, "second", {"monster_events": True}, "monster_events = true with 1 player"),
        (1, "second", {"dukes": "none"}, 'dukes = "none" with 1 player'),
        (3, "first", {"monster_events": True}, 'monster_events = true with edition = "first"'),
        (3, "first", {"dukes": "none"}, 'dukes = "none" with edition = "first"'),
        (1, "first", {"solo_sum_attacks": True}, 'solo_sum_attacks.*with edition = "first"'),
        (1, "first", {"solo_exhausted_attacks": True}, 'with edition = "first"'),
        (3, "second", {"events": EVENTS}, "events are named, but monster_events = false"),
        (5, "second", {"monster_events": True, "events": EVENTS[:4]}, "too few Monster Events"),
        (2, "second", {"solo_sum_attacks": True}, "with 2 players: both make the solo game"),
        (4, "second", {"solo_exhausted_attacks": True}, "with 4 players: both make the solo game"),
        (3, "second", {"monster_events": True, "events": ("mimik",)}, "did you mean 'mimic'"),
    ],
)
def test_what_does_not_go_together_is_refused_with_a_reason(seats, edition, options, message):
    with pytest.raises(ScenarioError, match=rf"\[table\] .*{message}"):
        Board(seats=seats, edition=edition, **options)
