"""No bot knows what is hidden (D4.6): hands, draw and discard piles, and what chance will do."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.engine.game import Bot
from balance.engine.jit import is_compiling
from balance.engine.layout import ENGINE_HIDDEN, Stream
from balance.engine.rng import open_stream
from balance.engine.session import Session
from balance.games.dominion import GAME
from balance.games.dominion.layout import HIDDEN, OWN, SEAT, STATE
from balance.games.dominion.services.determinise import determinise
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.games.dominion.walks import LIMIT, Walk, answer, session_of

TABLES = {"rich": Walk(3, 2, 4, True), "four": Walk(1, 4, 2, False), "three": Walk(2, 3, 9, True)}
# One bot plays all buy lists.  These lists together have every section, setting and term of a
# condition that a shipped list has (see `test_lists_hidden.py`).
SOME = ("random", "greedy", "chapel_witch", "lab_militia_chapel", "tournament_hunting_party")
MORE = ("naive_big_money", "horse_traders_bm", "policy", "planner", "search:8")
every_bot = pytest.mark.parametrize("name", (*SOME, *MORE) if is_compiling() else SOME)
every_table = pytest.mark.parametrize("table", TABLES)


def bot_of(name: str) -> Bot:
    """A shipped bot, found as a scenario finds it."""
    values = {"name": "hidden", "game": GAME.name, "seed": 1, "games": 1, "bots": [name] * 2}
    scenario = Scenario.model_validate(values).at(Path(__file__).parent / "test.toml")
    return prepare(scenario).cells[0].match.lineup.entries[0].bot


def seats_of(session: Session) -> tuple[int, ...]:
    """The entry of the line-up in each seat."""
    return (0,) * int(session.tables[0].num_seats)


def same(one: NDArray[Any], two: NDArray[Any]) -> bool:
    """Field by field: the padding of a struct is not always copied."""
    return all((one[name] == two[name]).all() for name in STATE.names or ())


def stream_of(number: int) -> Stream:
    stream = np.zeros(2, np.uint64)
    open_stream(stream, np.uint64(number), 1, 0)
    return stream


def reshuffle(session: Session, seat: int, stream: Stream, rng: random.Random) -> None:
    """Change all that the seat may not know into something else that is possible."""
    state: Any = session.state
    determinise(state, session.tables[0], seat, stream)
    for other in range(len(seats_of(session))):
        state.lineup[other] = rng.randrange(5)


@every_bot
@every_table
def test_a_bot_chooses_the_same_whatever_it_cannot_see(table: str, name: str) -> None:
    bot = bot_of(name)
    weights = bot.numbers
    session, other = session_of(TABLES[table]), session_of(TABLES[table])
    rng, stream = random.Random(1), stream_of(1)
    asked = 0

    def choose(state: Any) -> int:
        nonlocal asked
        asked += 1
        other.states[:] = session.states
        other.streams[:] = session.streams
        seat = int(state.due_seat)
        reshuffle(other, seat, stream, rng)
        assert not same(other.states, session.states)
        # Uncovered, as lists are asked in a batch: so the test rests on no cover.
        before = other.states.copy()
        luck = session.streams[seat].copy()
        wanted = bot.choose(other.state, other.tables[0], seat, weights, luck)
        assert same(before, other.states)
        chosen = session.ask(bot, weights)
        assert chosen == wanted
        assert 0 <= chosen < state.num_choices
        # Every other one is taken by chance, so that the bot is asked about what it never buys.
        return answer(state, rng) if asked % 2 else chosen

    session.play(0, seats_of(session), choose, LIMIT if is_compiling() else 150)
    assert asked > 30


@pytest.mark.parametrize("name", SOME)
@every_table
def test_a_bot_answers_from_the_view_as_it_does_in_a_batch(table: str, name: str) -> None:
    """Uncompiled code looks at indices, and finds fault with what compiled code lets pass."""
    bot = bot_of(name)
    weights = bot.numbers
    plain = Bot(bot.name, getattr(bot.choose, "py_func", bot.choose), bot.weights)
    session, other = session_of(TABLES[table]), session_of(TABLES[table])
    rng = random.Random(2)

    def choose(state: Any) -> int:
        other.states[:] = session.states
        other.streams[:] = session.streams
        with np.errstate(over="ignore"):
            wanted = other.ask(plain, weights)
        chosen = session.ask(bot, weights)
        assert chosen == wanted
        return answer(state, rng) if state.num_decisions % 2 else chosen

    session.play(0, seats_of(session), choose, 60)
    assert session.state.num_decisions >= 50


def walk(session: Session, deal: int, decisions: int) -> None:
    """Play that many decisions by chance."""
    rng = random.Random(deal)
    session.play(deal, seats_of(session), lambda state: answer(state, rng), decisions)


@pytest.mark.rule("D4.6")
@pytest.mark.parametrize("decisions", [0, 3, 10, 50])
@every_table
def test_a_view_covers_piles_and_the_hands_of_others_and_nothing_else(
    table: str, decisions: int
) -> None:
    session = session_of(TABLES[table])
    walk(session, 0, decisions)
    state = session.states
    assert state["decks"].any() or state["discards"].any()
    players = len(seats_of(session))
    for seat in range(players):
        view: Any = session.view(seat)
        covered = {*ENGINE_HIDDEN, *HIDDEN}
        for name in covered:
            assert not view[name].any(), name
        for name in set(STATE.names or ()) - covered - {"seats", "choices"}:
            assert (view[name] == state[name]).all(), name
        offered = int(state["num_choices"][0])
        assert (view["choices"][:, :offered] == state["choices"][:, :offered]).all()
        assert not view["choices"][:, offered:].any()  # what was offered before, maybe to others
        for name in SEAT.names or ():
            for other in range(players):
                seen, there = view["seats"][0, other][name], state["seats"][0, other][name]
                if name in OWN and other != seat:
                    assert not seen.any(), name
                else:
                    assert (seen == there).all(), name


@pytest.mark.parametrize("decisions", [5, 40])
@every_table
def test_games_that_differ_in_what_is_hidden_look_the_same(table: str, decisions: int) -> None:
    session, other = session_of(TABLES[table]), session_of(TABLES[table])
    walk(session, 1, decisions)
    rng, stream = random.Random(2), stream_of(2)
    for seat in range(len(seats_of(session))):
        other.states[:] = session.states
        reshuffle(other, seat, stream, rng)
        assert not same(other.states, session.states)
        assert same(other.view(seat), session.view(seat))
