"""No bot knows what is hidden (D4.6): hands, draw and discard piles, and what chance will do."""

import random
from typing import Any

import numpy as np
import pytest

from balance.compiling.jit import is_compiling
from balance.engine.rng import open_stream
from balance.engine.session import Session
from balance.games.dominion import GAME
from balance.games.dominion.services.determinise import determinise
from tests.games.dominion.walks import Walk, answer
from tests.games.hidden import LIMIT, Hidden, seats_of

TABLES = {"rich": Walk(3, 2, 4, True), "four": Walk(1, 4, 2, False), "three": Walk(2, 3, 9, True)}
# One bot plays all buy lists.  These lists together have every section, setting and term of a
# condition that a shipped list has (see `test_lists_hidden.py`).
SOME = ("random", "greedy", "chapel_witch", "lab_militia_chapel", "tournament_hunting_party")
MORE = ("naive_big_money", "horse_traders_bm", "policy", "planner", "search:8")
every_bot = pytest.mark.parametrize("name", (*SOME, *MORE) if is_compiling() else SOME)
every_table = pytest.mark.parametrize("table", TABLES)


def reshuffle(session: Session, seat: int, rng: np.random.Generator) -> None:
    """Change all that the seat may not know into something else that is possible."""
    state: Any = session.state
    stream = np.zeros(2, np.uint64)
    open_stream(stream, rng.integers(1 << 63, dtype=np.uint64), 1, 0)
    determinise(state, session.tables[0], seat, stream)
    players = len(seats_of(session))
    state.lineup[:players] = rng.integers(0, 5, players)


def choose(state: Any, rng: np.random.Generator) -> int:
    return answer(state, random.Random(int(rng.integers(1 << 32))))


def hidden(table: str) -> Hidden:
    return Hidden(GAME, TABLES[table].session, reshuffle, choose)


@every_bot
@every_table
def test_a_bot_chooses_the_same_whatever_it_cannot_see(table: str, name: str) -> None:
    hidden(table).check_choices(
        name,
        deals=1,
        least=30,
        limit=LIMIT if is_compiling() else 150,
        by_chance=lambda asked: asked % 2 == 1,
        covers=False,  # as lists are asked in a batch: so the test rests on no cover
    )


@pytest.mark.parametrize("name", SOME)
@every_table
def test_a_bot_answers_from_the_view_as_it_does_in_a_batch(table: str, name: str) -> None:
    hidden(table).check_view(name, 60, by_chance=True)


@pytest.mark.rule("D4.6")
@pytest.mark.parametrize("decisions", [0, 3, 10, 50])
@every_table
def test_a_view_covers_piles_and_the_hands_of_others_and_nothing_else(
    table: str, decisions: int
) -> None:
    state = hidden(table).check_cover(decisions).states
    assert state["decks"].any() or state["discards"].any()


@pytest.mark.parametrize("decisions", [5, 40])
@every_table
def test_games_that_differ_in_what_is_hidden_look_the_same(table: str, decisions: int) -> None:
    hidden(table).check_looks(decisions)
