"""No bot knows what is hidden (V1.11): Dukes of others, face-down Domains, what chance will do."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.engine.game import Bot
from balance.engine.layout import ENGINE_HIDDEN
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import HIDDEN, NUM_COLUMNS, OWN
from balance.games.valeria.options import Options
from balance.scenario.model import Scenario
from balance.scenario.set_up import set_up
from tests.games.valeria.referee.staged import DATA

PLAYERS = 3
GAMES = 4
LIMIT = 20_000
NAMES = ("greedy", "random")


def bot_of(name: str) -> Bot:
    """A shipped bot, found as a scenario finds it."""
    values = {"name": "hidden", "game": "valeria", "seed": 1, "games": 1, "bots": [name] * PLAYERS}
    scenario = Scenario.model_validate(values).at(DATA / "test.toml")
    return set_up(scenario).variants[0].match.lineup.entries[0].bot


def new_session(everything: bool = True) -> Session:
    options = Options(ask_everything=everything)
    return Session(GAME, GAME.lay_table(options, PLAYERS, {}, DATA), seed=3)


def same(one: NDArray[Any], two: NDArray[Any]) -> bool:
    """Field by field: the padding of a struct is not always copied."""
    return all((one[name] == two[name]).all() for name in GAME.state.names or ())


def reshuffle(session: Session, seat: int, rng: np.random.Generator) -> None:
    """Change all that `seat` may not know into something else that is possible."""
    state: Any = session.state
    state.key = rng.integers(1 << 63, dtype=np.uint64)
    state.streams[:] = rng.integers(1 << 63, size=state.streams.shape, dtype=np.uint64)
    state.lineup[:PLAYERS] = rng.integers(0, 5, PLAYERS)
    hidden = state.face_down > 0
    state.face_down[hidden] = rng.permutation(state.face_down[hidden])
    others = [other for other in range(PLAYERS) if other != seat]
    for other in others:
        dealt = rng.choice(int(session.tables[0].num_dukes), 2, replace=False) + 1
        state.seats[other].dealt[:] = dealt
        if state.seats[other].duke:
            state.seats[other].duke = dealt[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_chooses_the_same_whatever_the_hidden_cards_are(name: str) -> None:
    bot = bot_of(name)
    weights = np.array(list(bot.weights.values()))
    session, other = new_session(), new_session()
    rng = np.random.default_rng(1)
    asked = 0
    for deal in range(GAMES):

        def answer(state: Any) -> int:
            nonlocal asked
            asked += 1
            other.states[:] = session.states
            other._streams[:] = session._streams
            reshuffle(other, int(state.due_seat), rng)
            assert not same(other.states, session.states)
            wanted = other.ask(bot, weights)
            chosen = session.ask(bot, weights)
            assert chosen == wanted
            assert 0 <= chosen < state.num_choices
            return chosen

        session.play(deal, (0,) * PLAYERS, answer, LIMIT)
    assert asked > 100 * GAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_answers_from_the_view_as_it_does_in_a_batch(name: str) -> None:
    bot = bot_of(name)
    weights = np.array(list(bot.weights.values()))
    plain = Bot(bot.name, getattr(bot.choose, "py_func", bot.choose), bot.weights)
    session, other = new_session(), new_session()

    def answer(state: Any) -> int:
        other.states[:] = session.states
        other._streams[:] = session._streams
        with np.errstate(over="ignore"):
            wanted = other.ask(plain, weights)
        chosen = session.ask(bot, weights)
        assert chosen == wanted
        return chosen

    session.play(0, (0,) * PLAYERS, answer, 60)
    assert session.state.num_decisions == 60


def walk(session: Session, deal: int, decisions: int) -> None:
    """Play that many decisions by chance."""
    rng = np.random.default_rng(deal)
    session.play(deal, (0,) * PLAYERS, lambda s: int(rng.integers(s.num_choices)), decisions)


@pytest.mark.parametrize("decisions", [0, 2, 10, 60])
def test_a_view_covers_all_that_is_hidden_and_nothing_else(decisions: int) -> None:
    session = new_session()
    walk(session, 0, decisions)
    for seat in range(PLAYERS):
        view: Any = session.view(seat)
        for name in (*ENGINE_HIDDEN, *HIDDEN):
            assert not view[name].any(), name
        assert session.states["face_down"].any()
        for name in OWN:
            held = session.states["seats"][name][0].copy()
            held[[other for other in range(PLAYERS) if other != seat]] = 0
            assert (view["seats"][name][0] == held).all(), name
        hidden = {*ENGINE_HIDDEN, *HIDDEN, "seats"}
        for name in set(GAME.state.names or ()) - hidden:
            assert (view[name] == session.states[name]).all(), name
        for name in set(GAME.state["seats"].base.names or ()) - set(OWN):
            assert (view["seats"][name] == session.states["seats"][name]).all(), name


@pytest.mark.parametrize("decisions", [3, 30])
def test_games_that_differ_in_what_is_hidden_look_the_same(decisions: int) -> None:
    session, other = new_session(), new_session()
    walk(session, 1, decisions)
    rng = np.random.default_rng(2)
    for seat in range(PLAYERS):
        other.states[:] = session.states
        reshuffle(other, seat, rng)
        assert not same(other.states, session.states)
        assert same(other.view(seat), session.view(seat))


def test_only_face_up_domains_stand_in_the_grid_that_all_see() -> None:
    session = new_session()
    session.begin(0, (0,) * PLAYERS)
    domains = session.state.stacks[-NUM_COLUMNS:]
    assert ((domains > 0).sum(axis=1) == 1).all()
    assert ((session.state.face_down > 0).sum(axis=1) == 2).all()  # V2.6
