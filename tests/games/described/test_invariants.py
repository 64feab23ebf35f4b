"""What `balance soak` looks at in described games: each thing that is broken is found."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from balance.engine.session import Session
from balance.games.described.layout import MOST_TAKEN, NOBODY
from balance.games.described.services.invariants import Broken, check
from balance.games.loading import load_game

DOCKS = str(Path(__file__).parents[3] / "examples" / "games" / "docks")
PLAYERS = 3


@pytest.fixture(scope="module")
def docks() -> tuple[Session, Any]:
    """A game after some turns, and how it was dealt."""
    game = load_game(DOCKS, Path())
    table = game.build_table(game.options(), PLAYERS, {}, Path())
    session = Session(game, table, seed=4)
    session.begin(0, range(PLAYERS))
    dealt = session.state.copy()
    while session.state.rounds < 3:
        session.advance()
        session.take(int(session.state.num_choices) - 1)
    session.advance()
    return session, dealt


def cards(state: Any, table: Any) -> None:
    zone = table.zones[0]
    state.cards[zone.cell + state.cards[zone.cell :].argmax()] += 1


def sizes(state: Any, table: Any) -> None:
    state.sizes[1] += 1


def common(state: Any, table: Any) -> None:
    place = next(place for place, one in enumerate(table.common) if one != NOBODY)
    state.cards[table.common[place] + table.zones[table.zone_of[place]].first_kind] += 1


def numbers(state: Any, table: Any) -> None:
    state.seats[PLAYERS - 1].numbers[0] = -1


def dice(state: Any, table: Any) -> None:
    state.dice[1] = 7


def taken(state: Any, table: Any) -> None:
    state.seats[0].rounds_taken[0] = 100


def test_counts_at_their_highest_number_are_not_compared(docks: tuple[Session, Any]) -> None:
    session, dealt = docks
    state = session.state.copy()
    state.seats[0].taken[0], state.seats[0].rounds_taken[0] = MOST_TAKEN, 127 * 3 + 50
    assert check(dealt, state, session.tables[0]) == Broken.NOTHING


def test_nothing_is_broken_in_a_game(docks: tuple[Session, Any]) -> None:
    session, dealt = docks
    assert check(dealt, session.state, session.tables[0]) == Broken.NOTHING


@pytest.mark.parametrize("spoil", [cards, sizes, common, numbers, dice, taken])
def test_what_is_broken_is_found(docks: tuple[Session, Any], spoil: Callable[..., None]) -> None:
    session, dealt = docks
    before = session.states.copy()
    spoil(session.state, session.tables[0])
    found = Broken(check(dealt, session.state, session.tables[0]))
    session.states[:] = before
    assert found == Broken[spoil.__name__.upper()]
