"""No bot knows what is hidden (V1.11): Dukes of others, face-down cards, what chance will do."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.engine.game import GameTable
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import FIRST_CITIZENS, FIRST_DOMAINS, NUM_COLUMNS
from balance.games.valeria.table.options import Options
from tests.games.hidden import LIMIT, Hidden, names_of, seats_of, uncompiled

GAMES = 3
EVENTS = Options(monster_events=True, ask_everything=True)
MIXED = Options(mixed_citizens=True, dukes="none", ask_everything=True)
TABLES = {  # options and players
    "base": (Options(ask_everything=True), 3),
    "solo": (Options(setup="random", ask_everything=True), 1),
    "events": (EVENTS, 5),
    "mixed": (MIXED, 2),
}
every_table = pytest.mark.parametrize("table", TABLES)


@cache
def game_table(table: str) -> GameTable:
    options, players = TABLES[table]
    return GAME.build_table(options, players, {}, Path())


def new_session(table: str = "base") -> Session:
    return Session(GAME, game_table(table), seed=3)


def reshuffle(session: Session, seat: int, rng: np.random.Generator) -> None:
    """Change all that `seat` may not know into something else that is possible."""
    state: Any = session.state
    players = len(seats_of(session))
    state.key = rng.integers(1 << 63, dtype=np.uint64)
    state.streams[:] = rng.integers(1 << 63, size=state.streams.shape, dtype=np.uint64)
    state.lineup[:players] = rng.integers(0, 5, players)
    for pile in (state.face_down, *state.face_down_citizens):
        pile[pile > 0] = rng.permutation(pile[pile > 0])
    left = state.exhausted_stack[: state.exhausted_cards]
    left[:] = rng.permutation(left)
    if not session.tables[0].no_dukes:
        reshuffle_dukes(session.states["seats"][0], seat, int(session.tables[0].num_dukes), rng)


def reshuffle_dukes(seats: Any, seat: int, num_dukes: int, rng: np.random.Generator) -> None:
    """Give the others, and the Dark Lord, other Dukes (V2.9, V13.1)."""
    drawn = rng.permuted(np.tile(np.arange(1, num_dukes + 1), (len(seats), 1)), axis=1)
    drawn[seat] = [*seats["dealt"][seat], *drawn[seat, 2:]]
    own = seats["duke"][seat]
    seats["dealt"] = np.where(seats["dealt"].any(axis=1, keepdims=True), drawn[:, :2], 0)
    seats["duke"] = np.where(seats["duke"] > 0, drawn[:, 0], 0)
    seats["duke"][seat] = own


def hidden(table: str) -> Hidden:
    return Hidden(GAME, lambda: new_session(table), reshuffle)


@pytest.mark.parametrize("name", names_of(GAME))
@every_table
def test_a_bot_chooses_the_same_whatever_the_hidden_cards_are(table: str, name: str) -> None:
    hidden(table).check_choices(name, deals=GAMES, least=50 * GAMES)


@pytest.mark.parametrize("name", uncompiled(GAME))
@every_table
def test_a_bot_answers_from_the_view_as_it_does_in_a_batch(table: str, name: str) -> None:
    hidden(table).check_view(name, 60)


@pytest.mark.parametrize("decisions", [0, 2, 10, 60])
@every_table
def test_a_view_covers_all_that_is_hidden_and_nothing_else(table: str, decisions: int) -> None:
    state = hidden(table).check_cover(decisions).states
    assert state["face_down"].any()
    assert state["face_down_citizens"].any() == (table == "mixed")
    assert state["exhausted_stack"].any() == (table == "events")


@pytest.mark.parametrize("decisions", [3, 30])
@every_table
def test_games_that_differ_in_what_is_hidden_look_the_same(table: str, decisions: int) -> None:
    hidden(table).check_looks(decisions)


def test_only_face_up_domains_stand_in_the_grid_that_all_see() -> None:
    session = new_session()
    session.begin(0, seats_of(session))
    domains = session.state.stacks[-NUM_COLUMNS:]
    assert ((domains > 0).sum(axis=1) == 1).all()
    assert ((session.state.face_down > 0).sum(axis=1) == 2).all()  # V2.6


def test_only_face_up_citizens_stand_in_the_grid_that_all_see() -> None:
    session = new_session("mixed")
    session.begin(0, seats_of(session))
    citizens = session.state.stacks[FIRST_CITIZENS:FIRST_DOMAINS]
    assert ((citizens > 0).sum(axis=1) == 1).all()
    assert ((session.state.face_down_citizens > 0).sum(axis=1) == 4).all()  # V15.1


@every_table
def test_hidden_fields_that_are_called_unused_stay_empty(table: str) -> None:
    unused = game_table(table).unused_hidden
    assert len(unused) == (1 if table in ("events", "mixed") else 2)
    session = new_session(table)
    rng = np.random.default_rng(5)

    def answer(state: Any) -> int:
        assert not any(session.states[name].any() for name in unused)
        return int(rng.integers(state.num_choices))

    session.play(0, seats_of(session), answer, LIMIT)
    assert session.is_over
