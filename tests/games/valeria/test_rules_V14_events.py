"""Monster Events (V14): revealed and carried out, markers on Monsters, with E69 to E71 and E85."""

from collections import Counter
from itertools import permutations

import pytest

from tests.games.valeria.board import Board

EVENTS = ("bat_swarm", "kobold_thieves", "mimic")


def with_events(*events: str, **options) -> Board:
    """Return a game with these Monster Events, one for each player."""
    return Board(seats=len(events), monster_events=True, events=events, **options)


@pytest.mark.rule("V14.1")
@pytest.mark.rule("V14.2")
@pytest.mark.rule("V2.11")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_an_event_for_each_player_lies_on_the_exhausted_cards(seats):
    board = Board(seats=seats, monster_events=True)
    stack = board.exhausted_stack()
    assert all(stack[:seats])
    assert len(set(stack[:seats])) == seats
    assert stack[seats:] == [""] * 2 * seats


@pytest.mark.rule("V14.2")
def test_events_are_drawn_and_shuffled():
    board = Board(seats=2, monster_events=True)
    drawn, tops = Counter(), Counter()
    for deal in range(300):
        board.session.begin(deal, (0, 0))
        drawn.update(board.exhausted_stack()[:2])
        tops[board.exhausted_stack()[0]] += 1
    assert set(drawn) == {card.id for card in board.box.events}
    assert all(abs(times - 100) < 41 for times in drawn.values())  # five standard errors
    assert all(abs(times - 50) < 33 for times in tops.values())


@pytest.mark.rule("V14.2")
def test_events_can_be_chosen_or_drawn_from_those_named():
    board = with_events(*EVENTS)
    orders = set()
    for deal in range(60):
        board.session.begin(deal, (0,) * 3)
        orders.add(tuple(board.exhausted_stack()[:3]))
    assert orders == set(permutations(EVENTS))
    board = Board(seats=2, monster_events=True, events=EVENTS)
    assert set(board.exhausted_stack()[:2]) < set(EVENTS)


@pytest.mark.rule("V1.11")
@pytest.mark.rule("V14.2")
def test_the_exhausted_stack_is_hidden_and_revealed_events_are_not():
    board = with_events(*EVENTS)
    board.reveal("mimic", 7)
    for seat in range(3):
        view = board.session.view(seat)[0]
        assert not view["exhausted_stack"].any()
        assert view["events"][7] == board.state.events[7]
