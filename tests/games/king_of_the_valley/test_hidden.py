"""No bot knows what is hidden (K13.2): the order of the piles, and what chance will do."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.engine.game import Bot
from balance.engine.layout import ENGINE_HIDDEN
from balance.engine.session import Session
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import HIDDEN, OWN
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.games.king_of_the_valley.random_tables import LIMIT, Drawn, restart_stream, session_of

NAMES = ("random", *(f"{name}:8" if bot.suffix_weight else name for name, bot in GAME.bots.items()))
GAMES = 2
TABLES = {
    "box": (2, 0),
    "four": (4, 0),
    "rare": (3, 5),
}  # players; own numbers, see `random_objective`
every_bot = pytest.mark.parametrize("name", NAMES)
every_table = pytest.mark.parametrize("table", TABLES)


def bot_of(name: str) -> Bot:
    """A shipped bot, found as a scenario finds it."""
    values = {"name": "hidden", "game": GAME.name, "seed": 1, "games": 1, "bots": [name] * 2}
    scenario = Scenario.model_validate(values).at(Path(__file__).parent / "test.toml")
    return prepare(scenario).cells[0].match.lineup.entries[0].bot


def new_session(table: str) -> Session:
    players, own = TABLES[table]
    return session_of(Drawn(3, players, 0, own, seeking=True))


def seats_of(session: Session) -> tuple[int, ...]:
    """The entry of the line-up in each seat."""
    return (0,) * int(session.tables[0].num_seats)


def same(one: NDArray[Any], two: NDArray[Any]) -> bool:
    """Field by field: the padding of a struct is not always copied."""
    return all((one[name] == two[name]).all() for name in GAME.state.names or ())


def reshuffle(session: Session, rng: np.random.Generator) -> None:
    """Change all that nobody may know into something else that is possible."""
    state: Any = session.state
    state.key = rng.integers(1 << 63, dtype=np.uint64)
    state.streams[:] = rng.integers(1 << 63, size=state.streams.shape, dtype=np.uint64)
    players = len(seats_of(session))
    state.lineup[:players] = rng.integers(0, 5, players)
    left = state.pile[state.drawn : state.drawn + state.num_pile]
    left[:] = rng.permutation(left)


@every_bot
@every_table
def test_a_bot_chooses_the_same_whatever_the_order_of_the_piles_is(table: str, name: str) -> None:
    bot = bot_of(name)
    weights = bot.numbers
    session, other = new_session(table), new_session(table)
    rng = np.random.default_rng(1)
    asked = 0

    def answer(state: Any) -> int:
        nonlocal asked
        asked += 1
        other.states[:] = session.states
        other.streams[:] = session.streams
        reshuffle(other, rng)
        assert not same(other.states, session.states)
        wanted = other.ask(bot, weights)
        chosen = session.ask(bot, weights)
        assert chosen == wanted
        assert 0 <= chosen < state.num_choices
        # Every other one is taken by chance among what is rare: so the bot is asked about it.
        rare = restart_stream(state) if asked % 2 else []
        return int(rng.choice(rare)) if rare else chosen

    for deal in range(GAMES):
        session.play(deal, seats_of(session), answer, LIMIT)
        assert session.is_over
    assert asked > 50 * GAMES


# Uncompiled, `think` is compiled by itself: a minute for nothing that the batch would show.
@pytest.mark.parametrize("name", [name for name in NAMES if ":" not in name])
@every_table
def test_a_bot_answers_from_the_view_as_it_does_in_a_batch(table: str, name: str) -> None:
    bot = bot_of(name)
    weights = bot.numbers
    plain = Bot(bot.name, getattr(bot.choose, "py_func", bot.choose), bot.weights)
    session, other = new_session(table), new_session(table)

    def answer(_: Any) -> int:
        other.states[:] = session.states
        other.streams[:] = session.streams
        with np.errstate(over="ignore"):
            wanted = other.ask(plain, weights)
        chosen = session.ask(bot, weights)
        assert chosen == wanted
        return chosen

    session.play(0, seats_of(session), answer, 30)
    assert session.state.num_decisions == 30


def walk(session: Session, deal: int, decisions: int) -> None:
    """Play that many decisions by chance."""
    rng = np.random.default_rng(deal)
    session.play(deal, seats_of(session), lambda s: int(rng.integers(s.num_choices)), decisions)


@pytest.mark.rule("K13.1")
@pytest.mark.rule("K13.2")
@pytest.mark.rule("A33")
@pytest.mark.parametrize("decisions", [0, 3, 10, 50])
@every_table
def test_a_view_covers_the_piles_and_nothing_else(table: str, decisions: int) -> None:
    session = new_session(table)
    walk(session, 0, decisions)
    state = session.states
    assert state["pile"].any()
    for seat in range(len(seats_of(session))):
        view: Any = session.view(seat)
        covered = {*ENGINE_HIDDEN, *HIDDEN}
        for name in covered:
            assert not view[name].any(), name
        for name in set(GAME.state.names or ()) - covered - {"seats", "choices"}:
            assert (view[name] == state[name]).all(), name
        offered = int(state["num_choices"][0])
        assert (view["choices"][:, :offered] == state["choices"][:, :offered]).all()
        assert not view["choices"][:, offered:].any()  # what was offered before, maybe to others
        for name in GAME.state["seats"].base.names or ():
            assert (view["seats"][name] == state["seats"][name]).all(), name
    assert not OWN


def test_tiles_that_were_drawn_lie_in_the_pile_no_more() -> None:
    session = new_session("box")

    def answer(state: Any) -> int:
        assert not state.pile[: state.drawn].any()
        assert state.pile[state.drawn : state.drawn + state.num_pile].all()
        return 0

    session.play(0, seats_of(session), answer, LIMIT)
    assert session.state.num_pile == 0
