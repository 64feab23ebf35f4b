"""No bot knows what is hidden (K13.2): the order of the piles, and what chance will do."""

from typing import Any

import numpy as np
import pytest

from balance.engine.session import Session
from balance.games.king_of_the_valley import GAME
from tests.games.hidden import LIMIT, Hidden, names_of, seats_of, uncompiled
from tests.games.king_of_the_valley.walks import Walk, rare_choices

GAMES = 2
TABLES = {"box": (2, 0), "four": (4, 0), "rare": (3, 5)}  # players; own numbers
every_table = pytest.mark.parametrize("table", TABLES)


def new_session(table: str) -> Session:
    players, own = TABLES[table]
    return Walk(3, players, 0, own, seeking=True).session()


def reshuffle(session: Session, seat: int, rng: np.random.Generator) -> None:
    """Change all that nobody may know into something else that is possible."""
    state: Any = session.state
    state.key = rng.integers(1 << 63, dtype=np.uint64)
    state.streams[:] = rng.integers(1 << 63, size=state.streams.shape, dtype=np.uint64)
    players = len(seats_of(session))
    state.lineup[:players] = rng.integers(0, 5, players)
    left = state.pile[state.drawn : state.drawn + state.num_pile]
    left[:] = rng.permutation(left)


def choose(state: Any, rng: np.random.Generator) -> int:
    """Choose by chance, if possible among what is rare."""
    return int(rng.choice(rare_choices(state) or range(int(state.num_choices))))


def hidden(table: str) -> Hidden:
    return Hidden(GAME, lambda: new_session(table), reshuffle, choose)


@pytest.mark.parametrize("name", names_of(GAME))
@every_table
def test_a_bot_chooses_the_same_whatever_the_order_of_the_piles_is(table: str, name: str) -> None:
    hidden(table).check_choices(
        name, deals=GAMES, least=50 * GAMES, by_chance=lambda asked: asked % 2 == 1
    )


@pytest.mark.parametrize("name", uncompiled(GAME))
@every_table
def test_a_bot_answers_from_the_view_as_it_does_in_a_batch(table: str, name: str) -> None:
    hidden(table).check_view(name, 30)


@pytest.mark.rule("K13.1")
@pytest.mark.rule("K13.2")
@pytest.mark.rule("A33")
@pytest.mark.parametrize("decisions", [0, 3, 10, 50])
@every_table
def test_a_view_covers_the_piles_and_nothing_else(table: str, decisions: int) -> None:
    assert hidden(table).check_cover(decisions).states["pile"].any()
    assert not GAME.own


def test_tiles_that_were_drawn_lie_in_the_pile_no_more() -> None:
    session = new_session("box")

    def answer(state: Any) -> int:
        assert not state.pile[: state.drawn].any()
        assert state.pile[state.drawn : state.drawn + state.num_pile].all()
        return 0

    session.play(0, seats_of(session), answer, LIMIT)
    assert session.state.num_pile == 0
