"""What `balance soak` looks at: it finds nothing in a sound game, and each thing that is broken."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import FIRST_CITIZENS, FIRST_DOMAINS, Decision, Good, Space
from balance.games.valeria.services.invariants import Broken, check
from balance.games.valeria.table.options import Options
from tests.games.valeria.referee.sheets import DATA

PLAYERS = 3


def under_way(options: Options, decisions: int = 90) -> tuple[Session, Any]:
    """A game after so many decisions by chance, and how it was dealt."""
    session = Session(GAME, GAME.build_table(options, PLAYERS, {}, DATA), seed=4)
    session.begin(0, (0,) * PLAYERS)
    dealt = session.states.copy()
    rng = np.random.default_rng(4)
    session.advance()
    while session.state.num_decisions < decisions or session.state.decision != Decision.ACTION:
        session.take(int(rng.integers(session.state.num_choices)))
        session.advance()
    return session, dealt


@pytest.fixture(scope="module")
def varied() -> tuple[Session, Any]:
    return under_way(Options(monster_events=True, mixed_citizens=True))


def goods(state: Any) -> None:
    state.seats[1].goods[Good.GOLD] = -1


def height(state: Any) -> None:
    state.heights[3] += 1


def top(state: Any) -> None:
    state.tops[int(np.flatnonzero(state.heights[:5])[0])] += 1


def place(state: Any) -> None:
    full = np.flatnonzero(state.heights[:FIRST_CITIZENS])
    state.areas[full[0]], state.areas[full[1]] = state.areas[full[1]], state.areas[full[0]]


def exhausted(state: Any) -> None:
    state.exhausted[2] += 1


def cover(state: Any) -> None:
    state.covered[int(np.flatnonzero(state.heights)[0])] = Space.COVERED


def exhausted_cards(state: Any) -> None:
    state.exhausted_cards -= 1
    state.exhausted_stack[state.exhausted_cards] = 0


def card(state: Any) -> None:
    column = int(np.flatnonzero(state.face_down.any(axis=1))[0])
    state.face_down[column, 0] = state.stacks[FIRST_DOMAINS + column].max()


def marker(state: Any) -> None:
    state.markers[-1, 0] = 1


def counted(state: Any) -> None:
    state.seats[0].icons[2] += 1


def points(state: Any) -> None:
    state.seats[1].points += 1


def power(state: Any) -> None:
    state.seats[2].timed[3] += 1


def duke(state: Any) -> None:
    state.seats[0].dealt[:] = state.seats[1].dealt
    state.seats[0].duke = state.seats[1].duke


def turn(state: Any) -> None:
    state.rounds += 1


@pytest.mark.parametrize(
    ("spoil", "broken"),
    [
        (goods, Broken.GOODS),
        (height, Broken.STACKS),
        (top, Broken.STACKS),
        (place, Broken.PLACES),
        (exhausted, Broken.EXHAUSTED),
        (cover, Broken.COVERED),
        (exhausted_cards, Broken.EXHAUSTED_CARDS),
        (card, Broken.CARDS),
        (marker, Broken.MARKERS),
        (counted, Broken.SEATS),
        (points, Broken.SEATS),
        (power, Broken.POWERS),
        (duke, Broken.DUKES),
        (turn, Broken.TURNS),
    ],
)
def test_each_broken_invariant_is_detected(
    varied: tuple[Session, Any], spoil: Callable[[Any], None], broken: Broken
) -> None:
    session, dealt = varied
    state = session.states.copy()
    assert check(dealt[0], state[0], session.tables[0]) == Broken.NOTHING
    spoil(state[0])
    assert check(dealt[0], state[0], session.tables[0]) == broken


def test_a_face_down_citizen_where_none_are_mixed_is_found() -> None:
    session, dealt = under_way(Options(), 10)
    state = session.states
    assert check(dealt[0], state[0], session.tables[0]) == Broken.NOTHING
    state["face_down_citizens"][0, 0, 0] = state["stacks"][0, FIRST_CITIZENS, 0]
    state["stacks"][0, FIRST_CITIZENS, 0] = 0
    assert check(dealt[0], state[0], session.tables[0]) == Broken.UNUSED
